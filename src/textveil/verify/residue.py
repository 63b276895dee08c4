"""Residue: no value that was removed from one place survives in another."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from textveil.lexicon.folding import fold
from textveil.lexicon.words import Kind, look_up
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import RARE, family_of, identifies_alone
from textveil.values.metadata import Metadata
from textveil.values.verdict import Verdict, Witness
from textveil.values.view import View
from textveil.verify.must_change import must_change
from textveil.verify.read_names import name_words

__all__ = ["MIN_LENGTH", "Residue"]

MIN_LENGTH = 4
"""Values with fewer letters and digits coincide with ordinary text, and are not looked for."""

_SHOWN = 10
_LONG_NUMBER: Final = 6
"""A number with fewer digits says too little to be the same one in another document."""
_TOKEN = re.compile(r"[^\W_]+")
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_EVERYDAY: Final = int(Kind.WORD | Kind.MONTH | Kind.WEEKDAY | Kind.EPONYM)
_ONLINE: Final = frozenset({"EMAIL", "URL", "USERNAME"})
"""Values that are made of names."""
_NOBODYS: Final = re.compile(r"(?i)(?:https?://)?(?:www\.)?example(?:\.com|\.net|\.org)?/?")
"""Domains that are reserved for examples (RFC 2606), and belong to nobody."""


class _Words(NamedTuple):
    """The letter-and-digit runs of a text, folded, with the view that leads back to offsets."""

    words: list[str]
    spots: list[tuple[int, int]]
    view: View


class _Removed(NamedTuple):
    """What was removed: from the whole corpus, from a subject's documents, from one document."""

    everywhere: set[str]
    names: set[str]
    subject: set[str]
    document: set[str]

    @classmethod
    def nothing(cls) -> "_Removed":
        return cls(set(), set(), set(), set())


