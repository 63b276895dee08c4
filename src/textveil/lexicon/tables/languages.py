"""Languages: the one table of those that textveil can read.

A language is an entry here and a folder of tables. `docs/guides/add-a-language.md` shows both.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from textveil.errors import UsageError

__all__ = ["ENGLISH", "LANGUAGES", "Language", "language_named", "reading_from"]

ENGLISH: Final = "en"
_SHELF: Final = files("textveil.lexicon") / "data" / "facts"


@dataclass(frozen=True, slots=True)
class Language:
    """A language: what it is called, the folder with its tables of words, and what is usual.

    Attributes
    ----------
    name
        Its name, in English.
    folder
        Where its tables lie.
    region
        Country of most texts, as an ISO 3166 code: its telephone numbers are written without a
        country code, and a city is taken for one of its own.
    day_first
        Whether the day stands before the month in dates of numbers; None if both are usual.
    surnames
        How many family names people have. If two, the first is the one that they go by.
    """

    name: str
    folder: Traversable
    region: str = "US"
    day_first: bool | None = None
    surnames: int = 1


LANGUAGES: Final[dict[str, Language]] = {
    ENGLISH: Language("English", _SHELF / "en"),
    "es": Language("Spanish", _SHELF / "es", region="ES", day_first=True, surnames=2),
}
"""By code of ISO 639-1."""


def language_named(code: str) -> Language:
    """Return the language of a code; raise an error that lists the known ones if there is none."""
    if code not in LANGUAGES:
        known = ", ".join(f"{one} ({language.name})" for one, language in LANGUAGES.items())
        raise UsageError(f"there is no language {code}", hint=f"languages: {known}")
    return LANGUAGES[code]


@contextmanager
def reading_from(code: str, language: Language) -> Iterator[str]:
    """Read the language of a code from other tables until the block ends; for tests and plug-ins.

    What textveil made from the tables of a language, it keeps. Here all of that is forgotten, at
    the start and at the end. Components that were built before keep the words that they have.
    """
    before = LANGUAGES.get(code)
    LANGUAGES[code] = language
    _forget()
    try:
        yield code
    finally:
        del LANGUAGES[code]
        if before is not None:
            LANGUAGES[code] = before
        _forget()


def _forget() -> None:
    """Empty every cache of textveil: most hold what was made from words."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "textveil":
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
