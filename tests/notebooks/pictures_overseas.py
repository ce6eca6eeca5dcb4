"""Draw the pictures of the second half of the course of Conquistador!.

`PYTHONPATH=tests python -m notebooks.pictures_overseas` writes notebooks/images/exploration_07.svg and the next ones.
"""

from __future__ import annotations

from conquistadors.games.exploration.builder import build, expedition
from notebooks.pictures import IMAGES
from notebooks.pictures_exploration import part


def pictures() -> dict[str, str]:
    """Every picture by its name."""
    return {
        "exploration_07": part(
            build(turn=6, forces={"2326": (3, 2)}, people={"missionary-1": "2326", "cortes": "2326"}),
            ["2129", "2329", "2526", "2422"],
            ["2326", "2327", "2427"],
        ),
        "exploration_08": part(
            build(turn=6, forces={"2819": (5, 3)}, people={"missionary-1": "2819"}, natives={"venezuela": 3}),
            ["2622", "2722", "2917", "3018", "2715"],
            ["2819"],
        ),
        "exploration_09": part(
            build(
                turn=16,
                forces={"2316": (0, 3), "2218": (0, 5), "2314": (0, 4)},
                natives={"caribbean": 0},
                mines=("2316",),
            ),
            ["2119", "2121", "2314", "2512", "2418"],
            ["2316", "2218", "2314"],
        ),
        "exploration_10": part(
            build(
                turn=4,
                forces={"2316": (0, 2)},
                natives={"caribbean": 0},
                people={"leon": "spain-1"},
                expeditions={"spain-1": expedition("2316.1", carracks=1, bounds=9, sailed=3)},
                before="B coasts",
            ),
            ["1721", "1920", "2316", "2314", "2325", "2422"],
            ["2316", "2019", "2222"],
        ),
        "exploration_11": part(
            build(
                turn=9,
                forces={"3816": (3, 0), "4316": (0, 2)},
                natives={"incan-empire": 0},
                gold={"3816": 100},
                ships={"4316": (0, 4)},
            ),
            ["3618", "3812", "4316", "4413", "4311"],
            ["3816", "4316", "4213"],
        ),
        "exploration_12": part(
            build(
                nations=2,
                turn=17,
                forces={"2314": (1, 2), "2316": (0, 3)},
                people={"missionary-1": "2314", "drake": "england-1"},
                ships={"2314": (2, 0)},
                expeditions={"england-1": expedition("2412", nation="england", carracks=2, soldiers=4, bounds=9)},
                before="B coasts",
            ),
            ["2217", "2316", "2412", "2611", "2418"],
            ["2314", "2316", "2412"],
        ),
    }


if __name__ == "__main__":
    for name, svg in pictures().items():
        (IMAGES / f"{name}.svg").write_text(svg, encoding="utf-8")
        print(name, len(svg))
