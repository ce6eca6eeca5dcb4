"""The Conquistadors, 1518-1548: one module per chapter of its rulebook, over the data in `data/conquest/`."""
