"""Odds as DataFrames and figures."""

from __future__ import annotations

import pytest

from conquistadors.games.conquest.builder import begin, build, expedition
from conquistadors.lab.odds import battle_frame, catalogue, figure, frame, luck_figure, luck_frame, position_frame
from conquistadors.odds import battle, luck, table


def test_a_row_has_result_ways_chance_and_cumulative_chance() -> None:
    odds = table("leader-casualty")
    shown = frame(odds).set_index("result")
    assert list(shown.columns) == ["ways", "of", "chance", "cumulative"]
    assert shown["ways"].sum() == shown["of"].iloc[0] == 36
    assert shown.loc["dead", "ways"] == 3
    assert shown["cumulative"].iloc[-1] == pytest.approx(1)


def test_the_catalogue_has_a_row_for_every_roll() -> None:
    shown = catalogue("ja").set_index("roll")
    assert shown.loc["discovery", "title"] == "探検"
    assert shown.loc["discovery", "clause"] == "4.11"


def test_a_figure_shows_one_distribution_or_several_side_by_side() -> None:
    plain, helped = table("discovery", level=3), table("discovery", level=3, modifiers=1)
    assert [bar.y for bar in figure(plain).data] == [tuple(float(chance) for chance in plain.values())]
    both = figure({"plain": plain, "with a guide": helped}, title="Level 3")
    assert [bar.name for bar in both.data] == ["plain", "with a guide"]
    assert both.layout.barmode == "group"


def test_numbers_stand_in_their_order_also_where_a_later_distribution_has_a_lower_one() -> None:
    gold = {
        name: table("plunder-gold", place="capital", modifiers=added) for name, added in (("first", 0), ("third", -2))
    }
    axis = figure(gold).layout.xaxis
    shown = [int(result) for result in axis.categoryarray]
    assert shown == sorted(shown)
    assert {str(number) for number in shown} == {str(result) for each in gold.values() for result in each}
    assert figure(gold["first"]).layout.xaxis.categoryarray is None


def test_the_odds_of_a_position_are_a_table() -> None:
    force = expedition("red", "tlaxcala", "3 foot", hits=1, gold=3)
    pos = build(map="north", seats=2, expeditions={"cortes": force}, places={"tlaxcala": "city"})
    shown = position_frame(begin(pos, seed=1).odds("gift"))
    assert list(shown.columns) == ["option", "reactions", "what", "how", "chance"]
    gold = shown[(shown["what"] == "gold") & (shown["reactions"] == "nobody")]
    assert list(gold["how"]) == [-3]
    assert gold["chance"].sum() == pytest.approx(1)


def test_a_battle_is_a_table() -> None:
    shown = battle_frame(battle("2 foot", [20]))
    sums = shown.groupby("what")["chance"].sum()
    assert list(sums.round(9).unique()) == [1]


def test_luck_is_a_table_and_a_line_for_each_player() -> None:
    force = expedition("red", "tlaxcala", "3 foot", hits=1, gold=3)
    pos = build(map="north", seats=2, expeditions={"cortes": force}, places={"tlaxcala": "city"})
    game = begin(pos, seed=1)
    game.play("gift")
    rolls = luck(game)
    shown = luck_frame(rolls)
    assert list(shown["roll"]) == ["gift"]
    assert shown["luck"].iloc[0] == pytest.approx(shown["points"].iloc[0] - shown["points expected"].iloc[0])
    (line,) = luck_figure(rolls, {"red": "Ana"}).data
    assert line.name == "Ana"
    assert line.y[-1] == pytest.approx(shown["luck"].iloc[0])


@pytest.mark.parametrize(("language", "title"), [("en", "Diplomacy"), ("fr", "Diplomatie")])
def test_luck_of_talks_is_told_in_words(language: str, title: str) -> None:
    force = expedition("red", "tlaxcala", "3 foot")
    pos = build(
        map="north", seats=2, expeditions={"cortes": force}, places={"tlaxcala": "city"}, before="negotiate cortes"
    )
    game = begin(pos, seed=1)
    while not any(roll.points is not None for roll in luck(game)):
        game.play(game.options[-1])
    (line,) = luck_figure(luck(game), language=language).data
    assert line.hovertext[-1].startswith(f"{title}: ")
    assert "DiplomacyResult" not in line.hovertext[-1]


def test_names_are_shown_as_they_are_written() -> None:
    shown = figure({"<b>Ben</b>": table("rally"), "Ana": table("rally")}, title="<i>Rally</i>")
    assert shown.data[0].name == "&lt;b&gt;Ben&lt;/b&gt;"
    assert shown.layout.title.text == "&lt;i&gt;Rally&lt;/i&gt;"
