"""Guided first matches as data: what is set up, what comes up, what is said and waited for."""
