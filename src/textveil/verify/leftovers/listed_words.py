"""Listed words: at least k words of a list fit each word of which a part is shown.

The check reads the words off the input and compares them with every listed word of their length,
letter by letter. With what chose the letters to hide it shares only the lists: what a word is, and
when two letters agree, is defined in `docs/methods/k-anonymity.md`, and said here anew.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.label import RARE
from textveil.values.verdict import MOST_WITNESSES, Verdict, Witness
from textveil.verify.rare.kept_runs import Claim
from textveil.verify.readers.shown_text import in_releases, shown_text
from textveil.verify.readers.tables import image_of

__all__ = ["KListed", "check_listed"]

_CLAIM = "list"
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class KListed:
    """Check that at least k listed words fit every word of which a part is shown.

    Attributes
    ----------
    k
        How many listed words must fit, from 2 on.
    mark
        The character that stands for a suppressed one.

    Notes
    -----
    The list are the shipped first names and surnames. A list of one's own is for `check_listed`:
    the options of a component are published with the policy.
    """

    claim: ClassVar[str] = _CLAIM

    k: int = 5
    mark: str = "*"

    def __post_init__(self) -> None:
        Claim("subjects", self.k, self.mark)  # refuses what is out of bounds

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents; the input says where words begin and end."""
        paired = list(cases)
        before = [case.before for case in paired if case.before is not None]
        if len(before) != len(paired):
            return Verdict.not_checkable(self.claim, "the input was not given")
        after = [shown_text(case, self.mark) for case in paired]
        verdict = check_listed(before, after, self.k, _names(), self.mark)
        return in_releases(verdict, paired)


def check_listed(
    before: Sequence[Document],
    after: Sequence[str],
    k: int,
    entries: Iterable[str],
    mark: str = "*",
) -> Verdict:
    """Check that at least k listed words fit every partly shown word.

    Parameters
    ----------
    before, after
        The input and, in the same order and of the same lengths, the released texts.
    k
        How many listed words must fit.
    entries
        The list; an entry of several words counts as its words.
    mark
        The character that stands for a suppressed one.

    Returns
    -------
    Verdict
        `checked` counts partly shown words. A witness has the offsets of one of them and how many
        listed words fit it. Exempt are wholly hidden words whose length, which the marks show,
        fewer than k listed words have.

    Raises
    ------
    InvalidValueError
        If the documents do not come in pairs of equal lengths.

    Examples
    --------
    >>> note = Document("n", "Anna and Olga")
    >>> check_listed([note], ["A**a *** ****"], 2, ["Anna", "Asta"])
    Verdict(claim='list', status=holds, checked=1, failures=0)
    >>> check_listed([note], ["A**a *** Ol*a"], 2, ["Anna", "Asta"]).witnesses[0].count
    0
    """
    table = _Table(map(_plain, _WORD.findall(" ".join(entries))), mark)
    witnesses: list[Witness] = []
    checked = failures = bare = 0
    for word in _hidden_words(before, after, mark):
        if not word.shape.strip(mark):
            bare += table.of_length(len(word.shape)) < k
            continue
        checked += 1
        fits = table.fits(word.shape)
        failures += fits < k
        if fits < k and len(witnesses) < MOST_WITNESSES:
            witnesses.append(word.witness(k, fits))
    reason = f"k = {k}, " + ("all partly shown words" if checked else "no word is partly shown")
    exempt = {f"hidden words of a length that fewer than {k} listed words have": bare}
    return Verdict.of(_CLAIM, checked, witnesses, failures, reason, exempt=exempt)


class _HiddenWord(NamedTuple):
    """A word of the input of which letters are hidden."""

    document: str
    start: int
    shape: str

    def witness(self, k: int, fits: int) -> Witness:
        reason = f"this partly shown word fits fewer than {k} listed words"
        return Witness(self.document, self.start, self.start + len(self.shape), reason, fits, RARE)


def _hidden_words(
    before: Sequence[Document], after: Sequence[str], mark: str
) -> Iterator[_HiddenWord]:
    if [len(document.text) for document in before] != [len(text) for text in after]:
        raise InvalidValueError("each document needs one released text of its length")
    for document, text in zip(before, after, strict=True):
        for match in _WORD.finditer(document.text):
            shape = text[match.start() : match.end()]
            if mark in shape:
                yield _HiddenWord(document.id, match.start(), shape)


class _Table:
    """Listed words by length, one row of code points each."""

    def __init__(self, words: Iterable[str], mark: str) -> None:
        by_length: dict[int, set[str]] = {}
        for word in words:
            by_length.setdefault(len(word), set()).add(word)
        self._rows = {
            length: np.vstack([_points(word) for word in sorted(same)])
            for length, same in by_length.items()
        }
        self._mark = mark
        self._known: dict[str, int] = {}

    def of_length(self, length: int) -> int:
        return len(self._rows.get(length, ()))

    def fits(self, shape: str) -> int:
        """Return how many words agree with a shape wherever it has no mark."""
        if shape not in self._known:
            shown = np.fromiter((letter != self._mark for letter in shape), np.bool_, len(shape))
            rows = self._rows.get(len(shape))
            same = 0
            if rows is not None:
                agree = rows[:, shown] == _points(_plain(shape))[shown]
                same = int(np.count_nonzero(agree.all(axis=1)))
            self._known[shape] = same
        return self._known[shape]


def _names() -> list[str]:
    listed = (*first_names("female"), *first_names("male"), *surnames())
    return [name.value for name in listed]


def _plain(word: str) -> str:
    """Return a word without case and accents, in the same length."""
    return "".join((image_of(one).casefold() or one)[0] for one in word)


def _points(word: str) -> NDArray[np.uint32]:
    return np.frombuffer(word.encode("utf-32-le", "surrogatepass"), "<u4")
