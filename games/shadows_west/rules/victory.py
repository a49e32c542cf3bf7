"""Scenarios, the end of the game and who wins it (shadows.scen.*, shadows.vp.*, shadows.camp.*)."""

from __future__ import annotations

from boomtown.core import Match, Seat, Step, ranks_by
from shadows_west.content import TURNS
from shadows_west.geometry.exact import d2
from shadows_west.state import Figure, Gone, Kind, West
from shadows_west.terrain.ground import ground

FLEE_BONUS = 2
HOLD_FROM = 3
"""The first turn at whose end the zone counts."""
HOLD_POINTS = 1
HOLD_POINTS_LAST = 2
HOLD_RADIUS = 600
"""Of the zone in the middle of the table, with three or four players."""
ABLE = 1000
"""More points than anybody can have: whoever may win is ranked before all who may not."""


def award(match: Match[West], rule: str, seat: Seat, points: int) -> None:
    """Victory points for a gang."""
    gang = match.state.gangs[seat]
    gang.points += points
    match.tell(rule, "points", seat=seat, points=points, total=gang.points)


def flee_bonus(match: Match[West], fled: Seat) -> None:
    """In a shootout, two points to whoever caused most casualties on a gang that flees."""
    west = match.state
    if west.scenario != "shootout":
        return
    caused = {seat: west.gangs[seat].caused.get(fled, 0) for seat in match.all_seats}
    most = max(caused.values())
    best = [seat for seat, count in caused.items() if count == most]
    if most and len(best) == 1:
        award(match, "shadows.scen.flee_bonus", best[0], FLEE_BONUS)


def left_empty(match: Match[West], seat: Seat | None) -> None:
    """A gang whose last model has gone from the table is out (shadows.vp.end)."""
    if seat is not None and not match.state.table.models(seat):
        match.tell("shadows.vp.end", "out", seat=seat)


# --- the end of a turn ---------------------------------------------------------------------------


class EndOfTurn(Step):
    """The zone is counted, what lasts a turn is over, and the game ends or goes on."""

    rule = "shadows.vp.end"

    def run(self, match: Match[West]) -> None:
        west = match.state
        hold(match)
        for seat in match.all_seats:
            walk_off(match, seat)
        west.table.dust = False
        west.event_done = False
        for figure in west.table.figures.values():
            figure.activated = figure.omen = False
        if west.turn >= TURNS or len(west.in_game()) <= 1:
            match.then(Final())


def hold(match: Match[West]) -> None:
    """From turn 3 the gang with most standing models in the zone scores; a tie scores nobody."""
    west = match.state
    if west.scenario != "hold" or west.turn < HOLD_FROM:
        return
    counts = {
        seat: sum(in_zone(west, model) for model in west.table.standing(seat))
        for seat in match.all_seats
    }
    most = max(counts.values())
    best = [seat for seat, count in counts.items() if count == most]
    if most and len(best) == 1:
        last = west.turn == TURNS
        award(match, "shadows.scen.hold", best[0], HOLD_POINTS_LAST if last else HOLD_POINTS)


def in_zone(west: West, model: Figure) -> bool:
    """Whether a base centre is in the zone, on any level."""
    land = ground(west.table)
    if len(west.gangs) > 2:
        return d2(model.x, model.y, *land.centre) <= HOLD_RADIUS * HOLD_RADIUS
    x0, y0, x1, y1 = land.hold
    return x0 <= model.x <= x1 and y0 <= model.y <= y1


def walk_off(match: Match[West], seat: Seat) -> None:
    """A gang that has left the table with nothing to show counts as fled (shadows.vp.winner)."""
    west = match.state
    gang = west.gangs[seat]
    if gang.fled or gang.carried_off or west.table.models(seat):
        return
    if any(figure.seat == seat and _left(figure) for figure in west.table.figures.values()):
        gang.fled = True
        match.tell("shadows.vp.winner", "walked_off", seat=seat)
        flee_bonus(match, seat)


