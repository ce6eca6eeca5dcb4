"""A position to play, by its buttons; and the player aid."""

from __future__ import annotations

from pathlib import Path

from markupsafe import escape

import conquistadors as cq


def test_the_table_says_how_far_the_goal_is() -> None:
    table = cq.goal("strike-unseen")
    assert "Balboa stands in Tlaxcala" in table._task.value
    assert "Not reached yet." in table._task.value
    table._after(lambda: table.model.press("play city-has-new-chief"))
    assert "Not reached yet." in table._task.value
    table._after(lambda: table.model.press("incite tlaxcala balboa"))
    assert table.state == "reached"
    assert "Reached. The rule behind it is 2.35." in table._task.value
    while table.game.can_undo:
        table._after(table.model.undo)
    assert "Not reached yet." in table._task.value
    table._after(lambda: table.model.press("done"))
    assert "This way does not lead there." in table._task.value


def test_the_task_stands_before_the_position_and_speaks_the_language() -> None:
    table = cq.goal("home-safe", language="fr")
    bundle = table._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"].startswith("Une position à jouer\nRamenez Quesada de Mixco à Santiago de Cuba")
    table._after(lambda: table.model.speak("ja"))
    assert "目標のある局面" in table._task.value


def test_the_player_aid_has_every_table_with_its_grades(tmp_path: Path) -> None:
    aid = cq.player_aid("en")
    page = aid.save(tmp_path / "tables.html").read_text(encoding="utf-8")
    for sheet in aid.sheets:
        assert escape(sheet.title) in page
        assert sheet.title in repr(aid)
    assert "reconstructed" in page
    assert "[explorers" not in page
