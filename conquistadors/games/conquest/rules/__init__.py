"""The rules of The Conquistadors: one module per chapter of its rulebook, and what they stand on."""
