"""Boomtown: Western tabletop games on one site, and the framework they are written in.

This module stays empty of imports: the rules of a game must not load the site.
"""
