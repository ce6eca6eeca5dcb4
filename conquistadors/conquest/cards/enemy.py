"""23.31  Cards of the Enemy Action deck, as the Solitaire Game plays them."""
