"""`textveil compose time-phrases`: collect time phrases that can cover others."""

from pathlib import Path
from typing import Annotated

import typer

from textveil.cli.shell.console import counted
from textveil.cli.shell.groups import grouped
from textveil.cli.shell.inputs import CorpusPath, FileInput
from textveil.cli.shell.options import Force, Told, keep_apart
from textveil.errors import OutputError

__all__ = ["time_phrases"]


@grouped
def time_phrases(
    source: CorpusPath,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file of phrases.")],
    *,
    force: Force = False,
    given: FileInput,
    told: Told,
) -> None:
    """Collect the time phrases of texts that can cover others, for `compose run --phrases`.

    A phrase is collected with a rule ("last week": the week before), so that it can be read from
    any moment. Phrases that no rule stands for are left out.

    **Example:** `textveil compose time-phrases posts.txt -o phrases.tsv`
    """
    from textveil.formats.outputs import binary_sink
    from textveil.pipeline.messages.time_phrases import collected, written_phrases

    keep_apart([output], [source])
    if output.exists() and not force:
        raise OutputError("the file exists", where=str(output), hint="use --force to replace it")
    made = collected(given.open_file(source))
    with binary_sink(output) as sink:
        sink.write(written_phrases(made).encode())
    told.notice(f"{output} has {counted(len(made), 'phrase')}")
