"""Players of The Conquistadors: the captain, and what the search has to know of this game."""

import conquistadors.bots.search  # noqa: F401  # first: it stands on the modules here, and one of them on it
