"""Folding: a text as a person reads it, for matchers, with the way back to the real offsets.

Two views of a text, both defined character by character, so that they can be cut and joined:

`fold`
    format characters and combining marks are gone; full-width, mathematical and circled forms,
    digits of every script, look-alike letters, dashes, spaces and quotation marks are ASCII.
`squeeze`
    folded, case-folded, and only letters and digits are left. Two texts that say the same value
    squeeze to the same string, however they are spaced, punctuated and capitalised.

A *token* is a maximal run of letters and digits of the folded text; `borders` gives the places of
a squeezed view where one ends and the next begins. An occurrence of a value is a match of squeezed
strings that begins and ends at borders. Detectors and verifiers share this definition.
"""

import codecs
import re
import threading
import unicodedata
from array import array
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from textveil.lexicon.tables.lookalikes import INVISIBLE, LOOKALIKES, UNTOUCHED
from textveil.values.view import Resized, View

__all__ = ["OPAQUE", "borders", "fold", "fold_ascii", "fold_character", "squeeze", "squeeze_text"]

OPAQUE = "\x7f"
"""Stands in an ASCII view for what is not ASCII even after folding."""

_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_TOKEN = re.compile(r"[^\W_]+")
_NOT_ALPHANUMERIC = bytes(point for point in range(128) if not chr(point).isalnum())
_GAP = re.compile(r"[\W_]+")
_REMOVED = frozenset({"Cf", "Mn", "Me"})

# Short runs (one accented letter, a dash) recur all the time; long ones do not.
_SHORT = 4
_CACHED = 1 << 14


def fold_character(character: str) -> str:
    """Return what one character is folded to: nothing, one character or several.

    Examples
    --------
    >>> [fold_character(c) for c in ("é", "\u200b", "\u0430", "\u2469")]
    ['e', '', 'a', '10']
    """
    if character < "\x80" or character in UNTOUCHED:
        return character
    if character in LOOKALIKES:
        return LOOKALIKES[character]
    category = unicodedata.category(character)
    if category in _REMOVED or character in INVISIBLE:
        return ""
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    return {"Zs": " ", "Pd": "-"}.get(category) or _decomposed(character)


def _decomposed(character: str) -> str:
    """Return the decomposition without marks where it is ASCII or one character, else itself."""
    for form in ("NFKD", "NFD"):
        parts = unicodedata.normalize(form, character)
        base = "".join(
            LOOKALIKES.get(part, part)
            for part in parts
            if unicodedata.category(part) not in _REMOVED
        )
        # A fraction would join the number before it; a spacing accent would become a space.
        if "\u2044" not in parts and " " not in base and (base.isascii() or len(base) == 1):
            return base
    return character


class _Images(dict[int, str]):
    """Code point to folded text, filled on demand, in the form that `str.translate` takes."""

    def __missing__(self, point: int) -> str:
        image = self[point] = fold_character(chr(point))
        if len(image) != 1:
            _RESIZING.add(chr(point))
        return image


_IMAGES = _Images()
_RESIZING: set[str] = set()


class _Run(NamedTuple):
    """What a run of non-ASCII characters becomes, and the places in it that change length."""

    text: str
    ascii: bytes
    places: tuple[tuple[int, int, int, int], ...]
    growth: int


_RUNS: dict[str, _Run] = {}


def _fold_run(run: str) -> _Run:
    known = _RUNS.get(run)
    if known is not None:
        return known
    text = run.translate(_IMAGES)
    places: list[tuple[int, int, int, int]] = []
    # Translation has filled the table, and with it the set.
    if not _RESIZING.isdisjoint(run):
        at = 0
        for offset, character in enumerate(run):
            width = len(_IMAGES[ord(character)])
            if width != 1:
                places.append((at, at + width, offset, offset + 1))
            at += width
    folded = _Run(text, _plain(text), tuple(places), len(text) - len(run))
    if len(run) <= _SHORT:
        if len(_RUNS) >= _CACHED:
            _RUNS.clear()
        _RUNS[run] = folded
    return folded


def _plain(text: str) -> bytes:
    """Return folded text in ASCII, `OPAQUE` for the rest."""
    if "?" in text:
        return _BEYOND_ASCII.sub(OPAQUE, text).encode("ascii")
    # The encoder's own mark is many times faster, and here it stands for nothing else.
    return text.encode("ascii", "replace").replace(b"?", OPAQUE.encode("ascii"))


class _Notes(threading.local):
    """What the error handler below has seen in the text that this thread is folding."""

    def __init__(self) -> None:
        self.runs: list[tuple[int, _Run]] = []


_notes = _Notes()


