"""Boomtown: Western tabletop games on one site, and the framework they are written in.

This module imports nothing but the choice between the sources and their compiled twins: the rules
of a game must not load the site.
"""

from boomtown.build import choose

BUILD = choose()
"""What runs in this process."""
