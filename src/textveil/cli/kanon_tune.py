"""`textveil kanon tune`: the best settings on a labelled development set."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.console import counted, say, show_table
from textveil.cli.groups import filled, grouped, option
from textveil.cli.inputs import Input
from textveil.cli.options import Shown

if TYPE_CHECKING:
    from textveil.pipeline.kanon.tune import Tuning

__all__ = ["tune"]


@dataclass(frozen=True, kw_only=True)
class TuneOptions:
    """What is tried."""

    ks: str = option("2..18", "Such as 2..18, or 2,5,10.", "--k", "-k", metavar="KS")
    min_lengths: str = option(
        "1..8", "Lengths of kept runs to try.", "--min-length", "-l", metavar="LS"
    )
    ratios: str = option("0,10,..,50", "Percentages of a word to try.", "--ratio", metavar="RS")
    recall: float | None = option(None, "Best precision at this recall, instead of the best F1.")
    method: str = option("", "As in `textveil kanon`.")
    guarantee: str = option("subjects", "What is counted: subjects, occurrences or output.")
    unit: str = option("", "token (whole words) or char; as in `textveil kanon`.")
    show: str = option("paper", "Characters never suppressed; `paper` stands for sixteen.")
    mark: str = option("*", "What stands for a suppressed character.")


@dataclass(frozen=True, kw_only=True)
class DevelopmentInput(Input):
    """How annotated documents are read; a line of text carries no annotation."""

    lines: bool = field(default=False, init=False)


@grouped
def tune(
    dev: Annotated[str, typer.Argument(metavar="DEV", help="Annotated documents.")],
    asked: TuneOptions,
    given: DevelopmentInput,
    shown: Shown,
) -> None:
    """Find the k, the minimum length l and the word ratio R that agree best with annotations.

    Every combination is tried on DEV. A word counts as protected if more than R % of its characters
    are suppressed, and should be if it is annotated. Measure the settings on other documents
    before you trust them: they were chosen to look good on these.

    **Example:** `textveil kanon tune dev.jsonl --recall 0.9`
    """
    from textveil.pipeline.kanon.annotated import load_annotated
    from textveil.pipeline.kanon.run import announce_compilation, default_unit
    from textveil.pipeline.kanon.tune import TuneSettings
    from textveil.pipeline.kanon.tune import tune as carry_out
    from textveil.pipeline.study.number_lists import parse_numbers

    opened = given.open(dev)
    settings = filled(
        TuneSettings,
        asked,
        unit=asked.unit or default_unit(opened),
        ks=parse_numbers(asked.ks, "--k", least=2),
        min_lengths=parse_numbers(asked.min_lengths, "--min-length", least=1),
        ratios=parse_numbers(asked.ratios, "--ratio", most=100),
    )
    announce_compilation(say)
    with shown.tracked() as track:
        tuning = carry_out(load_annotated(opened, track=track), settings, track)
    shown.print(tuning, _show)
    shown.notice(
        f"{len(tuning.trials):,} settings tried · "
        f"{counted(tuning.annotated, 'annotated document')} · "
        f"{counted(tuning.gold, 'word')} to protect"
    )
    for note in tuning.notes:
        shown.notice(f"note: {note}")
    shown.notice(f"chosen: {tuning.choice.chosen}")
    shown.notice(f"because: {tuning.choice.reason}")


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
