"""What is at stake for a gang: the points, the clock, and what each figure is worth now.

Worth is counted in the points that gangs are built with; a victory point is worth ``point`` of
them. Everything is seen from the public table.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from functools import lru_cache

from msgspec import Struct
from msgspec.msgpack import encode

from boomtown.core import Seat
from shadows_west.bot.attacks import Shot
from shadows_west.content import TURNS
from shadows_west.content.gangs import LEADER, WEAPONS
from shadows_west.content.ranks import GRIT
from shadows_west.measuring import spacing
from shadows_west.moves.orders import MoveOrder
from shadows_west.moves.ready import ReadyMove, ready_moves
from shadows_west.rules.captives import LAWMEN
from shadows_west.rules.recovery import carried_off
from shadows_west.state import Figure, Kind, Table, West
from shadows_west.terrain.ground import ground

LEAST_FORCE = 0.3
"""The share of its strength that a model is still worth in the last turn."""
RISES = 0.25
"""How much of its strength a Downed model is still worth: it may stand up again."""
NERVE, NERVE_LEADER, NERVE_OTHERS = (1.8, 1.3, 1.0), 2.0, 0.6
"""How much more a standing model counts by how many may fall before the gang has to hold its nerve;
after that the leader, and the others."""
TAKEN_LATER = 0.6
"""How much of the points for loot or a captive counts while it is still carried."""
TABLES = 6
"""For so many tables thoughts are kept: a few more than there are gangs that think."""


class Judgement(Struct, frozen=True):
    """How a deputy weighs things; the numbers were found by matches against others of its kind."""

    point: float = 7.0
    """What a victory point is worth."""
    stands: float = 6.0
    """What it is worth that a model stands, as long as the gang is far from losing its nerve."""
    leader: float = 8.0
    """What it is worth that a leader stands, likewise."""
    caution: float = 0.3
    """How much a danger counts that may not come."""
    watch: float = 0.6
    """How much of a shot counts that a model on Lookout may get."""
    second: float = 0.75
    """The share of a second action's worth that a plan counts on."""
    later: float = 0.3
    """The share that is left of what can only be done in another turn."""
    advance: float = 0.2
    """What an inch towards the enemy is worth."""
    errand: float = 0.7
    """How much an errand counts, beside what an inch of it is worth to a gunhand."""
    nerve: float = 0.5
    """Of two equals in a fight, the one who strikes first has at least done something."""
    react: float = 0.8
    """The least that a reaction must be worth."""


STEADY = Judgement()


class Notes:
    """What has been thought through on one table, kept for the next questions about it."""

    def __init__(self) -> None:
        self.moves: dict[tuple[str, str | None], list[ReadyMove]] = {}
        self.prospects: dict[tuple[str, tuple[str, ...], bytes], Prospect] = {}
        self.ventures: dict[tuple[str, tuple[str, ...]], list[Venture]] = {}
        self.shots: dict[tuple[str, tuple[str, ...]], Shot] = {}
        self.powder: dict[str, float] | None = None


class Prospect(Struct, frozen=True):
    """What the end of a move is worth by itself, and what can be done from there."""

    gain: float
    shot: float = 0.0
    watch: float = 0.0
    sure: float = 1.0
    """How likely the model gets there on its feet."""


class Venture(Struct, frozen=True):
    """A move, what it is worth by itself, and what the next action is worth from there."""

    order: MoveOrder
    key: str
    gain: float
    shot: float
    watch: float
    onward: float
    """Another Move in the same direction."""

    def value(self, weights: Judgement, left: int) -> float:
        """All in all, with so many actions left, this one included."""
        if left > 1:
            follow = max(weights.second * self.shot, weights.watch * self.watch, self.onward)
            return self.gain + follow
        return self.gain + weights.later * max(self.shot, self.watch)


@lru_cache(maxsize=TABLES)
def _notes(
    table: bytes,
    scenario: str,
    turn: int,
    points: tuple[int, ...],
    seat: Seat,
    judgement: Judgement,
) -> Notes:
    return Notes()


