"""Residue: no value that was removed from one place survives in another."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import RARE, identifies_alone
from textveil.values.metadata import Metadata
from textveil.values.verdict import Verdict, Witness
from textveil.verify.must_change import must_change
from textveil.verify.removed_values import (
    MIN_LENGTH,
    Removed,
    Words,
    are_everyday,
    joined,
    removed_by,
    shown_days,
    words_of,
)

__all__ = ["Residue"]

_SHOWN: Final = 10
_LONG: Final = 6
_DECIMAL: Final = re.compile(r"\d+\.\d+")
_ONLINE: Final = frozenset({"EMAIL", "URL", "USERNAME"})
"""Values that are made of names."""
_SURVIVES: Final = "a removed value survives in the text"


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
    as in user names and e-mail addresses; a house neither with short words for streets, nor without
    its town. Other values must not survive in the documents of their subject, a day with its year
    in no writing. There, in documents other than their own, everyday words, traits in everyday
    words, names of diseases and tests, and numbers of fewer than six digits do not count. Parts of
    a name in full that are no everyday words must not survive in its own document.

    The text, the document's id and the metadata that travels along are all looked through, the
    latter two not for everyday words. What stands inside a replacement, or begins in one and ends
    in the next, may coincide by chance with a value removed elsewhere, and is no residue unless
    both identify on their own and it has six letters and digits or is all that is shown, it is the
    very value replaced there, or the e-mail address, user name or web address replaced there had it
    too. A decimal number is no short number that was written without a point, and everyday words in
    a row are no single word. Ages, times of day and dates that name no day may stay in their place,
    and a domain reserved for examples is nobody's. Values with fewer than four letters and digits
    are neither looked for nor counted as checked; the verdict says how many there are. Passages
    that were withheld as rare may consist of common words; they must be gone from their own place,
    and k-anonymity is the claim about the rest.

    Two passes; time linear in the text for values of bounded length; memory grows with the number
    of distinct values. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "residue"

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        corpus = Removed.nothing()
        subjects: dict[str, _Shared] = defaultdict(_Shared.nothing)
        checked = 0
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input is not at hand")
            removed, number = removed_by(case, case.before.text)
            checked += number
            corpus.everywhere.update(removed.everywhere)
            corpus.names.update(removed.names)
            corpus.streets.update(removed.streets)
            corpus.short.update(removed.short)
            if removed.subject or removed.days:
                shared = subjects[case.before.counted_subject]
                shared.values.update(removed.subject)
                shared.days.update(removed.days)
        searches = _Searches.of(corpus)
        failures, witnesses = 0, []
        for case in cases:
            subject = case.before.counted_subject if case.before else ""
            for witness in _survivors(case, searches, subjects.get(subject, _Shared.nothing())):
                failures += 1
                witnesses += [witness] if failures <= _SHOWN else []
        return Verdict.of(self.claim, checked, witnesses, failures, _unsearched(corpus))


def _unsearched(corpus: Removed) -> str:
    if not corpus.short:
        return ""
    return f"values of fewer than {MIN_LENGTH} characters, not looked for: {len(corpus.short)}"


class _Shared(NamedTuple):
    """What no document of a subject may show."""

    values: set[str]
    days: set[int]

    @classmethod
    def nothing(cls) -> "_Shared":
        return cls(set(), set())


class _Search:
    """Looks for values among the words of a text."""

    def __init__(self, values: Set[str]) -> None:
        self._values = values
        self._heads = {value[:MIN_LENGTH] for value in values}
        self._longest = max(map(len, values), default=0)

    def spots(self, found: Words) -> Iterator[tuple[int, int]]:
        """Yield the offsets of each place where a value survives."""
        if not self._values:
            return
        for first in range(len(found.words)):
            last = self._match(found.words, first)
            if last is not None:
                yield found.view.locate(found.spots[first][0], found.spots[last][1])

    def _match(self, words: list[str], first: int) -> int | None:
        spelt = ""
        for at in range(first, len(words)):
            spelt += words[at]
            if len(spelt) >= MIN_LENGTH and spelt[:MIN_LENGTH] not in self._heads:
                return None
            if spelt in self._values:
                return at
            if len(spelt) >= self._longest:
                return None
        return None


class _Searches(NamedTuple):
    """The searches for what must stand in no document at all."""

    everywhere: _Search
    names: _Search
    streets: _Search

    @classmethod
    def of(cls, corpus: Removed) -> "_Searches":
        return cls(_Search(corpus.everywhere), _Search(corpus.names), _Search(corpus.streets))

    def spots(self, here: _Search, text: str) -> Iterator[tuple[int, int, bool]]:
        """Yield where values survive, and whether what survives identifies on its own."""
        found = words_of(text)
        yield from ((*spot, True) for spot in self.everywhere.spots(found))
        yield from ((*spot, True) for spot in self.names.spots(found.apart()))
        yield from ((*spot, True) for spot in self.streets.spots(found.shortened()))
        yield from ((*spot, False) for spot in here.spots(found))


def _survivors(case: Case, searches: _Searches, shared: _Shared) -> Iterator[Witness]:
    before = case.before.text if case.before else ""
    own, _ = removed_by(case, before)
    # Several searches: joining the values of a document to those of the corpus would cost as much
    # as all of the corpus's values, for every document.
    here = _Search(own.document | shared.values)
    replaced = _Replaced.of(case, before)
    text = case.release.text
    kept = {
        (start, end)
        for start, end, alone in searches.spots(here, text)
        if not replaced.excuses(start, end, alone)
        and (alone or not _says_other(text[start:end], own))
    }
    days = {(start, end) for start, end, day in shown_days(text) if day in shared.days}
    kept |= {spot for spot in days if not replaced.touches(*spot)}
    for start, end in sorted(kept):
        yield Witness(case.release.id, start, end, _SURVIVES)
    yield from _unmoved(case, before)
    # An everyday word that was removed from the text is nobody's in a column or an id.
    beside = _Search(own.subject | shared.values)
    for name, travelling in _travelling(case):
        shown = (day in shared.days for _, _, day in shown_days(travelling))
        if any(True for _ in searches.spots(beside, travelling)) or any(shown):
            yield Witness(case.release.id, 0, 0, f"a removed value survives in {name}")


def _says_other(shown: str, own: Removed) -> bool:
    """Tell whether the same letters or digits say something else.

    A decimal number is none that had no point (10/17, 10.17), and "has an" is not Hasan.
    """
    found = words_of(shown).words
    spelt = "".join(found)
    if _DECIMAL.fullmatch(shown):
        return spelt not in own.pointed
    apart = len(found) > 1 and all(len(word) > 1 for word in found)
    return apart and spelt in own.document - own.several and are_everyday(found)


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
            return self._is_astride(start, end)
        edit = self.edits[at][0]
        passage = self.before[edit.start : edit.end]
        shown = self.text[start:end]
        # Words are compared one by one: 10/26/2013 does not show 2/6/2013.
        same = words_of(shown).words == words_of(passage).words
        if same or (edit.label in _ONLINE and joined(shown) in joined(passage)):
            return not must_change(edit.label, passage)
        # Four digits of a fake number may be the room of somebody; six are not.
        long = len(joined(shown)) >= _LONG or joined(shown) == joined(edit.replacement)
        return not (alone and long and identifies_alone(edit.label))

    def touches(self, start: int, end: int) -> bool:
        """Tell whether part of this is replaced."""
        at = bisect_left(self.starts, end) - 1
        return at >= 0 and start < self.edits[at][2]

    def _is_astride(self, start: int, end: int) -> bool:
        """Tell whether this begins in one replacement and ends in another, and cuts one of them.

        "Eva Lund, Ana Holt" shows no "Lund, Ana".
        """
        first, last = (bisect_right(self.starts, at) - 1 for at in (start, end - 1))
        if first < 0 or first == last or start >= self.edits[first][2] or end > self.edits[last][2]:
            return False
        return start > self.edits[first][1] or end < self.edits[last][2]


def _unmoved(case: Case, before: str) -> Iterator[Witness]:
    for edit, start, end in case.release.placed():
        value = joined(before[edit.start : edit.end])
        if edit.label == RARE and value and value in joined(edit.replacement):
            yield Witness(case.release.id, start, end, "a rare passage stands in its own place")


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
