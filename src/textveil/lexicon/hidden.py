"""Hidden writing: a text as a person reads it, whatever a program was meant not to see.

`unhidden` undoes, in this order, what stands for single characters (signs that nobody sees, HTML
entities, quoted-printable and percent bytes), words that were cut (a hyphen or a soft break at a
line end, a passage that runs backwards), and words in another dress (letters with blanks between,
letters of another alphabet, digits for letters). The result is a `View`, so that what is found in
it is reported by its exact place in the original.

Text with nothing hidden is its own view: one search by an automaton tells. What could also be
ordinary text (`H1N1`, `U S A`) is changed only where a list of names agrees.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html.entities import html5
from typing import Final

import re2

from textveil.lexicon.folding import fold_character
from textveil.lexicon.hidden_words import (
    ALPHABETS,
    Change,
    cut_word,
    disguised_words,
    mixed_words,
    spaced_words,
)
from textveil.lexicon.languages import ENGLISH
from textveil.lexicon.lookalikes import INVISIBLE
from textveil.values.view import Resized, View

__all__ = ["unhidden"]

Window = tuple[int, int]

_UNSEEN: Final = (
    "\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\ufff9-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff" + "".join(sorted(INVISIBLE))
)
_DRESSED: Final = (
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\U0001d400-\U0001d7ff\U0001f130-\U0001f189"
)
_MANGLED: Final = (
    "[\u00c3-\u00c5][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2013-\u203a\u20ac\u2122]"
)
"""A letter in UTF-8 that was read as something else: `Ã©`."""
_TAG: Final = (
    r"<[A-Za-z][^<>]{0,80}></[A-Za-z][A-Za-z0-9]*>|<!--[^<>]{0,80}-->|</?[bius]>|<wbr ?/?>"
)
"""Mark-up inside a word: an element with nothing in it, a comment, a change of type."""

_LETTER: Final = "A-Za-z\u00c0-\u024f\u0370-\u052f"


def _engine_options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    return options


_TRIGGER: Final = re2.compile(
    rf"[{_UNSEEN}{_DRESSED}]|{_MANGLED}"
    r"|&(?:amp;)*(?:#[0-9xX]|[A-Za-z][A-Za-z0-9]+;)"
    r"|[=%][0-9A-Fa-f][0-9A-Fa-f]|\\u[0-9A-Fa-f]{4}"
    r"|[^=\s] ?=\r?\n[^\s=]"
    rf"|[{_LETTER}](?:-[ \t]*\r?\n[ \t]*[{_LETTER}]|</?[A-Za-z!])"
    rf"|(?:^|[^{_LETTER}0-9])[{_LETTER}][^{_LETTER}0-9]{{1,3}}[{_LETTER}][^{_LETTER}0-9]{{1,3}}"
    rf"[{_LETTER}](?:$|[^{_LETTER}0-9])"
    r"|[A-Za-z][0-9@$!|€]+[A-Za-z]|[0-9$@][a-z]+[0-9$@]"
    r"|\b[0-9$@]{1,2}[a-z]{3}|\b[A-Z][a-z]{2,}[0-9$@]\b"
    rf"|[A-Za-z][{ALPHABETS}]|[{ALPHABETS}][A-Za-z]",
    _engine_options(),
)
"""Matches wherever something may be hidden; where it does not match, nothing is."""

_ESCAPED: Final = re.compile(
    r"&(?:amp;)*(?:\#(?P<decimal>[0-9]{2,7});?|\#[xX](?P<hex>[0-9A-Fa-f]{2,6});?"
    r"|(?P<named>[A-Za-z][A-Za-z0-9]{1,30};))"
    r"|(?P<printable>=[0-9A-Fa-f]{2}(?:(?:=\r?\n|[ '\u2019-])?=[0-9A-Fa-f]{2})*)"
    r"|(?P<percent>%[0-9A-Fa-f]{2}(?:[ '\u2019-]?%[0-9A-Fa-f]{2})*)"
    rf"|(?P<mangled>{_MANGLED})"
    rf"|(?<=[^\W\d_])(?P<tag>(?:{_TAG})+)(?=[^\W\d_])"
    r"|\\u(?P<unicode>[0-9A-Fa-f]{4})"
    r"|(?<=[^\s=])(?P<soft> ?=\r?\n)(?=[^\s=])"
    r"|(?<=[^\W\d_])(?P<cut>-[ \t]*\r?\n[ \t]*)(?=[^\W\d_])"
    r"|\u202e(?P<backwards>[^\u202c\n]+)\u202c?"
    rf"|(?P<unseen>[{_UNSEEN}]+)"
    rf"|(?P<dressed>[{_DRESSED}])"
)
_BYTE: Final = re.compile(r"[=%]([0-9A-Fa-f]{2})")
_BYTE_OR_NOT: Final = re.compile(r"[=%]([0-9A-Fa-f]{2})|(.)")
_SOFT: Final = re.compile(r"=\r?\n")
_BETWEEN: Final = dict.fromkeys(map(ord, " '\u2019-"), "")
_WORD_BEFORE: Final = re.compile(r"[^\W\d_]+\Z")
_WORD_AFTER: Final = re.compile(r"[^\W\d_]+")
_AROUND: Final = 40
_IN_ADDRESS: Final = re.compile(r"://|www\.|[/?]\S*\Z")


def unhidden(text: str, *, language: str = ENGLISH) -> View:
    r"""Return the text with nothing hidden.

    Notes
    -----
    Linear time. An automaton finds the places where something may be hidden; only their
    surroundings are looked at any further.

    Examples
    --------
    >>> view = unhidden("Dr. J o h n  Sm&#105;th-\\u200b")
    >>> view.text, view.locate(4, 8), view.locate(9, 14)
    ('Dr. John Smith-', (4, 11), (13, 22))
    >>> unhidden("Nothing hides here.") == View.identity("Nothing hides here.")
    True
    """
    windows = _windows(text)
    if not windows:
        return View.identity(text)
    first = [change for window in windows for change in _characters(text, window, language)]
    view = _changed(text, first)
    words = [change for window in windows for change in _words(view, window, language)]
    if not words:
        return view if first else View.identity(text)
    return _changed(text, _joined(first, _located(words, view)))


def _located(words: Iterable[Change], view: View) -> Iterator[Change]:
    """Yield changes of a view as changes of the text, but none inside what stands as a whole."""
    for start, end, new in words:
        low, high = view.locate(start, end)
        if view.shown(low, high) == (start, end):
            yield low, high, new


def _windows(text: str) -> list[Window]:
    """Return the places around what may be hidden, in order, without overlap; no word is cut."""
    windows: list[Window] = []
    # The engine takes no lone surrogates; a question mark has the same length.
    shown = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
    for match in _TRIGGER.finditer(shown):
        low, high = max(0, match.start() - _AROUND), min(len(text), match.end() + _AROUND)
        if windows and low <= windows[-1][1]:
            low = windows.pop()[0]
        least, most = max(0, low - _AROUND), min(len(text), high + _AROUND)
        while low > least and not text[low - 1].isspace():
            low -= 1
        while high < most and not text[high].isspace():
            high += 1
        windows.append((low, high))
    return windows


def _words(view: View, window: Window, language: str) -> list[Change]:
    """Return the changes that words in another dress need, in order and without overlap."""
    text, (start, end) = view.text, view.shown(*window)
    changed = _joined(mixed_words(text, start, end), disguised_words(text, start, end))
    return _joined(changed, spaced_words(text, start, end, language=language))


def _joined(first: Iterable[Change], later: Iterable[Change]) -> list[Change]:
    """Return both in order; where two meet, the later one counts."""
    kept: list[Change] = []
    wins = sorted(later)
    at = 0
    for change in first:
        while at < len(wins) and wins[at][1] <= change[0]:
            at += 1
        if at == len(wins) or wins[at][0] >= change[1]:
            kept.append(change)
    return sorted([*kept, *wins])


def _changed(text: str, changes: Iterable[Change]) -> View:
    """Return the view of a text with some places written anew."""
    parts: list[str] = []
    resized = Resized()
    last = at = 0
    for start, end, new in changes:
        parts += (text[last:start], new)
        at += start - last
        if len(new) != end - start:
            resized.add(at, at + len(new), start, end)
        at += len(new)
        last = end
    parts.append(text[last:])
    return View("".join(parts), resized if len(resized) else None)


def _characters(text: str, window: Window, language: str) -> Iterator[Change]:
    """Yield what stands for single characters, and what cuts a word."""
    for match in _ESCAPED.finditer(text, *window):
        kind = str(match.lastgroup)
        new = _READERS[kind](match, language)
        if new is not None:
            yield *match.span(), new


def _numbered(match: re.Match[str], _: str) -> str | None:
    point = int(match["decimal"]) if match["decimal"] else int(match["hex"], 16)
    return _readable(chr(point)) if point < 0x110000 else None


def _named(match: re.Match[str], _: str) -> str | None:
    new = html5.get(match["named"])
    # The others hide no letter: &amp; &nbsp; &quot;
    return new if new is not None and _is_letter(new) else None


def _unicode(match: re.Match[str], _: str) -> str | None:
    new = chr(int(match["unicode"], 16))
    return new if _is_letter(new) else None


def _is_letter(new: str) -> bool:
    return len(new) == 1 and (new.isalpha() or unicodedata.category(new) in ("Mn", "Cf"))


def _readable(new: str) -> str | None:
    """Return a character that a person would see, nothing for one that nobody sees."""
    if unicodedata.category(new) in ("Cf", "Mn"):
        return ""
    return new if new.isprintable() or new in "\t\n" else None


def _bytes(match: re.Match[str], _: str) -> str | None:
    """Return the text of escaped bytes, if they are more than a sign and a number: `K=45`."""
    text, (start, end) = match.string, match.span()
    if match["percent"] and _IN_ADDRESS.search(text[_token_start(text, start) : start]):
        return None
    several = len(_BYTE.findall(match.group())) > 1
    data = b"".join(
        bytes([int(code, 16)]) if code else other.encode()
        for code, other in _BYTE_OR_NOT.findall(_SOFT.sub("", match.group()))
    )
    beside = text[max(0, start - 1) : start].isalpha(), text[end : end + 1].isalpha()
    try:
        new = data.decode()
    except UnicodeDecodeError:
        new = data.decode("cp1252", "replace")
        # Not the number behind a key: id=FF9E2C.
        alone = beside[0] and not text[end : end + 1].isdecimal()
        return new if alone and all(map(str.isalpha, new)) else None
    if not new.isascii():
        return new if new.isprintable() else None
    letters = all(map(str.isalpha, new.translate(_BETWEEN)))
    if match["percent"] and not several:
        return new if (letters and any(beside)) or (new == " " and all(beside)) else None
    return new if letters and several else None


def _token_start(text: str, at: int) -> int:
    low = max(0, at - _AROUND)
    return low + max(text.rfind(blank, low, at) + 1 - low for blank in " \n\t")


def _soft(match: re.Match[str], _: str) -> str | None:
    """Return what a soft line break leaves: nothing, or the blank before it."""
    line = match.string.rfind("\n", 0, match.start()) + 1
    # A heading: = History =
    heading = match.string.startswith("=", line)
    return None if heading else match.group()[:-1].rstrip("=\r")


def _cut(match: re.Match[str], language: str) -> str | None:
    """Return what a hyphen at a line end leaves: nothing, the hyphen, or all as it is."""
    text, (start, end) = match.string, match.span()
    before = _WORD_BEFORE.search(text, max(0, start - _AROUND), start)
    after = _WORD_AFTER.match(text, end, end + _AROUND)
    if before is None or after is None:
        return None
    return cut_word(before.group(), after.group(), language=language)


def _mangled(match: re.Match[str], _: str) -> str | None:
    for encoding in ("latin-1", "cp1252"):
        try:
            new = match.group().encode(encoding).decode()
        except UnicodeError:
            continue
        return new if _is_letter(new) else None
    return None


def _backwards(match: re.Match[str], _: str) -> str:
    return match["backwards"][::-1]


def _unseen(match: re.Match[str], _: str) -> str:  # noqa: ARG001 - as all readers are called
    return ""


def _undressed(match: re.Match[str], _: str) -> str | None:
    new = fold_character(match.group())
    return new if len(new) == 1 else None


_READERS: Final = {
    "decimal": _numbered,
    "hex": _numbered,
    "named": _named,
    "unicode": _unicode,
    "printable": _bytes,
    "percent": _bytes,
    "soft": _soft,
    "cut": _cut,
    "backwards": _backwards,
    "mangled": _mangled,
    "tag": _unseen,
    "unseen": _unseen,
    "dressed": _undressed,
}
