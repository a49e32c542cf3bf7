"""The only source of randomness: committed before the first choice, published after the last.

A match draws from a stream of SHA-256 blocks in counter mode. The key of the stream mixes a
256-bit seed from the operating system with a contribution from each player. The SHA-256 of the
seed, its commitment, is shown before play; whoever has the seed afterwards can draw every
number again (boomtown.chance.seed).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

SEED_BYTES = 32
KEY_BYTES = 32
BLOCK_BYTES = 32


def fresh_seed() -> bytes:
    """A seed that nobody can guess, from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def seed_from(*parts: object) -> bytes:
    """A seed that anybody can make again, for tests and simulations."""
    return hashlib.sha256(":".join(map(str, parts)).encode()).digest()


def commitment_to(seed: bytes) -> str:
    """What is published before the match: it fixes the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


def mixed_key(seed: bytes, contributions: Iterable[str] = ()) -> bytes:
    """The key of the stream, from the seed and what the players added to it, in seat order."""
    mixed = hashlib.sha256(b"boomtown/1")
    for part in (seed, *(text.encode() for text in contributions)):
        mixed.update(len(part).to_bytes(4, "big") + part)
    return mixed.digest()


class Chance:
    """Dice, picks and shuffles, all from one stream.

    Its key and ``drawn``, the number of bytes used so far, are its whole state. Bytes of a key
    beyond the usual length are drawn first, as they stand: the loaded dice of a lesson.
    """

    __slots__ = ("_block", "_index", "_next", "key")

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key = key
        self._index, self._next = divmod(drawn, BLOCK_BYTES)
        self._block = self._block_at(self._index)

    @classmethod
    def seeded(cls, *parts: object) -> Chance:
        """A stream that anybody can make again, for tests and simulations."""
        return cls(mixed_key(seed_from(*parts)))

    @property
    def drawn(self) -> int:
        """How many bytes of the stream have been used."""
        return self._index * BLOCK_BYTES + self._next

    def _block_at(self, index: int) -> bytes:
        block = hashlib.sha256(self.key + index.to_bytes(8, "big")).digest()
        if len(self.key) > KEY_BYTES:
            first = KEY_BYTES + index * BLOCK_BYTES
            loaded = self.key[first : first + BLOCK_BYTES]
            return loaded + block[len(loaded) :]
        return block

    def _byte(self) -> int:
        if self._next == BLOCK_BYTES:
            self._index += 1
            self._next = 0
            self._block = self._block_at(self._index)
        value = self._block[self._next]
        self._next += 1
        return value

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each as likely as the others.

        Numbers of the stream that would favour the small ones are thrown away.
        """
        if limit < 1:
            raise ValueError(f"nothing to choose from: below({limit})")
        if limit <= 256:
            fair = 256 - 256 % limit
            while (value := self._byte()) >= fair:
                pass
            return value % limit
        width = (limit.bit_length() + 7) // 8
        fair = 256**width - 256**width % limit
        while True:
            value = 0
            for _ in range(width):
                value = value << 8 | self._byte()
            if value < fair:
                return value % limit

    def die(self, sides: int = 6) -> int:
        """A numbered die: 1 to sides."""
        return 1 + self.below(sides)

    def roll(self, faces: Sequence[T]) -> T:
        """A die with faces of its own."""
        return faces[self.below(len(faces))]

    def rolls(self, faces: Sequence[T], count: int) -> list[T]:
        """Several dice with the same faces, cast one after another."""
        sides = len(faces)
        fair = 256 - 256 % sides
        shown: list[T] = []
        while (missing := count - len(shown)) > 0:
            if self._next == BLOCK_BYTES:
                self._index += 1
                self._next = 0
                self._block = self._block_at(self._index)
            drawn = self._block[self._next : self._next + missing]
            self._next += len(drawn)
            shown += [faces[value % sides] for value in drawn if value < fair]
        return shown

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Puts the items in random order (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def fork(self) -> Chance:
        """The same stream at the same place. Bots never get one: see ``Match.imagine``."""
        return Chance(self.key, self.drawn)

    def another(self) -> Chance:
        """A stream of its own, made from this one, which moves on."""
        place = self.drawn.to_bytes(8, "big") + self._byte().to_bytes(1, "big")
        return Chance(hashlib.sha256(b"another" + self.key + place).digest())


class LoadedChance(Chance):
    """Chance that does what a test says.

    Dice, picks and shuffles come from the given queues, in order; a shuffle is given as the
    order that results. What is not loaded comes from ``rest`` if there is one, else the test
    fails: it forgot a throw. A loaded value that cannot come up fails too.
    """

    __slots__ = ("_used", "dice", "picks", "rest", "shuffles")

    def __init__(
        self,
        dice: Iterable[object] = (),
        picks: Iterable[object] = (),
        shuffles: Iterable[Sequence[object]] = (),
        rest: Chance | None = None,
    ) -> None:
        super().__init__(b"loaded")
        self.dice = list(dice)
        self.picks = list(picks)
        self.shuffles = [list(order) for order in shuffles]
        self.rest = rest
        self._used = 0

    @property
    def drawn(self) -> int:
        return self._used

    def _load(self, queue: list[object], possible: Sequence[T], what: str) -> T:
        if not queue:
            if self.rest is None:
                raise LookupError(f"no {what} left in the loaded chance, of {list(possible)}")
            self._used += 1
            return self.rest.pick(possible)
        value = queue.pop(0)
        self._used += 1
        for item in possible:
            if same(item, value):
                return item
        raise LookupError(f"loaded {what} {value!r} is none of {list(possible)}")

    def below(self, limit: int) -> int:
        return self._load(self.dice, range(limit), "number")

    def die(self, sides: int = 6) -> int:
        return self._load(self.dice, range(1, sides + 1), "die")

    def roll(self, faces: Sequence[T]) -> T:
        return self._load(self.dice, faces, "die")

    def rolls(self, faces: Sequence[T], count: int) -> list[T]:
        return [self.roll(faces) for _ in range(count)]

    def pick(self, items: Sequence[T]) -> T:
        return self._load(self.picks, items, "pick")

    def shuffle(self, items: list[T]) -> None:
        self._used += 1
        if not self.shuffles:
            if self.rest is None:
                raise LookupError("no shuffle left in the loaded chance")
            self.rest.shuffle(items)
            return
        items[:] = in_order(items, self.shuffles.pop(0))

    def fork(self) -> LoadedChance:
        rest = self.rest.fork() if self.rest else None
        copy = LoadedChance(self.dice, self.picks, self.shuffles, rest)
        copy._used = self._used
        return copy


def same(item: object, wanted: object) -> bool:
    """Whether something that comes up is what somebody has written down, perhaps as plain data."""
    return bool(item == wanted) or bool(msgspec.to_builtins(item, str_keys=True) == wanted)


def in_order(items: Sequence[T], wanted: Sequence[object]) -> list[T]:
    """The items with the wanted ones first, in their order."""
    rest = list(items)
    first: list[T] = []
    for one in wanted:
        found = next((at for at, item in enumerate(rest) if same(item, one)), None)
        if found is None:
            raise LookupError(f"loaded shuffle: {one!r} is none of {rest}")
        first.append(rest.pop(found))
    return first + rest


class DictatedChance(LoadedChance):
    """Loaded chance that notes which bytes of a stream would do the same.

    ``Chance(key + dictated)`` then comes up with what was loaded, and goes on by its key.
    """

    __slots__ = ("dictated",)

    def __init__(
        self,
        dice: Iterable[object] = (),
        picks: Iterable[object] = (),
        shuffles: Iterable[Sequence[object]] = (),
    ) -> None:
        super().__init__(dice, picks, shuffles)
        self.dictated = b""

    def _load(self, queue: list[object], possible: Sequence[T], what: str) -> T:
        value = super()._load(queue, possible, what)
        self._note(next(n for n, one in enumerate(possible) if one == value), len(possible))
        return value

    def shuffle(self, items: list[T]) -> None:
        before = list(items)
        super().shuffle(items)
        for last in range(len(items) - 1, 0, -1):
            other = next(n for n, item in enumerate(before[: last + 1]) if item == items[last])
            before[last], before[other] = before[other], before[last]
            self._note(other, last + 1)

    def _note(self, value: int, limit: int) -> None:
        width = 1 if limit <= 256 else (limit.bit_length() + 7) // 8
        self.dictated += value.to_bytes(width, "big")
