"""Is a rulebook whole? Every text in every language it has, the same values in each, known topics.

A question without an answer is no gap: the comparison shows it as unanswered. Neither is a language
that the book has not got at all: it is marked, and the first one speaks instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boomtown.rulebook.book import (
    AT,
    BOTH,
    FIRST_LANGUAGE,
    LANGUAGES,
    TEXT,
    WITHOUT,
    AnswerChange,
    Language,
    Rulebook,
    platform_rulebook,
)
from boomtown.rulebook.drift import lost_figures, lost_terms
from boomtown.rulebook.numerals import plural_forms
from boomtown.rulebook.questions import (
    Question,
    answer_kinds,
    mechanic_texts,
    question_texts,
    questions,
    shared_terms,
    value_texts,
)
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.values import NONE, value_problem
from boomtown.rulebook.wording import placeholders

SEATS = re.compile(AT + "[1-9][0-9]?")
DERIVED_VALUES = ("players.number",)
"""What every game declares: an answer in words needs no value of its own."""
RULING = "ruling"
"""The source of a rule that no printed text has: we decided it, and say why."""


def gaps(book: Rulebook) -> list[str]:
    """Everything that is missing, superfluous or different, a sentence each."""
    first = book.languages[FIRST_LANGUAGE]
    found = [*_rule_gaps(first), *_plural_gaps(FIRST_LANGUAGE, first)]
    found += [*_answer_gaps(book), *_mechanic_gaps(book), *_difference_gaps(first)]
    for code in book.languages:
        found += _search_gaps(code, first, book.languages[code])
    for code, told in book.languages.items():
        if code != FIRST_LANGUAGE:
            found += _differences(code, first, told)
            found += _misplaced(code, told)
            found += _plural_gaps(code, told)
    return [f"{book.package} {gap}" for gap in found]


def untranslated(book: Rulebook) -> list[str]:
    """The languages that a book does not have: readers of them are shown the first one."""
    return [code for code in LANGUAGES if code not in book.languages]


def _rule_gaps(first: Language) -> Iterator[str]:
    for id, rule in first.rules.items():
        if rule.topic not in TOPICS:
            yield f"en: {id}: unknown topic {rule.topic!r}; there are: {', '.join(TOPICS)}"
        if not rule.source:
            yield f"en: {id}: no source"
        if rule.source == RULING and not rule.ruling:
            yield f"en: {id}: a ruling of ours, but `ruling` does not say why"
        for word in rule.mechanics:
            if word not in first.mechanics and word not in mechanic_texts()[FIRST_LANGUAGE]:
                yield (
                    f"en: {id}: unknown mechanic {word!r}: not in the shared vocabulary "
                    f"({', '.join(mechanic_texts()[FIRST_LANGUAGE])}), nor in a table "
                    f"[mechanics.{word}] of your own, with name and text"
                )
    yield from _word_gaps(first)


def _word_gaps(first: Language) -> Iterator[str]:
    """Words of a book's own must be new, and some rule must bring what they mean."""
    tagged = {word for rule in first.rules.values() for word in rule.mechanics}
    for word in first.mechanics:
        if word in mechanic_texts()[FIRST_LANGUAGE]:
            yield f"en: mechanics.{word}: the shared vocabulary has this word already"
        elif word not in tagged:
            yield f"en: mechanics.{word}: no rule has it"


def _answer_gaps(book: Rulebook) -> Iterator[str]:
    asked = {question.id: question for question in questions()}
    follows = {*DERIVED_VALUES, *book.derived.get(FIRST_LANGUAGE, {})}
    known = {*book.ids, *platform_rulebook().ids}
    named = {*book.modules, *(WITHOUT + module for module in book.modules)}
    variants = {*named, *(TEXT + code for code in LANGUAGES)}
    for id, answer in book.languages[FIRST_LANGUAGE].answers.items():
        place = f"en: answers.{id}"
        if id not in asked:
            yield f"{place}: unknown question"
            continue
        yield from _incomplete(place, answer, known)
        yield from _misfits(place, asked[id], answer, book)
        if answer.value is None and not answer.none and id not in follows:
            yield f"{place}: no value"
        for name, change in answer.variants.items():
            there = f"{place}.variants.{name}"
            for one in name.split(BOTH):
                if one not in variants and not SEATS.fullmatch(one):
                    yield f"{place}: unknown variant {one!r}"
            yield from _incomplete(there, _merged(answer, change), known)
            yield from _misfits(there, asked[id], change, book)
            if answer.none and change.value is None and not change.none:
                yield f"{there}: no value"


