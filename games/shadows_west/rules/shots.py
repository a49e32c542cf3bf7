"""The choice of a shot: weapons, targets, odds, and why not (shadows.shoot.*, shadows.ui.shoot)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from boomtown.core import Answer, Arg, Composed, InvalidAnswer, Ready, Refusal, Things
from shadows_west.content.gangs import WEAPONS, fired_as
from shadows_west.content.weapons import CORRIDOR, OUT, SHOT
from shadows_west.measuring import spacing
from shadows_west.rules.weapons import (
    modes,
    usable,
    weapon_of,
    why_unusable,
)
from shadows_west.shooting.targets import (
    MODEL,
    Body,
    Sighted,
    Target,
    any_sighted,
    sighted,
    targets,
)
from shadows_west.state import Figure, Weapon, West

STOP: Final = "stop"


class ShotChoice(Composed, kw_only=True):
    """A weapon, a target and how the weapon is used; or no (further) shot.

    The answer is ``{"weapon": "a3.w1", "target": "b2", "mode": "shot"}`` or ``"stop"``; as text,
    ``a3.w1 b2``. Every target stands in ``found``, the refused ones with their reason.
    """

    found: dict[str, list[Target]]
    """By weapon and mode: ``a3.w1 shot``."""
    kinds: dict[str, str]
    """The kinds of the weapons, by id."""
    idle: dict[str, Refusal]
    """Why the other weapons are not used, by weapon and mode."""
    may_stop: bool

    def read(self, raw: object) -> Answer:
        if raw == STOP:
            return STOP
        if isinstance(raw, str):
            raw = dict(zip(("weapon", "target", "mode"), raw.split()[:3], strict=False))
        if not isinstance(raw, dict):
            raise InvalidAnswer("", "expected a weapon and a target")
        words: dict[str, str] = {}
        for name in ("weapon", "target"):
            if not isinstance(value := raw.get(name), str):
                raise InvalidAnswer(name, "expected a name")
            words[name] = value
        kind = WEAPONS.get(self.kinds.get(words["weapon"], ""))
        usual = SHOT if kind is None else kind.way
        words["mode"] = raw.get("mode", usual)
        if words["mode"] not in (SHOT, CORRIDOR):
            raise InvalidAnswer("mode", f"expected {SHOT} or {CORRIDOR}")
        return words

    def refusal(self, answer: Answer) -> Refusal | None:
        if answer == STOP:
            return None if self.may_stop else Refusal("shadows.react.must")
        name = f"{answer['weapon']} {answer['mode']}"
        found = self.found.get(name)
        if found is None:
            unusable = Refusal("shadows.act.weapon_once", "unusable", weapon=answer["weapon"])
            return self.idle.get(name, unusable)
        for target in found:
            if target.id == answer["target"]:
                return target.refusal
        return Refusal("shadows.shoot.sequence", "target", who=answer["target"])

    def naming(self, things: Things) -> Iterator[object]:
        for name in self.found:
            weapon, mode = name.split()
            for target in [*things.get("figure", ()), *things.get("marker", ())]:
                yield {"weapon": weapon, "target": target, "mode": mode}
        for weapon in map(str, things.get("arm", ())):
            yield {"weapon": weapon, "target": weapon.partition(".")[0]}

    def offers(self) -> list[Answer]:
        """The ready-made ones; each of them is legal."""
        return [ready.answer for ready in self.ready]

    def written(self, answer: Answer) -> str:
        return answer if isinstance(answer, str) else " ".join(answer.values())

    def describe(self) -> dict[str, object]:
        listed = {name: [_described(one) for one in found] for name, found in self.found.items()}
        return Composed.describe(self) | {"targets": listed}


def _described(target: Target) -> dict[str, object]:
    return {
        "id": target.id,
        "kind": target.kind,
        "free": target.free,
        "spotting": target.spotting,
        "refused": None if target.refusal is None else target.refusal.describe(),
        "gap": target.gap,
        "band": target.band,
        "cover": target.cover,
        "elevated": target.elevated,
        "back": target.back,
        "engaged": target.engaged,
        "dice": target.dice,
        "parts": [modifier.part for modifier in target.mods],
        "odds": None if target.odds is None else _odds(target),
    }


def _odds(target: Target) -> dict[str, int]:
    assert target.odds is not None, "asked only where there are odds"
    one = target.odds
    return {
        "hit": one.hit,
        "shaken": one.shaken,
        "downed": one.downed,
        "casualty": one.casualty,
        "jam": one.jam,
    }


def _arms(
    west: West, shooter: Figure, at: str | None, weapon: str | None
) -> Iterator[tuple[Weapon, str]]:
    """The weapons that may be used now, each in all its ways."""
    if weapon is not None:
        # The second shot of a weapon is made like the first one.
        arm = weapon_of(shooter, weapon)
        yield arm, WEAPONS[arm.kind].way
        return
    for arm in usable(shooter, [] if at is not None else west.fired):
        for mode in modes(arm):
            yield arm, mode


def may_shoot(
    west: West, shooter: Figure, *, at: str | None = None, weapon: str | None = None
) -> bool:
    """Whether there is anything to shoot at: whether ``shot_choice`` has a legal shot."""
    kinds = [fired_as(WEAPONS[arm.kind], mode) for arm, mode in _arms(west, shooter, at, weapon)]

    def fits(body: Body) -> bool:
        return (at is None or at == body.id) and any(
            not west.options.premeasure or spacing.band(shooter, body, kind) != OUT
            for kind in kinds
        )

    return any_sighted(west.table, shooter, fits)


def shot_choice(
    west: West, shooter: Figure, *, at: str | None = None, weapon: str | None = None
) -> ShotChoice:
    """All shots of a model: with every usable weapon, or the second one with the same weapon."""
    table = west.table
    seen = sighted(table, shooter)
    found: dict[str, list[Target]] = {}
    kinds: dict[str, str] = {}
    for arm, mode in _arms(west, shooter, at, weapon):
        kinds[arm.id] = arm.kind
        found[f"{arm.id} {mode}"] = targets(
            table,
            shooter,
            arm.kind,
            premeasure=west.options.premeasure,
            way=mode,
            at=at,
            seen=seen,
        )
    may_stop = at is None or weapon is not None
    ready = _ready(shooter, found, kinds, may_stop)
    return ShotChoice(
        found=found,
        kinds=kinds,
        idle=_idle(shooter, [] if at is not None else west.fired),
        may_stop=may_stop,
        ready=ready,
        preset=_preset(found, seen, at),
    )


def _idle(shooter: Figure, fired: Sequence[str]) -> dict[str, Refusal]:
    """Why weapons cannot be used: jammed, fired already, or the LeMat's second barrel empty."""
    idle: dict[str, Refusal] = {}
    for weapon in shooter.weapons:
        if weapon.spent:
            idle[f"{weapon.id} {CORRIDOR}"] = Refusal(
                "shadows.shoot.corridor_jam", weapon=weapon.kind
            )
        if why := why_unusable(weapon, fired):
            idle |= {f"{weapon.id} {mode}": why for mode in (SHOT, CORRIDOR)}
    return idle


