"""1.3, 2.1  The cards: a function for each title, found by its name, grouped by where it is played."""
