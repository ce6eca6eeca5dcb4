"""19.0  Legends."""
