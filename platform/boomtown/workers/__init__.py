"""Processes for work that must not hold up the site: bots, replays, proofs."""

from boomtown.workers.pool import Numbers, WorkerPool
from boomtown.workers.queue import FairQueue, QueueFull
from boomtown.workers.worker import Busy, PoolClosed, TooLarge, TooSlow, WorkerDied, WorkFailed

__all__ = [
    "Busy",
    "FairQueue",
    "Numbers",
    "PoolClosed",
    "QueueFull",
    "TooLarge",
    "TooSlow",
    "WorkFailed",
    "WorkerDied",
    "WorkerPool",
]
