"""The old door to The Conquistadors, which is in `conquistadors.games.conquest`: `builder` is forwarded."""
