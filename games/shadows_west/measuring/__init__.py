"""What is measured between figures: distances, lines of sight and cover."""
