"""The Conquistadors, 1518-1548: `rules/` has one module per chapter of its rulebook; its data is `data/conquest/`."""
