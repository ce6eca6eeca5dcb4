"""1.5  The dice that fell last: what they showed, what was added line by line, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from conquistadors.engine import CardPlayed, Event, Modifier, Seat, Texts, record
from conquistadors.engine.events import Rolled, Step
from conquistadors.engine.rules import Roll
from conquistadors.engine.views import Line
from conquistadors.scene.words import MINUS
from conquistadors_widgets.panels.marks import modifier_lines, named, none, player, said, worded

MOST_SHOWN: Final = 4
"""So many throws, and so many sentences on what came of them, at most."""


@record
class Throw:
    """One roll: the dice as they lay at last and before a re-roll, what was added, and luck."""

    who: Seat
    roll: str
    natural: int
    modifiers: tuple[Modifier, ...]
    total: int
    before: int | None = None
    """What the dice showed before they were rolled again."""
    luck: tuple[str, ...] = ()
    """How the luck card was used: "modify", "reroll"."""


@record
class Thrown:
    """Rolls that were thrown together, and what came of them."""

    throws: tuple[Throw, ...]
    outcome: tuple[Event, ...]
    answers: int
    """How many answers had been given when the last of them fell."""


def rolls_in(lines: Iterable[Line]) -> list[Thrown]:
    """The rolls of a log, with what came of each."""
    found: list[Thrown] = []
    throws: list[Throw] = []
    outcome: list[Event] = []
    luck: list[str] = []
    answers, open_ = 0, False
    for line in lines:
        event = line.event
        if isinstance(event, Step):
            continue
        if isinstance(event, CardPlayed) and event.use in ("modify", "reroll"):
            luck.append(event.use)
        elif isinstance(event, Rolled):
            again = "reroll" in luck and throws and (throws[-1].roll, throws[-1].who) == (event.roll, event.who)
            if throws and not again and (outcome or not open_):
                found.append(Thrown(tuple(throws), tuple(outcome), answers))
                throws, outcome = [], []
            earlier = throws.pop() if again else None
            throws.append(_throw(event, earlier, tuple(luck)))
            luck, answers, open_ = [], line.answers, True
        elif event.heading:  # where something new begins, nothing more comes of a roll
            open_ = False
        elif open_:
            outcome.append(event)
    return [*found, Thrown(tuple(throws), tuple(outcome), answers)] if throws else found


def _throw(event: Rolled, earlier: Throw | None, luck: tuple[str, ...]) -> Throw:
    before = None if earlier is None else earlier.natural
    spent = luck if earlier is None else (*earlier.luck, *luck)
    return Throw(event.who, event.roll, event.natural, event.modifiers, event.total, before, spent)


def dice(
    lines: Sequence[Line],
    rolls: Mapping[str, Roll],
    texts: Texts,
    names: Mapping[Seat, str],
    language: str,
    *,
    since: int = 0,
) -> str:
    """The rolls since so many answers had been given or, if there were none, the last one, as an earlier one.

    `rolls` are those of the game: how many dice are thrown, and what luck may do, is not said by the events.
    """
    all_ = rolls_in(lines)
    new = [thrown for thrown in all_ if thrown.answers >= since]
    shown = new[-MOST_SHOWN:] or all_[-1:]
    if not shown:
        return f'<div class="cq-panels cq-panels-dice">{none(said(language, "no-rolls"))}</div>'
    older = "" if new else f'<p class="cq-panels-told">{said(language, "earlier-roll")}</p>'
    inside = "".join(_thrown(thrown, rolls, texts, names) for thrown in reversed(shown))
    state = "" if new else " cq-panels-earlier"
    return f'<div class="cq-panels cq-panels-dice{state}">{older}{inside}</div>'


def _thrown(thrown: Thrown, rolls: Mapping[str, Roll], texts: Texts, names: Mapping[Seat, str]) -> str:
    throws = "".join(_one(throw, rolls.get(throw.roll), texts, names) for throw in thrown.throws[-MOST_SHOWN:])
    told = "".join(f"<li>{escape(_sentence(event, texts, names))}</li>" for event in thrown.outcome[:MOST_SHOWN])
    came = f'<ul class="cq-panels-came" aria-label="{worded(texts, "outcome")}">{told}</ul>' if told else ""
    return f'<section class="cq-panels-thrown"><div class="cq-panels-throws">{throws}</div>{came}</section>'


def _sentence(event: Event, texts: Texts, names: Mapping[Seat, str]) -> str:
    """An event in words, as `Teller.event` has it, without its clause: that is in the story."""
    key = texts.first_of(f"event.{event.kind}.{event.variant()}", f"event.{event.kind}")
    return texts.say(key, event.facts(), names)


def _one(throw: Throw, known: Roll | None, texts: Texts, names: Mapping[Seat, str]) -> str:
    count = 1 if known is None else known.dice.count
    first = f'<del title="{worded(texts, "first-throw")}">{throw.before}</del>' if throw.before is not None else ""
    shown = worded(texts, "dice" if count > 1 else "die")
    rows = f"<tr><th>{shown}</th><td>{first}{throw.natural}</td></tr>{modifier_lines(throw.modifiers, texts, names)}"
    who = player(throw.who, _known(throw.who, texts, names))
    total = str(throw.total).replace("-", MINUS)
    return (
        f'<div class="cq-panels-throw"><header><strong>{named(texts, throw.roll)}</strong>{who}</header>'
        f'<div class="cq-panels-faces">{faces(throw.natural, count)}<table><tbody>{rows}</tbody>'
        f"<tfoot><tr><th>{worded(texts, 'total')}</th><td>{total}</td></tr></tfoot></table></div>"
        f"{_luck(throw, known, names, texts)}</div>"
    )


def _known(seat: Seat, texts: Texts, names: Mapping[Seat, str]) -> Mapping[Seat, str]:
    """The names with that of whoever is nobody at the table: the enemy of the Solitaire Game."""
    return names if seat in names else {**names, seat: texts.word(seat, names)}


def _luck(throw: Throw, known: Roll | None, names: Mapping[Seat, str], texts: Texts) -> str:
    """Whether the luck card of the game was used, where that was possible."""
    if throw.luck:
        used = escape(" ".join(texts.say(f"luck-used.{use}") for use in throw.luck))
        return f'<p class="cq-panels-luck cq-panels-spent">{used}</p>'
    possible = known is not None and (known.luck_before or known.luck_after) and throw.who in names
    return f'<p class="cq-panels-luck">{escape(texts.say("luck-used.none"))}</p>' if possible else ""


# Pictures --------------------------------------------------------------------------------------------------------

PIPS: Final = {
    1: ((18, 18),),
    2: ((10, 10), (26, 26)),
    3: ((10, 10), (18, 18), (26, 26)),
    4: ((10, 10), (26, 10), (10, 26), (26, 26)),
    5: ((10, 10), (26, 10), (18, 18), (10, 26), (26, 26)),
    6: ((10, 9), (26, 9), (10, 18), (26, 18), (10, 27), (26, 27)),
}


def faces(natural: int, count: int) -> str:
    """One die with its face. Of two dice the game knows the sum alone, so it is written across the pair."""
    if count == 1 and natural in PIPS:
        width, inside = 36, "".join(_face(natural))
    else:
        width = 36 if count == 1 else 52
        back = '<rect x="18" y="3" width="30" height="30" rx="5" transform="rotate(8 33 18)"/>' if count > 1 else ""
        inside = f'{back}<rect x="3" y="3" width="30" height="30" rx="5"/><text x="18" y="24.5">{natural}</text>'
    return (
        f'<svg class="cq-panels-die" viewBox="0 0 {width} 36" style="width:{width / 16:.2f}em" role="img" '
        f'aria-label="{natural}">{inside}</svg>'
    )


def _face(number: int) -> Iterator[str]:
    yield '<rect x="3" y="3" width="30" height="30" rx="5"/>'
    for x, y in PIPS[number]:
        yield f'<circle cx="{x}" cy="{y}" r="2.9"/>'
