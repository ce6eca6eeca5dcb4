"""What is asked and shown to learn The Conquistadors: exercises, worked examples, a challenge for a class."""
