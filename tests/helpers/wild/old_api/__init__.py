"""A plugin made for another version of Boomtown."""

from dataclasses import replace

from toys import HONEST

GAME = replace(HONEST, api="0", id="old_api")
