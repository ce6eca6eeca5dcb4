"""A view is a barrier: nothing in it leads to the truth, and it is the same whatever its seat cannot know."""

from __future__ import annotations

import gc
import types
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from attacks.worlds import another_world, decisions, everywhere, played
from conquistadors.engine.chance import Source
from conquistadors.engine.errors import IllegalAnswer
from conquistadors.engine.game import Game
from conquistadors.engine.requests import TABLE, Choice, Seat
from conquistadors.engine.run import Run
from conquistadors.engine.sending import view_to_json
from support.sizes import size

DECISIONS = size("ATTACKED_DECISIONS", thin=40, soak=5000)
"""So many decisions of a game are looked at."""
SEARCHED = size("SEARCHED_VIEWS", thin=1, soak=200)
"""So many views of a game are searched for a way to the truth: each takes a while."""

FORBIDDEN = (Game, Run, Source, types.GeneratorType)
SCENES = everywhere()
NAMED = [scenario for scenario, _ in SCENES]


def reached_from(*things: object) -> Iterator[object]:
    """All that can be got at from things: attributes, closures, globals, caches, what they would be pickled as.

    Modules of the kit are searched; others lead to everything there is, this test included. What the collector does not
    track (numbers, texts, tables of those) leads nowhere.
    """
    seen: set[int] = set()
    left = list(things)
    while left:
        further = []
        for each in left:
            if id(each) not in seen and gc.is_tracked(each):
                seen.add(id(each))
                if not _leads_out(each):
                    yield each
                    further.append(each)
        left = gc.get_referents(*further)


def _leads_out(thing: object) -> bool:
    kind = type(thing)
    if kind is types.FrameType:
        return True
    if kind is dict:
        named = thing.get("__name__")  # type: ignore[attr-defined]  # it is a dict
    elif kind is types.ModuleType:
        named = getattr(thing, "__name__", None)
    else:
        named = getattr(thing, "__module__", None) if isinstance(thing, (type, types.FunctionType)) else None
    return named is not None and not str(named).startswith("conquistadors")


def truth_of(game: Game[Any], seat: Seat | None) -> dict[int, str]:
    """What nobody may come to: the objects that the game is made of, by their ids."""
    run: Any = game._run
    found: dict[int, object] = {id(each): each for each in (game, run, run.pos, run.boundary, run.pending, run._step)}
    found |= {id(source): source for _, source in game.sources}
    found |= {id(checkpoint.position): checkpoint for checkpoint in game._history.checkpoints}
    found |= {id(event): event for event in game._history.events if event.seen_by(seat) is not event}
    return {number: type(each).__name__ for number, each in found.items()}


@pytest.mark.soak
def test_nothing_in_a_view_leads_to_the_truth() -> None:
    """In all scenarios at once: most of what is searched are the modules of the kit, and they are the same for all."""
    apart, searched = max(1, DECISIONS // SEARCHED), 0
    for number, games in enumerate(zip(*[decisions(*scene, 11, DECISIONS) for scene in SCENES], strict=False), 1):
        if number % apart:
            continue
        truth: dict[int, str] = {}
        views: list[object] = []
        for game in games:
            searched += 1
            assert isinstance(game.pending, Choice)
            seat = game.pending.who
            truth |= truth_of(game, None if seat == TABLE else seat)
            view = game.view(seat)
            views += [view, view.__reduce_ex__(4)]
        for thing in reached_from(*views):
            assert id(thing) not in truth, truth[id(thing)]
            assert not isinstance(thing, FORBIDDEN)
    assert searched >= len(SCENES)


def test_the_search_finds_a_way_where_there_is_one() -> None:
    """A search that cannot find anything proves nothing."""
    game = next(played("example", {"captains": 3}, 1, 1))
    view = game.view("red")
    view.pending = game.pending  # type: ignore[assignment]  # as it was: predicates, with the position in their cells
    truth = truth_of(game, "red")
    assert any(id(thing) in truth for thing in reached_from(view))


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_a_view_is_the_same_whatever_its_seat_cannot_know(scenario: str, options: dict[str, Any]) -> None:
    """All that is sent of it: position, question, options, refusals, log, what worlds are supposed from."""
    random = Random(5)
    compared = 0
    tried: dict[str, None] = {}
    for game in played(scenario, options, 12, DECISIONS):
        tried |= dict.fromkeys(option.id for option in game.options)
        for seat in (*game.rules.seats, None):
            other = another_world(game, seat, random)
            if other is not None and other.position != game.position:
                compared += 1
                compare(game, other, seat, random.sample(list(tried), min(5, len(tried))))
    assert compared or len(game.rules.seats) == 1


def compare(game: Game[Any], other: Game[Any], seat: Seat | None, tried: list[str]) -> None:
    ours, theirs = game.view(seat), other.view(seat)
    assert view_to_json(ours) == view_to_json(theirs)
    assert view_to_json(game.watch(seat)) == view_to_json(other.watch(seat))
    assert game.prompt_for(seat) == other.prompt_for(seat)
    for text in tried:
        assert asked(game, seat, text) == asked(other, seat, text)


def asked(game: Game[Any], seat: Seat | None, text: str) -> object:
    """Why a seat may not answer something, whether it is asked or not."""
    if seat is None:
        return None
    try:
        return game.why_not(text, seat=seat)
    except IllegalAnswer as error:
        return str(error)


@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_who_is_not_asked_is_told_nothing_of_the_question(scenario: str, options: dict[str, Any]) -> None:
    for game in played(scenario, options, 13, 40):
        assert isinstance(game.pending, Choice)
        for seat in game.rules.seats:
            if seat == game.pending.who:
                continue
            view = game.view(seat)
            assert (view.pending, view.options, view.refused) == (None, (), ())
            before = game.answers
            with pytest.raises(IllegalAnswer) as refused:
                game.play("all of it", seat=seat)
            assert str(refused.value) == f"{seat!r} has nothing to choose now"
            assert asked(game, seat, "pass") == str(refused.value)
            with pytest.raises(IllegalAnswer, match=f"^{seat} has nothing to choose now$"):
                view.why_not("pass")
            assert game.answers == before


def test_an_answer_to_a_question_that_was_answered_is_refused() -> None:
    (game,) = played("example", {"captains": 3}, 1, 1)
    first = game.question
    game.play(game.options[0], seat="red", question=first)
    with pytest.raises(IllegalAnswer, match=f"question {first} has been answered"):
        game.play(game.options[0], question=first)
    game.undo_policy = "training"
    game.undo()
    assert game.question > first
    with pytest.raises(IllegalAnswer, match=f"question {first} has been answered"):
        game.play(game.options[0], question=first)
    game.play(game.options[0], question=game.question)
