"""Landfall: the smallest complete game on this engine. Its clauses are in `data/landfall/en.toml`, its numbers beside.

Two to four captains race across the ocean. It has what a real game has: a procedure inside a procedure, hidden
cards, a reaction (Storm) and a luck card (Pilot). CONTRIBUTING.md explains from it how a game is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from random import Random

from conquistadors.engine import (
    UNSEEN,
    Bar,
    CardPlayed,
    Choice,
    Ending,
    Event,
    Luck,
    Modifier,
    Option,
    Pile,
    Position,
    Procedure,
    Rules,
    Seat,
    SetupError,
    Texts,
    catalogue,
    draw,
    event_record,
    option,
    options_of,
    procedure,
    record,
    roll,
    short_repr,
    step,
    texts_of,
    window,
)
from conquistadors.engine.codec import Json
from conquistadors.engine.events import CHAPTER, SCENE
from conquistadors.engine.texts import error_text
from conquistadors.resources import read_toml

SEATS = ("red", "blue", "green", "gold")
COURSES = ("coast", "open")
TEXTS = (
    *("common/interface", "common/interface/panels", "landfall"),
    *("landfall/face/board", "landfall/face/coach", "landfall/face/panels", "landfall/face/explorers"),
)
ACTIONS = (*options_of("sail", COURSES), option("prepare"))


@event_record
class RoundBegan(Event):
    """2.1  A round of turns begins."""

    heading = CHAPTER
    round: int


@event_record
class TurnBegan(Event):
    """2.1  A captain's turn begins."""

    heading = SCENE
    who: Seat


@event_record
class Sailed(Event):
    who: Seat
    course: str


@event_record
class Moved(Event):
    who: Seat
    leagues: int
    at: int


@event_record
class Shuffled(Event):
    pass


@record
class Voyage:
    """The voyage of this turn: the course once it is chosen, and what helps or hinders it."""

    course: str | None = None
    modifiers: tuple[Modifier, ...] = ()


NO_VOYAGE = Voyage()


@dataclass(eq=False, kw_only=True)
class Ocean(Position):
    """1.0  What is on the table."""

    rules: Landfall = field(repr=False)
    round: int
    active: Seat
    ships: dict[Seat, int]
    hands: dict[Seat, Pile]
    piles: dict[str, Pile]
    voyage: Voyage = NO_VOYAGE

    def discard(self, seat: Seat, card: str) -> None:
        self.hands[seat] = self.hands[seat].minus(card)
        self.piles["discards"] = self.piles["discards"].plus(card)


@procedure("1.2")
def deal(pos: Ocean) -> Procedure[None]:
    """Each captain is dealt the first cards."""
    for seat in pos.rules.seats:
        while pos.hands[seat].size < pos.rules.first_hand:
            yield from take_card(pos, seat, rule="1.2")
    pos.round = 1


@procedure("2.1", steps=("decide", "sail", "prepare"))
def turn(pos: Ocean) -> Procedure[None]:
    """A captain's turn: Charts, then a voyage or a card."""
    seat = pos.active
    if seat == pos.rules.seats[0]:
        pos.report(RoundBegan, round=pos.round, rule="2.1")
    pos.report(TurnBegan, who=seat, rule="2.1")
    step(pos, turn, "decide")
    chosen = yield turn_choice(pos)
    while chosen.verb == "play":
        play_modifier(pos, seat, chosen.subject, use="play", rule="3.1")
        chosen = yield turn_choice(pos)
    if chosen.verb == "sail":
        step(pos, turn, "sail")
        yield from sail(pos, chosen.subject)
    else:
        step(pos, turn, "prepare")
        yield from take_card(pos, seat, rule="2.2")
    pos.voyage = NO_VOYAGE
    pos.active = pos.rules.others[seat][0]
    pos.round += pos.active == pos.rules.seats[0]


@procedure("3.3", steps=("course", "reactions", "roll", "result"))
def sail(pos: Ocean, course: str) -> Procedure[None]:
    """A voyage: the course, the Storms of the others, the roll, the leagues made good."""
    seat = pos.active
    step(pos, sail, "course")
    pos.voyage = Voyage(course, pos.voyage.modifiers)
    pos.report(Sailed, who=seat, course=course, rule="3.3")
    step(pos, sail, "reactions")
    yield from window(pos, "voyage", pos.rules.others[seat], rule="3.2")
    step(pos, sail, "roll")
    thrown = yield from roll(pos, "voyage", seat, pos.voyage.modifiers, rule="3.3")
    step(pos, sail, "result")
    made = pos.rules.leagues(thrown.total, course)
    pos.ships[seat] = max(0, pos.ships[seat] + made)
    pos.report(Moved, who=seat, leagues=made, at=pos.ships[seat], rule="3.4")


def turn_choice(pos: Ocean) -> Choice:
    return Choice(pos.active, "turn", "2.1", partial(turn_candidates, pos), partial(forbids_in_turn, pos))


def turn_candidates(pos: Ocean) -> list[Option]:
    return [*ACTIONS, *options_of("play", pos.hands[pos.active].titles)]