def _mechanic_gaps(book: Rulebook) -> Iterator[str]:
    """An answer and the rules that bring a mechanic say the same, with every variant."""
    asked = {id: one for id, one in question_texts()[FIRST_LANGUAGE].items() if one.mechanic}
    seats = [name for name in book.variants if name.startswith(AT)]
    for variants in ([], *([name] for name in book.variants if name not in seats)):
        found = book.mechanics(variants)
        for id, question in asked.items():
            ways = [variants, *([*variants, name] for name in seats)]
            answers = [one for way in ways if (one := book.answer(id, FIRST_LANGUAGE, way))]
            if not answers:
                continue
            # What only so many players have, the game has.
            claimed = any(not one.none and one.key not in question.lacks for one in answers)
            if claimed != (question.mechanic in found):
                place = f"en: answers.{id}" + "".join(f" with {name}" for name in variants)
                says, has = ("yes", "no rule") if claimed else ("no", "a rule")
                yield f"{place} says {says}, but {has} has the mechanic {question.mechanic!r}"


def _incomplete(place: str, answer: AnswerChange, known: set[str]) -> Iterator[str]:
    """Words may be left out: then the value and the rules tell it (``telling``)."""
    if answer.none:
        if answer.short or answer.sentence or answer.rules or answer.value is not None:
            yield f"{place}: an answer, and a reason why there is none"
        return
    if not answer.rules:
        yield f"{place}: no rules"
    for rule in answer.rules:
        if rule not in known:
            yield f"{place}: unknown rule {rule}"


def _misfits(place: str, question: Question, answer: AnswerChange, book: Rulebook) -> Iterator[str]:
    """Values that are no answer to the question, and conditions that the book does not know."""
    names = {name for group in book.languages[FIRST_LANGUAGE].names.values() for name in group}
    values = [] if answer.value is None else [answer.value]
    for case in answer.cases or ():
        values.append(case.value)
        if not case.conditions:
            yield f"{place}: a case without a condition"
        for kind, name in case.conditions.items():
            if name not in (book.ids if kind == "phase" else names):
                yield f"{place}: unknown {kind} {name!r}"
    for value in values:
        if problem := value_problem(question, value):
            yield f"{place}: the value {value!r} is none; it can be {problem}"


def _merged(answer: AnswerChange, change: AnswerChange) -> AnswerChange:
    if change.none:
        return change
    return AnswerChange(
        change.short or answer.short,
        change.sentence or answer.sentence,
        change.rules or answer.rules,
    )


def _difference_gaps(first: Language) -> Iterator[str]:
    for id, difference in first.differences.items():
        if len(difference.texts) < 2:
            yield f"en: differences.{id}: a difference needs two texts"
        for rule in difference.rules:
            if rule not in first.rules:
                yield f"en: differences.{id}: unknown rule {rule}"


def _misplaced(code: str, other: Language) -> Iterator[str]:
    """What is the same in all languages stands in the first one only."""
    for id, rule in other.rules.items():
        if rule.mechanics:
            yield f"{code}: rules.{id}: mechanics stand in the first language only"
    for id, answer in other.answers.items():
        parts = (answer, *answer.variants.values())
        if any(part.rules or part.cases or part.value is not None for part in parts):
            yield f"{code}: answers.{id}: rules and values stand in the first language only"
    for id, difference in other.differences.items():
        if difference.rules:
            yield f"{code}: differences.{id}: rules stand in the first language only"


def _search_gaps(code: str, first: Language, told: Language) -> Iterator[str]:
    """Search terms are optional, but they must belong to something."""
    known = {"title", *first.rules, *(f"options.{name}" for name in first.options)}
    known |= {f"mechanics.{word}" for word in first.mechanics}
    for id in told.search.keys() - known:
        yield f"{code}: search.{id}: no such rule, option or mechanic"


def shared_gaps() -> list[str]:
    """What is missing or superfluous in the questions and the vocabulary that all games share."""
    found = [
        f"questions en: {id}: unknown topic {question.topic!r}"
        for id, question in question_texts()[FIRST_LANGUAGE].items()
        if question.topic not in TOPICS
    ]
    found += [
        f"questions en: {id}: unknown mechanic {question.mechanic!r}"
        for id, question in question_texts()[FIRST_LANGUAGE].items()
        if question.mechanic and question.mechanic not in mechanic_texts()[FIRST_LANGUAGE]
    ]
    odd = answer_kinds().keys() ^ question_texts()[FIRST_LANGUAGE].keys()
    found += [f"questions kinds: {id}: unknown, or without a kind" for id in sorted(odd)]
    words = {word for question in questions() for word in question.values} | {NONE}
    for code in LANGUAGES:
        lost = words - value_texts()[code].keys()
        found += [f"values {code}: {word} is missing" for word in sorted(lost)]
    for code in LANGUAGES:
        terms = shared_terms(code)
        strange = terms.questions.keys() - question_texts()[FIRST_LANGUAGE].keys()
        strange |= terms.mechanics.keys() - mechanic_texts()[FIRST_LANGUAGE].keys()
        found += [f"terms {code}: {id}: unknown" for id in sorted(strange)]
    for name, texts in (
        ("questions", {code: list(told) for code, told in question_texts().items()}),
        ("mechanics", {code: list(told) for code, told in mechanic_texts().items()}),
    ):
        for code in LANGUAGES:
            if texts.get(code) != texts[FIRST_LANGUAGE]:
                apart = sorted({*texts.get(code, [])} ^ {*texts[FIRST_LANGUAGE]})
                found.append(f"{name} {code}: {', '.join(apart) or 'another order'}")
    return found


