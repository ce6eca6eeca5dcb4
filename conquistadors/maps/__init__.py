"""Maps of any game: how far it is, names that do not collide, and the pieces of a picture."""
