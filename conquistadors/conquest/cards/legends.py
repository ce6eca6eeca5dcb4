"""19.3  Legend cards."""
