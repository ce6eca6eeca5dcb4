"""Which questions a person wants to be asked: those about luck, and those where the same is offered again and again.

A setting is kept with the standing answers of a game (`Game.standing`), as "quiet <topic> <how>". The topic is luck, or
the kind of a question that can be passed or ended. Whatever is not asked is passed, as an ordinary answer.
"""

from __future__ import annotations

from typing import Any, Final

from conquistadors.engine.events import SCENE
from conquistadors.engine.game import Game
from conquistadors.engine.overruling import LONGEST_ORDER
from conquistadors.engine.requests import PASS, Choice, Option, option, parse_option
from conquistadors.engine.rolls import asks_for_luck, lies_badly
from conquistadors.games import scene_of
from conquistadors.scene.contract import Scene

QUIET: Final = "quiet"
LUCK: Final = "luck"
ALWAYS, BAD, NEVER = "always", "bad", "never"
ACTION, SAME = "action", "same"
"""Until somebody else acts, or the next impulse begins; and while nothing is offered that was not offered then."""


def topic_of(game: Game[Any], asked: Choice) -> str:
    """What a question is about, as far as a setting goes."""
    return LUCK if asks_for_luck(game.position, asked) else asked.kind


def ways(game: Game[Any], asked: Choice, *, alone: bool) -> list[tuple[str, Option]]:
    """How the question could be asked less often, each with the answer that is given then.

    Settings on luck do not depend on what is in hand. That the same is offered does: a silence would tell the others
    at a table of several people, so that only a lone person (`alone`) is offered it.
    """
    ends = _ending(game, asked)
    if ends is None:
        return []
    if topic_of(game, asked) == LUCK:
        return [(_setting(LUCK, how), ends) for how in (BAD, f"{ACTION}-{_scenes(game)}", NEVER)]
    tokens = ",".join(sorted(_tokens(game, asked)))
    same = _setting(asked.kind, f"{SAME}:{tokens}") if alone and tokens else ""
    return [(same, ends)] if same and len(same) <= LONGEST_ORDER else []


def passed(game: Game[Any], asked: Choice, kept: tuple[str, ...]) -> tuple[Option, str] | None:
    """What is answered because of a setting, and that setting; None where the question is asked."""
    topic, scenes = topic_of(game, asked), f"{ACTION}-{_scenes(game)}"
    for setting in kept:
        said = parse_option(setting)
        if said is None or said.verb != QUIET or said.subject != topic:
            continue
        how, ends = str(said.target), _ending(game, asked)
        if ends is not None and (how in (NEVER, scenes) or _holds(game, asked, how)):
            return ends, setting
    return None


def _holds(game: Game[Any], asked: Choice, how: str) -> bool:
    if how == BAD:
        cards = [each.subject for each in asked.legal() if each.subject is not None]
        return not any(lies_badly(game.position, card) for card in cards)
    declined = how.removeprefix(f"{SAME}:")
    return declined != how and _tokens(game, asked) <= set(declined.split(","))


def without(kept: tuple[str, ...], topic: str) -> tuple[str, ...]:
    """What stands, without the settings on a topic."""
    said = [(each, parse_option(each)) for each in kept]
    return tuple(each for each, o in said if o is None or (o.verb, o.subject) != (QUIET, topic))


def setting_on(kept: tuple[str, ...], topic: str) -> str:
    """How often a topic is asked about."""
    said = [parse_option(each) for each in kept]
    return next((str(o.target) for o in said if o is not None and (o.verb, o.subject) == (QUIET, topic)), ALWAYS)


def _setting(topic: str, how: str) -> str:
    return option(QUIET, topic, how).id


def _scenes(game: Game[Any]) -> int:
    """How many turns or impulses have begun."""
    return sum(event.heading == SCENE for event in game.events_so_far()[0])


def _ending(game: Game[Any], asked: Choice) -> Option | None:
    """The answer that says nothing but no."""
    if asked.passes:
        return PASS
    ends = [each for each in asked.legal() if each.subject is None and each.verb in scene_of(game.rules).closes]
    return ends[0] if len(ends) == 1 else None


def _tokens(game: Game[Any], asked: Choice) -> set[str]:
    """What is offered besides: what points at a space by its verb alone, for it is the same everywhere."""
    rules = game.rules
    scene: Scene = scene_of(rules)(rules.view(game.position, asked.who), asked.who, asked)
    found = set()
    for each in asked.legal():
        if each != PASS and each.verb not in scene.closes:
            where = scene.where(each)
            found.add(each.verb if where is not None and where[0] == "space" else each.id.replace(" ", "+"))
    return found
