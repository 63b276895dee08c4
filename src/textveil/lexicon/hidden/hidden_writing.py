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
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from html.entities import html5
from typing import Final

import re2

from textveil.lexicon.hidden.hidden_words import (
    ALPHABETS,
    Change,
    cut_word,
    disguised_words,
    mixed_words,
    parted_names,
    spaced_words,
)
from textveil.lexicon.hidden.reading_order import turned_passages
from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.folding import fold_character
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.lookalikes import ACCENTS, UNSEEN
from textveil.values.view import Resized, View

__all__ = ["unhidden"]

Window = tuple[int, int]

_DRESSED: Final = (
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\U0001d400-\U0001d7ff\U0001f130-\U0001f189"
)
_MANGLED: Final = (
    "[\u00c3-\u00c5][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2013-\u203a\u20ac\u2122]"
)
"""A letter in UTF-8 that was read as something else: `Ã©`."""
_INLINE: Final = "|".join(name for name, *_ in rows("inline_elements.tsv") if name.isalpha())
"""Elements of HTML over which a word goes on."""
_TAG: Final = (
    r"<[A-Za-z][^<>]{0,200}></[A-Za-z][A-Za-z0-9]{0,20}>|<!--(?:[^<>-]|-(?!->)){0,200}+-->"
    rf"|</?(?i:{_INLINE})(?:\s[^<>=]{{0,80}}=[^<>]{{0,200}}|\s?/)?>"
)
"""Mark-up inside a word: an element with nothing in it, a comment, a change of type.

Attributes have values: in `a<b and c>d` there are none.
"""

_LETTER: Final = r"\p{L}\p{Nl}\p{No}"
"""What the expressions of the stages take for a letter, in the words of the automaton."""
_QUOTES: Final = '"\u2018\u2019\u201c\u201d'
_NEW: Final = "\U00010000-\U0010ffff"
"""Where the automaton may know letters that this Python, by an older Unicode, does not."""
_OTHER: Final = rf"(?:[^{_LETTER}0-9]|[{_NEW}])"


def _engine_options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 26
    return options


_TRIGGER: Final = re2.compile(
    rf"[{UNSEEN}{_DRESSED}]|[{ACCENTS}]{{3}}|{_MANGLED}"
    r"|&(?:amp;)*(?:#[0-9xX]|[A-Za-z][A-Za-z0-9]+;)"
    r"|(?:[=%]|\\['x])[0-9A-Fa-f]{2}|\\u(?:[0-9A-Fa-f]{4}|\{[0-9A-Fa-f]+\})"
    r"|[^=\s] ?=\r?\n[^\s=]"
    rf"|[{_LETTER}](?:-[ \t]*\r?\n[ \t>]*[{_LETTER}]|</?[A-Za-z!][^<>]{{0,200}})"
    rf"|\p{{Lu}}[{_LETTER}]{{0,39}}(?:[^{_LETTER}0-9\s'{_QUOTES}()-]|[{_NEW}]){{1,3}}"
    rf"[{_LETTER}]"
    rf"|(?:^|{_OTHER})[{_LETTER}]{_OTHER}{{1,3}}[{_LETTER}]{_OTHER}{{1,3}}[{_LETTER}](?:$|{_OTHER})"
    rf"|[{_LETTER}][0-9@$!|€]+[{_LETTER}]|[0-9$@][{_LETTER}]+[0-9$@]"
    rf"|[0-9$@]{{1,2}}[{_LETTER}]{{2}}|[{_LETTER}]{{2,40}}[0-9$@]"
    rf"|[A-Za-z][{ALPHABETS}]|[{ALPHABETS}][A-Za-z]",
    _engine_options(),
)
"""Matches wherever something may be hidden; where it does not match, nothing is."""

_BYTE: Final = re.compile(r"(?:[=%]|\\['x])([0-9A-Fa-f]{2})")
_BYTE_OR_NOT: Final = re.compile(rf"{_BYTE.pattern}|(.)")
_SOFT: Final = re.compile(r"=\r?\n")
_BETWEEN: Final = dict.fromkeys(map(ord, " '\u2019-"), "")
_WORD_BEFORE: Final = re.compile(r"[^\W\d_]{1,40}\Z")
_WORD_AFTER: Final = re.compile(r"[^\W\d_]+")
_AROUND: Final = 40
_LONG_ADDRESS: Final = 400


