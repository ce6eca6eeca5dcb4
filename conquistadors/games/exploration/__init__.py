"""Conquistador!, 1495-1600: ships, natives, gold and bankruptcy on a hex map of the New World."""
