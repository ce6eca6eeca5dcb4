"""Questions about The Conquistadors: its rolls, its battles, and what a plan may come to."""
