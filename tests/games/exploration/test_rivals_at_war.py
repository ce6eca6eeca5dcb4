"""Random play of campaigns in the middle of a war, with every promise of the engine checked."""

from __future__ import annotations

import pytest

from support.rivals_at_war import fought
from support.sizes import size

WARS = size("WARS", thin=2, soak=60)


@pytest.mark.soak
def test_wars_keep_every_promise_and_are_fought() -> None:
    met = fought(range(WARS))
    assert met["sea-fight"]
    assert met["plan-sealed"]
