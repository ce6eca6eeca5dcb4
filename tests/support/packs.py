"""Data packs for tests: files of the kit that were changed by chance, written as TOML."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

from conquistadors.games import GameKit, load
from conquistadors.packs.allowed import OPTION
from conquistadors.packs.contract import PackTools
from conquistadors.resources import read_toml
from support.attacks import mutate, nodes


def takes_packs(kit: GameKit) -> bool:
    return any(OPTION in scenario.options() for scenario in kit.scenarios)


def toml(document: dict[str, Any]) -> str:
    """A document as TOML, a line for each of its keys."""
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in document.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, float):
        return repr(value) if "." in repr(value) or "n" in repr(value) else f"{value:.1f}"
    return json.dumps("?" if value is None else value)


def mutated_pack(kit: GameKit, folder: Path, random: Random) -> str:
    """A pack of one file that was changed in one to three places; what it is called."""
    tools: PackTools = load(kit.pack)
    name = random.choice(tools.files)
    document = copy.deepcopy(read_toml(kit.id, name))
    for _ in range(random.randint(1, 3)):
        if random.random() < 0.6:
            nudge(document, random)
        else:
            mutate(document, random)
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(toml(document), encoding="utf-8")
    return name


def nudge(document: dict[str, Any], random: Random) -> None:
    """Change one value for another of its kind, which only its meaning can forbid; nothing where none is left."""
    places = [(holder, key) for holder, key in nodes(document) if isinstance(holder[key], (bool, int, float, str))]
    if not places:
        return
    holder, key = random.choice(places)
    old = holder[key]
    if type(old) is bool:
        holder[key] = not old
    elif type(old) is int:
        holder[key] = random.choice([old + 1, old - 1, 0, 1, -old, old * 2, old + 7, 99, 999])
    elif isinstance(old, str):
        others = [each[at] for each, at in places if at == key and isinstance(each[at], str)]
        holder[key] = random.choice(others)
    else:
        holder[key] = old + random.choice([-1, 0.5, 30])
