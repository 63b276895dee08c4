"""Audience: no version of a message tells a group more than its level allows.

The verifier reads the tables that the covers are made of, the graph of WordNet, the lists of places
and the time phrases, and climbs them by itself: it knows no ladder.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar, Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.contracts import Case
from textveil.values.messages.message import MessagePassage
from textveil.values.verdict import Verdict, Witness
from textveil.verify.messages.audience_times import TimeTruth
from textveil.verify.messages.audience_truth import lies_above, means_the_same

__all__ = ["Audience"]

_WORD: Final = re.compile(r"\w+")
_LONG: Final = 6
"""Letters from which on a word with one wrong letter is still read as the word."""
_PERSONS: Final = frozenset({"NAME", "PERSON", "PATIENT", "DOCTOR", "USERNAME"})


@dataclass(frozen=True, slots=True)
class Audience:
    """Check all versions of one message.

    Parameters
    ----------
    private
        The private passages of the message.
    ranks
        Of each case, in order: the number of its group in the order of trust.
    levels
        Of each group: the level of each passage; 0 is the passage as written.
    at
        The moment at which the message is written.
    own
        Ladders of the user: covers by passage, each list from fine to coarse.
    public
        Numbers of the groups that must not read any private passage as written.
    phrases
        Further time phrases with their rules.

    Notes
    -----
    Guarantee: if the verdict holds, no version shows a passage that its group must not read as
    written, not even misspelt by one letter or inside another name; each cover is true by the
    tables; and no group is told more of a passage than a group before it.
    Limits in `docs/methods/versions.md`.
    """

    claim: ClassVar[str] = "audience"

    private: tuple[MessagePassage, ...] = ()
    ranks: tuple[int, ...] = ()
    levels: tuple[tuple[int, ...], ...] = ()
    at: datetime | None = None
    own: Mapping[str, Sequence[str]] = field(default_factory=lambda: MappingProxyType({}))
    public: tuple[int, ...] = ()
    phrases: tuple[tuple[str, str], ...] = ()

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict; witnesses point at the released texts."""
        held = list(cases)
        if not self.private:
            return Verdict.of(self.claim, len(held), [])
        if len(held) != len(self.ranks) or any(case.before is None for case in held):
            return Verdict.not_checkable(self.claim, "versions, groups or the message are missing")
        return Verdict.of(self.claim, len(held) * len(self.private), self._witnesses(held))

    def _witnesses(self, cases: Sequence[Case]) -> Iterator[Witness]:
        for number, (one, other) in enumerate(pairwise(self.levels)):
            if any(a > b for a, b in zip(one, other, strict=True)):
                yield Witness("", 0, 0, "levels are not nested", beside=f"group {number + 1}")
        for at, passage in enumerate(self.private):
            shown: dict[int, set[str]] = {}
            for case, rank in zip(cases, self.ranks, strict=True):
                cover, start, end = _shown(case, passage)
                shown.setdefault(rank, set()).add(cover)
                place = (case.release.id, start, end)
                hides = self.levels[rank][at] > 0 or rank in self.public
                if hides and (reason := self._fault(case, passage, cover)):
                    yield Witness(*place, reason, count=at, label=passage.span.label, redraw=True)
            yield from self._unnested(at, passage, shown, cases[0].release.id)

    def _fault(self, case: Case, passage: MessagePassage, cover: str) -> str:
        """Return what is wrong with a passage in a version; empty if nothing is."""
        value = _value(case, passage)
        if not self._is_true(case, passage, value, cover):
            return "what replaces a private passage is not true of it"
        if _is_shown(value, case.release.text, exact=passage.since is not None):
            return "a private passage is shown to a group that must not read it"
        return ""

    def _is_true(self, case: Case, passage: MessagePassage, value: str, cover: str) -> bool:
        if not cover:
            return True
        before = case.before
        text = before.text if before is not None else ""
        if passage.whole is not None and self.at is not None:
            return TimeTruth(self.at, self.phrases).is_true(passage, cover)
        given = next((v for k, v in self.own.items() if k.casefold() == value.casefold()), None)
        endings = list(_endings(cover))
        if given is not None:
            return any(one.casefold() == end.casefold() for one in given for end in endings)
        if passage.span.label in _PERSONS:
            return any(facts().is_a(one, "cover-person") for one in endings)
        if any(facts().is_a(one, "cover-value") for one in endings):
            return True
        after = text[passage.span.end : passage.span.end + 40]
        return any(lies_above(value, one, after) for one in endings)

    def _unnested(
        self, at: int, passage: MessagePassage, shown: Mapping[int, set[str]], message: str
    ) -> Iterator[Witness]:
        for finer, coarser in pairwise(sorted(shown)):
            for one in shown[finer]:
                for other in shown[coarser]:
                    if not self._says_no_more(passage, one, other):
                        reason = "a group is told more than one that is trusted more"
                        yield Witness(message, 0, 0, reason, count=at, label=passage.span.label)

    def _says_no_more(self, passage: MessagePassage, one: str, other: str) -> bool:
        """Tell whether the second of two covers says no more than the first."""
        if not other or one == other:
            return True
        if not one:
            return False
        if passage.whole is not None and self.at is not None:
            return TimeTruth(self.at, self.phrases).says_no_more(passage, one, other)
        for given in self.own.values():
            places = [c.casefold() for c in given]
            if other.casefold() in places:
                known = one.casefold() in places
                return not known or places.index(one.casefold()) <= places.index(other.casefold())
        if passage.span.label in _PERSONS:
            return any(facts().is_a(end, "cover-person") for end in _endings(other))
        if any(facts().is_a(end, "cover-value") for end in _endings(other)):
            return True
        pairs = ((a, b) for a in _endings(one) for b in _endings(other))
        return any(means_the_same(a, b) or lies_above(a, b, "") for a, b in pairs)