def _answer(name: str, target: Target) -> dict[str, str]:
    weapon, mode = name.split()
    return {"weapon": weapon, "target": target.id, "mode": mode}


def _ready(
    shooter: Figure, found: dict[str, list[Target]], kinds: dict[str, str], may_stop: bool
) -> list[Ready]:
    """The legal shots with their labels, those without a spotting test first."""
    ready = [
        Ready(
            _answer(name, target),
            _label(name, target),
            _label_args(shooter, kinds[name.split()[0]], target),
        )
        for name, listed in found.items()
        for target in sorted(listed, key=lambda target: target.spotting)
        if target.refusal is None
    ]
    return [*ready, Ready(STOP, "shot.stop")] if may_stop else ready


def _label(name: str, target: Target) -> str:
    kind = "corridor" if name.endswith(CORRIDOR) else "free" if target.free else "spot"
    if target.gap is None:
        return f"shot.{kind}.unmeasured"
    return f"shot.{kind}"


def _label_args(shooter: Figure, kind: str, target: Target) -> dict[str, Arg]:
    args: dict[str, Arg] = {"weapon": kind, "target": target.id}
    if target.gap is not None:
        args |= {"gap": target.gap, "band": target.band}
    if target.dice is not None and target.odds is not None:
        args |= {
            "dice": target.dice,
            "sides": shooter.die,
            "parts": [modifier.part for modifier in target.mods],
            "hit": (target.odds.hit + 5) // 10,
        }
    return args


def _preset(found: dict[str, list[Target]], seen: list[Sighted], at: str | None) -> Answer:
    """The nearest enemy without spotting, with the first weapon that reaches it; else no shot."""
    gaps = {one.id: one.gap for one in seen}
    for name, listed in found.items():
        legal = [one for one in listed if one.free and (one.kind == MODEL or one.id == at)]
        if legal:
            return _answer(name, min(legal, key=lambda target: gaps[target.id]))
    return STOP
