"""Points over the turns, measured and kept."""

from __future__ import annotations

from conquistadors.lab.courses import count_turns
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
