"""Given: what a function was called with, as documents, and how results go back in its shape.

Texts, documents, lists of either, and tables of pandas (`frames`) each have a shape. A shape has
the documents of one corpus; the results come back in the same order.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from os import PathLike
from typing import Any, Final, Protocol

from textveil.errors import UsageError
from textveil.formats.columns import NO_COLUMNS, OTHERS, Columns
from textveil.pipeline.python.frames import FrameRows, SeriesCells, TableRules
from textveil.pipeline.python.results import Deidentified, Results
from textveil.values.document import Document
from textveil.values.span import Spans
from textveil.values.terms.policy_terms import KEEP, TEXT

__all__ = ["Shape", "Texts", "shape_of", "streamed"]

_TEXT: Final = "text"
"""The id of a text alone."""

_CALLS: Final = {
    "compose": 'compose("a text", {"family": ["Ana"], "public": []})',
    "compose_check": 'compose_check("a text"), compose_check(["one", "two"])',
    "scan": 'scan("a text"), scan(["one", "two"]), scan(frame, columns={"note": "text"})',
    "deidentify": 'deidentify("a text"), deidentify(["one", "two"]), deidentify(frame["note"]), '
    'deidentify(frame, columns={"note": "text", "mrn": "MRN"})',
    "protect": 'protect("a text", key=key), protect(["one", "two"], key=key)',
    "restore": "restore(protected.text, key=key), restore([one.text for one in list], key=key)",
}
"""Right calls of each function."""


class Shape(Protocol):
    """The documents of a call, and the way back to what was given."""

    @property
    def documents(self) -> Sequence[Document]:
        """One corpus, in the order given."""
        ...

    @property
    def columns(self) -> Columns:
        """What happens to the fields of the documents."""
        ...

    @property
    def named(self) -> bool:
        """Whether the ids are the caller's own."""
        ...

    def released(self, made: Sequence[Deidentified]) -> Any:
        """Return the results in the shape that was given."""
        ...

    def found(self, spans: Sequence[Spans]) -> Any:
        """Return what was found in each document, in the shape that was given."""
        ...

    def opened(self, read: Callable[[str, str], str]) -> Any:
        """Return what was given with every text read by a function of text and place."""
        ...

    def restored(self, documents: Sequence[Document], layout: Mapping[str, Any]) -> Any:
        """Return the inputs in the shape that was given."""
        ...

    def layout(self) -> Mapping[str, Any]:
        """Return what the inputs were like, for `restored`, as JSON values."""
        ...

    @property
    def lost(self) -> Sequence[str]:
        """The fields that tokens cannot bring back."""
        ...


@dataclass(frozen=True, slots=True)
class Texts:
    """A text, a document, or several of one kind."""

    documents: Sequence[Document]
    bare: bool
    single: bool
    columns: Columns = NO_COLUMNS

    @property
    def named(self) -> bool:
        """Texts have no ids of their own, documents do."""
        return not self.bare

    def released(self, made: Sequence[Deidentified]) -> Any:
        """Return one result, or a list of them."""
        return made[0] if self.single else Results(made)

    def found(self, spans: Sequence[Spans]) -> Any:
        """Return the spans of the one text, or a list of spans."""
        return spans[0] if self.single else list(spans)

    def opened(self, read: Callable[[str, str], str]) -> Any:
        """Return the texts or documents with their texts read."""
        texts = [read(document.text, document.id) for document in self.documents]
        pairs = zip(self.documents, texts, strict=True)
        made = [Document(d.id, text, d.subject, d.metadata) for d, text in pairs]
        return self.restored(made, {})

    def restored(self, documents: Sequence[Document], layout: Mapping[str, Any]) -> Any:  # noqa: ARG002
        """Return texts for texts, and documents for documents."""
        back = [document.text if self.bare else document for document in documents]
        return back[0] if self.single else back

    def layout(self) -> Mapping[str, Any]:
        """Return nothing: documents carry all."""
        return {}

    @property
    def lost(self) -> Sequence[str]:
        """Fields that are changed or left out."""
        named = ((name, role) for name, role in self.columns.roles.items() if name != OTHERS)
        return [name for name, role in named if role != KEEP]


def shape_of(given: object, verb: str, rules: TableRules) -> Shape:
    """Return the shape of what a function was given.

    Parameters
    ----------
    given
        A text, a document, a list of either, a Series or a DataFrame.
    verb
        The function, for messages.
    rules
        For the columns of a DataFrame and the fields of documents.
    """
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(given, pandas.DataFrame):
        return FrameRows.of(given, rules)
    if pandas is not None and isinstance(given, pandas.Series):
        _require_fields(rules, "a Series")
        return SeriesCells.of(given)
    if isinstance(given, str | Document):
        return _texts([given], True, verb, rules)
    unordered = isinstance(given, Mapping | Set | bytes | bytearray | PathLike)
    if unordered or not isinstance(given, Iterable):
        raise _wrong(given, verb)
    return _texts(list(given), False, verb, rules)


def streamed(given: Iterator[object], verb: str, rules: TableRules) -> Iterator[Shape]:
    """Yield each text or document of a stream as a shape of its own."""
    for number, item in enumerate(given, 1):
        yield _texts([item], True, verb, rules, number)


def _texts(
    items: Sequence[object], single: bool, verb: str, rules: TableRules, first: int = 1
) -> Texts:
    for number, item in enumerate(items, first):
        if not isinstance(item, str | Document):
            raise _wrong(item, verb, f"item {number}")
    documents = [item for item in items if isinstance(item, Document)]
    if documents and len(documents) < len(items):
        raise UsageError(
            "texts and documents are mixed", hint="make documents of all: Document(id, text)"
        )
    if documents:
        return Texts(documents, False, single, _columns(rules.roles, documents))
    _require_fields(rules, "a text")
    ids = [_TEXT] if len(items) == 1 else [f"{_TEXT}-{n}" for n in range(1, len(items) + 1)]
    made = [Document(name, str(text)) for name, text in zip(ids, items, strict=True)]
    return Texts(made, True, single)


def _require_fields(rules: TableRules, what: str) -> None:
    if rules.given:
        raise UsageError(
            f"{what} has no columns",
            where="columns",
            hint='leave it out, or give a DataFrame: deidentify(frame, columns={"note": "text"})',
        )


def _columns(roles: Mapping[str, str], documents: Sequence[Document]) -> Columns:
    """Return the rules for the fields of documents; `*: text` becomes the names of the fields."""
    chosen = dict(roles)
    if chosen.get(OTHERS) == TEXT:
        del chosen[OTHERS]
        names = {name: TEXT for document in documents for name in document.metadata}
        chosen = {**names, **chosen}
    columns = Columns(chosen)
    if chosen:
        seen = {name for document in documents for name in columns.names_in(document)}
        columns.require(seen, "columns")
    return columns


def _wrong(given: object, verb: str, where: str = "") -> UsageError:
    name = type(given).__name__
    hint = f"for example {_CALLS[verb]}"
    if isinstance(given, PathLike):
        hint = f"{verb}(textveil.read(path)) takes the documents of a file or folder"
    if isinstance(given, bytes | bytearray):
        hint = f'{verb}(data.decode("utf-8")) takes a text'
    if isinstance(given, Deidentified):
        hint = f"{verb}(result.text) takes the text of a result"
    return UsageError(
        f"{verb} takes texts, documents, lists of them, a Series or a DataFrame, but no {name}",
        where=where,
        hint=hint,
    )
