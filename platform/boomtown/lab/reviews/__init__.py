"""What a finished match looks like to a search: chances to win, luck, and better answers."""
