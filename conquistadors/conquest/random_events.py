"""20.0  Random events."""
