"""Clear view: a text as a person reads it, for verifiers; nothing hides in it.

The verifiers' own code for the definition in `docs/methods/hidden-writing.md`. It goes over a text
three times: single characters, cut words, words in disguise (`verify.readers.disguises`). Each
step reads what the one before made of the text. From `lexicon` come lists alone: what characters
look like, which names people bear, which elements of HTML stand inside a word.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from html.entities import html5
from typing import Final

import re2

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.lookalikes import ACCENTS, UNSEEN
from textveil.lexicon.tables.words import look_up
from textveil.values.view import Resized, View
from textveil.verify.readers.directions import turned
from textveil.verify.readers.disguises import (
    Change,
    borne,
    disguised,
    of_two_alphabets,
    parted,
    spaced,
)
from textveil.verify.readers.tables import image_of

__all__ = ["clear_view"]

_NEAR: Final = 40
_SHORT: Final = 500
_DRESSED: Final = (
    "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u24b6-\u24e9\U0001d400-\U0001d7ff\U0001f130-\U0001f189"
)
_HEX: Final = "[0-9A-Fa-f]"
_LETTER: Final = r"[\p{L}\p{Nl}\p{No}]"
_NO_LETTER: Final = r"[^\p{L}\p{Nl}\p{No}0-9]"


def _quietly() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 1 << 26
    return options


_MAY_HIDE: Final = re2.compile(
    f"[{ACCENTS}]{{3}}|[{UNSEEN}{_DRESSED}\u00c3-\u00c5\u0370-\u058f\u13a0-\u13ff]"
    rf"|&[#A-Za-z]|[=%]{_HEX}{{2}}|\\[ux']|=\r?\n|{_LETTER}(?:-[ \t]*\r?\n|<)"
    rf"|{_LETTER}[^A-Za-z0-9\s'-]{{1,3}}{_LETTER}"
    rf"|{_LETTER}{_NO_LETTER}{{1,3}}{_LETTER}{_NO_LETTER}{{1,3}}{_LETTER}(?:{_NO_LETTER}|$)"
    rf"|{_LETTER}[0-9@$!|€]+{_LETTER}|[0-9$@]{_LETTER}+[0-9$@]"
    rf"|[0-9$@]{_LETTER}{{2}}|{_LETTER}{{2}}[0-9$@]",
    _quietly(),
)
"""Matches wherever something may be hidden."""


def clear_view(text: str, *, language: str = ENGLISH) -> View:
    r"""Return a text with nothing hidden, and for each character the place that it stands for.

    Examples
    --------
    >>> view = clear_view("Dr. J o h n  Sm&#105;-\nth")
    >>> view.text, view.locate(4, 8), view.locate(10, 15)
    ('Dr. John  Smith', (4, 11), (13, 25))
    """
    return (_kept if len(text) <= _SHORT else _cleared)(text, language)


def _cleared(text: str, language: str) -> View:
    places = _places(text)
    changes = list(turned(text))
    view = _written(text, changes)
    for step in (_characters, _cuts, _words) if places else ():
        found: list[Change] = []
        for low, high in _united(view.shown(*place) for place in places):
            found += step(view.text, low, high, language)
        if found:
            changes = _merged(changes, _carried(found, view))
            view = _written(text, changes)
    return view


def _united(places: Iterable[tuple[int, int]], near: int = 1) -> list[tuple[int, int]]:
    """Return places with those as one that are nearer than this: 0 if they overlap."""
    united: list[tuple[int, int]] = []
    for low, high in places:
        if united and low < united[-1][1] + near:
            united[-1] = (united[-1][0], max(high, united[-1][1]))
        else:
            united.append((low, high))
    return united


def _carried(found: Iterable[Change], view: View) -> list[Change]:
    """Return changes of a view as changes of the text.

    What stands there as a whole is written as a whole, with all changes that touch it.
    """
    found = list(found)
    wholes = _united((view.shown(*view.locate(start, end)) for start, end, _ in found), 0)
    carried: list[Change] = []
    at = 0
    for low, high in wholes:
        pieces, done = list[str](), low
        while at < len(found) and found[at][0] < high:
            start, end, new = found[at]
            pieces += view.text[done:start], new
            done, at = end, at + 1
        carried.append((*view.locate(low, high), "".join([*pieces, view.text[done:high]])))
    return carried


_kept = lru_cache(maxsize=1 << 16)(_cleared)


def _places(text: str) -> list[tuple[int, int]]:
    """Return what lies around possible hiding places, widened to blanks, in order."""
    found: list[tuple[int, int]] = []
    shown = text if text.isascii() else text.encode("utf-8", "replace").decode()
    for match in _MAY_HIDE.finditer(shown):
        low, high = max(0, match.start() - _NEAR), min(len(text), match.end() + _NEAR)
        before, after = text[max(0, low - _NEAR) : low], text[high : high + _NEAR]
        low -= len(re.split(r"\s", before)[-1])
        high += len(re.split(r"\s", after, maxsplit=1)[0])
        if found and low <= found[-1][1]:
            low = found.pop()[0]
        found.append((low, high))
    return found


def _merged(first: Iterable[Change], later: Iterable[Change]) -> list[Change]:
    """Return the changes of both in order; where two meet, the later one holds."""
    wins = sorted(later)
    starts = [start for start, _, _ in wins]
    kept: list[Change] = []
    for start, end, new in first:
        # Of the later ones only the last that begins before the end can meet this one.
        at = bisect_left(starts, end) - 1
        if at < 0 or wins[at][1] <= start:
            kept.append((start, end, new))
    return sorted([*kept, *wins])


def _written(text: str, changes: Iterable[Change]) -> View:
    pieces, resized, done, at = list[str](), Resized(), 0, 0
    for start, end, new in changes:
        pieces += text[done:start], new
        at += start - done
        if len(new) != end - start:
            resized.add(at, at + len(new), start, end)
        at, done = at + len(new), end
    return View("".join([*pieces, text[done:]]), resized if len(resized) else None)


def _characters(text: str, low: int, high: int, _: str) -> Iterator[Change]:
    """Yield what stands for single characters."""
    for match in _CHARACTER.finditer(text, low, high):
        new = _CHARACTERS[match.lastindex or 1](match)
        if new is not None:
            yield *match.span(), new


def _is_letter(new: str) -> bool:
    return len(new) == 1 and (new.isalpha() or not image_of(new))


def _entity(match: re.Match[str]) -> str | None:
    said = match.group().rpartition("#")[2].rstrip(";")
    point = int(said[1:], 16) if said[0] in "xX" else int(said)
    if point > 0x10FFFF:
        return None
    new = chr(point)
    if not image_of(new):
        return ""
    return new if new.isprintable() or new in "\t\n" else None


def _named(match: re.Match[str]) -> str | None:
    new = html5.get(match.group().rpartition("&")[2].removeprefix("amp;"), "")
    return new if _is_letter(new) else None


def _escaped(match: re.Match[str]) -> str | None:
    new = chr(int(re.sub(r"[\\u{}]", "", match.group()), 16))
    return new if _is_letter(new) else None


def _coded(match: re.Match[str]) -> str | None:
    """Return the text of escaped bytes, if they are more than a sign and a number: `K=45`."""
    text, (start, end), said = match.string, match.span(), match.group()
    sign = said[0] if said[0] in "=%" else said[:2]
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    token = re.split(r"[ \n\t]", text[max(0, start - 400) : start])[-1]
    if sign == "%" and re.search(r"[/?]|www\.", token):
        return None
    joined = re.sub(r"=\r?\n", "", said)
    data = b"".join(
        bytes([int(code, 16)]) if code else other.encode()
        for code, other in re.findall(rf"(?:[=%]|\\['x])({_HEX}{{2}})|(.)", joined)
    )
    several = len(re.findall(rf"{re.escape(sign)}{_HEX}{{2}}", said)) > 1
    try:
        new = data.decode()
    except UnicodeDecodeError:
        new = data.decode("cp1252", "replace")
        sure = sign != "=" or several or said.isupper()
        alone = sure and before.isalpha() and not after.isdecimal()
        return new if alone and new.isalpha() else None
    if not new.isascii():
        return new if new.isprintable() else None
    bare = re.sub("[ '\u2019-]", "", new)
    if not (bare.isalpha() or not bare) or (sign == "=" and not several):
        return None
    beside = before.isalpha() or (sign != "\\'" and after.isalpha())
    return new if several or beside else None


def _mangled(match: re.Match[str]) -> str | None:
    for encoding in ("latin-1", "cp1252"):
        try:
            new = match.group().encode(encoding).decode()
        except UnicodeError:
            continue
        return new if _is_letter(new) else None
    return None


def _nothing(_: re.Match[str]) -> str:
    return ""


def _undressed(match: re.Match[str]) -> str | None:
    new = image_of(match.group())
    return new if len(new) == 1 else None


def _bytes_of(sign: str, joint: str = "[ '\u2019-]?") -> str:
    return rf"{sign}{_HEX}{{2}}(?:{joint}{sign}{_HEX}{{2}})*"


_WRITINGS: Final[tuple[tuple[str, Callable[[re.Match[str]], str | None]], ...]] = (
    (r"&(?:amp;){0,9}\#(?:[0-9]{2,7}|[xX][0-9A-Fa-f]{2,6});?", _entity),
    (r"&(?:amp;){0,9}[A-Za-z][A-Za-z0-9]{1,30};", _named),
    (_bytes_of("=", "(?:=\r?\n|[ '\u2019-])?"), _coded),
    (_bytes_of("%"), _coded),
    (_bytes_of(r"\\x"), _coded),
    (_bytes_of(r"\\'"), _coded),
    (rf"\\u(?:{_HEX}{{4}}|\{{{_HEX}{{1,5}}\}})", _escaped),
    (
        "[\u00c3-\u00c5][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
        "\u2013-\u203a\u20ac\u2122]",
        _mangled,
    ),
    (rf"[{UNSEEN}]+|[{ACCENTS}]{{3,}}", _nothing),
    (rf"[{_DRESSED}]", _undressed),
)
_CHARACTER: Final = re.compile("|".join(f"({written})" for written, _ in _WRITINGS))
_CHARACTERS: Final = {at: reader for at, (_, reader) in enumerate(_WRITINGS, 1)}


@cache
def _mark_up() -> re.Pattern[str]:
    """Return a pattern for mark-up over which a word goes on."""
    inline = "|".join(name for name, *_ in rows("inline_elements.tsv") if name.isalpha())
    return re.compile(
        r"(?<=[^\W\d_])(?:<[A-Za-z][^<>]{0,200}></[A-Za-z][A-Za-z0-9]{0,20}>|<!--(?:[^<>-]|-(?!->)){0,200}+-->"
        rf"|</?(?i:{inline})(?:\s[^<>=]{{0,80}}=[^<>]{{0,200}}|\s?/)?>){{1,999}}+(?=[^\W\d_])"
    )


_SOFT: Final = re.compile(r"(?<=[^\s=])( ?)=\r?\n(?=[^\s=])")
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-[ \t]{0,40}\r?\n[ \t>]{0,40}(?=[^\W\d_])")


def _cuts(text: str, low: int, high: int, language: str) -> list[Change]:
    """Return what cuts a word, in order."""
    signs = {sign for sign in "<=-" if text.find(sign, low, high) >= 0}
    marked = _mark_up().finditer(text, low, high) if "<" in signs else ()
    found: list[Change] = [(*match.span(), "") for match in marked]
    for match in _SOFT.finditer(text, low, high) if "=" in signs else ():
        line = text.rfind("\n", 0, match.start()) + 1
        if not text.startswith("=", line):
            found.append((*match.span(), match[1]))
    for match in _HYPHEN.finditer(text, low, high) if "-" in signs else ():
        joint = _joint(text, match, language)
        found += [] if joint is None else [(*match.span(), joint)]
    return _merged(parted(text, low, high), found)


def _joint(text: str, cut: re.Match[str], language: str) -> str | None:
    """Return what joins the halves of a word that a line end cut; None if it cut none."""
    head = re.split(r"[\W\d_]", text[max(0, cut.start() - _NEAR) : cut.start()])[-1]
    tail = re.split(r"[\W\d_]", text[cut.end() : cut.end() + _NEAR], maxsplit=1)[0]
    if tail[0].isupper() and not head.isupper():
        return "-" if min(borne(head), borne(tail)) > 1 else None
    if any(look_up(head + tail, language)[:4]):
        return ""
    return None if all(any(look_up(half, language)[:5]) for half in (head, tail)) else ""


def _words(text: str, low: int, high: int, language: str) -> list[Change]:
    """Return what words in disguise need."""
    changed = _merged(of_two_alphabets(text, low, high), disguised(text, low, high))
    return _merged(changed, spaced(text, low, high, language))
