"""Seeded faults under play, and a checker for what the players then saw: ``python -m chaos``."""
