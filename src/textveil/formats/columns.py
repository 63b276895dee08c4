"""Columns: the structured columns of a table are protected together with its texts.

A row becomes one *whole* document: its text, and after it the cell of every protected column, with
a separator between. Detection, linking, rewriting and the verifiers work on whole documents, so
that a name or date gets one surrogate in text and cell; what is released is cut apart again. The
text comes first: offsets into it are those of the text alone.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from textveil.errors import InputError, UsageError, suggest
from textveil.formats.mixed import Mixed, file_of
from textveil.formats.sources import Source, Table
from textveil.values.contracts import Format
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.metadata import Metadata
from textveil.values.runs.cells import CELL_BREAK
from textveil.values.span import Span, Spans
from textveil.values.terms.format_abilities import WithIds, WithRoles, WithTexts
from textveil.values.terms.policy_terms import DROP, KEEP, TEXT

__all__ = [
    "IN_CELLS",
    "NO_COLUMNS",
    "OTHERS",
    "SHAPE",
    "Cell",
    "Columns",
    "released_text",
    "usual_roles",
]

IN_CELLS: Final = "passages in cells"
SHAPE: Final = "table"
"""What the way back of a row says besides: passages in its cells, and the columns of the table."""

_BESIDE: Final = "\n"
OTHERS: Final = "*"
"""Stands for all columns of a table that are not named."""
_PLACE: Final = frozenset({"CITY", "COUNTRY", "STATE", "ZIP"})
"""Parts of one place; they stand together, so that they are replaced by parts of one other."""


class Cell(NamedTuple):
    """Where the cell of a column stands in a whole document."""

    name: str
    role: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Columns:
    """What happens to each column of a table.

    Attributes
    ----------
    roles
        By column: a label, or `text`, `keep` or `drop`. `*` stands for all that are not named.
    subject_field
        The column that documents carry as their subject.
    usual
        Columns that the format gives a role, unless the policy does, and those that hold the texts
        of a file; they need not be there.
    files
        Of a folder: the roles of the documents of each file. Who wrote a message is a name; the
        subject of a note is not.
    """

    roles: Mapping[str, str] = field(default_factory=dict)
    subject_field: str = "subject"
    usual: frozenset[str] = frozenset()
    files: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    others: frozenset[str] | None = None
    """What `*: keep` stands for, if a release says it; all fields without a rule otherwise."""
    protected: Mapping[str, str] = field(init=False, repr=False, compare=False)
    """The columns that are rewritten in any file, each with its label or `text`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "protected", _rewritten(self.roles))

    @classmethod
    def of(cls, roles: Mapping[str, str], source: Source) -> "Columns":
        """Take the columns of a policy for a source."""
        own = source.format
        text = own.text_field if isinstance(own, WithTexts) else None
        own_id, subject = (
            (own.id_field, own.subject_field) if isinstance(own, WithIds) else (None, None)
        )
        chosen = _spelled_out(roles, source, {str(text), own_id or "id"})
        if chosen.pop(str(text), TEXT) != TEXT:
            raise InputError(f"the column {text!r} holds the texts", where=str(source.path))
        if isinstance(own, WithIds) and (own_id or "id") in chosen:
            raise InputError(
                f"the column {own_id or 'id'!r} holds the ids",
                where=str(source.path),
                hint="name another one with --id-column, or write `ids: number` in the policy",
            )
        given = usual_roles(source)
        usual = {n: role for some in given.values() for n, role in some.items() if n not in chosen}
        roles = {**usual, **chosen}
        if not isinstance(source.format, Mixed):
            return cls(roles, subject or "subject", frozenset(usual))
        # What holds the texts of one file need not be a column beside the texts of another.
        texts = source.format.text_columns(source.path)
        files = {file: {**some, **chosen} for file, some in given.items()}
        return cls(roles, subject or "subject", frozenset((*usual, *texts)), files)

    def _roles_of(self, document: Document) -> Mapping[str, str]:
        file = file_of(document.id, self.files) if self.files else None
        return self.roles if file is None else self.files[file]

    def _protected_in(self, document: Document) -> Mapping[str, str]:
        return _rewritten(self._roles_of(document)) if self.files else self.protected

    def require(self, seen: Collection[str], where: str) -> None:
        """Raise if a named column does not exist."""
        for what, hint in self.absent(seen):
            raise InputError(what, where=where, hint=hint)

    def absent(self, seen: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield what is told of each named column that does not exist, with a hint."""
        for name in self.roles:
            if name not in seen and name not in self.usual and name != OTHERS:
                hint = suggest(name, seen) or "the policy and --column name the columns of IN"
                yield f"there is no column {name!r}", hint

    def names_in(self, document: Document) -> set[str]:
        """Return the columns that a document has a value for."""
        return {*document.metadata, *([self.subject_field] if document.subject is not None else [])}

    def unreadable(self, document: Document) -> list[str]:
        """Return the protected columns in which a document has neither text nor a number."""
        return [
            name
            for name in self._protected_in(document)
            if name in document.metadata and not _is_readable(document.metadata[name])
        ]

    def whole(self, document: Document) -> Document:
        """Return a document with the cells of its protected columns after its text."""
        tail, _ = self._tail(document)
        return replace(document, text=document.text + tail) if tail else document

    def bare(self, whole: Document) -> Document:
        """Return the document that a whole one was made from."""
        tail, _ = self._tail(whole)
        return replace(whole, text=whole.text[: len(whole.text) - len(tail)]) if tail else whole

    def cells(self, whole: Document) -> list[Cell]:
        """Return where the cells stand in a whole document."""
        tail, cells = self._tail(whole)
        base = len(whole.text) - len(tail)
        return [Cell(name, role, base + start, base + end) for name, role, start, end in cells]

    def gaps(self, whole: Document) -> Iterator[tuple[str, int, int]]:
        """Yield what stands before each cell that holds something: its column, start and end."""
        at = len(self.bare(whole).text)
        for cell in self.cells(whole):
            yield cell.name if cell.end > cell.start else "", at, cell.start
            at = cell.end

    def within(self, whole: Document, spans: Spans) -> Spans:
        """Return the spans, cut at the edges of texts and cells."""
        cells = self.cells(whole)
        if not cells:
            return spans
        ends = [(0, len(self.bare(whole).text)), *((cell.start, cell.end) for cell in cells)]
        return spans.overlap(Spans(Span(low, high, TEXT) for low, high in ends if low < high))

    def in_text(self, whole: Document, spans: Spans) -> Spans:
        """Return the spans of the text itself."""
        end = len(self.bare(whole).text)
        return spans.where(lambda span: span.end <= end)

    def released(self, whole: Document, release: Release) -> Document:
        """Cut a rewritten whole document into what is released: text, cells, and what is kept.

        Annotations speak of the old text, and stay behind here.
        """
        bare = self.bare(whole)
        end = release.to_output(len(bare.text))
        made: dict[str, str | None] = {
            cell.name: release.text[release.to_output(cell.start) : release.to_output(cell.end)]
            for cell in self.cells(whole)
        }
        metadata = {
            name: (None if value is None else made[name]) if name in made else value
            for name, value in bare.metadata.items()
            if name in made or self._keeps(name, bare)
        }
        subject = bare.subject if self._keeps(self.subject_field, bare) else None
        if self.subject_field in made and bare.subject is not None:
            # An empty subject is none.
            subject = made[self.subject_field] or None
        return Document(bare.id, release.text[:end], subject, Metadata(metadata))

    def beside(self, document: Document) -> Metadata:
        """Return all fields of a document that are not rewritten."""
        subject = {} if document.subject is None else {self.subject_field: document.subject}
        protected = self._protected_in(document)
        own = {} if self.subject_field in protected else subject
        others = {n: v for n, v in document.metadata.items() if n not in protected}
        return Metadata({**others, **own})

    def kept(self, document: Document) -> Metadata:
        """Return the fields that are released as they are: those that a rule keeps."""
        metadata = {n: v for n, v in document.metadata.items() if self._keeps(n, document)}
        subject = document.subject if self._keeps(self.subject_field, document) else None
        return self.beside(replace(document, subject=subject, metadata=Metadata(metadata)))

    def kept_by_rule(self, document: Document) -> frozenset[str]:
        """Return the fields of a document that the policy keeps by a rule that names them."""
        roles = self._roles_of(document)
        return frozenset(
            name
            for name in self.names_in(document)
            if name not in self.usual and roles.get(name) == KEEP
        )

    def open_in(self, document: Document) -> set[str]:
        """Return the fields of a document that have no rule."""
        roles = self._roles_of(document)
        # Whom a document is about is never shown without a rule, so that it needs none.
        return set() if OTHERS in roles else {*document.metadata} - roles.keys()

    @property
    def keeps_any(self) -> bool:
        """Whether any field may be released unchanged."""
        return KEEP in self.roles.values()

    @property
    def keeps_all(self) -> bool:
        """Whether every field is released unchanged."""
        return self.roles.get(OTHERS) == KEEP and set(self.roles.values()) == {KEEP}

    def writer(self, source: Source) -> Format:
        """Return the format to write with; a table loses only its dropped columns."""
        if not isinstance(source.format, Table):
            return source.writer(like=self.keeps_any)
        chosen: Any = source.writer()
        made: Format = chosen.without(self.left_out(source))
        return made

    def left_out(self, source: Source) -> list[str]:
        """Return the columns of a table that are not released."""
        others = source.format.others(source.path) if isinstance(source.format, Table) else ()
        # What formats say of chats and mail is not said of tables beside them.
        every = [some.items() for some in self.files.values()] or [self.roles.items()]
        roles = {n: r for n, r in self.roles.items() if all((n, r) in some for some in every)}
        protected = _rewritten(roles)
        return [n for n in others if n not in protected and not _keeps(roles, n)]

    def shape(self, source: Source) -> dict[str, Any]:
        """Return what is needed to write a table with all its columns again."""
        if not isinstance(source.format, Table):
            return {}
        alike: Any = source.writer()
        return {SHAPE: alike.shape()}

    def _keeps(self, name: str, document: Document) -> bool:
        roles = self._roles_of(document)
        listed = name in roles or self.others is None or name in self.others
        return listed and _keeps(roles, name)

    def _tail(self, document: Document) -> tuple[str, list[Cell]]:
        tail, cells, last = "", [], ""
        for name, role in self._protected_in(document).items():
            together = role in _PLACE and last in _PLACE and role != last
            tail += _BESIDE if together else CELL_BREAK
            value = document.metadata.get(name)
            if name == self.subject_field:
                value = document.subject
            text = _cell_text(value, name, document.id)
            cells.append(Cell(name, role, len(tail), len(tail) + len(text)))
            tail += text
            last = role
        return tail, cells


def _rewritten(roles: Mapping[str, str]) -> dict[str, str]:
    return {name: role for name, role in roles.items() if role not in (KEEP, DROP)}


NO_COLUMNS: Final = Columns()
"""Only the text is rewritten."""


def _keeps(roles: Mapping[str, str], name: str) -> bool:
    """Tell whether a rule keeps a field; without a rule, nothing leaves."""
    return roles.get(name, roles.get(OTHERS)) == KEEP


def _spelled_out(roles: Mapping[str, str], source: Source, own: Collection[str]) -> dict[str, str]:
    """Return the roles; `*: text` becomes the names of the table's columns."""
    chosen = dict(roles)
    others = chosen.get(OTHERS, KEEP)
    if others not in (KEEP, DROP, TEXT):
        raise UsageError(
            f"the rule for all other columns cannot be {others}",
            hint="write `*: keep`, `*: drop` or `*: text`",
        )
    if others != TEXT:
        return chosen
    if not isinstance(source.format, Table):
        raise UsageError(
            f"`*: text` does not fit the format {source.format_name}",
            hint="name the fields one by one",
        )
    del chosen[OTHERS]
    names = (name for name in source.format.others(source.path) if name not in own)
    return {**chosen, **{name: TEXT for name in names if name not in chosen}}


def _is_readable(value: Any) -> bool:
    return value is None or (isinstance(value, str | int | float) and not isinstance(value, bool))


def _cell_text(value: Any, name: str, where: str) -> str:
    """Return a cell as text; a whole number is written without a fraction."""
    if value is None or isinstance(value, str):
        return value or ""
    if not _is_readable(value):
        raise InputError(
            f"the column {name!r} holds neither text nor numbers",
            where=f"document {where}",
            hint="cast it to text, or use drop",
        )
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def released_text(release: Release, length: int) -> Release:
    """Return the part of a whole release that belongs to the released text.

    Parameters
    ----------
    release
        Of a whole document.
    length
        Code points of the released text.
    """
    placed = [(edit, end) for edit, start, end in release.placed() if start <= length]
    edits = tuple(edit for edit, _ in placed)
    grown = sum(len(edit.replacement) - (edit.end - edit.start) for edit in edits)
    return Release(release.id, release.text[:length], edits, length - grown)


def usual_roles(source: Source) -> Mapping[str, Mapping[str, str]]:
    """Return the roles that formats give to their columns, by file; a single one has no name."""
    mixed = source.format
    files = mixed.formats(source.path) if isinstance(mixed, Mixed) else {"": mixed}
    return {
        name: one.column_roles if isinstance(one, WithRoles) else {} for name, one in files.items()
    }
