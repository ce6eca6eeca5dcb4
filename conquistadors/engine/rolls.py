"""The one place where dice are thrown and the one place where something is drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from conquistadors.engine.errors import RuleError
from conquistadors.engine.events import CardPlayed, Drew, Event, Modifier, Rolled
from conquistadors.engine.piles import Pile
from conquistadors.engine.position import Position, Rolling
from conquistadors.engine.requests import (
    Asked,
    Bar,
    Chance,
    Choice,
    Option,
    Procedure,
    Seat,
    option,
)
from conquistadors.engine.rules import Luck, LuckTried, Roll

Reads = Callable[[int], Any]
"""What the rules make of a total: the cell of a table, the result that a clause names."""
AlsoReads = Callable[[int], Hashable]
"""What the rules read from the dice as they lie, besides the total."""


class Thrown(NamedTuple):
    """What a roll came to: the dice as they lay at the end, with the modifiers, and what the rules make of that."""

    natural: int
    total: int
    result: Any = None


def roll(
    pos: Position,
    name: str,
    who: Seat,
    modifiers: Iterable[Modifier] = (),
    *,
    rule: str,
    luck_of: Seat | None = None,
    reads: Reads | None = None,
    also_reads: AlsoReads | None = None,
) -> Procedure[Thrown]:
    """Throw the dice of a catalogued roll and return what they showed, the modified total, and what is made of it.

    `luck_of` is the seat that may spend luck, if it is not the one who rolls. `reads` says what the rules make of the
    total and, where they look at the dice themselves too, `also_reads` what they see there: whoever asks for the odds
    need not tell apart what the rules do not.

    1  a luck card, spent beforehand for a modifier, where the catalogue allows it
    2  the dice
    3  a luck card, spent afterwards for a re-roll, which stands even if it is worse
    """
    outer = pos.rolling
    at = len(outer)
    entry = _begin(pos, name, who, tuple(modifiers), rule)
    helped = luck_of or who
    asked = _luck_choice(pos, entry, helped, "modify") if entry.luck_before else None
    if asked is not None:
        _modify(pos, at, helped, (yield asked))
    _lie(pos, at, (yield _dice(pos, at, entry, rule, reads, also_reads)), rule)
    asked = _luck_choice(pos, entry, helped, "reroll") if entry.luck_after else None
    if asked is not None and _spent(pos, helped, (yield asked)):
        _lie(pos, at, (yield _dice(pos, at, entry, asked.rule, reads, also_reads)), asked.rule)
    thrown = _thrown(pos.rolling[at], reads)
    pos.rolling = outer
    return thrown


def prepare_roll(
    pos: Position, name: str, who: Seat, modifiers: Iterable[Modifier] = (), *, rule: str
) -> Procedure[Rolling]:
    """The first of three steps of a roll that is thrown together with others: luck, spent beforehand for a modifier.

    All who throw together prepare first; then each does `throw_dice`, and at last each does `conclude_roll`. What is
    under way lies with the caller between the steps.
    """
    entry = _begin(pos, name, who, tuple(modifiers), rule)
    asked = _luck_choice(pos, entry, who, "modify")
    if asked is not None:
        _modify(pos, len(pos.rolling) - 1, who, (yield asked))
    return _set_aside(pos)


def throw_dice(pos: Position, rolling: Rolling, *, rule: str, reads: Reads | None = None) -> Procedure[Rolling]:
    """The second step: the dice."""
    at = len(pos.rolling)
    pos.rolling += (rolling,)
    _lie(pos, at, (yield _dice(pos, at, pos.rules.rolls[rolling.roll], rule, reads)), rule)
    return _set_aside(pos)


def conclude_roll(pos: Position, rolling: Rolling, *, reads: Reads | None = None) -> Procedure[Thrown]:
    """The third step: luck, spent afterwards for a re-roll, which stands even if it is worse."""
    at = len(pos.rolling)
    pos.rolling += (rolling,)
    entry: Roll = pos.rules.rolls[rolling.roll]
    asked = _luck_choice(pos, entry, rolling.who, "reroll")
    if asked is not None and _spent(pos, rolling.who, (yield asked)):
        _lie(pos, at, (yield _dice(pos, at, entry, asked.rule, reads)), asked.rule)
    return _thrown(_set_aside(pos), reads)


def _set_aside(pos: Position) -> Rolling:
    """The roll under way, which is taken from the position."""
    rolling = pos.rolling[-1]
    pos.rolling = pos.rolling[:-1]
    return rolling


def _begin(pos: Position, name: str, who: Seat, modifiers: tuple[Modifier, ...], rule: str) -> Roll:
    """A roll of the catalogue is under way; a roll or a modifier that is not there is refused."""
    entry: Roll | None = pos.rules.rolls.get(name)
    if entry is None:
        raise RuleError(f"the roll {name!r} ({rule}) is not in the catalogue of {pos.rules.scenario}")
    for modifier in modifiers:
        if modifier.name not in entry.modifiers:
            raise RuleError(f"the catalogue does not know the modifier {modifier.name!r} on the roll {name!r}")
    pos.rolling += (Rolling(name, who, modifiers),)
    return entry


def _modify(pos: Position, at: int, seat: Seat, chosen: Option) -> None:
    """A luck card for a modifier, or a pass."""
    if _spent(pos, seat, chosen):
        _add(pos, at, pos.rules.luck.modifier(pos, chosen.subject))


def _dice(
    pos: Position, at: int, entry: Roll, rule: str, reads: Reads | None, also_reads: AlsoReads | None = None
) -> Chance:
    """The dice of a roll under way."""
    under_way, dice = pos.rolling[at], entry.dice
    added = _added(under_way)
    return Chance(entry.name, under_way.who, rule, dice.totals, dice.ways, dice, added, reads, also_reads)


def _lie(pos: Position, at: int, natural: int, rule: str) -> None:
    """What the dice showed is kept and reported."""
    rolling = pos.rolling
    who, roll, modifiers = rolling[at].who, rolling[at].roll, rolling[at].modifiers
    pos.rolling = (*rolling[:at], Rolling(roll, who, modifiers, natural), *rolling[at + 1 :])
    if pos.sink is not None:
        total = natural + _added(rolling[at])
        pos.sink(Rolled(who=who, roll=roll, natural=natural, modifiers=modifiers, total=total, rule=rule))


def _add(pos: Position, at: int, modifier: Modifier) -> None:
    rolling = pos.rolling[at]
    more = Rolling(rolling.roll, rolling.who, (*rolling.modifiers, modifier))
    pos.rolling = (*pos.rolling[:at], more, *pos.rolling[at + 1 :])


def _added(rolling: Rolling) -> int:
    """What the modifiers come to."""
    added = 0
    for modifier in rolling.modifiers:
        added += modifier.value
    return added


def _thrown(rolling: Rolling, reads: Reads | None) -> Thrown:
    if rolling.natural is None:
        raise RuleError(f"the roll {rolling.roll!r} has no result yet")
    total = rolling.natural + _added(rolling)
    return Thrown(rolling.natural, total, None if reads is None else reads(total))


def _luck_choice(pos: Position, entry: Roll, seat: Seat, use: str) -> Choice | None:
    """Ask for a luck card. Everybody whose roll it is is asked, with or without the card: that tells nothing.

    None where the catalogue does not allow it, there are no such cards, or the roll is nobody's at the table.
    """
    allowed = entry.luck_before if use == "modify" else entry.luck_after
    luck: Luck | None = pos.rules.luck
    if not allowed or luck is None or seat not in pos.rules.seats:
        return None
    cards: Luck = luck
    rule = luck.rule_before if use == "modify" else luck.rule_after

    def candidates() -> list[Option]:
        held = cards.held(pos, seat)
        return [option(use, card) for card in held] if held else []

    def forbids(tried: Option) -> Bar | None:
        if tried.verb not in LUCK_USES:
            return Bar(rule, "not-offered")
        if tried.subject not in cards.held(pos, seat):
            return Bar(rule, "luck-not-held")
        if tried.verb == use:
            return None
        added = any(modifier.name not in entry.modifiers for modifier in pos.rolling[-1].modifiers)
        spent = frozenset({"modify"} if added else ())
        return cards.untimely(LuckTried(tried.verb, entry, thrown=use == "reroll", spent=spent))

    return Choice(seat, use, rule, candidates, forbids, True)


LUCK_USES: Final = ("modify", "reroll")


def why_no_luck(pos: Position, seat: Seat, tried: Option, since: Sequence[Event]) -> Bar | None:
    """Why a luck card is not spent where none is asked for, told from what happened since a person last decided.

    None where it is about something else, or where this game has no luck.
    """
    luck: Luck | None = pos.rules.luck
    if tried.verb not in LUCK_USES or luck is None or seat not in pos.rules.seats:
        return None
    if tried.subject not in luck.held(pos, seat):
        return Bar(luck.rule_before if tried.verb == "modify" else luck.rule_after, "luck-not-held")
    at = len(since) - 1
    while at >= 0 and not isinstance(since[at], Rolled):
        at -= 1
    rolled = since[at] if at >= 0 else None
    if not isinstance(rolled, Rolled):
        return luck.untimely(LuckTried(tried.verb, None))
    spent = set()
    for event in reversed(since[:at]):
        if isinstance(event, CardPlayed) and event.use in LUCK_USES and event.who == seat:
            spent.add(event.use)
        elif not (isinstance(event, Rolled) and event.roll == rolled.roll and "reroll" in spent):
            break
    roll = pos.rules.rolls[rolled.roll]
    return luck.untimely(LuckTried(tried.verb, roll, own=rolled.who == seat, spent=frozenset(spent)))


def asks_for_luck(pos: Position, asked: Asked) -> bool:
    """Whether a question is about a luck card for the roll that is under way."""
    return asked.kind in LUCK_USES and pos.rules.luck is not None and bool(pos.rolling)


def lies_badly(pos: Position, card: str) -> bool:
    """Whether the dice that lie would more likely come out better than worse, if they were thrown again.

    Better is where the luck card would move them. Before the dice are thrown nothing lies badly.
    """
    rolling = pos.rolling[-1]
    if rolling.natural is None:
        return False
    luck: Luck = pos.rules.luck
    dice = pos.rules.rolls[rolling.roll].dice
    up = 1 if luck.modifier(pos, card).value >= 0 else -1
    ways = [((total - rolling.natural) * up, n) for total, n in zip(dice.totals, dice.ways, strict=True)]
    return bool(sum(n for by, n in ways if by > 0) > sum(n for by, n in ways if by < 0))


def _spent(pos: Position, seat: Seat, chosen: Option) -> bool:
    """Whether a luck card was named rather than passed; it is spent and told then."""
    if chosen.subject is None:
        return False
    luck: Luck = pos.rules.luck
    rule = luck.rule_before if chosen.verb == "modify" else luck.rule_after
    luck.spend(pos, seat, chosen.subject)
    pos.report(CardPlayed, who=seat, card=chosen.subject, use=chosen.verb, rule=rule)
    return True


def draw(
    pos: Position, pile: Pile, who: Seat, *, name: str, rule: str, seen_by: tuple[Seat, ...] | None
) -> Procedure[str]:
    """Draw one thing at random and return it; the caller moves it. `seen_by` None shows it to everybody."""
    if not pile.titles:
        raise RuleError(f"{name!r} is empty: nothing to draw ({rule})")
    drawn: str = yield Chance(name, who, rule, pile.titles, pile.copies)
    if pos.sink is not None:
        pos.sink(Drew(who=who, pile=name, drawn=drawn, rule=rule, audience=seen_by))
    return drawn