def unhidden(text: str, *, language: str = ENGLISH) -> View:
    r"""Return the text with nothing hidden.

    Notes
    -----
    Linear time. An automaton finds the places where something may be hidden; only their
    surroundings are looked at any further.

    Examples
    --------
    >>> view = unhidden("Dr. J o h n  Sm&#105;th")
    >>> view.text, view.locate(4, 8), view.locate(10, 15)
    ('Dr. John  Smith', (4, 11), (13, 23))
    >>> unhidden("Nothing hides here.") == View.identity("Nothing hides here.")
    True
    """
    return (_short if len(text) <= _SHORT else _long)(text, language)


def _unhidden(text: str, language: str) -> View:
    windows = _windows(text)
    changes = list(turned_passages(text))
    view = _changed(text, changes)
    # Later stages read what earlier ones made of the text: Sm&#105;- at a line end is a cut word.
    for stage in (_characters, _cuts, _words) if windows else ():
        places = _apart(view.shown(*window) for window in windows)
        more = [change for place in places for change in stage(view.text, place, language)]
        if more:
            changes = _joined(changes, _located(more, view))
            view = _changed(text, changes)
    return view


# The engine and its detectors read one text after the other; a release has several passes, and the
# many short texts of a table are kept from one to the next.
_SHORT: Final = 500
_short = lru_cache(maxsize=1 << 16)(_unhidden)
_long = lru_cache(maxsize=1)(_unhidden)


def _located(changes: Iterable[Change], view: View) -> Iterator[Change]:
    """Yield changes of a view as changes of the text; what stands as a whole changes as a whole."""
    begin = done = last = -1
    parts: list[str] = []
    for start, end, new in changes:
        low, high = view.shown(*view.locate(start, end))
        if low >= last:
            if parts:
                yield *view.locate(begin, last), "".join([*parts, view.text[done:last]])
            begin = done = low
            parts = []
        parts += (view.text[done:start], new)
        done, last = end, max(last, high)
    if parts:
        yield *view.locate(begin, last), "".join([*parts, view.text[done:last]])


def _apart(places: Iterable[Window]) -> Iterator[Window]:
    """Yield places in order, those that meet as one."""
    begin = last = 0
    for low, high in places:
        if low > last:
            yield begin, last
            begin = low
        last = max(last, high)
    yield begin, last


def _windows(text: str) -> list[Window]:
    """Return the places around what may be hidden, in order, without overlap; no word is cut."""
    windows: list[Window] = []
    # The engine takes no lone surrogates; a question mark has the same length.
    shown = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
    for match in _TRIGGER.finditer(shown):
        low, high = match.start() - _AROUND, match.end() + _AROUND
        if windows and low - _AROUND <= windows[-1][1]:
            low = windows.pop()[0]
        else:
            low = _edge(text, low, -1)
        high = _edge(text, high, 1)
        windows.append((low, high))
    return windows


def _edge(text: str, at: int, step: int) -> int:
    """Return the next place in a direction where no word is cut, if there is one near."""
    for place in range(at, at + step * _AROUND, step):
        if not 0 < place < len(text) or text[place - (step < 0)].isspace():
            return min(max(place, 0), len(text))
    return at + step * _AROUND


def _characters(text: str, window: Window, language: str) -> Iterator[Change]:
    """Yield what stands for single characters."""
    return _read(_CHARACTERS, text, window, language)


def _cuts(text: str, window: Window, language: str) -> list[Change]:
    """Return what cuts a word."""
    return _joined(parted_names(text, *window), _read(_CUTS, text, window, language))


def _words(text: str, window: Window, language: str) -> list[Change]:
    """Return the changes that words in another dress need, in order and without overlap."""
    changed = _joined(mixed_words(text, *window), disguised_words(text, *window))
    return _joined(changed, spaced_words(text, *window, language=language))


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


def _read(writings: "_Writings", text: str, window: Window, language: str) -> Iterator[Change]:
    expression, readers = writings
    for match in expression.finditer(text, *window):
        new = readers[(match.lastindex or 1) - 1](match, language)
        if new is not None:
            yield *match.span(), new


def _said(match: re.Match[str]) -> str:
    return match[match.lastindex or 0]


