"""Sources: a path with its format, read as often as a run needs."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError, TextveilError, UsageError
from textveil.formats.annotated.brat import Brat
from textveil.formats.catalog import guess
from textveil.formats.document_files import DocumentFiles
from textveil.formats.encodings import UTF8
from textveil.formats.folders import files_in, id_of, whole_suffix, without_packing
from textveil.formats.inputs import STDIN, encoding_of, is_folder
from textveil.formats.makers import FORMAT_SHELF
from textveil.formats.mixed import SINGLE, Mixed, text_among
from textveil.formats.subjects import NO_RULES, Placed, SubjectRules
from textveil.formats.tables.parquet import Parquet
from textveil.formats.tables.text_table import Csv
from textveil.values.contracts import Format
from textveil.values.document import Document
from textveil.values.runs.watch import Track
from textveil.values.terms.format_abilities import Copying, Encoded

__all__ = ["SEVERAL", "Source", "Table", "given_path"]

SEVERAL: Final = "."
"""The released name of several files and folders: they lie in no folder of their own."""
_CHAT: Final = "_chat"
"""How the names of exported chats end that are not named after anybody."""

_OF_INPUT: Final = ("among", "encodings")
"""Options that say how the input is read, and nothing of what a release makes of it."""
Table: Final = Csv | Parquet | Mixed
"""Formats whose columns are known before any row is read; a folder may hold tables."""
_FOLDERS: Final = Brat | DocumentFiles | Mixed
"""Formats that read the files of a folder one after the other, and need no order of them."""


def given_path(path: object, call: str) -> Path:
    """Return a path as people give it in Python; `call` is the right call, for the error."""
    if not isinstance(path, str | os.PathLike):
        raise UsageError(
            f"a path cannot be of the type {type(path).__name__}", hint=f"for example {call}"
        )
    return Path(path)


def _told(path: Path, name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options with the delimiter of the table."""
    made = FORMAT_SHELF.build(name, options)
    if not isinstance(made, Csv) or made.delimiter is not None or not path.is_file():
        return options
    try:
        return {**options, "delimiter": made.delimiter_of(path)}
    except TextveilError:
        # The reader of the table reports what is wrong.
        return options


