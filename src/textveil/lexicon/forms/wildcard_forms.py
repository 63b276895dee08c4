"""Wildcard forms of quasi-identifiers: what a dictionary can release instead of a term.

Q is a set of terms. A *form* of a term deletes some of its characters, not none and not all;
each run of deleted characters is written `*` and stands for one or more characters. k(form) is
the number of terms of Q that the form matches as a whole.

Reading and writing dictionaries is the business of `textveil.formats.tables.term_index`.
"""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, overload

import numpy as np
from numpy.typing import NDArray

from textveil.errors import InvalidValueError, UsageError, require_known
from textveil.lexicon.forms.form_frontier import CountedForm, all_forms, frontier_forms
from textveil.lexicon.forms.term_spelling import distinct, spelling
from textveil.strings.wildcards.choice import choices, possible_sources
from textveil.strings.wildcards.groups import NO_GROUP, Groups, group_terms
from textveil.strings.wildcards.index import TermIndex, build_index, letter_bits
from textveil.strings.wildcards.match import STAR, matching
from textveil.strings.wildcards.search import GAVE_UP
from textveil.strings.wildcards.settlement import settled, sizes_of
from textveil.strings.wildcards.terms import LONGEST, decode_term, encode_terms

__all__ = [
    "GUARANTEES",
    "LONGEST",
    "SHORT",
    "Dictionary",
    "Stored",
    "TermForm",
    "Terms",
    "check_promise",
    "written",
]

GUARANTEES: Final = ("mutual", "count")
"""`count`: the form matches K terms. `mutual`: K terms are released under this very form."""

Progress = Callable[[float], object]
"""Is told the share of the work that is done."""

LIMIT = 2_000_000_000
"""Work that an exact search may take: some ten seconds."""

_PART = re.compile(r"\\([\\*])|(\*)|([^\\])|(\\)", re.DOTALL)

SHORT = 12
"""Longest term of which all forms are listed: there are fewer than 2 to the 12th."""


@dataclass(frozen=True, slots=True)
class TermForm:
    r"""A form of a term. Its repr shows figures, never text.

    Parameters
    ----------
    term
        The term, as it stands in Q.
    form
        The form as it is written: `*` for deleted characters; a literal `*` or `\` of the
        term has a `\` before it.
    k
        How many terms of Q the form matches.
    k_eff
        For how many terms of Q this form is a possible choice of the rule that chose it; 0 where
        nobody asked (`Dictionary.frontier`, or ``effective=False``).
    remaining
        How many characters of the term are left.
    exact
        Whether no form with k >= K keeps more characters. Under `count` it is False only where
        the search reached its limit of work and the form of `mutual` stands in; under `mutual`
        it says nothing and is True.
    """

    term: str = field(repr=False)
    form: str = field(repr=False)
    k: int
    k_eff: int
    remaining: int
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Stored:
    """The arrays of a dictionary, as a file keeps them."""

    index: TermIndex
    alphabet: NDArray[np.uint32]
    groups: dict[int, Groups]
    sha256: str
    fold_case: bool


class Terms(Sequence[str]):
    """The terms of Q in the order of their code points, decoded when asked for."""

    def __init__(self, index: TermIndex, alphabet: NDArray[np.uint32]) -> None:
        self._index = index
        self._alphabet = alphabet

    def __len__(self) -> int:
        return int(self._index.starts.size) - 1

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> list[str]: ...
    def __getitem__(self, number: int | slice) -> str | list[str]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        place = range(len(self))[number]
        return decode_term(self.codes(place), self._alphabet)

    def __iter__(self) -> Iterator[str]:
        text = decode_term(self._index.codes, self._alphabet)
        bounds = self._index.starts.tolist()
        return (text[a:b] for a, b in pairwise(bounds))

    def codes(self, number: int) -> NDArray[np.uint16]:
        """Return a term as codes of the index."""
        return self._index.codes[self._index.starts[number] : self._index.starts[number + 1]]


