"""Everything that can be found, by its words: ranked, with the reason for each hit.

Ranking is BM25 over the fields of a document: rare words weigh more, and a word counts more in a
title or a search term than in a long text. A title or search term that says the whole query
counts besides. What has only some of the words comes after what has more of them, so that there
is nothing to fall back on: some is found wherever anything is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from heapq import nlargest
from math import inf, log

from msgspec import Struct

from boomtown.rulebook.book import BASE, FIRST_LANGUAGE
from boomtown.rulebook.stems import language_words, stem_of, telling_words, words_of
from boomtown.search.documents import Document, Kind, Part, Told
from boomtown.search.excerpts import excerpt, standing
from boomtown.search.hits import Field, Found, Hit, Origin, Reason
from boomtown.search.parallel import Elsewhere, elsewhere, standing_in
from boomtown.search.queries import Query, Wanted, read_query
from boomtown.search.vocabulary import Vocabulary

FIELDS: tuple[Field, ...] = ("title", "terms", "id", "text", "context")
WEIGHTS: dict[Field, float] = {"title": 3.0, "terms": 3.0, "id": 1.5, "text": 1.0, "context": 0.7}
LENGTH: dict[Field, float] = {"title": 0.3, "terms": 0.3, "id": 0.0, "text": 0.6, "context": 0.0}
"""How far a word counts less in a long field than in a short one."""
SATURATION = 1.5
"""How soon a word that is repeated stops to count more."""
WHOLE = 0.8
"""What a title or term counts that says the whole query, beside all of its words apart."""
CLAUSE = 0.8
"""What an answer to one of two questions counts beside an answer to both."""
FROM_CLAUSE = 2
"""So many answers to each of them are lifted, and the question that all games answer."""
SAID_BESIDES = 0.1
"""What a title or term is longer for each of its words that say nothing."""
SOME = 0.3
"""What is left of a document's weight if it has next to none of the words."""
FEW = 3
"""A word that stands in so few places is what was looked for."""
SLIGHT = 0.01
"""What is left of the weights of places that are lifted above others, to tell them apart."""
KIND: dict[Kind, float] = {
    "rule": 1.0,
    "question": 1.0,
    "game": 0.95,
    "mechanic": 0.7,
    "option": 0.8,
    "difference": 0.7,
    "example": 0.6,
    "figure": 0.9,
    "page": 0.9,
    "lesson": 0.8,
}
"""What a reader mostly looks for comes first where everything else is equal."""
COMPARED = 200
"""How many of the best documents have their titles and terms compared with the query."""
LEAST = 0.2
"""What is less worth than this part of the best hit is no hit."""
NOTHING: frozenset[str] = frozenset()
MOST_HITS = 50
SHOWN = 20


class _Phrase(Struct, frozen=True):
    """A title or a search term."""

    text: str
    stems: frozenset[str]
    weight: float
    term: bool


class _Leads(Struct, frozen=True):
    """What the words of a query lead to in one language."""

    wanted: list[tuple[float, dict[str, float]]]
    known: set[str]


class _Entry(Struct, frozen=True):
    """A document as the index knows it."""

    document: Document
    stems: dict[str, dict[Field, frozenset[str]]]
    phrases: dict[str, list[_Phrase]]


