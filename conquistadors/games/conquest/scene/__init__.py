"""What a table shows of The Conquistadors, as neutral records."""
