"""One step of the rules from a position that is taken apart: run once for all that look alike to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic

from conquistadors.engine.errors import RuleError
from conquistadors.engine.rules import PositionT
from conquistadors.odds.codes import BITS, MASK, Code, Codes, Rest, bits, mask_of
from conquistadors.odds.parts import REST, Look
from conquistadors.odds.trees import Grower, Row, Tree, composed, flat, is_chance, mapped, shifted


class Steps(Generic[PositionT]):
    """What comes of steps."""

    def __init__(self, codes: Codes[PositionT], grower: Grower[PositionT], *, checked: bool) -> None:
        """With `checked` a step that changes a part which it was said not to touch is found out."""
        self.codes = codes
        self._rests = codes.rests
        self._things = codes.things
        self._grower = grower
        self._checked = checked
        self._steps: dict[Code, Tree] = {}
        """What comes of a step, by what it looks at; the leaves are codes of what it touches."""
        self._seen: dict[Hashable, Tree] = {}
        """The same, by what it sees of that."""
        self._runs: dict[Code, Tree] = {}
        """What comes of steps that count something down, by what stands for all that they may count."""
        self._repeating: set[Code] = set()
        """Where a step that repeats itself is being followed: it is not followed in circles."""

    def rest_of(self, code: Code) -> Rest[PositionT]:
        return self._rests[code & MASK]

    def forget(self) -> None:
        """Forget all that helped on the way."""
        for known in (self._steps, self._seen, self._runs):
            known.clear()

    def comes_of(self, code: Code) -> Tree:
        """What comes of the step from here, for the rest and the parts that it touches: run once for all alike."""
        rest = self._rests[code & MASK]
        found = self._steps.get(code & rest.looked)
        if found is None:
            found = self._steps[code & rest.looked] = self._once(code, rest)
        return found

    def _once(self, code: Code, rest: Rest[PositionT]) -> Tree:
        """The same, found by no more than the step sees of these parts."""
        look = self.codes.parts.narrowed(
            rest.bare, rest.look, lambda slot: self._things[slot][code >> BITS * slot & MASK]
        )
        narrow = look is not rest.look
        slots = (REST, *look.touched) if narrow else rest.slots
        touched = mask_of(slots) if narrow else rest.touched
        key = (code & touched, look, *[self.codes.glimpse(code, slot) for slot in look.glimpsed])
        tree = self._seen.get(key)
        if tree is None:
            tree = self._seen[key] = self._grown(code, rest, look, slots)
        left = code & rest.touched & ~touched
        return shifted(tree, left) if left else tree

    def _grown(self, code: Code, rest: Rest[PositionT], look: Look, slots: Sequence[int]) -> Tree:
        tree = self._run(code, rest, look, slots)
        if not is_chance(tree):
            return tree
        row, kept = flat(tree), code & ~rest.touched
        if rest.stops or look is not rest.look:
            return row
        follows = {leaf: kept | leaf for leaf in row.ways if leaf & MASK == code & MASK}
        again = [leaf for leaf, then in follows.items() if then != code and then not in self._repeating]
        return self._repeated(code, kept, row, again) if again else row

    def _run(self, code: Code, rest: Rest[PositionT], look: Look, slots: Sequence[int]) -> Tree:
        """The tree of the step itself. Where it only counts a part down, it is run once for all that stands for."""
        if rest.counted is None:
            return self._tree(code, look, slots)
        slot, stands_for, becomes = rest.counted
        part = self._things[slot][code >> BITS * slot & MASK]
        other = stands_for(part)
        at = code if other == part else code & ~bits(slot) | self.codes.number_of(slot, other) << BITS * slot
        tree = self._runs.get(at & rest.looked)
        if tree is None:
            tree = self._runs[at & rest.looked] = self._tree(at, look, slots)
        if at == code:
            return tree

        def leaf(after: Code) -> Code:
            then = becomes(part, self._things[slot][after >> BITS * slot & MASK])
            return after & ~bits(slot) | self.codes.number_of(slot, then) << BITS * slot

        found = mapped(tree, leaf)
        if self._checked and found != self._tree(code, look, slots):
            raise RuleError(f"a step makes more of part {slot} than to count it down")
        return found

    def _tree(self, code: Code, look: Look, slots: Sequence[int]) -> Tree:
        def leaf(pos: PositionT) -> Code:
            if self._checked:
                self._check(pos, code, slots)
            return self.codes.split(pos, slots)

        return self._grower.tree(self._beginnings(code, self.codes.all if self._checked else look), leaf)

    def _beginnings(self, code: Code, look: Look) -> Callable[[], PositionT]:
        """Gives the position of a code, a new one each time. Most steps take one path only: then none is copied."""
        kept: list[PositionT] = []
        first = True

        def begin() -> PositionT:
            nonlocal first
            if first:
                first = False
                return self.codes.join(code, look)
            if not kept:
                kept.append(self.codes.join(code, look))
            return kept[0].copy()

        return begin

    def _repeated(self, code: Code, kept: Code, row: Row, again: Sequence[Code]) -> Tree:
        """A step that is to be taken again and again, as losses are allotted one by one, is followed to its end."""
        self._repeating.add(code)
        through = {leaf: self.comes_of(kept | leaf) for leaf in again}
        self._repeating.discard(code)
        rows = {leaf: tree for leaf, tree in through.items() if isinstance(tree, Row)}
        if len(row.ways) == len(rows) == 1:
            return next(iter(rows.values()))
        return composed(row, {**{leaf: Row(1, {leaf: 1}) for leaf in row.ways}, **rows})

    def _check(self, pos: PositionT, code: Code, touched: Sequence[int]) -> None:
        for slot, things in enumerate(self._things):
            before = things[code >> BITS * slot & MASK]
            if slot == self.codes.aside and before is None:
                continue  # a fight is followed without it
            if slot not in touched and self.codes.parts.part(pos, slot) != before:
                raise RuleError(f"a step changed part {slot}, which it was said not to touch")
