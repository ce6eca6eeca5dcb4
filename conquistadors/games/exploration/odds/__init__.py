"""The odds of Conquistador!: its rolls, what an answer may lead to, and twelve questions and two more to explore."""
