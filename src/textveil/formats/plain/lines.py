"""One message a line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source, line_batches, lines
from textveil.formats.one_file import OneFile
from textveil.formats.outputs import Target, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Lines"]


@dataclass(frozen=True, slots=True)
class Lines(OneFile):
    r"""One message a line; ids are line numbers.

    A line ends with `\n` or `\r\n`; an empty line is an empty message.

    Attributes
    ----------
    renumber
        Write documents whose ids are not the line numbers, and let the ids go.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "lines"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["lines"]
    carries: ClassVar[Carries] = Carries()

    renumber: bool = False
    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for number, line in lines(path, self.encoding):
            yield reading.document(number, str(number), line.removesuffix("\r"))

    def _written(self, document: Document, admission: Admission) -> str:
        if "\n" in document.text or "\r" in document.text:
            raise admission.refusal("a line break in a text", document.id)
        if document.id != str(admission.count) and not self.renumber:
            raise admission.refusal(
                "ids other than line numbers",
                document.id,
                "set `renumber`, or write a format with ids, such as jsonl",
            )
        return document.text + "\n"

    def read_texts(self, path: Source) -> Iterator[list[str]]:
        """Yield texts without a document each, many at a time; ids are their numbers from 1 on."""
        empty = True
        for batch in line_batches(path, self.encoding):
            empty = False
            yield [line.removesuffix("\r") for line in batch]
        if empty:
            Reading(path).finish()

    def write_texts(self, texts: Sequence[str], path: Target) -> int:
        """Write texts whose ids are their numbers, all or nothing, and return how many."""
        admission = Admission(self.name, self.carries)
        if not texts:
            raise admission.refusal("an empty corpus; its file would look truncated")
        whole = "\n".join(texts)
        if whole.count("\n") != len(texts) - 1 or "\r" in whole:
            raise admission.refusal("a line break in a text")
        with text_sink(path, self.encoding) as sink:
            sink.write(whole + "\n")
        return len(texts)
