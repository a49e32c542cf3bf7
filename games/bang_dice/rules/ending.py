"""Elimination and the end of the game (bang.out.*, bang.end.*, bang.three.*)."""

from __future__ import annotations

from bang_dice.content import GHOST_RENEGADE, TARGET_OF_THREE, Role
from bang_dice.rules.tokens import return_arrows
from bang_dice.state import Loss, Town
from boomtown.core import Match, Seat, clockwise

LAW = "law"
OUTLAWS = "outlaws"
RENEGADE = "renegade"


def eliminate(match: Match[Town], fallen: list[Seat], loss: Loss) -> None:
    """All who fall by one blow fall together: roles are shown, then the end is checked once."""
    town = match.state
    first = town.ghost is None and all(not cowboy.out for cowboy in town.cowboys)
    for seat in fallen:
        cowboy = town.cowboys[seat]
        cowboy.out = True
        # bang.role.voluntary: a card turned up by elimination uses no power.
        match.reveal(cowboy.role)
        return_arrows(town, seat)
        if town.token is not None and town.token.holder == seat:
            match.cite("bang.ghost.return")
            town.token = None
        match.tell("bang.out.reveal", seat=seat, role=cowboy.role.value)
    match.cite("bang.out.together")
    if len(town.cowboys) == 3:
        end_of_three(match, fallen, loss)
    else:
        end_of_many(match)
    if match.outcome is None and first and town.options.ghost:
        raise_ghost(match, fallen)


def raise_ghost(match: Match[Town], fallen: list[Seat]) -> None:
    """The first player ever eliminated becomes the Ghost, unless it is the Sheriff."""
    town = match.state
    # bang.ghost.tie: the first of them clockwise, beginning with the active player.
    before_active = Seat((town.active - 1) % len(town.cowboys))
    seat = clockwise(fallen, after=before_active)[0]
    if town.role(seat) is Role.SHERIFF:
        return
    town.ghost = seat
    match.tell("bang.ghost.who", seat=seat)
    if town.role(seat) is Role.RENEGADE:
        town.ghost_role = GHOST_RENEGADE[len(town.cowboys)]
        match.tell("bang.ghost.team", seat=seat, role=town.ghost_role)


def end_of_many(match: Match[Town]) -> None:
    """Four to eight players (bang.end.immediate)."""
    town = match.state
    living = town.living()
    roles = [town.role(seat) for seat in living]
    if Role.SHERIFF not in roles:
        # bang.end.priority: this decides, whoever else fell with the Sheriff.
        if roles == [Role.RENEGADE]:
            match.cite("bang.end.two_renegades")
            finish(match, "bang.end.sheriff_dead", RENEGADE, living)
        else:
            rule = "bang.end.sheriff_dead" if living else "bang.end.all_dead"
            finish(match, rule, OUTLAWS, team(town, Role.OUTLAW))
    elif Role.OUTLAW not in roles and Role.RENEGADE not in roles:
        law = sorted({*team(town, Role.SHERIFF), *team(town, Role.DEPUTY)})
        finish(match, "bang.end.law", LAW, law)
    else:
        match.cite("bang.end.continue")


def team(town: Town, role: Role) -> list[Seat]:
    """Everybody with a role, living or not (bang.out.silent); a Ghost may have changed sides."""
    seats = []
    for seat in range(len(town.cowboys)):
        changed = seat == town.ghost and town.ghost_role is not None
        if (town.ghost_role if changed else town.role(Seat(seat))) is role:
            seats.append(Seat(seat))
    return seats


def end_of_three(match: Match[Town], fallen: list[Seat], loss: Loss) -> None:
    """Three players: a personal kill, or the last one left."""
    town = match.state
    living = town.living()
    two_fell_before = len(living) + len(fallen) < 3
    # bang.three.credit, bang.three.no_credit: only the attacker of a blow is its doer.
    doer = loss.attacker
    if doer is not None and not two_fell_before:
        target = TARGET_OF_THREE[town.role(doer)]
        if any(town.role(seat) is target for seat in fallen):
            return finish(match, "bang.three.win", town.role(doer), [doer])
    if len(living) == 1:
        rule = "bang.three.duel" if two_fell_before else "bang.three.last"
        return finish(match, rule, town.role(living[0]), living)
    if not living:
        outlaw = next(Seat(s) for s in range(3) if town.role(Seat(s)) is Role.OUTLAW)
        return finish(match, "bang.three.nobody", Role.OUTLAW, [outlaw])
    return match.tell("bang.three.duel", "begins")


def finish(match: Match[Town], rule: str, side: str, winners: list[Seat]) -> None:
    """The match is over at once, and all roles are shown to everybody (bang.hidden.end)."""
    town = match.state
    for cowboy in town.cowboys:
        match.reveal(cowboy.role)
    match.cite("bang.hidden.end")
    ranks = [1 if Seat(seat) in winners else 2 for seat in range(match.seats)]
    match.end(rule, winners, side=str(side), ranks=ranks)
