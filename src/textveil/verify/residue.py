"""Residue: no value that was removed from one place survives in another."""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from textveil.lexicon.folding import fold
from textveil.values.contracts import Case
from textveil.values.label import RARE, identifies_alone
from textveil.values.metadata import Metadata
from textveil.values.verdict import Verdict, Witness
from textveil.values.view import View

__all__ = ["MIN_LENGTH", "Residue"]

MIN_LENGTH = 4
"""Values with fewer letters and digits coincide with ordinary text, and are not looked for."""

_SHOWN = 10
_TOKEN = re.compile(r"[^\W_]+")


class _Words(NamedTuple):
    """The letter-and-digit runs of a text, folded, with the view that leads back to offsets."""

    words: list[str]
    spots: list[tuple[int, int]]
    view: View


@dataclass(frozen=True, slots=True)
class Residue:
    """Check that removed values are gone: everywhere, or at least from their own document.

    Notes
    -----
    Two texts are compared as a reader would: folded (look-alike letters, widths, zero-width
    characters), without regard to case, and with everything but letters and digits left out. A
    value *survives* where consecutive words of a text, joined, spell it. Values of labels that
    identify on their own must survive nowhere in the corpus; values of other labels must not
    survive in the document they were removed from. The text, the document's id and the metadata
    that travels along are all looked through. Values with fewer than four letters and digits are
    neither looked for nor counted as checked. Passages that were withheld as rare may consist of
    common words; they must be gone from their own place, and k-anonymity is the claim about the
    rest.

    Two passes; time linear in the text for values of bounded length; memory grows with the number
    of distinct values. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "residue"

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        corpus: set[str] = set()
        checked = 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input is not at hand")
            for label, value in _removed(case, case.before.text):
                checked += 1
                if identifies_alone(label):
                    corpus.add(value)
        found = list(_survivors(cases, _Search(corpus)))
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


def _survivors(cases: Iterable[Case], corpus: _Search) -> Iterator[Witness]:
    for case in cases:
        before = case.before.text if case.before else ""
        own = {value for label, value in _removed(case, before) if not identifies_alone(label)}
        # Two searches: joining the document's values to the corpus's would cost as much as all of
        # the corpus's values, for every document.
        searches = (corpus, _Search(own))
        for start, end in _spots(searches, case.release.text):
            yield Witness(case.release.id, start, end, "a removed value survives in the text")
        yield from _unmoved(case, before)
        for name, text in _travelling(case):
            if _spots(searches, text):
                yield Witness(case.release.id, 0, 0, f"a removed value survives in {name}")


def _spots(searches: Iterable[_Search], text: str) -> list[tuple[int, int]]:
    found = _words(text)
    return sorted({spot for search in searches for spot in search.spots(found)})


def _unmoved(case: Case, before: str) -> Iterator[Witness]:
    for edit, start, end in case.release.placed():
        value = "".join(_words(before[edit.start : edit.end]).words)
        if edit.label == RARE and value and value in "".join(_words(edit.replacement).words):
            yield Witness(case.release.id, start, end, "a rare passage stands in its own place")


def _removed(case: Case, before: str) -> Iterator[tuple[str, str]]:
    for edit in case.release.edits:
        if edit.label == RARE:
            continue
        value = "".join(_words(before[edit.start : edit.end]).words)
        if len(value) >= MIN_LENGTH:
            yield edit.label, value


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


def _words(text: str) -> _Words:
    view = fold(text)
    found = list(_TOKEN.finditer(view.text))
    return _Words([m.group().casefold() for m in found], [m.span() for m in found], view)
