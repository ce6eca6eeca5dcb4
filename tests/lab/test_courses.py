"""Points over the turns, measured and kept."""

from __future__ import annotations

from conquistadors.lab.balance import balance, targets, wanted
from conquistadors.lab.courses import count_turns, courses
from conquistadors.lab.opponents import alone, meetings, opponents
from conquistadors.lab.pictures import bands
from conquistadors.lab.simulation import simulate


def test_a_row_is_for_a_seat_a_source_and_a_turn() -> None:
    played = simulate("exploration", bots="random", games=2, seed=3, turns=3, per_turn=True, workers=1, progress=False)
    found = count_turns("alone", played)
    assert {*found["what"]} == {"points", "ducats", "areas", "discoveries", "penalty"}
    assert [*found[found["what"] == "ducats"]["turn"]] == [1, 2, 3]
    assert (found["games"] == 2).all()
    last = played[played["turn"] == 3]["points.spain"]
    (row,) = found[(found["what"] == "points") & (found["turn"] == 3)].to_dict("records")
    assert row["mean"] == round(last.mean(), 1)
    assert min(last) <= row["low"] <= row["high"] <= max(last)


def test_what_was_measured_has_every_turn_and_ends_with_points() -> None:
    kept = courses("exploration")
    assert {*kept["game"]} <= {*wanted("exploration")}
    assert kept.groupby(["game", "seat", "what"])["turn"].nunique().eq(21).all()
    last = kept[(kept["turn"] == 21) & (kept["what"] == "points")]
    assert (last["low"] < last["mean"]).all()
    assert (last["mean"] < last["high"]).all()


def test_the_search_beats_the_governor_and_the_governor_chance_with_99_percent() -> None:
    table = opponents(game="exploration")
    chance = {(row["game"], row["bot"], row["against"]): row["chance"] for row in table.to_dict("records")}
    assert [*chance] == [(kind, *pair) for kind, pair in meetings("exploration")]
    assert {kind for kind, bot, _ in chance if bot == "search"} == {"alone", "two"}
    assert max(chance.values()) < 0.01
    assert table["games"].nunique() == 1, "as many as were said beforehand"


def test_the_search_reaches_the_mark_more_often_than_the_governor() -> None:
    reached = bands(alone(game="exploration"), by="bot")
    part = {row["bot"]: (row["low"], row["high"]) for row in reached.to_dict("records") if row["from"] == 4500}
    assert part["search"][0] > part["governor"][1]


def test_what_was_wanted_of_spain_alone_and_of_three_is_met() -> None:
    table = targets(balance("exploration"), game="exploration")
    met = {(row["game"], row["what"]): row["met"] for row in table.to_dict("records")}
    assert met["alone", "4500 points or more"]
    assert all(met["three", f"{seat} wins"] for seat in ("spain", "england", "france"))
