"""The sixteen characters of the base game: each with what it does, and when.

bang.char.optional: what a character may do is asked each time, everything else just happens.
"""

from __future__ import annotations

from collections.abc import Sequence

from bang_dice.content import BULLSEYES, GATLING_LIMIT, THROWS, Cause, Face, Stage
from bang_dice.rules.gains import gain
from bang_dice.rules.losses import BY_SHOT, TakeArrows, take_off
from bang_dice.rules.moments import Character
from bang_dice.rules.reasons import other_seats, seats_out
from bang_dice.rules.tokens import (
    CHIEF,
    REGULAR,
    count_symbols,
    return_tokens,
    token_split,
)
from bang_dice.state import Cowboy, Loss, Town
from boomtown.core import (
    Answer,
    Ask,
    Choice,
    Match,
    Number,
    OneOf,
    Reasons,
    Refusal,
    Seat,
    Split,
    Step,
)

# --- Bart Cassidy ----------------------------------------------------------------------------


class BartDecides(Ask):
    """For each of these life points he may take an arrow instead, but never the last token."""

    rule = "bang.bart.replace"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Number:
        town = match.state
        hits = town.losses[-1].hits[seat]
        most = min(hits, town.tokens_in_pile() - 1)  # bang.bart.last
        needed = hits - town.cowboys[seat].life + 1
        preset = needed if 0 < needed <= most else 0
        refused = Reasons(too_many_arrows, hits, most, town.tokens_in_pile())
        return Number(0, most, refused=refused, noun="arrows", preset=preset)

    def answered(self, match: Match[Town], answer: int) -> None:
        loss = match.state.losses[-1]
        if answer:
            match.tell("bang.bart.multi", seat=self.seat, arrows=answer)
            take_off(loss, self.seat, answer)
            match.then(TakeArrows(self.seat, answer))


def too_many_arrows(hits: int, most: int, pile: int) -> dict[int, Refusal]:
    """More arrows than hits, or all that lie in the pile."""
    return {
        arrows: Refusal("bang.bart.multi", hits=hits)
        if arrows > hits
        else Refusal("bang.bart.last", pile=pile)
        for arrows in range(most + 1, pile + 1)
    }


def bart_is_hit(match: Match[Town], loss: Loss, bart: Seat) -> list[Step]:
    """He may take arrows instead of losing life points (bang.bart.not: only to shots)."""
    if loss.cause not in BY_SHOT:
        return []
    if match.state.tokens_in_pile() < 2:
        match.cite("bang.bart.last")
        return []
    return [BartDecides(bart)]


BART = Character(id="bart", life=8, rule="bang.bart.replace", is_hit=bart_is_hit)

# --- Black Jack ------------------------------------------------------------------------------

# bang.black_jack.limit, bang.black_jack.three: all the rest of dynamite holds for him, too.
BLACK_JACK = Character(
    id="black_jack",
    life=8,
    rule="bang.black_jack.reroll",
    rerolls=frozenset({Face.DYNAMITE}),
)

# --- Calamity Janet --------------------------------------------------------------------------


def calamity_reach(one: bool, living: int) -> tuple[int, ...]:
    """She uses a 1 as a 2 and a 2 as a 1 (bang.calamity.few: with few players both are 1)."""
    if living <= 3:
        return (1,)
    return (1, 2) if one else (2, 1)


CALAMITY = Character(id="calamity", life=8, rule="bang.calamity.swap", reach=calamity_reach)

# --- El Gringo -------------------------------------------------------------------------------


class GringoStrikes(Step):
    """Whoever made El Gringo lose life points must take an arrow (bang.gringo.when).

    bang.bart.gringo: it may be the last one, for anybody. bang.gringo.dead: also if he fell.
    bang.gringo.not: only to shots, and not for what Molly took over; bang.gringo.twice.
    """

    rule = "bang.gringo.arrow"
    gringo: Seat

    def run(self, match: Match[Town]) -> None:
        town = match.state
        if town.is_living(town.active):
            match.tell(self.rule, seat=self.gringo, target=town.active)
            match.then(TakeArrows(town.active, 1))


GRINGO = Character(id="gringo", life=7, rule="bang.gringo.arrow", was_shot=GringoStrikes)

# --- Jesse Jones -----------------------------------------------------------------------------

JESSE_LIMIT = 4
JESSE_BEER = 2


def jesse_beer(jesse: Cowboy) -> int:
    """His own beers count twice when he has few life points (bang.jesse.once_checked)."""
    return JESSE_BEER if jesse.life <= JESSE_LIMIT else 1


JESSE = Character(
    id="jesse",
    life=9,
    rule="bang.jesse.two",
    numbers={"jesse_limit": JESSE_LIMIT, "jesse_beer": JESSE_BEER},
    beer=jesse_beer,
)

# --- Jourdonnais -----------------------------------------------------------------------------

JOURDONNAIS_MOST = 1


