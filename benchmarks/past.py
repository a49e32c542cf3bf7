"""What a long past costs: the page and the export of somebody with a thousand matches.

CPU time of whole requests on a site in this process, in turns with a page that knows no past: that
is the control. Run it as ``python benchmarks/past.py [MATCHES]``; it says which of them take more
than :data:`ASKED`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "helpers"))

from boomtown.core import Part
from boomtown.web.server.garbage import look_in_portions
from pasts import all_finished
from sites import app_in, site_of
from visitors import Person

ROUNDS = 15
ASKED = 0.1
"""Seconds of CPU time for a page or a file of a thousand matches, at most."""
PAGES = ("/credits", "/me/games", "/me/export.json", "/me/export.csv")
ROLES = [Part("role", name) for name in ("sheriff", "deputy", "outlaw", "outlaw", "renegade")]


def main() -> None:
    """Plays nothing: the matches are rows as the site writes them."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder, app_in(Path(folder)) as app:
        site, ann = site_of(app), Person(app, "Ann")
        bill = site.people.add("Bill", "en").id
        sits = [ann.id, bill, "bot:deputy", "bot:sharp", "bot:marshal"]
        past = [(number, sits, [number % 5]) for number in range(count)]
        all_finished(site.database, past, parts=ROLES, host=ann.id)
        while site.ratings.rate_due():
            pass
        look_in_portions()  # as a site does that serves
        times: dict[str, list[float]] = {page: [] for page in PAGES}
        for _ in range(ROUNDS):
            for page in PAGES:
                begun = time.process_time()
                ann.read(page)
                times[page].append(time.process_time() - begun)
    control = median(times[PAGES[0]])
    for page, spent in times.items():
        took = median(spent)
        kept = "" if took < ASKED else f": more than the {1000 * ASKED:.0f} that are asked for"
        print(
            f"{page:18} {1000 * took:6.1f} ms of CPU time ({1000 * min(spent):.1f} to "
            f"{1000 * max(spent):.1f}), {took / control:4.1f} x {PAGES[0]}{kept}"
        )


if __name__ == "__main__":
    main()
