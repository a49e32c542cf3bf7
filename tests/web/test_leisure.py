"""Work that can wait goes on one piece at a time, between what others want at once."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from gevent import monkey; monkey.patch_all()
import gevent, gevent.socket, time
from boomtown.web.guard import leisure

here, there = gevent.socket.socketpair()
done = []

def page(name):
    for piece in range(3):
        leisure.rest()
        until = time.perf_counter() + 0.02
        while time.perf_counter() < until:
            pass
        done.append(name)

def player():
    here.recv(1)
    done.append("player")

{setting}
waiting = [gevent.spawn(player), *(gevent.spawn(page, name) for name in "ABCDEF")]
gevent.sleep(0.01)
there.send(b"!")
gevent.joinall(waiting)
print(" ".join(done))
"""


def played(setting: str = "") -> list[str]:
    code = SCRIPT.format(setting=setting)
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return said.stdout.split()


def test_others_wait_for_one_piece_of_all_that_can_wait() -> None:
    done = played()
    assert done.index("player") <= 2, done
    pages = [name for name in done if name != "player"]
    assert pages == [*"ABCDEF"] * 3, "they take turns"


def test_a_process_that_is_never_idle_lets_them_go_on_all_the_same() -> None:
    done = played("gevent.idle = lambda: gevent.sleep(60)")
    assert len(done) == 19


def test_without_gevent_nobody_waits() -> None:
    code = "from boomtown.web.guard.leisure import rest; rest(); print('done')"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "done\n"
