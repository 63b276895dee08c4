"""Identifiers: no identifier is left in a rewritten text.

Texts are compared as a reader would, as residue does: folded, without regard to case, letters and
digits only. The search has nothing in common with the one that removed the identifiers but the
definition of folding.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from textveil.values.edit import Edit
from textveil.values.verdict import Verdict, Witness
from textveil.verify.readers.tables import are_everyday, fold, image_of, squeeze_text

__all__ = ["IDENTIFIERS", "IdentifiersRemoved", "Written", "cuts_word"]

IDENTIFIERS: Final = "identifiers-removed"

Written = tuple[int, int, str]
"""Where a form stands in the rewritten text, and the passage it stands for; none for a bare `*`."""

_LONG = 4
"""Shorter values coincide with ordinary text in some spelling: only their own one is looked for."""
_LONG_NUMBER = 6
"""Numbers with fewer digits are easily found in two numbers that stand side by side."""
_TOKEN = re.compile(r"[^\W_]+")
_UNSEEN = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")
# Scripts without spaces between words, and one whose particles stick to words.
_ALONE = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "HANGUL", "BOPOMOFO")


class IdentifiersRemoved:
    """Check, text after text, that no identifier survives.

    Parameters
    ----------
    identifiers
        What was to be removed, in whatever case.

    Notes
    -----
    An identifier *survives* where words of a text, folded, case-folded and joined, spell it; one
    with fewer than four letters and digits, where it stands in its own spelling. As in residue, 16
    17 is not 1617, and "has an" is not Hasan. In scripts without spaces it may stand anywhere. What
    lies inside a form is a piece of a term, and no word; instead the passage that a form stands for
    must hold no identifier. Of an identifier that is rewritten, no letter or digit may be left.

    Examples
    --------
    >>> check = IdentifiersRemoved(["Ana Ruiz"])
    >>> check.look("1", "A letter by ANA-RUIZ to *", [])
    >>> check.verdict().witnesses[0].place
    '1 [12, 20)'
    """

    claim: ClassVar[str] = IDENTIFIERS

    def __init__(self, identifiers: Iterable[str]) -> None:
        values: dict[str, set[str]] = {}
        self._unsearched = 0
        for identifier in dict.fromkeys(identifiers):
            squeezed = squeeze_text(identifier)
            self._unsearched += not squeezed
            if squeezed:
                values.setdefault(squeezed, set()).add(_plain(identifier))
        self._values = list(values.items())
        # Other tables take time that grows with the square of the longest value.
        self._automaton = (
            AhoCorasick(list(values), implementation=Implementation.ContiguousNFA)
            if values
            else None
        )
        self._clean = {""}
        self._texts = 0
        self._witnesses: list[Witness] = []

    def __repr__(self) -> str:
        return f"IdentifiersRemoved(identifiers={len(self._values)}, texts={self._texts})"

    def look(self, document: str, text: str, written: Sequence[Written]) -> None:
        """Look through a rewritten text.

        Parameters
        ----------
        document
            Its id.
        text
            As it is to be released.
        written
            The forms in it, in order, bare stars too: words beside a star do not become one.
        """
        self._texts += 1
        starts = [start for start, _, _ in written]
        for start, end in self._survivors(text):
            before = bisect_left(starts, end) - 1
            if before < 0 or written[before][1] <= start:
                self._witnesses.append(
                    Witness(document, start, end, "an identifier survives in the text")
                )
        for start, end, passage in written:
            if passage not in self._clean:
                if self.survives(passage):
                    reason = "a form stands for a passage that holds an identifier"
                    self._witnesses.append(Witness(document, start, end, reason))
                else:
                    self._clean.add(passage)

    def look_back(self, document: str, text: str, edits: Sequence[tuple[Edit, int, int]]) -> None:
        """Look through a text as it was: what was an identifier must be gone as a whole.

        Parameters
        ----------
        document
            Its id.
        text
            As it was before it was rewritten.
        edits
            What was rewritten, in order, each with the place where its replacement stands.
        """
        starts = [edit.start for edit, _, _ in edits]
        for start, end in self._survivors(text):
            first = max(bisect_right(starts, start) - 1, 0)
            there = [one for one in edits[first : bisect_left(starts, end)] if one[0].end > start]
            gone = {at for edit, _, _ in there for at in range(edit.start, edit.end)}
            # What nothing was done to is found in the rewritten text.
            if there and any(text[at].isalnum() for at in set(range(start, end)) - gone):
                _, new_start, new_end = there[0]
                reason = "a part of an identifier survives beside this"
                self._witnesses.append(Witness(document, new_start, new_end, reason))

    def survives(self, text: str) -> bool:
        """Tell whether an identifier stands in a text."""
        return any(True for _ in self._survivors(text))

    def verdict(self) -> Verdict:
        """Return the verdict over all texts that were looked through."""
        number = len(self._values)
        reason = f"{number:,} identifier{'' if number == 1 else 's'} looked for"
        exempt = {"identifiers without letters or digits": self._unsearched}
        return Verdict.of(IDENTIFIERS, self._texts, self._witnesses, reason=reason, exempt=exempt)

    def _survivors(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield where identifiers stand in a text."""
        if self._automaton is None:
            return
        hits = self._automaton.find_matches_as_indexes(squeeze_text(text), overlapping=True)
        if not hits:
            return
        view = _Squeezed.of(text)
        for number, low, high in hits:
            value, spellings = self._values[number]
            start, end = view.places[low], view.places[high - 1] + 1
            words = low in view.edges and high in view.edges
            free = words or (_free(view, low) and _free(view, high))
            spelt = free and _plain(text[start : _with_marks(text, end)]) in spellings
            if spelt or (words and len(value) >= _LONG and _is_one(text[start:end], spellings)):
                yield start, end


