"""A second game with the id of another one."""

from hash_order import GAME

__all__ = ["GAME"]
