"""The rulings that a table may make otherwise (rulings, section 7), with our default first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Self

from conquistadors.engine.codec import Json, encode
from conquistadors.engine.errors import SetupError, short_repr
from conquistadors.engine.records import record
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.pack.records import Errata


@record
class HouseRules:
    """One field for each switchable ruling."""

    errata: Errata = "japanese"
    """J7, J8, J9  Numbers with the errata, or those of the English text."""
    olid: bool = False
    """J10  Olid is in play."""
    terrain_index: bool = True
    """C6  A unit lost by a march into desert or rain forest lowers the index."""
    town_draws: bool = True
    """C21  A town that is plundered draws a unit."""
    town_attacks: bool = True
    """C22  The Indians of a hostile town may be used to attack."""
    landing_attack: bool = True
    """C36  A landing from the sea may be followed by combat."""
    enter_barred: bool = True
    """G-4.112  A space where discovery cannot be attempted may be entered."""
    ally_fifth: bool = True
    """G-9.14  The loss of a fifth hit may be an Indian ally."""
    lone_diplomacy: bool = True
    """G-3.15  A conquistador without units may negotiate."""
    pause_stops_shift: bool = False
    """G-11.26  The pause after a warrant also stops the shift of 11.27."""

    legend_near: bool = False
    """C17  A legend event may place its marker three spaces from an expedition, not four."""
    legend_anywhere: bool = False
    """C18  A legend card may place its marker in any land space of the map."""
    solitaire_helpers: bool = True
    """G-23.35  In the Solitaire Game the player may use combat cards of the Reaction deck that help Spaniards."""

    @classmethod
    def made(cls, options: Mapping[str, Json]) -> Self:
        """From what a person gave; `SetupError` says what there is instead."""
        names = {field.name: type(field.default) for field in fields(cls)}
        for name, value in options.items():
            if name not in names:
                raise SetupError(error_text("setup.house-option", wanted=short_repr(name), known=names))
            if name == "errata":
                if value not in ("japanese", "english"):
                    raise SetupError(error_text("setup.errata", wanted=short_repr(value)))
            elif type(value) is not bool:
                raise SetupError(error_text("setup.house-flag", name=name, wanted=short_repr(value)))
        return cls(**options)  # type: ignore[arg-type]  # checked above

    def chosen(self) -> Json:
        """The options that differ from the default."""
        default = type(self)()
        return {
            field.name: encode(getattr(self, field.name))
            for field in fields(self)
            if getattr(self, field.name) != getattr(default, field.name)
        }
