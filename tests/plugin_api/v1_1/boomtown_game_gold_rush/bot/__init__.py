"""Bots: they play from what their seat may know."""
