"""How a team decides: everybody has one vote, and may change it until the question is decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping


def decided(votes: Mapping[str, str], present: Collection[str], *, over: bool = False) -> str | None:
    """The answer that a team has decided on, by the votes of its members in the order in which they were cast.

    What more than half of them want is decided at once: of those who are there, and those who have voted and left. When
    all who are there have voted, or when the time is over, the answer with most votes is; of two with as many, the one
    that was wanted first. None as long as nothing is decided, and without a single vote nothing ever is.
    """
    if not votes:
        return None
    counted = Counter(votes.values())  # in the order of the first vote for each
    (answer, most), *_ = counted.most_common()
    if over or most * 2 > len({*present, *votes}) or all(person in votes for person in present):
        return answer
    return None
