"""21.0  Malaria."""

from __future__ import annotations

from conquistadors.engine import Modifier, Procedure, procedure, step
from conquistadors.games.conquest.rules.cards.playing import current, support, with_modifier
from conquistadors.games.conquest.rules.events import Feverish
from conquistadors.games.conquest.rules.morale import morale_check
from conquistadors.games.conquest.rules.position import Action, ConquestPosition
from conquistadors.games.conquest.rules.tasks import task_of


def is_exposed(pos: ConquestPosition, commander: str) -> bool:
    """21.1, C13, G-21.1  Whether an expedition has units in rain forest, or where a Mosquito marker lies (1.273)."""
    space = pos.expeditions[commander].space
    wet = pos.rules.world.spaces[space].kind == "rain-forest" or pos.site(space).marker == "mosquito"
    return wet and pos.units(commander).size > 0


@task_of("malaria")
@procedure("21.1", steps=("cards", "check"))
def malaria(pos: ConquestPosition, commander: str) -> Procedure[None]:
    """2.0(6), 21.2, 21.3, G-21.3  A morale check with -1 of its own, after the one for hunger and apart from it.

    It adds to the -1 of a fever coast (G-9.12). A Doctor and Medicinal Bark that go with the expedition help, both
    together; an open Doctor helps without being asked. A Healthier Harbor saves from it all.
    """
    if commander not in pos.expeditions or not is_exposed(pos, commander):
        return  # its owner may have resigned in the meantime (G-6.46b)
    expedition = pos.expeditions[commander]
    pos.report(Feverish, expedition=commander, space=expedition.space, spared=expedition.healthy, rule="21.1")
    if expedition.healthy:
        return
    pos.action = Action("malaria", commander, expedition.space)
    with_modifier(pos, Modifier("malaria", pos.rules.n.malaria))
    step(pos, malaria, "cards")
    yield from support(pos, "malaria", "21.2")
    step(pos, malaria, "check")
    yield from morale_check(pos, commander, "malaria", "21.2", current(pos).modifiers)
    pos.action = None