def _left(figure: Figure) -> bool:
    return figure.kind is Kind.MODEL and figure.gone is Gone.LEFT


# --- the end of the game -------------------------------------------------------------------------


class Final(Step):
    """Of the gangs that may win, the one with most victory points does.

    shadows.hidden.after: from now on the record with all its cards is open.
    """

    rule = "shadows.vp.winner"

    def run(self, match: Match[West]) -> None:
        west = match.state
        last_points(match)
        report(match)
        able = able_to_win(west)
        scores = [gang.points for gang in west.gangs]
        if not able:
            # A draw is one for everybody, whatever the points.
            ranks = ranks_by([0] * len(scores))
            match.end("shadows.bottle.all_flee", [], ranks=ranks, scores=scores)
            return
        best = max(scores[seat] for seat in able)
        winners = [seat for seat in able if scores[seat] == best]
        ranks = ranks_by([score + ABLE * (seat in able) for seat, score in enumerate(scores)])
        if len(winners) == 1:
            match.end(self.rule, winners, ranks=ranks, scores=scores)
            return
        match.tell(self.rule, "tie", seats=winners, points=best)
        match.end(self.rule, [], ranks=ranks, scores=scores)


def able_to_win(west: West) -> list[Seat]:
    """Gangs that have not fled, and have a model on the table or took something along.

    The table may agree that whoever took something along may win even then (shadows.vp.winner).
    """
    present = west.in_game()
    return [
        Seat(seat)
        for seat, gang in enumerate(west.gangs)
        if (not gang.fled and seat in present)
        or (gang.carried_off and (not gang.fled or west.options.carried_wins))
    ]


def last_points(match: Match[West]) -> None:
    """What is still on the table scores less than what was taken off it."""
    west = match.state
    for seat in west.in_game():
        standing = list(west.table.standing(seat))
        if west.scenario == "bank_job":
            points = sum(model.loot is not None for model in standing)
        elif west.scenario == "innocents":
            held = [west.table.figures[model.holds] for model in standing if model.holds]
            points = sum(figure.kind is Kind.FOLK for figure in held)
        else:
            return
        if points:
            award(match, f"shadows.scen.{west.scenario}", seat, points)


# --- for a campaign ------------------------------------------------------------------------------


def report(match: Match[West]) -> None:
    """What each gang achieved (shadows.camp.result); how each model was lost is in the log."""
    west = match.state
    for seat, gang in enumerate(west.gangs):
        own = [figure for figure in west.table.figures.values() if figure.seat == seat]
        lost = [figure.id for figure in own if _lost(figure)]
        horses = [figure.id for figure in own if _dead_horse(figure)]
        match.tell(
            "shadows.camp.result",
            "fled" if gang.fled else None,
            seat=seat,
            points=gang.points,
            lost=lost,
            horses=horses,
            carried=gang.carried_off,
            sticks=gang.sticks - sum(figure.sticks for figure in own),
        )
        if west.options.campaign:
            aftermath(match, Seat(seat), own)


def _lost(figure: Figure) -> bool:
    return figure.kind is Kind.MODEL and figure.gone in (Gone.CASUALTY, Gone.SUCCUMBED)


def _dead_horse(figure: Figure) -> bool:
    return figure.kind is Kind.HORSE and figure.gone is Gone.CASUALTY


def aftermath(match: Match[West], seat: Seat, own: list[Figure]) -> None:
    """Who must roll for injuries, and which horses come back.

    shadows.camp.horse_fled: a horse that galloped off is there again without a roll.
    """
    hurt = [one.id for one in own if _lost(one) or (one.kind is Kind.MODEL and one.downed)]
    if hurt:
        match.tell("shadows.camp.injury_hook", seat=seat, models=hurt)
    for horse in own:
        if _dead_horse(horse):
            die = match.chance.die(6)
            match.tell(
                "shadows.camp.horse_roll", "dead" if die == 1 else None, who=horse.id, die=die
            )
