"""Is a rulebook whole? Every text in every language, the same values in each, known topics."""

from __future__ import annotations

from collections.abc import Iterator

from boomtown.rulebook.book import FIRST_LANGUAGE, LANGUAGES, Language, Rulebook
from boomtown.rulebook.topics import TOPICS
from boomtown.rulebook.wording import placeholders, plural_forms


def gaps(book: Rulebook) -> list[str]:
    """Everything that is missing, superfluous or different, a sentence each."""
    first = book.languages[FIRST_LANGUAGE]
    found = [*_rule_gaps(first), *_plural_gaps(FIRST_LANGUAGE, first)]
    for code in LANGUAGES:
        if code not in book.languages:
            found.append(f"{code}: the language file is missing")
        elif code != FIRST_LANGUAGE:
            found += _differences(code, first, book.languages[code])
            found += _plural_gaps(code, book.languages[code])
    return [f"{book.package} {gap}" for gap in found]


def _rule_gaps(first: Language) -> Iterator[str]:
    for id, rule in first.rules.items():
        if rule.topic not in TOPICS:
            yield f"en: {id}: unknown topic {rule.topic!r}; there are: {', '.join(TOPICS)}"
        if not rule.source:
            yield f"en: {id}: no source"


def _differences(code: str, first: Language, other: Language) -> Iterator[str]:
    ours, theirs = _texts(first), _texts(other)
    for key in ours.keys() - theirs.keys():
        yield f"{code}: {key} is missing"
    for key in theirs.keys() - ours.keys():
        yield f"{code}: {key} is not in the first language"
    for key in ours.keys() & theirs.keys():
        if bool(ours[key].strip()) != bool(theirs[key].strip()):
            yield f"{code}: {key} is empty in one language only"
        elif placeholders(ours[key]) != placeholders(theirs[key]):
            yield f"{code}: {key} mentions other values than the first language"


def _texts(language: Language) -> dict[str, str]:
    """All texts of a language file but the plurals, which differ in their forms."""
    texts = {"title": language.title, "summary": language.summary}
    for id, rule in language.rules.items():
        texts[f"rules.{id}.title"] = rule.title
        # A rule's text is read as it stands: braces in it are no values.
        texts[f"rules.{id}.text"] = rule.text.replace("{", "(").replace("}", ")")
        if rule.ruling:
            texts[f"rules.{id}.ruling"] = rule.ruling
    texts |= {f"log.{key}": text for key, text in language.log.items()}
    texts |= {f"say.{key}": text for key, text in language.say.items()}
    texts |= {f"refuse.{key}": text for key, text in language.refuse.items()}
    for key, question in language.ask.items():
        texts |= {f"ask.{key}.you": question.you, f"ask.{key}.others": question.others}
    for noun, group in language.names.items():
        texts |= {f"names.{noun}.{value}": name for value, name in group.items()}
    for name, option in language.options.items():
        texts |= {f"options.{name}.label": option.label, f"options.{name}.help": option.help}
        texts |= {f"options.{name}.{value}": text for value, text in option.values.items()}
    return texts


def _plural_gaps(code: str, language: Language) -> Iterator[str]:
    for noun, forms in language.plurals.items():
        for form in sorted(plural_forms(code) ^ forms.keys()):
            kind = "is not a form of this language" if form in forms else "is missing"
            yield f"{code}: plurals.{noun}.{form} {kind}"
