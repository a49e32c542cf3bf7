"""Tables in memory: the match that is played there, its clock, its bots, and the wall around it."""
