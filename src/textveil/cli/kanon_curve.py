"""`textveil kanon curve`: what each k costs, before anything is released."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from textveil.cli.console import counted, say, show_table
from textveil.cli.groups import filled, grouped, option
from textveil.cli.inputs import CorpusPath, Input
from textveil.cli.options import Shown, keep_apart, listed

if TYPE_CHECKING:
    from textveil.pipeline.kanon.curve import CurvePoint, KanonCurve

__all__ = ["curve"]


@dataclass(frozen=True, kw_only=True)
class KanonCurveOptions:
    """What is measured, against what, and where it goes."""

    ks: str = option("2..18", "Such as 2..18, or 2,5,10.", "--k", "-k", metavar="KS")
    gold: Path | None = option(None, "Annotated documents, with ids and texts of IN.")
    gold_format: str | None = option(None, "Format of GOLD (default: guessed).")
    methods: str = option(
        "",
        "Methods to compare, with commas between them (default: minimum, paper, words and hybrid).",
        "--method",
    )
    guarantee: str = option("subjects", "What is counted: subjects, occurrences or output.")
    unit: str = option("", "token (whole words) or char; as in `textveil kanon`.")
    min_length: int = option(1, "Least number of units in a kept run.", "-l")
    show: str = option("", "Characters never suppressed; `paper` stands for sixteen.")
    mark: str = option("*", "What stands for a suppressed character.")
    ratio: float = option(20, "Percentage of a word that must be hidden to protect it.")
    keep: float | None = option(None, "Suggest the largest k that keeps this ratio, from 0 to 1.")
    output: Path | None = option(
        None, "A folder for charts and numbers; or a .png, .svg, .json", "-o"
    )


@grouped
def curve(source: CorpusPath, asked: KanonCurveOptions, given: Input, shown: Shown) -> None:
    """Measure how much of a corpus each k keeps, and suggest a k.

    Kept ratio by k and method, kept ratio and time by size, and, where IN or GOLD carries
    annotations, precision and recall of the words that are protected. Nothing of the text is
    written. The suggestion is for the first method: the knee of its curve, or with `--keep` the
    largest k that keeps so much.

    **Example:** `textveil kanon curve notes.jsonl --k 2..18 -o curves/`
    """
    from textveil.formats.sources import Source
    from textveil.pipeline.kanon.annotated import load_annotated
    from textveil.pipeline.kanon.charts import chart_curve
    from textveil.pipeline.kanon.curve import CurveSettings, measure_curve
    from textveil.pipeline.kanon.run import announce_compilation, default_unit
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([asked.output], [source, asked.gold])
    ks = parse_numbers(asked.ks, "--k", least=2)
    opened = given.open(source)
    unit = asked.unit or default_unit(opened)
    settings = filled(CurveSettings, asked, ks=ks, methods=listed(asked.methods), unit=unit)
    annotated = None if asked.gold is None else Source.open(asked.gold, asked.gold_format)
    announce_compilation(say)
    with shown.tracked() as track:
        documents = load_annotated(opened, annotated, track)
        if asked.output is None:
            measured = measure_curve(documents, settings, track)
        else:
            measured = chart_curve(documents, settings, asked.output, track, shown.notice)
    shown.print(measured, _show)
    shown.notice(
        f"{counted(measured.documents, 'document')} · {counted(measured.subjects, 'subject')} "
        f"· {counted(measured.symbols, 'character')} · guarantee: {settings.guarantee}"
    )
    for note in measured.notes:
        shown.notice(f"note: {note}")
    # Last, because it fails where no k keeps enough: the numbers are shown all the same.
    suggestion = measured.suggestion()
    shown.notice(f"suggested: k = {suggestion.chosen} for {settings.methods[0]}")
    shown.notice(f"because: {suggestion.reason}")


def _show(measured: "KanonCurve") -> None:
    """Print one table a measure; its first header says what is measured."""
    methods = measured.settings.methods
    _show_by_k(measured, "kept ratio", lambda point: point.kept_ratio)
    if measured.annotated:
        sys.stdout.write("\n")
        _show_by_k(measured, "precision", lambda point: point.scores[0].value)
        sys.stdout.write("\n")
        _show_by_k(measured, "recall", lambda point: point.scores[1].value)
    if measured.sizes:
        sys.stdout.write("\n")
        show_table(
            (f"kept ratio by characters, k = {measured.sizes[0].k}", *methods), _by_size(measured)
        )


def _show_by_k(measured: "KanonCurve", name: str, value: "Callable[[CurvePoint], float]") -> None:
    columns = [measured.of(method) for method in measured.settings.methods]
    show_table(
        (f"{name} by k", *measured.settings.methods),
        [[str(k), *(f"{value(column[k]):.3f}" for column in columns)] for k in columns[0]],
    )


def _by_size(measured: "KanonCurve") -> Iterator[list[str]]:
    for symbols in dict.fromkeys(point.symbols for point in measured.sizes):
        row = [point for point in measured.sizes if point.symbols == symbols]
        yield [f"{symbols:,}", *(f"{point.kept_ratio:.3f}" for point in row)]