def jourdonnais_suffers(cause: Cause, points: int) -> int:
    """Indians never cost him more than one life point."""
    return min(points, JOURDONNAIS_MOST) if cause is Cause.INDIANS else points


JOURDONNAIS = Character(
    id="jourdonnais",
    life=7,
    rule="bang.jourdonnais.max",
    numbers={"jourdonnais_most": JOURDONNAIS_MOST},
    suffers=jourdonnais_suffers,
)

# --- Kit Carlson -----------------------------------------------------------------------------


class KitReturns(Step):
    """For each Gatling Kit Carlson may return an arrow of any living player (bang.kit.three)."""

    rule = "bang.kit.discard"

    def run(self, match: Match[Town]) -> None:
        town = match.state
        symbols = count_symbols(town.dice, Face.GATLING)
        held = any(town.cowboys[seat].tokens for seat in town.living())
        if town.is_living(town.active) and symbols and held:
            match.then(KitDecides(town.active))


class KitDecides(Ask):
    """One token for each symbol; the chief's arrow is a token, too (bang.kit.chief)."""

    rule = "bang.kit.discard"
    seconds = 30

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        town = match.state
        caps: dict[Seat | str, int] = {s: town.cowboys[s].arrows for s in town.living()}
        if any(town.cowboys[other].chief for other in town.living()):
            caps[CHIEF] = 1
        tokens = [token for token, cap in caps.items() if cap]
        amount = min(count_symbols(town.dice, Face.GATLING), sum(caps.values()))
        return Split(
            amount,
            tokens,
            caps=caps,
            least=0,
            refused=Reasons(not_to_return, town, tokens),
            noun="kit",
            preset=own_tokens(town, amount),
        )

    def answered(self, match: Match[Town], answer: dict[Seat | str, int]) -> None:
        town = match.state
        for token, count in answer.items():
            if isinstance(token, int):
                return_tokens(town, town.cowboys[token], count, 0)
                match.tell(self.rule, seat=self.seat, target=token, arrows=count)
            else:
                holder = next(s for s in town.living() if town.cowboys[s].chief)
                return_tokens(town, town.cowboys[holder], 0, 1)
                match.tell("bang.kit.chief", seat=self.seat, target=holder)


def not_to_return(town: Town, tokens: list[Seat | str]) -> dict[Seat | str, Refusal]:
    """Who has no arrows, and the chief's arrow while it lies in the pile."""
    rule = KitDecides.rule
    reasons: dict[Seat | str, Refusal] = {}
    for seat, why in (seats_out(town, rule) | other_seats(town, rule, "none", tokens)).items():
        reasons[seat] = why
    if town.options.chief and CHIEF not in tokens:
        reasons[CHIEF] = Refusal("bang.kit.chief")
    return reasons


def own_tokens(town: Town, most: int) -> dict[Seat | str, int]:
    """What an absent Kit Carlson returns: his own arrows, then nothing."""
    kit = town.cowboys[town.active]
    own: dict[Seat | str, int] = {}
    if kit.arrows:
        own[town.active] = min(most, kit.arrows)
    if kit.chief and most > kit.arrows:
        own[CHIEF] = 1
    return own


KIT = Character(
    id="kit", life=7, rule="bang.kit.discard", stage=Stage.GATLING, gatling_done=KitReturns
)

# --- Lucky Duke, Paul Regret -----------------------------------------------------------------

LUCKY_EXTRA = 1

LUCKY = Character(
    id="lucky",
    life=8,
    rule="bang.lucky.extra",
    numbers={"lucky_throws": THROWS + LUCKY_EXTRA},
    throws=LUCKY_EXTRA,
)


def paul_suffers(cause: Cause, points: int) -> int:
    """He never loses life points to the Gatling."""
    return 0 if cause is Cause.GATLING else points


PAUL = Character(id="paul", life=9, rule="bang.paul.immune", suffers=paul_suffers)

# --- Pedro Ramirez ---------------------------------------------------------------------------


class PedroDecides(Ask):
    """For each life point lost he may return one of his arrows (bang.pedro.multi)."""

    rule = "bang.pedro.discard"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> Split:
        # bang.pedro.molly: only what he really lost counts.
        lost = match.state.losses[-1].lost[seat]
        split = token_split(match.state.cowboys[seat], lost)
        kinds = [REGULAR, *([CHIEF] if match.state.options.chief else [])]
        split.refused = {
            kind: Refusal(self.rule, token=kind) for kind in kinds if kind not in split.over
        }
        return split

    def answered(self, match: Match[Town], answer: dict[str, int]) -> None:
        town = match.state
        regular, chief = answer.get(REGULAR, 0), answer.get(CHIEF, 0)
        if regular + chief:
            return_tokens(town, town.cowboys[self.seat], regular, chief)
            match.tell(self.rule, seat=self.seat, arrows=regular + chief)


