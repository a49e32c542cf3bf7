"""A bad line between players and a server: late, in crumbs, cut off in the middle of anything."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Event, Thread

from boomtown.core import Chance

HOST = "127.0.0.1"
CRUMB = 40
"""The largest piece of a line that crumbles what players say."""
LONGEST = 60_000
"""Bytes after which a line that will be cut is cut at the latest."""
AT_ONCE = 1 << 16
LAST_SECONDS = 0.05


class Line(Thread):
    """Listens on a port of its own, and passes everything on to a server.

    Of a hundred connections ``bad`` crumble and as many are cut off.
    """

    def __init__(self, to: int, chance: Chance, bad: int) -> None:
        super().__init__(name=f"line to {to}", daemon=True)
        self.port = 0
        self._to = to
        self._chance = chance
        self._bad = bad
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = Event()
        self._free = asyncio.Event()
        self.start()
        self._ready.wait()

    def run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._serve())
        self._loop.close()

    async def _serve(self) -> None:
        self._done = asyncio.Event()
        self._free.set()
        server = await asyncio.start_server(self._connected, HOST, 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._done.wait()
        server.close()
        self._cut_all()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        self._cut_all()
        await asyncio.sleep(LAST_SECONDS)  # whatever was cut is closed by the loop

    def cut(self) -> None:
        """Cuts every connection."""
        self._loop.call_soon_threadsafe(self._cut_all)

    def hold(self) -> None:
        """Passes nothing on until told otherwise."""
        self._loop.call_soon_threadsafe(self._free.clear)

    def release(self) -> None:
        """Passes everything on, what was held first."""
        self._loop.call_soon_threadsafe(self._free.set)

    def close(self) -> None:
        """Ends it."""
        self._loop.call_soon_threadsafe(self._done.set)
        self.join()

    def _cut_all(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_connection(HOST, self._to)
        except OSError:
            writer.transport.abort()
            return
        self._open |= {writer, far_writer}
        drawn = self._chance.below(100)
        crumbs = CRUMB if drawn < self._bad else 0
        left = self._chance.below(LONGEST) if self._bad <= drawn < 2 * self._bad else -1
        there = asyncio.ensure_future(self._pass(reader, far_writer, crumbs, left // 20))
        back = asyncio.ensure_future(self._pass(far_reader, writer, crumbs * 50, left))
        try:
            with suppress(asyncio.CancelledError):  # the line is closed
                await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (there, back):
                task.cancel()
            for one in (writer, far_writer):
                self._open.discard(one)
                one.transport.abort()

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, crumbs: int, left: int
    ) -> None:
        """From one side to the other; a number that is left counts down to the cut."""
        with suppress(OSError):
            while data := await reader.read(AT_ONCE):
                await self._free.wait()
                if 0 <= left <= len(data):
                    data, left = data[:left], 0
                elif left > 0:
                    left -= len(data)
                step = crumbs or len(data) or 1
                for at in range(0, len(data), step):
                    writer.write(data[at : at + step])
                    if crumbs:
                        await asyncio.sleep(0)
                await writer.drain()
                if left == 0:
                    return
