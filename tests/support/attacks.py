"""Attacks on saves, for every game of the kit: files that were changed by chance, and by somebody who knows how."""

from __future__ import annotations

import copy
import json
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from time import process_time
from typing import Any, Final

import conquistadors as cq
from conquistadors.engine import saves
from conquistadors.engine.errors import LONGEST_LINE, ConquistadorsError, SaveError
from conquistadors.engine.game import Game
from conquistadors.engine.texts import LANGUAGES
from conquistadors.games import Scenario, kits, rules_for, scenario_named, scene_of
from support.sizes import size

SCENARIOS: Final = [scenario for kit in kits() for scenario in kit.scenarios]
VARIANTS: Final = size("ATTACKED_VARIANTS", thin=2, soak=100)
"""So many variants of a scenario are attacked, if it has as many."""
PLAYED: Final = (0, 25, 60, 200)[: size("ATTACKED_LENGTHS", thin=3, soak=4)]
"""After so many decisions games are saved: in the set-up, and in the middle of everything."""
BAD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 5, 10**8, -(10**12), 10**400, 0.5, 1e300, "", " ", "?", "red", "turn"),
    *("x" * 5000, "a\nb", "\u202eevil", "<b>x</b>", "../../x", "9" * 3000, "\x00", [], {}, [[]], [None], {"": 0}),
)
"""What stands in the place of something else."""


