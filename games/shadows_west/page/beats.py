"""How the map shows what happens: walks, shots, dice, saves, blasts, the fallen."""

from __future__ import annotations

from boomtown.core import Beat

LOOK = "{who}:fig"
"""How a figure looks, and where it stands."""
WALK = Beat(time=900, sound="arrow", effect="walk", needs=("who", "way"), after=(LOOK,))
RUN = Beat(time=600, sound="arrow", effect="call", end="figure:{who}", after=(LOOK,))
AIM = Beat(time=900, sound="shot", effect="aim", needs=("who", "target"))
DICE = Beat(time=1100, sound="dice", effect="dice", needs=("who", "shown", "successes"))
DIE = Beat(time=900, sound="dice", effect="die", needs=("who", "die", "target"))
BLAST = Beat(time=1300, sound="dynamite", effect="blast", needs=("x", "y", "reach"), protected=True)
SAID = Beat(time=700, effect="call", end="figure:{who}")
OVER = Beat(time=1900, sound="win", effect="banner", icon="trophy", cut=True, protected=True)


def hurt(icon: str, sound: str = "arrow") -> Beat:
    """Something bad happens to a figure, called out beside it; then it looks so."""
    return Beat(time=900, sound=sound, effect="call", end="figure:{who}", icon=icon, after=(LOOK,))


SAVES = ("passed", "failed", "passed_mod", "failed_mod")
THROWS = ("on_target", "failed_1", "failed_2", "failed_3", "failed_4")

BEATS = {
    "shadows.cards.play": Beat(time=500, sound="dice"),
    "shadows.cards.identical": Beat(time=600, sound="turn", effect="banner", icon="spade"),
    "shadows.event.trigger": Beat(time=1400, sound="turn", effect="banner", icon="spade"),
    "shadows.move.distance": WALK,
    "shadows.move.distance.more": WALK,
    "shadows.move.distance.other": WALK,
    "shadows.move.charge": SAID,
    "shadows.move.fall": hurt("downed"),
    "shadows.folk.flee": RUN,
    "shadows.folk.random": RUN,
    "shadows.shoot.sequence": AIM,
    "shadows.shoot.corridor_line": AIM,
    "shadows.shoot.roll.test": DICE,
    "shadows.shoot.miss": SAID,
    "shadows.shoot.jam": SAID,
    "shadows.tnt.sharp_shot": AIM,
    "shadows.tnt.sharp_shot.test": DICE,
    **{f"shadows.shoot.save.{how}": DIE for how in SAVES},
    **{f"shadows.tnt.test.{how}": DIE for how in THROWS},
    "shadows.tnt.blast.passed": DIE,
    "shadows.tnt.blast.failed": DIE,
    "shadows.tnt.blast": BLAST,
    "shadows.tnt.blast.stick": BLAST,
    "shadows.fight.roll.test": DICE,
    "shadows.fight.win": SAID,
    "shadows.fight.tie": SAID,
    "shadows.recovery.test.test": DICE,
    "shadows.bottle.result.test": DICE,
    "shadows.damage.shaken": hurt("shaken"),
    "shadows.damage.downed": hurt("downed"),
    "shadows.damage.casualty.model": hurt("skull", "out"),
    "shadows.damage.casualty.folk": hurt("skull", "out"),
    "shadows.damage.casualty.horse": hurt("skull", "out"),
    "shadows.recovery.stand": Beat(time=600, effect="call", end="figure:{who}", after=(LOOK,)),
    "shadows.loot.take": Beat(time=600, sound="beer", effect="call", end="figure:{who}"),
    "shadows.vp.winner": OVER,
    "shadows.vp.winner.tie": OVER,
    "shadows.bottle.all_flee": OVER,
}
