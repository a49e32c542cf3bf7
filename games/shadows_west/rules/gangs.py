"""Gangs: prices, limits and lists (shadows.gang.*).

A gang is written as its models, with what each of them carries::

    marshal: sixgun, horse; deputy: carbine, pistol; townsman
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from boomtown.core import Answer, Composed, InvalidAnswer, Ready, Refusal, Seat
from shadows_west.content import MOST_WEAPONS
from shadows_west.content.gangs import (
    DYNAMITE,
    GANGS,
    HORSE,
    LEADER,
    LISTS,
    WEAPONS,
    Archetype,
    Hand,
)
from shadows_west.content.ranks import GRIT, Rank
from shadows_west.state import Figure, Gone, Kind, Weapon

LEAST_MODELS: Final = 3
MOST_MODELS: Final = 10
POINTS_A_HERO: Final = 75
MOST_ALIKE: Final = 2
MOST_STICKS: Final = 2
LONGEST_TEXT: Final = 2000

ARCHETYPES: Final[Mapping[str, Archetype]] = MappingProxyType(
    {archetype.id: archetype for kinds in GANGS.values() for archetype in kinds}
)
"""By id; no two gangs have one of the same name."""
GANG_OF: Final[Mapping[str, str]] = MappingProxyType(
    {archetype.id: gang for gang, kinds in GANGS.items() for archetype in kinds}
)

# --- notation ------------------------------------------------------------------------------------


def read_hands(raw: object) -> tuple[Hand, ...]:
    """A gang from its text, or from a list of ``{archetype, weapons, horse, sticks}``."""
    if isinstance(raw, str):
        if len(raw) > LONGEST_TEXT:
            raise InvalidAnswer("", f"a gang has at most {LONGEST_TEXT} characters")
        parts = [part.strip() for part in raw.split(";")]
        return tuple(_read_words(part, index) for index, part in enumerate(parts) if part)
    if isinstance(raw, (list, tuple)) and len(raw) <= 2 * MOST_MODELS:
        return tuple(_read_fields(hand, index) for index, hand in enumerate(raw))
    raise InvalidAnswer("", "expected a gang, as in: marshal: sixgun, horse; deputy: carbine")


def _read_words(text: str, index: int) -> Hand:
    name, _, gear = text.partition(":")
    words = [word.strip() for word in gear.split(",") if word.strip()]
    return _hand(name.strip(), words, index)


def _read_fields(raw: object, index: int) -> Hand:
    if not isinstance(raw, dict) or not isinstance(raw.get("archetype"), str):
        raise InvalidAnswer(str(index), "expected a model with its archetype")
    weapons, horse, sticks = raw.get("weapons", []), raw.get(HORSE.id, False), raw.get("sticks", 0)
    if not isinstance(weapons, (list, tuple)) or len(weapons) > 2 * MOST_MODELS:
        raise InvalidAnswer(f"{index}.weapons", "expected a list of weapons")
    if not isinstance(horse, bool):
        raise InvalidAnswer(f"{index}.horse", "expected true or false")
    if isinstance(sticks, bool) or not isinstance(sticks, int) or not 0 <= sticks <= MOST_MODELS:
        raise InvalidAnswer(f"{index}.sticks", "expected a small number")
    gear = [*map(str, weapons), *([HORSE.id] if horse else []), *([DYNAMITE.id] * sticks)]
    return _hand(raw["archetype"], gear, index)


def _hand(archetype: str, gear: Sequence[str], index: int) -> Hand:
    if archetype not in ARCHETYPES:
        raise InvalidAnswer(f"{index}.archetype", f"there is no {archetype[:40]!r}")
    weapons = tuple(word for word in gear if word not in (HORSE.id, DYNAMITE.id))
    for weapon in weapons:
        if weapon not in WEAPONS:
            raise InvalidAnswer(f"{index}.weapons", f"there is no {weapon[:40]!r}")
    return Hand(archetype, weapons, HORSE.id in gear, list(gear).count(DYNAMITE.id))


def write_hands(hands: Sequence[Hand]) -> str:
    """A gang as one line of text."""
    return "; ".join(_written(hand) for hand in hands)


def _written(hand: Hand) -> str:
    gear = [*hand.weapons, *([HORSE.id] if hand.horse else []), *([DYNAMITE.id] * hand.sticks)]
    return f"{hand.archetype}: {', '.join(gear)}" if gear else hand.archetype


# --- prices and limits ---------------------------------------------------------------------------


def price(hand: Hand) -> int:
    """What a model costs with everything it carries (shadows.gang.points)."""
    archetype = ARCHETYPES[hand.archetype]
    return (
        GRIT[archetype.rank].points
        + (LEADER.points if archetype.leader else 0)
        + sum(WEAPONS[weapon].points for weapon in hand.weapons)
        + (HORSE.points if hand.horse else 0)
        + DYNAMITE.points * hand.sticks
    )


def total(hands: Sequence[Hand]) -> int:
    """What a gang costs."""
    return sum(map(price, hands))


def judge(hands: Sequence[Hand], budget: int) -> Refusal | None:
    """The rule that forbids this gang, with the figures, or None."""
    for hand in hands:
        if refusal := _judge_hand(hand):
            return refusal
    return (
        _judge_kinds(hands)
        or _judge_size(hands, budget)
        or _judge_ranks(hands, budget)
        or _judge_special(hands)
    )


def _judge_hand(hand: Hand) -> Refusal | None:
    """Weapons, horse and dynamite of one model (shadows.gang.arms, shadows.gang.archetypes)."""
    archetype = ARCHETYPES[hand.archetype]
    who = hand.archetype
    if len(hand.weapons) > MOST_WEAPONS:
        return Refusal(
            "shadows.gang.arms", "many", who=who, count=len(hand.weapons), most=MOST_WEAPONS
        )
    for weapon in hand.weapons:
        if weapon not in archetype.weapons:
            return Refusal(
                "shadows.gang.arms", who=who, weapon=weapon, allowed=list(archetype.weapons)
            )
    if hand.horse and archetype.mount == "no":
        return Refusal("shadows.gang.archetypes", "no_horse", who=who)
    if not hand.horse and archetype.mount == "must":
        return Refusal("shadows.gang.archetypes", "horse", who=who)
    if hand.sticks and archetype.dynamite == "no":
        return Refusal("shadows.gang.archetypes", "no_dynamite", who=who)
    if not hand.sticks and archetype.dynamite == "must":
        return Refusal("shadows.gang.archetypes", "dynamite", who=who)
    return None


def _judge_kinds(hands: Sequence[Hand]) -> Refusal | None:
    """One gang's archetypes, none too often, and exactly one leader."""
    counts = Counter(hand.archetype for hand in hands)
    leaders = sum(count for id, count in counts.items() if ARCHETYPES[id].leader)
    if leaders != 1:
        return Refusal("shadows.gang.leader", count=leaders)
    gangs = sorted({GANG_OF[id] for id in counts})
    if len(gangs) > 1:
        return Refusal("shadows.gang.archetypes", "mixed", gangs=gangs)
    for id, count in counts.items():
        most = ARCHETYPES[id].most
        if most is not None and count > most:
            return Refusal("shadows.gang.archetypes", "many", who=id, count=count, most=most)
    return None


