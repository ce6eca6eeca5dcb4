"""What the panels of The Conquistadors show, as records: complete, in all languages, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

import conquistadors as cq
from conquistadors.bots import RandomBot
from conquistadors.engine import Choice, Modifier, Pile, changed
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import scene_of
from conquistadors.games.conquest.bots.captain import CaptainBot
from conquistadors.games.conquest.rules.battle import SIDES
from conquistadors.games.conquest.rules.position import ConquestPosition
from conquistadors.games.conquest.scene.panels import Panels
from conquistadors.packs.values import Words
from conquistadors.scene.panels import Amount, Contest, Forces, Hand, Row, Side, Tag
from conquistadors.scene.words import Phrase, say
from support.battles import duel, field
from support.indies import answer, asked, table

GAMES = ("basic", "standard", "solitaire")


def scene(game: Game[Any], seat: str | None) -> Panels:
    asked_now = game.pending if isinstance(game.pending, Choice) and game.pending.who == seat else None
    return Panels(game.view(seat).position, seat, asked_now)


def battle(game: Game[Any], seat: str | None = "red") -> Contest:
    found = scene(game, seat).contest
    assert found is not None
    return found


def heads(rows: Iterable[Row]) -> dict[str, list[tuple[object, int]]]:
    """What stands in rows, by the last word of their headings."""
    return {
        str(row.head.key).rpartition(".")[2]: [
            (tag.said.key if isinstance(tag.said, Phrase) else tag.said, tag.count) for tag in row.tags
        ]
        for row in rows
        if isinstance(row.head, Phrase)
    }


def counted(amounts: Iterable[Amount]) -> dict[object, int]:
    return {amount.word.key if isinstance(amount.word, Phrase) else amount.word: amount.count for amount in amounts}


def phrases(thing: object) -> Iterator[Phrase]:
    """Every phrase in records, however deep."""
    if isinstance(thing, Phrase):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from phrases(part)
    elif is_dataclass(thing) and not isinstance(thing, Words | type):
        for each in fields(thing):
            yield from phrases(getattr(thing, each.name))


def everything(seen: Panels) -> tuple[object, ...]:
    return (seen.strip, *[seen.tab(key) for key in seen.tabs], seen.contest)


def stages(scenario: str, seed: int, answers: int) -> Iterator[Game[Any]]:
    """A game after every answer: the captain plays the first half, chance the second."""
    game = cq.new_game(scenario, seed=seed)
    captain, anybody = CaptainBot(seed), RandomBot(seed)
    for number in range(answers):
        if not isinstance(game.pending, Choice):
            break
        bot = captain if number < answers / 2 else anybody
        game.play(bot.answer(game.view(game.pending.who)))
        yield game


# All of it -------------------------------------------------------------------------------------------------------


def test_the_kit_brings_the_panels() -> None:
    rules = cq.new_game("basic", seed=1).rules
    assert issubclass(scene_of(rules), Panels)
    assert scene_of(rules).tabs == ("expeditions", "hand", "tracks")
    with pytest.raises(KeyError):
        Panels(rules.start(), "red").tab("ocean")


@pytest.mark.parametrize("scenario", GAMES)
def test_every_phrase_has_its_words_and_nothing_hidden_is_in_any_record(scenario: str) -> None:
    """Truth and twin differ in what the seat cannot know alone: their scenes are equal, in mid-battle, too."""
    battles = 0
    for number, game in enumerate(stages(scenario, 3, 300)):
        fights = game.position.battle is not None
        if number % 15 and not (fights and number % 3 == 0):
            continue
        battles += fights
        seat = (*game.rules.seats, None)[number % (len(game.rules.seats) + 1)]
        twin = game.rules.redealt(game.position, seat, Random(number))
        seen, other = (Panels(game.rules.view(pos, seat), seat) for pos in (game.position, twin))
        assert everything(seen) == everything(other)
        for language in LANGUAGES:
            texts = game.rules.texts(language)
            for each in phrases(everything(seen)):
                assert each.key in texts, each
                assert "None" not in say(each, texts, game.names)
    assert battles


def test_men_are_offered_to_whoever_is_asked_and_to_nobody_else() -> None:
    game = cq.new_game("standard", seed=1, seats=2)
    assert isinstance(game.pending, Choice)
    who, (other,) = game.pending.who, [seat for seat in game.rules.seats if seat != game.pending.who]
    subjects = [option.subject for option in game.options]
    (offered,) = [part for part in scene(game, who).tab("expeditions") if isinstance(part, Forces)]
    assert offered.kind == "offered"
    assert [force.id for force in offered.forces if not hasattr(force, "said")] == subjects
    for looker in (other, None):
        leaked = Panels(game.view(looker).position, looker, game.pending)
        assert leaked.offered == ()


def test_a_hand_that_cannot_be_seen_is_counted_only() -> None:
    game = cq.new_game("basic", seed=1)
    pos: ConquestPosition = game.position
    pos.hands["red"] = Pile.of(["desertion", "desertion", "cortes"])
    mine, _ = Panels(game.rules.view(pos, "red"), "red").tab("hand")
    assert isinstance(mine, Hand)
    assert [(card.name, card.kind, card.count) for card in mine.cards] == [
        ("desertion", "combat", 2),
        ("cortes", "conquistador", 1),
    ]
    hidden, _ = Panels(game.rules.view(pos, None), "red").tab("hand")
    assert isinstance(hidden, Hand)
    assert (hidden.cards, hidden.unseen) == ((), 3)


# The battle ------------------------------------------------------------------------------------------------------


def test_without_a_battle_there_is_no_contest() -> None:
    assert scene(cq.new_game("basic", seed=1), "red").contest is None


def test_both_sides_with_their_units_values_spirits_and_leader() -> None:
    pos = field("3 foot, 2 horse, 1 cannon", ["24b", 10, 10], hits=2, allies=["36@cholula", "16b@cholula"])
    with table(pos, *(2, 2)) as game:
        assert asked(game) == "loss"
        for seat in (*game.rules.seats, None):
            seen = battle(game, seat)
            assert (seen.round, seen.stage) == (1, Phrase("panels.contest.round", (("round", 1),)))
            assert seen.title == Phrase("panels.contest.title", (("space", "tlaxcala"),))
            indians, spaniards = seen.sides
            assert (indians.name, indians.owner, indians.by) == ("indians", None, "blue")
            assert counted(indians.units) == {"24b": 1, "10": 2}
            assert indians.value == 12 + 20
            assert (spaniards.name, spaniards.owner, spaniards.by) == ("cortes", "red", "red")
            assert counted(spaniards.units) == {"foot": 3, "horse": 2, "cannon": 1}
            assert spaniards.value == 25 + 36 + 8
            assert counted(spaniards.stores) == {"panels.hits": 2}
            assert heads(spaniards.rows) == {"leader": [("cortes", 1)], "allies": [("cholula", 1), ("cholula", 1)]}
            rating = pos.rules.men["cortes"].combat
            assert spaniards.modifiers[:2] == (
                Modifier("rating", rating),
                Modifier("cannon", pos.rules.n.combat_cannon),
            )
            assert spaniards.natural is None


def test_units_that_were_hit_and_losses_that_are_still_to_come() -> None:
    with table(field("6 foot", [10, 20]), *(7, 6)) as game:
        assert asked(game) == "loss"
        _, spaniards = battle(game).sides
        assert heads(spaniards.rows)["flipped"] == [("foot", 1)]
        truth = game.position
        assert truth.battle is not None
        sides = {name: changed(getattr(truth.battle, name), inflicts=2, morale=True) for name in SIDES}
        truth.battle = changed(truth.battle, **sides)
        told = Panels(truth, None).contest
        assert told is not None
        assert [counted(side.stores) for side in told.sides] == [
            {"panels.contest.inflicts": 2},
            {"panels.hits": 0, "panels.contest.inflicts": 2},
        ]
        assert all(heads(side.rows)["now"] == [("panels.contest.shaken", 1)] for side in told.sides)


def test_the_dice_lie_on_the_table_until_they_are_read() -> None:
    pos = field(indians=[48], table={"luck": {"red": 2}})
    with table(pos, *(2, 6)) as game:
        assert asked(game) == "modify"
        assert [side.natural for side in battle(game).sides] == [None, None]
        answer(game, "modify open-mano-de-dios")
        assert asked(game) == "reroll"
        indians, spaniards = battle(game, None).sides
        assert (indians.natural, spaniards.natural) == (None, 6)  # nobody rolls again for the Indians
        assert Modifier("mano-de-dios", 2) in spaniards.modifiers


def test_assets_are_seen_by_their_owner_alone_and_those_in_use_by_all() -> None:
    pos = field(indians=[48], assets=["interpreter"], shown=["bearer"], table={"luck": {"red": 1}})
    with table(pos) as game:
        seen = {seat: battle(game, seat) for seat in ("red", "blue", None)}
        assert heads(seen["red"].sides[1].rows)["face-down"] == [("interpreter", 1)]
        assert all(heads(each.sides[1].rows)["in-use"] == [("bearer", 1)] for each in seen.values())
        for seat in ("blue", None):
            assert heads(seen[seat].sides[1].rows)["face-down"] == [("panels.unknown", 1)]


def test_two_expeditions_and_one_that_is_lost() -> None:
    pos = duel()
    with table(pos) as game:
        attacker, defender = battle(game, None).sides
        assert {attacker.owner, defender.owner} == {"red", "blue"}
        truth = game.position
        truth.expeditions.pop(str(defender.name))
        gone = Panels(truth, None).contest
        assert gone is not None
        assert isinstance(gone.sides[1], Side)
        assert (gone.sides[1].value, gone.sides[1].rows, gone.sides[1].modifiers) == (0, (), ())


def test_what_holds_for_the_round_is_told() -> None:
    """An ambush, a round of horse alone, a failed shock, and the cards in force."""
    pos = field("3 foot, 2 horse", [10], standard=True)
    with table(pos) as game:
        truth = game.position
        assert truth.battle is not None
        truth.battle = changed(truth.battle, round=1, ambush=True, shock_failed=True, cards=("encirclement",))
        seen = Panels(truth, None).contest
        assert seen is not None
        assert heads(seen.rows) == {
            "in-force": [("encirclement", 1)],
            "now": [("panels.contest.ambush", 1), ("panels.contest.shock-failed", 1)],
        }
        assert seen.sides[0].value == 20
        truth.battle = changed(truth.battle, round=0, charging=True)
        charging = Panels(truth, None).contest
        assert charging is not None
        assert charging.stage == Phrase("panels.contest.charging")
        assert charging.sides[1].value == 16
        assert Tag("encirclement") in charging.rows[0].tags
