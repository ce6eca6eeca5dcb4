"""17.0  Standard combat: the round of horse alone, and the Sudden Shock Attack."""
