"""A plugin that declares something else."""

GAME = {"id": "no_game"}
