"""Bots that think ahead: imagined tables are played on, and the best answer there is given here."""

from boomtown.bots.search.bot import Memory, SearchBot
from boomtown.bots.search.settings import Settings
from boomtown.bots.search.weighing import Weighed, best_of, key_of, together

__all__ = ["Memory", "SearchBot", "Settings", "Weighed", "best_of", "key_of", "together"]
