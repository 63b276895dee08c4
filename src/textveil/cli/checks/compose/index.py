"""`textveil compose index`: an index of pages, on which phrases of profiles are counted."""

from dataclasses import dataclass
from pathlib import Path

from textveil.cli.shell.console import counted
from textveil.cli.shell.groups import grouped, option
from textveil.cli.shell.inputs import CorpusPath, FileInput
from textveil.cli.shell.options import Told, keep_apart

__all__ = ["IndexOptions", "index"]


@dataclass(frozen=True, kw_only=True)
class IndexOptions:
    """Where the index goes, and where pages begin."""

    output: Path = option(..., "The file of the index.", "-o", metavar="INDEX")
    form_feeds: bool = option(False, "A page begins with a form feed, not with each document.")


@grouped
def index(source: CorpusPath, *, asked: IndexOptions, given: FileInput, told: Told) -> None:
    """Count the words of a collection's pages, so that `compose check --index` can use them.

    Each document is a page. The index keeps the position of every word, and no text beside the
    words themselves: whoever has it can tell which words and phrases a page has.

    **Example:** `textveil compose index articles.jsonl -o articles.idx`
    """
    from textveil.pipeline.messages.indexing import write_index

    keep_apart([asked.output], [source])
    with told.tracked() as track:
        documents = track(given.open(source), "index", None)
        pages = write_index(documents, asked.output, form_feeds=asked.form_feeds)
    told.notice(f"{counted(pages, 'page')} in {asked.output}")