def _value(case: Case, passage: MessagePassage) -> str:
    start, end = passage.whole or (passage.span.start, passage.span.end)
    return "" if case.before is None else case.before.text[start:end]


def _shown(case: Case, passage: MessagePassage) -> tuple[str, int, int]:
    """Return what a version shows in place of a passage, and where; empty if it was left out."""
    start, end = passage.whole or (passage.span.start, passage.span.end)
    source = "" if case.before is None else case.before.text
    for edit, new_start, new_end in case.release.placed():
        if edit.start < end and start < edit.end:
            replaced = edit.replacement
            # At the beginning of a sentence the next letter becomes a capital.
            if edit.end > end and replaced.casefold() == source[edit.end - 1].casefold():
                replaced = ""
            return replaced.strip(), new_start, new_end
    placed = case.release.to_output(start)
    return source[start:end], placed, placed + end - start


def _endings(cover: str) -> Iterator[str]:
    """Yield a cover, and what is left of it without its first words: a preposition, an article."""
    words = cover.split()
    for at in range(min(4, len(words))):
        yield " ".join(words[at:])


def _is_shown(value: str, text: str, *, exact: bool) -> bool:
    wanted, words = _plain(value), _WORD.findall(text)
    if not wanted:
        return False
    size = len(_WORD.findall(value))
    for width in {size, 1}:
        for at in range(len(words) - width + 1):
            found = _plain("".join(words[at : at + width]))
            if found == wanted or (not exact and _one_apart(found, wanted)):
                return True
    return False


def _plain(text: str) -> str:
    """Return letters and digits of a text in lower case, each run of one letter once."""
    squeezed = squeeze_text(text)
    return "".join(c for at, c in enumerate(squeezed) if at == 0 or squeezed[at - 1] != c)


def _one_apart(one: str, other: str) -> bool:
    """Tell whether one letter was changed, added, dropped or exchanged with its neighbour."""
    if min(len(one), len(other)) < _LONG - 1 or abs(len(one) - len(other)) > 1:
        return False
    at = 0
    while at < min(len(one), len(other)) and one[at] == other[at]:
        at += 1
    rest, left = one[at:], other[at:]
    swapped = rest[:2] == left[:2][::-1] and rest[2:] == left[2:] and len(rest) > 1
    return rest[1:] == left[1:] or rest[1:] == left or rest == left[1:] or swapped
