"""The record: `edits.jsonl`, one line per document, with offsets, labels and entity numbers.

It holds no text. Together with the released text it gives the release back, because the text of
each replacement stands in the release. Where columns of a table are protected, a row's text is
followed by their cells (`formats.columns`): offsets beyond the end of the text lie in these.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from textveil.errors import FormatError, InputError, InvalidValueError
from textveil.formats.inputs import lines
from textveil.formats.json.json_text import parse
from textveil.lexicon.tables.languages import ENGLISH, LANGUAGES
from textveil.values.document import Document
from textveil.values.edit import Edit, Release

__all__ = ["Counts", "Row", "is_changed", "read_record", "row_of"]


@dataclass(frozen=True, slots=True)
class Row:
    """What the record says about one document."""

    id: str
    input_length: int
    edits: tuple[tuple[int, int, int, int, str, int], ...]
    unchanged: frozenset[int] = frozenset()
    """Which of the edits left the passage as it was, such as an age that may stay."""
    carried: frozenset[int] = frozenset()
    """Which of the edits remove a value that was found elsewhere, and by no detector here."""
    language: str = ENGLISH
    """The language that the document was read in."""

    def release(self, text: str) -> Release:
        """Return the release of this text, or raise where text and record do not fit."""
        edits = tuple(
            Edit(start, end, text[new_start:new_end], label, entity, at in self.carried)
            for at, (start, end, new_start, new_end, label, entity) in enumerate(self.edits)
        )
        release = Release(self.id, text, edits, self.input_length)
        placed = [(start, end) for _, start, end in release.placed()]
        if placed != [(edit[2], edit[3]) for edit in self.edits]:
            raise InvalidValueError("the recorded offsets do not follow from the edits")
        return release


def row_of(release: Release, before: Document) -> dict[str, Any]:
    """Return the record's JSON object for the release of a document."""
    edits = [
        {
            "start": edit.start,
            "end": edit.end,
            "new_start": start,
            "new_end": end,
            "label": edit.label,
            "entity": edit.entity,
            **({} if is_changed(edit, before.text) else {_UNCHANGED: True}),
            **({_CARRIED: True} if edit.carried else {}),
        }
        for edit, start, end in release.placed()
    ]
    row = {"id": release.id, "input_length": release.input_length, "edits": edits}
    return row if before.language == ENGLISH else row | {"language": before.language}


def is_changed(edit: Edit, text: str) -> bool:
    """Tell whether an edit of a text shows something else than the text did."""
    return text[edit.start : edit.end] != edit.replacement


_UNCHANGED, _CARRIED = "unchanged", "carried"
_FIELDS = {"start": int, "end": int, "new_start": int, "new_end": int, "label": str, "entity": int}


def _of_type(kind: type, value: Any) -> Any:
    # True is a number to Python, and 1.5 compares like one; neither is an offset.
    if type(value) is not kind:
        raise TypeError
    return value


def _edit(fields: dict[str, Any]) -> Any:
    return tuple(_of_type(kind, fields[name]) for name, kind in _FIELDS.items())


def _marked(edits: list[dict[str, Any]], mark: str) -> frozenset[int]:
    return frozenset(at for at, edit in enumerate(edits) if edit.get(mark))


def _language(row: dict[str, Any]) -> str:
    """Return the language of a row; a KeyError says that it is unknown."""
    return {code: code for code in LANGUAGES}[row.get("language", ENGLISH)]


def read_record(path: Path) -> Iterator[Row]:
    """Yield the rows of a record, one at a time."""
    if not path.is_file():
        raise InputError("the record of edits is missing", where=path.name)
    for number, line in lines(path):
        try:
            row = parse(line, path.name, number)
            edits = tuple(_edit(fields) for fields in row["edits"])
            same, carried = (_marked(row["edits"], mark) for mark in (_UNCHANGED, _CARRIED))
            name, length = _of_type(str, row["id"]), _of_type(int, row["input_length"])
            yield Row(name, length, edits, same, carried, _language(row))
        except (KeyError, TypeError, AttributeError):
            raise FormatError(
                "this is not a row of a textveil record", where=f"{path.name}, line {number}"
            ) from None


@dataclass(slots=True)
class Counts:
    """Counts over the rows of a record."""

    documents: int = 0
    characters: int = 0
    withheld: int = 0
    replaced: Counter[str] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row) -> None:
        """Take in what the record says about one document."""
        self.documents += 1
        self.languages[row.language] += 1
        self.characters += row.input_length
        for at, (start, end, _, _, label, _) in enumerate(row.edits):
            same = at in row.unchanged
            self.withheld += 0 if same else end - start
            (self.unchanged if same else self.replaced)[label] += 1

    def to_json(self) -> dict[str, Any]:
        """Return the counts in the form that certificates hold.

        `passages` are all that were found, `replaced` those that show something else now, and so do
        `labels` count them; `unchanged` are the others by label, such as ages that may stay.
        `languages` counts the documents by the language that they were read in.
        """
        return {
            "documents": self.documents,
            "characters": self.characters,
            "withheld_characters": self.withheld,
            "passages": self.replaced.total() + self.unchanged.total(),
            "replaced": self.replaced.total(),
            "labels": dict(sorted(self.replaced.items())),
            "unchanged": dict(sorted(self.unchanged.items())),
            "languages": dict(sorted(self.languages.items())),
        }
