"""Powers of the final scoring."""

from cash_n_guns.rules.moments import Power

COLLECTOR = Power(id="collector", card=1, rules=("cash.power.collector",), paintings=1)

POWERS = (COLLECTOR,)
