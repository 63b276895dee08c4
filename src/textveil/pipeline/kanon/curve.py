"""Curves of k-anonymity: how much text a k keeps, and how well it protects.

Kept ratio against k, kept ratio and time against size, and precision against recall where gold
annotations were given: paper 1, section 6, Figures 2 to 4.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from textveil.decide.threshold import largest_keeping, suggested_k
from textveil.errors import InputError, InvalidValueError
from textveil.evaluate.suppression import GoldTokens, check_ratio
from textveil.transform.rarity import Rarity
from textveil.transform.suppress import Suppress, suppress
from textveil.values.choice import Choice
from textveil.values.document import Document
from textveil.values.json_fields import json_fields
from textveil.values.score import Score
from textveil.values.watching import Track, untracked

__all__ = [
    "PAPER_K",
    "CurvePoint",
    "CurveSettings",
    "KanonCurve",
    "SizePoint",
    "measure_curve",
    "usable",
]

PAPER_K: Final = 4
"""The k of the paper's Figures 3 and 4."""

_COMPARED: Final = ("minimum", "paper", "words", "hybrid")
_SIZES: Final = tuple(Fraction(1, 2**halvings) for halvings in (4, 3, 2, 1, 0))


@dataclass(frozen=True, slots=True)
class CurveSettings:
    """What is to be measured.

    Parameters
    ----------
    ks
        Each from 2 on; they are sorted, and each counts once.
    methods
        Empty means those of the paper's comparison, or `groups` for the guarantee `output`. A k is
        suggested for the first one.
    guarantee, unit, min_length, show, mark
        As in `Suppress`.
    ratio
        A token is protected if more than this percentage of its characters is suppressed.
    keep
        The kept ratio for which the largest k is suggested; None to suggest the knee.
    sizes
        Shares of the corpus to measure; empty for none.
    """

    ks: tuple[int, ...] = tuple(range(2, 19))
    methods: tuple[str, ...] = ()
    guarantee: str = "subjects"
    unit: str = "token"
    min_length: int = 1
    show: str = ""
    mark: str = "*"
    ratio: float = 20.0
    keep: float | None = None
    sizes: tuple[Fraction, ...] = _SIZES

    def __post_init__(self) -> None:
        if not self.ks:
            raise InvalidValueError("there must be at least one k")
        object.__setattr__(self, "ks", tuple(sorted(set(self.ks))))
        if not self.methods:
            compared = ("groups",) if self.guarantee == "output" else _COMPARED
            object.__setattr__(self, "methods", compared)
        for method in self.methods:
            self.suppress(self.ks[0], method)
        check_ratio(self.ratio)
        if self.keep is not None:
            # Asked with a curve that keeps everything, only the ratio itself can be wrong.
            largest_keeping({2: 1.0}, self.keep)

    def suppress(self, k: int, method: str) -> Suppress:
        """Return the settings of one point."""
        return Suppress(k, self.guarantee, method, self.unit, self.min_length, self.show, self.mark)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What one method keeps at one k; with gold annotations, precision, recall and F1 as well."""

    method: str
    k: int
    kept: int
    symbols: int
    runs: int
    scores: tuple[Score, ...] = ()

    @property
    def kept_ratio(self) -> float:
        """The share of characters that are kept."""
        return self.kept / self.symbols

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        return {**json_fields(self, {"symbols"}), "kept_ratio": self.kept_ratio}


@dataclass(frozen=True, slots=True)
class SizePoint:
    """What one method keeps of a prefix of the corpus, and how long that took in all."""

    method: str
    k: int
    documents: int
    symbols: int
    kept: int
    seconds: float

    @property
    def kept_ratio(self) -> float:
        """The share of characters that are kept."""
        return self.kept / self.symbols

    def to_json(self) -> dict[str, Any]:
        """Return the point as a JSON object."""
        return {**json_fields(self), "kept_ratio": self.kept_ratio}


@dataclass(frozen=True, slots=True)
class KanonCurve:
    """Measured curves with what they were measured on.

    Attributes
    ----------
    settings
        What was asked for.
    documents, subjects, symbols, annotated
        Sizes of the corpus; `annotated` documents were scored.
    points
        By method, then k.
    sizes
        By method, then size.
    notes
        What was left out, and why.
    """

    settings: CurveSettings
    documents: int
    subjects: int
    symbols: int
    annotated: int
    points: tuple[CurvePoint, ...]
    sizes: tuple[SizePoint, ...]
    notes: tuple[str, ...]

    def of(self, method: str) -> dict[int, CurvePoint]:
        """Return the points of one method by k."""
        return {point.k: point for point in self.points if point.method == method}

    def suggestion(self) -> Choice:
        """Return a k for the first method, with the reason.

        Raises
        ------
        InvalidValueError
            If no k keeps as much as was asked for.
        """
        kept = {k: p.kept_ratio for k, p in self.of(self.settings.methods[0]).items()}
        return suggested_k(kept, self.settings.keep, self.symbols)

    def to_json(self) -> dict[str, Any]:
        """Return the curves as a JSON object; without a fitting k, the suggestion is null."""
        asked = self.settings
        try:
            suggestion = self.suggestion().to_json()
        except InvalidValueError:
            suggestion = None
        return {
            **json_fields(asked, {"ks", "keep", "sizes"}),
            "show": asked.suppress(asked.ks[0], asked.methods[0]).shown,
            **json_fields(self, {"settings"}),
            "suggestion": suggestion,
        }


def measure_curve(
    documents: Sequence[Document], settings: CurveSettings, track: Track = untracked
) -> KanonCurve:
    """Measure what each method keeps at each k, and at the sizes asked for.

    The corpus is prepared once for all k and methods. Documents that carry spans are scored
    against them.

    Raises
    ------
    InputError
        If there is no text, or fewer subjects than every k.
    """
    tokens = GoldTokens(documents)
    notes: list[str] = []
    if tokens.documents and not tokens.gold:
        notes.append("the annotations mark no word, so precision and recall cannot be measured")
    elif tokens.documents and tokens.documents < len(documents):
        left = len(documents) - tokens.documents
        notes.append(f"documents without annotations count, but are not scored: {left:,}")
    rarity = Rarity(documents, settings.mark)
    subjects = rarity.subjects
    ks, skipped = usable(settings.ks, settings.guarantee, subjects)
    notes += skipped
    points = tuple(_points(rarity, tokens, ks, settings, track))
    # The sizes are prepared anew, to be timed as a whole: two suffix arrays at once would be too
    # much for a corpus that just fits.
    del rarity
    sizes, too_small = _measure_sizes(documents, ks, settings, track)
    notes += too_small
    return KanonCurve(
        settings,
        len(documents),
        subjects,
        points[0].symbols,
        tokens.documents if tokens.gold else 0,
        points,
        sizes,
        tuple(notes),
    )


def usable(
    ks: Sequence[int], guarantee: str, subjects: int
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the k for which there are enough subjects, and a note if some are left out.

    Raises
    ------
    InputError
        If none is left.
    """
    if guarantee != "subjects":
        return tuple(ks), ()
    fitting = tuple(k for k in ks if k <= subjects)
    if not fitting:
        raise InputError(
            f"every k is larger than the number of subjects ({subjects}), so no text could be kept",
            hint="use --lines if each line is a document, name the column of persons with "
            "--subject-column, or count places instead of people with --guarantee occurrences",
        )
    if len(fitting) == len(ks):
        return fitting, ()
    return fitting, (
        f"left out every k above the number of subjects ({subjects}): no text could be kept",
    )


