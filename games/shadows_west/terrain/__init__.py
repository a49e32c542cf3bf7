"""The maps, the ground they make, and where a base can go and stand on it."""
