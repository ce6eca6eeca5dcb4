"""What a table shows of the campaign: battles, rivals, who leads, what was agreed."""

from __future__ import annotations

from conquistadors.games import scene_of
from conquistadors.games.exploration.rules.position import Fight, Promise, Treaty
from conquistadors.scene.panels import Note
from support.rivals import ENGLAND, SPAIN, fleet, played, war

PORT = "2314"


def test_8_25_a_battle_at_sea_is_a_contest_while_it_is_fought() -> None:
    pos = war("coast:spain-1", ships={f"{ENGLAND}@{PORT}": (2, 0)})
    fleet(pos, SPAIN, PORT, carracks=2)
    game = played(pos, f"fight {ENGLAND}", dice=(2,))
    assert game.pending is not None
    board = scene_of(game.rules)(game.view(SPAIN).position, SPAIN).contest
    assert board is not None
    assert [(side.owner, side.value) for side in board.sides] == [(SPAIN, 16), (ENGLAND, 8)]
    assert dict(board.stage.facts)["result"] == "D1*"  # type: ignore[union-attr]
    over = played(pos, f"fight {ENGLAND}", "scuttle caravel", dice=(2,))
    assert scene_of(over.rules)(over.view(SPAIN).position, SPAIN).contest is None


def test_11_12_a_battle_on_land_is_a_contest() -> None:
    pos = war()
    pos.fight = Fight("land", "1420", SPAIN, (ENGLAND,), 24, 9, "2-1")
    board = scene_of(pos.rules)(pos, None).contest
    assert board is not None
    assert [side.value for side in board.sides] == [24, 9]


def test_who_leads_and_what_was_agreed_can_be_read() -> None:
    pos = war(forces={f"{SPAIN}@2316": (0, 1)})
    pos.edit(ENGLAND, treasury=400, known=400)
    pos.treaties = (Treaty((SPAIN, ENGLAND), 9),)
    pos.promises = (Promise(SPAIN, ENGLAND, 30, 7),)
    scene = scene_of(pos.rules)(pos, SPAIN)
    leads = [cell.said for cell in scene.strip if getattr(cell.said, "key", "") == "strip.leads"]
    assert dict(leads[0].facts)["who"] == ENGLAND  # type: ignore[union-attr]
    told = [note.said.key for note in scene.tab("points") if isinstance(note, Note)]  # type: ignore[union-attr]
    assert told == ["board.treaty", "board.promise"]


def test_a_rival_is_not_shown_with_what_is_hidden() -> None:
    pos = war("coast:spain-1", sealed="turn")
    fleet(pos, SPAIN, PORT, carracks=1)
    fleet(pos, ENGLAND, PORT, carracks=2, soldiers=3)
    game = played(pos)
    pieces = scene_of(pos.rules)(game.view(SPAIN).position, SPAIN).maps[0].pieces
    ship = next(piece for piece in pieces if piece.id == "england-1")
    assert ship.owner == ENGLAND
    assert ship.badges == ()
