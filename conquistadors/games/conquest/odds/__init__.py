"""Questions about The Conquistadors: its rolls, its battles, and what a plan may come to."""

import conquistadors.odds  # noqa: F401  # first: it gathers the questions here, and they stand on it
