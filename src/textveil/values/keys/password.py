"""Passwords: remembered by people, never shown."""

from dataclasses import dataclass
from typing import Final

from textveil.errors import InvalidValueError

__all__ = ["MIN_CHARACTERS", "Password"]

MIN_CHARACTERS: Final = 8
"""Each guess is made slow, and a shorter password falls all the same."""


@dataclass(frozen=True, slots=True, repr=False)
class Password:
    """A password; a vault makes a key of it, with the salt that it keeps.

    Examples
    --------
    >>> Password("correct horse battery")
    Password()
    """

    text: str

    def __post_init__(self) -> None:
        if len(self.text) < MIN_CHARACTERS:
            raise InvalidValueError(
                f"a password needs at least {MIN_CHARACTERS} characters",
                hint="take four or more words that do not belong together",
            )

    def __repr__(self) -> str:
        return "Password()"
