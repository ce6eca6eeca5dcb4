"""21.0  Malaria."""