def _judge_size(hands: Sequence[Hand], budget: int) -> Refusal | None:
    if not LEAST_MODELS <= len(hands) <= MOST_MODELS:
        return Refusal("shadows.gang.size", count=len(hands), least=LEAST_MODELS, most=MOST_MODELS)
    if total(hands) > budget:
        return Refusal("shadows.gang.size", "budget", points=total(hands), budget=budget)
    return None


def _judge_ranks(hands: Sequence[Hand], budget: int) -> Refusal | None:
    ranks = Counter(ARCHETYPES[hand.archetype].rank for hand in hands)
    heroes = budget // POINTS_A_HERO
    if ranks[Rank.HERO] > heroes:
        return Refusal("shadows.gang.ranks", "heroes", count=ranks[Rank.HERO], most=heroes)
    veterans = (len(hands) + 1) // 2
    if ranks[Rank.VETERAN] > veterans:
        return Refusal("shadows.gang.ranks", count=ranks[Rank.VETERAN], most=veterans)
    return None


def _judge_special(hands: Sequence[Hand]) -> Refusal | None:
    special = Counter(
        weapon for hand in hands for weapon in hand.weapons if WEAPONS[weapon].special
    )
    most = (len(hands) + 1) // 2
    if special.total() > most:
        return Refusal("shadows.gang.special", count=special.total(), most=most)
    for weapon, count in special.items():
        if count > MOST_ALIKE:
            return Refusal(
                "shadows.gang.special", "alike", weapon=weapon, count=count, most=MOST_ALIKE
            )
    sticks = sum(hand.sticks for hand in hands)
    if sticks > MOST_STICKS:
        return Refusal("shadows.gang.special", "sticks", count=sticks, most=MOST_STICKS)
    return None


# --- lists ---------------------------------------------------------------------------------------