@cache
def saved(scenario: str, variant: int, decisions: int) -> str:
    """The save of a game that was played at random for a while, with all that only some tables bring into a save."""
    random = Random(f"{scenario} {variant} {decisions}")
    options = scenario_named(scenario).variants[variant]
    game = Game.new(rules_for(scenario, options), seed=random.randrange(10**6))
    for _ in range(decisions):
        if game.pending is None:
            break
        game.play(random.choice(game.options))
    given = len(game.answers)
    game.groups = (range(given // 4, given // 3), range(given // 3, given // 2))
    game.standing = {game.rules.seats[0]: ("use indian-guide", "pass")}
    game.asking = "quickly" if decisions % 2 else "openly"
    return saves.to_text(game, cq.__version__)


def some_save(scenario: Scenario, random: Random) -> dict[str, Any]:
    """A save of some variant, as a document."""
    variant = random.randrange(min(len(scenario.variants), VARIANTS))
    document: dict[str, Any] = json.loads(saved(scenario.id, variant, random.choice(PLAYED)))
    return document


def sealed(document: dict[str, Any]) -> str:
    """The text with its checksums made anew, as somebody would who knows how, and laid out as the kit does."""
    document["checksums"] = saves.checksums(document)
    return json.dumps(document)


# Where and what --------------------------------------------------------------------------------------------------


def nodes(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a document: what holds it, and its key there."""
    pairs = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    for key, part in pairs:
        yield value, key
        if isinstance(part, (dict, list)):
            yield from nodes(part)


def mutate(value: Any, random: Random) -> None:
    """Change one place of a document: another value, a number that is off, a part lost, doubled or moved."""
    places = list(nodes(value))
    if not places:
        return
    holder, key = random.choice(places)
    old = holder[key]
    how = random.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, list):
        holder.insert(random.randrange(len(holder) + 1), copy.deepcopy(old))
    elif how == 2 and isinstance(holder, dict):
        holder[random.choice(["x", "red", "", "a\nb", "x" * 500])] = copy.deepcopy(old)
    elif how == 3 and type(old) is int:
        holder[key] = old + random.choice([-1000, -2, -1, 1, 2, 5, 1000, 10**8, 10**12])
    elif how == 4 and isinstance(old, list) and old:
        random.shuffle(old)
        del old[random.randrange(len(old)) :]
    else:
        other, there = random.choice(list(nodes(value)))
        holder[key] = copy.deepcopy(other[there] if random.random() < 0.3 else random.choice(BAD))


def craft(position: dict[str, Any], random: Random) -> None:
    """Change one place of a position for something of its own type, which the codec cannot find fault with."""
    field = random.choice(list(position))
    places = list(nodes({field: position[field]}))
    holder, key = random.choice(places)
    if holder.keys() == {field} if isinstance(holder, dict) else False:
        holder = position
    old = holder[key]
    if type(old) is bool:
        holder[key] = not old
    elif type(old) is int:
        holder[key] = random.choice([old + 1, old - 1, old + 3, -old - 1, old + 50, 0, 10**4, 10**8])
    elif isinstance(old, str):
        holder[key] = random.choice(words(position))
    elif isinstance(old, list):
        _craft_row(old, random, position)
    elif isinstance(old, dict) and old:
        name = random.choice(list(old))
        part = old.pop(name)
        if random.random() < 0.5:
            old[random.choice(words(position))] = part
    elif old is None:
        holder[key] = random.choice([None, random.choice(words(position))])


def _craft_row(row: list[Any], random: Random, position: dict[str, Any]) -> None:
    how = random.randrange(4)
    if not row or how == 0:
        row.append(copy.deepcopy(random.choice(row)) if row else random.choice(words(position)))
    elif how == 1:
        row.pop(random.randrange(len(row)))
    elif how == 2:
        row.reverse()
    else:
        row += copy.deepcopy(row)


def words(position: dict[str, Any]) -> list[str]:
    """Every text in a position, keys as well: ids of seats, spaces, cards, steps ..."""
    found: dict[str, None] = {}
    for holder, key in nodes(position):
        if isinstance(holder, dict):
            found[key] = None
        if isinstance(holder[key], str):
            found[holder[key]] = None
    return sorted(found)


# What must come of it --------------------------------------------------------------------------------------------


def attacked(text: str, random: Random, answers: int) -> str:
    """Load a text: it is a game that can be played on, or refused with a sentence. Gives what came of it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            game = saves.from_text(text, rules_for, cq.__version__)
        except SaveError as error:
            said = str(error)
            assert "\n" not in said
            assert len(said) < LONGEST_LINE + 200
            return "refused"
    play_on(game, random, answers)
    look_at(game, random)
    return "played"


def look_at(game: Game[Any], random: Random) -> None:
    """All that a table shows of a game, the way back and forth again, and its save."""
    teller = game.teller(random.choice([*LANGUAGES]))
    teller.position(game.position)
    assert list(teller.story(game.log)) or not game.log
    for seat in (*game.rules.seats, None):
        view = game.view(seat)
        shown = scene_of(game.rules)(view.position, seat, view.pending)
        assert [shown.tab(key) for key in shown.tabs] or not shown.tabs
        assert view.prompt or game.pending is None
    for each in (*game.options[:20], *[refusal.option for refusal in game.refused[:20]]):
        assert teller.label(each)
    game.undo_policy = "training"
    taken = 0
    while game.can_undo and taken < 5:
        game.undo()
        taken += 1
    for _ in range(taken):
        game.redo()
    again = saves.from_text(saves.to_text(game, cq.__version__), rules_for, cq.__version__)
    assert (again.answers, again.position) == (game.answers, game.position)


def play_on(game: Game[Any], random: Random, answers: int) -> None:
    for _ in range(answers):
        if game.pending is None:
            return
        game.play(random.choice(game.options))
        game.rules.check(game.position)


def each(count: int, first: int, attack: Callable[[Random], str]) -> dict[str, int]:
    """Attack so often; what came of it, counted. A failure names the number to try again.

    What the slowest took of the processor is printed for whoever looks for what hangs.
    """
    found: dict[str, int] = {}
    slowest = 0.0
    for number in range(first, first + count):
        begun = process_time()
        try:
            outcome = attack(Random(number))
        except ConquistadorsError as error:
            raise AssertionError(f"attack {number}: {error!r}") from error
        except Exception as error:
            error.add_note(f"in attack {number}")
            raise
        found[outcome] = found.get(outcome, 0) + 1
        slowest = max(slowest, process_time() - begun)
    print(f"{found}, the slowest {slowest:.2f} s")
    return found
