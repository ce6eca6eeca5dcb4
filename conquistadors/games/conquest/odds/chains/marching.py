"""4.0  What a march finds on its way."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from conquistadors.engine import SetupError, changed, record, short_repr
from conquistadors.engine.arguments import checks_arguments
from conquistadors.engine.texts import error_text
from conquistadors.games.conquest.builder import PlacePlan, build, expedition
from conquistadors.games.conquest.odds.assuming import GOES_ON, assumed, luck_used
from conquistadors.games.conquest.odds.chains.arguments import GAMES, OWN, listed, path_of, whole
from conquistadors.games.conquest.odds.chains.chaining import Chain, Chained, Goal, along
from conquistadors.games.conquest.odds.supposing import SEAT, luck_in_hand, rules_of
from conquistadors.games.conquest.rules.position import IMPERIAL, ConquestPosition
from conquistadors.games.conquest.rules.spaces import is_discovered

FINDS: Final = ("mosquito", "nothing", "village", "town", "city", "empire")
"""What can be found, the better the later."""


@record
class Discovery:
    """4.0  What a march has found."""

    found: str
    """The best find: empire, city, town, village, nothing or mosquito; or "none": nowhere was an attempt made."""
    impulse: int
    """In which impulse it was found; 0 where no attempt was made."""
    space: str | None
    """Where."""


@checks_arguments(*OWN)
def march(
    path: Sequence[str],
    impulses: int,
    *,
    wanted: Collection[str] = ("city", "empire"),
    units: str = "6 foot, 3 horse, 1 cannon",
    leader: str = "cortes",
    shown_assets: Sequence[str] = (),
    places: Mapping[str, PlacePlan | str] | None = None,
    scenario: str = "basic",
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """4.0  What a march along a path finds within so many impulses: `march(["cempoala", "totonacapan"], 2)`.

    The expedition stands in the first space of the path. It attempts discovery wherever it may, and stops with the
    first find that is `wanted`: `.chance(lambda end: end.found in ("city", "empire"))`. `places` is what is on the map
    already, `shown_assets` are Asset cards that lie open and help, `mano` is the use of one Mano de Dios (of two for
    "both"): best means as good for what is wanted as can be, or for a `goal`, a function of a `Discovery`.
    """
    spaces = listed(path, "path")
    if not spaces:
        raise SetupError(error_text("chain.no-path"))
    pos = build(
        rules=rules_of(scenario, GAMES),
        expeditions={leader: expedition(SEAT, spaces[0], units, shown=shown_assets)},
        places=places,
        hands={SEAT: luck_in_hand(mano)},
    )
    return march_at(pos, leader, path, impulses, wanted=wanted, mano=mano, goal=goal)


@checks_arguments(*OWN)
def march_at(
    pos: ConquestPosition,
    leader: str,
    path: Sequence[str],
    impulses: int,
    *,
    wanted: Collection[str] = ("city", "empire"),
    mano: str = "never",
    goal: Goal = None,
) -> Chained:
    """4.0  The same from a position: the impulse of the expedition is next, and Mano de Dios is used if it is there."""
    chain = Chain(pos, leader)
    chain.check_commander()
    spaces = path_of(pos, listed(path, "path"), pos.expeditions[leader].space, "path")
    most = whole(impulses, "impulses")
    finds = {wanted} if isinstance(wanted, str) else set(wanted)
    if not finds <= set(FINDS):
        raise SetupError(error_text("chain.wanted", known=FINDS, wanted=short_repr(min(finds - set(FINDS)))))
    open_spaces = [space for space in spaces if not is_discovered(pos, space)]

    def result(at: ConquestPosition) -> Discovery:
        found = [(_find(at, space), at.site(space).found_in, space) for space in open_spaces if at.site(space).found_in]
        if not found:
            return Discovery("none", 0, None)
        best = max(found, key=lambda each: (FINDS.index(each[0]), -each[1]))
        return Discovery(best[0], best[1] - chain.first + 1, best[2])

    def done(at: ConquestPosition) -> bool:
        return chain.played(at) >= most or result(at).found in finds

    plan = chain.plan(lambda _: ("discover", "march"), mano, march=along(spaces))
    if "empire" in finds:  # the chain ends with it, and nobody asks for its other cities
        plan = changed(plan, indifferent=plan.indifferent | {"space", "imperial-city"})
    worth = goal or (lambda end: int(end.found in finds))
    said = [assumed("along", spaces=tuple(spaces)), GOES_ON, luck_used(mano)]
    return chain.solved(plan, done, result, worth, said)


def _find(pos: ConquestPosition, space: str) -> str:
    marker = str(pos.site(space).marker)
    return "empire" if marker in IMPERIAL else "nothing" if marker not in FINDS else marker
