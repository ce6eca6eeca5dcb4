"""The rules of The Conquistadors with their numbers, maps, cards and options: what all its games share."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Final

from conquistadors.engine import (
    Bar,
    Ending,
    Event,
    Option,
    Pile,
    Procedure,
    Rules,
    Seat,
    SetupError,
    Texts,
    changed,
    short_repr,
    texts_of,
    window,
)
from conquistadors.engine.codec import Json
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest import describing
from conquistadors.games.conquest.pack.catalogue import rolls_of
from conquistadors.games.conquest.pack.checks import load_pack
from conquistadors.games.conquest.pack.geography import World
from conquistadors.games.conquest.pack.numbers import numbers_of
from conquistadors.games.conquest.pack.records import MAPS, Conquistador, Pack, StrategyCard
from conquistadors.games.conquest.pack.roll_results import Reader, reader_of
from conquistadors.games.conquest.pack.scenes import with_changes
from conquistadors.games.conquest.pack.tables import Tables
from conquistadors.games.conquest.rules import (
    aftermath,
    charge,
    combat,
    discovery,
    hands,
    invariants,
    legends,
    malaria,
    overruling,
    plunder,
    random_events,
    recruiting,
    sequence,
    subsistence,
    victory,
)
from conquistadors.games.conquest.rules.cards import battle, impulse, luck, money, playing, reactions, supports
from conquistadors.games.conquest.rules.cards import legends as legend_cards
from conquistadors.games.conquest.rules.cards.playing import (
    CARD_RULES,
    bars_on_other_occasions,
    cards_for,
    forbids_card,
    play_card,
)
from conquistadors.games.conquest.rules.house import HouseRules
from conquistadors.games.conquest.rules.movement import why_it_stopped
from conquistadors.games.conquest.rules.position import NOTHING, ConquestPosition, Faction, Impulse, Units
from conquistadors.games.conquest.rules.profiles import ScenarioProfile
from conquistadors.games.conquest.rules.tasks import SCENE_OVER, TASKS
from conquistadors.games.conquest.supposing import supposed
from conquistadors.packs.allowed import pack_folder

SEATS: Final = ("red", "blue", "green", "yellow", "black")
CHAPTERS: Final = (
    *(aftermath, charge, combat, discovery, hands, legends, malaria, plunder, random_events, recruiting),
    *(sequence, subsistence, victory),
    *(battle, impulse, legend_cards, money, reactions, supports),
)
"""The chapters with steps of their own, and the cards: importing them registers every step and every title."""


class ConquestRules(Rules[ConquestPosition]):
    """What the games of The Conquistadors have in common."""

    kit = "conquest"
    position_type = ConquestPosition

    def __init__(self, seats: tuple[Seat, ...], maps: tuple[str, ...], house: HouseRules, pack: Pack) -> None:
        self.pack = pack
        self.house = house
        self.seats = seats
        self.n = numbers_of(pack)
        self.fresh_impulse = Impulse(self.n.activations)
        """2.0(5)  An impulse in which nothing was done yet."""
        self.tables = Tables(pack)
        self.world = World(pack.board(name) for name in maps)
        self.rolls = rolls_of(pack)
        self.luck = luck.ManoDeDios()
        self.cards: dict[str, StrategyCard] = {card.id: card for card in pack.strategy_cards()}
        self.assets = {card.id: card for card in pack.asset_cards()}
        self.men: dict[str, Conquistador] = {
            man.id: man for man in pack.conquistadors() if man.option is None or getattr(house, man.option)
        }
        counters = pack.counters()
        self.units_of_the_game = Units(*[int(counters.spanish[kind].value) for kind in ("foot", "horse", "cannon")])
        self.markers = {name: int(graded.value) for name, graded in counters.markers.items()}
        self.card_units = self.markers["units-an-expedition"]
        self.companions_with_units = self.markers["companions-with-units"]
        self.food_most = self.markers["food-an-expedition"]
        self.hits_most = self.markers["morale-hits"]
        self.bearer_food = int(str(self.assets["bearer"].effect["extra_food"]))
        self.cup = Pile.of(unit.id for unit in counters.indians for _ in range(unit.count))
        self.value = {unit.id: unit.value for unit in counters.indians}
        """G-12.31b  The value of every Indian unit by its id; with a "b" the reverse is up."""
        self.value |= {f"{unit.id}b": unit.back for unit in counters.indians if unit.back is not None}
        self.reverse = {unit.id: f"{unit.id}b" for unit in counters.indians if unit.back is not None}
        self.empires = {empire.id: empire for empire in counters.empires}
        self.unit_values = {kind: int(graded.value) for kind, graded in self.tables.values.items()}
        boxes = [int(box) for box in self.tables.favour.columns["points"]]
        self.favour_ends = (min(boxes), max(boxes))
        self.rounds_most = max(int(box) for box in self.tables.impulses.columns["ends"])
        self.legends: tuple[str, ...] = ()
        """19.0, G-19.0  The legends that are played with."""
        self._results = _results_of(pack)
        self._readings: dict[tuple[Hashable, ...], Reader] = {}
        self.titles_for = CARD_RULES.by_occasion(playing.ROLLS)
        self.played_in_impulse = self.titles_for["impulse"] | frozenset(self.men)
        """2.12, 2.22  Action cards and conquistadors."""
        self.out_of_place = {occasion: bars_on_other_occasions(self.cards, occasion) for occasion in self.titles_for}
        """2.12-2.14  What stands against the cards that do not belong to an occasion."""
        self._texts: dict[str, Texts] = {}

    # What differs from game to game ------------------------------------------------------------------------------

    profile: ScenarioProfile
    """The steps of the game, beside those of the others in `course.py`."""
    target: int
    """13.25  The victory points that are needed."""
    standard: bool
    """14.11  Whether the cards marked S are in play."""
    first_units: str = "divide"
    """14.12, 22.24  How the expeditions of the Basic set-up get their units, by the name of the task."""
    card_piles: tuple[str, ...] = ("deck", "discards")
    """Where Strategy and Conquistador cards lie, besides the players' hands and unseen discards."""
    face_down: tuple[str, ...] = ("deck", "assets")
    """The piles whose contents nobody sees."""

    def strategy_deck(self) -> Pile:
        """1.35, 14.11, G-14.11  The Strategy cards; without those marked S in the Basic Game."""
        cards = [card for card in self.cards.values() if self.standard or not card.standard_only]
        return Pile.of(card.id for card in cards for _ in range(card.copies))

    def asset_deck(self) -> Pile:
        """1.35, 14.11, G-14.12  The Asset cards; without those marked S in the Basic Game."""
        cards = [card for card in self.assets.values() if self.standard or not card.standard_only]
        return Pile.of(card.id for card in cards for _ in range(card.copies))

    def more_piles(self) -> dict[str, Pile]:
        """The piles that this game has besides those of the Basic Game."""
        return {}

    @cached_property
    def verbs(self) -> Mapping[str, sequence.Verb | sequence.AimedVerb]:
        """2.0(5)  What can be done in an impulse, by name."""
        return sequence.verbs_of(self.profile)

    @cached_property
    def whole_decks(self) -> tuple[Pile, Pile]:
        """1.31  All Strategy cards and all Asset cards of the game, wherever they lie."""
        return self.strategy_deck(), self.asset_deck()

    def deck_of(self, title: str) -> str:
        """1.35  The deck to which a Strategy or Conquistador card belongs."""
        return "deck"

    def reinforce(self, pos: ConquestPosition) -> None:
        """14.31, 22.34  Conquistadors who join the deck at the start of a turn."""

    def cards_of(self, pos: ConquestPosition, seat: Seat) -> Pile:
        """2.18  The cards that a seat has to play: those of its hand."""
        return pos.hands[seat]

    def discard(self, pos: ConquestPosition, seat: Seat, title: str) -> None:
        """2.16  A card that is played goes to the discards."""
        pos.discard(seat, title)

    def oppose(self, pos: ConquestPosition, occasion: str, order: Sequence[Seat], rule: str) -> Procedure[None]:
        """2.14, 6.22(1)  Who may play cards on an occasion: the players in this order, until all have passed."""
        return window(pos, occasion, order, rule=rule)

    # Look-ups ----------------------------------------------------------------------------------------------------

    def result(self, roll: str, total: int) -> str:
        """What a roll means whose results a clause or a card gives itself: "wounded", "lost" ..."""
        found = [name for start, name in self._results[roll] if start <= total]
        return found[-1] if found else self._results[roll][0][1]

    def reading(self, roll: str, *where: Hashable) -> Reader:
        """How the total of a roll is read: from its table, for a level, a place, a value ..., or by its results."""
        known = self._readings.get((roll, where))
        if known is None:
            known = self._readings[roll, where] = reader_of(self, roll, *where)
        return known

    def has_results(self, roll: str) -> bool:
        """Whether a clause or a card gives the results of the roll itself."""
        return roll in self._results

    # The engine's contract ---------------------------------------------------------------------------------------

    def table(self, tasks: tuple[str, ...]) -> ConquestPosition:
        """An empty table with these tasks to do. The five replacements lie apart in every game (6.44, J4)."""
        printed = {kind: sorted(m.id for m in self.men.values() if m.print == kind) for kind in PRINTS}
        return ConquestPosition(
            rules=self,
            tasks=tasks[::-1],
            order=self.seats,
            active=self.seats[0],
            factions=dict.fromkeys(self.seats, Faction()),
            captains={},
            expeditions={},
            sites={},
            hands=dict.fromkeys(self.seats, NOTHING),
            buried=dict.fromkeys(self.seats, NOTHING),
            dealt=dict.fromkeys(self.seats, NOTHING),
            piles={
                "deck": self.strategy_deck(),
                "discards": NOTHING,
                "assets": self.asset_deck(),
                "asset-discards": NOTHING,
                "cup": self.cup,
                "red": Pile.of(printed["red"]),
                "brown": Pile.of(printed["brown"]),
                "replacements": Pile.of(printed["replacement"]),
                "fallen": NOTHING,
                "empires": Pile.of(self.empires),
                **self.more_piles(),
            },
            captives={},
            pool=self.units_of_the_game,
            impulse=self.fresh_impulse,
        )

    step = staticmethod(TASKS.start)

    def ending(self, pos: ConquestPosition) -> Ending | None:
        if pos.tasks == (SCENE_OVER,):
            return Ending((), "2.0", "scene-over")
        if pos.winners and not pos.tasks:
            return Ending(pos.winners, "13.25", "points")
        if len(pos.order) == 1 and len(self.seats) > 1:
            return Ending(pos.order, "G-6.46b", "resigned")
        return None

    def only_passes(self, seen: ConquestPosition, seat: Seat, kind: str) -> bool:
        """2.14, 1.53  Cards are played from the hand, luck from there or from the table: all see how many there are."""
        if kind not in ("react", "modify", "reroll") or seen.hands[seat].size:
            return False
        return kind == "react" or not seen.factions[seat].luck

    def reactions(self, pos: ConquestPosition, occasion: str, seat: Seat) -> Sequence[Option]:
        return cards_for(pos, seat, occasion)

    def forbids_reaction(self, pos: ConquestPosition, occasion: str, seat: Seat, tried: Option) -> Bar | None:
        if tried.verb != "play":
            return Bar("2.14", "not-offered")
        return forbids_card(pos, seat, tried.subject, occasion)

    def react(self, pos: ConquestPosition, occasion: str, seat: Seat, chosen: Option) -> Procedure[None]:
        return play_card(pos, seat, str(chosen.subject))

    def untimely(self, pos: ConquestPosition, seat: Seat, tried: Option, since: Sequence[Event]) -> Bar | None:
        """3.13, 3.23  A move that had to stop is over: that is why it goes no further."""
        return why_it_stopped(pos, since) if tried.verb in ("go", "stop", "detach") else None

    def view(self, pos: ConquestPosition, seat: Seat | None) -> ConquestPosition:
        """2.18, 5.15  Hands, unseen discards, decks and face-down assets are hidden from the others."""
        seen = pos.copy()
        for pile in self.face_down:
            seen.piles[pile] = pos.piles[pile].face_down()
        for whose in (pos.hands, pos.buried, pos.dealt):
            hidden = seen.hands if whose is pos.hands else seen.buried if whose is pos.buried else seen.dealt
            for other, held in whose.items():
                if other != seat:
                    hidden[other] = held.face_down()
        for commander, expedition in pos.expeditions.items():
            if expedition.owner != seat and expedition.assets.titles:
                seen.expeditions[commander] = changed(expedition, assets=expedition.assets.face_down())
        if seat != pos.active:
            seen.talk = ()
        return seen

    def redealt(self, pos: ConquestPosition, seat: Seat | None, random: Random) -> ConquestPosition:
        """The position with everything that the seat cannot know dealt anew."""
        twin = pos.copy()
        others = [other for other in self.seats if other != seat]
        cards = _shuffled(
            random, [pos.piles["deck"], *[pos.hands[o] for o in others], *[pos.buried[o] for o in others]]
        )
        twin.piles["deck"] = cards[0]
        for number, other in enumerate(others):
            twin.hands[other] = cards[1 + number]
            twin.buried[other] = cards[1 + len(others) + number]
        theirs = sorted(c for c, expedition in pos.expeditions.items() if expedition.owner != seat)
        assets = _shuffled_assets(pos, random, theirs, others)
        twin.piles["assets"] = assets[0]
        for number, commander in enumerate(theirs):
            twin.edit(commander, assets=assets[1 + number])
        for number, other in enumerate(others):
            twin.dealt[other] = assets[1 + len(theirs) + number]
        return twin

    secrets = frozenset({"discard", "lay-down", "assign-asset", "share-assets", "detach-assets"})
    """2.0(1), 2.15, 5.15  Nobody sees which cards others lay down, or which assets they have where."""

    supposed = staticmethod(supposed)

    def intervene(self, pos: ConquestPosition, kind: str, order: str) -> None:
        if kind == "resign":
            overruling.resign(pos, order)
        else:
            overruling.adjust(pos, order)

    def check(self, pos: ConquestPosition) -> None:
        invariants.check(pos)

    def check_boundary(self, pos: ConquestPosition) -> None:
        invariants.check_table(pos)
        super().check_boundary(pos)
        invariants.check_boundary(pos)

    def texts(self, language: str) -> Texts:
        if language not in self._texts:
            self._texts[language] = describing.texts(self, texts_of(language, *TEXTS))
        return self._texts[language]

    def facts(self, pos: ConquestPosition) -> dict[str, object]:
        return describing.facts(pos)

    def describe(self, pos: ConquestPosition, texts: Texts, names: Mapping[Seat, str]) -> str:
        return describing.describe(pos, texts, names)