class Index:
    """Documents of any kind in several languages, and what their words lead to."""

    def __init__(self, documents: Iterable[Document], languages: Collection[str]) -> None:
        self._documents = list(documents)
        self._places = {one.id.casefold(): n for n, one in reversed([*enumerate(self._documents)])}
        self._vocabularies: dict[str, Vocabulary] = {}
        self._postings: dict[tuple[str, str], list[tuple[int, float]]] = {}
        self._rarity: dict[tuple[str, str], float] = {}
        self._entries = [_Entry(one, {}, {}) for one in self._documents]
        for language in languages:
            self._read(language)
        self._elsewhere: Elsewhere = elsewhere(
            standing_in([entry.stems for entry in self._entries], languages)
        )

    def __len__(self) -> int:
        return len(self._documents)

    def _read(self, language: str) -> None:
        counts: Counter[str] = Counter()
        fields: list[tuple[int, dict[Field, list[str]]]] = []
        for number, document in enumerate(self._documents):
            told = document.told.get(language)
            if told is None:
                continue
            words = {
                field: telling_words(text, language)
                for field, text in _texts(document, told, language).items()
            }
            for written in words.values():
                counts.update(written)
            stems = {field: [stem_of(w, language) for w in words[field]] for field in FIELDS}
            fields.append((number, stems))
        self._vocabularies[language] = Vocabulary(language, dict(counts))
        self._weigh(language, fields)
        for number, _ in fields:
            told = self._documents[number].told[language]
            phrases = [self._phrase(text, language, term=True) for text in told.terms]
            phrases.append(self._phrase(told.title, language, term=False))
            self._entries[number].phrases[language] = [one for one in phrases if one.stems]

    def _weigh(self, language: str, fields: list[tuple[int, dict[Field, list[str]]]]) -> None:
        """What each stem counts in each document (BM25F)."""
        usual = {
            field: sum(len(stems[field]) for _, stems in fields) / max(1, len(fields)) or 1.0
            for field in FIELDS
        }
        for number, stems in fields:
            weights: dict[str, float] = {}
            for field in FIELDS:
                told = stems[field]
                part = LENGTH[field]
                one = WEIGHTS[field] / (1 - part + part * len(told) / usual[field])
                for stem in told:
                    weights[stem] = weights.get(stem, 0.0) + one
            for stem, weight in weights.items():
                counted = weight / (SATURATION + weight)
                self._postings.setdefault((language, stem), []).append((number, counted))
            sets = {field: frozenset(stems[field]) for field in FIELDS}
            self._entries[number].stems[language] = sets
        everywhere = len(fields)
        for key, found in self._postings.items():
            if key[0] == language:
                self._rarity[key] = log(1 + (everywhere - len(found) + 0.5) / (len(found) + 0.5))

    def _phrase(self, text: str, language: str, *, term: bool) -> _Phrase:
        stems = frozenset(stem_of(word, language) for word in telling_words(text, language))
        weight = sum(self._rarity.get((language, stem), 0.0) for stem in stems)
        # "The Vulture" says more exactly what was asked than "Wherever the Vulture is".
        weight += SAID_BESIDES * max(0, len(words_of(text)) - len(stems))
        return _Phrase(text, stems, weight, term)

    # --- finding ----------------------------------------------------------------------------------

    def find(
        self,
        text: str,
        language: str,
        *,
        most: int = SHOWN,
        kinds: Collection[Kind] = (),
        games: Collection[str] = (),
        modules: Collection[str] = (),
    ) -> Found:
        """What the words lead to, best first; of these kinds, games and modules, if any are named.

        The order is that of the whole: whoever asks for a part gets the hits in the same order.
        """
        query = read_query(text, language, self._vocabularies, self._elsewhere)
        whole = self._ranked_by_clauses(query)
        ranked = _worth_telling(whole)
        there = [self._documents[number] for _, number, _ in ranked]
        by_kind = Counter(one.kind for one in there if not games or one.game in games)
        by_game = Counter(one.game for one in there if not kinds or one.kind in kinds)
        # What is nothing beside the best hit may still be all that was asked for.
        ranked = [
            one for one in ranked if self._asked_for(one[1], kinds, games, modules)
        ] or _worth_telling(
            [one for one in whole if self._asked_for(one[1], kinds, games, modules)]
        )
        hits = [
            self._hit(score, number, term, query)
            for score, number, term in ranked[: min(most, MOST_HITS)]
        ]
        return Found(
            query=query.text,
            language=language,
            total=len(ranked),
            hits=hits,
            kinds={kind: by_kind[kind] for kind in KIND if by_kind[kind]},
            games=dict(sorted(by_game.items())),
            complete=any(not hit.missing for hit in hits),
            unknown=query.unknown,
            instead=query.instead,
            hints=[] if hits else language_words(language).hints,
            work=query.work.steps,
        )

    def _asked_for(
        self,
        number: int,
        kinds: Collection[Kind],
        games: Collection[str],
        modules: Collection[str],
    ) -> bool:
        document = self._documents[number]
        return (
            (not kinds or document.kind in kinds)
            and (not games or document.game in games)
            and (not modules or (document.module or BASE) in modules)
        )

    def _ranked_by_clauses(self, query: Query) -> list[tuple[float, int, str]]:
        """What answers one of two questions stands beside what has something of both."""
        ranked = self._ranked(query)
        best = {number: (score, term) for score, number, term in ranked}
        clauses, asked = query.clauses()
        if not ranked or not clauses:
            return ranked
        first = self._entries[ranked[0][1]]
        whole = all(self._reason(word, first) for word in query.words)
        most = ranked[0][0] * CLAUSE if whole or not asked else inf
        for clause in clauses:
            found = self._ranked(clause)
            shared = [one for one in found if self._documents[one[1]].kind == "question"][:1]
            for score, number, term in [*found[:FROM_CLAUSE], *shared]:
                lifted = min(score * CLAUSE, most)
                if lifted > best[number][0]:
                    best[number] = (lifted, term)
        found = [(score, number, term) for number, (score, term) in best.items()]
        return sorted(found, key=lambda one: (-one[0], one[1]))

    def _ranked(self, query: Query) -> list[tuple[float, int, str]]:
        """Scores, documents, and the search term that each is found by; the best first."""
        gained: dict[int, float] = {}
        covered: dict[int, float] = {}
        whole = 0.0
        for word in query.words:
            worth = self._worth(word)
            if worth == 0.0:
                continue
            whole += worth
            best: dict[int, float] = {}
            reached: dict[int, float] = {}
            for key, lead in word.leads.items():
                # A rare word that means the same as a usual one says no more than that one.
                value = lead.weight * min(self._rareness(key), worth)
                entries = self._entries_of(key)
                query.work.steps += len(entries)
                for number, counted in entries:
                    gain = value * counted
                    if gain > best.get(number, 0.0):
                        best[number] = gain
                    if lead.weight > reached.get(number, 0.0):
                        reached[number] = lead.weight
            for number, gain in best.items():
                gained[number] = gained.get(number, 0.0) + gain
                covered[number] = covered.get(number, 0.0) + worth * reached[number]
        scores = {
            number: gain / whole * (SOME + (1 - SOME) * min(1.0, covered[number] / whole))
            for number, gain in gained.items()
        }
        named = self._places.get(query.text.casefold())
        first = nlargest(COMPARED, scores, key=lambda number: (scores[number], -number))
        leads = {language: self._leads(query, language) for language in self._vocabularies}
        terms: dict[int, str] = {}
        for number in first:
            alike, terms[number] = self._alike(query, leads, whole, number)
            scores[number] += WHOLE * alike * alike
        for number in scores:
            scores[number] *= KIND[self._documents[number].kind]
        if named is not None:
            scores[named] = 1 + max(scores.values(), default=0.0)
        # Nothing that lacks a word is better, however often it has the others.
        whole_query = self._having_all(query)
        most = max((scores[n] for n in scores.keys() - whole_query), default=0.0)
        for number in whole_query & scores.keys():
            scores[number] = max(scores[number], most + SLIGHT * scores[number])
        order = sorted(scores, key=lambda number: (-scores[number], number))
        return [(scores[number], number, terms.get(number, "")) for number in order]

    def _having_all(self, query: Query) -> set[int]:
        """The documents that have each word as it was typed, where one of them is rare.

        Usual words stand together by chance in many a long answer: those say nothing by it.
        """
        places = []
        for word in query.words:
            if word.own is None:
                return set()
            places.append({number for number, _ in self._postings.get(word.own, ())})
        if len(places) < 2 or min(map(len, places)) > FEW:
            return set()
        return set.intersection(*places)

    def _worth(self, word: Wanted) -> float:
        """How much a word says: as much as the rarest thing that it leads to.

        A word that stands somewhere itself says less, if that is usual: "card" is not worth what
        "ace" is. Half of the way is what queries have shown.
        """
        rarest = max(
            (lead.weight * self._rareness(key) for key, lead in word.leads.items()), default=0.0
        )
        own = self._rarity.get(word.own, rarest) if word.own else rarest
        return max(own, (own + rarest) / 2)

    def _rareness(self, key: tuple[str, str]) -> float:
        """How rare a stem is; of several together, the rarest."""
        language, stem = key
        if " " not in stem:
            return self._rarity.get(key, 0.0)
        return max(self._rarity.get((language, one), 0.0) for one in stem.split())

    def _entries_of(self, key: tuple[str, str]) -> list[tuple[int, float]]:
        """The documents that have a stem, or all of several, and what it counts there."""
        language, stem = key
        if " " not in stem:
            return self._postings.get(key, [])
        first, *others = (self._postings.get((language, one), []) for one in stem.split())
        found = dict(first)
        for one in others:
            found = {n: min(found[n], counted) for n, counted in one if n in found}
        return list(found.items())

    def _leads(self, query: Query, language: str) -> _Leads:
        """What each word of a query is worth, and how much it means each stem of a language.

        What stands in the same places as a word of another language brings a place nearer, but
        does not say the query.
        """
        told = [
            (
                self._worth(word),
                {
                    stem: lead.weight
                    for (code, stem), lead in word.leads.items()
                    if code == language and (lead.told or code == query.language)
                },
            )
            for word in query.words
        ]
        wanted = [one for one in told if one[1]]
        return _Leads(
            wanted, {one for _, stems in wanted for stem in stems for one in stem.split()}
        )

    def _alike(
        self,
        query: Query,
        leads: dict[str, _Leads],
        whole: float,
        number: int,
    ) -> tuple[float, str]:
        """How nearly a title or a search term says just what was asked, and which term does."""
        best, term = 0.0, ""
        for language, phrases in self._entries[number].phrases.items():
            wanted, known = leads[language].wanted, leads[language].known
            if not wanted:
                continue
            query.work.steps += len(phrases)
            for phrase in phrases:
                here = phrase.stems & known
                if not here:
                    continue
                there = [(worth, standing(stems, here)) for worth, stems in wanted]
                asked = sum(worth * max(stems.values(), default=0.0) for worth, stems in there)
                said = sum(
                    self._rarity.get((language, stem), 0.0)
                    * max([stems.get(stem, 0.0) for _, stems in there])
                    for stem in here
                )
                alike = (asked + said) / (whole + phrase.weight)
                if alike > best:
                    best, term = alike, phrase.text if phrase.term else ""
        return best, term

    # --- telling ----------------------------------------------------------------------------------

    def _hit(self, score: float, number: int, term: str, query: Query) -> Hit:
        entry = self._entries[number]
        document = entry.document
        reasons = [reason for word in query.words if (reason := self._reason(word, entry))]
        here = {reason.word for reason in reasons}
        code, told = document.in_language(query.language)
        part = excerpt(told.parts, query, code)
        origin = None
        if reasons and code not in {reason.language for reason in reasons}:
            other = max(reasons, key=lambda reason: len(reason.word)).language
            there = document.told[other]
            origin = Origin(other, there.title, excerpt(there.parts, query, other).text)
        return Hit(
            kind=document.kind,
            id=document.id,
            game=document.game,
            module=document.module,
            url=document.url,
            title=told.title,
            text=part.text,
            part=part.name,
            answers=[Part(one.name, one.short) for one in told.parts if one.short and one != part],
            language=code,
            origin=origin,
            score=round(score, 4),
            reasons=reasons,
            term=term,
            missing=[word.written for word in query.words if word.written not in here],
        )

    def _reason(self, word: Wanted, entry: _Entry) -> Reason | None:
        """The best of what a word leads to here; of equal ones, that which stands out most."""
        best: Reason | None = None
        rank = (0.0, 0)
        for lead in (lead for lead in word.leads.values() if lead.told):
            fields = entry.stems.get(lead.language, {})
            stems = lead.stem.split()
            place = next(
                (n for n, one in enumerate(FIELDS) if fields.get(one, NOTHING).issuperset(stems)),
                -1,
            )
            if place >= 0 and (best is None or (-lead.weight, place) < rank):
                rank = (-lead.weight, place)
                words = self._vocabularies[lead.language].stems
                found = " ".join(words[stem] for stem in stems)
                best = Reason(word.written, found, lead.how, FIELDS[place], lead.language)
        return best


def _worth_telling(ranked: list[tuple[float, int, str]]) -> list[tuple[float, int, str]]:
    return [one for one in ranked if one[0] >= ranked[0][0] * LEAST]


def _texts(document: Document, told: Told, language: str) -> dict[Field, str]:
    return {
        "title": told.title,
        "terms": " ".join(told.terms),
        # Ids are English: what "once" or "dice" mean elsewhere is something else.
        "id": document.id.replace(".", " ") if language == FIRST_LANGUAGE else "",
        "text": " ".join(part.text for part in told.parts),
        "context": told.context,
    }