def written(term: str, deleted: Iterable[int]) -> str:
    r"""Write the form of a term that deletes the characters at some positions.

    Examples
    --------
    >>> written("JAPAN", [1, 2])
    'J*AN'
    >>> written("a*b", [0])
    '*\\*b'
    """
    gone = frozenset(deleted)
    pieces = []
    for i, character in enumerate(term):
        if i not in gone:
            pieces.append(_escaped(character))
        elif i - 1 not in gone:
            pieces.append("*")
    return "".join(pieces)


class Dictionary:
    """Q, with an answer to which form of a term may be released.

    Use `Dictionary.build` or `textveil.formats.tables.term_index.read_dictionary`.

    Guarantee
    ---------
    `mutual`: the form of a term is a function of Q, K and the term, worked out for all of Q. For
    each form at least K terms of Q are released under it, so that someone who knows Q, K and the
    method is left with at least K candidates: those terms are the form's preimage, and k_eff is
    their number. The terms without a form, which are removed entirely, are none, at least K, or
    all of Q. `count`: the form matches at least K terms of Q, and no more is promised.
    """

    def __init__(self, stored: Stored) -> None:
        self._stored = stored
        self._terms = Terms(stored.index, stored.alphabet)
        self._groups = dict(stored.groups)
        self._sizes: dict[int, NDArray[np.int64]] = {}
        self._shared: dict[tuple[int, int], TermForm] = {}

    @classmethod
    def build(
        cls,
        terms: Iterable[str],
        *,
        fold_case: bool = False,
        mutual: Iterable[int] = (),
        progress: Progress | None = None,
    ) -> "Dictionary":
        """Index a set of terms: NFC, without invisible characters, sorted, duplicates collapse.

        Parameters
        ----------
        terms
            The quasi-identifiers: not empty, without line breaks, up to `LONGEST` characters.
        fold_case
            Whether terms that differ only in case are one term.
        mutual
            Each K for which the groups of the mutual guarantee are worked out now instead of
            when they are first needed.
        progress
            Is told the share of the groups' work that is done.
        """
        ordered = distinct(list(terms), fold_case)
        codes, starts, alphabet = encode_terms(ordered)
        digest = hashlib.sha256("\n".join((*ordered, "")).encode()).hexdigest()
        built = cls(Stored(build_index(codes, starts), alphabet, {}, digest, fold_case))
        for k in mutual:
            built.group(k, progress)
        return built

    @property
    def stored(self) -> Stored:
        """The arrays, with all groups that were worked out, for a file."""
        return replace(self._stored, groups=dict(self._groups))

    @property
    def terms(self) -> Terms:
        """The terms of Q in the order of their code points; a term's place is its id."""
        return self._terms

    @property
    def fold_case(self) -> bool:
        """Whether case is folded, in Q and in every question."""
        return self._stored.fold_case

    @property
    def sha256(self) -> str:
        """SHA-256 of Q: its terms in order, each with a line break, as UTF-8."""
        return self._stored.sha256

    def __len__(self) -> int:
        """Return the number of terms."""
        return len(self._terms)

    def __contains__(self, term: object) -> bool:
        """Say whether a term is in Q, after normalization."""
        return isinstance(term, str) and self.id_of(term) is not None

    def id_of(self, term: str) -> int | None:
        """Return the id of a term, after normalization, or nothing if it is not in Q."""
        plain = spelling(term, self.fold_case)
        number = bisect_left(self._terms, plain)
        return number if number < len(self) and self._terms[number] == plain else None

    def form(
        self,
        term: str,
        k: int,
        guarantee: str = "mutual",
        seed: int = 0,
        *,
        effective: bool = True,
    ) -> TermForm | None:
        """Return the form under which a term is released, or nothing: then remove it entirely.

        Parameters
        ----------
        term
            A term of Q; another one raises `InvalidValueError`.
        k
            The K of the guarantee, at least 2.
        guarantee
            `mutual`: at least K terms are released under this very form. `count`: the form
            matches at least K terms; of those it keeps the most characters, then has the
            smallest k.
        seed
            Decides between forms that are equally good under `count`. The groups of `mutual`
            leave nothing to decide.
        effective
            Whether to work out `k_eff`, which under `count` takes as long as k other terms'
            forms.
        """
        number = self._known(term)
        check_promise(k, guarantee)
        if guarantee == "mutual":
            return self._mutual(number, k)
        return self.forms([number], k, "count", seed, effective=effective)[0]

    def forms(
        self,
        numbers: Sequence[int],
        k: int,
        guarantee: str = "mutual",
        seed: int = 0,
        *,
        effective: bool = False,
        limit: int | None = None,
    ) -> list[TermForm | None]:
        """Return the forms of several terms by their ids: `form` for each of them.

        `limit` bounds the work of each search under `count`; see `TermForm.exact`.
        The searches leave other threads free, so that two threads take half the time.
        """
        check_promise(k, guarantee)
        if guarantee == "mutual":
            return [self._mutual(number, k) for number in numbers]
        texts = [self._terms[number] for number in numbers]
        orders = [_order(text, seed) for text in texts]
        firsts = np.concatenate(orders) if orders else np.zeros(0, np.bool_)
        ids = np.array(numbers, np.int64)
        index, size = self._stored.index, self._stored.alphabet.size + 1
        work = LIMIT if limit is None else limit
        deleted, counts = choices(index, ids, firsts, k, size, work)
        found: list[TermForm | None] = []
        at = 0
        for number, text, count in zip(numbers, texts, counts.tolist(), strict=True):
            gone = np.flatnonzero(deleted[at : at + len(text)]).tolist()
            at += len(text)
            if count == GAVE_UP:
                found.append(self._instead(number, k))
            elif count == 0:
                found.append(None)
            else:
                found.append(self._chosen(text, gone, count, k, effective))
        return found

    def group(self, k: int, progress: Progress | None = None) -> Groups:
        """Return the groups of the mutual guarantee; the first time for a K takes a while."""
        check_promise(k, "mutual")
        if k not in self._groups:
            index = self._stored.index
            self._groups[k] = settled(index, group_terms(index, k, progress), k)
        return self._groups[k]

    def frontier(self, term: str) -> tuple[TermForm, ...]:
        """Return the forms that no other form beats in both k and remaining characters.

        In order of falling `remaining`, then rising k, then as written. `k_eff` is 0. A long term
        whose forms take too much work raises `UsageError`.
        """
        number = self._known(term)
        size = self._stored.alphabet.size + 1
        text, codes = self._terms[number], self._terms.codes(number)
        found = frontier_forms(self._stored.index, codes, size, LIMIT)
        if found is None:
            raise UsageError(f"a term of {len(text)} characters has too many forms to list")
        return _listed(text, found)

    def every(self, term: str) -> tuple[TermForm, ...]:
        """Return all forms of a term of up to `SHORT` characters, in the order of `frontier`."""
        number = self._known(term)
        text = self._terms[number]
        if len(text) > SHORT:
            raise UsageError(f"a term of {len(text)} characters has too many forms to list")
        return _listed(text, all_forms(self._stored.index, self._terms.codes(number)))

    def count(self, form: str) -> int:
        """Return k of a written form: how many terms of Q it matches as a whole."""
        return len(self.matching(form))

    def matching(self, form: str) -> tuple[int, ...]:
        """Return the ids of the terms that a written form matches."""
        points = _read(form)
        codes = np.zeros(len(points), np.uint32)
        place = {point: code for code, point in enumerate(self._stored.alphabet.tolist(), 1)}
        for i, point in enumerate(points):
            if point is not None:
                if point not in place:
                    return ()
                codes[i] = place[point]
        return tuple(self._matching(codes).tolist())

    def spelt(self, codes: NDArray[np.uint32]) -> str:
        """Return the written form of codes of the index, where `STAR` is a star."""
        alphabet = self._stored.alphabet
        return "".join("*" if c == STAR else _escaped(chr(alphabet[c - 1])) for c in codes.tolist())

    def _matching(self, codes: NDArray[np.uint32]) -> NDArray[np.int64]:
        letters = codes[codes != STAR]
        bits = np.uint64(letter_bits(letters, 0, letters.size))
        found: NDArray[np.int64] = matching(self._stored.index, codes, bits)
        return found

    def _known(self, term: str) -> int:
        number = self.id_of(term)
        if number is None:
            raise InvalidValueError(
                "this term is not in the dictionary",
                hint="forms exist for the terms that the dictionary was built from",
            )
        return number

    def _mutual(self, number: int, k: int) -> TermForm | None:
        groups = self.group(k)
        at = int(groups.group[number])
        if at == NO_GROUP:
            return None
        if (k, at) not in self._shared:
            codes = groups.forms[groups.starts[at] : groups.starts[at + 1]]
            left = int(np.count_nonzero(codes))
            if k not in self._sizes:
                self._sizes[k] = sizes_of(groups)
            counts = int(groups.counts[at]), int(self._sizes[k][at])
            self._shared[k, at] = TermForm("", self.spelt(codes), *counts, left)
        return replace(self._shared[k, at], term=self._terms[number])

    def _instead(self, number: int, k: int) -> TermForm | None:
        """Return the mutual form where the exact search gave up."""
        form = self._mutual(number, k)
        if form is None:
            return None
        return replace(form, exact=False)

    def _chosen(self, text: str, gone: list[int], count: int, k: int, effective: bool) -> TermForm:
        form = written(text, gone)
        left = len(text) - len(gone)
        sources = 0
        if effective:
            terms = np.array(self.matching(form), np.int64)
            index, size = self._stored.index, self._stored.alphabet.size + 1
            possible = possible_sources(index, terms, left, count, k, size, LIMIT)
            sources = int(np.count_nonzero(possible))
        return TermForm(text, form, count, sources, left)


