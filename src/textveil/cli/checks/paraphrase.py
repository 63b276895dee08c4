"""The verbs of `textveil trace` about pairs of sentences."""

import json
from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.console import counted, show
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.options import Force, Shown, Told

__all__ = ["compare", "experiment", "pairs", "train"]

PairsPath = Annotated[
    Path,
    typer.Argument(
        metavar="PAIRS",
        help="Two sentences a line, with a tab between them, or the columns of MRPC or PAWS.",
    ),
]
ModelPath = Annotated[
    Path | None,
    typer.Option("--model", help="Folder that `trace train` wrote (default: the shipped model)."),
]


@grouped
def train(
    source: PairsPath,
    output: Annotated[Path, typer.Option("--output", "-o", help="New folder for the model.")],
    encoder: Annotated[
        bool,
        typer.Option(
            "--encoder",
            help="Fit an encoder on the pairs too; needs `textveil[neural]` and more time.",
        ),
    ] = False,
    force: Force = False,
    *,
    shown: Shown,
) -> None:
    """Learn from judged pairs whether two sentences say the same.

    PAIRS has the columns of MRPC (0 or 1 first of five) or PAWS (0 or 1 last of four). The folder
    holds weights and a card, no code and no text of the pairs; an encoder may hold text that it
    learnt.

    **Example:** `textveil trace train pairs.tsv -o model`
    """
    from textveil.formats.tables.sentence_pairs import read_pairs
    from textveil.learn.paraphrase.training import save, train_paraphrase

    read = read_pairs(source, judged=True)
    with shown.tracked() as track:
        made = train_paraphrase(read, encoder=encoder, source=source.name, track=track)
    save(made, output, replaces=force)
    score = made.facts["scores"]
    if shown.json_output:
        show(json.dumps(dict(made.facts), ensure_ascii=False))
    shown.notice(
        f"{counted(len(read), 'pair')} · accuracy {score['accuracy']:.3f} · "
        f"F1 {score['f1']:.3f} on pairs that were not learnt from"
    )
    shown.notice(f"the model is in {output}; its card is {output / 'card.md'}")


@grouped
def pairs(source: PairsPath, model: ModelPath = None, *, told: Told) -> None:
    """Tell of each pair of sentences how probable it is that they say the same.

    Prints one JSON object a pair, in the order of the file: `probability`, and `paraphrase`, which
    is true from the threshold of the model on.

    **Example:** `textveil trace pairs pairs.tsv`
    """
    from textveil.formats.tables.sentence_pairs import read_pairs
    from textveil.models.paraphrase.bundle import load_paraphrase
    from textveil.pipeline.trace.pairs import judged

    read = read_pairs(source)
    said = judged(read, load_paraphrase(model))
    count = 0
    with told.tracked() as track:
        for one in track(said, "comparing", len(read)):
            count += one.paraphrase
            show(json.dumps(one.to_json()))
    told.notice(f"{counted(len(read), 'pair')}, {counted(count, 'paraphrase')}")


@grouped
def compare(
    source: PairsPath,
    row: Annotated[int, typer.Option("--row", help="Which pair, counted from 1.")],
    model: ModelPath = None,
    *,
    shown: Shown,
) -> None:
    """Explain one pair: which phrases and words match, what is left, and what follows.

    Prints text of both sentences.

    **Example:** `textveil trace compare pairs.tsv --row 1`
    """
    from textveil.formats.tables.sentence_pairs import read_pairs
    from textveil.models.paraphrase.bundle import load_paraphrase
    from textveil.pipeline.trace.pairs import ExplainedPair, explain

    def lines(made: ExplainedPair) -> None:
        for line in made.lines():
            show(line)

    shown.print(explain(read_pairs(source), row, load_paraphrase(model)), lines)


@grouped
def experiment(
    source: PairsPath,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="New folder for tables, numbers and charts.")
    ],
    *,
    told: Told,
) -> None:
    """Measure by ten folds how well SimMat, the metrics and their combination tell judged pairs.

    Writes the tables 5.1 and 5.2 of the paper for these pairs, and the curve over alpha.

    **Example:** `textveil trace experiment pairs.tsv -o tables`
    """
    from textveil.formats.tables.sentence_pairs import read_pairs
    from textveil.study.paraphrase import NUMBERS, paraphrase_study

    read = read_pairs(source, judged=True)
    told.study(lambda track: paraphrase_study(read, track), output, NUMBERS)
