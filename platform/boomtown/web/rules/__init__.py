"""Rulebooks and worked examples as pages."""
