"""How bots of this game think: what they suspect, what dice are worth, what they do."""
