"""SPMF sequence databases: items, itemsets that end with -1, sequences that end with -2."""

import re
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

__all__ = ["Spmf"]

_SEQUENCE = re.compile(r"(?:[0-9]+(?:,[0-9]+)*(?: [0-9]+(?:,[0-9]+)*)*)?")
_ITEM = re.compile(r"[0-9]+")
_COMMENTS = ("#", "%", "@")


@dataclass(frozen=True, slots=True)
class Spmf(OneFile):
    """One sequence a line; the text is its itemsets with one space between them.

    The items of an itemset are joined by commas: `1 2 -1 3 -1 -2` reads as `1,2 3`. Items are
    whole numbers. Ids count the sequences from 1. Lines that begin with `#`, `%` or `@` are
    comments and are skipped, names of items (`@ITEM=`) among them.

    Attributes
    ----------
    renumber
        Write documents whose ids are not the numbers of their sequences, and let the ids go.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "spmf"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["spmf"]
    carries: ClassVar[Carries] = Carries()

    renumber: bool = False
    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        for number, line in lines(path, self.encoding):
            if line.strip() and not line.startswith(_COMMENTS):
                text = _text(line.split(), number, reading)
                yield reading.document(number, str(reading.count + 1), text)

    def _written(self, document: Document, admission: Admission) -> str:
        line = _line(document.text, document.id, admission)
        if document.id != str(admission.count) and not self.renumber:
            raise admission.refusal(
                "ids other than the number of the sequence",
                document.id,
                "set `renumber`, or write a format with ids, such as jsonl",
            )
        return line

    def read_texts(self, path: Source) -> Iterator[list[str]]:
        """Yield texts without a document each, many at a time; ids are their numbers from 1 on."""
        reading, number = Reading(path), 0
        for batch in line_batches(path, self.encoding):
            texts = [
                _text(line.split(), number + at, reading)
                for at, line in enumerate(batch, 1)
                if line.strip() and not line.startswith(_COMMENTS)
            ]
            number += len(batch)
            reading.count += len(texts)
            yield texts
        reading.finish()

    def write_texts(self, texts: Sequence[str], path: Target) -> int:
        """Write texts whose ids are their numbers, all or nothing, and return how many."""
        admission = Admission(self.name, self.carries)
        if not texts:
            raise admission.refusal("an empty corpus; its file would look truncated")
        with text_sink(path, self.encoding) as sink:
            for number, text in enumerate(texts, 1):
                sink.write(_line(text, str(number), admission), str(number))
        return len(texts)


def _line(text: str, where: str, admission: Admission) -> str:
    if not _SEQUENCE.fullmatch(text):
        raise admission.refusal("a text that is not a sequence of itemsets", where)
    itemsets = text.replace(" ", " -1 ").replace(",", " ")
    return f"{itemsets} -1 -2\n" if text else "-2\n"


def _text(marks: list[str], line: int, reading: Reading) -> str:
    items, ends = marks[:-1:2], marks[1::2]
    numbers = "".join(items)
    # One item in each itemset, as in most files, needs no look at every mark.
    if marks[-1] == "-2" and len(items) == len(ends) and set(ends) == {"-1"}:
        plain = numbers.isascii() and numbers.isdecimal()
        return " ".join(items) if plain else _itemsets(marks, line, reading)
    return _itemsets(marks, line, reading)


def _itemsets(marks: list[str], line: int, reading: Reading) -> str:
    if marks[-1] != "-2" or "-2" in marks[:-1]:
        raise reading.wrong(
            "a line holds one sequence, which ends with -2", line, "plain lines? see format `lines`"
        )
    itemsets: list[str] = []
    items: list[str] = []
    for mark in marks[:-1]:
        if mark == "-1" and items:
            itemsets.append(",".join(items))
            items = []
        elif _ITEM.fullmatch(mark):
            items.append(mark)
        else:
            raise reading.wrong("something that is neither an item nor the end of one", line)
    if items:
        raise reading.wrong("the last itemset does not end with -1", line)
    return " ".join(itemsets)
