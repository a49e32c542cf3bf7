"""Reviews on the site: chances to win, luck and better answers of a match that is over."""
