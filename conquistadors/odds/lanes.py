"""The steps of a fight that look at one of its two sides: a lane for each, which is gone through by itself."""

from __future__ import annotations

from typing import Any

from conquistadors.odds.codes import MASK, Code
from conquistadors.odds.courses import Block, Course, Step, passed_on
from conquistadors.odds.steps import Steps
from conquistadors.odds.trees import Row, leaves


class Unlike(Exception):
    """This is no fight of two sides that keep apart."""


def lanes(steps: Steps[Any], code: Code, sides: tuple[int, int]) -> tuple[Course, Code]:
    """The steps from here on that look at one of two sides and what belongs to it, as one course in two blocks.

    They are tried out on one state, and end where a step looks at both; also gives the state there.
    """
    reach, watched = list(sides), 0
    own: tuple[list[Step], list[Step]] = ([], [])
    course: list[Step] = []
    while True:
        rest = steps.rest_of(code)
        touched = rest.touched & ~MASK
        mine = [side for side, lane in enumerate(reach) if touched & lane]
        if len(mine) > 1 or rest.watched & (reach[0] | reach[1]) or rest.ends or (course and rest.stops):
            break
        tree = steps.comes_of(code)
        if len({leaf & MASK for leaf in leaves(tree)}) > 1:
            break
        lane = mine[0] if mine else 0  # what looks at neither may go with either
        reach[lane] |= touched
        watched |= rest.watched
        course.append(Step(len(course), code & MASK, touched))
        own[lane].append(course[-1])
        code = code & ~rest.touched | next(iter(leaves(tree)))
    if not course or watched & (reach[0] | reach[1]):
        raise Unlike
    blocks = [Block(lane, taken) for lane, taken in zip(reach, own, strict=True)]
    return Course(course, code & MASK, blocks), code


def carried(steps: Steps[Any], code: Code, block: Block, course: Course) -> dict[Code, int] | None:
    """What becomes of a state in the steps of a block, by weight; None where it cannot be taken."""
    ways = {code & ~MASK: 1}
    for step in block.steps:
        following = course.steps[step.place + 1].rest if step is not course.steps[-1] else course.after
        kept = ~steps.rest_of(step.rest).touched
        rows: list[Row] = []
        for state in ways:
            row = steps.comes_of(state | step.rest)
            if type(row) is not Row:
                return None
            for leaf in row.ways:
                if leaf & MASK != following:
                    return None
            rows.append(row)
        if len(rows) == 1:
            left = state & kept
            ways = {left | leaf & ~MASK: n for leaf, n in rows[0].ways.items()}
            continue
        ways = {state & ~MASK: n for state, n in passed_on(ways, rows, kept).items()}
    return ways
