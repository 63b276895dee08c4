"""`textveil compose ngrams`: count how often words follow each other in texts of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.console import counted
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import CorpusPath, FileInput
from textveil.cli.shell.options import Force, Told, keep_apart
from textveil.errors import OutputError

__all__ = ["ngrams"]


@grouped
def ngrams(
    source: CorpusPath,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of counts.")],
    least: Annotated[
        int, typer.Option("--least", min=1, help="How often an n-gram must stand to be kept.")
    ] = 1,
    most: Annotated[
        int | None, typer.Option("--most", min=1, help="How many are kept at most.")
    ] = None,
    *,
    force: Force = False,
    given: FileInput,
    told: Told,
) -> None:
    """Count the n-grams of two to five words in texts, for `compose run --ngrams`.

    The file holds hashes and counts, no words. Somebody who has it can test whether a phrase stood
    in the texts: it is as private as they are.

    **Example:** `textveil compose ngrams posts.txt -o posts.ngrams`
    """
    from textveil.formats.outputs import binary_sink
    from textveil.lexicon.relations.ngrams import counted as count_of

    keep_apart([output], [source])
    if output.exists() and not force:
        raise OutputError("the file exists", where=str(output), hint="use --force to replace it")
    texts = (document.text for document in given.open_file(source))
    made = count_of(texts, (least,) * 4, most)
    with binary_sink(output) as sink:
        sink.write(made.to_bytes())
    told.notice(f"{output} has {counted(len(made), 'n-gram')}")