class Mind:
    """A seat's view of the table, while it thinks about one question."""

    def __init__(self, west: West, seat: Seat, judgement: Judgement = STEADY) -> None:
        self.west, self.seat, self.judgement = west, seat, judgement
        self.table = west.table
        self.land = ground(west.table)
        self.left = max(1, TURNS + 1 - west.turn)
        """Turns to come, this one included."""
        points = tuple(gang.points for gang in west.gangs)
        self.lead = standing(west, seat) - max(
            standing(west, Seat(other)) for other in range(len(points)) if other != seat
        )
        self.time = LEAST_FORCE + (1 - LEAST_FORCE) * (self.left - 1) / (TURNS - 1)
        """How much of a model's strength will still be of use."""
        self.caution = judgement.caution * self._by_clock(1.3, 0.75, 0.45)
        self.advance = judgement.advance * self._by_clock(0.3, 3.0, 6.0)
        self.worths = {one.id: self._worth(one) for one in self.table.models()}
        self.shielded = west.gangs[seat].kind != LAWMEN
        self._met: dict[str, list[str]] = {}
        self.notes = _notes(encode(west.table), west.scenario, west.turn, points, seat, judgement)

    def _by_clock(self, ahead: float, behind: float, late: float) -> float:
        """One, until the end comes near; then who leads has time, and who does not has none."""
        if self.left > 4:
            return 1.0
        if self.lead > 0:
            return ahead
        return behind if self.left > 2 else late

    def _worth(self, figure: Figure) -> float:
        """What a gang loses with a model, and its enemies gain."""
        point, scenario = self.judgement.point, self.west.scenario
        arms = sum(WEAPONS[weapon.kind].points for weapon in figure.weapons)
        force = (GRIT[figure.rank].points + arms) * self.time
        prize = LEADER.prize if figure.leader else int(scenario != "innocents")
        if figure.downed:
            return RISES * force + point * prize
        stands = self.judgement.stands + self.judgement.leader * figure.leader
        value = force + point * prize + stands * self._nerve(figure.seat, leader=figure.leader)
        if figure.loot is not None and scenario == "bank_job":
            value += 3 * TAKEN_LATER * point
        held = self.table.figures.get(figure.holds or "")
        if held is not None and held.kind is Kind.FOLK and scenario == "innocents":
            value += 2 * TAKEN_LATER * point
        return value

    def _nerve(self, seat: Seat | None, *, leader: bool) -> float:
        """How much more it counts that somebody stands, the nearer a gang is to its bottle check.

        Where it has come to that, all hangs on the leader (shadows.bottle.when, .leader).
        """
        if seat is None:
            return 0.0
        firm = len(self.table.standing(seat)) + carried_off(self.west, seat)
        to_lose = firm - self.west.gangs[seat].starting // 2
        if to_lose <= 0:
            return NERVE_LEADER if leader else NERVE_OTHERS
        return NERVE[min(to_lose, len(NERVE)) - 1]

    def worth(self, figure: Figure) -> float:
        """What a gang would lose with this figure; nothing with a horse or a townsperson."""
        return self.worths.get(figure.id, 0.0)

    def met(self, enemy: Figure) -> list[str]:
        """With whom somebody is in a fight, as the table stands."""
        found = self._met.get(enemy.id)
        if found is None:
            found = self._met[enemy.id] = [one.id for one in spacing.engaged(self.table, enemy)]
        return found

    def busy(self, figure: Figure) -> Set[str]:
        """The enemies who are in a fight with somebody else."""
        return {
            enemy.id
            for enemy in self.table.enemies(figure.seat)
            if any(id != figure.id for id in self.met(enemy))
        }

    def moves(self, figure: Figure, reaction_to: str | None = None) -> list[ReadyMove]:
        """The ready-made moves of a model."""
        key = figure.id, reaction_to
        if key not in self.notes.moves:
            self.notes.moves[key] = ready_moves(self.table, figure, reaction_to)
        return self.notes.moves[key]

    def shot(self, figure: Figure, fired: list[str], find: Callable[[], Shot]) -> Shot:
        """The best shot of a model where it stands, looked for once."""
        key = figure.id, tuple(fired)
        if key not in self.notes.shots:
            self.notes.shots[key] = find()
        return self.notes.shots[key]


def standing(west: West, seat: Seat) -> float:
    """The points of a gang, and those that it would have if the game ended now."""
    points = float(west.gangs[seat].points)
    for model in west.table.standing(seat):
        if west.scenario == "bank_job":
            points += model.loot is not None
        elif west.scenario == "innocents" and model.holds is not None:
            points += west.table.figures[model.holds].kind is Kind.FOLK
    return points


def held_folk(table: Table, figure: Figure) -> Figure | None:
    """The townsperson that a model holds."""
    held = table.figures.get(figure.holds or "")
    return held if held is not None and held.kind is Kind.FOLK else None
