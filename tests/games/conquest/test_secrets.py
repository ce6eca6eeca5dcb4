"""Hidden information: what a seat cannot know does not show, neither in a view nor in who is asked for what."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from conquistadors.engine.errors import IllegalAnswer
from conquistadors.engine.events import Drew, Event
from conquistadors.engine.fuzz import signature
from conquistadors.engine.game import Game
from conquistadors.engine.piles import Pile
from conquistadors.engine.requests import Chance, Choice, Request
from conquistadors.engine.run import Run
from conquistadors.games.conquest.builder import begin, build, expedition, place
from conquistadors.games.conquest.rules.events import AssetGained, Discarded
from conquistadors.games.conquest.rules.position import ConquestPosition
from support.clauses import shows
from support.indies import answer, asked, at, events_of, rules_of, standard_rules, table

HANDS = {
    "red": ["bolas", "theft", "letter-from-the-crown"],
    "blue": ["santiago", "hostile-chiefs"],
    "green": ["desertion"],
}


def secretive(**wanted: Any) -> ConquestPosition:
    """Three players with cards in hand, cards laid down, and assets face down."""
    pos = at(
        seats=3,
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot", assets=["bearer", "interpreter"], shown=["indian-guide"]),
            "balboa": expedition("blue", "cempoala", "3 foot", assets=["indian-scouts"]),
            "de-soto": expedition("green", "panuco", "3 foot"),
        },
        places={"cempoala": "town", "panuco": "village"},
        hands=HANDS,
        luck={"blue": 1},
        **wanted,
    )
    for seat in ("red", "blue"):
        pos.buried[seat] = Pile.of(["ultimatum"])
        pos.piles["deck"] = pos.piles["deck"].minus("ultimatum")
    return pos


# Views -----------------------------------------------------------------------------------------------------------


def test_2_18_others_see_how_many_cards_one_holds_and_not_which() -> None:
    pos = secretive()
    seen = pos.rules.view(pos, "blue")
    assert seen.hands["red"] == Pile(("?",), (3,))
    assert seen.hands["green"] == Pile(("?",), (1,))
    assert seen.hands["blue"] == Pile.of(HANDS["blue"])


@shows("2.0", "2.18")
def test_2_0_cards_laid_down_unseen_are_known_to_their_owner_only() -> None:
    pos = secretive()
    seen = pos.rules.view(pos, "blue")
    assert (seen.buried["red"], seen.buried["blue"]) == (Pile(("?",), (1,)), Pile.of(["ultimatum"]))


@shows("5.15", "G-5.15")
def test_5_15_assets_lie_face_down_for_all_but_their_owner() -> None:
    pos = secretive()
    for seat, cortes, balboa in (
        ("red", Pile.of(["bearer", "interpreter"]), Pile(("?",), (1,))),
        ("blue", Pile(("?",), (2,)), Pile.of(["indian-scouts"])),
        ("green", Pile(("?",), (2,)), Pile(("?",), (1,))),
        (None, Pile(("?",), (2,)), Pile(("?",), (1,))),
    ):
        seen = pos.rules.view(pos, seat)
        assert (seen.expeditions["cortes"].assets, seen.expeditions["balboa"].assets) == (cortes, balboa)
        assert seen.expeditions["cortes"].shown == Pile.of(["indian-guide"]), "open ones are open"


def test_2_18_nobody_sees_the_decks_and_a_bystander_sees_no_hand() -> None:
    pos = secretive()
    for seat in (*pos.rules.seats, None):
        seen = pos.rules.view(pos, seat)
        for pile in ("deck", "assets"):
            assert seen.piles[pile] == Pile(("?",), (pos.piles[pile].size,))
    assert {seen.titles for seen in pos.rules.view(pos, None).hands.values()} == {("?",)}


@shows("2.16", "5.151")
def test_2_16_played_cards_and_an_open_mano_de_dios_are_seen_by_all() -> None:
    with table(secretive(before="impulse")) as game:
        answer(game, "play letter-from-the-crown")
        seen = game.view("green").position
        assert seen.factions["blue"].luck == 1
        assert seen.piles["discards"] == Pile.of(["letter-from-the-crown"])


@shows("14.12", "G-14.12")
def test_14_12_assets_of_the_set_up_are_hidden_until_they_are_assigned() -> None:
    rules = rules_of(2)
    game = Game.new(rules, seed=5)
    pos = game.position
    seen = rules.view(pos, "blue")
    assert pos.dealt["red"].size > 0
    assert seen.dealt["red"] == pos.dealt["red"].face_down()
    assert seen.dealt["blue"] == pos.dealt["blue"]


def test_2_18_a_view_in_words_names_no_hidden_card() -> None:
    pos = secretive()
    game = begin(pos, seed=1)
    words = game.teller().texts
    told_to_green = game.teller().position(pos.rules.view(pos, "green"))
    for hidden in ("theft", "bolas", "santiago", "hostile-chiefs", "bearer", "interpreter", "indian-scouts"):
        assert words.word(hidden, {}) not in told_to_green
    assert words.word("desertion", {}) in told_to_green
    assert words.word("indian-guide", {}) in told_to_green


@shows("G-3.14")
def test_g_3_14_the_answers_of_a_dialogue_under_way_are_not_seen_by_others() -> None:
    force = expedition("red", "cempoala", "3 foot", companions={"alvarado": ""}, assets=["bearer", "interpreter"])
    with table(at(expeditions={"cortes": force}, places={"cempoala": "town"}, before="march cortes")) as game:
        answer(game, "detach alvarado", "amount 1", "take bearer")
        assert "bearer" in game.position.talk
        assert game.view("red").position.talk == game.position.talk
        assert game.view("blue").position.talk == ()
        assert game.view(None).position.talk == ()


def test_2_18_a_view_has_the_question_and_the_options_only_for_who_is_asked() -> None:
    with table(secretive()) as game:
        asked, truth = game.view("red").pending, game.pending
        assert isinstance(truth, Choice)
        assert asked is not None
        assert (asked.who, asked.kind, asked.rule, asked.facts) == ("red", truth.kind, truth.rule, truth.facts)
        assert game.view("red").options == game.options
        for other in ("blue", "green", None):
            assert game.view(other).pending is None
            assert game.view(other).options == ()


# Events ----------------------------------------------------------------------------------------------------------


def seen_by(game: Game[Any], seat: str | None, kind: type[Event]) -> list[Any]:
    return [line.event for line in game.view(seat).lines if isinstance(line.event, kind)]


@shows("2.15", "2.18")
def test_2_15_others_hear_that_a_card_was_drawn_or_laid_down_not_which() -> None:
    pos = at(hands={"red": ["theft"] * 2 + ["bolas"] * 3 + ["rediscovery"] * 3 + ["desertion"]}, before="deal:red")
    pos.tasks = ("round", "lay-down:red", "deal:red")
    with table(pos, "santiago") as game:
        answer(game, "discard theft", "discard bolas")
        for kind, field, cards in ((Drew, "drawn", ["santiago"]), (Discarded, "card", ["theft", "bolas"])):
            assert [getattr(event, field) for event in seen_by(game, "red", kind)] == cards
            for other in ("blue", None):
                assert [getattr(event, field) for event in seen_by(game, other, kind)] == [None] * len(cards)
                assert [event.who for event in seen_by(game, other, kind)] == ["red"] * len(cards)


@shows("5.15")
def test_5_15_others_hear_that_an_asset_was_gained_not_which() -> None:
    pos = at(
        expeditions={"cortes": expedition("red", "cempoala", "3 foot")},
        places={"cempoala": place("town", out=True)},
        before="negotiate cortes",
    )
    with table(pos, 9, "bearer") as game:
        assert [event.card for event in events_of(game, AssetGained)] == ["bearer"]
        assert [event.card for event in seen_by(game, "red", AssetGained)] == ["bearer"]
        assert [event.card for event in seen_by(game, "blue", AssetGained)] == [None]
        assert [event.drawn for event in seen_by(game, "blue", Drew)] == [None]


# Who is asked ----------------------------------------------------------------------------------------------------


def play_on(game: Game[Any], limit: int = 60) -> list[tuple[str, str]]:
    """Pass wherever one may, else take the first option, until the next impulse; says who was asked for what."""
    for _ in range(limit):
        if asked(game) == "impulse" or game.pending is None:
            break
        assert isinstance(game.pending, Choice)
        answer(game, "pass" if game.pending.passes else game.options[0].id)
    return [(given.who, given.kind) for given in game.answers]


def town(**more: Any) -> dict[str, Any]:
    force = expedition("red", "cempoala", "4 foot", hits=2)
    return {"expeditions": {"cortes": force}, "places": {"cempoala": place("town", hostile=True, **more)}}


OCCASIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "hostile-chiefs": ("negotiate cortes", town()),
    "hidden-treasure": ("plunder cortes", town()),
    "velazquez-partisans": ("rally cortes", town()),
    "indian-ambush": (
        "discovery cortes",
        {"expeditions": {"cortes": expedition("red", "totonacapan", "4 foot")}, "places": {"cempoala": "town"}},
    ),
    "stormy-weather": ("sail cortes", town()),
    "bolas": ("battle cortes indians", town(units=[10])),
}


@shows("2.18", "2.14", "G-2.14")
@pytest.mark.parametrize("card", OCCASIONS)
def test_2_18_a_seat_without_a_card_is_asked_exactly_as_one_with_it(card: str) -> None:
    """With the same dice: the only difference is that somebody passes by himself."""
    before, wanted = OCCASIONS[card]
    rows = []
    for hand in ([card], ["rediscovery"]):
        game = begin(at(seats=3, before=before, hands={"blue": hand}, **wanted), seed=7)
        with_card = isinstance(game.pending, Choice) and (game.pending.who, game.pending.kind) == ("blue", "react")
        assert with_card == (card in hand)
        rows.append(play_on(game))
    assert rows[0] == rows[1]
    assert ("blue", "react") in rows[0]


@shows("2.18", "2.14")
def test_2_18_so_it_is_with_the_card_against_a_march() -> None:
    rows = []
    for hand in (["letter-in-the-cotton"], ["rediscovery"]):
        pos = at(
            expeditions={"cortes": expedition("red", "cempoala", "4 foot", hits=2)},
            places={"cempoala": "village", "totonacapan": "village"},
            hands={"blue": hand},
            before="march cortes",
        )
        game = begin(pos, seed=7)
        answer(game, "go totonacapan")
        if "letter-in-the-cotton" in hand:
            answer(game, "pass")
        answer(game, "stop")
        rows.append([(given.who, given.kind) for given in game.answers])
    assert rows[0] == rows[1] == [("red", "march"), ("blue", "react"), ("red", "march")]


@shows("1.53", "2.18")
@pytest.mark.parametrize("before", ["rally cortes", "negotiate cortes", "plunder cortes"])
def test_1_53_whose_roll_it_is_is_asked_for_mano_de_dios_whether_he_has_it_or_not(before: str) -> None:
    hands = ({"red": ["mano-de-dios"]}, {"red": ["bolas"]})
    rows = [play_on(begin(at(before=before, hands=hand, **town()), seed=3)) for hand in hands]
    assert rows[0] == rows[1]
    assert ("red", "modify") in rows[0]


@shows("5.15", "2.18")
@pytest.mark.parametrize("asset", ["interpreter", "indian-scouts", "cotton-armor", "bearer", "featherwork"])
def test_5_15_who_has_assets_face_down_is_asked_whatever_they_are(asset: str) -> None:
    """An ambush for the Scouts, losses for the Cotton Armor: the same questions with a card that is no use."""
    rows = []
    for held in (asset, "imperial-emissary"):
        pos = at(
            expeditions={"cortes": expedition("red", "totonacapan", "2 foot, 1 horse", assets=[held])},
            places={"cempoala": "town"},
            hands={"blue": ["indian-ambush"]},
            before="discovery cortes",
        )
        game = begin(pos, seed=4)
        answer(game, "play indian-ambush")
        rows.append(play_on(game))
    assert rows[0] == rows[1]
    assert ("red", "scouts") in rows[0]
    assert ("red", "armour") in rows[0]


@shows("2.18")
def test_2_18_a_refusal_says_nothing_of_the_hands_of_others() -> None:
    """Blue holds the only Santiago, or it lies in the deck: red hears the same, whatever he tries."""
    heard = []
    for hand in (["santiago"], ["war-dogs"]):
        game = begin(at(hands={"red": ["bolas"], "blue": hand}), seed=1)
        refusals = [game.why_not(f"play {title}") for title in ("santiago", "war-dogs", "bolas", "nonsense")]
        with pytest.raises(IllegalAnswer) as error:
            game.play("play santiago")
        heard.append((refusals, str(error.value), game.options, game.refused))
    assert heard[0] == heard[1]


# Bearers ---------------------------------------------------------------------------------------------------------


def market(asset: str) -> ConquestPosition:
    """Red could sell food to blue, whose three foot carry three already; a Bearer would carry more."""
    return at(
        expeditions={
            "cortes": expedition("red", "cempoala", "3 foot", food=3, gold=4),
            "balboa": expedition("blue", "cempoala", "3 foot", food=3, gold=4, assets=[asset]),
            "de-soto": expedition("blue", "cempoala", "2 foot", food=1, assets=[asset]),
        },
        places={"cempoala": "town"},
    )


@shows("5.15", "8.14", "8.131")
def test_8_14_a_deal_does_not_tell_the_other_of_a_bearer_face_down() -> None:
    heard = []
    for asset in ("bearer", "interpreter"):
        game = begin(market(asset), seed=1)
        menu = game.options
        answer(game, "deal blue")
        kinds = (game.options, game.refused)
        answer(game, "sell-food")
        heard.append((menu, kinds, signature(game.pending)))
    assert heard[0] == heard[1]


@shows("5.15", "8.14", "8.131")
def test_8_14_nor_does_what_his_owner_is_asked() -> None:
    rows = []
    for asset in ("bearer", "interpreter"):
        pos = market(asset)
        pos.active, pos.tasks = "blue", ("end-roll", "impulse")
        game = begin(pos, seed=1)
        answer(game, "deal red", "buy-food", "take cortes/de-soto", "amount 1", "accept")
        rows.append([(given.who, given.kind) for given in game.answers])
    assert rows[0] == rows[1]
    assert [kind for _, kind in rows[0]] == ["impulse", "deal", "deal-where", "deal-food", "accept"]


@shows("5.15", "8.131", "G-time")
@pytest.mark.parametrize("assets", [("bearer", "bearer"), ("bearer", "interpreter"), ("interpreter", "indian-guide")])
def test_g_time_arranging_men_asks_the_same_whatever_lies_face_down(assets: Sequence[str]) -> None:
    pos = at(
        expeditions={
            "cortes": expedition(
                "red", "cempoala", "2 horse", assets=assets, food=1, companions={"alvarado": "1 foot"}
            ),
        },
        places={"cempoala": "town"},
    )
    game = begin(pos, seed=1)
    answer(game, "reorganise cempoala", "lead alvarado", "lead cortes", "amount 1", "amount 1", "amount 0", "amount 0")
    assert asked(game) == "share-food"
    answer(game, "amount 1")
    assert [given.kind for given in game.answers] == [
        *("impulse", "command", "command", "units", "units", "share-assets", "share-assets", "share-food")
    ]


@shows("5.15", "8.131", "G-3.14")
@pytest.mark.parametrize("asset", ["bearer", "interpreter"])
def test_g_3_14_detaching_asks_the_same_whatever_lies_face_down(asset: str) -> None:
    """Alvarado takes a horse and the card: only with a Bearer could he carry food, and nobody learns that."""
    force = expedition("red", "cempoala", "3 foot, 1 horse", companions={"alvarado": ""}, assets=[asset], food=2)
    game = begin(at(expeditions={"cortes": force}, places={"cempoala": "town"}, before="march cortes"), seed=1)
    answer(game, "detach alvarado", "amount 0", "amount 1", f"take {asset}")
    if asset == "bearer":
        answer(game, "pass")
    assert [given.kind for given in game.answers] == [
        *("march", "detach-units", "detach-units", "detach-assets", "detach-food")
    ]


# Everything that cannot be known, dealt anew ---------------------------------------------------------------------


def crowded(random: Random, game: str) -> ConquestPosition:
    """Three players close together, with full hands and assets of all kinds."""
    rules = rules_of(3) if game == "basic" else standard_rules(3)
    cards = list(rules.strategy_deck().each())
    random.shuffle(cards)
    return build(
        rules=rules,
        turn=random.choice((1, 2, 3)),
        expeditions={
            "cortes": expedition(
                *("red", "cempoala", "4 foot, 1 horse"),
                companions={"alvarado": "2 foot"},
                assets=["bearer", "interpreter", "indian-scouts"],
                food=2,
                gold=9,
                hits=2,
                allies=["24@tlaxcala"],
            ),
            "de-leon": expedition("red", "cempoala", "1 horse", assets=["bearer", "cotton-armor"]),
            "balboa": expedition(
                *("blue", "cempoala", "3 foot"),
                assets=["featherwork", "indian-guide"],
                food=1,
                gold=3,
                hits=2,
            ),
            "de-soto": expedition(
                *("green", "totonacapan", "3 foot"), assets=["bearer", "indian-scouts"], food=3, gold=4
            ),
        },
        places={
            "cempoala": place("city", units=[10]),
            "totonacapan": place("town", hostile=True, units=[10]),
            "tlaxcala": place("city", ally="red"),
            "panuco": "village",
        },
        hands={"red": cards[:8], "blue": cards[8:16], "green": cards[16:24]},
        luck={"red": 1},
    )


@shows("2.18", "5.15")
@pytest.mark.parametrize("seat", ["red", "blue", "green", None])
def test_2_18_what_cannot_be_known_may_be_otherwise_and_the_view_is_the_same(seat: str | None) -> None:
    pos = secretive()
    changed = set()
    hidden = ("hands", "buried", "piles", "expeditions")
    for number in range(20):
        twin = pos.rules.redealt(pos, seat, Random(number))
        assert pos.rules.view(twin, seat) == pos.rules.view(pos, seat)
        pos.rules.check_boundary(twin)
        changed |= {name for name in hidden if getattr(twin, name) != getattr(pos, name)}
        if seat is not None:
            assert twin.hands[seat] == pos.hands[seat]
            assert twin.buried[seat] == pos.buried[seat]
    assert changed == set(hidden)


def test_5_151_a_mano_de_dios_is_never_dealt_face_down_to_an_expedition() -> None:
    pos = secretive()
    for number in range(50):
        twin = pos.rules.redealt(pos, None, Random(number))
        assert all("mano-de-dios" not in e.assets.titles for e in twin.expeditions.values())


class Witness:
    """A game as one seat lives through it."""

    def __init__(self, pos: ConquestPosition, seat: str | None) -> None:
        self.seat = seat
        self.events: list[Event] = []
        start = pos.copy()
        start.sink = self.events.append
        self.run = Run(pos.rules, start)

    @property
    def sees(self) -> ConquestPosition:
        return self.run.rules.view(self.run.pos, self.seat)

    @property
    def hears(self) -> list[Event]:
        heard = [event.seen_by(self.seat) for event in self.events]
        return [event for event in heard if event is not None]

    @property
    def is_asked(self) -> object:
        """All of his own question; of the others' who is asked for what."""
        pending = self.run.pending
        if isinstance(pending, Choice) and pending.who == self.seat:
            return signature(pending)
        return None if pending is None else (pending.kind, pending.who, pending.rule)

    @property
    def revealed(self) -> object:
        """What was hidden and is now open: from there on two games may differ."""
        pos = self.sees
        return ({c: e.shown for c, e in pos.expeditions.items()}, pos.piles["asset-discards"], pos.piles["discards"])


