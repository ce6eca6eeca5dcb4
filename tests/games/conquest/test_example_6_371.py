"""The comprehensive example after 6.371, with its own dice (components, W9).

In the Basic Game it begins after the horse round (17.11), in which the 40 was lost. The force is worth 25 and not 33
(C9); the results are the same.
"""

from __future__ import annotations

from conquistadors.engine.events import CardPlayed, Rolled
from conquistadors.games.conquest.rules.events import (
    BattleEnded,
    BattleRound,
    Charged,
    IndexMoved,
    IndianLost,
    Unhurt,
    UnitFlipped,
    UnitLost,
    WasWounded,
)
from conquistadors.games.conquest.rules.position import NOTHING, Units
from support.battles import field, values
from support.clauses import shows
from support.indies import answer, asked, barred, events_of, table


@shows("6.22", "6.221", "6.23", "6.24", "6.26", "6.32", "6.34", "6.36", "6.371", "6.43", "11.13", "C9", "G-6.34b")
def test_6_371x_cortes_defends_against_the_thirty_and_the_twenty() -> None:
    hands = {"blue": ["painted-warriors"], "red": ["mano-de-dios"]}
    pos = field(indians=[30, 20], table={"hands": hands, "luck": {"red": 1}})
    with table(pos, 7, 3, 6, 6, 7, 11, 8) as game:
        answer(game, "play painted-warriors")
        assert asked(game) == "modify"
        answer(game, "pass")  # Mano de Dios is not spent before the roll
        assert values(game) == [(100, 25)]
        assert events_of(game, Rolled)[-1].total == 6  # shockingly bad luck
        answer(game, "reroll mano-de-dios")
        assert [rolled.total for rolled in events_of(game, Rolled)] == [7, 6, 9]
        answer(game, "take horse")
        assert barred(game, "take horse-flipped") == "6.34"  # not both losses on one unit
        answer(game, "take horse")
        answer(game, "take 30")
        assert [lost.unit for lost in events_of(game, IndianLost)] == ["30"]
        assert [flipped.unit for flipped in events_of(game, UnitFlipped)] == ["horse", "horse"]

        answer(game, "pass")  # the Asset is kept for later
        assert values(game) == [(100, 25), (40, 25)]  # the 20 is still doubled
        answer(game, "pass", "take horse-flipped")
        assert game.position.units("cortes") == Units(3, 1, 1)
        assert [lost.unit for lost in events_of(game, UnitLost)] == ["horse"]
        assert game.position.sites["tlaxcala"].garrison == NOTHING
        assert game.position.factions["red"].index == -1
        assert events_of(game, IndexMoved)[0].rule == "11.13"

        assert events_of(game, Rolled)[-1].total == 11  # Cortés would be dead
        assert barred(game, "modify open-mano-de-dios") == "6.43"  # G-1.53b: a roll that is only thrown again
        answer(game, "reroll open-mano-de-dios")
        assert events_of(game, Rolled)[-1].total == 8
        assert [each.captain for each in events_of(game, Unhurt)] == ["cortes"]
        assert not events_of(game, WasWounded)
        assert len(events_of(game, BattleEnded)) == 1
        assert game.position.factions["red"].luck == 0
        assert [card.use for card in events_of(game, CardPlayed)] == ["play", "reroll", "reroll"]


@shows("17.11", "G-17.11", "G-6.24", "6.22", "6.371", "C9")
def test_6_371x_in_the_standard_game_the_horse_destroy_the_forty_first() -> None:
    """Two horse are 16; 6 and 2 for Cortés make 8, for the cannon takes no part. The rest is as above."""
    hands = {"blue": ["painted-warriors"], "red": ["mano-de-dios"]}
    pos = field(indians=[40, 30, 20], table={"hands": hands, "luck": {"red": 1}}, standard=True)
    with table(pos, 6, 7, 3, 6, 6, 7, 11, 8) as game:
        answer(game, "play painted-warriors", "charge", "pass", "pass")
        assert [each.strength for each in events_of(game, Charged)] == [16]
        assert [(m.name, m.value) for m in events_of(game, Rolled)[0].modifiers] == [("rating", 2)]
        assert events_of(game, Rolled)[0].total == 8
        assert events_of(game, BattleRound) == []
        answer(game, "take 40")
        assert [lost.unit for lost in events_of(game, IndianLost)] == ["40"]
        answer(game, "pass", "reroll mano-de-dios", "take horse", "take horse", "take 30")
        answer(game, "pass", "pass", "take horse-flipped", "reroll open-mano-de-dios")
        assert values(game) == [(100, 25), (40, 25)]
        assert [rolled.total for rolled in events_of(game, Rolled)] == [8, 7, 6, 9, 6, 10, 11, 8]
        assert [lost.unit for lost in events_of(game, IndianLost)] == ["40", "30", "20"]
        assert game.position.units("cortes") == Units(3, 1, 1)
        assert [each.captain for each in events_of(game, Unhurt)] == ["cortes"]
        assert game.position.factions["red"].index == -1


@shows("6.25", "G-6.25")
def test_6_371x_a_desertion_card_would_have_taken_the_forty() -> None:
    pos = field(indians=[40, 30, 20], table={"hands": {"blue": ["painted-warriors"], "red": ["desertion"]}})
    with table(pos, 2, 2, 2, 2) as game:
        answer(game, "play painted-warriors", "play desertion", "take 40")
        assert values(game) == [(100, 25), (100, 25)]
        assert game.position.sites["tlaxcala"].garrison.titles == ("20", "30")
