"""Setting up: gangs, zones, townsfolk, deployment, decks (shadows.setup.*, shadows.folk.place)."""

from __future__ import annotations

from typing import Final

from boomtown.core import Ask, Chance, Match, OneOf, Phases, Refusal, SealedAsk, Seat, Step
from shadows_west.content import SCENARIOS
from shadows_west.rules.cards import new_deck
from shadows_west.rules.deployment import Deployment
from shadows_west.rules.dice import half_die, rolloff
from shadows_west.rules.gangs import GANG_OF, RosterChoice, hired, read_hands, roster_choice, total
from shadows_west.rules.townsfolk import CountTownsfolk
from shadows_west.rules.turns import Turns
from shadows_west.state import Figure, Gang, Kind, Marker, Table, West, WestOptions
from shadows_west.terrain.ground import ground
from shadows_west.terrain.maps import MAPS

RANDOM: Final = "random"


SIDES: Final = {
    "shootout": ("n", "s", "w", "e"),
    "bank_job": ("n", "s"),
    "innocents": ("n", "s"),
    "hold": ("w", "e"),
}
"""The zones of two players, by scenario."""
CORNERS: Final = ("ne", "nw", "se", "sw")
OPPOSITE: Final = {"n": "s", "s": "n", "w": "e", "e": "w"}


def lay_out(seats: int, options: WestOptions, chance: Chance) -> West:
    """An empty table; what is left to chance is drawn when the match opens."""
    table = Table(
        "redemption" if options.map == RANDOM else options.map,
        unusual=options.unusual_terrain,
        large=options.large_table,
        walk=options.walk(),
        close_fire=options.fire(),
    )
    scenario = "shootout" if options.scenario == RANDOM else options.scenario
    return West(table, [Gang() for _ in range(seats)], options.agreed(), scenario)


class Opening(Phases):
    """From agreeing on the game to its first turn."""

    rule = "shadows.concept.options"

    def phases(self, match: Match[West]) -> list[Step]:
        return [
            Agree(),
            ChooseGangs(match.all_seats),
            RollForZones(),
            PlaceLoot(),
            CountTownsfolk(),
            Deployment(),
            ShuffleDecks(),
            Turns(),
        ]


class Agree(Step):
    """Map and scenario are what the table agreed on, or drawn (D4 for the scenario)."""

    rule = "shadows.setup.zones"

    def run(self, match: Match[West]) -> None:
        west = match.state
        if west.options.map == RANDOM:
            west.table.map = match.chance.pick(sorted(MAPS))
        if west.options.scenario == RANDOM:
            west.scenario = SCENARIOS[half_die(match, 8) - 1]
        match.tell(f"shadows.scen.{west.scenario}", "begins", map=west.table.map)


class ChooseGangs(SealedAsk):
    """Everybody picks a gang, or builds one, at the same time."""

    rule = "shadows.gang.lists"
    seconds = 180

    def choice(self, match: Match[West], seat: Seat) -> RosterChoice:
        return roster_choice(match.state.options.budget)

    def revealed(self, match: Match[West], answers: dict[Seat, str]) -> None:
        west = match.state
        figures: list[Figure] = []
        for seat, answer in answers.items():
            hands = read_hands(answer)
            gang = west.gangs[seat]
            gang.kind = GANG_OF[hands[0].archetype]
            gang.starting = len(hands)
            gang.sticks = sum(hand.sticks for hand in hands)
            figures += hired(seat, hands)
            match.tell(self.rule, seat=seat, gang=gang.kind, models=len(hands), points=total(hands))
        # shadows.geo.order: models by seat, then their horses
        for figure in sorted(figures, key=lambda figure: figure.kind is Kind.HORSE):
            west.table.figures[figure.id] = figure


# --- zones ---------------------------------------------------------------------------------------


def free_zones(west: West) -> list[str]:
    """The zones that can still be picked; of two players the second has the opposite edge."""
    taken = [gang.zone for gang in west.gangs if gang.zone]
    if len(west.gangs) > 2:
        return [zone for zone in CORNERS if zone not in taken]
    return [OPPOSITE[taken[0]]] if taken else list(SIDES[west.scenario])


def not_free(west: West, free: list[str]) -> dict[str, Refusal]:
    """Why the other strips and corners of the table cannot be picked."""
    places = (*CORNERS,) if len(west.gangs) > 2 else tuple(OPPOSITE)
    taken = {gang.zone: Seat(seat) for seat, gang in enumerate(west.gangs)}
    return {
        zone: Refusal("shadows.setup.zones", "taken", zone=zone, seat=taken[zone])
        if zone in taken
        else Refusal("shadows.setup.zones", "elsewhere", zone=zone, free=free)
        for zone in places
        if zone not in free
    }


class RollForZones(Step):
    """The winner of a roll-off picks his zone, the others follow in descending order."""

    rule = "shadows.setup.zones"

    def run(self, match: Match[West]) -> None:
        west = match.state
        west.zones = rolloff(match, match.all_seats)
        match.then(*(PickZone(seat) for seat in west.zones))


class PickZone(Ask):
    """A zone that nobody has."""

    rule = "shadows.setup.zones"
    seconds = 60
    forced = True

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        free = free_zones(match.state)
        return OneOf(free, not_free(match.state, free), noun="zone")

    def answered(self, match: Match[West], answer: str) -> None:
        match.state.gangs[self.seat].zone = answer
        match.tell(self.rule, seat=self.seat, zone=answer)


class PlaceLoot(Step):
    """In a bank job there is one loot marker more than players, where the map says."""

    rule = "shadows.scen.bank_job"

    def run(self, match: Match[West]) -> None:
        west = match.state
        if west.scenario != "bank_job":
            return
        land = ground(west.table)
        for number, place in enumerate(land.loot_sets[len(west.gangs)], 1):
            marker = Marker(f"loot{number}", "loot", *land.loot[place])
            west.table.markers[marker.id] = marker
        match.tell(self.rule, "markers", count=len(west.table.markers))


class ShuffleDecks(Step):
    """Every player's deck is shuffled, and the first turn begins."""

    rule = "shadows.setup.decks"

    def run(self, match: Match[West]) -> None:
        for seat in match.all_seats:
            match.state.gangs[seat].deck = new_deck(seat, match.chance)
        match.tell(self.rule)
