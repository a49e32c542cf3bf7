"""The bench on the site: for whoever writes a game, and to read for whoever looks at an example."""
