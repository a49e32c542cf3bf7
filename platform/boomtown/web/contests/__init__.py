"""Contests: the deal of the day, and tournaments."""
