"""Answers in words, as the language files of a game name what is chosen."""

from __future__ import annotations

from boomtown.core.choice import Answer, Choice, Number, OneOf, Ordered, Several, Split
from boomtown.core.combined import Alternatives, Combination
from boomtown.core.composed import Composed
from boomtown.core.page import Help
from boomtown.core.record import plain
from boomtown.rulebook.wording import Wording

THEN = " → "
NOTHING = "–"


def answer_words(choice: Choice, answer: Answer, wording: Wording, help: Help | None = None) -> str:
    """An answer to a choice in words; where the game has none for it, as it is written.

    ``help`` is what the game's board adds to the question: names of parts, what dice show.
    """
    match choice:
        case OneOf(noun=noun):
            return wording.name(noun, answer)
        case Ordered(noun=noun):
            return THEN.join(wording.name(noun, item) for item in answer) or NOTHING
        case Several(noun=noun):
            things = ", ".join(_thing(noun, item, wording, help) for item in answer)
            return _sent(len(answer), things, wording, help)
        case Number():
            return str(answer)
        case Split(noun=noun):
            shares = [f"{wording.name(noun, item)}: {share}" for item, share in answer.items()]
            return ", ".join(shares) or NOTHING
        case Combination(parts=parts):
            told = [
                f"{_part(name, wording, help)}: {answer_words(part, answer[name], wording, help)}"
                for name, part in parts.items()
            ]
            return "; ".join(told)
        case Alternatives(options=options, noun=noun):
            [(name, inner)] = answer.items()
            label = wording.name(noun, name) if noun else wording.field(name)
            within = answer_words(options[name], inner, wording, help)
            return label if within in (label, NOTHING) else f"{label}: {within}"
        case Composed():
            for ready in choice.listed():
                if plain(ready.answer) == plain(answer):
                    return wording.say(ready.key, **ready.args)
            return choice.written(answer)
    return str(plain(answer))


def _sent(count: int, things: str, wording: Wording, help: Help | None) -> str:
    """Several things after what the main button says when so many are chosen."""
    if help is None or len(help.submit) < 2:
        return things or NOTHING
    say = help.submit[min(count, len(help.submit) - 1)]
    label = wording.say(say.key, **say.args)
    return f"{label}: {things}" if things else label


def _part(name: str, wording: Wording, help: Help | None) -> str:
    """What a part of a combination is called."""
    say = None if help is None else help.parts.get(name)
    return wording.field(name) if say is None else wording.say(say.key, **say.args)


def _thing(noun: str, item: object, wording: Wording, help: Help | None) -> str:
    """A thing by name, and what the board says about it."""
    say = None if help is None else help.hints.get(f"{noun}:{item}")
    name = wording.name(noun, item)
    return name if say is None else f"{name} ({wording.say(say.key, **say.args)})"
