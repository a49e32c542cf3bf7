"""The bots of Cash 'n Guns, and what they expect of a table."""
