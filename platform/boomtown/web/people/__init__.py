"""Whoever is asking: name, language, devices, and whether they may speak."""
