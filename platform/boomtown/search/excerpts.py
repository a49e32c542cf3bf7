"""What is shown of a place that was found, and which of what a word leads to stands there."""

from __future__ import annotations

from boomtown.rulebook.stems import stem_of, telling_words
from boomtown.search.documents import Part
from boomtown.search.queries import Query


def standing(leads: dict[str, float], stems: frozenset[str]) -> dict[str, float]:
    """Of what a word leads to, each stem that stands somewhere; several only with each other."""
    found: dict[str, float] = {}
    for lead, weight in leads.items():
        parts = lead.split() if " " in lead else (lead,)
        if stems.issuperset(parts):
            for one in parts:
                found[one] = max(weight, found.get(one, 0.0))
    return found


def excerpt(parts: tuple[Part, ...], query: Query, language: str) -> Part:
    """What a hit shows: of several answers, the one that has most of the words.

    Of a text of its own that is the text: the reason of a ruling, or how a move is refused, says
    nothing to somebody who has not read the rule.
    """
    if not parts or not parts[0].name:
        return parts[0] if parts else Part("", "")
    wanted = [
        {stem: lead.weight for (code, stem), lead in word.leads.items() if code == language}
        for word in query.words
    ]

    def worth(part: Part) -> float:
        # Whose part it is counts, too: "luck in Shadows" asks for what Shadows says.
        told = telling_words(f"{part.name} {part.text}", language)
        stems = frozenset(stem_of(word, language) for word in told)
        return sum(max(standing(one, stems).values(), default=0.0) for one in wanted)

    return max(parts, key=worth)
