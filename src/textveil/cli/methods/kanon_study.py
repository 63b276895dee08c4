"""`textveil kanon curve` and `kanon tune`: what each k costs, before anything is released."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.console import say
from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.inputs import CorpusPath, Input
from textveil.cli.shell.options import Shown, keep_apart

if TYPE_CHECKING:
    from textveil.formats.sources import Source

__all__ = ["curve", "tune"]


@dataclass(frozen=True, kw_only=True)
class SuppressionOptions:
    """What is suppressed while something varies."""

    guarantee: str = option("subjects", "What is counted: subjects, occurrences or output.")
    unit: str = option("", "token (whole words) or char; as in `textveil kanon`.")
    mark: str = option("*", "What stands for a suppressed character.")

    def unit_of(self, source: "Source") -> str:
        """Return what is suppressed, and say if kernels must be compiled first."""
        from textveil.pipeline.kanon.run import announce_compilation, default_unit

        announce_compilation(say)
        return self.unit or default_unit(source)


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
    min_length: int = option(1, "Least number of units in a kept run.", "-l")
    show: str = option("", "Characters never suppressed; `paper` stands for sixteen.")
    ratio: float = option(20, "Percentage of a word that must be hidden to protect it.")
    keep: float | None = option(None, "Suggest the largest k that keeps this ratio, from 0 to 1.")
    output: Path | None = option(
        None, "A folder for charts and numbers; or a .png, .svg, .json", "-o"
    )


@grouped
def curve(
    source: CorpusPath,
    asked: KanonCurveOptions,
    suppressed: SuppressionOptions,
    given: Input,
    shown: Shown,
) -> None:
    """Measure how much of a corpus each k keeps, and suggest a k.

    Kept ratio by k and method, kept ratio and time by size, and, where IN or GOLD carries
    annotations, precision and recall of the words that are protected. Nothing of the text is
    written. The suggestion is for the first method: the knee of its curve, or with `--keep` the
    largest k that keeps so much.

    **Example:** `textveil kanon curve notes.jsonl --k 2..18 -o curves/`
    """
    from textveil.formats.sources import Source
    from textveil.pipeline.kanon.annotated import load_annotated
    from textveil.study.kanon_curve import CURVE, CurveSettings, measure_curve

    keep_apart([asked.output], [source, asked.gold])
    opened = given.open(source)
    settings = filled(CurveSettings, asked, suppressed, unit=suppressed.unit_of(opened))
    gold = None if asked.gold is None else Source.open(asked.gold, asked.gold_format)
    shown.study(
        lambda track: measure_curve(load_annotated(opened, gold, track), settings, track),
        asked.output,
        CURVE,
    )


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
    show: str = option("paper", "Characters never suppressed; `paper` stands for sixteen.")


@dataclass(frozen=True, kw_only=True)
class DevelopmentInput(Input):
    """How annotated documents are read; a line of text carries no annotation."""

    lines: bool = field(default=False, init=False)


@grouped
def tune(
    dev: Annotated[str, typer.Argument(metavar="DEV", help="Annotated documents.")],
    asked: TuneOptions,
    suppressed: SuppressionOptions,
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
    from textveil.study.kanon_tune import TuneSettings
    from textveil.study.kanon_tune import tune as carry_out

    opened = given.open(dev)
    settings = filled(TuneSettings, asked, suppressed, unit=suppressed.unit_of(opened))
    shown.study(lambda track: carry_out(load_annotated(opened, track=track), settings, track))