@dataclass(frozen=True, slots=True)
class Residue:
    """Check that removed values are gone: everywhere, or from the documents of their subject.

    Notes
    -----
    Two texts are compared as a reader would: folded (look-alike letters, widths, zero-width
    characters), without regard to case, and with everything but letters and digits left out. A
    value *survives* where consecutive words of a text, joined, spell it.

    Values of labels that identify on their own, addresses with a number, and names in full must
    survive nowhere in the corpus, unless they are a single everyday word (`West`); a name in full
    neither with its parts in another order, without its middle names, nor before or after digits,
    as in user names and e-mail addresses. Other values, and single parts of a name, must not
    survive in the documents of their subject. There, in documents other than their own, everyday
    words, names of diseases and tests, and numbers of fewer than six digits do not count.

    The text, the document's id and the metadata that travels along are all looked through, the
    latter two not for everyday words. What stands inside a replacement may coincide by chance with
    a value removed elsewhere, and is no residue unless both identify on their own, it is the very
    value replaced there, or the e-mail address, user name or web address replaced there had it too.
    Ages, times of day and dates that name no day may stay in their place, and a domain reserved for
    examples is nobody's. Values with fewer than four letters and digits are neither looked for nor
    counted as checked. Passages that were withheld as rare may consist of common words; they must
    be gone from their own place, and k-anonymity is the claim about the rest.

    Two passes; time linear in the text for values of bounded length; memory grows with the number
    of distinct values. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "residue"

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        corpus = _Removed.nothing()
        subjects: dict[str, set[str]] = defaultdict(set)
        checked = 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input is not at hand")
            removed, number = _removed(case, case.before.text)
            checked += number
            corpus.everywhere.update(removed.everywhere)
            corpus.names.update(removed.names)
            if removed.subject:
                subjects[case.before.counted_subject].update(removed.subject)
        searches = _Search(corpus.everywhere), _Search(corpus.names)
        found = list(_survivors(cases, searches, subjects))
        return Verdict.of(self.claim, checked, found[:_SHOWN], len(found))


class _Search:
    """Looks for values among the words of a text."""

    def __init__(self, values: Set[str]) -> None:
        self._values = values
        self._heads = {value[:MIN_LENGTH] for value in values}
        self._longest = max(map(len, values), default=0)

    def spots(self, found: _Words) -> Iterator[tuple[int, int]]:
        """Yield the offsets of each place where a value survives."""
        if not self._values:
            return
        for first in range(len(found.words)):
            last = self._match(found.words, first)
            if last is not None:
                yield found.view.locate(found.spots[first][0], found.spots[last][1])

    def _match(self, words: list[str], first: int) -> int | None:
        joined = ""
        for at in range(first, len(words)):
            joined += words[at]
            if len(joined) >= MIN_LENGTH and joined[:MIN_LENGTH] not in self._heads:
                return None
            if joined in self._values:
                return at
            if len(joined) >= self._longest:
                return None
        return None


def _survivors(
    cases: Iterable[Case], corpus: tuple[_Search, _Search], subjects: dict[str, set[str]]
) -> Iterator[Witness]:
    everywhere, names = corpus
    for case in cases:
        before = case.before.text if case.before else ""
        own, _ = _removed(case, before)
        shared = subjects.get(case.before.counted_subject if case.before else "", set())
        # Several searches: joining the values of a document to those of the corpus would cost as
        # much as all of the corpus's values, for every document.
        here = _Search(own.document | shared)
        replaced = _Replaced.of(case, before)
        spots = _spots(everywhere, names, here, case.release.text)
        kept = {spot[:2] for spot in spots if not replaced.excuses(*spot)}
        for start, end in sorted(kept):
            yield Witness(case.release.id, start, end, "a removed value survives in the text")
        yield from _unmoved(case, before)
        # An everyday word that was removed from the text is nobody's in a column or an id.
        beside = _Search(own.subject | shared)
        for name, text in _travelling(case):
            if any(True for _ in _spots(everywhere, names, beside, text)):
                yield Witness(case.release.id, 0, 0, f"a removed value survives in {name}")


def _spots(
    everywhere: _Search, names: _Search, here: _Search, text: str
) -> Iterator[tuple[int, int, bool]]:
    """Yield where values survive, and whether what survives identifies on its own."""
    found = _words(text)
    yield from ((*spot, True) for spot in everywhere.spots(found))
    yield from ((*spot, True) for spot in names.spots(_words(text, _LETTERS_OR_DIGITS)))
    yield from ((*spot, False) for spot in here.spots(found))


class _Replaced(NamedTuple):
    """The replacements of a release, by where they begin."""

    text: str
    before: str
    starts: list[int]
    edits: list[tuple[Edit, int, int]]

    @classmethod
    def of(cls, case: Case, before: str) -> "_Replaced":
        placed = list(case.release.placed())
        return cls(case.release.text, before, [start for _, start, _ in placed], placed)

    def excuses(self, start: int, end: int, alone: bool) -> bool:
        """Tell whether what stands here is part of a replacement, and there by chance.

        It is not where it identifies on its own, and so does what was replaced; where it is the
        very value replaced; and where an e-mail address or user name had it before.
        """
        at = bisect_right(self.starts, start) - 1
        if at < 0 or end > self.edits[at][2]:
            return False
        edit = self.edits[at][0]
        passage = self.before[edit.start : edit.end]
        shown = self.text[start:end]
        # Words are compared one by one: 10/26/2013 does not show 2/6/2013.
        same = _words(shown).words == _words(passage).words
        if same or (edit.label in _ONLINE and _joined(shown) in _joined(passage)):
            return not must_change(edit.label, passage)
        return not (alone and identifies_alone(edit.label))


def _unmoved(case: Case, before: str) -> Iterator[Witness]:
    for edit, start, end in case.release.placed():
        value = _joined(before[edit.start : edit.end])
        if edit.label == RARE and value and value in _joined(edit.replacement):
            yield Witness(case.release.id, start, end, "a rare passage stands in its own place")


def _removed(case: Case, before: str) -> tuple[_Removed, int]:
    """Return what one release removed, and how many passages of it are looked for."""
    removed, number = _Removed.nothing(), 0
    for edit in case.release.edits:
        passage = before[edit.start : edit.end]
        value = _joined(passage)
        if edit.label == RARE or len(value) < MIN_LENGTH or _NOBODYS.fullmatch(passage):
            continue
        if edit.replacement == passage and not must_change(edit.label, passage):
            continue
        number += 1
        alone = identifies_alone(edit.label) or _is_numbered_address(edit.label, passage)
        if alone and (value.isdigit() or _tells_elsewhere(passage, value)):
            removed.everywhere.add(value)
            continue
        removed.document.add(value)
        if _tells_elsewhere(passage, value):
            removed.subject.add(value)
        if family_of(edit.label) == "NAME":
            removed.names.update(_full_names(passage))
    return removed, number


def _is_numbered_address(label: str, passage: str) -> bool:
    words = _words(passage).words
    return label == "ADDRESS" and len(words) > 2 and any(word.isdigit() for word in words)


def _tells_elsewhere(passage: str, value: str) -> bool:
    if value.isdigit():
        return len(value) >= _LONG_NUMBER
    return len(_words(passage).words) > 1 or not look_up(value).kinds & _EVERYDAY


def _full_names(passage: str) -> Iterator[str]:
    """Yield the ways to spell a name in full without a gap; none for a part of a name."""
    words = name_words(passage)
    if len(words) > 1:
        *given, family = words
        for spelt in (
            "".join(words),
            words[0] + family,
            family + words[0],
            family + "".join(given),
        ):
            if len(spelt) >= MIN_LENGTH:
                yield spelt


def _travelling(case: Case) -> Iterator[tuple[str, str]]:
    yield "the document id", case.release.id
    yield from ((f"metadata field {name}", text) for name, text in _strings(case.metadata))


def _strings(metadata: Metadata, prefix: str = "") -> Iterator[tuple[str, str]]:
    for name, value in metadata.items():
        yield "names", name
        if isinstance(value, Metadata):
            yield from _strings(value, f"{prefix}{name}.")
        elif isinstance(value, tuple):
            nested = {str(at): item for at, item in enumerate(value)}
            yield from _strings(Metadata(nested), f"{prefix}{name}.")
        elif value is not None:
            yield f"{prefix}{name}", str(value)


def _joined(text: str) -> str:
    return "".join(_words(text).words)


def _words(text: str, token: re.Pattern[str] = _TOKEN) -> _Words:
    view = fold(text)
    found = list(token.finditer(view.text))
    return _Words([m.group().casefold() for m in found], [m.span() for m in found], view)