def pedro_has_lost(match: Match[Town], loss: Loss, seat: Seat) -> list[Step]:
    """He returns arrows, unless there are none or he falls for certain."""
    pedro = match.state.cowboys[seat]
    if not pedro.tokens or (pedro.life == 0 and match.state.options.special_roles == "off"):
        return []  # who falls returns all arrows anyway
    return [PedroDecides(seat)]


PEDRO = Character(id="pedro", life=8, rule="bang.pedro.discard", has_lost=pedro_has_lost)

# --- Rose Doolan -----------------------------------------------------------------------------


def rose_reach(one: bool, living: int) -> tuple[int, ...]:
    """A place further, if she likes (bang.rose.one, bang.rose.two, bang.rose.around)."""
    return (1, 2) if one else (2, 3)


ROSE = Character(id="rose", life=9, rule="bang.rose.one", reach=rose_reach)

# --- Sid Ketchum -----------------------------------------------------------------------------

SID_GAIN = 1


class SidHelps(Ask):
    """At the start of Sid Ketchum's turn a living player of his choice gains a life point."""

    rule = "bang.sid.gain"
    seconds = 20

    def choice(self, match: Match[Town], seat: Seat) -> OneOf:
        refused = Reasons(seats_out, match.state, "bang.gain.living")
        return OneOf(match.state.living(), refused=refused, noun="seat", preset=seat)

    def answered(self, match: Match[Town], answer: Seat) -> None:
        match.tell(self.rule, seat=self.seat, target=answer)
        match.state.kindness[self.seat][answer] += SID_GAIN
        match.then(*gain(match, {answer: SID_GAIN}))


SID = Character(
    id="sid", life=8, rule="bang.sid.gain", numbers={"sid_gain": SID_GAIN}, turn_begins=SidHelps
)

# --- Slab the Killer -------------------------------------------------------------------------

SLAB_PART = "slab"
"""The part of the answer that says which bull's eye he doubles."""
NO_SYMBOL = "none"


def slab_more_aims(town: Town, symbols: Sequence[str]) -> dict[str, Choice]:
    """With a beer to spend he may double one of his bull's eyes."""
    if not count_symbols(town.dice, Face.BEER):
        return {}
    return {SLAB_PART: OneOf([NO_SYMBOL, *symbols], noun="slab", preset=NO_SYMBOL)}


def slab_more_hits(
    match: Match[Town], aims: dict[str, Seat], answer: dict[str, Answer]
) -> list[Seat]:
    """The beer heals nobody, the shot counts twice (bang.slab.beer, bang.slab.meets)."""
    doubled = answer.get(SLAB_PART, NO_SYMBOL)
    if doubled not in aims:
        return []
    town = match.state
    match.tell("bang.slab.double", seat=town.active, target=aims[doubled])
    town.spent_beers = 1
    return [aims[doubled]]


SLAB = Character(
    id="slab",
    life=8,
    rule="bang.slab.double",
    more_aims=slab_more_aims,
    more_hits=slab_more_hits,
)

# --- Suzy Lafayette --------------------------------------------------------------------------

SUZY_GAIN = 2


def suzy_turn_ends(match: Match[Town]) -> list[Step]:
    """She gains life points if no 1 or 2 lies there at the end (bang.suzy.final)."""
    town = match.state
    if BULLSEYES.intersection(town.dice):
        return []
    match.tell("bang.suzy.gain", seat=town.active)
    return gain(match, {town.active: SUZY_GAIN})


SUZY = Character(
    id="suzy",
    life=8,
    rule="bang.suzy.gain",
    numbers={"suzy_gain": SUZY_GAIN},
    turn_ends=suzy_turn_ends,
)

# --- Vulture Sam -----------------------------------------------------------------------------

SAM_GAIN = 2


def sam_others_fell(match: Match[Town], loss: Loss, sam: Seat) -> list[Step]:
    """He gains for each who fell, while he stands (bang.sam.saved, bang.sam.together)."""
    match.tell("bang.sam.gain", seat=sam)
    return gain(match, {sam: SAM_GAIN * loss.fallen})


SAM = Character(
    id="sam",
    life=9,
    rule="bang.sam.gain",
    numbers={"sam_gain": SAM_GAIN},
    others_fell=sam_others_fell,
)

# --- Willy the Kid ---------------------------------------------------------------------------

# bang.willy.double: a double face counts twice for him, too.
WILLY = Character(
    id="willy",
    life=8,
    rule="bang.willy.two",
    numbers={"willy_gatlings": GATLING_LIMIT - 1},
    gatlings=GATLING_LIMIT - 1,
)

BASE = (
    BART,
    BLACK_JACK,
    CALAMITY,
    GRINGO,
    JESSE,
    JOURDONNAIS,
    KIT,
    LUCKY,
    PAUL,
    PEDRO,
    ROSE,
    SID,
    SLAB,
    SUZY,
    SAM,
    WILLY,
)
