"""`textveil curve`: how many annotated documents are enough."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_json, show_table, tracked
from textveil.cli.corpora import (
    By,
    Corpora,
    CorporaEncoding,
    Damping,
    EverySpan,
    Families,
    Formats,
    Labels,
    Overlaps,
    Rarest,
    Rounds,
    Schemes,
    Seed,
    Sparsity,
    check_picture,
    listed,
    read_corpora,
    write_json,
    write_picture,
)
from textveil.cli.options import Json, Quiet, keep_apart

if TYPE_CHECKING:
    from textveil.learn.curve import Curve

__all__ = ["curve"]


def curve(
    corpora: Corpora,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the numbers here, as JSON.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", help="Draw the curves here: a .png or .svg.")
    ] = None,
    sizes: Annotated[
        str,
        typer.Option(
            "--sizes", help="Numbers of documents, such as 10,20,50; 10, 20, 50, … without this."
        ),
    ] = "",
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, help="Repetitions with other documents.")
    ] = 5,
    test: Annotated[
        float, typer.Option("--test", help="Share of the documents that is held out.")
    ] = 0.2,
    formats: Formats = None,
    encoding: CorporaEncoding = None,
    schemes: Schemes = None,
    families: Families = False,
    labels: Labels = "",
    overlaps: Overlaps = "refuse",
    every_span: EverySpan = False,
    by: By = "subject",
    threshold: Annotated[
        float, typer.Option("--threshold", help="Words with a lower score are left.")
    ] = 0.5,
    rounds: Rounds = 120,
    sparsity: Sparsity = 0.2,
    damping: Damping = 0.2,
    rarest: Rarest = 2,
    seed: Seed = 0,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how much better a model becomes with more annotated documents.

    Each repetition holds out some documents and trains on the first 10, 20, 50, … of the others.
    Shown are means over the repetitions, with 95 % intervals, of words and of passages with exactly
    the gold offsets.

    **Example:** `textveil curve notes.jsonl -o curve.json --chart curve.svg`
    """
    from textveil.learn.curve import LearningSettings, measure
    from textveil.learn.gold import Gold
    from textveil.learn.training import Plan
    from textveil.models.crf import Settings
    from textveil.pipeline.study.number_lists import parse_numbers

    keep_apart([out, chart], corpora)
    check_picture(chart)
    numbers = parse_numbers(sizes, "--sizes", least=1) if sizes else ()
    wanted = LearningSettings(tuple(sorted(set(numbers))), repeats, test, threshold)
    plan = Plan(Settings(sparsity, damping, rounds, rarest), by=listed(by), seed=seed)
    gold = Gold(None, families, frozenset(listed(labels)), overlaps, every_span)
    with tracked(quiet=quiet) as track:
        read = read_corpora(corpora, formats, schemes, gold, track, encoding=encoding, quiet=quiet)
        measured = measure(read.documents, plan, wanted, track)
    result = {**measured.to_json(), "data": read.data}
    write_json(out, result)
    write_picture(chart, lambda kind: _picture(measured, kind))
    if json_output:
        show_json(result)
    else:
        _show(measured)
    if not quiet:
        say(
            f"{counted(measured.documents, 'document')}, {measured.tested:g} of them for testing · "
            f"{counted(measured.repeats, 'repetition')}, 95 % intervals"
        )


def _show(measured: "Curve") -> None:
    columns = {
        f"{what} {name}": (level, name)
        for what, level in (("spans", "instance"), ("tokens", "token"))
        for name in ("precision", "recall", "F1")
    }
    show_table(
        ("documents", *columns),
        [
            (f"{point.documents:,}", *(str(point.at(*cell)) for cell in columns.values()))
            for point in measured.points
        ],
    )


def _picture(measured: "Curve", kind: str) -> bytes:
    from textveil.learn.drawing import draw_curve

    return draw_curve(measured, kind)
