"""One message a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from textveil.formats.carry import Admission, Carries
from textveil.formats.inputs import Source, lines
from textveil.formats.outputs import Target, text_sink
from textveil.formats.reading import Reading
from textveil.values.document import Document

__all__ = ["Lines"]


@dataclass(frozen=True, slots=True)
class Lines:
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
    suffixes: ClassVar[tuple[str, ...]] = (".lines",)
    folder: ClassVar[bool] = False
    carries: ClassVar[Carries] = Carries()

    renumber: bool = False
    encoding: str = "utf-8"

    def read(self, path: Source) -> Iterator[Document]:
        """Yield documents one at a time."""
        reading = Reading(path)
        for number, line in lines(path, self.encoding):
            yield reading.document(number, str(number), line.removesuffix("\r"))
        reading.finish()

    def write(self, documents: Iterable[Document], path: Target) -> int:
        """Write all documents or nothing, and return how many."""
        admission = Admission(self.name, self.carries)
        with text_sink(path, self.encoding) as sink:
            for document in admission.of(documents):
                if "\n" in document.text or "\r" in document.text:
                    raise admission.refusal("a line break in a text", document.id)
                if document.id != str(admission.count) and not self.renumber:
                    raise admission.refusal(
                        "ids other than line numbers",
                        document.id,
                        "set `renumber`, or write a format with ids, such as jsonl",
                    )
                sink.write(document.text + "\n", document.id)
        return admission.count
