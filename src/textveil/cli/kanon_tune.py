"""`textveil kanon tune`: the best settings on a labelled development set."""

from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_json, show_table, tracked
from textveil.cli.kanon_curve import Guarantee, Mark, Unit
from textveil.cli.options import (
    Encoding,
    FormatName,
    IdColumn,
    Json,
    Quiet,
    SubjectColumn,
    TextColumn,
    open_source,
)

if TYPE_CHECKING:
    from textveil.pipeline.kanon.tune import Tuning

__all__ = ["tune"]


def tune(
    dev: Annotated[str, typer.Argument(metavar="DEV", help="Annotated documents.")],
    ks: Annotated[
        str, typer.Option("--k", "-k", metavar="KS", help="Such as 2..18, or 2,5,10.")
    ] = "2..18",
    min_lengths: Annotated[
        str, typer.Option("--min-length", metavar="LS", help="Lengths of kept runs to try.")
    ] = "1..8",
    ratios: Annotated[
        str, typer.Option("--ratio", metavar="RS", help="Percentages of a word to try.")
    ] = "0,10,..,50",
    recall: Annotated[
        float | None,
        typer.Option("--recall", help="Best precision at this recall, instead of the best F1."),
    ] = None,
    method: Annotated[str, typer.Option("--method", help="As in `textveil kanon`.")] = "",
    guarantee: Guarantee = "subjects",
    unit: Unit = "char",
    show: Annotated[
        str, typer.Option("--show", help="Characters never suppressed; `paper` stands for sixteen.")
    ] = "paper",
    mark: Mark = "*",
    format_name: FormatName = None,
    encoding: Encoding = None,
    text_column: TextColumn = None,
    id_column: IdColumn = None,
    subject_column: SubjectColumn = None,
    json_output: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the k, the minimum length l and the word ratio R that agree best with annotations.

    Every combination is tried on DEV. A word counts as protected if more than R % of its characters
    are suppressed, and should be if it is annotated. Measure the settings on other documents
    before you trust them: they were chosen to look good on these.

    **Example:** `textveil kanon tune dev.jsonl --recall 0.9`
    """
    from textveil.pipeline.kanon.annotated import load_annotated
    from textveil.pipeline.kanon.run import announce_compilation
    from textveil.pipeline.kanon.tune import TuneSettings
    from textveil.pipeline.kanon.tune import tune as carry_out
    from textveil.pipeline.study.number_lists import parse_numbers

    settings = TuneSettings(
        parse_numbers(ks, "--k", least=2),
        parse_numbers(min_lengths, "--min-length", least=1),
        parse_numbers(ratios, "--ratio", most=100),
        method,
        guarantee,
        unit,
        show,
        mark,
        recall,
    )
    given = open_source(
        dev,
        format_name,
        encoding=encoding,
        text_column=text_column,
        id_column=id_column,
        subject_column=subject_column,
    )
    announce_compilation(say)
    with tracked(quiet=quiet) as track:
        tuning = carry_out(load_annotated(given, track=track), settings, track)
    if json_output:
        show_json(tuning.to_json())
    else:
        _show(tuning)
    if not quiet:
        say(
            f"{len(tuning.trials):,} settings tried · "
            f"{counted(tuning.annotated, 'annotated document')} · "
            f"{counted(tuning.gold, 'word')} to protect"
        )
        for note in tuning.notes:
            say(f"note: {note}")
        say(f"chosen: {tuning.choice.chosen}")
        say(f"because: {tuning.choice.reason}")


def _show(tuning: "Tuning") -> None:
    show_table(
        ("k", "l", "R", "precision", "recall", "F1", "kept ratio"),
        [
            (
                str(trial.k),
                str(trial.min_length),
                str(trial.ratio),
                str(trial.precision),
                str(trial.recall),
                str(trial.f1),
                f"{trial.kept_ratio:.3f}",
            )
            for trial in tuning.best()
        ],
    )
