"""What is in the box, as data."""

CLAIMS = (0, 0, 1, 1, 2, 2, 3, 5)
CAVE_IN = 1
