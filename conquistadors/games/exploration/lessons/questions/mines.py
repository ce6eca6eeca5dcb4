"""Exercises on gold: found, dug, exhausted (13.0)."""

from __future__ import annotations

from random import Random
from typing import Final

from conquistadors.games.exploration.builder import build
from conquistadors.games.exploration.lessons.questions.scenes import chance_of, events, exercise, usual, waiting
from conquistadors.games.exploration.rules.events import Dug
from conquistadors.teach.exercises import Phrase, Task

MINES: Final = {"island": "2218", "mainland": "4213"}


@exercise("find-gold", "gold", "chance", "13.12", "13.13", "13.22")
def find_gold(dice: Random) -> Task:
    """13.12, 13.13, 13.22  The chance that a mine is found within some turns: one try in each."""
    where, turns = dice.choice(list(MINES)), dice.randint(1, 4)
    hex_ = MINES[where]
    pos = build(turn=6, forces={hex_: (1, 0)}, people={"missionary-1": hex_}, before="C gold")
    game = waiting(pos)
    game.play(f"search {hex_}")
    once = chance_of(game, lambda game: game.position.digs[hex_].found)
    chance = 1 - (1 - once) ** turns
    return Task(usual(), chance, {"where": Phrase(f"where.{where}"), "turns": turns})


@exercise("gold-dug", "gold", "number", "13.14", "13.17", "13.22", "13.31", "13.32")
def gold_dug(dice: Random) -> Task:
    """13.14, 13.17, 13.22, 13.31  What a mine of each kind and a Treasure City give in one turn, and to whom."""
    miner, level = dice.choice(["colonist", "soldier"]), dice.choice([0, 2])
    island, mainland, city = MINES["island"], MINES["mainland"], dice.choice(["2222", "2327"])
    area = usual().board.area[city]
    pos = build(
        turn=6,
        forces={island: (0, 2), mainland: (0, 1) if miner == "colonist" else (1, 0), city: (1, 0)},
        people={"missionary-1": island, "missionary-2": mainland, "missionary-3": city},
        natives={area: level},
        mines=(island, mainland),
        before="C gold",
    )
    game = waiting(pos)
    if game.options:
        game.play("done")
    dug = sum(event.ducats for event in events(game) if isinstance(event, Dug))
    facts = {"island": island, "mainland": mainland, "miner": Phrase(f"miner.{miner}"), "city": city, "level": level}
    return Task(usual(), dug, facts)
