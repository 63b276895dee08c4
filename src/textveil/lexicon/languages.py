"""Languages: the one table of those that textveil can read.

A language is an entry here and a folder of tables. `docs/guides/add-a-language.md` shows both.
"""

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from textveil.errors import UsageError

__all__ = ["ENGLISH", "LANGUAGES", "Language", "language_named"]

ENGLISH: Final = "en"
_SHELF: Final = files("textveil.lexicon") / "data" / "facts"


@dataclass(frozen=True, slots=True)
class Language:
    """A language: what it is called, and the folder with its tables of words."""

    name: str
    folder: Traversable


LANGUAGES: Final[dict[str, Language]] = {
    ENGLISH: Language("English", _SHELF / "en"),
}
"""By code of ISO 639-1."""


def language_named(code: str) -> Language:
    """Return the language of a code, or raise an error that names those that exist."""
    if code not in LANGUAGES:
        known = ", ".join(f"{one} ({language.name})" for one, language in LANGUAGES.items())
        raise UsageError(f"there is no language {code}", hint=f"languages: {known}")
    return LANGUAGES[code]
