"""What reads the data of The Conquistadors, or of a pack of one's own, and checks it."""