def _is_one(shown: str, spellings: set[str]) -> bool:
    """Tell whether several words are one value, and not others that have its letters by chance."""
    words = _words(shown)
    ways = [_words(spelling) for spelling in spellings]
    if len(words) == 1 or words in ways:
        return True
    if all(map(str.isdecimal, words)):
        return sum(map(len, words)) >= _LONG_NUMBER
    if any(len(way) > 1 for way in ways):
        return True
    return any(len(word) == 1 for word in words) or not are_everyday(words)


def _with_marks(text: str, end: int) -> int:
    """Return where the marks end that belong to the letter before a place, unseen ones between."""
    at = end
    while at < len(text) and (unicodedata.category(text[at])[0] == "M" or _UNSEEN.match(text[at])):
        at += 1
        if unicodedata.category(text[at - 1])[0] == "M":
            end = at
    return end


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _TOKEN.findall(fold(text).text)]


def _plain(passage: str) -> str:
    """Return a passage in the spelling that counts as its own."""
    seen = " ".join(_UNSEEN.sub("", passage).split())
    return unicodedata.normalize("NFC", seen.casefold())


class _Squeezed(NamedTuple):
    """Letters and digits of a text, where each stood, and where words begin and end."""

    text: str
    places: list[int]
    edges: set[int]

    @classmethod
    def of(cls, text: str) -> "_Squeezed":
        shown: list[str] = []
        places: list[int] = []
        edges = {0}
        for at, character in enumerate(text):
            for one in image_of(character).casefold():
                if one.isalnum():
                    shown.append(one)
                    places.append(at)
                else:
                    edges.add(len(shown))
        return cls("".join(shown), places, edges | {len(shown)})


def _free(squeezed: _Squeezed, at: int) -> bool:
    """Say whether a word may begin or end at a place: a border, or a script without spaces."""
    return at in squeezed.edges or _stand_alone(squeezed.text[max(at - 1, 0) : at + 1])


def _stand_alone(characters: str) -> bool:
    return any(unicodedata.name(one, "").startswith(_ALONE) for one in characters)


def cuts_word(text: str, at: int) -> bool:
    """Tell whether a place lies between two letters or digits of one word.

    Examples
    --------
    >>> cuts_word("to PERU", 3), cuts_word("to PERU", 6), cuts_word("in \u6771\u4eac", 4)
    (False, True, False)
    """
    beside = text[max(at - 1, 0) : at + 1] if at else ""
    return len(beside) == 2 and all(map(str.isalnum, beside)) and not _stand_alone(beside)
