"""The sixteen powers, in the order in which they speak where several do (cash.power.*)."""

from cash_n_guns.rules.powers import bullets, courage, scoring, sharing, wounds

MODULES = (bullets, courage, wounds, sharing, scoring)
POWERS = tuple(power for module in MODULES for power in module.POWERS)
