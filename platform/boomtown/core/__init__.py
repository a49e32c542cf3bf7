"""The core: turns, chance and hidden information. Pure: no site, no database, no clock."""

from boomtown.core.beat import Beat
from boomtown.core.bot import Bot, Imagine, Listener, Policy
from boomtown.core.chance import Chance, LoadedChance, commitment_to, fresh_seed, seed_from
from boomtown.core.chapter import Chapter, Opening, Position, unchanged
from boomtown.core.choice import (
    Answer,
    Choice,
    Number,
    OneOf,
    Ordered,
    Several,
    Split,
    Things,
)
from boomtown.core.combined import Alternatives, Combination
from boomtown.core.composed import Composed, Ready
from boomtown.core.ending import (
    Award,
    Chronicle,
    Figure,
    Result,
    Story,
    Sum,
    best,
    seats_in,
    whole,
)
from boomtown.core.errors import (
    Arg,
    BoomtownError,
    GameFault,
    HiddenValue,
    InvalidAnswer,
    InvalidOption,
    InvalidRecord,
    InvalidSeats,
    Refusal,
    Refused,
    VersionMismatch,
)
from boomtown.core.game import API, WHOLE, Amount, Evaluation, Game, steps_in, with_constants
from boomtown.core.hint import Hint, hints_of
from boomtown.core.log import Entry, Log
from boomtown.core.match import Match
from boomtown.core.matchfile import Verdict, export, verify
from boomtown.core.observer import Observer, RulesReached
from boomtown.core.options import OptionField, Options, form_of
from boomtown.core.outcome import Outcome, Part, ranks_by
from boomtown.core.page import Group, Help, Page, Progress, Say
from boomtown.core.places import Path, Place, Point, length
from boomtown.core.playout import play_on, play_randomly, quick_policy, worth_of
from boomtown.core.reasons import Reasons
from boomtown.core.record import By, Heading, Line, Record
from boomtown.core.seats import Seat, clockwise
from boomtown.core.secret import Secret
from boomtown.core.snapshot import carry_over, load, save
from boomtown.core.step import (
    PASS,
    Ask,
    ForEachSeat,
    Phases,
    Repeat,
    SealedAsk,
    Step,
    Waits,
    Window,
)
from boomtown.core.view import Prompt, Question, View

__all__ = [
    "API",
    "PASS",
    "WHOLE",
    "Alternatives",
    "Amount",
    "Answer",
    "Arg",
    "Ask",
    "Award",
    "Beat",
    "BoomtownError",
    "Bot",
    "By",
    "Chance",
    "Chapter",
    "Choice",
    "Chronicle",
    "Combination",
    "Composed",
    "Entry",
    "Evaluation",
    "Figure",
    "ForEachSeat",
    "Game",
    "GameFault",
    "Group",
    "Heading",
    "Help",
    "HiddenValue",
    "Hint",
    "Imagine",
    "InvalidAnswer",
    "InvalidOption",
    "InvalidRecord",
    "InvalidSeats",
    "Line",
    "Listener",
    "LoadedChance",
    "Log",
    "Match",
    "Number",
    "Observer",
    "OneOf",
    "Opening",
    "OptionField",
    "Options",
    "Ordered",
    "Outcome",
    "Page",
    "Part",
    "Path",
    "Phases",
    "Place",
    "Point",
    "Policy",
    "Position",
    "Progress",
    "Prompt",
    "Question",
    "Ready",
    "Reasons",
    "Record",
    "Refusal",
    "Refused",
    "Repeat",
    "Result",
    "RulesReached",
    "Say",
    "SealedAsk",
    "Seat",
    "Secret",
    "Several",
    "Split",
    "Step",
    "Story",
    "Sum",
    "Things",
    "Verdict",
    "VersionMismatch",
    "View",
    "Waits",
    "Window",
    "best",
    "carry_over",
    "clockwise",
    "commitment_to",
    "export",
    "form_of",
    "fresh_seed",
    "hints_of",
    "length",
    "load",
    "play_on",
    "play_randomly",
    "quick_policy",
    "ranks_by",
    "save",
    "seats_in",
    "seed_from",
    "steps_in",
    "unchanged",
    "verify",
    "whole",
    "with_constants",
    "worth_of",
]
