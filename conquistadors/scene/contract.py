"""What a game brings to be seen: a scene, made from a position as a seat sees it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, TypeAlias

from conquistadors.engine.events import Event
from conquistadors.engine.requests import Asked, Option, Seat
from conquistadors.scene.maps import Ground, LegendRow, MapScene, SpaceInfo
from conquistadors.scene.panels import Contest, Part, StripCell
from conquistadors.scene.words import Phrase, Said

Where: TypeAlias = tuple[Literal["space", "piece", "card"], str]
"""What an answer points at."""


class Scene:
    """A game of which nothing is known: it is shown as text. Games bring their own, with what they have."""

    tabs: tuple[str, ...] = ()
    """The tabs beside the board that the game fills; the key of a title is `tab.<key>` in its texts."""
    pictures: str = ""
    """The folder of `data/` that has a `pieces.toml` with the looks of its pieces, by name."""
    headline: str = ""
    """The thing whose odds are shown first, where an answer may change more than can be read at once."""
    forms: frozenset[str] = frozenset()
    """The kinds of questions that a person would rather answer at once, as one form: numbers that are asked for in a
    row, and menus from which things are taken until an answer that names nothing ends them (`scene.forms`)."""
    ends: frozenset[str] = frozenset()
    """The verbs of answers that end what is under way, where they name nothing: like Pass they have a place of their
    own at the table."""
    at_hand: tuple[str, str] = ("", "")
    """The tabs of which a short form is always in sight: the looker's own forces, and their cards."""

    picks: frozenset[str] = frozenset()
    """The kinds of questions in a form where one of several answers is picked."""
    parts: frozenset[str] = frozenset()
    """The kinds of questions that still belong to a form after its first menu; a pass says none there."""
    closes: frozenset[str] = frozenset()
    """Those of `ends` that say no more than a pass does: nothing is lost by them but what was on offer."""

    # What never changes in a game, from its rules ---------------------------------------------------------------------

    @classmethod
    def sheets(cls, rules: Any) -> dict[str, Said]:  # noqa: ARG003  # for games that have some
        """The maps by id, with their titles, in their order."""
        return {}

    @classmethod
    def ground(cls, rules: Any, sheet: str, language: str) -> Ground:  # noqa: ARG003  # for games with maps
        """A map without anything on it."""
        raise KeyError(sheet)

    @classmethod
    def spaces(cls, rules: Any, sheet: str) -> Collection[str]:
        """The spaces of a map, in their order; each id has a name in the game's texts."""
        return tuple(cls.ground(rules, sheet, "en").layout.points)

    @classmethod
    def entries(cls, rules: Any) -> tuple[str, ...]:  # noqa: ARG003  # for games with maps
        """The spaces where everything begins: what is looked at while there is nothing else to see."""
        return ()

    @classmethod
    def lettered(cls, rules: Any) -> tuple[str, ...]:  # noqa: ARG003  # for games with maps
        """The things of whose names letters stand on pieces; whoever comes first has the first choice of letters."""
        return ()

    @classmethod
    def legend(cls, rules: Any) -> tuple[LegendRow, ...]:  # noqa: ARG003  # for games with maps
        """The signs on the maps, with their meaning."""
        return ()

    # What is seen now ------------------------------------------------------------------------------------------------

    def __init__(self, pos: Any, seat: Seat | None = None, asked: Asked | None = None) -> None:
        """A position as the seat sees it, and what that seat is asked; without a seat, a bystander's."""
        self.pos = pos
        self.seat = seat
        self.asked = asked

    @property
    def maps(self) -> tuple[MapScene, ...]:
        """The maps with their pieces, in their order."""
        return ()

    @property
    def active(self) -> str | None:
        """The space where somebody acts now, or that the question is about."""
        return None

    @property
    def own(self) -> tuple[str, ...]:
        """The spaces where the seat has something, or without a seat whoever acts: what a looker wants to see."""
        return ()

    def space(self, space: str) -> SpaceInfo:
        """All about a space."""
        raise KeyError(space)

    @property
    def strip(self) -> tuple[StripCell, ...]:
        """What always matters, in one line."""
        return ()

    def tab(self, key: str) -> tuple[Part, ...]:
        """What stands in a tab."""
        raise KeyError(key)

    @property
    def closing(self) -> tuple[Part, ...]:
        """What stands on the page that ends a game: the points by where they come from, the verdicts."""
        return ()

    @property
    def contest(self) -> Contest | None:
        """The battle that is fought now, if one is."""
        return None

    def where(self, option: Option) -> Where | None:  # noqa: ARG002  # for games that show something
        """The space, piece or card that an answer points at; None where it points at nothing on the table."""
        return None

    def note(self, option: Option) -> Said | None:  # noqa: ARG002  # for games with something to count
        """What an answer to the question costs or leads to, in a few words that stand beside it."""
        return None

    def standing(self, option: Option) -> Option | None:  # noqa: ARG002  # for games that ask the same again
        """What an answer is if it is to be given every time, if it may be: the next question that has an answer with
        the same is answered so. It is told by `standing.<verb>` in the game's texts.

        Only where all may know that the question is asked, and see what is answered: else the silence of a player who
        answers by a standing order would tell something.
        """
        return None

    def outlook(self, told: Sequence[Event]) -> Said | None:  # noqa: ARG002  # for games that look ahead
        """What a form may lead to in the end, as it is filled in: this would happen, and the scene is after it."""
        return None

    def usual(self) -> Option | None:
        """The answer to the question that leaves things as they are: with it a form begins."""
        return None

    def row(self, option: Option) -> Phrase:
        """What stands beside the number of a thing that can be taken from a menu of a form."""
        parts = (("subject", option.subject), ("target", option.target))
        return Phrase(f"option.{option.verb}", tuple((name, part) for name, part in parts if part is not None))


def targets(scene: Scene, options: Iterable[Option]) -> dict[str, tuple[str, ...]]:
    """The spaces that answers point at, by themselves or by a piece that stands there, with the ids of the answers."""
    stands = {piece.id: piece.space for each in scene.maps for piece in each.pieces}
    found: dict[str, list[str]] = {}
    for option in options:
        kind, thing = scene.where(option) or ("", "")
        space = thing if kind == "space" else stands.get(thing) if kind == "piece" else None
        if space is not None:
            found.setdefault(space, []).append(option.id)
    return {space: tuple(ids) for space, ids in found.items()}
