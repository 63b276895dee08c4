"""One pass over an input: builds and counts documents, and locates errors."""

from collections.abc import Mapping
from typing import Any

from textveil.errors import DuplicateIdError, FormatError, InvalidValueError
from textveil.formats.identity import DistinctIds
from textveil.formats.inputs import Source, name_of
from textveil.values.annotation import Annotation, broken
from textveil.values.document import Document
from textveil.values.metadata import EMPTY, Metadata
from textveil.values.span import Span, Spans

__all__ = ["Reading"]


class Reading:
    """The state of one pass over an input.

    Parameters
    ----------
    source
        What is read.
    unit
        What positions count: lines, or the rows of a table without lines.
    """

    __slots__ = ("_ids", "_unit", "count", "name")

    def __init__(self, source: Source, unit: str = "line") -> None:
        self.name = name_of(source)
        self.count = 0
        self._unit = unit
        self._ids = DistinctIds()

    def place(self, line: int | None = None) -> str:
        """Name a position for a message."""
        return self.name if line is None else f"{self.name}, {self._unit} {line}"

    def wrong(self, what: str, line: int | None = None, hint: str = "") -> FormatError:
        """Return the error for input that breaks its format."""
        return FormatError(what, where=self.place(line), hint=hint)

    def span(self, line: int | None, start: int, end: int, label: str, **more: Any) -> Span:
        """Build a span; an invalid one is an error of the input."""
        try:
            return Span(start, end, label, **more)
        except InvalidValueError as error:
            raise self.wrong(f"{error.what} ({error.where})", line) from None

    def metadata(self, line: int | None, items: Mapping[str, Any] | None) -> Metadata:
        """Build metadata; invalid ones are an error of the input."""
        if not items:
            return EMPTY
        try:
            return Metadata(items)
        except InvalidValueError as error:
            raise self.wrong(error.what, line) from None
        except RecursionError:
            raise self.wrong("the values are nested too deeply", line) from None

    def document(
        self,
        line: int | None,
        document_id: str,
        text: str,
        *,
        subject: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        spans: Spans | None = None,
        layers: tuple[Annotation, ...] = (),
    ) -> Document:
        """Build the next document; its id must be new."""
        kept = self.metadata(line, metadata)
        try:
            document = Document(document_id, text, subject, kept, spans, layers=layers)
        except InvalidValueError as error:
            place = f" ({error.where})" if error.where else ""
            raise self.wrong(f"{error.what}{place}", line) from None
        if layers and (told := broken(document.annotations)):
            raise self.wrong(
                f"an annotation refers to one that is not there ({told})",
                line,
                "add the annotation that it refers to, or take this one out",
            )
        if not self._ids.add(document_id):
            raise self._twice(line, document_id)
        self.count += 1
        return document

    def _twice(self, line: int | None, document_id: str) -> DuplicateIdError:
        what = f"the id {document_id!r} occurs a second time"
        hint = "ids must be unique; name another id column, or remove the duplicate"
        if line is None:
            # The id is the name of a file without its ending.
            what = f"two files would get one name: {document_id!r}"
            hint = "rename one of them; endings such as .gz do not count"
        return DuplicateIdError(what, where=self.place(line), hint=hint)

    def finish(self) -> None:
        """Raise if no document was read: a truncated input looks like an empty one."""
        if not self.count:
            raise self.wrong("there is no document in it", hint="is it the right file?")
