"""Players of The Conquistadors: the captain, and what the search has to know of this game."""
