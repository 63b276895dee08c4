"""Checks of what a build step writes: broken characters and words that a source tore apart.

`mended` undoes what can be undone for certain. `require_clean` stops the build if a name is still
broken, so that a damaged source is noticed when the list is built.
"""

import re
from collections.abc import Iterable, Iterator

from textveil.lexicon.tables.facts import facts

_LOST = "\ufffd"
_FRAGMENT = re.compile(r"(?<![\w'\u2019.-])_?[a-z]+(?![\w'\u2019])")
_OF_MACINTOSH = re.compile(r"\u00d5s\b")
"""An apostrophe of the Macintosh, read by the table of Windows."""
_LATIN = "cp1252"


def mended(name: str) -> str:
    """Return a name whose characters were decoded with the wrong table, as it was meant.

    Letters of UTF-8 that were read one by one become the letters that they stand for. Punctuation
    of Windows that went through a table without it comes back. No-break spaces become blanks.
    """
    name = _decoded(name)
    name = "".join(_of_windows(one) if "\x80" <= one <= "\x9f" else one for one in name)
    return " ".join(name.split())


def _decoded(name: str) -> str:
    try:
        return name.encode(_LATIN).decode("utf-8")
    except UnicodeError:
        return name


def _of_windows(sign: str) -> str:
    return sign.encode("latin-1").decode(_LATIN, errors="replace")


def require_clean(list_name: str, rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[str]]:
    """Yield the rows of a list of names; raise at the first name that is broken."""
    for row in rows:
        name = str(row[0])
        fault = fault_of(name)
        if fault:
            raise ValueError(f"{list_name}: {name!r} {fault}")
        yield (name,)


def fault_of(name: str) -> str:
    """Return what is wrong with a name; empty if nothing is.

    Words of a name are written with a capital, small words ("of") apart: another word in small
    letters is a piece of one.
    """
    if _LOST in name or mended(name) != name or _OF_MACINTOSH.search(name):
        return "has characters that were decoded with the wrong table"
    torn = [word for word in _FRAGMENT.findall(name) if not facts().is_a(word, "small-word")]
    return f"has a piece of a word ({torn[0]})" if torn else ""
