"""Curves of k-anonymity: how much text a k keeps, and how well it protects.

Kept ratio against k, kept ratio and time against size, and precision against recall where gold
annotations were given: paper 1, section 6, Figures 2 to 4.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from textveil.errors import InputError
from textveil.evaluate.text.suppression import GoldTokens, check_ratio
from textveil.formats.display.figures import titled
from textveil.formats.display.plain_table import counted
from textveil.study.chart import SHARES, Drawing, Panel, lines_of
from textveil.study.grid import names_of, rising_of, settle
from textveil.study.page import Study, Suggestion, check_keep, suggestion
from textveil.study.table import Row, pivoted
from textveil.transform.rarity.prepared_corpus import Rarity
from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.runs.watch import Track, untracked

__all__ = [
    "CURVE",
    "PAPER_K",
    "Bench",
    "CurveSettings",
    "SuppressionSettings",
    "measure_curve",
    "usable",
]

CURVE: Final = "curve.json"
"""The numbers behind the charts; by this file a folder is known to be an earlier result."""
PAPER_K: Final = 4
"""The k of the paper's Figures 3 and 4."""

_COMPARED: Final = ("minimum", "paper", "words", "hybrid")
_METHODS: Final = (*_COMPARED, "longest-first", "groups")
_SIZES: Final = tuple(Fraction(1, 2**halvings) for halvings in (4, 3, 2, 1, 0))
_POINT: Final = ("method", "k", "kept", "runs", "scores", "kept_ratio")
_KEPT: Final = "kept ratio (share of characters)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SuppressionSettings:
    """What does not vary; all of it is as in `Suppress`."""

    guarantee: str = "subjects"
    unit: str = "token"
    show: str = ""
    mark: str = "*"

    def suppress(self, k: int, method: str, min_length: int) -> Suppress:
        """Return the settings of one suppression."""
        return Suppress(k, self.guarantee, method, self.unit, min_length, self.show, self.mark)


