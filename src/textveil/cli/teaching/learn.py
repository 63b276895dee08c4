"""`textveil learn`: good models from few annotated documents."""

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.groups import filled, grouped, option
from textveil.cli.shell.options import Shown, keep_apart
from textveil.cli.teaching import learn_loop
from textveil.cli.teaching.corpora import By, Corpora, FittingOptions, LearningOptions

if TYPE_CHECKING:
    from textveil.study.learning.simulation import SimulationSettings
    from textveil.study.page import Study
    from textveil.values.runs.watch import Track

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Choose the documents from which a model learns most.\n\n"
    "**Example:** `textveil learn start notes/ -o notes.project --key key.txt`",
)
app.command("start")(learn_loop.start)
app.command("next")(learn_loop.next_batch)
app.command("submit")(learn_loop.submit)
app.command("status")(learn_loop.status)
app.command("model")(learn_loop.model)


@dataclass(frozen=True, kw_only=True)
class ScoreOptions:
    """By what documents are scored."""

    strategy: str = option(
        ...,
        "random, lc-sum, lc-mean, lcub:THETA, entropy, elb:RHO, roi:NC,COST, roi-general, "
        "diverse:STRATEGY, a preset such as LCUB_6, or the name of a plug-in.",
        metavar="STRATEGY",
    )
    calibration: str | None = option(
        None,
        "Take the true probabilities of roi-general from the calibration of this model (default: "
        "those of FILE).",
        metavar="NAME|FOLDER",
    )
    seed: int = option(0, "Decides the order of the strategy random.")
    output: Path | None = option(None, "Write the scores here (default: stdout).", "-o")


@app.command()
@grouped
def score(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Lines of probabilities; `-` reads them from stdin."),
    ],
    asked: ScoreOptions,
) -> None:
    """Score documents by what a model would learn from them.

    Each line of FILE is a document: its id, and for each word the probabilities of `O` (nothing)
    and of the labels. The answer has a line for each: the higher the score, the sooner the document
    should be annotated.

    **Example:** `textveil learn score chances.jsonl --strategy lcub:0.9`
    """
    from textveil.formats.inputs import STDIN
    from textveil.formats.json.json_text import dump
    from textveil.formats.outputs import text_sink
    from textveil.learn.project.chance_lines import scores_of
    from textveil.models.bundle import load_bundle
    from textveil.pipeline.evaluation.query_strategies import strategy_named

    keep_apart([asked.output], [file])
    chosen = strategy_named(asked.strategy, asked.seed)
    model = asked.calibration
    calibration = None if model is None else load_bundle(model).calibration
    found = scores_of(STDIN if file == "-" else Path(file), chosen, calibration)
    lines = [dump({"id": name, "score": round(value, 10)}, name) + "\n" for name, value in found]
    if asked.output is None:
        sys.stdout.writelines(lines)
        return
    with text_sink(asked.output) as sink:
        for line in lines:
            sink.write(line)


@dataclass(frozen=True, kw_only=True)
class SimulateOptions:
    """What is simulated, and where it goes."""

    output: Path = option(
        ..., "A folder for the results. A simulation that was stopped goes on in it.", "-o"
    )
    strategies: str = option(
        "random,LCUB_6,ELB_3,ROI_2",
        "Strategies, with commas between them; also as random,lcub:0.6,elb:0.1.",
    )
    batches: str = option(
        "10",
        "Sizes of batches, such as 1,5,adaptive: small while the curve is steep, then larger.",
        "--batch",
    )
    start: int = option(10, "Random documents of the first round.", min=1)
    rounds: int = option(
        10, "Rounds of a run: each fits a model, and each but the first adds a batch.", min=1
    )
    documents: int | None = option(
        None, "Go up to this number of documents with all sizes of batches, instead of --rounds."
    )
    runs: int = option(3, "Times that all of it is done, with other documents.", min=1)
    test: float = option(0.2, "Share of the documents that is held out.")
    threshold: float = option(0.5, "Leave out words with a lower score.")
    cost: str = option("0.1,1", "Cost of reading a word, and of correcting one.")
    model: str = option(
        "crf",
        "What is fitted: crf (a new field from the annotated documents), or the shipped model of "
        "this name, adapted in every round: fast-en or neural-en.",
    )
    jobs: int = option(1, "Processes that work side by side.", min=1)
    charts: bool = option(False, "Draw the curves into OUT/charts, also by label.")

    def settings(self, seed: int) -> "SimulationSettings":
        """Return what is simulated."""
        from textveil.pipeline.evaluation.query_strategies import strategies_named
        from textveil.study.learning.simulation import SimulationSettings

        strategies = tuple(strategies_named(self.strategies, seed).items())
        costs = dict(zip(("reading", "correcting"), learn_loop.two_costs(self.cost), strict=True))
        return filled(SimulationSettings, self, strategies=strategies, **costs)


@dataclass(frozen=True, kw_only=True)
class SimulationFitting(FittingOptions):
    """How the models of a simulation are fitted; penalties are the usual ones."""

    sparsity: float = field(default=0.2, init=False)
    damping: float = field(default=0.2, init=False)
    rarest: int = field(default=2, init=False)
    seed: int = option(0, "Decides what is held out, drawn and chosen among equals.")


@app.command()
@grouped
def simulate(
    corpora: Corpora,
    *,
    asked: SimulateOptions,
    learning: LearningOptions,
    by: By = "subject",
    fitting: SimulationFitting,
    shown: Shown,
) -> None:
    """Compare strategies on annotated documents, as if somebody annotated them round by round.

    In each run all strategies begin with the same random documents and are tested on the same
    documents of other subjects. OUT gets `simulation.json`, `curves.csv` and `times.csv`.

    **Example:** `textveil learn simulate notes.jsonl --strategies random,LCUB_6 -o simulated`
    """
    from textveil.study.learning.active_learning import simulate as simulated
    from textveil.study.learning.active_learning import write_charts

    keep_apart([asked.output], corpora)
    if asked.charts:
        from textveil.formats.display.figures import require_charts

        require_charts()
    wanted = asked.settings(fitting.seed)
    if wanted.model != "crf":
        rounds = len(wanted.jobs()) * wanted.rounds
        shown.notice(f"{rounds:,} models are adapted from {wanted.model}; allow a minute for each")

    def carried_out(track: "Track") -> "Study":
        read = learning.read(corpora, track, shown.notice).documents
        study = simulated(read, fitting.plan(by), wanted, asked.output, asked.jobs, track)
        if asked.charts:
            write_charts(study, asked.output / "charts")
        return study

    shown.study(carried_out)