def forbids_in_turn(pos: Ocean, tried: Option) -> Bar | None:
    """2.1  What stands against an action in your own turn."""
    if tried.verb == "sail":
        return None if tried.subject in COURSES else Bar("3.4", "no-course")
    if tried.verb == "play":
        return forbids_card(pos, pos.active, tried, "chart", "3.1")
    if tried.verb != "prepare":
        return Bar("2.1", "not-offered")
    cards = pos.hands[pos.active].size
    if cards >= pos.rules.largest_hand:
        return Bar("2.2", "hand-full", (("cards", cards),))
    return None if pos.piles["deck"].titles or pos.piles["discards"].titles else Bar("2.3", "deck-empty")


def forbids_card(pos: Ocean, seat: Seat, tried: Option, wanted: str, rule: str) -> Bar | None:
    """3.1, 3.2  A card that changes the voyage: of the wanted title, in the hand, and the first of its title."""
    if tried.subject not in pos.hands[seat].titles:
        return Bar(rule, "not-in-hand")
    if tried.subject != wanted:
        return Bar(rule, f"only-{wanted}")
    if wanted in [modifier.name for modifier in pos.voyage.modifiers]:
        return Bar(rule, f"one-{wanted}")
    return None


def play_modifier(pos: Ocean, seat: Seat, card: str, *, use: str, rule: str) -> None:
    """3.1, 3.2  The card is discarded and changes the voyage."""
    pos.discard(seat, card)
    pos.voyage = Voyage(pos.voyage.course, (*pos.voyage.modifiers, pos.rules.modifiers[card]))
    pos.report(CardPlayed, who=seat, card=card, use=use, rule=rule)


def take_card(pos: Ocean, seat: Seat, *, rule: str) -> Procedure[None]:
    """2.2, 2.3  Draw a card; an empty deck takes back the discards first."""
    if not pos.piles["deck"].titles:
        pos.piles |= {"deck": pos.piles["discards"], "discards": Pile()}
        pos.report(Shuffled, rule="2.3")
    card = yield from draw(pos, pos.piles["deck"], seat, name="deck", rule=rule, seen_by=(seat,))
    pos.piles["deck"] = pos.piles["deck"].minus(card)
    pos.hands[seat] = pos.hands[seat].plus(card)


class Pilot(Luck):
    """4.1  The luck card of this game."""

    rule_before = rule_after = "4.1"

    def held(self, pos: Ocean, seat: Seat) -> Collection[str]:
        return ("pilot",) if "pilot" in pos.hands[seat].titles else ()

    def spend(self, pos: Ocean, seat: Seat, card: str) -> None:
        pos.discard(seat, card)

    def modifier(self, pos: Ocean, card: str) -> Modifier:
        return pos.rules.modifiers[card]


