"""The core and the games, compiled (``make fast``); ``boomtown.build`` decides on them."""
