"""Numbers as the three languages write them, and the word that a number asks for."""

from __future__ import annotations

HUNDREDTHS = "hundredths"
"""The kind of a value that is kept as a whole number of hundredths."""
NUMERAL = "numeral"
"""The kind of a large number: its thousands stand apart."""


BETWEEN_THOUSANDS = {"en": ",", "es": ".", "ru": "\N{NO-BREAK SPACE}"}
WORDS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {"en": ("two",), "es": ("dos",), "ru": ("два", "две", "двух", "двум", "двумя", "двое")},
    3: {"en": ("three",), "es": ("tres",), "ru": ("три", "трёх", "трех", "трём", "тремя", "трое")},
    4: {"en": ("four",), "es": ("cuatro",), "ru": ("четыре", "четырёх", "четырем", "четырём")},
    5: {"en": ("five",), "es": ("cinco",), "ru": ("пять", "пяти", "пятью")},
    6: {"en": ("six",), "es": ("seis",), "ru": ("шесть", "шести", "шестью")},
    7: {"en": ("seven",), "es": ("siete",), "ru": ("семь", "семи", "семью")},
    8: {"en": ("eight",), "es": ("ocho",), "ru": ("восемь", "восьми", "восемью")},
    9: {"en": ("nine",), "es": ("nueve",), "ru": ("девять", "девяти", "девятью")},
    10: {"en": ("ten",), "es": ("diez",), "ru": ("десять", "десяти", "десятью")},
    11: {"en": ("eleven",), "es": ("once",), "ru": ("одиннадцать", "одиннадцати")},
    12: {"en": ("twelve",), "es": ("doce",), "ru": ("двенадцать", "двенадцати")},
    20: {"en": ("twenty",), "es": ("veinte",), "ru": ("двадцать", "двадцати")},
}
"""The words for numbers, as far as rulebooks write them out; one is an article as often as not."""


def numeral(language: str, number: int) -> str:
    """A whole number in figures, with its thousands apart.

    >>> numeral("en", 12000), numeral("es", 4000), numeral("en", 12)
    ('12,000', '4.000', '12')
    """
    return f"{number:,}".replace(",", BETWEEN_THOUSANDS[language])


def plural_form(language: str, number: int) -> str:
    """The grammatical form that a number asks for.

    >>> [plural_form("ru", n) for n in (1, 3, 5, 11, 22)]
    ['one', 'few', 'many', 'many', 'few']
    """
    number = abs(number)
    if language != "ru":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    if number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14):
        return "few"
    return "many"


def plural_forms(language: str) -> set[str]:
    """All forms that a language has."""
    return {plural_form(language, number) for number in range(25)}


def hundredths(language: str, number: int) -> str:
    """A length kept as a whole number of hundredths, as people write it.

    >>> hundredths("en", 384), hundredths("ru", -5)
    ('3.84', '-0,05')
    """
    whole, part = divmod(abs(number), 100)
    point = "." if language == "en" else ","
    return f"{'-' if number < 0 else ''}{whole}{point}{part:02}"