def _differences(code: str, first: Language, other: Language) -> Iterator[str]:
    ours, theirs = texts_of(first), texts_of(other)
    for path in ours.keys() - theirs.keys():
        yield f"{code}: {'.'.join(path)} is missing"
    for path in theirs.keys() - ours.keys():
        yield f"{code}: {'.'.join(path)} is not in the first language"
    for path in ours.keys() & theirs.keys():
        if bool(ours[path].strip()) != bool(theirs[path].strip()):
            yield f"{code}: {'.'.join(path)} is empty in one language only"
        elif placeholders(ours[path]) != placeholders(theirs[path]):
            yield f"{code}: {'.'.join(path)} mentions other values than the first language"
        elif lost := lost_figures(ours[path], FIRST_LANGUAGE, theirs[path], code):
            numbers = ", ".join(lost)
            yield f"{code}: {'.'.join(path)}: {numbers} in one of the languages only"
    for term in first.terms.keys() ^ other.terms.keys():
        yield f"{code}: terms.{term} stands in one of the languages only"
    for id in first.rules.keys() & other.rules.keys():
        ours_text, theirs_text = first.rules[id].text, other.rules[id].text
        for term in lost_terms(ours_text, first.terms, theirs_text, other.terms):
            yield f"{code}: rules.{id}.text does not use the term {term!r}"


Path = tuple[str, ...]
"""Where a text stands in a language file."""


def texts_of(language: Language) -> dict[Path, str]:
    """All texts of a language file but the plurals, which differ in their forms."""
    texts: dict[Path, str] = {("title",): language.title, ("summary",): language.summary}
    for id, rule in language.rules.items():
        texts["rules", id, "title"] = rule.title
        texts["rules", id, "text"] = rule.text
        if rule.ruling:
            texts["rules", id, "ruling"] = rule.ruling
    texts |= {("log", key): text for key, text in language.log.items()}
    texts |= {("say", key): text for key, text in language.say.items()}
    texts |= {("refuse", key): text for key, text in language.refuse.items()}
    for name, lesson in language.lessons.items():
        texts["lessons", name, "title"] = lesson.title
        texts["lessons", name, "about"] = lesson.about
        texts |= {("lessons", name, "say", key): text for key, text in lesson.say.items()}
    for key, question in language.ask.items():
        texts |= {("ask", key, "you"): question.you, ("ask", key, "others"): question.others}
    for noun, group in language.names.items():
        texts |= {("names", noun, value): name for value, name in group.items()}
    for name, option in language.options.items():
        texts["options", name, "label"] = option.label
        texts["options", name, "help"] = option.help
        texts |= {("options", name, "values", one): text for one, text in option.values.items()}
    for word, mechanic in language.mechanics.items():
        texts["mechanics", word, "name"] = mechanic.name
        texts["mechanics", word, "text"] = mechanic.text
    return texts | _answers(language) | _sources(language)


def _answers(language: Language) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    for id, answer in language.answers.items():
        parts: dict[Path, AnswerChange] = {(): answer}
        parts |= {("variants", name): change for name, change in answer.variants.items()}
        for place, part in parts.items():
            told = {"short": part.short, "sentence": part.sentence, "none": part.none}
            texts |= {("answers", id, *place, name): text for name, text in told.items() if text}
    return texts


def _sources(language: Language) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    for id, difference in language.differences.items():
        texts["differences", id, "about"] = difference.about
        texts["differences", id, "decided"] = difference.decided
        for source, text in difference.texts.items():
            texts["differences", id, "texts", source] = text
    return texts


def _plural_gaps(code: str, language: Language) -> Iterator[str]:
    for noun, forms in language.plurals.items():
        for form in sorted(plural_forms(code) ^ forms.keys()):
            kind = "is not a form of this language" if form in forms else "is missing"
            yield f"{code}: plurals.{noun}.{form} {kind}"
