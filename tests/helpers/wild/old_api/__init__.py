"""A plugin made for another version of Boomtown."""

from dataclasses import replace

from toys import HONEST

GAME = replace(HONEST, api="<1", id="old_api")
