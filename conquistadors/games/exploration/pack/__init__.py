"""The data of the game: read (`records`, `board`), checked (`checks`)."""
