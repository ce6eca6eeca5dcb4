# Two commands do everything, set-up included:
#   make play   JupyterLab on the start notebook    (make play PORT=9000, make play BROWSER=none)
#   make test   every test, in a browser too
# Beside them: class, pages, site, hub, check, lint, format, bench, balance, opponents, courses, weights, soak, breaks, mutants, refresh, lowest, constraints, clean.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := .build
START := notebooks/00_start_here.ipynb

# Some containers tell Python to keep no compiled modules: then every kernel and every test process compiles all of
# Jupyter again, which is most of what it takes to start one.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play class pages hub site test check lint types unit wheel notebooks browser balance opponents courses weights bench soak breaks mutants refresh lowest format constraints clean

help:
	@sed -n '2,4s/^# //p' Makefile

# --- set-up ----------------------------------------------------------------------------------------------------

comma := ,

# uv is ten times as fast as pip; where it cannot reach the package index, pip does the same work.
define install
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv || true
	@if [ -x $(BIN)/uv ] && $(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '$(1)'; then :; \
	 else $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '$(1)'; fi
endef

# No news and no update checks: the kit asks nothing of the network.
define settings
	@mkdir -p $(1)/share/jupyter/lab/settings
	@cp widgets/lab_settings.json $(1)/share/jupyter/lab/settings/overrides.json
	@mkdir -p $(1)/share/jupyter/voila/templates
	@cp -r widgets/voila/conquistadors $(1)/share/jupyter/voila/templates/
endef

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/ready-to-play: pyproject.toml constraints.txt $(wildcard widgets/voila/conquistadors/*) | $(BIN)/python
	@echo "Installing the kit and JupyterLab ..."
	$(call install,.)
	$(call settings,$(VENV))
	@touch $@

$(VENV)/ready-to-test: $(VENV)/ready-to-play
	@echo "Installing the test tools ..."
	$(call install,.[test])
	@touch $@

# --- play ------------------------------------------------------------------------------------------------------

LAB_FLAGS := --LabApp.news_url=None --LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate
ifneq ($(PORT),)
LAB_FLAGS += --port=$(PORT) --ServerApp.port_retries=0
endif
ifeq ($(BROWSER),none)
LAB_FLAGS += --no-browser
endif
ifeq ($(shell id -u),0)
LAB_FLAGS += --allow-root
endif

play: $(VENV)/ready-to-play
	@echo "JupyterLab opens $(START). Its address, with the token, is below; Ctrl-C twice ends it."
	@$(BIN)/jupyter lab --ServerApp.root_dir=$(CURDIR) --LabApp.default_url=/lab/tree/$(START) $(LAB_FLAGS)

# A class at one table: a code for each pupil, one address for all. `make class CLASS=names.txt` (a name a line) prints
# the address, a QR code and where the codes are to be printed; LOCAL=1 is for this computer alone, HTTPS=1 with a
# certificate that it signs itself, IP=... where it guesses its address wrong.
class: $(VENV)/ready-to-play
	$(call install,.[class])
	@$(BIN)/python -m conquistadors_class $(if $(CLASS),--class '$(CLASS)') $(if $(LOCAL),--local) $(if $(HTTPS),--https) \
	  $(if $(IP),--ip $(IP)) $(if $(PORT),--port $(PORT)) $(if $(FOLDER),--folder '$(FOLDER)')

# The notebooks as pages without their code (Voila), to read the course on this computer.
pages: $(VENV)/ready-to-play
	$(call install,.[pages])
	$(call settings,$(VENV))
	@$(BIN)/python -m conquistadors_widgets.course notebooks $(VENV)/share/jupyter/voila/templates/conquistadors/course.html
	@$(BIN)/voila notebooks --template=conquistadors --VoilaExecutor.iopub_timeout=60 $(if $(PORT),--port=$(PORT)) $(if $(filter none,$(BROWSER)),--no-browser)

# The kit as a static site in $(BUILD)/site: the browser alone computes. This needs npm and node besides. Its pages are
# extensions of JupyterLab that a JupyterLab with a server cannot load: so it is built in an environment of its own.
site: BIN = $(BUILD)/lite/bin
site: $(BUILD)/lite/ready
	@$(BIN)/python widgets/site/build.py

$(BUILD)/lite/ready: BIN = $(BUILD)/lite/bin
$(BUILD)/lite/ready: pyproject.toml constraints.txt
	@$(PYTHON) -m venv --clear $(BUILD)/lite
	$(call install,.[site])
	@touch $@

# --- test ------------------------------------------------------------------------------------------------------

TIMES := $(CURDIR)/$(BUILD)/times
PYTEST := CONQUISTADORS_SAVES=$(CURDIR)/$(BUILD)/saves PYTHONPATH=$(CURDIR)/tests $(BIN)/python -m pytest -q
UNIT := tests --ignore=tests/browser --ignore=tests/packaging -m 'not long' --benchmark-disable
NBVAL := -n 2 --dist loadfile -W default -p no:benchmark -p support.notebooks --nbval --nbval-current-env
PARTS := unit notebooks browser types wheel lint
SIDE_BY_SIDE ?= 2

# The parts run side by side, each told when it is through; then what each part and folder took.
test: $(VENV)/ready-to-test
	@bash tests/browser/ensure_browser.sh
	@rm -rf $(TIMES)
	@echo "Testing: $(PARTS), $(SIDE_BY_SIDE) side by side. Each tells its result when it is through."
	@$(MAKE) --no-print-directory --keep-going --jobs=$(SIDE_BY_SIDE) --output-sync=target $(PARTS); \
	 result=$$?; $(BIN)/python tests/support/times.py $(TIMES); exit $$result

# A part, with its seconds kept for the table at the end: $(call part,NAME,COMMAND).
define part
	@mkdir -p $(TIMES); rm -f $(TIMES)/$(1).tests; begun=$$(date +%s); \
	 export TEST_TIMES=$(TIMES)/$(1).tests; $(2); result=$$?; \
	 echo $$(($$(date +%s) - begun)) > $(TIMES)/$(1).seconds; exit $$result
endef

lint: $(VENV)/ready-to-test
	$(call part,lint,$(BIN)/ruff check . && $(BIN)/ruff format --check .)

types: $(VENV)/ready-to-test
	$(call part,types,$(BIN)/mypy)

unit: $(VENV)/ready-to-test
	$(call part,unit,$(PYTEST) -p support.times -p no:nbval -n 2 --dist worksteal $(UNIT))

wheel: $(VENV)/ready-to-test
	$(call part,wheel,$(PYTEST) -p support.times tests/packaging)

notebooks: $(VENV)/ready-to-test
	$(call part,notebooks,$(PYTEST) -p support.times $(NBVAL) notebooks)

browser: $(VENV)/ready-to-test
	@bash tests/browser/ensure_browser.sh
	$(call part,browser,$(PYTEST) -p support.times -n 2 --dist loadgroup -m 'not long' tests/browser)

# The fast loop: lint, types, and the tests and notebooks of what has changed (make check SINCE=HEAD~3).
check: lint types
	@$(BIN)/python tests/support/changed.py $(SINCE) > $(BUILD)/changed
	@$(PYTEST) -n 2 --dist worksteal -m 'not long' --benchmark-disable $$(grep '\.py$$' $(BUILD)/changed)
	@books=$$(grep '\.ipynb$$' $(BUILD)/changed); [ -z "$$books" ] || $(PYTEST) $(NBVAL) $$books

# --- beside ----------------------------------------------------------------------------------------------------

# Long runs: what `make test` runs a thin slice of, and what it leaves out. The sizes stand in the tests
# (`support.sizes`); a variable of that name gives another one: make soak BASIC_GAMES=50 LAST_TURN=4.
soak: $(VENV)/ready-to-test $(BUILD)/hub/ready site
	@bash tests/browser/ensure_browser.sh
	@SOAK=1 $(PYTEST) -n 2 --dist worksteal --benchmark-disable -m 'soak or long' tests
	@$(MAKE) --no-print-directory mutants

# A real JupyterHub with its proxy, for the soak test of a class under a hub.
$(BUILD)/hub/ready: $(VENV)/ready-to-test
	$(call install,.[test$(comma)hub])
	@npm install --silent --no-audit --no-fund --prefix $(BUILD)/hub configurable-http-proxy@5
	@touch $@

hub: $(VENV)/ready-to-test $(BUILD)/hub/ready
	@SOAK=1 $(PYTEST) tests/classroom/test_hub.py

# Clauses broken on purpose in a copy of the code: for each, the test that stands for it has to fall.
breaks: $(VENV)/ready-to-test
	@PYTHONPATH=tests $(BIN)/python -m breaks.run

# The rules changed by chance, thirty changes from each group of chapters: does a test notice? Interrupted, it goes on.
# make mutants SEED=1518 EACH=30 CHAPTERS=1-9,15-23 GAME=exploration
SEED ?= 1518
CHAPTERS ?= 1-9,10-14,15-23
mutants: EACH = 30
mutants: GAME = conquest
mutants: $(VENV)/ready-to-test
	@PYTHONPATH=tests $(BIN)/python -m breaks.mutants --game $(GAME) --seed $(SEED) --each $(EACH) --chapters $(CHAPTERS)

bench: $(VENV)/ready-to-test
	@$(PYTEST) -p no:xdist --benchmark-columns=median,iqr,ops,rounds tests/benchmarks

# Is the game in balance? Many games of captains, counted for the notebook `lab_balance`.
# `make balance KINDS="basic-2 standard-2"` counts only these anew. Interrupted, it goes on where it stopped, and so does
# `make opponents`; after a change of rules, bots or data, remove $(BUILD)/lab first.
EACH ?= 2000
GAME ?= conquest
balance: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.balance import balance, targets, write; write($(EACH), "$(KINDS)".split(), "$(BUILD)/lab/balance/$(GAME)", game="$(GAME)"); print(targets(balance("$(GAME)"), game="$(GAME)").to_string())'
	@rm -rf $(BUILD)/lab/balance

# Who beats whom: search, captain and chance, counted for the same notebook. This takes long: the search thinks.
DUELS ?= 200
opponents: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.opponents import opponents, write; write($(DUELS), "$(BUILD)/lab/opponents/$(GAME)", game="$(GAME)"); print(opponents(game="$(GAME)").to_string())'
	@rm -rf $(BUILD)/lab/opponents

# How points come in over the turns, counted for the same notebook of a game; for Conquistador! also how often a nation
# cannot pay its upkeep: make courses GAME=exploration FOLLOWED=200
FOLLOWED ?= 200
courses: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.courses import write; write($(FOLLOWED), game="$(GAME)")'
	@if [ "$(GAME)" = exploration ]; then $(BIN)/python -c 'from conquistadors.games.exploration.bots.reckoning import write; write($(FOLLOWED))'; fi

# What the search weighs a position by, fitted anew to games of captains: after a change of tables, or of the captain.
FITTED ?= 600
weights: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.weighing import write; write($(FITTED), "$(GAME)")'

# Run the notebooks and keep their outputs, for readers without a kernel and for nbval to compare; draw the maps; tell
# the golden games anew.
refresh: $(VENV)/ready-to-test
	@PYTHONPATH=tests $(BIN)/python -m notebooks.translate
	@CONQUISTADORS_SAVES=$(CURDIR)/$(BUILD)/saves $(BIN)/python tests/notebooks/refresh.py notebooks/*.ipynb notebooks/*/*.ipynb notebooks/*/*/*.ipynb
	@for map in north south; do $(BIN)/conquistadors show-map $$map --to notebooks/images/$$map.svg; done
	@$(BIN)/python tests/notebooks/pictures.py
	@PYTHONPATH=tests $(BIN)/python tests/notebooks/pictures_standard.py
	@PYTHONPATH=tests $(BIN)/python -m notebooks.pictures_exploration
	@PYTHONPATH=tests $(BIN)/python -m notebooks.pictures_overseas
	@PYTHONPATH=tests $(BIN)/python -m support.playthroughs
	@PYTHONPATH=tests $(BIN)/python -m support.spain_story
	@PYTHONPATH=tests $(BIN)/python -m support.rivals_story

format: $(VENV)/ready-to-test
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

# The lower bounds of pyproject.toml, tried: exactly those versions, in an environment of their own.
lowest: $(VENV)/ready-to-test
	@$(PYTHON) -m venv --clear $(BUILD)/lowest
	@$(BIN)/uv pip install --quiet --python $(BUILD)/lowest/bin/python --resolution lowest-direct -e '.[test,class,pages,cluster]'
	$(call settings,$(BUILD)/lowest)
	@$(MAKE) --no-print-directory unit notebooks browser BIN=$(BUILD)/lowest/bin

constraints: $(VENV)/ready-to-test
	@$(BIN)/uv pip compile --quiet --universal --upgrade --no-header --no-annotate --python-version 3.11 --all-extras pyproject.toml -o constraints.txt

clean:
	@rm -rf $(VENV) $(BUILD) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