class Landfall(Rules[Ocean]):
    """The rules with their numbers, for a number of captains."""

    scenario = "example"
    kit = "landfall"
    position_type = Ocean

    def __init__(self, captains: int = 2) -> None:
        """1.1  Two to four captains; how many is the one option."""
        data = read_toml("landfall", "landfall.toml")
        fewest, most = data["captains"]["fewest"], data["captains"]["most"]
        if type(captains) is not int or not fewest <= captains <= most:
            raise SetupError(error_text("setup.captains", fewest=fewest, most=most, wanted=short_repr(captains)))
        self.options: Mapping[str, Json] = {"captains": captains}
        self.seats = SEATS[:captains]
        self.others = {seat: self.seats[n + 1 :] + self.seats[:n] for n, seat in enumerate(self.seats)}
        self.luck = Pilot()
        self.rolls = catalogue(data["rolls"])
        self.modifiers = {card: Modifier(card, entry["modifier"]) for card, entry in data["cards"].items()}
        self.deck = Pile.of(card for card, entry in data["cards"].items() for _ in range(entry["copies"]))
        self.first_hand, self.largest_hand, self.goal, self.last_round = (
            data[name]["value"] for name in ("first_hand", "largest_hand", "goal", "last_round")
        )
        rows = sorted(data["voyage"], key=lambda row: int(row["from"]), reverse=True)
        self._texts: dict[str, Texts] = {}
        self._table = {course: [(int(row["from"]), int(row[course])) for row in rows] for course in COURSES}

    def leagues(self, total: int, course: str) -> int:
        """3.4  The voyage table; its first row is open downwards, its last one upwards."""
        rows = self._table[course]
        return next((leagues for start, leagues in rows if total >= start), rows[-1][1])

    def start(self) -> Ocean:
        return Ocean(
            rules=self,
            round=0,
            active=self.seats[0],
            ships=dict.fromkeys(self.seats, 0),
            hands=dict.fromkeys(self.seats, Pile()),
            piles={"deck": self.deck, "discards": Pile()},
        )

    def step(self, pos: Ocean) -> Procedure[None]:
        return deal(pos) if pos.round == 0 else turn(pos)

    def ending(self, pos: Ocean) -> Ending | None:
        furthest = max(pos.ships.values())
        if furthest < self.goal and pos.round <= self.last_round:
            return None
        first = tuple(seat for seat in self.seats if pos.ships[seat] == furthest)
        return Ending(first, "5.1", "landfall") if furthest >= self.goal else Ending(first, "5.2", "furthest")

    def check(self, pos: Ocean) -> None:
        piles = [*pos.hands.values(), *pos.piles.values()]
        if set(pos.ships) != set(self.seats) or set(pos.hands) != set(self.seats) or pos.active not in self.seats:
            raise ValueError(error_text("never.ships", seats=self.seats))
        for pile in piles:
            pile.check()
        if set(pos.piles) != {"deck", "discards"} or Pile.united(piles) != self.deck:
            raise ValueError(error_text("never.example-cards"))
        if min(pos.ships.values()) < 0 or pos.round < 0:
            raise ValueError(error_text("never.from-zero"))

    def check_boundary(self, pos: Ocean) -> None:
        super().check_boundary(pos)
        if pos.voyage != NO_VOYAGE:
            raise ValueError(error_text("never.voyage"))

    def only_passes(self, seen: Ocean, seat: Seat, kind: str) -> bool:
        """3.2, 4.1  Storms and Pilots are cards of the hand, and how many cards one holds is to be seen."""
        return kind in ("react", "modify", "reroll") and not seen.hands[seat].size

    def reactions(self, pos: Ocean, occasion: str, seat: Seat) -> Sequence[Option]:
        return options_of("play", pos.hands[seat].titles)

    def forbids_reaction(self, pos: Ocean, occasion: str, seat: Seat, tried: Option) -> Bar | None:
        return forbids_card(pos, seat, tried, "storm", "3.2")

    def react(self, pos: Ocean, occasion: str, seat: Seat, chosen: Option) -> Procedure[None]:
        play_modifier(pos, seat, str(chosen.subject), use="react", rule="3.2")
        yield from ()

    def view(self, pos: Ocean, seat: Seat | None) -> Ocean:
        seen = pos.copy()
        for other, hand in pos.hands.items():
            if other != seat:
                seen.hands[other] = hand.face_down()
        seen.piles["deck"] = pos.piles["deck"].face_down()
        return seen

    def redealt(self, pos: Ocean, seat: Seat | None, random: Random) -> Ocean:
        hidden = [other for other in self.seats if other != seat]
        cards = list(Pile.united([pos.piles["deck"], *[pos.hands[other] for other in hidden]]).each())
        random.shuffle(cards)
        other_deal = pos.copy()
        for other in hidden:
            size = pos.hands[other].size
            other_deal.hands[other] = Pile.of(cards[:size])
            del cards[:size]
        other_deal.piles["deck"] = Pile.of(cards)
        return other_deal

    def supposed(
        self, seen: Ocean, seat: Seat | None, random: Random, shown: Sequence[tuple[Seat, Option]] = ()
    ) -> Ocean | None:
        """1.2  The cards that the seat has not seen, dealt at random. Those that others have played since they held."""
        held: dict[Seat, list[str]] = {other: [] for other in self.seats if other != seat}
        for who, given in shown:
            if who in held and given.subject in self.modifiers:
                held[who].append(str(given.subject))
        seen_cards = [*seen.piles["discards"].each(), *[card for cards in held.values() for card in cards]]
        if seat is not None:
            seen_cards += seen.hands[seat].each()
        cards = list((Counter(self.deck.each()) - Counter(seen_cards)).elements())
        random.shuffle(cards)
        world = seen.copy()
        for other, known in held.items():
            missing = seen.hands[other].size - len(known)
            if missing < 0:
                return None
            world.hands[other] = Pile.of([*known, *cards[:missing]])
            del cards[:missing]
        world.piles["deck"] = Pile.of(cards)
        return world

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """5.1  The spaces of the ocean: league by league from the port to the other shore."""
        return tuple(f"league-{league}" for league in range(self.goal + 1))

    def texts(self, language: str) -> Texts:
        """All sentences, and the names of the spaces."""
        if language not in self._texts:
            catalogue = texts_of(language, *TEXTS)
            named = {0: "board.port", self.goal: "board.landfall"}
            names = {
                space: catalogue.say(named.get(league, "board.league"), {"league": league})
                for league, space in enumerate(self.spaces)
            }
            self._texts[language] = catalogue.with_names(names)
        return self._texts[language]

    def facts(self, pos: Ocean) -> dict[str, object]:
        return {"round": pos.round, "captain": pos.active, "course": pos.voyage.course}

    def describe(self, pos: Ocean, texts: Texts, names: Mapping[Seat, str]) -> str:
        lines = [texts.say("show.round", {"round": pos.round, "deck": pos.piles["deck"].size})]
        for seat in self.seats:
            hand = pos.hands[seat]
            cards = texts.word(tuple(hand.each()), names) or texts.say("show.nothing")
            if UNSEEN in hand.titles:
                cards = texts.say("show.unseen", {"count": hand.size})
            facts = {"who": seat, "leagues": pos.ships[seat], "goal": self.goal, "hand": cards}
            lines.append(texts.say("show.ship", facts, names))
        return "\n".join(lines)
