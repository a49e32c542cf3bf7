"""The lab: many matches, and what they say about a game."""
