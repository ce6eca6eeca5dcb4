"""Whatever is handed to a public function, the answer is a result or a sentence of ours: never a raw error."""

from __future__ import annotations

import inspect
import warnings
from pathlib import Path
from random import Random
from time import process_time

import pytest

import conquistadors as cq
from attacks.nasty import VALUES, Call, Strange, calls
from conquistadors import odds
from conquistadors.__main__ import main
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.errors import short_repr
from support.sizes import size

EACH = size("NASTY_CALLS", thin=3, soak=400)
"""So many calls of each function."""


@pytest.fixture
def all_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    monkeypatch.chdir(tmp_path)  # a path that is tried may be a good one
    monkeypatch.setenv("CONQUISTADORS_SAVES", str(tmp_path / "saves"))
    return calls(tmp_path)


@pytest.mark.soak
def test_a_wrong_argument_gets_a_sentence(all_calls: list[Call]) -> None:
    """How many there were, and what the slowest took of the processor, is printed for whoever looks for what hangs."""
    raw, count, slowest = [], 0, (0.0, "")
    for call in all_calls:
        tried = list(call.spoilt())
        for name, value, given in Random(call.name).sample(tried, min(EACH, len(tried))):
            begun = process_time()
            try:
                with warnings.catch_warnings(action="ignore"):
                    call.function(**given)
            except cq.ConquistadorsError:
                continue
            except Exception as error:
                raw.append(f"{call.name}({name}={short_repr(value)}): {error!r}")
            finally:
                count += 1
                slowest = max(slowest, (process_time() - begun, f"{call.name}({name}={short_repr(value)})"))
    print(f"{count} calls, the slowest {slowest}")
    assert raw == []


def test_arguments_that_fit_are_taken(all_calls: list[Call]) -> None:
    never = {"Game.play", "Game.why_not", "Game.adjust", "Game.resign", "Game.odds", "lab.compare"}
    never |= {"cq.battle_lab", "cq.join"}  # the one is cq.explore("battle"), the other needs a class that is open
    for call in all_calls:
        if call.name not in never:  # the others wait for an answer or a second pack, which is not at hand
            call.function(**call.arguments)


def test_every_public_function_is_attacked(all_calls: list[Call]) -> None:
    attacked = {call.function for call in all_calls}
    for module in (cq, odds):
        public = [getattr(module, name) for name in module.__all__]
        missing = [each.__name__ for each in public if inspect.isfunction(each) and each not in attacked]
        assert set(missing) <= {"position_odds", "position_work", "battling", "battle_at", "battle_work"}


def test_the_sentence_says_what_is_wanted_in_every_language() -> None:
    @checks_arguments()
    def feed(men: int, names: list[str], how: dict[str, bool] | None = None) -> None: ...

    feed(3, ["Ana"], {"well": True})
    with pytest.raises(cq.SetupError, match=r"^feed: men must be a whole number; got True$"):
        feed(True, [])
    with pytest.raises(cq.SetupError, match=r"^feed: names must be a list, each part of it a text; got 'Ana'$"):
        feed(1, "Ana")  # type: ignore[arg-type]  # on purpose
    with pytest.raises(cq.SetupError, match=r"^feed: how must be a table of names and values or None; got 3$"):
        feed(1, [], 3)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match="missing"):
        feed(1)  # type: ignore[call-arg]  # on purpose: how many there are is left to Python
    cq.speak("fr")
    try:
        with pytest.raises(cq.SetupError, match=r"^feed\u00a0: men doit être un nombre entier\u202f; reçu\u00a0: 'x'$"):
            feed("x", [])  # type: ignore[arg-type]  # on purpose
    finally:
        cq.speak("en")


def test_an_object_that_cannot_be_shown_is_named_all_the_same() -> None:
    assert "Strange" in short_repr(Strange())
    assert len(VALUES) == len({id(value) for value in VALUES})


def test_a_bot_by_name_sits_at_every_other_seat(tmp_path: Path) -> None:
    table = cq.play("example", bots="skipper", captains=3, seed=1, autosave=tmp_path)
    assert table.model.people == ("red",)
    with pytest.raises(cq.SetupError, match="one seat, and it is yours"):
        cq.play("solitaire", bots="captain", autosave=tmp_path)


def test_a_map_that_cannot_be_drawn_there_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["show-map", "north", "--to", str(tmp_path / "file" / "map.svg")]) == 2
    assert capsys.readouterr().err.startswith("map.svg could not be written: something else is in the way")
