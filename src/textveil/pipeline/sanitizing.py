"""Sanitizing a collection of sequences: read, sanitize, verify, measure, write; all or nothing.

Any format gives sequences: the text of a document is read letter by letter or word by word.
"""

import resource
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, Final

import numpy as np

from textveil.errors import InputError, RefutedError, UsageError
from textveil.evaluate.attack import replacement_attack, reversal_attack
from textveil.evaluate.distortion import measure_distortion, measure_edit_distance
from textveil.formats.inputs import lines
from textveil.pipeline.clock import Clock
from textveil.pipeline.memory import within_memory
from textveil.pipeline.sources import Source, Track, untracked
from textveil.transform.sanitize import Sanitize, Sanitized, sanitize
from textveil.values.document import Document
from textveil.values.score import Score
from textveil.values.sequence import Alphabet
from textveil.values.sequence import Sequence as Letters
from textveil.values.verdict import Status, Verdict
from textveil.verify.sequence import MEANINGS, PROMISES, check_sanitized

__all__ = [
    "UNITS",
    "Collection",
    "SanitizeReport",
    "attack",
    "check",
    "measure",
    "read_patterns",
    "sanitize_source",
]

UNITS: Final = ("char", "token")

_MOST_CELLS: Final = 10**10
"""Largest product of two lengths for which the edit distance is measured: seconds."""

_SEPARATORS: Final = {"spmf": "0"}
"""Formats that cannot hold `#` between items, with what they can."""

Pattern = tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Collection:
    """Documents as sequences over one alphabet, and the way back.

    Attributes
    ----------
    source
        Where they came from.
    documents
        As they were read.
    sequences
        The same as letters.
    unit
        `char` or `token`.
    """

    source: Source
    documents: Sequence[Document]
    sequences: Sequence[Letters]
    unit: str

    @classmethod
    def load(cls, source: Source, unit: str = "", track: Track = untracked) -> "Collection":
        """Read all sequences.

        Parameters
        ----------
        source
            Documents. The line end at the end of a plain text is no letter.
        unit
            `char`, each character is a letter; `token`, what stands between white space is one.
            Without it, `token` for SPMF and `char` elsewhere.
        """
        unit = unit or ("token" if source.format_name == "spmf" else "char")
        if unit not in UNITS:
            raise UsageError("a unit is char or token", where="--unit")
        documents = list(within_memory(track(source, "read", None), source.path))
        plain = source.format_name == "text"
        split = [_symbols(_body(d.text) if plain else d.text, unit) for d in documents]
        if not any(split):
            raise InputError("there are no letters here", where=str(source.path))
        alphabet = Alphabet.of(symbol for symbols in split for symbol in set(symbols))
        # All letters at once: there may be a million sequences.
        codes = array("i", map(alphabet.index.__getitem__, chain.from_iterable(split))).tobytes()
        ends = list(accumulate(4 * len(symbols) for symbols in split))
        sequences = [
            Letters(document.id, codes[start:end], alphabet, document.subject)
            for document, start, end in zip(documents, [0, *ends], ends, strict=False)
        ]
        return cls(source, documents, sequences, unit)

    def separator(self, asked: str | None) -> str:
        """Return the separator to use: the one asked for, or one that fits the format."""
        if asked is None:
            return _SEPARATORS.get(self.source.format_name, "#")
        if self.unit == "char" and len(asked) != 1:
            raise UsageError("with the unit char a separator is one character", where="--separator")
        if not asked or asked.split() != [asked]:
            raise UsageError("a separator has no white space", where="--separator")
        return asked

    def write(self, results: Iterable[Letters], target: Path) -> None:
        """Write sequences in the format they came in: all, or nothing."""
        self.source.writer().write(self._released(results), target)

    def _released(self, results: Iterable[Letters]) -> Iterator[Document]:
        between = "" if self.unit == "char" else " "
        plain = self.source.format_name == "text"
        for document, result in zip(self.documents, results, strict=True):
            end = document.text[len(_body(document.text)) :] if plain else ""
            yield replace(document, text=between.join(result) + end, spans=None)


def read_patterns(path: Path, unit: str, encoding: str = "utf-8") -> list[Pattern]:
    """Read sensitive patterns, one a line; empty lines are passed over.

    With the unit `char` every character of a line is a letter, blanks included.
    """
    found = [_symbols(line.removesuffix("\r"), unit) for _, line in lines(path, encoding)]
    patterns = [tuple(symbols) for symbols in found if symbols]
    if not patterns:
        raise InputError("there is no pattern in it", where=str(path))
    return patterns


@dataclass(frozen=True, slots=True)
class SanitizeReport:
    """What was done, what was verified, what was measured, and what it took."""

    settings: Sanitize
    unit: str
    sequences: int
    letters: int
    released: int
    alphabet: int
    k: int
    patterns: int
    separators: int
    left: int
    lengths: Mapping[str, int]
    proved: bool
    verdicts: tuple[Verdict, ...]
    scores: tuple[Score, ...]
    attacks: tuple[Score, ...]
    seconds: dict[str, float]
    peak_bytes: int

    @property
    def refuted(self) -> Verdict | None:
        """The first verdict that does not hold."""
        return next((v for v in self.verdicts if v.status is Status.REFUTED), None)

    def to_json(self) -> dict[str, Any]:
        """Return the report as a JSON object; it holds no letter of the input."""
        chosen = self.settings
        return {
            "method": chosen.method,
            "k": self.k,
            "tau": chosen.tau,
            "theta": chosen.theta,
            "rho": chosen.rho,
            "separator": chosen.separator,
            "unit": self.unit,
            "sequences": self.sequences,
            "letters": self.letters,
            "released_letters": self.released,
            "alphabet": self.alphabet,
            "patterns": self.patterns,
            "separators": self.separators,
            "separators_left": self.left,
            "lengths": dict(self.lengths),
            "fewest_ghosts_proved": self.proved,
            "verdicts": [verdict.to_json() for verdict in self.verdicts],
            "scores": [score.to_json() for score in self.scores],
            "attacks": [score.to_json() for score in self.attacks],
            "seconds": self.seconds,
            "peak_memory_bytes": self.peak_bytes,
        }


