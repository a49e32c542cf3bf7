"""Unexpected events (shadows.event.*).

shadows.event.ignore_npc: only gang models are picked and affected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isqrt
from types import MappingProxyType
from typing import Final

from boomtown.core import Arg, Ask, Match, OneOf, Reasons, Refusal, Seat, Step
from shadows_west.content import CIVILIANS_REACH, EVENTS, MOST_WEAPONS, SUCCESS, save_target
from shadows_west.measuring.spacing import engaged, within_piece
from shadows_west.rules.activation import ACTIONS, SINGLE, Act, EndActivation, begin_activation
from shadows_west.rules.damage import PLAIN_SAVE, Save
from shadows_west.rules.dice import random_pick
from shadows_west.state import Figure, Table, Token, Weapon, West
from shadows_west.terrain.ground import ground, inside_piece, piece_distance2

ACCEPT: Final = "accept"
DECLINE: Final = "decline"
CIVILIAN_DICE: Final = 2
DYNAMITE: Final = "dynamite"
FINDS: Final = ("", "shotgun", "shotgun", "repeater", "repeater", DYNAMITE)
"""What the lucky model finds, by the D6, from 1."""


class Event(Step):
    """One roll on the table of events."""

    rule = "shadows.event.trigger"

    def run(self, match: Match[West]) -> None:
        die = match.chance.die(6)
        event = EVENTS[die - 1]
        match.tell(self.rule, die=die, event=event)
        HAPPENS[event](match)


def picked(match: Match[West], eligible: list[Figure]) -> Figure | None:
    """A random model of these; without any the event does nothing (shadows.event.none)."""
    if not eligible:
        match.tell("shadows.event.none")
        return None
    return match.state.table.figures[random_pick(match, [model.id for model in eligible])]


# --- 1: critter ----------------------------------------------------------------------------------


def critter(match: Match[West]) -> None:
    """Something bites: a random model, standing or Downed, makes a save."""
    model = picked(match, list(match.state.table.models()))
    if model is not None:
        match.tell("shadows.event.critter", who=model.id)
        match.then(Save(model.id, PLAIN_SAVE, "critter"))


# --- 2: armed civilians --------------------------------------------------------------------------


def armed_civilians(match: Match[West]) -> None:
    """Shots from an empty building or area at every standing model within 6" of it."""
    table = match.state.table
    empty = empty_pieces(table)
    if not empty:
        match.tell("shadows.event.none")
        return
    piece = random_pick(match, empty)
    match.tell("shadows.event.civilians", piece=piece)
    match.then(*(CivilianShot(id) for id in models_near(table, piece)))


def empty_pieces(table: Table) -> list[str]:
    """Buildings and areas that hold no gang model."""
    land = ground(table)
    ids = sorted([one.id for one in land.buildings] + [one.id for one in land.areas])
    models = list(table.models())
    return [
        id
        for id in ids
        if not any(inside_piece(land, id, model.x, model.y, model.z) for model in models)
    ]