def _numbered(match: re.Match[str], _: str) -> str | None:
    digits = _said(match)
    point = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    return _readable(chr(point)) if point < 0x110000 else None


def _named(match: re.Match[str], _: str) -> str | None:
    new = html5.get(_said(match))
    # The others hide no letter: &amp; &nbsp; &quot;
    return new if new is not None and _is_letter(new) else None


def _unicode(match: re.Match[str], _: str) -> str | None:
    new = chr(int(_said(match), 16))
    return new if _is_letter(new) else None


def _is_letter(new: str) -> bool:
    return len(new) == 1 and (new.isalpha() or not fold_character(new))


def _readable(new: str) -> str | None:
    """Return a character that a person would see, nothing for one that nobody sees."""
    if not fold_character(new):
        return ""
    return new if new.isprintable() or new in "\t\n" else None


def _bytes(match: re.Match[str], _: str) -> str | None:
    """Return the text of escaped bytes, if they are more than a sign and a number: `K=45`."""
    text, (start, end) = match.string, match.span()
    sign = text[start]
    if sign == "%" and _is_in_address(text, start):
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
        # Not the number behind a key (id=FF9E2C), nor a word (width=default).
        large = sign != "=" or several or match.group().isupper()
        alone = large and beside[0] and not text[end : end + 1].isdecimal()
        return new if alone and all(map(str.isalpha, new)) else None
    if not new.isascii():
        return new if new.isprintable() else None
    letters = all(map(str.isalpha, new.translate(_BETWEEN)))
    if sign != "=" and not several:
        # In code and in TeX a quote in front of a number or an accent is written so, too.
        if text.startswith("\\'", start):
            return new if letters and beside[0] else None
        return new if letters and any(beside) else None
    return new if letters and several else None


def _is_in_address(text: str, at: int) -> bool:
    """Tell whether a web address or a path stands before a place, with no blank between."""
    low = max(0, at - _LONG_ADDRESS)
    token = text[max(low, *(text.rfind(blank, low, at) + 1 for blank in " \n\t")) : at]
    return "/" in token or "?" in token or "www." in token


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


def _unseen(match: re.Match[str], _: str) -> str:  # noqa: ARG001 - as all readers are called
    return ""


def _undressed(match: re.Match[str], _: str) -> str | None:
    new = fold_character(match.group())
    return new if len(new) == 1 else None


_Reader = Callable[[re.Match[str], str], str | None]
_Writings = tuple[re.Pattern[str], tuple[_Reader, ...]]


def _writings(*pairs: tuple[str, _Reader]) -> _Writings:
    """Join expressions with one group each; a reader returns None for what stays as it stands."""
    expressions, readers = zip(*pairs, strict=True)
    return re.compile("|".join(expressions)), readers


_CODE: Final = "[0-9A-Fa-f]{2}"
_CHARACTERS: Final = _writings(
    (r"&(?:amp;){0,9}\#([0-9]{2,7}|[xX][0-9A-Fa-f]{2,6});?", _numbered),
    (r"&(?:amp;){0,9}([A-Za-z][A-Za-z0-9]{1,30};)", _named),
    (rf"(={_CODE}(?:(?:=\r?\n|[ '\u2019-])?={_CODE})*)", _bytes),
    (rf"(%{_CODE}(?:[ '\u2019-]?%{_CODE})*)", _bytes),
    (rf"(\\x{_CODE}(?:[ '\u2019-]?\\x{_CODE})*)", _bytes),
    (rf"(\\'{_CODE}(?:[ '\u2019-]?\\'{_CODE})*)", _bytes),
    (r"\\u([0-9A-Fa-f]{4})", _unicode),
    (r"\\u\{([0-9A-Fa-f]{1,5})\}", _unicode),
    (rf"({_MANGLED})", _mangled),
    (rf"([{UNSEEN}]+|[{ACCENTS}]{{3,}})", _unseen),
    (rf"([{_DRESSED}])", _undressed),
)
_CUTS: Final = _writings(
    (rf"(?<=[^\W\d_])((?:{_TAG}){{1,999}}+)(?=[^\W\d_])", _unseen),
    (r"(?<=[^\s=])( ?=\r?\n)(?=[^\s=])", _soft),
    (r"(?<=[^\W\d_])(-[ \t]{0,40}\r?\n[ \t>]{0,40})(?=[^\W\d_])", _cut),
)
