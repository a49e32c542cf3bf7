"""How the bot thinks: what attacks, places and errands are worth, and what it does."""
