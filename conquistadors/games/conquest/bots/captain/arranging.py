"""How the captain arranges its men: one strong expedition, led by a man who can march."""

from __future__ import annotations

from collections import Counter

from conquistadors.bots.reasons import Why
from conquistadors.engine import Option
from conquistadors.games.conquest.bots.captain.sight import Sight
from conquistadors.games.conquest.rules.reorganising import men_in, own_in


def wanted(sight: Sight, space: str) -> Why | None:
    """Why the men in a space should be arranged anew."""
    if space in sight.world.sea:
        return None
    here = own_in(sight.pos, sight.seat, space)
    men = men_in(sight.pos, sight.seat, space)
    best = head(sight, men)
    if len(here) > 1 and len(men) <= 1 + sight.rules.companions_with_units:
        return Why("men.together", {"captain": best})
    if len(here) > 1 and sum(bool(sight.force(c).units) for c in here) > 1:
        return Why("men.together", {"captain": best})
    captains = sight.pos.captains
    if len(here) == 1 and captains[here[0]].wounded and not captains[best].wounded:
        return Why("men.wounded", {"captain": here[0], "other": best})
    return None


def head(sight: Sight, men: list[str]) -> str:
    """The best man to command: not wounded, able to fight, with good ratings."""
    captains, cards = sight.pos.captains, sight.rules.men
    return max(men, key=lambda m: (not captains[m].wounded, cards[m].combat > 0, sight.rating(m), m))


def _men(sight: Sight, man: str) -> list[str]:
    """All own men where this one is."""
    pos = sight.pos
    return men_in(pos, sight.seat, pos.expeditions[pos.captains[man].expedition].space)


def command(sight: Sight) -> tuple[Option, Why]:
    """Everybody follows the best man, as far as the cards hold the units."""
    man = str(sight.facts["captain"])
    best = head(sight, _men(sight, man))
    for option in sight.options:
        if option.verb == "join" and option.target == best:
            return option, Why("men.follows", {"captain": man, "leader": best})
    return sight.options[0], Why("men.leads", {"captain": man})


def units(sight: Sight) -> tuple[Option, Why]:
    """As many as possible with the main expedition."""
    man = str(sight.facts["captain"])
    men = _men(sight, man)
    leaders = dict(zip(men, sight.pos.talk, strict=False))
    followed = Counter(leaders.values())
    best = head(sight, men)
    main = best if followed[best] else max(followed, key=lambda m: (followed[m], m), default=best)
    if leaders.get(man, man) == main:
        return sight.options[-1], Why("men.strong")
    return sight.options[0], Why("men.needed")


def share(sight: Sight) -> tuple[Option, Why]:
    """What can be shared goes to the main expedition."""
    man = str(sight.facts["captain"])
    best = head(sight, _men(sight, man))
    if man == best:
        return sight.options[-1], Why("men.most")
    return sight.options[0], Why("men.more")


def succession(sight: Sight) -> tuple[Option, Why]:
    """A companion who is as good as any takes over; otherwise a new man."""
    replace = [o for o in sight.options if o.verb == "replace"]
    if replace:
        return replace[0], Why("men.new")
    best = max(sight.options, key=lambda o: sight.rating(str(o.subject)))
    return best, Why("men.left", {"captain": best.subject})


def host(sight: Sight) -> tuple[Option, Why]:
    best = max(sight.options, key=lambda o: (sight.force(str(o.subject)).value, str(o.subject)))
    return best, Why("men.host")
