"""`textveil evaluate`: how good was the detection."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from textveil.cli.shell.choices import ChoiceOptions
from textveil.cli.shell.console import counted, say, show_table
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import FileInput
from textveil.cli.shell.options import Shown, keep_apart, listed
from textveil.cli.teaching.evaluate_meaning import MeaningOptions, show_meaning
from textveil.errors import UsageError

if TYPE_CHECKING:
    from textveil.evaluate.detection.confusion import Confusion
    from textveil.evaluate.detection.group_scores import GroupReport
    from textveil.pipeline.evaluation.evaluation import EvaluationResult
    from textveil.values.figures.score import Score
    from textveil.values.figures.score_rows import ScoreRow

__all__ = ["evaluate"]


@dataclass(frozen=True, kw_only=True)
class EvaluateOptions:
    """How both sides are read and compared."""

    format_name: str | None = option(None, "Format of GOLD or IN (default: guessed).", "--format")
    predicted_format: str | None = option(None, "Format of PRED (default: guessed).")
    encoding: list[str] | None = option(
        None, "Encoding of GOLD or IN (default: UTF-8, others are recognised).", metavar="NAME"
    )
    scheme: str | None = option(None, "Scheme of GOLD's labels: tab, i2b2-2014, presidio, …")
    maps: list[str] | None = option(
        None,
        "What labels of GOLD mean: pairs such as Patient=PATIENT,CHI=X-CHI. Repeatable.",
        "--map",
        metavar="PAIRS",
    )
    families: bool = option(False, "Compare labels by family: a CITY is an ADDRESS.")
    every_span: bool = option(False, "Count gold spans that are marked as not to be masked.")
    by: str | None = option(None, "Field that tells a document's domain (default: see below).")
    output: Path | None = option(
        None, "Write a page (HTML) of the mistakes here; it shows source text.", "-o"
    )
    seed: int = option(0, "Seed of the bootstrap.")


@grouped
def evaluate(
    predicted: Annotated[
        Path | None,
        typer.Argument(
            metavar="PRED",
            help="What `textveil scan` printed (`-` reads it from stdin), or annotated documents.",
        ),
    ] = None,
    gold: Annotated[
        Path | None, typer.Argument(metavar="GOLD", help="Annotated documents.")
    ] = None,
    *,
    asked: EvaluateOptions,
    meant: MeaningOptions,
    choices: ChoiceOptions,
    shown: Shown,
) -> None:
    """Measure predicted spans against gold ones, with intervals.

    Precision, recall, F1 and F2 of tokens and of whole instances, strict (same offsets) and relaxed
    (any overlap), over all labels and for each one; how many mentions are hidden, and how many
    entities with all their mentions; and which label was taken for which. Intervals are 95 %
    bootstrap intervals over documents.

    Further tables show where the reader is wrong: how many passages are hidden by domain of the
    document, frequency and origin of the surname, case, and length of the document. They leave out
    groups with fewer than 20 passages; `--json` has all. The domain is the field that `--by`
    names, else `corpus` or `kind` (generated documents have it), else the folder in the id.

    `--meaning IN` needs no annotations: it counts what a policy would change, by kind (drugs,
    doses, everyday words, …), and what of it may mean something else than who somebody is.

    `-o` writes a page that shows missed and spurious passages in context. It holds source text,
    and only you may read the file.

    **Example:** `textveil evaluate spans.jsonl gold.jsonl`
    """
    import numpy as np

    from textveil.pipeline.evaluation.evaluation import evaluate_files
    from textveil.pipeline.evaluation.predictions import read_predictions
    from textveil.pipeline.evaluation.relabelling import Relabelling

    read = FileInput(format_name=asked.format_name, encoding=asked.encoding)
    if meant.meaning is not None:
        if predicted is not None:
            raise UsageError("--meaning takes the place of PRED and GOLD")
        show_meaning(read, meant, choices, shown)
        return
    if predicted is None or gold is None:
        raise UsageError("give PRED and GOLD, or --meaning IN")
    keep_apart([asked.output], [predicted, gold])
    pairs = [part for given in asked.maps or () for part in listed(given)]
    relabelling = Relabelling.of(asked.scheme, families=asked.families, pairs=pairs)
    with shown.tracked() as track:
        result = evaluate_files(
            read_predictions(predicted, asked.predicted_format),
            read.open(str(gold)),
            np.random.default_rng(asked.seed),
            track,
            relabelling=relabelling,
            every_span=asked.every_span,
            excerpts=asked.output is not None,
            by=asked.by,
        )
    if asked.output is not None:
        from textveil.pipeline.evaluation.mistake_page import render_mistakes
        from textveil.pipeline.pages import write_page

        page = render_mistakes(result, f"{predicted.name} against {gold.name}")
        write_page(asked.output, page, private=True)
    shown.print(result, _show)
    if not shown.quiet and not shown.json_output:
        _tell(result)
    if asked.output is not None:
        shown.notice(f"{asked.output} shows source text; keep it as you keep the documents")


def _show(result: "EvaluationResult") -> None:
    from textveil.values.figures.score_rows import score_rows

    rows = score_rows(result.scores)
    show_table(
        ("all labels", "precision", "recall", "F1", "F2"),
        [
            (row.level, str(row.precision), str(row.recall), str(row.f1), str(row.f2))
            for row in rows
            if row.label == "all"
        ],
    )
    _show_labels(rows)
    _show_hidden(result.scores)
    _show_confusion(result.confusion)
    _show_groups(result.groups)


def _show_labels(rows: "list[ScoreRow]") -> None:
    tokens = [row for row in rows if row.level == "token" and row.label != "all"]
    spans = {row.label: row for row in rows if row.level == "instance-strict"}
    if not tokens:
        return
    sys.stdout.write("\n")
    show_table(
        ("label", "tokens", "precision", "recall", "F1", "spans", "precision", "recall", "F1"),
        [
            (
                *(row.label, f"{row.recall.count:,}", f"{row.precision.value:.3f}"),
                *(str(row.recall), f"{row.f1.value:.3f}"),
                *_strict(spans[row.label]),
            )
            for row in tokens
        ],
    )


def _strict(row: "ScoreRow") -> list[str]:
    three = (row.precision, row.recall, row.f1)
    return [f"{row.recall.count:,}", *(f"{score.value:.3f}" for score in three)]


def _show_hidden(scores: "Iterable[Score]") -> None:
    """Show how many mentions and entities are hidden, by both rules."""
    table = {(score.name, score.group): score for score in scores}
    groups = (
        ("mentions", "mention", ""),
        ("direct identifiers", "entity", "DIRECT"),
        ("quasi-identifiers", "entity", "QUASI"),
    )
    rows = [
        (
            name,
            str(table[f"{level} recall", group]),
            str(table[f"{level}-content recall", group]),
            f"{table[f'{level} recall', group].count:,}",
        )
        for name, level, group in groups
        if (f"{level} recall", group) in table
    ]
    if rows:
        sys.stdout.write("\n")
        show_table(("hidden, whatever the label", "wholly", "but for function words", "of"), rows)


def _show_confusion(confusion: "Confusion") -> None:
    """Show the matrix row by row, without its many zeros."""
    cells = confusion.cells()
    rows = []
    for gold in (*confusion.gold_labels, ""):
        row = {label: count for (one, label), count in cells.items() if one == gold}
        others = {label: n for label, n in row.items() if label not in (gold, "")}
        ranked = sorted(others.items(), key=lambda item: (-item[1], item[0]))
        numbers = (sum(row.values()), row.get(gold, 0), row.get("", 0))
        listed = ", ".join(f"{label} {n:,}" for label, n in ranked)
        if row:
            rows.append((gold or "(spurious)", *(f"{n:,}" for n in numbers), listed))
    if rows:
        sys.stdout.write("\n")
        show_table(("gold label of tokens", "all", "right", "missed", "taken for"), rows)


def _show_groups(groups: "GroupReport") -> None:
    """Show the groups with enough passages; labels have a table of their own."""
    from textveil.pipeline.evaluation.group_tables import TITLES, difference_line

    for by, title in TITLES.items():
        shown = groups.shown(by)
        if not shown:
            continue
        sys.stdout.write("\n")
        columns = (title, "passages", "hidden", *(["precision of words"] * by.is_of_documents))
        show_table(
            columns,
            [
                (
                    *(one.count.group or "(none)", f"{one.count.passages:,}", str(one.recall)),
                    *([str(one.precision)] * by.is_of_documents),
                )
                for one in shown
            ],
        )
        sys.stdout.write(difference_line(groups, by) + "\n")
    sys.stdout.flush()


def _tell(result: "EvaluationResult") -> None:
    say(f"{counted(len(result.documents), 'document')}, 95 % intervals")
    if result.missing:
        say(f"{result.missing:,} of them had no prediction; nothing counts as found in them")
    if result.overlapping:
        say(f"{result.overlapping:,} gold spans overlap another one; each counts on its own")
    if cut := sum(result.confusion.cut.values()):
        words, them = ("word is", "it is") if cut == 1 else ("words are", "they are")
        say(
            f"{cut:,} {words} annotated in part only, such as 67 in 67F, and that part is hidden; "
            f"{them} missed among tokens, which must be hidden whole"
        )
    if result.foreign:
        hint = f"; --scheme {result.scheme} makes them comparable" if result.scheme else ""
        say(f"gold labels that are not textveil's: {', '.join(result.foreign)}{hint}")