QUICK: Final[Mapping[str, Mapping[str, tuple[Hand, ...]]]] = MappingProxyType(
    {
        "75": {
            "lawmen": read_hands(
                "marshal: sixgun; deputy: carbine, pistol; posse_rifleman: carbine; "
                "townsman: shotgun; townsman: pistol"
            ),
            "outlaws": read_hands(
                "gang_boss: heavy_pistol, sawn_off; gunslinger: sixgun; rustler: pistol, pistol; "
                "thug: shotgun; thug: pistol"
            ),
            "apaches": read_hands(
                "war_chief: rifle; warrior: bow, pistol; brave: bow; brave: bow; brave: bow"
            ),
            "desperados": read_hands(
                "jefe: lemat; pistolero: sixgun; dynamiter: pistol, dynamite; raider: carbine; "
                "raider: carbine"
            ),
        },
        "100": LISTS,
        "150": {
            "lawmen": read_hands(
                "marshal: sixgun, pistol; deputy: repeater, pistol; deputy: carbine, pistol; "
                "bounty_hunter: buffalo_gun, pistol; posse_rifleman: rifle; "
                "posse_rifleman: rifle; posse_rider: carbine, horse; townsman: pistol, pistol"
            ),
            "outlaws": read_hands(
                "gang_boss: heavy_pistol, sawn_off; gunslinger: sixgun, pistol; "
                "gunslinger: lemat, pistol; enforcer: rifle; safe_cracker: pistol, dynamite; "
                "rustler: rifle; rustler: carbine, horse; thug: shotgun, pistol; "
                "thug: pistol, pistol"
            ),
            "apaches": read_hands(
                "war_chief: rifle; scout: buffalo_gun; scout: carbine; warrior: bow, pistol; "
                "brave: bow, pistol; brave: bow, pistol; brave: bow; "
                "young_rider: carbine, horse; young_rider: bow, horse"
            ),
            "desperados": read_hands(
                "jefe: lemat, pistol, horse; buffalo_hunter: buffalo_gun; buffalo_hunter: rifle; "
                "pistolero: sixgun, pistol; bandit_rider: carbine, horse; "
                "bandit_rider: carbine, horse; dynamiter: pistol, dynamite; "
                "raider: shotgun, pistol"
            ),
        },
    }
)
"""Ready-made gangs by budget, each of exactly so many points (shadows.gang.lists)."""


class RosterChoice(Composed, kw_only=True):
    """One of the ready-made gangs, or one of the player's own.

    The answer is the gang as a line of text. shadows.gang.duplicates: what others field does not
    matter.
    """

    budget: str

    def read(self, raw: object) -> str:
        if isinstance(raw, str) and raw in QUICK[self.budget]:
            return write_hands(QUICK[self.budget][raw])
        return write_hands(read_hands(raw))

    def refusal(self, answer: Answer) -> Refusal | None:
        return judge(read_hands(answer), int(self.budget))

    def describe(self) -> dict[str, object]:
        own: dict[str, object] = {"budget": int(self.budget)}
        return Composed.describe(self) | own


def roster_choice(budget: str) -> RosterChoice:
    """The choice of a gang for so many points."""
    ready = [
        Ready(write_hands(hands), "gang.ready", _label(gang, hands))
        for gang, hands in QUICK[budget].items()
    ]
    return RosterChoice(budget=budget, ready=ready)


def _label(gang: str, hands: Sequence[Hand]) -> dict[str, Any]:
    return {"gang": gang, "models": len(hands), "points": total(hands)}


# --- figures -------------------------------------------------------------------------------------


def letter(seat: Seat) -> str:
    """The letter of a seat, which the ids of its models carry."""
    return "abcd"[seat]


def hired(seat: Seat, hands: Sequence[Hand]) -> list[Figure]:
    """The models of a gang, not placed yet, and after them their horses."""
    models: list[Figure] = []
    horses: list[Figure] = []
    for number, hand in enumerate(hands, 1):
        archetype = ARCHETYPES[hand.archetype]
        id = f"{letter(seat)}{number}"
        model = Figure(
            id,
            Kind.MODEL,
            seat,
            archetype=archetype.id,
            rank=archetype.rank,
            leader=archetype.leader,
            gone=Gone.WAITING,
            mounted=hand.horse,
            weapons=[Weapon(f"{id}.w{n}", kind) for n, kind in enumerate(hand.weapons, 1)],
            sticks=hand.sticks,
        )
        models.append(model)
        if hand.horse:
            model.horse = f"{id}.h"
            horses.append(Figure(model.horse, Kind.HORSE, seat, horse=id, gone=Gone.RIDDEN))
    return models + horses