PRINTS: Final = ("red", "brown", "replacement")
TEXTS: Final = (
    *("common/interface", "common/interface/panels"),
    *("conquest", "conquest/play", "conquest/rules"),
    *("conquest/face/board", "conquest/face/captain", "conquest/face/coach"),
    *("conquest/face/explorers", "conquest/face/panels", "conquest/face/table"),
)
"""The folders of its words; later ones come first."""


def house_and_pack(options: object, pack: object, changes: object = None) -> tuple[HouseRules, Pack]:
    """What a table may rule otherwise (section 7 of the rulings), and our data or a pack of your own.

    `changes` are single values of it that a scene has otherwise.
    """
    house = house_rules(options)
    data = pack_named(pack, house)
    return house, data if changes is None else with_changes(data, changes)


def seats_for(players: object, least: int, most: int, refusal: str) -> tuple[Seat, ...]:
    """The seats of so many players; `refusal` is the key of what is said to any other number."""
    if type(players) is not int or not least <= players <= most:
        raise SetupError(error_text(refusal, fewest=least, most=most, wanted=short_repr(players)))
    return SEATS[:players]


def check_flags(**flags: object) -> None:
    """Options that are on or off."""
    for name, flag in flags.items():
        if type(flag) is not bool:
            raise SetupError(error_text("setup.true-or-false", name=name, wanted=short_repr(flag)))