def _listed(text: str, found: Iterable[CountedForm]) -> tuple[TermForm, ...]:
    """Return forms, each once, by falling `remaining`, then rising k, then as written."""
    best = {
        form: TermForm(text, form, k, 0, len(text) - len(gone))
        for form, gone, k in ((written(text, gone), gone, k) for gone, k in found)
    }
    return tuple(sorted(best.values(), key=lambda form: (-form.remaining, form.k, form.form)))


def check_promise(k: int, guarantee: str) -> None:
    """Raise if there is no such K or no such guarantee."""
    if k < 2:
        raise InvalidValueError("K must be at least 2", where=f"{k}")
    require_known("guarantee", guarantee, GUARANTEES)


def _order(text: str, seed: int) -> NDArray[np.bool_]:
    """Return at which characters the search tries to delete first.

    Any of several equally good forms comes first for some order, and so may be chosen.
    """
    drawn = hashlib.shake_128(f"{seed}:{text}".encode()).digest(len(text) // 8 + 1)
    bits = np.unpackbits(np.frombuffer(drawn, np.uint8))[: len(text)]
    return bits.astype(np.bool_)


def _escaped(character: str) -> str:
    return "\\" + character if character in "\\*" else character


def _read(form: str) -> list[int | None]:
    """Return the code points of a written form, and nothing for each star."""
    points: list[int | None] = []
    for escaped, star, plain, lost in _PART.findall(form):
        if lost:
            raise InvalidValueError("a form has a backslash that escapes nothing")
        # Two stars together are one that takes two characters: no form has them.
        if star and points and points[-1] is None:
            raise InvalidValueError("a form has two stars side by side")
        points.append(None if star else ord(escaped or plain))
    return points
