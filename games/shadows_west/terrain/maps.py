"""The three maps of the game as lists of terrain pieces (specification, section 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

Place = tuple[int, int, int]
Opening = tuple[str, int, str, int]
"""Side, offset of the centre from the west or south end, ``door`` or ``window``, floor index."""


class Piece(Struct, frozen=True):
    """One piece of terrain, with the fields that its kind has (specification, section 4.2)."""

    id: str
    kind: str
    rect: tuple[int, int, int, int] | None = None
    poly: tuple[tuple[int, int], ...] = ()
    line: tuple[tuple[int, int], ...] = ()
    disc: tuple[int, int, int] | None = None
    h: int = 0
    top: bool = False
    difficult: bool = False
    floors: tuple[int, ...] = ()
    roof: int = 0
    parapet: bool = False
    open: tuple[Opening, ...] = ()
    z: int = 0
    edge: str = "open"
    type: str = ""
    a: Place = (0, 0, 0)
    b: Place = (0, 0, 0)


class Map(Struct, frozen=True):
    """A table of terrain, with the places that scenarios use."""

    id: str
    pieces: tuple[Piece, ...]
    size: int = 3600
    loot: tuple[Place, ...] = ()
    loot_sets: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    """Which loot points are used, by the number of players."""
    hold: tuple[int, int, int, int] = (0, 0, 0, 0)
    """The zone of the scenario ``hold``."""


def _building(
    id: str,
    rect: tuple[int, int, int, int],
    floors: tuple[int, ...],
    roof: int,
    *open: Opening,
    parapet: bool = False,
) -> Piece:
    return Piece(
        id, "building", rect=rect, floors=floors, roof=roof, parapet=parapet, open=tuple(open)
    )


def _block(id: str, h: int, *poly: tuple[int, int], top: bool = False) -> Piece:
    return Piece(id, "block", poly=tuple(poly), h=h, top=top)


def _area(id: str, *poly: tuple[int, int]) -> Piece:
    return Piece(id, "area", poly=tuple(poly), difficult=True)


def _linear(id: str, h: int, *line: tuple[int, int]) -> Piece:
    return Piece(id, "linear", line=tuple(line), h=h)


def _explosive(id: str, x: int, y: int) -> Piece:
    return Piece(id, "explosive", disc=(x, y, 79), h=100)


def _cactus(id: str, x: int, y: int) -> Piece:
    return Piece(id, "cactus", disc=(x, y, 250))


REDEMPTION: Final = Map(
    "redemption",
    (
        _building(
            "saloon",
            (1300, 2200, 2300, 3000),
            (0, 300),
            600,
            ("S", 500, "door", 0),
            ("S", 180, "window", 0),
            ("S", 820, "window", 0),
            ("N", 500, "door", 0),
            ("W", 400, "window", 0),
            ("E", 400, "window", 0),
            ("S", 500, "door", 1),
            ("S", 180, "window", 1),
            ("S", 820, "window", 1),
            ("N", 500, "window", 1),
            parapet=True,
        ),
        Piece("saloon_stairs", "stairs", type="stairs", a=(2180, 2880, 0), b=(2180, 2500, 300)),
        Piece("balcony", "platform", rect=(1300, 2050, 2300, 2200), z=300, edge="rail"),
        _building(
            "bank",
            (300, 2300, 1000, 3000),
            (0,),
            300,
            ("S", 350, "door", 0),
            ("S", 120, "window", 0),
            ("E", 350, "window", 0),
            ("N", 350, "window", 0),
            parapet=True,
        ),
        _building(
            "jail",
            (2650, 2250, 3350, 2850),
            (0,),
            300,
            ("S", 350, "door", 0),
            ("W", 300, "window", 0),
            ("E", 300, "window", 0),
            parapet=True,
        ),
        _building(
            "store",
            (400, 700, 1200, 1400),
            (0,),
            300,
            ("N", 400, "door", 0),
            ("N", 150, "window", 0),
            ("N", 650, "window", 0),
            ("S", 400, "door", 0),
            ("E", 350, "window", 0),
            parapet=True,
        ),
        _building(
            "telegraph",
            (1500, 900, 1900, 1300),
            (0,),
            250,
            ("N", 200, "door", 0),
            ("S", 200, "window", 0),
            ("W", 200, "window", 0),
        ),
        _building(
            "stable",
            (2200, 500, 3100, 1400),
            (0,),
            400,
            ("N", 450, "door", 0),
            ("W", 450, "door", 0),
            ("S", 450, "window", 0),
            ("E", 450, "window", 0),
        ),
        Piece("stable_ladder", "stairs", type="ladder", a=(2260, 1460, 0), b=(2260, 1340, 400)),
        Piece("wagon", "block", rect=(1650, 1720, 2000, 1880), h=180),
        Piece("crates", "block", rect=(1250, 1430, 1400, 1530), h=150, top=True),
        Piece("trough", "block", rect=(2400, 1970, 2600, 2030), h=100),
        Piece("well", "block", disc=(1000, 1800, 70), h=100),
        _linear("bank_fence", 100, (200, 2150), (950, 2150)),
        _linear("corral", 110, (3100, 1400), (3500, 1400), (3500, 500), (3100, 500)),
        _explosive("store_kegs", 1330, 800),
        _explosive("stable_kegs", 2080, 1500),
        _cactus("cactus_ne", 3250, 3250),
        _cactus("cactus_sw", 1150, 350),
        _area("scrub_sw", (150, 150), (800, 200), (750, 520), (200, 500)),
        _area("scrub_n", (1500, 3150), (2100, 3120), (2150, 3450), (1550, 3480)),
    ),
    loot=((650, 2700, 0), (1700, 1100, 0), (2150, 1800, 0), (3000, 2550, 0), (800, 1050, 0)),
    loot_sets=MappingProxyType({2: (0, 1, 2), 3: (0, 2, 3, 4), 4: (0, 1, 2, 3, 4)}),
    hold=(1300, 2050, 2300, 3000),
)

GULCH: Final = Map(
    "gulch",
    (
        Piece(
            "creek",
            "difficult",
            poly=(
                (0, 1650), (1200, 1750), (2400, 1650), (3600, 1750),
                (3600, 1950), (2400, 1850), (1200, 1950), (0, 1850),
            ),
        ),
        Piece("bridge", "bridge", rect=(1700, 1600, 1900, 2000)),
        _block(
            "mesa_west", 400,
            (500, 2300), (1100, 2250), (1250, 2700), (900, 3000), (450, 2800), top=True,
        ),
        _block("mesa_mid", 400, (1450, 2350), (2050, 2300), (2150, 2750), (1500, 2850), top=True),
        _block("mesa_south", 300, (2300, 700), (3000, 600), (3100, 1150), (2500, 1250), top=True),
        _block("boulder_a", 250, (2600, 2200), (2800, 2150), (2850, 2350), (2650, 2400)),
        _block("boulder_b", 250, (900, 1250), (1080, 1220), (1100, 1400), (930, 1420)),
        _block("rocks_a", 150, (2950, 2550), (3200, 2500), (3250, 2700), (3000, 2750), top=True),
        _block("rocks_b", 150, (1750, 600), (1950, 580), (1980, 760), (1780, 780), top=True),
        _block("rocks_c", 150, (2150, 1450), (2350, 1420), (2380, 1560), (2180, 1580), top=True),
        _building(
            "shack",
            (300, 600, 700, 1000),
            (0,),
            250,
            ("E", 200, "door", 0),
            ("N", 200, "window", 0),
            ("S", 200, "window", 0),
        ),
        _linear("stone_wall", 100, (1300, 1300), (1800, 1250)),
        _linear("rail_fence", 110, (2300, 2950), (3000, 3000)),
        _explosive("powder", 820, 620),
        _area("scrub_a", (1300, 200), (1650, 150), (1650, 500), (1350, 520)),
        _area("scrub_b", (2250, 2050), (2500, 2000), (2520, 2450), (2300, 2500)),
        _area("scrub_c", (200, 1100), (600, 1080), (620, 1400), (220, 1420)),
        _cactus("cactus_a", 1450, 2080),
        _cactus("cactus_b", 2050, 1050),
        _cactus("cactus_c", 3250, 1400),
    ),
    loot=((1800, 2580, 400), (1800, 1800, 0), (2700, 900, 300), (500, 800, 0), (3300, 2250, 0)),
    loot_sets=MappingProxyType({2: (0, 1, 2), 3: (0, 1, 2, 3), 4: (0, 1, 2, 3, 4)}),
    hold=(1450, 1600, 2150, 2850),
)  # fmt: skip

MISSION: Final = Map(
    "mission",
    (
        _building(
            "chapel",
            (1450, 2000, 2100, 2900),
            (0,),
            400,
            ("S", 325, "door", 0),
            ("W", 250, "window", 0),
            ("W", 650, "window", 0),
            ("E", 250, "window", 0),
            ("N", 325, "door", 0),
        ),
        _building(
            "tower",
            (2100, 2550, 2450, 2900),
            (0, 400),
            700,
            ("S", 175, "door", 0),
            ("W", 175, "door", 1),
            ("S", 175, "window", 1),
            ("E", 175, "window", 1),
            ("N", 175, "window", 1),
            parapet=True,
        ),
        Piece("tower_ladder", "stairs", type="ladder", a=(2180, 2630, 0), b=(2180, 2820, 400)),
        _building(
            "hut_w",
            (250, 1500, 750, 2000),
            (0,),
            250,
            ("E", 250, "door", 0),
            ("S", 250, "window", 0),
            ("N", 250, "window", 0),
        ),
        _building(
            "hut_e",
            (2850, 1500, 3350, 2000),
            (0,),
            250,
            ("W", 250, "door", 0),
            ("S", 250, "window", 0),
            ("N", 250, "window", 0),
        ),
        _building(
            "storehouse",
            (300, 2650, 950, 3150),
            (0,),
            300,
            ("E", 250, "door", 0),
            ("S", 325, "window", 0),
            ("W", 250, "window", 0),
            parapet=True,
        ),
        _linear("yard_west", 120, (1600, 950), (950, 950), (950, 1450)),
        _linear("yard_east", 120, (2000, 950), (2650, 950), (2650, 1450)),
        Piece("fountain", "block", disc=(1800, 1500, 90), h=100),
        Piece("cart", "block", rect=(1150, 1200, 1450, 1340), h=180),
        _explosive("barrels", 2400, 1600),
        _area("orchard", (2650, 2350), (3350, 2300), (3400, 3100), (2700, 3150)),
        _area("graves", (1000, 2150), (1350, 2150), (1350, 2550), (1000, 2550)),
        Piece("ditch", "difficult", poly=((0, 620), (3600, 720), (3600, 800), (0, 700))),
        Piece("ditch_bridge", "bridge", rect=(1700, 560, 1900, 860)),
        _cactus("agave_w", 550, 400),
        _cactus("agave_e", 3050, 400),
    ),
    loot=((1780, 2700, 0), (1800, 1700, 0), (500, 1750, 0), (3100, 1750, 0), (600, 2900, 0)),
    loot_sets=MappingProxyType({2: (1, 2, 3), 3: (0, 1, 2, 3), 4: (0, 1, 2, 3, 4)}),
    hold=(1450, 2000, 2450, 2900),
)

MAPS: Final[Mapping[str, Map]] = MappingProxyType(
    {map.id: map for map in (REDEMPTION, GULCH, MISSION)}
)