@dataclass(frozen=True, slots=True)
class Source:
    """Documents at a path; iterating reads them from the start.

    Attributes
    ----------
    path
        A file or folder.
    format_name, options
        How it is read; enough to read it again in another process.
    format
        The format built from them.
    numbered
        Whether the documents of a file get numbers as ids.
    names
        Of a folder of documents: by id, the one that a document gets in its place.
    named
        The name of what a release makes of it, if one was chosen.
    subjects
        Say whom documents are about whose data do not.
    """

    path: Path
    format_name: str
    format: Format = field(repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)
    numbered: bool = False
    names: Mapping[str, str] = field(default_factory=dict, repr=False)
    named: str = ""
    subjects: SubjectRules = NO_RULES

    @classmethod
    def open(
        cls, path: Path, format_name: str | None = None, options: Mapping[str, Any] | None = None
    ) -> "Source":
        """Describe a path; without a name the format is guessed from the path."""
        if is_folder(path) is None:
            raise InputError("there is no such file or folder", where=str(path))
        name = format_name or guess(path)
        given = _told(path, name, dict(options or {}))
        return cls(path, name, FORMAT_SHELF.build(name, given), given)

    @classmethod
    def open_all(cls, paths: Sequence[Path], options: Mapping[str, Any] | None = None) -> "Source":
        """Describe several files and folders as one source; where they lie is not part of it.

        Raises
        ------
        UsageError
            If one of them lies inside another, or two have one name.
        """
        places = [path.resolve() for path in paths]
        for path, place in zip(paths, places, strict=True):
            if not path.exists():
                raise InputError("there is no such file or folder", where=str(path))
            if places.count(place) > 1:
                raise UsageError("this is given twice", where=str(path))
            if any(other != place and place.is_relative_to(other) for other in places):
                raise UsageError("this is given twice, alone and in a folder", where=str(path))
        names = [place.name for place in places]
        for path, name in zip(paths, names, strict=True):
            if names.count(name) > 1:
                raise UsageError(
                    "two of the inputs have one name",
                    where=str(path),
                    hint="rename one of them, or give the folder that holds them both",
                )
        root = Path(os.path.commonpath([place.parent for place in places]))
        among = tuple(sorted(place.relative_to(root).as_posix() for place in places))
        return cls.open(root, "mixed", {**(options or {}), "among": among})

    @classmethod
    def open_again(
        cls, paths: Sequence[Path], format_name: str, options: Mapping[str, Any]
    ) -> "Source":
        """Describe the input of a release, as its certificate says that it was read."""
        if len(paths) == 1:
            return cls.open(paths[0], format_name, options)
        return cls.open_all(paths, options)

    @classmethod
    def released(cls, path: Path, format_name: str, options: Mapping[str, Any]) -> "Source":
        """Describe what a release made of a source; its subject column may have been left out."""
        made = cls.open(path, format_name, options)
        named = options.get("subject_field")
        if not isinstance(made.format, Csv | Parquet) or named in (None, *made.format.names(path)):
            return made
        others = {name: value for name, value in options.items() if name != "subject_field"}
        return cls.open(path, format_name, others)

    def with_text_in(self, columns: Iterable[str]) -> "Source":
        """Return a table whose texts are in the one of these columns, if none is called so.

        Of a folder, each file takes the one that it has.

        Parameters
        ----------
        columns
            Columns that are said to hold texts.
        """
        texts = tuple(columns)
        if isinstance(self.format, Mixed):
            return self._with_options({"texts": texts}) if texts else self
        if not isinstance(self.format, Csv | Parquet) or "text_field" in self.options:
            return self
        names = self.format.names(self.path)
        if self.format.text_field in names:
            return self
        named = text_among(texts, names, self.path)
        return self._with_options({"text_field": named}) if named else self

    def _with_options(self, more: Mapping[str, Any]) -> "Source":
        made = Source.open(self.path, self.format_name, {**self.options, **more})
        return made.with_subjects(self.subjects)

    @property
    def released_name(self) -> str:
        """The name of what a release makes of this source: a file for a file, a folder for one.

        Several files and folders stand where all texts do. The folder that holds them was not
        given, and its name is nobody's business.
        """
        if self.named:
            return self.named
        if self.options.get("among"):
            return SEVERAL
        name = self.path.resolve().name
        ending = whole_suffix(name)
        if self.format_name == "whatsapp" and not name.endswith(_CHAT + ending):
            # WhatsApp names an export after the person or group that the chat is with.
            return _CHAT + ending
        if self.numbered and self.format.folder and self.path.is_file():
            # The file's name is the id of its document.
            name = f"1{ending}"
        bare_file = self.path.is_file() and self.format.folder and not self.path.suffix
        return name + self.format.suffixes[0] if bare_file else name

    @property
    def released_options(self) -> dict[str, Any]:
        """The options to read what a release makes of this source."""
        return {name: value for name, value in self.options.items() if name not in _OF_INPUT}

    @property
    def shown_name(self) -> str:
        """The name of the file or folder that a release shows; empty if it shows none."""
        return "" if self.options.get("among") else self.released_name

    def endings(self) -> dict[str, str]:
        """Return the files whose names are ids, by their paths, each with the ending it needs."""
        if isinstance(self.format, Mixed):
            return self.format.endings(self.path)
        if not isinstance(self.format, _FOLDERS) or not self.path.is_dir():
            return {}
        files = files_in(self.path, (self._ending,))
        shown = (file.relative_to(self.path).as_posix() for file in files)
        return {path: whole_suffix(path) for path in shown}

    @property
    def _ending(self) -> str:
        # The text of a document in BRAT stands in its .txt file.
        own = isinstance(self.format, DocumentFiles)
        return self.format.suffixes[0] if own else ".txt"

    def with_numbers(self, names: Mapping[str, str]) -> "Source":
        """Return the source with other names for its files, and numbers for documents in them.

        Parameters
        ----------
        names
            By path of a file (see `endings`), the one that it gets.
        """
        made = self.in_order(names)
        if isinstance(made.format, Mixed):
            return replace(made, format=replace(made.format, numbered=True, renamed=names))
        if not self.endings():
            return replace(self, numbered=True)
        root = self.path
        ids = {
            id_of(root / old, root, self._ending): id_of(root / new, root, self._ending)
            for old, new in names.items()
        }
        return replace(made, names=ids)

    def in_order(self, names: Mapping[str, str]) -> "Source":
        """Return the source whose files are read in the order of other names."""
        if not isinstance(self.format, _FOLDERS):
            return self
        return replace(self, format=replace(self.format, order=names))

    def alone(self, name: str = "") -> "Source":
        """Return the source as its result is read if that stands alone, under a chosen name.

        The name of a text file is the id of its document; here users choose the name, so that the
        document is numbered.
        """
        by_name = self.format.folder and self.path.is_file()
        return replace(self, named=name, numbered=self.numbered or by_name)

    def with_subjects(self, rules: SubjectRules) -> "Source":
        """Return the source whose documents say by these rules whom they are about."""
        return replace(self, subjects=rules)

    def placed(self) -> Iterator[Placed]:
        """Yield the documents with the paths of their files in the source."""
        if isinstance(self.format, Mixed):
            yield from self.format.placed(self.path)
            return
        alone, name = self.format_name in SINGLE, without_packing(self.path.name)
        within = alone and self.path.is_dir()
        for document in self._read():
            yield Placed(f"{document.id}{self._ending}" if within else name, alone, document)

    def _read(self) -> Iterator[Document]:
        try:
            yield from self.format.read(self.path)
        except InputError as error:
            if isinstance(self.format, Mixed) or not self.path.is_dir():
                raise
            raise self._as_mixed().all_wrong(self.path, error) from None

    def _as_mixed(self) -> Mixed:
        """Return what reads each file of a folder for itself."""
        if isinstance(self.format, Mixed):
            return self.format
        return Mixed(encoding=self.options.get("encoding"))

    def __iter__(self) -> Iterator[Document]:
        if self.subjects:
            documents = self.subjects.told(self.placed(), str(self.path))
        else:
            documents = self._read()
        for number, document in enumerate(documents, 1):
            if self.numbered:
                yield replace(document, id=str(number))
            elif document.id in self.names:
                yield replace(document, id=self.names[document.id])
            else:
                yield document

    def writer(self, *, like: bool = True) -> Format:
        """Return the format to write with; `like` keeps what documents do not carry.

        A table, for example, has an order of columns.
        """
        if like and isinstance(self.format, Copying):
            return self.format.like(self.path)
        return self.format

    def unread(self) -> list[str]:
        """Return the files of a folder that belong to no document."""
        if not self.path.is_dir() or self.format_name != "text":
            return []
        read = set(files_in(self.path, self.format.suffixes))
        return self._named(file for file in self._files() if file not in read)

    def unexplained(self, origin: "Source | None" = None) -> list[str]:
        """Return the files of a released folder that no document stands in, hidden ones too.

        Parameters
        ----------
        origin
            What was released, if it is at hand. A file may hold no document, as a table without
            rows does; so more files than it has are all told.
        """
        if not self.path.is_dir() or not isinstance(self.format, _FOLDERS):
            return []
        inside = {file for file in self.path.rglob("*") if file.is_file()}
        if not isinstance(self.format, Mixed):
            beside = (".txt",) if isinstance(self.format, Brat) else ()
            return self._named(inside - {*files_in(self.path, (*self.format.suffixes, *beside))})
        read = set(self._files())
        if origin is not None and len(read) > len([*origin._files()]):
            return self._named(inside)
        return sorted({*self._named(inside - read), *self.left_out()})

    @property
    def is_stream(self) -> bool:
        """Whether the documents can be read once only."""
        return self.path == STDIN

    def holds(self, place: Path) -> bool:
        """Tell whether a place lies inside the source."""
        if isinstance(self.format, Mixed):
            return self.format.holds(place, self.path)
        return self.path.is_dir() and place.resolve().is_relative_to(self.path.resolve())

    def left_out(self) -> dict[str, str]:
        """Return the files of a mixed folder that cannot be read and are passed over, with why."""
        if not isinstance(self.format, Mixed) or not self.format.skip_unreadable:
            return {}
        return {rel: error.what for rel, error in self.format.survey(self.path).unreadable}

    def read_as(self) -> dict[str, str]:
        """Return the encodings of files that do not say theirs and are not UTF-8."""
        if self.path.is_dir():
            return self._as_mixed().read_as(self.path)
        made = self.format
        if "encoding" in self.options or not isinstance(made, Encoded) or made.encoding is None:
            return {}
        found = encoding_of(self.path)
        return {} if found == UTF8 else {self.path.name: found}

    def readable(self) -> "Source | None":
        """Return the source without files that cannot be read; None if all can, or none can."""
        if not self.path.is_dir() or self.options.get("skip_unreadable"):
            return None
        told = {**self.options, "skip_unreadable": True}
        made = Source.open(self.path, "mixed", told).with_subjects(self.subjects)
        survey = made._as_mixed().survey(self.path)
        return made if survey.unreadable and survey.members else None

    def tracked(self, track: Track, stage: str) -> Iterable[Document]:
        """Read the documents while a `Track` watches, by their share of the bytes on disk."""
        return track(self, stage, self.size(), len)

    def size(self) -> int | None:
        """Return the bytes on disk, about the number of characters; None if that is unknown."""
        packed = self.path.suffix.lower() in (".gz", ".xz")
        if not self.path.is_dir() and (packed or not self.path.is_file()):
            return None
        return sum(file.stat().st_size for file in self._files())

    def empty(self) -> list[str]:
        """Return the files that have nothing in them; an empty .ann file marks nothing."""
        files = (file for file in self._files() if file.suffix != ".ann")
        return self._named(file for file in files if not file.stat().st_size)

    def _named(self, files: Iterable[Path]) -> list[str]:
        """Return files by their paths in the folder, or a file alone by its name."""
        root = self.path if self.path.is_dir() else self.path.parent
        return sorted(file.relative_to(root).as_posix() for file in files)

    def _files(self) -> Iterable[Path]:
        if isinstance(self.format, Mixed):
            return self.format.files(self.path)
        within = self.path.rglob("*") if self.path.is_dir() else (self.path,)
        return (file for file in within if file.is_file())