def sanitize_source(
    collection: Collection,
    patterns: Sequence[Pattern],
    settings: Sanitize,
    target: Path,
    *,
    measured: bool = True,
) -> SanitizeReport:
    """Hide patterns in a collection and write it in the format it came in.

    Parameters
    ----------
    collection
        The input.
    patterns
        What is sensitive.
    settings
        Method and parameters.
    target
        The file or folder to write.
    measured
        Whether distortion and attacks are measured. What a reader of separators recovers always
        is.

    Raises
    ------
    RefutedError
        If a promise of the method does not hold; then nothing is written.
    """
    if target.resolve() == collection.source.path.resolve():
        raise UsageError("the output would replace the input", where=str(target))
    clock = Clock()
    result = sanitize(collection.sequences, patterns, settings)
    clock.lap("sanitize")
    after = list(result.results())
    verdicts = check(result, after, patterns, settings)
    clock.lap("verify")
    left = _left(result, settings)
    attacks = attack(result, after, settings) if left or measured else ()
    scores = measure(result, after, settings) if measured else ()
    clock.lap("measure")
    report = SanitizeReport(
        settings=settings,
        unit=collection.unit,
        sequences=len(after),
        letters=sum(map(len, collection.sequences)),
        released=int(result.codes.size),
        alphabet=len(collection.sequences[0].alphabet),
        k=result.k,
        patterns=len(result.patterns),
        separators=result.separators,
        left=left,
        lengths=result.lengths,
        proved=result.proved,
        verdicts=verdicts,
        scores=scores,
        attacks=attacks,
        seconds=clock.laps,
        peak_bytes=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    )
    if report.refuted is not None:
        raise _refusal(report.refuted)
    collection.write(after, target)
    clock.lap("write")
    return report


def check(
    result: Sanitized, after: Sequence[Letters], patterns: Sequence[Pattern], settings: Sanitize
) -> tuple[Verdict, ...]:
    """Check everything that the method promises.

    Patterns longer than k are looked for as well, unless they hold a wildcard: what stands for
    them, a part of length k, always is.
    """
    longer = [p for p in patterns if len(p) > result.k and settings.wildcard not in p]
    return check_sanitized(
        result.sequences,
        after,
        [*_hidden(result), *longer],
        result.k,
        PROMISES[settings.method],
        separator=settings.separator,
        rho=settings.rho,
    )


def measure(
    result: Sanitized,
    after: Sequence[Letters],
    settings: Sanitize,
    optimal: int | None = None,
) -> tuple[Score, ...]:
    """Return the distortion and, where it takes only seconds, the edit distance."""
    scores = measure_distortion(
        result.sequences,
        after,
        _hidden(result),
        result.k,
        tau=settings.tau,
        rho=settings.rho if result.k >= 3 else None,
        separator=settings.separator,
    )
    pairs = zip(result.sequences, after, strict=True)
    if sum(len(old) * len(new) for old, new in pairs) > _MOST_CELLS:
        return scores
    return scores + measure_edit_distance(result.sequences, after, optimal)


def attack(result: Sanitized, after: Sequence[Letters], settings: Sanitize) -> tuple[Score, ...]:
    """Attack the release: at its separators, or where letters were put in their place."""
    hidden = _hidden(result)
    if _left(result, settings):
        return reversal_attack(
            result.sequences, after, hidden, result.k, separator=settings.separator
        )
    if result.k < 3 or not result.separators:
        return ()
    inserted: list[list[int]] = [[] for _ in after]
    places = np.flatnonzero(result.origin < 0)
    owners = np.searchsorted(result.offsets, places, side="right") - 1
    for owner, offset in zip(owners, places - result.offsets[owners], strict=True):
        inserted[owner].append(int(offset))
    return replacement_attack(result.sequences, after, inserted, hidden, result.k)


def _hidden(result: Sanitized) -> list[Pattern]:
    """Return the patterns of length k that were hidden, as symbols."""
    symbols = result.alphabet.symbols
    return [tuple(symbols[code] for code in row) for row in result.patterns.tolist()]


def _left(result: Sanitized, settings: Sanitize) -> int:
    """Return how many separators the release holds."""
    code = result.alphabet.index.get(settings.separator)
    return 0 if code is None else int(np.count_nonzero(result.codes == code))


def _body(text: str) -> str:
    """Take the line end off the end of a text."""
    return text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text


def _symbols(text: str, unit: str) -> Sequence[str]:
    return text if unit == "char" else text.split()


def _refusal(verdict: Verdict) -> RefutedError:
    first = verdict.witnesses[0]
    count = "" if first.count is None else f" (found {first.count})"
    return RefutedError(
        f"{verdict.claim} does not hold ({MEANINGS[verdict.claim]}): {first.reason}{count}; "
        f"{verdict.failures:,} such places, nothing was written",
        where=f"sequence {first.document}, [{first.start}, {first.end})",
        hint="please report this: the method promises it",
    )
