"""``boomtown dev``: the site for one author, where whatever is changed shows by itself."""
