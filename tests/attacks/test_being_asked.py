"""To be asked is a tell: whoever looks on learns nothing from who is asked, nor from what changes meanwhile."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from attacks.worlds import another_world, played, scenes
from conquistadors.engine import saves
from conquistadors.engine.events import Drew, Event
from conquistadors.engine.game import Game
from conquistadors.engine.requests import PASS, Choice, Option, Seat
from conquistadors.engine.rules import Rules
from conquistadors.engine.sending import view_to_json
from conquistadors.engine.views import View
from conquistadors.games import rules_for
from support.sizes import size

DECISIONS = size("ASKED_DECISIONS", thin=80, soak=3000)
"""So many decisions of a game are looked at."""
FOLLOWED = 12
"""So many questions after that are followed in both worlds."""

SCENES = scenes()
NAMED = [scenario for scenario, _ in SCENES]


class Transcript(NamedTuple):
    """What a seat sees of the next questions, and whether it ends because something hidden was laid open."""

    seen: list[object]
    laid_open: bool


def transcript(game: Game[Any], seat: Seat, way: Random) -> Transcript:
    """What a seat sees of the next questions: it answers anyhow, and all others pass where they can.

    It ends where others have to decide something, where a card is drawn or a rule lays a hidden one open, and after so
    many questions.
    """
    seen: list[object] = []
    heard = len(game.events_so_far()[0])
    for _ in range(FOLLOWED):
        asked = game.pending
        if any(map(opens, game.events_so_far()[0][heard:])):
            return Transcript(seen, laid_open=True)
        if not isinstance(asked, Choice):
            break
        seen.append((asked.who, asked.kind, game.prompt_for(seat), shown(game.watch(seat))))
        if asked.who == seat:
            game.play(way.choice(game.options), seat=seat)
        elif asked.passes:
            game.play(PASS, seat=asked.who)
        else:
            break
    return Transcript(seen, laid_open=False)


def same(one: Transcript, other: Transcript) -> bool:
    """Whether a seat sees the same in both, up to where a rule lays something open in one of them."""
    ends = [len(each.seen) for each in (one, other) if each.laid_open]
    last = min(ends, default=FOLLOWED)
    return one.seen[:last] == other.seen[:last]


def opens(event: Event) -> bool:
    """5.15  An Imperial Emissary is discarded when his empire is plundered: all may see then what lay there."""
    return isinstance(event, Drew) or bool(event.secret and event.audience is None)


def shown(view: View[Any]) -> object:
    return {name: part for name, part in view_to_json(view, len(view.lines)).items() if name != "boundary"}


def telling(scenario: str, options: dict[str, Any], *, quickly: bool) -> int:
    """In how many worlds that differ only in secrets a seat sees something else; and there have to be such worlds."""
    random, compared, different = Random(7), 0, 0
    for game in played(scenario, options, 21, DECISIONS, people=True):
        assert isinstance(game.pending, Choice)
        seat = game.pending.who
        if seat not in game.rules.seats or game.checkpoint.answers != len(game.answers):
            continue
        other = another_world(game, seat, random)
        if other is None or other.position == game.position:
            continue
        here = game.branch()
        if quickly:
            here.asking = other.asking = "quickly"
        way = random.random()
        compared += 1
        different += not same(transcript(here, seat, Random(way)), transcript(other, seat, Random(way)))
    assert compared
    return different


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_openly_the_questions_tell_nothing(scenario: str, options: dict[str, Any]) -> None:
    assert telling(scenario, options, quickly=False) == 0


def test_quickly_they_do() -> None:
    """The same comparison, where the table has agreed on the quick way: who is asked holds a card."""
    assert telling("example", {"captains": 3}, quickly=True)


@pytest.mark.soak
@pytest.mark.parametrize(("scenario", "options"), SCENES, ids=NAMED)
def test_what_others_see_stands_still_while_a_window_is_open(scenario: str, options: dict[str, Any]) -> None:
    """Until they are asked themselves. The window is the one of its occasion, in one step of the rules."""
    stood: dict[Seat | None, object] = {}
    window, compared, opened = None, 0, False
    for game in played(scenario, options, 22, DECISIONS, people=True):
        assert isinstance(game.pending, Choice)
        reacting = game.position.reacting
        opened |= bool(reacting)
        now = (game.checkpoint.answers, reacting[0].occasion) if reacting else None
        if now is None or now != window:
            stood.clear()
        window = now
        for seat in (*game.rules.seats, None):
            view = game.watch(seat)
            if seat == game.pending.who:
                stood.pop(seat, None)
                assert view.options == game.options
                continue
            assert view.pending is None
            if window is not None:
                compared += seat in stood
                assert stood.setdefault(seat, still(view)) == still(view)
                assert view.waits_for is None
    reacts = type(game.rules).reactions is not Rules.reactions
    assert (bool(compared), opened) == (reacts, reacts), "a game without reactions opens no window, and others do"


def still(view: View[Any]) -> object:
    return (view.position.key(), view.lines, view.prompt)


# Who is asked ----------------------------------------------------------------------------------------------------


def asked_and_passed(people: frozenset[Seat], asking: Any = "openly") -> tuple[int, int]:
    """How many questions were asked in a game of Landfall, and how many were passed unseen."""
    rules = rules_for("example", {"captains": 3})
    game: Game[Any] = Game.new(rules, seed=3)
    game.people, game.asking = people, asking
    random = Random(1)
    while isinstance(game.pending, Choice):
        game.play(random.choice(game.options))
    given = [answer for answer in game.answers if answer.who in rules.seats]
    return sum(not answer.auto for answer in given), sum(answer.auto for answer in given)


def test_among_people_nobody_passes_unseen_but_who_holds_nothing() -> None:
    seats = frozenset({"red", "blue", "green"})
    quick, unseen = asked_and_passed(seats, "quickly")
    assert unseen > quick / 4
    assert asked_and_passed(frozenset({"red"}))[1] == unseen, "one person among bots is not slowed"
    assert asked_and_passed(frozenset())[1] == unseen, "nor are bots"
    asked, left = asked_and_passed(seats)
    assert asked > quick
    assert left < unseen


def test_a_bot_among_people_is_not_asked_in_vain() -> None:
    rules = rules_for("example", {"captains": 3})
    game: Game[Any] = Game.new(rules, seed=3)
    game.people = frozenset({"red", "blue"})
    random = Random(1)
    while isinstance(game.pending, Choice):
        assert len(game.options) > 1 or game.pending.who != "green"
        game.play(random.choice(game.options))


def test_a_seat_without_a_card_is_not_asked() -> None:
    game = next(played("example", {"captains": 3}, 1, 1, people=True))
    pos = game.position
    seen = game.rules.view(pos, None)
    assert not game.rules.only_passes(seen, "blue", "react")
    seen.hands["blue"] = type(seen.hands["blue"])()
    assert game.rules.only_passes(seen, "blue", "react")
    assert not game.rules.only_passes(seen, "blue", "turn")


def test_the_agreement_is_saved_with_the_game_and_only_where_there_is_one() -> None:
    game = next(played("example", {"captains": 3}, 1, 1, people=True))
    text = saves.to_text(game, "0")
    assert '"asking"' not in text
    assert saves.from_text(text, rules_for, "0").asking == "openly"
    game.asking = "quickly"
    assert saves.from_text(saves.to_text(game, "0"), rules_for, "0").asking == "quickly"
    with pytest.raises(Exception, match="'openly' or 'quickly'"):
        game.asking = "softly"  # type: ignore[assignment]  # what somebody might type


def test_a_game_that_was_asked_openly_loads_as_it_was_played() -> None:
    *_, game = played("example", {"captains": 3}, 4, 1000, people=True)
    again = saves.from_text(saves.to_text(game, "0"), rules_for, "0")
    assert again.answers == game.answers
    assert any(answer.value == PASS.id and not answer.auto for answer in again.answers)


def test_an_option_is_an_answer_of_its_seat_too() -> None:
    game = next(played("example", {"captains": 3}, 1, 1))
    chosen: Option = game.options[0]
    game.play(chosen, seat="red", question=game.question)
    assert any(answer.value == chosen.id for answer in game.answers)
