"""A folder whose files have formats of their own."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar, Final, NamedTuple

from textveil.errors import InputError, UsageError
from textveil.formats.capacity import EVERYTHING, Admission, Carries
from textveil.formats.catalog import FORMATS, SUFFIXES, guess
from textveil.formats.encodings import UTF8
from textveil.formats.folders import file_for, files_in, plain_suffix, whole_suffix
from textveil.formats.inputs import encoding_of, require_folder
from textveil.formats.outputs import new_folder
from textveil.formats.reading import Reading
from textveil.formats.subjects import Placed
from textveil.values.contracts import Format
from textveil.values.document import Document
from textveil.values.terms.format_abilities import Copying, Encoded, Table, WithTexts

__all__ = ["SINGLE", "Member", "Mixed", "Survey", "file_of", "text_among", "unreadable_files"]

SINGLE: Final = ("text", "i2b2-2014", "brat", "xml")
"""Formats of which a file is one document."""
_ANNOTATIONS: Final = ".ann"
_TEXT: Final = ".txt"
_ADVICE: Final = "leave files out that cannot be read: --skip-unreadable"
_ENCODING: Final = "encoding"
_HANDED_ON: Final = ("text_field", "id_field", "subject_field", "encoding")
_KNOWN: Final = frozenset(suffix for some in SUFFIXES.values() for suffix in some)


class Member(NamedTuple):
    """A file of a folder: its path inside it, and the name of its format."""

    path: str
    format_name: str


class Survey(NamedTuple):
    """What stands in a folder: files that are read, and those that cannot be, each with why."""

    members: tuple[Member, ...]
    unreadable: tuple[tuple[str, InputError], ...]


@dataclass(frozen=True, slots=True)
class Mixed:
    """Every file of a folder, read by its own format; the layout stays.

    A file that is one document has its path in the folder as its id. Where a file holds several
    documents, the id follows the path: `chats/may.csv/12`.

    Attributes
    ----------
    skip_unreadable
        Leave out files that cannot be read or have no known format; whole files, never records.
        Without it they are an error.
    text_field, id_field, subject_field, encoding
        Handed on to the formats that know them. A file without the named column for texts keeps its
        own.
    encodings
        By a pattern for paths, in which encoding a file is read. What is written is UTF-8.
    texts
        Columns that hold texts. A file without a column of the usual name takes the one it has.
    among
        Files and folders inside the folder that belong to it; empty for all. Ids begin with the
        last name of each: where it lies says nothing about the documents.
    model
        A folder whose files written ones are like, in what documents do not carry.
    left_out
        Columns of tables that are not written.
    shapes
        Columns of tables by their paths, where other ones are written than the model has.
    numbered
        Number the documents in a file instead of naming them by the data: `visits.csv/12`.
    renamed
        By path, as ids say it, the path that a file gets in its place.
    order
        The same, if only the order of the files is that of the new paths.
    """

    name: ClassVar[str] = "mixed"
    suffixes: ClassVar[tuple[str, ...]] = ()
    folder: ClassVar[bool] = True
    carries: ClassVar[Carries] = EVERYTHING
    lists_all_columns: ClassVar[bool] = False
    """Files that are not tables may have fields too, and show them only when they are read."""

    skip_unreadable: bool = False
    text_field: str | None = None
    id_field: str | None = None
    subject_field: str | None = None
    encoding: str | None = None
    encodings: Mapping[str, str] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    model: Path | None = None
    left_out: tuple[str, ...] = ()
    shapes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    numbered: bool = False
    renamed: Mapping[str, str] = field(default_factory=dict, repr=False)
    order: Mapping[str, str] = field(default_factory=dict, repr=False)

    def read(self, path: Path) -> Iterator[Document]:
        """Yield documents one at a time, in the order of the files' names or of `order`."""
        return (one.document for one in self.placed(path))

    def placed(self, path: Path) -> Iterator[Placed]:
        """Yield documents with the paths of their files, whatever ids the documents get."""
        survey = self.survey(path)
        if survey.unreadable and not self.skip_unreadable:
            raise self.all_wrong(path, survey.unreadable[0][1])
        reading = Reading(path)
        if self.text_field and self.text_field not in self.text_columns(path):
            raise reading.wrong(f"no file has the column {self.text_field!r}")
        for place, member in self._places(survey):
            shown, alone = self._shown(member.path), member.format_name in SINGLE
            for number, document in enumerate(self._read(member, path), 1):
                reading.count += 1
                own = str(number) if self.numbered else document.id
                outer = place if alone else f"{place}/{own}"
                yield Placed(shown, alone, replace(document, id=outer))
        reading.finish()

    def _read(self, member: Member, path: Path) -> Iterator[Document]:
        try:
            yield from self.format_of(member, path).read(path / member.path)
        except InputError as error:
            raise self.all_wrong(path, error) from None

    def all_wrong(self, path: Path, error: InputError) -> InputError:
        """Return the error that lists every file that cannot be read, now that one cannot."""
        wrong = replace(self, skip_unreadable=True).survey(path).unreadable
        if self.skip_unreadable or not wrong:
            return error
        return unreadable_files(wrong, path)

    def write(self, documents: Iterable[Document], path: Path) -> int:
        """Write all documents, or nothing, and return their number."""
        admission = Admission(self.name, self.carries)
        files = None
        if self.model is not None:
            files = {rel: one.path for rel, one in self._places(self.survey(self.model))}
        admitted = ((_place(one, files, admission), one) for one in admission.of(documents))
        with new_folder(path) as folder:
            for rel, group in groupby(admitted, key=lambda pair: pair[0]):
                target = file_for(rel, folder, "")
                target.parent.mkdir(parents=True, exist_ok=True)
                if target.exists():
                    raise admission.refusal("documents of one file that do not follow each other")
                own = (replace(one, id=_inner(rel, one.id)) for _, one in group)
                self._writer(rel, rel if files is None else files[rel]).write(own, target)
        return admission.count

    def like(self, path: Path) -> "Mixed":
        """Return the format that copies from a folder what documents do not carry."""
        return replace(self, model=path)

    def survey(self, path: Path) -> Survey:
        """Return which files of a folder are read, and which cannot be."""
        files = self.files(path)
        told = tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size) for file in files)
        asked = tuple((name, getattr(self, name)) for name in _HANDED_ON)
        texts = ("texts", tuple(self.texts))
        patterns = tuple(self.encodings.items())
        return _surveyed(path, told, self.skip_unreadable, (*asked, texts), patterns)

    def files(self, path: Path) -> list[Path]:
        """Return the files of a folder that belong to it, readable or not."""
        require_folder(path)
        places = [path / one for one in self.among] or [path]
        found = (
            files_in(place, ("",)) if place.is_dir() else [place] if place.exists() else []
            for place in places
        )
        return sorted(file for some in found for file in some)

    def formats(self, path: Path) -> dict[str, Format]:
        """Return the format of each file that is read, by the path with which ids begin."""
        return {place: self.format_of(one) for place, one in self._places(self.survey(path))}

    def holds(self, place: Path, path: Path) -> bool:
        """Tell whether a place lies in a folder, or in what belongs to it."""
        parts = [path / one for one in self.among] or [path]
        return any(place.resolve().is_relative_to(part.resolve()) for part in parts)

    def others(self, path: Path) -> tuple[str, ...]:
        """Return the columns of the tables of a folder besides their texts and ids."""
        names = [name for _, table in self._tables(path) for name in table]
        return tuple(dict.fromkeys(names))

    def without(self, names: Collection[str]) -> "Mixed":
        """Return the format that writes tables without these columns."""
        return replace(self, left_out=tuple(names))

    def shape(self) -> dict[str, Any]:
        """Return the columns of the model's tables as JSON values, for `shaped`."""
        if self.model is None:
            return {}
        members = self._places(self.survey(self.model))
        alike = ((place, self._alike(one.path, one.format_name)) for place, one in members)
        return {rel: made.shape() for rel, made in alike if isinstance(made, Table)}

    def shaped(self, shape: Mapping[str, Any]) -> "Mixed":
        """Return the format with the columns of other tables."""
        return replace(self, shapes=shape)

    def format_of(self, member: Member, folder: Path | None = None) -> Format:
        """Return the format of a file, with those options that it knows.

        A table that lacks the named column for ids or subjects is read without it.
        """
        module, name = FORMATS[member.format_name].split(":")
        kind = getattr(import_module(module), name)
        known = {one.name for one in fields(kind)}
        options: dict[str, Any] = {
            name: value
            for name in _HANDED_ON
            if name in known and (value := getattr(self, name)) is not None
        }
        if _ENCODING in known and (stated := self._encoding(member.path)):
            options[_ENCODING] = stated
        if folder is not None and "text_field" in known:
            options = self._fitting(kind, options, folder / member.path)
        made: Format = kind(**options)
        return made

    def _encoding(self, path: str) -> str:
        """Return the encoding that the first fitting pattern states; empty if none fits."""
        fitting = (pattern for pattern in self.encodings if fnmatchcase(path, pattern))
        return next((self.encodings[pattern] for pattern in fitting), "")

    def read_as(self, path: Path) -> dict[str, str]:
        """Return the encodings of files that are not read as UTF-8 or as `encoding` says."""
        found = {}
        for member in self.survey(path).members:
            made = self.format_of(member)
            if self.encoding is None and isinstance(made, Encoded) and made.encoding is not None:
                stated = self._encoding(member.path)
                found[member.path] = stated or encoding_of(path / member.path)
        return {rel: name for rel, name in found.items() if name != UTF8}

    def _fitting(self, kind: Any, options: dict[str, Any], path: Path) -> dict[str, Any]:
        """Return the options with the column for texts that a file has."""
        usual = kind(**{name: value for name, value in options.items() if name == "encoding"})
        there = usual.names(path)
        named = options.get("text_field", usual.text_field)
        if named not in there:
            given = usual.text_field in there
            named = usual.text_field if given else text_among(self.texts, there, path) or named
        lacking = {n for n in ("id_field", "subject_field") if options.get(n) not in there}
        left = lacking if issubclass(kind, Table) else ()
        return {n: v for n, v in options.items() if n not in left} | {"text_field": named}

    def text_columns(self, path: Path) -> set[str]:
        """Return the columns that hold the texts of some file."""
        try:
            made = [self.format_of(one, path) for one in self.survey(path).members]
        except InputError as error:
            raise self.all_wrong(path, error) from None
        return {str(one.text_field) for one in made if isinstance(one, WithTexts)}

    def _tables(self, path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
        try:
            for member in self.survey(path).members:
                made = self.format_of(member, path)
                if isinstance(made, Table):
                    yield member.path, made.others(path / member.path)
        except InputError as error:
            raise self.all_wrong(path, error) from None

    def _places(self, survey: Survey) -> list[tuple[str, Member]]:
        """Return the files that are read, each with the path that ids say."""
        shown = [(self._shown(one.path), one) for one in survey.members]
        places = sorted(shown, key=lambda pair: PurePosixPath(self._named(pair[0])))
        return [(self.renamed.get(place, place), one) for place, one in places]

    def _named(self, place: str) -> str:
        return self.renamed.get(place) or self.order.get(place, place)

    def endings(self, path: Path) -> dict[str, str]:
        """Return the files that are read, as ids say their paths, each with its ending."""
        return {place: _ending(one) for place, one in self._places(self.survey(path))}

    def _shown(self, path: str) -> str:
        """Return the path of a file from the file or folder on that was named."""
        named = (PurePosixPath(one) for one in self.among)
        above = next((one.parent for one in named if PurePosixPath(path).is_relative_to(one)), "")
        return PurePosixPath(path).relative_to(above).as_posix()

    def _writer(self, rel: str, given: str) -> Format:
        """Return the format to write a file with, like the given one in the model folder."""
        if self.model is None or not (self.model / given).exists():
            return self.format_of(Member(rel, guess(Path(rel))))
        made = self._alike(given, guess(self.model / given))
        if rel in self.shapes and isinstance(made, Table):
            made = made.shaped(self.shapes[rel])
        return made.without(self.left_out) if isinstance(made, Table) else made

    def _alike(self, rel: str, format_name: str) -> Format:
        """Return the format of a file of the model, with what it copies from there."""
        made = self.format_of(Member(rel, format_name), self.model)
        if isinstance(made, Copying) and self.model is not None:
            made = made.like(self.model / rel)
        own: Any = made
        written: Format = replace(own, encoding=UTF8) if self._encoding(rel) else made
        return written


@lru_cache(maxsize=4)
def _surveyed(
    folder: Path,
    files: tuple[tuple[str, int, int], ...],
    skip: bool,
    asked: tuple[tuple[str, Any], ...],
    encodings: tuple[tuple[str, str], ...],
) -> Survey:
    """Return what stands in a folder; asked again, as long as no file has changed."""
    mixed = Mixed(skip, **dict(asked), encodings=dict(encodings))
    members, unreadable = [], []
    for name, _, _ in files:
        file = Path(name)
        rel = file.relative_to(folder).as_posix()
        if file.suffix == _ANNOTATIONS and file.with_suffix(_TEXT).is_file():
            continue
        annotated = file.suffix == _TEXT and file.with_suffix(_ANNOTATIONS).is_file()
        try:
            member = Member(rel, "brat" if annotated else guess(file))
            if skip:
                # A file is taken whole or not at all, so that it is read to its end.
                for _ in mixed.format_of(member, folder).read(file):
                    pass
            members.append(member)
        except InputError as error:
            unreadable.append((rel, error))
    return Survey(tuple(members), tuple(unreadable))


def text_among(texts: Iterable[str], there: Collection[str], path: Path) -> str | None:
    """Return the column of a file that is among these; of several, none is the main one."""
    found = [name for name in texts if name in there]
    if len(found) > 1:
        raise UsageError(
            f"several columns hold text: {', '.join(found)}",
            where=str(path),
            hint=f"name the main one, for example --text-column {found[0]}; the others are "
            "looked through like it",
        )
    return found[0] if found else None


def unreadable_files(wrong: Sequence[tuple[str, InputError]], folder: Path) -> InputError:
    """Return the error that lists files of a folder, each with why it cannot be read."""
    if len(wrong) == 1:
        one = wrong[0][1]
        hint = " · ".join(filter(None, (one.hint, _ADVICE)))
        return type(one)(one.what, where=one.where, hint=hint)
    listed = "".join(f"\n- {_placed(rel, one, folder)}: {one.what}" for rel, one in wrong)
    what = f"{len(wrong)} files cannot be read:{listed}"
    return InputError(what, where=str(folder), hint=_ADVICE)


def _placed(rel: str, error: InputError, folder: Path) -> str:
    """Return where in a folder an error lies: the file, and its line if there is one."""
    return rel + (error.where or "").removeprefix(str(folder / rel))


def _ending(member: Member) -> str:
    """Return how the name of a file must end so that its format is guessed again."""
    return "_chat.txt" if member.format_name == "whatsapp" else whole_suffix(member.path)


def file_of(document_id: str, files: Collection[str]) -> str | None:
    """Return which of these files an id begins with."""
    return next((one for one in _beginnings(document_id) if one in files), None)


def _beginnings(document_id: str) -> Iterator[str]:
    parts = document_id.split("/")
    return ("/".join(parts[:at]) for at in range(1, len(parts) + 1))


def _place(document: Document, files: Collection[str] | None, admission: Admission) -> str:
    """Return the file that a document's id names: one of these, or the first of a known ending."""
    if files is None:
        files = {one for one in _beginnings(document.id) if plain_suffix(Path(one)) in _KNOWN}
    found = file_of(document.id, files)
    if found is not None:
        return found
    raise admission.refusal(
        "a document whose id names no file", document.id, "begin the id with a file, as in a.csv/1"
    )


def _inner(rel: str, document_id: str) -> str:
    own = document_id[len(rel) :].removeprefix("/")
    return own or Path(rel).stem
