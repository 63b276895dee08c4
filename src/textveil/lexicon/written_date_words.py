"""The words in which dates are written, and one field of a date written like another."""

from typing import Final

from textveil.lexicon.terms import months, weekdays

__all__ = [
    "DAY_WORDS",
    "DECADES",
    "FOREIGN",
    "MONTHS",
    "ORDERS",
    "ROMAN",
    "SEASONS",
    "WEEKDAYS",
    "dressed",
    "foreign_language",
    "foreign_month",
    "month_number",
    "ordinal_ending",
    "weekday_number",
]

MONTHS: Final = tuple(month.lower() for month in months())
WEEKDAYS: Final = tuple(day.lower() for day in weekdays())
ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
SEASONS: Final = ("winter", "spring", "summer", "fall")
"""As they are counted within a calendar year."""
DECADES: Final = (
    *("twenties", "thirties", "forties", "fifties"),
    *("sixties", "seventies", "eighties", "nineties"),
)
ORDERS: Final = ("first", "second", "third", "fourth")

_UNITS: Final = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth"),
)
DAY_WORDS: Final = (
    *_UNITS,
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth"),
    *(f"twenty-{unit}" for unit in _UNITS),
    *("thirtieth", "thirty-first"),
)

FOREIGN: Final = {
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
    "dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
    "dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
}
"""The twelve months in six languages."""

_BY_LANGUAGE: Final = {language: tuple(line.split()) for language, line in FOREIGN.items()}
_PLAIN: Final = str.maketrans("äéèûç", "aeeuc")


def ordinal_ending(number: int) -> str:
    """Return what makes a number an ordinal.

    Examples
    --------
    >>> [ordinal_ending(n) for n in (1, 2, 3, 11, 23)]
    ['st', 'nd', 'rd', 'th', 'rd']
    """
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def month_number(word: str) -> int:
    """Return the month, 1 to 12, that an English name or its short form stands for; 0 if none.

    Examples
    --------
    >>> month_number("Sept"), month_number("MAY"), month_number("Mayor")
    (9, 5, 0)
    """
    low = word.lower()
    for number, name in enumerate(MONTHS, start=1):
        if len(low) >= 3 and name.startswith(low) and (len(low) <= 4 or low == name):
            return number
    return 0


def weekday_number(word: str) -> int:
    """Return the day of the week, 0 for Monday, of a full or short name.

    Examples
    --------
    >>> weekday_number("Thurs"), weekday_number("SUN")
    (3, 6)
    """
    low = word.lower()
    return next(at for at, name in enumerate(WEEKDAYS) if name.startswith(low[:3]))


def foreign_language(word: str, text: str) -> tuple[str, int] | None:
    """Return the language and the month of a foreign name, told apart by its surroundings.

    Names that two languages share go to the one that writes dates like this: German capitals and
    a full stop after the day, Spanish and Portuguese `de`.

    Examples
    --------
    >>> foreign_language("mai", "3 mai 2016"), foreign_language("Mai", "3. Mai 2016")
    (('fr', 5), ('de', 5))
    """
    low = word.lower().translate(_PLAIN)
    found = {
        language: names.index(next(n for n in names if n.translate(_PLAIN) == low)) + 1
        for language, names in _BY_LANGUAGE.items()
        if any(name.translate(_PLAIN) == low for name in names)
    }
    iberian = " de " in text.lower()
    german = word[:1].isupper() or ". " in text
    order = ["es", "pt"] if iberian else ["de"] if german else []
    for language in [*order, "fr", "it", "nl", "es", "pt", "de"]:
        if language in found:
            return language, found[language]
    return None


def foreign_month(language: str, number: int) -> str:
    """Return the name of a month in small letters."""
    return _BY_LANGUAGE[language][number - 1]


def dressed(word: str, like: str) -> str:
    """Return the word in the case of another: capitals, small letters, or a capital first.

    Examples
    --------
    >>> dressed("june", "MAY"), dressed("june", "may"), dressed("june", "May")
    ('JUNE', 'june', 'June')
    """
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.capitalize() if like[:1].isupper() else word.lower()