def options_given(
    house: HouseRules, pack: str | Path | None, changes: Mapping[str, Json] | None, **named: Json
) -> dict[str, Json]:
    """The options of a game as they are saved, in this order, without those that say nothing."""
    given: dict[str, Json] = {**named, "options": house.chosen(), "pack": None if pack is None else str(pack)}
    given["changes"] = dict(changes or {})
    return {name: value for name, value in given.items() if value not in (None, {})}


def maps_named(name: object, players: int) -> tuple[str, ...]:
    """14.0, G-14.0  The maps in play: one for two players, both for more, unless another choice is made."""
    if name is None:
        return ("north",) if players == 2 else MAPS
    if name == "both":
        return MAPS
    if name not in MAPS:
        raise SetupError(error_text("setup.map", wanted=short_repr(name)))
    return (str(name),)


def house_rules(options: object) -> HouseRules:
    """Section 7 of the rulings: what a table may rule otherwise."""
    if options is None:
        return HouseRules()
    if not isinstance(options, Mapping):
        raise SetupError(error_text("setup.options", wanted=short_repr(options)))
    return HouseRules.made(options)


def pack_named(pack: object, house: HouseRules) -> Pack:
    """Our data, or a pack of your own."""
    if pack is not None and not isinstance(pack, (str, Path)):
        raise SetupError(error_text("setup.pack", wanted=short_repr(pack)))
    return load_pack(None if pack is None else pack_folder(pack), house.errata)


