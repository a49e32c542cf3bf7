"""A plugin with an option that no form can show."""

from dataclasses import replace

from boomtown.core import Options
from toys import HONEST


class Stakes(Options):
    stake: int = 3


GAME = replace(HONEST, options=Stakes, id="no_limits")  # type: ignore[arg-type]  # on purpose
