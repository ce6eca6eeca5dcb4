"""What a table shows of the campaign: battles, rivals, who leads, what was agreed."""

from __future__ import annotations

import pytest

from conquistadors.games import scene_of
from conquistadors.games.exploration.rules.pieces import Fight, Promise, Treaty
from conquistadors.scene.panels import Note
from conquistadors_widgets import pieces
from conquistadors_widgets.panels import marks
from conquistadors_widgets.panels.contest import contest_html
from conquistadors_widgets.style import css
from support.rivals import ENGLAND, SPAIN, campaign, fleet, played, war

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
    assert [(side.natural, side.rolls) for side in board.sides] == [(2, True), (None, False)]
    over = played(pos, f"fight {ENGLAND}", "scuttle caravel", dice=(2,))
    assert scene_of(over.rules)(over.view(SPAIN).position, SPAIN).contest is None


def test_11_12_a_battle_on_land_is_a_contest() -> None:
    pos = war()
    pos.fight = Fight("land", "1420", SPAIN, (ENGLAND,), 24, 9, "2-1")
    board = scene_of(pos.rules)(pos, None).contest
    assert board is not None
    assert [side.value for side in board.sides] == [24, 9]
    assert board.sides[0].natural is None  # the die lies not yet
    pos.fight = Fight("land", "1420", SPAIN, (ENGLAND,), 24, 9, "2-1", "D1/2", die=4, added=-1)
    board = scene_of(pos.rules)(pos, None).contest
    assert board is not None
    assert board.sides[0].natural == 4
    assert [(each.name, each.value) for each in board.sides[0].modifiers] == [("conquistador", -1)]


@pytest.mark.parametrize("result", ["", "D1/2"])
def test_the_battle_board_shows_the_one_die_and_no_dice_of_the_defender(result: str) -> None:
    pos = war()
    pos.fight = Fight("land", "1420", SPAIN, (ENGLAND,), 24, 9, "2-1", result, die=4 if result else 0)
    board = scene_of(pos.rules)(pos, None).contest
    assert board is not None
    texts = pos.rules.texts("en")
    html = contest_html(board, texts, {seat: seat for seat in pos.rules.seats}, "en")
    to_throw = marks.worded(texts, "contest-to-roll")
    assert html.count("cq-contest-roll") == 1
    assert (to_throw in html) == (not result)
    assert ("<td>4</td>" in html) == bool(result)


def test_every_seat_has_a_colour_and_a_shape_of_its_own() -> None:
    """In the strip and on the battle board by the style sheets, on the map by the drawings."""
    seats = campaign(None, ("option_23", True), ("option_24", True)).seats
    assert len({pieces.colour(seat) for seat in seats}) == len(seats)
    assert pieces.GREY not in {pieces.colour(seat) for seat in seats}
    assert len({pieces.badge(seat).partition(" fill")[0] for seat in seats}) == len(seats)
    rules_ = {seat: css().partition(f".cq-{seat} {{ color: ")[2].partition(";")[0] for seat in seats}
    assert len(set(rules_.values())) == len(seats)
    assert all(rules_.values())


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
    shown = scene_of(pos.rules)(game.view(SPAIN).position, SPAIN).maps[0].pieces
    ship = next(piece for piece in shown if piece.id == "england-1")
    assert ship.owner == ENGLAND
    assert ship.badges == ()
