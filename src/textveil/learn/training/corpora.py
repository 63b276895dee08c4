"""Corpora: several collections of annotated documents, made one that can be learnt from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from textveil.learn.training.gold import Gold, scheme_of
from textveil.lexicon.tables.schemes import scheme
from textveil.values.document import Document
from textveil.values.metadata import Metadata

__all__ = ["AnnotatedCorpus", "ReadyCorpora", "make_ready"]


@dataclass(frozen=True, slots=True, repr=False)
class AnnotatedCorpus:
    """Documents as they were read.

    Attributes
    ----------
    place, format_name
        Where they were read, and how.
    documents
        Read once.
    scheme
        Name of the scheme that their labels belong to; guessed where it is None.
    """

    place: Path
    format_name: str
    documents: Iterable[Document]
    scheme: str | None = None

    @property
    def name(self) -> str:
        """Its name in the model card."""
        return self.place.name


@dataclass(frozen=True, slots=True, repr=False)
class ReadyCorpora:
    """The result of reading several corpora.

    Attributes
    ----------
    documents
        All of them, with disjoint spans of our labels.
    data
        One JSON object a corpus, for the card.
    """

    documents: list[Document]
    data: list[dict[str, Any]]


def make_ready(
    corpora: Sequence[AnnotatedCorpus],
    gold: Gold,
    notice: Callable[[str], None] = lambda _: None,
    meanings: Mapping[str, str] = MappingProxyType({}),
) -> ReadyCorpora:
    """Translate the labels of corpora to ours; `notice` gets messages about guessed schemes.

    `meanings` says what single labels of the corpora mean, whatever their scheme.
    """
    unseen = set(meanings)
    ready = ReadyCorpora([], [])
    for corpus in corpora:
        given = list(corpus.documents)
        used = scheme_of(given, meanings) if corpus.scheme is None else scheme(corpus.scheme)
        unseen -= {span.label for document in given for span in document.spans or ()}
        if used is not None and corpus.scheme is None and used.name != "textveil":
            notice(f"labels of {corpus.place} are taken for those of {used.name}")
        named = (used or scheme("textveil")).mapped(meanings) if meanings else used
        documents = replace(gold, scheme=named).all_of(given)
        ready.data.append(
            {
                "name": corpus.name,
                "format": corpus.format_name,
                "scheme": "textveil" if used is None else used.name,
                "documents": len(documents),
                "characters": sum(map(len, documents)),
                "spans": sum(len(document.spans or ()) for document in documents),
            }
        )
        ready.documents.extend(_placed(d, corpus.name, several=len(corpora) > 1) for d in documents)
    if unseen:
        notice(f"no document has the label {', '.join(sorted(unseen))}, which --map names")
    return ready


def _placed(document: Document, corpus: str, *, several: bool) -> Document:
    """Return the document with the corpus it is from, so that corpora can be held out."""
    # Two corpora may number their documents alike.
    name = f"{corpus}:{document.id}" if several else document.id
    return replace(document, id=name, metadata=Metadata({"corpus": corpus, **document.metadata}))
