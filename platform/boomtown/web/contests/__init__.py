"""Contests: the deal of the day."""
