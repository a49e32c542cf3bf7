"""Shadows of the West: a skirmish of 2 to 4 gangs on one table."""
