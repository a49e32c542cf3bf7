"""Shots: pools of dice, who may be hit with what odds, what a blast and a corridor reach."""
