"""`textveil kanon curve`: what each k costs, before anything is released."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_json, show_table, tracked
from textveil.cli.options import (
    CorpusPath,
    Encoding,
    FormatName,
    IdColumn,
    Json,
    Lines,
    Quiet,
    SubjectColumn,
    TextColumn,
    keep_apart,
    open_source,
)

if TYPE_CHECKING:
    from textveil.pipeline.kanon.curve import CurvePoint, KanonCurve

__all__ = ["Guarantee", "Mark", "Unit", "curve"]

Guarantee = Annotated[
    str, typer.Option("--guarantee", help="What is counted: subjects, occurrences or output.")
]
Unit = Annotated[str, typer.Option("--unit", help="What is suppressed: char or token.")]
Mark = Annotated[str, typer.Option("--mark", help="What stands for a suppressed character.")]


def curve(
    source: CorpusPath,
    ks: Annotated[
        str, typer.Option("--k", "-k", metavar="KS", help="Such as 2..18, or 2,5,10.")
    ] = "2..18",
    gold: Annotated[
        Path | None,
        typer.Option("--gold", help="Annotated documents, with ids and texts of IN."),
    ] = None,
    gold_format: Annotated[
        str | None, typer.Option("--gold-format", help="Format of GOLD; guessed without this.")
    ] = None,
    methods: Annotated[
        str,
        typer.Option(
            "--methods",
            help="Methods to compare, with commas between them; minimum, paper, words and hybrid "
            "without this.",
        ),
    ] = "",
    guarantee: Guarantee = "subjects",
    unit: Unit = "char",
    min_length: Annotated[
        int, typer.Option("--min-length", help="Kept runs have at least so many units.")
    ] = 1,
    show: Annotated[
        str, typer.Option("--show", help="Characters never suppressed; `paper` stands for sixteen.")
    ] = "",
    mark: Mark = "*",
    ratio: Annotated[
        float,
        typer.Option("--ratio", help="A word is protected if more than this % of it is hidden."),
    ] = 20,
    keep: Annotated[
        float | None,
        typer.Option("--keep", help="Suggest the largest k that keeps this ratio, from 0 to 1."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A folder for charts and numbers; or a .png, .svg, .json"),
    ] = None,
    format_name: FormatName = None,
    lines: Lines = False,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how much of a corpus each k keeps, and suggest a k.

    Kept ratio by k and method, kept ratio and time by size, and, where IN or GOLD carries
    annotations, precision and recall of the words that are protected. Nothing of the text is
    written. The suggestion is for the first method: the knee of its curve, or with `--keep` the
    largest k that keeps so much.

    **Example:** `textveil kanon curve notes.jsonl --k 2..18 -o curves/`
    """
    from textveil.pipeline.kanon.annotated import load_annotated
    from textveil.pipeline.kanon.charts import chart_curve
    from textveil.pipeline.kanon.curve import CurveSettings, measure_curve
    from textveil.pipeline.kanon.run import announce_compilation
    from textveil.pipeline.sources import Source
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([out], [source, gold])
    settings = CurveSettings(
        parse_numbers(ks, "--k", least=2),
        tuple(name.strip() for name in methods.split(",") if name.strip()),
        guarantee,
        unit,
        min_length,
        show,
        mark,
        ratio,
        keep,
    )
    given = open_source(
        source,
        format_name,
        lines=lines,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    annotated = None if gold is None else Source.open(gold, gold_format)
    announce_compilation(say)
    with tracked(quiet=quiet) as track:
        documents = load_annotated(given, annotated, track)
        if out is None:
            measured = measure_curve(documents, settings, track)
        else:
            measured = chart_curve(documents, settings, out, track)
    if json_output:
        show_json(measured.to_json())
    else:
        _show(measured)
    if not quiet:
        say(
            f"{counted(measured.documents, 'document')} · {counted(measured.subjects, 'subject')} "
            f"· {counted(measured.symbols, 'character')} · guarantee: {guarantee}"
        )
        for note in measured.notes:
            say(f"note: {note}")
    # Last, because it fails where no k keeps enough: the numbers are shown all the same.
    suggestion = measured.suggestion()
    if not quiet:
        say(f"suggested: k = {suggestion.chosen} for {settings.methods[0]}")
        say(f"because: {suggestion.reason}")


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
