"""Matches seen again: timelines, match files, proofs, and the processes that make them."""
