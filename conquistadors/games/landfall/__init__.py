"""Landfall, a small race across the ocean that shows the whole engine: its rules are in `rules.py`."""
