"""What this process counts: requests, frames, answers, beats, commits, refusals.

Plain numbers in plain dictionaries, without locks, so that counting costs less than a microsecond
and can be done under gevent and in a thread of the system alike. ``/metrics`` reads them
(``boomtown.web.operator.metrics``); whoever does something worth counting adds to its family here.
"""

from __future__ import annotations

from bisect import bisect_left

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""The upper ends of the ranges into which times are sorted."""

Labels = tuple[str, ...]


class Counter:
    """A number that only grows, for each combination of its labels."""

    kind = "counter"

    def __init__(self, name: str, help: str, labels: Labels = ()) -> None:
        self.name = name
        self.help = help
        self.labels = labels
        self.values: dict[Labels, float] = {} if labels else {(): 0}

    def add(self, *labels: str, by: float = 1) -> None:
        """It has happened again."""
        self.values[labels] = self.values.get(labels, 0) + by


class Histogram:
    """How long something takes: how often it took no longer than each of the ``SECONDS``."""

    kind = "histogram"

    def __init__(self, name: str, help: str) -> None:
        self.name = name
        self.help = help
        self.ranges = [0] * (len(SECONDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """It has taken so long."""
        self.ranges[bisect_left(SECONDS, seconds)] += 1
        self.sum += seconds


REQUESTS = Counter(
    "boomtown_requests_total",
    "Requests by route, method and status; a socket counts when it closes.",
    ("route", "method", "status"),
)
REQUEST_SECONDS = Histogram(
    "boomtown_request_seconds", "Time from a request to its response, without sockets."
)
FRAMES = Counter("boomtown_frames_total", "Frames of WebSockets.", ("direction",))
ANSWERS = Counter(
    "boomtown_answers_total",
    "Answers that are written down, by game and by whom.",
    ("game", "by"),
)
ANSWER_SECONDS = Histogram(
    "boomtown_answer_seconds", "Time to judge an answer, write it down and show it."
)
HOUSE_BEATS = Counter("boomtown_house_beats_total", "Heartbeats that the house has written.")
HOUSE_FAILURES = Counter("boomtown_house_failures_total", "Tables and rounds the house failed at.")
JOURNAL_COMMITS = Counter("boomtown_journal_commits_total", "Commits of answers.")
JOURNAL_ANSWERS = Counter("boomtown_journal_answers_total", "Answers in those commits.")
JOURNAL_FAILURES = Counter(
    "boomtown_journal_failures_total", "Answers that could not be written down."
)
REFUSALS = Counter(
    "boomtown_budget_refusals_total", "What was refused because a budget was spent.", ("budget",)
)
WAITS = Counter(
    "boomtown_paced_total", "What had to wait because its address had more than its share of time."
)
LOG_LINES_DROPPED = Counter("boomtown_log_lines_dropped_total", "Log lines that were throttled.")

FAMILIES: tuple[Counter | Histogram, ...] = (
    REQUESTS,
    REQUEST_SECONDS,
    FRAMES,
    ANSWERS,
    ANSWER_SECONDS,
    HOUSE_BEATS,
    HOUSE_FAILURES,
    JOURNAL_COMMITS,
    JOURNAL_ANSWERS,
    JOURNAL_FAILURES,
    REFUSALS,
    WAITS,
    LOG_LINES_DROPPED,
)
