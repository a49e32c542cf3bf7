"""A gang while it is being hired: what it costs, and every change that one press would make."""

from __future__ import annotations

from shadows_west.content.gangs import DYNAMITE, GANGS, HORSE, WEAPONS, Hand
from shadows_west.page.previews.guns import gun_of
from shadows_west.page.previews.parts import Draft, Gear, Hire, Hired, Preview, Roster, why
from shadows_west.rules.gangs import (
    ARCHETYPES,
    QUICK,
    RosterChoice,
    price,
    read_hands,
    total,
    write_hands,
)


def hiring(choice: RosterChoice, draft: Draft) -> Preview:
    """A gang that is being built, and every change that one press would make."""
    hands = list(read_hands(draft.get("hands") or draft.get("answer") or []))
    gang = draft.get("gang") if draft.get("gang") in GANGS else None
    if hands:
        gang = next(id for id, kinds in GANGS.items() if ARCHETYPES[hands[0].archetype] in kinds)
    gang = gang or next(iter(GANGS))
    text = write_hands(hands)
    refusal = choice.refusal(text) if hands else None
    return Preview(
        do="gang",
        draft={"hands": text, "gang": gang},
        answer=text,
        text=text,
        legal=bool(hands) and refusal is None,
        refusal=why(refusal),
        roster=Roster(
            gang=gang,
            gangs=list(GANGS),
            budget=int(choice.budget),
            spent=total(hands),
            hired=[_hired(hands, n) for n in range(len(hands))],
            hires=_hires(hands, gang),
            usual=write_hands(QUICK[choice.budget][gang]),
            ready=[(id, write_hands(QUICK[choice.budget][id])) for id in GANGS],
        ),
    )


def _hired(hands: list[Hand], n: int) -> Hired:
    hand = hands[n]
    archetype = ARCHETYPES[hand.archetype]

    def changed(other: Hand) -> str:
        return write_hands([*hands[:n], other, *hands[n + 1 :]])

    weapons = [
        Gear(
            weapon,
            WEAPONS[weapon].points,
            hand.weapons.count(weapon),
            WEAPONS[weapon].special,
            changed(Hand(hand.archetype, _toggled(hand.weapons, weapon), hand.horse, hand.sticks)),
            gun_of(weapon),
        )
        for weapon in archetype.weapons
    ]
    horse = None
    if archetype.mount != "no":
        swapped = Hand(hand.archetype, hand.weapons, not hand.horse, hand.sticks)
        horse = Gear("horse", HORSE.points, int(hand.horse), False, changed(swapped))
    sticks = None
    if archetype.dynamite != "no":
        count = 0 if hand.sticks > 1 else hand.sticks + 1
        more = Hand(hand.archetype, hand.weapons, hand.horse, count)
        sticks = Gear("dynamite", DYNAMITE.points, hand.sticks, False, changed(more))
    return Hired(
        archetype=hand.archetype,
        rank=archetype.rank.value,
        leader=archetype.leader,
        cost=price(hand),
        weapons=weapons,
        horse=horse,
        sticks=sticks,
        without=write_hands([*hands[:n], *hands[n + 1 :]]),
    )


def _toggled(weapons: tuple[str, ...], weapon: str) -> tuple[str, ...]:
    """One more of a weapon; after the second, none."""
    if weapons.count(weapon) < 2:
        return (*weapons, weapon)
    return tuple(one for one in weapons if one != weapon)


def _hires(hands: list[Hand], gang: str) -> list[Hire]:
    hires = []
    for archetype in GANGS[gang]:
        new = Hand(
            archetype.id,
            horse=archetype.mount == "must",
            sticks=int(archetype.dynamite == "must"),
        )
        count = sum(1 for hand in hands if hand.archetype == archetype.id)
        hires.append(
            Hire(
                archetype=archetype.id,
                rank=archetype.rank.value,
                leader=archetype.leader,
                cost=price(new),
                most=archetype.most,
                count=count,
                hands=write_hands([*hands, new]),
            )
        )
    return hires
