"""What reads the data of The Conquistadors, or of a pack of your own, and checks it."""
