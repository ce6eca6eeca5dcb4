# Two commands do everything, set-up included:
#   make play   JupyterLab on the start notebook    (make play PORT=9000, make play BROWSER=none)
#   make test   every test, in a browser too
# Beside them: class, lint, format, bench, balance, opponents, weights, soak, breaks, refresh, lowest, constraints, clean.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := .build
START := notebooks/00_start_here.ipynb

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play class test lint types unit wheel notebooks browser balance opponents weights bench soak breaks refresh lowest format constraints clean

help:
	@sed -n '2,4s/^# //p' Makefile

# --- set-up ----------------------------------------------------------------------------------------------------

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

$(VENV)/ready-to-play: pyproject.toml constraints.txt | $(BIN)/python
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

# The notebooks as pages without their code, for a class: the table, the explorers and the quizzes alone.
class: $(VENV)/ready-to-play
	$(call install,.[class])
	@$(BIN)/voila notebooks --template=conquistadors $(if $(PORT),--port=$(PORT)) $(if $(filter none,$(BROWSER)),--no-browser)

# --- test ------------------------------------------------------------------------------------------------------

PYTEST := CONQUISTADORS_SAVES=$(CURDIR)/$(BUILD)/saves $(BIN)/python -m pytest

test: lint types unit wheel notebooks browser

lint: $(VENV)/ready-to-test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(VENV)/ready-to-test
	@$(BIN)/mypy

unit: $(VENV)/ready-to-test
	@$(PYTEST) -q -n 2 --benchmark-disable tests --ignore=tests/browser --ignore=tests/packaging

wheel: $(VENV)/ready-to-test
	@$(PYTEST) -q tests/packaging

notebooks: $(VENV)/ready-to-test
	@$(PYTEST) -q -n 2 --dist loadfile -W default -p no:benchmark --nbval --nbval-current-env notebooks

browser: $(VENV)/ready-to-test
	@bash tests/browser/ensure_browser.sh
	@$(PYTEST) -q -n 2 tests/browser

# --- beside ----------------------------------------------------------------------------------------------------

GAMES ?= 10000
KILLS ?= 200
MUTATIONS ?= 2000
BASIC_GAMES ?= 2000
STANDARD_GAMES ?= 2000
BATTLES ?= 200000
ROLL_GAMES ?= 1000
SOLITAIRE_GAMES ?= 1000
LAST_TURN ?= 15

soak: $(VENV)/ready-to-test
	@GAMES=$(GAMES) KILLS=$(KILLS) MUTATIONS=$(MUTATIONS) LAST_TURN=$(LAST_TURN) \
	 BASIC_GAMES=$(BASIC_GAMES) STANDARD_GAMES=$(STANDARD_GAMES) SOLITAIRE_GAMES=$(SOLITAIRE_GAMES) \
	 BATTLES=$(BATTLES) ROLL_GAMES=$(ROLL_GAMES) \
	 $(PYTEST) -q -n 2 --benchmark-disable -m soak tests

# Clauses broken on purpose in a copy of the code: for each, the test that stands for it has to fall.
breaks: $(VENV)/ready-to-test
	@$(BIN)/python tests/breaks/run.py

bench: $(VENV)/ready-to-test
	@$(PYTEST) -q -p no:xdist --benchmark-columns=median,iqr,ops,rounds tests/benchmarks

# Is the game in balance? Many games of captains, counted for the notebook `lab_balance`.
# `make balance KINDS="basic-2 standard-2"` counts only these anew. Interrupted, it goes on where it stopped, and so does
# `make opponents`; after a change of rules, bots or data, remove $(BUILD)/lab first.
EACH ?= 2000
balance: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.balance import balance, targets, write; write($(EACH), "$(KINDS)".split(), "$(BUILD)/lab/balance"); print(targets(balance()).to_string())'
	@rm -rf $(BUILD)/lab/balance

# Who beats whom: search, captain and chance, counted for the same notebook. This takes long: the search thinks.
DUELS ?= 200
opponents: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.opponents import opponents, write; write($(DUELS), "$(BUILD)/lab/opponents"); print(opponents().to_string())'
	@rm -rf $(BUILD)/lab/opponents

# What the search weighs a position by, fitted anew to games of captains: after a change of tables, or of the captain.
FITTED ?= 600
weights: $(VENV)/ready-to-test
	@$(BIN)/python -c 'from conquistadors.lab.weighing import write; write($(FITTED))'

# Run the notebooks and keep their outputs, for readers without a kernel and for nbval to compare; draw the maps; tell
# the golden games anew.
refresh: $(VENV)/ready-to-test
	@CONQUISTADORS_SAVES=$(CURDIR)/$(BUILD)/saves $(BIN)/python tests/notebooks/refresh.py notebooks/*.ipynb notebooks/*/*.ipynb
	@for map in north south; do $(BIN)/conquistadors show-map $$map --to notebooks/images/$$map.svg; done
	@$(BIN)/python tests/notebooks/pictures.py
	@PYTHONPATH=tests $(BIN)/python tests/notebooks/pictures_standard.py
	@PYTHONPATH=tests $(BIN)/python -m support.playthroughs

format: $(VENV)/ready-to-test
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

# The lower bounds of pyproject.toml, tried: exactly those versions, in an environment of their own.
lowest: $(VENV)/ready-to-test
	@$(PYTHON) -m venv --clear $(BUILD)/lowest
	@$(BIN)/uv pip install --quiet --python $(BUILD)/lowest/bin/python --resolution lowest-direct -e '.[test,class,cluster]'
	$(call settings,$(BUILD)/lowest)
	@$(MAKE) --no-print-directory unit notebooks browser BIN=$(BUILD)/lowest/bin

constraints: $(VENV)/ready-to-test
	@$(BIN)/uv pip compile --quiet --universal --upgrade --no-header --no-annotate --python-version 3.11 --all-extras pyproject.toml -o constraints.txt

clean:
	@rm -rf $(VENV) $(BUILD) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