def answers_of(pending: Request) -> list[Any]:
    return list(pending.outcomes) if isinstance(pending, Chance) else pending.legal()


def follow(pos: ConquestPosition, seat: str | None, random: Random, most: int) -> int:
    """Play a position and its twin side by side, with the same answers, as long as they can be given in both."""
    one, other = Witness(pos, seat), Witness(pos.rules.redealt(pos, seat, random), seat)
    for played in range(most):
        if one.revealed != other.revealed:
            return played
        assert one.sees == other.sees
        assert one.is_asked == other.is_asked
        assert one.hears == other.hears
        if one.run.pending is None or other.run.pending is None:
            return played
        possible = answers_of(other.run.pending)
        common = [each for each in answers_of(one.run.pending) if each in possible]
        if not common:
            return played
        chosen = random.choice(common)
        one.run.send(chosen)
        other.run.send(chosen)
    return most


@shows("2.18", "5.15", "G-2.14")
@pytest.mark.parametrize("game", ["basic", "standard"])
def test_2_18_two_games_that_differ_in_secrets_alone_are_one_game_to_who_does_not_know_them(game: str) -> None:
    """Within actions too: what is seen, heard and asked stays the same until somebody shows something."""
    played = 0
    for seed in range(24):
        random = Random(seed)
        played += follow(crowded(random, game), random.choice(("red", "blue", "green", None)), random, 120)
    assert played > 24 * 20, "they part too soon to show anything"
