"""9.0  The risk of a voyage, told while it is fitted out: before it is paid for."""

from __future__ import annotations

from fractions import Fraction

import pytest

from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import scene_of
from conquistadors.games.exploration.notes import note_of
from conquistadors.games.exploration.odds.voyaging import risk
from conquistadors.games.exploration.rules.position import World
from conquistadors.scene.forms import Form, form_of
from conquistadors.scene.words import say
from support.new_world import SPAIN, at, played
from support.rivals import ENGLAND, fleet, war

HOME = "2316.1"


def fitting(colonists: int = 2) -> Game[World]:
    """Ships of both kinds wait in Europe, and a port in the Caribbean."""
    forces, ships = {"2316": (0, 1)}, {"europe": (1, 2)}
    pos = at(f"plan:{SPAIN}", forces=forces, ships=ships, colonists=colonists, natives={"caribbean": 0})
    return played(pos, "fit europe", f"take {HOME}")


def filled(game: Game[World], *values: int) -> Form:
    scenes = scene_of(game.rules)
    form = form_of(game.run(), values, scenes.forms, scenes)
    assert form is not None
    return form


def test_9_0_the_form_of_an_expedition_tells_the_risk_of_the_voyage() -> None:
    """One Carrack with two Colonists, six bounds: 2/3 out, and 5/6 of that home; with three bounds home on 9+."""
    game = fitting()
    for bounds, out, back in ((6, 67, 56), (3, 67, 22), (0, 17, 6)):
        outlook = filled(game, 1, 0, bounds).outlook
        assert outlook is not None
        assert dict(outlook.facts) == {"out": out, "back": back}  # type: ignore[union-attr]  # a phrase
    assert game.pending is not None
    assert game.pending.kind == "how-many-carracks", "nothing has been paid"


def test_9_0_without_units_only_ships_are_at_risk() -> None:
    assert dict(filled(fitting(colonists=0), 1, 0, 6).outlook.facts) == {"out": 83, "back": 69}  # type: ignore[union-attr]


def test_9_0_where_it_does_not_sail_there_is_no_risk() -> None:
    pos = at(f"plan:{SPAIN}", forces={"2316": (0, 1)}, ships={"europe": (1, 2)})
    assert filled(played(pos, "fit europe", "pass"), 1, 0, 6).outlook is None


def test_9_0_bounds_are_offered_with_the_risk_beside_them() -> None:
    game = played(at(f"plan:{SPAIN}", forces={"2316": (0, 1)}, ships={"europe": (0, 1)}), "fit europe", f"take {HOME}")
    asked = game.pending
    assert asked is not None
    assert asked.kind == "bounds"
    notes = {n: note_of(game.position, asked, next(o for o in game.options if o.subject == str(n))) for n in (3, 6, 5)}  # type: ignore[arg-type]  # a choice
    assert dict(notes[3].facts)["safe"] == 83  # type: ignore[union-attr]
    assert dict(notes[6].facts)["back"] == 69  # type: ignore[union-attr]
    assert "back" not in dict(notes[5].facts)  # type: ignore[union-attr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_9_0_the_outlook_is_told_in_every_language(language: str) -> None:
    game = fitting()
    outlook = filled(game, 1, 0, 6).outlook
    assert outlook is not None
    said = say(outlook, game.rules.texts(language), game.names)
    assert "67" in said
    assert "[" not in said


def test_15_42_a_privateer_is_not_at_risk() -> None:
    pos = war(f"ocean:{ENGLAND}", turn=16, forces={f"{ENGLAND}@2314": (0, 1)})
    name = fleet(pos, ENGLAND, carracks=1, landfall="2314", privateer=True)
    pos.edit(ENGLAND, soldiers=1)
    assert risk(pos, name) == (Fraction(1), Fraction(1))
    pos.edit_expedition(name, privateer=False)
    assert risk(pos, name)[0] == Fraction(5, 6)
