"""Sanitize: sensitive patterns disappear from sequences, everything else stays countable.

Paper 3 (combinatorial string sanitization). The methods, W being the input:

========  ===================================================  =============================
method    what it does                                         what is promised
========  ===================================================  =============================
tfs       shortest X with order and frequency of the others    C1, P1, P2
pfs       shorter Y, order kept only inside blocks             C1, Pi1, P2
tpm       tfs, pfs, then separators replaced (MCSR)            C1, no separator, not lowered
tm        tfs, then separators replaced                        C1, no separator, not lowered
tmi       as tm, without implausible patterns (MCSRI)          C1, no separator, not lowered
ghosts    as tpm, with the fewest distinct tau-ghosts          C1, no separator, not lowered
etfs      as tfs, at the least edit distance from W            C1, P1, P2
substitute  fewest changed letters, the length stays           C1, equal lengths, fewest
ba        greedy letter replacement, the paper's baseline      C1
ph        permutations and deletions (permutation hiding)      C1, no separator
========  ===================================================  =============================

`verify.sequences.claims.PROMISES` has the same table for programs. Support may say what is
sensitive (`sanitize_patterns.choose_patterns`), as in the experiments of the paper.
"""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.transform.sanitization.decoys import hide_with_decoys
from textveil.transform.sanitization.input_sequences import JoinedSequences
from textveil.transform.sanitization.methods import run_method
from textveil.transform.sanitization.outcome import MethodResult
from textveil.transform.sanitization.patterns import Pattern, choose_patterns, read_patterns
from textveil.transform.sanitization.settings import (
    COMPARED,
    IN_PLACE,
    METHODS,
    ORDERED,
    SEPARATED,
    Sanitize,
)
from textveil.values.edit import SequenceRelease
from textveil.values.keys.draw import Draw
from textveil.values.runs.watch import Track, untracked
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Coded
from textveil.values.sequences import Sequences

__all__ = [
    "COMPARED",
    "IN_PLACE",
    "METHODS",
    "ORDERED",
    "SEPARATED",
    "Pattern",
    "Sanitize",
    "Sanitized",
    "choose_patterns",
    "sanitize",
]


@dataclass(frozen=True, slots=True, repr=False, eq=False, kw_only=True)
class Sanitized(MethodResult):
    """The result of a method, with its input.

    Attributes
    ----------
    sequences
        The input.
    alphabet
        Of the result: the input's, and the separator after it for the methods in `SEPARATED`.
    k
        Length of the patterns that were hidden and counted.
    patterns
        The sensitive patterns of length k that were hidden, as codes, sorted, a row each.
    longer
        Longer ones that were hidden as they were named, an array for each length.
    groups
        Patterns that look hidden equally often, as codes, a row each; empty without decoys.
    made
        The input with made places, which is the input itself without decoys.
    made_origin
        For each letter of `made` its position in all letters of the input, -1 in a made place;
        empty without decoys.
    draws
        How many draws of decoys it took to find one that can be hidden; 0 without decoys.
    """

    sequences: Sequences
    alphabet: Alphabet
    k: int
    patterns: NDArray[np.int32]
    longer: tuple[NDArray[np.int32], ...] = ()
    groups: tuple[NDArray[np.int32], ...] = ()
    made: Sequences
    made_origin: NDArray[np.int64]
    draws: int = 0

    def __repr__(self) -> str:
        return (
            f"Sanitized(sequences={len(self.sequences)}, letters={self.codes.size}, k={self.k}, "
            f"separators={self.separators})"
        )

    @property
    def in_place(self) -> bool:
        """Whether every letter stands in the place of one of the input."""
        return self.changed is not None

    @property
    def released(self) -> Sequences:
        """The sequences as they are released, with the ids and subjects of the input."""
        return Sequences(
            self.sequences.ids,
            self.codes.tobytes(),
            self.offsets[1:].astype(np.int64).tobytes(),
            self.alphabet,
            self.sequences.subjects,
        )

    def results(self) -> Iterator[Coded]:
        """Yield each sequence of `released`."""
        return iter(self.released)

    def releases(self) -> Iterator[SequenceRelease]:
        """Yield each release, with the input offset of every symbol."""
        bounds = self.offsets.tolist()
        results = zip(self.sequences, self.results(), bounds, bounds[1:], strict=False)
        for source, result, start, end in results:
            origin = tuple(None if o < 0 else o for o in self.origin[start:end].tolist())
            yield SequenceRelease(result, origin, len(source))


def sanitize(
    sequences: Sequence[Coded],
    sensitive: Iterable[Pattern],
    settings: Sanitize,
    reference: Sequence[Coded] | None = None,
    draw: Draw | None = None,
    track: Track = untracked,
) -> Sanitized:
    """Hide every occurrence of the sensitive patterns.

    Patterns, merges and reorderings stay inside a sequence; frequencies are counted over all of
    them. Sequences shorter than k pass unchanged.

    Parameters
    ----------
    sequences
        With distinct ids, sharing one alphabet.
    sensitive
        Each a sequence of symbols; a string is its characters. From each one longer than k one
        substring of length k is hidden: the one that occurs least (section 1.1).
    settings
        Method and parameters.
    reference
        For `tmi`: other sequences that say what is implausible; by default the input does.
    draw
        Draws decoys and, with `substitute`, letters; None for a draw that nobody can repeat.
    track
        Watches the work of `etfs`, which may take long.

    Returns
    -------
    Sanitized
        The result, its origin and its counts.

    Raises
    ------
    InvalidValueError
        If k, a pattern, the separator or an alphabet breaks the rules.
    InputError
        If there is nothing to sanitize, ids repeat, or no replacement can hide a pattern: the
        message names the sequence and the position of the separator.

    Notes
    -----
    Guarantee: `verify.sequences.claims.PROMISES[settings.method]`, checked there.

    Examples
    --------
    >>> text = Coded.of("W", "aabaaacbcbbbaabbacaab")
    >>> hidden = sanitize([text], ["baaa", "bbaa"], Sanitize("tfs", k=4))
    >>> "".join(next(hidden.results()))
    'aabaa#aaacbcbbba#baabbacaab'
    """
    collection = JoinedSequences.of(sequences, settings.separator)
    found = read_patterns(sensitive, collection, settings)
    more: dict[str, Any] = {"made": collection.sequences, "made_origin": np.zeros(0, np.int64)}
    chance = draw or Draw(secrets.token_bytes(32))
    if settings.decoys > 1:
        hidden = hide_with_decoys(collection, found, settings, reference, chance, track)
        outcome = hidden.outcome
        more = {
            "groups": hidden.groups,
            "made": hidden.made.sequences(collection.sequences),
            "made_origin": hidden.made.origin,
            "draws": hidden.draws,
        }
    else:
        outcome = run_method(collection, found, settings, reference, chance, track)
    extended = settings.method in SEPARATED
    symbols = collection.alphabet.symbols
    alphabet = Alphabet((*symbols, settings.separator)) if extended else collection.alphabet
    handed_back = {field.name: getattr(outcome, field.name) for field in fields(outcome)}
    return Sanitized(
        **handed_back,
        sequences=collection.sequences,
        alphabet=alphabet,
        k=found.k,
        patterns=found.patterns,
        longer=found.longer,
        **more,
    )
