"""Text as others will see it: one line, of letters that can be seen, no pile of accents.

Names are also told apart by how they look (``skeleton``): whoever is called like somebody else at
the table, in whatever alphabet, gets a number.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

LONGEST_NAME = 24
MOST_MARKS = 2
"""On one letter: more than any language needs once letter and accent are one."""
DROPPED = {"Cf", "Co", "Cs", "Cn"}
"""Kinds of characters that nobody sees: formats, private ones, halves, and none at all."""
SPACES = {"Cc", "Zs", "Zl", "Zp"}
INVISIBLE = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)
"""Fillers, blanks and selectors that count as letters, signs or marks, and show nothing."""
_ALIKE = (
    # Cyrillic
    ("авекмнорстухіјѕԁԛԝһӏьгпишщѵѡєґқңөүұҳԑђћԍ", "abekmhopctyxljsdqwhlbrnuwwvwerkhoyyxehhg"),
    ("αβεζηικμνορτυχγωσ", "abezhlkmnoptyxywo"),  # Greek
    ("օոսհցզյլւ", "onuhgqjll"),  # Armenian
    ("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᎩᏃ", "abcdeghljklmprstvwyz"),  # Cherokee
    ("ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpddtgkjczfmnlsrvhwxyaelou"),  # Lisu
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghljklmnoprstuvwyz"),  # small capitals
    ("ɑƀɓƈđɗəɛƒɡɠħɦıɨɩɟƙłɫɱɲŋøɵƥɾʂŧƭʉʋƴƶ", "abbcddeefgghhllljkllmnnooprsttuvyz"),  # Latin
    ("סוןاه", "olllo"),  # Hebrew, Arabic
    ("i1|!0$5@", "llllossa"),
)
LOOKALIKES = str.maketrans("".join(one for one, _ in _ALIKE), "".join(two for _, two in _ALIKE))
"""Small letters of other alphabets, and signs, by the Latin one that they, or their capitals, look
like. NFKC has mended the wide and the mathematical ones before, and marks are dropped. A table of
our own: libraries for this carry all of Unicode's list, letters that nobody confuses in a name of
24 included, or have not been touched for years."""
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("æ", "ae"), ("œ", "oe"))
"""Letters that look like another one side by side."""


def one_line(raw: str) -> str:
    """Text in one line, of letters that can be seen.

    >>> one_line("Dr\\u200baw!\\n now\\u202e")
    'Draw! now'
    """
    found: list[str] = []
    marks = MOST_MARKS  # at the start there is no letter to put one on
    for letter in raw:
        kind = unicodedata.category(letter)
        if kind in DROPPED or letter in INVISIBLE:
            continue
        if kind in SPACES:
            found.append(" ")
            marks = MOST_MARKS
        elif kind[0] == "M":
            marks += 1
            if marks <= MOST_MARKS:
                found.append(letter)
        else:
            found.append(letter)
            marks = 0
    return " ".join("".join(found).split())


def clean_name(raw: str) -> str:
    """A name as others will see it: one line, no tricks, not too long.

    >>> clean_name("Ａｎｎａ \\u3164")
    'Anna'
    """
    return one_line(unicodedata.normalize("NFKC", raw))[:LONGEST_NAME].strip()


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What is left of a name for somebody who does not look closely.

    >>> skeleton("Аnnа") == skeleton("ANNA") == skeleton("Ánna") != skeleton("Hanna")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.category(letter)[0] not in "MZC")
    seen = letters.translate(LOOKALIKES)
    for two, one in PAIRS:
        seen = seen.replace(two, one)
    return seen


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The same names; whoever is called like somebody before gets a number.

    >>> told_apart(["Anna", "Bill", "Аnnа", "anna"])
    ('Anna', 'Bill', 'Аnnа 2', 'anna 3')
    """
    taken = set(map(skeleton, names))
    used: set[str] = set()
    told: list[str] = []
    for name in names:
        if skeleton(name) in used:
            count = 2
            while skeleton(numbered(name, count)) in taken:
                count += 1
            name = numbered(name, count)
            taken.add(skeleton(name))
        used.add(skeleton(name))
        told.append(name)
    return tuple(told)


def numbered(name: str, number: int) -> str:
    """A name with a number, not too long either."""
    return f"{name[: LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