def _replace_run(error: UnicodeError) -> tuple[bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    run = _fold_run(error.object[error.start : error.end])
    _notes.runs.append((error.start, run))
    return run.ascii, error.end


# Python has no fast search for "not ASCII": its regular expressions take ten times as long as the
# encoder, which stops at exactly these runs and asks the handler of this name what to write.
codecs.register_error("textveil.fold", _replace_run)


def _fold(text: str) -> tuple[bytes, list[tuple[int, _Run]]]:
    """Return the ASCII view, and each run of other characters with its start."""
    runs: list[tuple[int, _Run]] = []
    _notes.runs = runs
    return text.encode("ascii", "textveil.fold"), runs


def _resized(runs: list[tuple[int, _Run]]) -> Resized | None:
    """Return the places of all runs, or None if there are none, which is the common case."""
    resized, shift = None, 0
    for start, run in runs:
        if run.places:
            resized = resized or Resized()
            for view_start, view_end, low, high in run.places:
                at = start + shift
                resized.add(at + view_start, at + view_end, start + low, start + high)
            shift += run.growth
    return resized


def fold(text: str) -> View:
    """Return the text folded for matching.

    Lone surrogates, which no encoding can carry, stay as they are and match nothing.

    Notes
    -----
    ASCII text is its own view and costs one flag test. Otherwise time is linear: plain stretches
    are copied, runs of other characters go through a table that fills itself, and only characters
    that vanish or become several take memory for offsets.

    Examples
    --------
    >>> view = fold("joe\u200b\uff20x.org")
    >>> view.text, view.locate(0, 9)
    ('joe@x.org', (0, 10))
    """
    if text.isascii():
        return View.identity(text)
    plain, runs = _fold(text)
    if all(run.text.isascii() for _, run in runs):
        return View(plain.decode("ascii"), _resized(runs))
    parts: list[str] = []
    last = at = 0
    for start, run in runs:
        stretch = plain[at : at + start - last].decode("ascii")
        parts += (stretch, run.text)
        at += start - last + len(run.ascii)
        last = start + len(run.text) - run.growth
    parts.append(plain[at:].decode("ascii"))
    return View("".join(parts), _resized(runs))


def fold_ascii(text: str) -> View:
    r"""Return the text folded, and `OPAQUE` for every character that is not ASCII even then.

    For matchers that only know ASCII: the view has the offsets of `fold`, and takes less time.

    Examples
    --------
    >>> fold_ascii("caf\u00e9 \u65e5").text
    'cafe \x7f'
    """
    if text.isascii():
        return View.identity(text)
    plain, runs = _fold(text)
    return View(plain.decode("ascii"), _resized(runs))


def squeeze(text: str) -> View:
    """Return only the letters and digits of the folded text, case-folded.

    Examples
    --------
    >>> squeeze("(555) 123-\u0661").text
    '5551231'
    """
    folded = fold(text)
    lowered = folded.text.casefold()
    tokens = [match.span() for match in _TOKEN.finditer(folded.text)]
    # Case folding only ever lengthens a character, so equal lengths mean one to one.
    if len(lowered) == len(folded.text):
        return View(_GAP.sub("", lowered), _gaps(tokens, len(lowered)), folded)
    return _widened(folded, tokens)


def squeeze_text(text: str) -> str:
    """Return the text of `squeeze` without the way back, in a fraction of the time.

    Examples
    --------
    >>> squeeze_text("(555) 123-4567")
    '5551234567'
    """
    if text.isascii() and text.isalnum():
        return text.lower()
    # Words come again and again, documents do not.
    return _squeezed_word(text) if len(text) <= _WORD_LENGTH else _squeezed(text)


def _squeezed(text: str) -> str:
    # Folding leaves ASCII as it is.
    folded = text.lower() if text.isascii() else fold(text).text.casefold()
    if folded.isascii():
        return folded.encode("ascii").translate(None, _NOT_ALPHANUMERIC).decode("ascii")
    return _GAP.sub("", folded)


_WORD_LENGTH = 40
_squeezed_word = lru_cache(maxsize=1 << 16)(_squeezed)


def _gaps(tokens: list[tuple[int, int]], size: int) -> Resized:
    """Return what lies before, between and after the tokens, as places left out."""
    starts = [0, *(end for _, end in tokens)]
    ends = [*(start for start, _ in tokens), size]
    left = [0, *accumulate(end - start for start, end in tokens)]
    if tokens and tokens[0][0] == 0:
        del starts[0], ends[0], left[0]
    if starts and starts[-1] == ends[-1]:
        del starts[-1], ends[-1], left[-1]
    at = array("q", left)
    return Resized(at, at, array("q", starts), array("q", ends))


def _widened(folded: View, tokens: list[tuple[int, int]]) -> View:
    """Squeeze a text in which some characters become longer when case is folded."""
    parts: list[str] = []
    resized = Resized()
    at = last = 0
    for start, end in tokens:
        if start > last:
            resized.add(at, at, last, start)
        token = folded.text[start:end]
        parts.append(token.casefold())
        if len(parts[-1]) != end - start:
            widths = [len(character.casefold()) for character in token]
            ends = list(accumulate(widths, initial=at))
            for offset, width in enumerate(widths):
                if width != 1:
                    resized.add(ends[offset], ends[offset + 1], start + offset, start + offset + 1)
        at += len(parts[-1])
        last = end
    if last < len(folded.text):
        resized.add(at, at, last, len(folded.text))
    return View("".join(parts), resized, folded)


def borders(squeezed: View) -> set[int]:
    """Return the offsets of a squeezed view at which a token begins or ends.

    Examples
    --------
    >>> sorted(borders(squeeze("Ann-Marie Li")))
    [0, 3, 8, 10]
    """
    places = squeezed.resized
    gaps = zip(places.view_starts, places.view_ends, strict=True) if places is not None else ()
    return {0, len(squeezed), *(low for low, high in gaps if low == high)}
