"""`textveil compose train`: a classifier of private messages from labelled ones."""

from dataclasses import dataclass
from pathlib import Path

from textveil.cli.shell.console import counted
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import CorpusPath, FileInput
from textveil.cli.shell.options import Shown, keep_apart

__all__ = ["PrivacyTrainOptions", "train"]


@dataclass(frozen=True, kw_only=True)
class PrivacyTrainOptions:
    """Where the model goes, and how it is fitted."""

    output: Path = option(..., "A folder for the model.", "-o", metavar="MODEL")
    folds: int = option(5, "Parts for the scores on the model's card.", min=2)
    penalty: float = option(2.0, "How much large weights are held back.", min=0.001)
    at: str = option(
        "2020-01-01T12:00", "Moment at which the messages were written.", metavar="TIME"
    )
    force: bool = option(False, "Replace a model that stands at --output.")


@grouped
def train(
    source: CorpusPath, *, asked: PrivacyTrainOptions, given: FileInput, shown: Shown
) -> None:
    """Train a classifier of private messages on documents with `private` in their metadata.

    The scores are those of folds: each part is judged by a model of the others. Equal messages
    give equal files; the model holds no message, only words and their weights.

    **Example:** `textveil compose train labelled.jsonl -o my-private`
    """
    from textveil.learn.training.privacy_model import PrivacyPlan, train_privacy
    from textveil.pipeline.messages.checking import Checker, CheckSettings

    keep_apart([asked.output], [source])
    checker = Checker(CheckSettings(at=asked.at))
    plan = PrivacyPlan(asked.folds, asked.penalty)
    with shown.tracked() as track:
        documents = track(given.open_file(source), "train", None)
        scores = train_privacy(documents, checker.features, plan, asked.output, replace=asked.force)
    shown.announce(scores, lambda made: shown.notice(made.told))
    shown.notice(f"{counted(scores.messages, 'message')}, model in {asked.output}")
