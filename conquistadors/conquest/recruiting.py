"""15.0  Recruiting."""