def _points(
    rarity: Rarity,
    tokens: GoldTokens,
    ks: Sequence[int],
    settings: CurveSettings,
    track: Track,
) -> Iterator[CurvePoint]:
    pairs = [(method, k) for method in settings.methods for k in ks]
    for method, k in track(pairs, "suppress", len(pairs)):
        result = suppress(rarity, settings.suppress(k, method))
        scores: tuple[Score, ...] = ()
        if tokens.gold:
            suppressed = tokens.suppressed(result.texts, settings.mark)
            scores = tokens.scores(suppressed, settings.ratio)
        yield CurvePoint(method, k, result.kept, result.symbols, result.runs, scores)


def _measure_sizes(
    documents: Sequence[Document], ks: Sequence[int], settings: CurveSettings, track: Track
) -> tuple[tuple[SizePoint, ...], tuple[str, ...]]:
    k = min(ks, key=lambda k: abs(k - PAPER_K))
    points, left_out = [], set()
    prefixes = _prefixes(documents, settings.sizes)
    pairs = [(method, prefix) for method in settings.methods for prefix in prefixes]
    for method, prefix in track(pairs, "sizes", len(pairs)):
        begin = time.perf_counter()
        rarity = Rarity(prefix, settings.mark)
        if settings.guarantee == "subjects" and rarity.subjects < k:
            left_out.add(len(prefix))
            continue
        result = suppress(rarity, settings.suppress(k, method))
        seconds = round(time.perf_counter() - begin, 6)
        points.append(SizePoint(method, k, len(prefix), result.symbols, result.kept, seconds))
    if not left_out:
        return tuple(points), ()
    return tuple(points), (
        f"sizes of up to {max(left_out)} documents have fewer than {k} subjects: left out",
    )


def _prefixes(documents: Sequence[Document], sizes: Iterable[Fraction]) -> list[Sequence[Document]]:
    """Return the first documents; if there is only one, its first characters."""
    prefixes: dict[int, Sequence[Document]] = {}
    for size in sizes:
        if len(documents) == 1:
            [whole] = documents
            # Rounded up with integers: a size is never zero.
            length = -(-len(whole) * size.numerator // size.denominator)
            prefixes[length] = [replace(whole, text=whole.text[:length], spans=None)]
        else:
            count = -(-len(documents) * size.numerator // size.denominator)
            prefixes[count] = documents[:count]
    return [prefix for prefix in prefixes.values() if any(map(len, prefix))]
