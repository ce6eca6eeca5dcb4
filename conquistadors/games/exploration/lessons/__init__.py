"""What the course of Conquistador! asks: exercises, positions to play, worked cases."""