@dataclass(frozen=True, slots=True)
class CurveSettings(SuppressionSettings):
    """What is to be measured.

    Parameters
    ----------
    ks
        Each from 2 on, or a text such as `2..18`; they are sorted, and each counts once.
    methods
        Empty means those of the paper's comparison, or `groups` for the guarantee `output`. A k is
        suggested for the first one. A text has commas between them.
    min_length
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
    min_length: int = 1
    ratio: float = 20.0
    keep: float | None = None
    sizes: tuple[Fraction, ...] = _SIZES

    def __post_init__(self) -> None:
        compared = ("groups",) if self.guarantee == "output" else _COMPARED
        settle(self, methods=names_of(self.methods, compared))
        settle(self, ks=rising_of(self.ks, "--k", least=2))
        for method in self.methods:
            self.suppress(self.ks[0], method, self.min_length)
        check_ratio(self.ratio)
        check_keep(self.keep)


def measure_curve(
    documents: Sequence[Document], settings: CurveSettings, track: Track = untracked
) -> Study:
    """Measure what each method keeps at each k, and at the sizes asked for.

    The corpus is prepared once for all k and methods. Documents that carry spans are scored
    against them. Among the numbers are `points`, by method and k; `sizes`, by method and size;
    `notes`, which say what was left out; and the `suggestion`, None where no k fits.

    Raises
    ------
    InputError
        If there is no text, or fewer subjects than every k.
    """
    bench = Bench(documents, settings)
    tokens, subjects, symbols = bench.tokens, bench.rarity.subjects, sum(map(len, documents))
    ks, skipped = usable(settings.ks, settings.guarantee, subjects)
    cells = [(method, k, settings.min_length) for method in settings.methods for k in ks]
    rows = bench.trials(track(cells, "suppress", len(cells)), [settings.ratio])
    points = [{name: row[name] for name in _POINT} for row in rows]
    # The sizes are prepared anew, to be timed as a whole: two suffix arrays at once would be too
    # much for a corpus that just fits.
    del bench
    sizes, too_small = _measure_sizes(documents, ks, settings, track)
    first = {row["k"]: row["kept_ratio"] for row in points if row["method"] == settings.methods[0]}
    chosen = suggestion(first, settings.keep, symbols, f"k {settings.methods[0]}")
    numbers = {
        **json_fields(settings, {"ks", "keep", "sizes"}),
        "show": settings.suppress(ks[0], settings.methods[0], 1).shown,
        "documents": len(documents),
        "subjects": subjects,
        "symbols": symbols,
        "annotated": tokens.documents if tokens.gold else 0,
        "points": points,
        "sizes": sizes,
        "notes": (*_unscored(tokens, len(documents)), *skipped, *too_small),
        "suggestion": chosen.choice,
    }
    return _study(numbers, settings, chosen)


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


def _unscored(tokens: GoldTokens, documents: int) -> Iterator[str]:
    if tokens.documents and not tokens.gold:
        yield "the annotations mark no word, so precision and recall cannot be measured"
    elif tokens.documents and tokens.documents < documents:
        left = documents - tokens.documents
        yield f"documents without annotations count, but are not scored: {left:,}"


class Bench:
    """A corpus that is prepared once for all trials, with the words that are to be protected."""

    def __init__(self, documents: Sequence[Document], settings: SuppressionSettings) -> None:
        self.tokens = GoldTokens(documents)
        self.rarity = Rarity(documents, settings.mark)
        self._settings = settings

    def trials(
        self, cells: Iterable[tuple[str, int, int]], ratios: Sequence[float]
    ) -> Iterator[Row]:
        """Yield what methods keep at a k and a minimum length, scored at each ratio."""
        for method, k, length in cells:
            made = suppress(self.rarity, self._settings.suppress(k, method, length))
            told = {"method": method, "k": k, "min_length": length, "kept": made.kept}
            told |= {"runs": made.runs, "kept_ratio": made.kept_ratio}
            hidden = (
                self.tokens.suppressed(made.texts, self._settings.mark)
                if self.tokens.gold
                else None
            )
            for ratio in ratios:
                scores = () if hidden is None else self.tokens.scores(hidden, ratio)
                yield {**told, "ratio": ratio, "scores": scores}


def _measure_sizes(
    documents: Sequence[Document], ks: Sequence[int], settings: CurveSettings, track: Track
) -> tuple[list[Row], tuple[str, ...]]:
    k = min(ks, key=lambda k: abs(k - PAPER_K))
    points: list[Row] = []
    left_out = set()
    prefixes = _prefixes(documents, settings.sizes)
    pairs = [(method, prefix) for method in settings.methods for prefix in prefixes]
    for method, prefix in track(pairs, "sizes", len(pairs)):
        begin = time.perf_counter()
        rarity = Rarity(prefix, settings.mark)
        if settings.guarantee == "subjects" and rarity.subjects < k:
            left_out.add(len(prefix))
            continue
        made = suppress(rarity, settings.suppress(k, method, settings.min_length))
        seconds = round(time.perf_counter() - begin, 6)
        row = {"method": method, "k": k, "documents": len(prefix), "symbols": made.symbols}
        row |= {"kept": made.kept, "seconds": seconds, "kept_ratio": made.kept_ratio}
        points.append(row)
    if not left_out:
        return points, ()
    return points, (
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
            prefixes[length] = [replace(whole, text=whole.text[:length], spans=None, layers=())]
        else:
            count = -(-len(documents) * size.numerator // size.denominator)
            prefixes[count] = documents[:count]
    return [prefix for prefix in prefixes.values() if any(map(len, prefix))]


def _shown_precision(row: Row) -> float:
    return float(row["scores"][0].value)


def _precision(row: Row) -> float | None:
    """Return the precision; where nothing is protected there is none."""
    return _shown_precision(row) if row["scores"][0].count else None


def _recall(row: Row) -> float:
    return float(row["scores"][1].value)


def _study(numbers: dict[str, Any], settings: CurveSettings, chosen: Suggestion) -> Study:
    points, sizes = numbers["points"], numbers["sizes"]
    tables = [pivoted("kept ratio by k", points, "k", "method", "kept_ratio")]
    if numbers["annotated"]:
        for name, cell in (("precision", _shown_precision), ("recall", _recall)):
            tables.append(pivoted(f"{name} by k", points, "k", "method", cell))
    if sizes:
        head = f"kept ratio by characters, k = {sizes[0]['k']}"
        tables.append(pivoted(head, sizes, "symbols", "method", "kept_ratio"))
    remarks = (
        f"{counted(numbers['documents'], 'document')} · {counted(numbers['subjects'], 'subject')} "
        f"· {counted(numbers['symbols'], 'character')} · guarantee: {settings.guarantee}",
        *(f"note: {note}" for note in numbers["notes"]),
        *chosen.remarks,
    )
    charts = dict(_charts(numbers, settings, chosen))
    return Study(numbers, tables, charts, remarks, chosen.refused)


def _charts(
    numbers: Row, settings: CurveSettings, chosen: Suggestion
) -> Iterator[tuple[str, list[Drawing]]]:
    """Yield every chart that has two values or more, by file name."""
    points, sizes = numbers["points"], numbers["sizes"]
    ks = [row["k"] for row in points]
    if len(set(ks)) > 1:
        lines = lines_of(points, "method", "k", "kept_ratio", _METHODS)
        title = titled("Text that is kept", "higher", f"guarantee: {settings.guarantee}")
        yield "kept-ratio", [Panel(title, "k", _KEPT, lines, SHARES, marks=chosen.marks)]
    if len({row["symbols"] for row in sizes}) > 1:
        fixed, size = f"k = {sizes[0]['k']}", "size (characters)"
        kept, taken = (
            lines_of(sizes, "method", "symbols", name, _METHODS)
            for name in ("kept_ratio", "seconds")
        )
        by_size = titled("Text that is kept, by size", "higher", fixed)
        in_time = titled("Time, by size", "lower", fixed)
        yield (
            "size",
            [
                Panel(by_size, size, _KEPT, kept, SHARES),
                Panel(in_time, size, "time (seconds)", taken, (0, None)),
            ],
        )
    if numbers["annotated"] and len(set(ks)) > 1:
        yield "precision-recall", [_agreement(points, settings.ratio)]


def _agreement(points: Sequence[Row], ratio: float) -> Panel:
    """Return precision against recall, one point per k (paper 1, Figure 2)."""
    first, *others = lines_of(points, "method", _recall, _precision, _METHODS)
    drawn = [row["k"] for row in points if row["method"] == first.name and row["scores"][0].count]
    if drawn:
        # Names at the ends of every line would cover the lines.
        first = replace(first, texts={0: f"k = {drawn[0]}", -1: f"k = {drawn[-1]}"})
    lines = [first, *others]
    highest = max((y for line in lines for _, y in line.points), default=0.0)
    return Panel(
        titled("Protected words against annotated ones", "up and right", f"R = {ratio:g} %"),
        "recall (share of annotated words that are protected)",
        "precision (share of protected\nwords that are annotated)",
        lines,
        # What is rare is often no name: precision may be low, and would then fill a flat stripe.
        (0, min(1.02, max(0.2, 1.25 * highest))),
    )