def models_near(table: Table, piece: str) -> list[str]:
    """The standing gang models within 6" of a piece in plan, nearest first, then by id."""
    land = ground(table)

    def far(model: Figure) -> int:
        num, den = piece_distance2(land, piece, model.x, model.y)
        return max(0, isqrt(num // den) - model.radius)

    near = [
        model for model in table.standing() if within_piece(land, piece, model, CIVILIANS_REACH)
    ]
    return [model.id for model in sorted(near, key=far)]


class CivilianShot(Step):
    """Two dice that nothing modifies; sight, cover, re-rolls, jams and reactions do not matter."""

    rule = "shadows.event.civilians"
    model: str

    def run(self, match: Match[West]) -> None:
        figure = match.state.table.figures[self.model]
        if not figure.standing:
            return
        shown = [match.chance.die(6) for _ in range(CIVILIAN_DICE)]
        successes = sum(1 for die in shown if die >= SUCCESS)
        match.tell(self.rule, "shot", who=self.model, shown=shown, successes=successes)
        if successes:
            match.then(Save(self.model, save_target(successes), "civilians", shield=True))


# --- 3 and 4: dust storm, bad omen ---------------------------------------------------------------


def dust_storm(match: Match[West]) -> None:
    """Until the end of the turn nothing is visible at more than 12"."""
    match.state.table.dust = True
    match.tell("shadows.event.dust")


def bad_omen(match: Match[West]) -> None:
    """A random standing model subtracts 1 from its saves until the end of the turn."""
    model = picked(match, list(match.state.table.standing()))
    if model is not None:
        model.omen = True
        match.tell("shadows.event.omen", who=model.id)


# --- 5: hero of the moment -----------------------------------------------------------------------


def hero_of_moment(match: Match[West]) -> None:
    """A random standing model may be activated at once, even if it is Done."""
    model = picked(match, list(match.state.table.standing()))
    if model is not None and model.seat is not None:
        match.then(HeroOfMoment(model.seat, model.id))


class HeroOfMoment(Ask):
    """The owner may make a single activation without a card."""

    rule = "shadows.event.hero"
    seconds = 30
    model: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        return OneOf([ACCEPT, DECLINE], noun="hero", preset=DECLINE)

    def answered(self, match: Match[West], answer: str) -> None:
        match.tell(self.rule, answer, who=self.model)
        if answer == DECLINE:
            return
        # shadows.lookout.lose: an event that activates a model costs it its Lookout token.
        match.state.table.figures[self.model].token = Token.NONE
        begin_activation(match.state, [self.model])
        match.then(Act(self.model, ACTIONS[SINGLE]), EndActivation([self.model]))


# --- 6: lucky ------------------------------------------------------------------------------------


def lucky(match: Match[West]) -> None:
    """A random standing model that nobody engages finds something."""
    table = match.state.table
    model = picked(match, [one for one in table.standing() if not engaged(table, one)])
    if model is None or model.seat is None:
        return
    die = match.chance.die(6)
    found = FINDS[die - 1]
    match.tell("shadows.event.lucky", found or "nothing", who=model.id, die=die)
    if found == DYNAMITE:
        model.sticks += 1
        match.state.gangs[model.seat].sticks += 1
    elif found and len(model.weapons) < MOST_WEAPONS:
        add_weapon(model, found)
    elif found:
        match.then(SwapWeapon(model.seat, model.id, found))


def add_weapon(model: Figure, kind: str) -> None:
    """One more weapon, with an id that the model never had."""
    last = max((int(weapon.id.rpartition("w")[2]) for weapon in model.weapons), default=0)
    model.weapons.append(Weapon(f"{model.id}.w{last + 1}", kind))


def not_swapped(table: Table, model: str) -> dict[str, Refusal]:
    """The weapons of others are not swapped for the find."""
    others = [one for one in table.present() if one.id != model]
    return {
        weapon.id: Refusal("shadows.event.lucky", "other", who=model)
        for one in others
        for weapon in one.weapons
    }


class SwapWeapon(Ask):
    """Three weapons are the limit: one may be swapped for the find (shadows.concept.weapons)."""

    rule = "shadows.event.lucky"
    seconds = 30
    model: str
    found: str

    def args(self, match: Match[West]) -> dict[str, Arg]:
        return {"who": self.model, "found": self.found}

    def choice(self, match: Match[West], seat: Seat) -> OneOf:
        table = match.state.table
        weapons = [weapon.id for weapon in table.figures[self.model].weapons]
        others = Reasons(not_swapped, table, self.model)
        return OneOf([*weapons, DECLINE], others, noun="swap", preset=DECLINE)

    def answered(self, match: Match[West], answer: str) -> None:
        if answer == DECLINE:
            match.tell(self.rule, "declined", who=self.model)
            return
        model = match.state.table.figures[self.model]
        old = next(weapon for weapon in model.weapons if weapon.id == answer)
        add_weapon(model, self.found)
        model.weapons.remove(old)
        match.tell(self.rule, "swapped", who=self.model, given=old.kind, found=self.found)


HAPPENS: Final[Mapping[str, Callable[[Match[West]], None]]] = MappingProxyType(
    {
        "critter": critter,
        "armed_civilians": armed_civilians,
        "dust_storm": dust_storm,
        "bad_omen": bad_omen,
        "hero_of_moment": hero_of_moment,
        "lucky": lucky,
    }
)
