"""Exact plane geometry on the grid of u, where a coordinate is a whole number."""
