"""Why something was found, in words."""

from __future__ import annotations

from collections.abc import Iterator

from boomtown.rulebook.book import platform_rulebook
from boomtown.rulebook.stems import stem_of
from boomtown.rulebook.wording import Wording
from boomtown.search.hits import Hit, Reason


def sentences(hit: Hit, language: str) -> Iterator[str]:
    """The reasons for a hit, each word that was typed at most once."""
    words = Wording(platform_rulebook(), language)
    termed = hit.term and any(reason.where == "terms" for reason in hit.reasons)
    if termed:
        yield words.say("search.term", term=hit.term)
    for reason in hit.reasons:
        if reason.how == "word" and termed and reason.where == "terms":
            continue
        said = words.say(
            f"search.{_told(reason)}",
            word=reason.word,
            found=reason.found,
            where=words.name("search_place", reason.where),
        )
        if reason.language != language:
            said += f" ({words.name('language', reason.language)})"
        yield said
    if hit.missing:
        yield words.say("search.missing", words=", ".join(hit.missing))


def _told(reason: Reason) -> str:
    """A number in figures is told as the word it stands for."""
    same = stem_of(reason.word, reason.language) == stem_of(reason.found, reason.language)
    return "word" if same else reason.how
