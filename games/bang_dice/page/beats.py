"""How the saloon table shows what happens: dice that land, shots, arrows, Indians, the fallen."""

from __future__ import annotations

from boomtown.core import Beat

MOST_SEATS = 8
CAST = Beat(time=800, sound="dice", effect="tumble", after=("tray",))
SHOT = Beat(time=700, sound="shot", effect="line", start="seat:{seat}", end="seat:{target}")
GAIN = Beat(
    time=550,
    sound="beer",
    effect="call",
    end="seat:{seat}",
    icon="die-beer",
    before=("{seat}:life",),
)
FALLEN = Beat(
    time=1600,
    sound="out",
    effect="banner",
    icon="role-{role}",
    before=("{seat}:out",),
    protected=True,
)
WON = Beat(time=1900, sound="win", effect="banner", icon="trophy", cut=True, protected=True)


def moment(icon: str, sound: str, time: int = 1300) -> Beat:
    """Something that concerns everybody, in the middle of the table."""
    return Beat(time=time, sound=sound, effect="banner", icon=icon, protected=True)


def loss(sound: str) -> Beat:
    """A life is lost: the place is struck, and a bullet falls off."""
    return Beat(time=600, sound=sound, effect="lose", end="seat:{seat}", before=("{seat}:life",))


def arrow(start: str, end: str, sound: str = "") -> Beat:
    """An arrow flies from one place to another."""
    changed = (start, end)
    return Beat(
        time=600, sound=sound, effect="fly", icon="die-arrow", start=start, end=end, after=changed
    )


TAKEN = arrow("pile", "{seat}:arrows", "arrow")
GIVEN = arrow("{seat}:arrows", "{target}:arrows", "arrow")
OTHERS = arrow("{target}:arrows", "pile")
RETURNED = arrow("{seat}:arrows", "pile")

BEATS = {
    "bang.roll.first.cast": CAST,
    "bang.role.doctor": CAST,
    "bang.arrow.take": TAKEN,
    "bang.chief.take": TAKEN,
    "bang.apache.steal": GIVEN,
    "bang.elena.give": GIVEN,
    "bang.saloon.broken": OTHERS,
    "bang.kit.discard": OTHERS,
    "bang.kit.chief": OTHERS,
    "bang.pedro.discard": RETURNED,
    "bang.gat.discard": RETURNED,
    "bang.role.left_hand.discard": RETURNED,
    "bang.arrow.attack": moment("die-arrow", "arrow", 1600),
    "bang.arrow.attack.discard": Beat(
        time=700, after=("pile", *(f"{seat}:arrows" for seat in range(MOST_SEATS)))
    ),
    "bang.dyn.explode": moment("die-dyn", "dynamite"),
    "bang.gat.fire": moment("die-gat", "shot", 1100),
    "bang.shot.one": SHOT,
    "bang.slab.double": Beat(time=900, effect="call", end="seat:{target}", icon="die-beer"),
    "bang.loss.batch.bullseye": loss("shot"),
    "bang.loss.batch.gatling": loss("shot"),
    "bang.loss.batch.indians": loss("arrow"),
    "bang.loss.batch.dynamite": loss("dynamite"),
    "bang.loss.batch.bullet": loss("shot"),
    "bang.gain.cap": GAIN,
    "bang.out.reveal": FALLEN,
    "bang.end.sheriff_dead": WON,
    "bang.end.all_dead": WON,
    "bang.end.law": WON,
    "bang.three.win": WON,
    "bang.three.duel": WON,
    "bang.three.last": WON,
    "bang.three.nobody": WON,
}