def _results_of(pack: Pack) -> dict[str, list[tuple[int, str]]]:
    rolls: Mapping[str, Any] = pack.read("rolls.toml")["rolls"]
    return {
        name: [(int(each["from"]), str(each["result"])) for each in entry["results"]]
        for name, entry in rolls.items()
        if "results" in entry
    }


def _shuffled(random: Random, piles: list[Pile]) -> list[Pile]:
    """The same cards in piles of the same sizes."""
    cards = [title for pile in piles for title in pile.each()]
    random.shuffle(cards)
    dealt = []
    for pile in piles:
        dealt.append(Pile.of(cards[: pile.size]))
        cards = cards[pile.size :]
    return dealt


def _shuffled_assets(pos: ConquestPosition, random: Random, theirs: list[str], others: list[Seat]) -> list[Pile]:
    """Hidden assets dealt anew, so that what lies with an expedition could lie there."""
    piles = [pos.piles["assets"], *[pos.expeditions[c].assets for c in theirs], *[pos.dealt[o] for o in others]]
    # Mano de Dios never lies face down with an expedition (5.151): its copies stay in the deck
    kept = Pile.of(title for title in piles[0].each() if title == luck.TITLE)
    rest = [Pile.of(t for t in piles[0].each() if t != luck.TITLE), *piles[1:]]
    dealt = _shuffled(random, rest)
    dealt[0] = Pile.united([dealt[0], kept])
    return dealt
