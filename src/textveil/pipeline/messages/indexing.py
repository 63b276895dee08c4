"""Indexing: the pages of a collection, counted into a file for `compose check --index`."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from textveil.formats.outputs import binary_sink
from textveil.lexicon.relations.page_index import PageIndex
from textveil.lexicon.relations.page_index_build import packed
from textveil.values.document import Document

__all__ = ["pages_of", "write_index"]

_FORM_FEED: Final = "\f"


def pages_of(documents: Iterable[Document], *, form_feeds: bool = False) -> Iterator[str]:
    r"""Yield the pages of a collection: its documents, or their parts between form feeds.

    Examples
    --------
    >>> list(pages_of([Document("1", "one\fother")], form_feeds=True))
    ['one', 'other']
    """
    for document in documents:
        if not form_feeds:
            yield document.text
            continue
        yield from (page for page in document.text.split(_FORM_FEED) if page.strip())


def write_index(documents: Iterable[Document], target: Path, *, form_feeds: bool = False) -> int:
    """Write the index of a collection and return how many pages it has.

    Raises
    ------
    InputError
        If no page has a word, or there are too many words for one index.
    """
    content = packed(pages_of(documents, form_feeds=form_feeds))
    with binary_sink(target) as sink:
        sink.write(content)
    return len(PageIndex(content))
