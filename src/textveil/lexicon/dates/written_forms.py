"""Templates of written forms: one line from which a reader and a finder are compiled.

A template is a regular expression in which `<piece>` stands for a named piece and `<@role>` for the
words of a role (`<@month,month-short>` for those of several). The *reader* is for Python's `re`. It
knows that a passage is a date or a time, takes it whole, and has a group for every field. The
*finder* is for RE2. It looks for passages in folded text, so it is ASCII, has no groups, and
takes less: a piece may have another expression there, and what follows `<only>` is for the reader.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import fold

__all__ = ["GAP", "Templates", "table_of", "templates", "words_pattern"]

GAP: Final = r"(?:[ \t]{1,2}|[ \t]{0,2}\r?\n[ \t]{0,2})"
"""White space as a finder sees it: a blank or two, or one line end."""

_PIECE: Final = re.compile(r"(?<!\?P)<(@?)([a-z0-9,-]{1,60})>")
_GROUP: Final = re.compile(r"\(\?P<\w{1,60}>")
_NEVER: Final = r"[^\s\S]"


@dataclass(frozen=True, slots=True)
class Templates:
    """The pieces of which templates are made.

    Attributes
    ----------
    language
        Whose words `<@role>` stands for.
    pieces
        What stands for each `<piece>` in a reader.
    found
        What stands for it in a finder, where that differs.
    """

    language: str
    pieces: Mapping[str, str]
    found: Mapping[str, str]

    def reader(self, template: str) -> re.Pattern[str]:
        """Compile a template for passages that are taken whole."""
        return re.compile(self._expanded(template, reading=True), re.IGNORECASE)

    def finder(self, template: str, groups: bool = False) -> str:
        """Return the expression that finds a template's passages, for RE2; without its groups."""
        found = self._expanded(template, reading=False)
        return f"(?i:{found if groups else _GROUP.sub('(?:', found)})"

    def _expanded(self, template: str, reading: bool) -> str:
        def piece(match: re.Match[str]) -> str:
            role, name = match.groups()
            if role:
                return words_pattern(self.language, *name.split(","), reading=reading)
            if name == "only":
                return "" if reading else _NEVER
            said = self.pieces[name] if reading else self.found.get(name, self.pieces[name])
            return f"(?:{self._expanded(said, reading)})"

        return _PIECE.sub(piece, template)


def table_of(name: str) -> Iterator[list[str]]:
    """Yield the rows of a table of forms, split at tabs; comments are left out."""
    text = (files("textveil.lexicon") / "data" / name).read_text("utf-8")
    return (line.split("\t") for line in text.splitlines() if not line.startswith("#"))


@cache
def templates(language: str = "en") -> Templates:
    """Return the pieces of templates in a language, `data/date_pieces.tsv`."""
    rows = list(table_of("date_pieces.tsv"))
    read, found = ({row[0]: row[at] for row in rows if len(row) > at} for at in (1, 2))
    return Templates(language, MappingProxyType(read), MappingProxyType(found))


@cache
def words_pattern(language: str, *roles: str, reading: bool = False) -> str:
    r"""Return a group for the words of roles, with any blanks for a blank and for a hyphen.

    An apostrophe, and an *s* beside it, may be missing.

    Examples
    --------
    >>> bool(re.fullmatch(words_pattern("en", "number"), "twenty one"))
    True
    """
    known = facts(language).words(*roles)
    if not reading:
        known = tuple(word for word in map(_folded, known) if word.isascii())
    spelt = sorted({*known, *map(_folded, known)}, key=lambda word: (-len(word), word))
    gap, quote = (r"\s{1,8}", "[\u2018\u2019`\x27]?") if reading else (GAP, "(?:\x27)?")
    choices = (
        re.escape(word)
        .replace(r"\ ", gap)
        .replace(r"\-", "[- ]?")
        .replace("'s", f"{quote}s?'")
        .replace("'", quote)
        for word in spelt
    )
    return f"(?:{'|'.join(choices) or _NEVER})"


def _folded(word: str) -> str:
    return fold(word).text
