"""Frames: a Series or DataFrame of pandas becomes documents, and results become one again.

Nothing here imports pandas: an object of pandas exists only where pandas is loaded.
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from typing import Any, Final

from numpy import generic

from textveil.errors import InputError, UsageError, suggest
from textveil.formats.columns import NO_COLUMNS, Columns
from textveil.pipeline.python.results import Deidentified
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Spans
from textveil.values.terms.policy_terms import DROP, KEEP, TEXT

__all__ = ["FrameRows", "SeriesCells", "TableRules"]

_OTHERS: Final = "*"
_SUBJECT: Final = "subject"
_KINDS: Final = (
    (str, "text"),
    (bool, "true or false"),
    (int | float, "a number"),
    (date | time, "a date"),
    (Decimal, "a decimal number"),
)
"""Types that a column may hold, the more special ones first."""
_TEXT_KIND: Final = _KINDS[0][1]
_RIGHT: Final = 'columns={"note": "text", "name": "NAME", "mrn": "MRN", "*": "drop"}'


@dataclass(frozen=True, slots=True)
class TableRules:
    """How the columns of a table, or the fields of documents, are taken.

    Attributes
    ----------
    roles
        By column: a label, or `text`, `keep` or `drop`; `*` stands for those without a rule.
    as_they_are
        Whether columns without a rule are taken as they are.
    needs_text
        Whether one column must hold texts.
    given
        Whether the caller gave rules.
    """

    roles: Mapping[str, str]
    as_they_are: bool = False
    needs_text: bool = True
    given: bool = False


@dataclass(frozen=True, slots=True)
class SeriesCells:
    """The texts of a Series; missing ones stay missing."""

    series: Any
    documents: Sequence[Document]
    named: bool
    columns: Columns = NO_COLUMNS

    @classmethod
    def of(cls, series: Any) -> "SeriesCells":
        """Take the texts of a Series; the labels of its index are ids, if they do not count."""
        values = _values(series, str(series.name or "Series"), {_TEXT_KIND})
        ids, named = _ids(series.index)
        pairs = zip(ids, values, strict=True)
        return cls(series, [Document(name, text or "") for name, text in pairs], named)

    def released(self, made: Sequence[Deidentified]) -> Any:
        """Return a Series of texts; `attrs` has the verdicts."""
        return _with_verdicts(self._like([one.text for one in made]), made)

    def found(self, spans: Sequence[Spans]) -> Any:
        """Return a Series of spans."""
        return _series(spans, self.series.index, self.series.name)

    def opened(self, read: Callable[[str, str], str]) -> Any:
        """Return a Series with its texts read."""
        return self._like([read(document.text, document.id) for document in self.documents])

    def restored(self, documents: Sequence[Document], layout: Mapping[str, Any]) -> Any:  # noqa: ARG002
        """Return a Series of the inputs."""
        return self._like([document.text for document in documents])

    def layout(self) -> Mapping[str, Any]:
        """Return nothing: a text is a text."""
        return {}

    @property
    def lost(self) -> Sequence[str]:
        """Nothing: there are only texts."""
        return ()

    def _like(self, texts: Sequence[str]) -> Any:
        missing = self.series.isna()
        values = [None if no else text for text, no in zip(texts, missing, strict=True)]
        return _typed(values, self.series)


@dataclass(frozen=True, slots=True)
class FrameRows:
    """The rows of a DataFrame: one column has the texts, the others are fields of documents.

    Attributes
    ----------
    frame
        What was given.
    text
        The column that holds the texts.
    columns
        The rules of all other columns.
    documents
        The rows.
    named
        Whether the index has ids rather than numbers of rows.
    """

    frame: Any
    text: str
    columns: Columns
    documents: Sequence[Document] = field(repr=False)
    named: bool

    @classmethod
    def of(cls, frame: Any, rules: TableRules) -> "FrameRows":
        """Take the rows of a DataFrame."""
        names = _names(frame, rules.roles)
        text = _text_column(names, rules)
        others = rules.roles.get(_OTHERS)
        given = {name: rules.roles.get(name, others) for name in names if name != text}
        open_ones = [name for name, role in given.items() if role is None]
        if open_ones and not rules.as_they_are:
            raise UsageError(
                f"columns without a rule: {', '.join(open_ones)}",
                where="columns",
                hint=f"give each a label, text, keep or drop, for example {_RIGHT}",
            )
        columns = Columns({name: role or KEEP for name, role in given.items()}, _SUBJECT)
        ids, named = _ids(frame.index)
        values = {name: _field(frame[name], name, role) for name, role in columns.roles.items()}
        texts = _values(frame[text], text, {_TEXT_KIND}) if text else [""] * len(ids)
        subjects = values.pop(_SUBJECT, [None] * len(ids))
        documents = [
            Document(
                name,
                texts[at] or "",
                None if subjects[at] is None else str(subjects[at]),
                Metadata({column: cells[at] for column, cells in values.items()}),
            )
            for at, name in enumerate(ids)
        ]
        return cls(frame, text, columns, documents, named)

    def released(self, made: Sequence[Deidentified]) -> Any:
        """Return a DataFrame without the dropped columns; `attrs` has the verdicts."""
        documents = [one.document for one in made]
        dropped = [name for name, role in self.columns.roles.items() if role == DROP]
        changed = [self.text, *self.columns.protected]
        frame = self._changed({name: self._cells(documents, name) for name in changed})
        return _with_verdicts(frame.drop(columns=dropped), made)

    def found(self, spans: Sequence[Spans]) -> Any:
        """Return a DataFrame with the spans of each column that is rewritten."""
        found: dict[str, list[Spans]] = {self.text: []}
        for document, inside in zip(self.documents, spans, strict=True):
            whole = self.columns.whole(document)
            found[self.text].append(self.columns.in_text(whole, inside))
            for cell in self.columns.cells(whole):
                own = Spans(s for s in inside if cell.start <= s.start and s.end <= cell.end)
                found.setdefault(cell.name, []).append(own.shift(-cell.start))
        pandas = sys.modules["pandas"]
        order = [name for name in self.frame.columns if name in found]
        cells = {name: _series(found[name], self.frame.index, name) for name in order}
        return pandas.DataFrame(cells, index=self.frame.index)

    def opened(self, read: Callable[[str, str], str]) -> Any:
        """Return the DataFrame with every text in it read."""
        changed = {
            name: [read(v, d.id) if isinstance(v, str) else v for v, d in pairs]
            for name in self.frame.columns
            if (pairs := list(zip(self.frame[name], self.documents, strict=True)))
            and any(isinstance(value, str) for value, _ in pairs)
        }
        return _with_attrs(self._changed(changed), {})

    def restored(self, documents: Sequence[Document], layout: Mapping[str, Any]) -> Any:
        """Return the DataFrame with all columns that it had, of the types that they had."""
        names = layout.get("columns", list(self.frame.columns))
        made = {name: self._back(documents, name, layout.get("types", {})) for name in names}
        pandas = sys.modules["pandas"]
        return pandas.DataFrame(made, index=self.frame.index, columns=names)

    def _back(self, documents: Sequence[Document], name: str, types: Mapping[str, str]) -> Any:
        cells = self._cells(documents, name)
        if name in self.frame and cells == self._cells(self.documents, name):
            return self.frame[name]
        series = sys.modules["pandas"].Series(cells, self.frame.index, object, name)
        return series.astype(types[name]) if name in types else series

    def layout(self) -> Mapping[str, Any]:
        """Return names and types of the columns; raise if cells cannot come back as they were."""
        for name, role in self.columns.roles.items():
            kinds = {_kind(value) for value in self.frame[name] if not _is_missing(value)}
            plain = {kind for _, kind in _KINDS[:3]} if self.frame[name].dtype == object else kinds
            if role != KEEP and (len(kinds) > 1 or not kinds <= plain):
                raise InputError(
                    f"the column {name!r} could not be restored: it holds {', '.join(kinds)}",
                    where="columns",
                    hint="give it a type of pandas, for example with pandas.to_datetime",
                )
        types = {name: str(self.frame[name].dtype) for name in self.frame.columns}
        return {"columns": list(self.frame.columns), "types": types}

    @property
    def lost(self) -> Sequence[str]:
        """Columns that are left out, or whose cells are not text: days would come back as text."""
        return [
            name
            for name, role in self.columns.roles.items()
            if role == DROP or (role != KEEP and not _is_text(self.frame[name]))
        ]

    def _cells(self, documents: Sequence[Document], name: str) -> list[Any]:
        if name == self.text:
            return [
                None if _is_missing(given) else document.text
                for document, given in zip(documents, self.frame[name], strict=True)
            ]
        if name == self.columns.subject_field:
            return [document.subject for document in documents]
        return [document.metadata.get(name) for document in documents]

    def _changed(self, columns: Mapping[str, Sequence[Any]]) -> Any:
        frame = self.frame.copy()
        for name, values in columns.items():
            frame[name] = _typed(values, self.frame[name])
        return frame


def _names(frame: Any, roles: Mapping[str, str]) -> list[str]:
    """Return the columns of a DataFrame; raise unless each has a name of its own."""
    names = list(frame.columns)
    if not all(isinstance(name, str) for name in names) or len(set(names)) < len(names):
        raise UsageError(
            "each column needs a name of its own that is text",
            where="DataFrame",
            hint="set frame.columns, for example with frame.columns.astype(str)",
        )
    for name in roles:
        if name != _OTHERS and name not in names:
            raise UsageError(
                f"there is no column {name!r}",
                where="columns",
                hint=suggest(name, names) or f"the DataFrame has {', '.join(names)}",
            )
    return names


def _text_column(names: Sequence[str], rules: TableRules) -> str:
    """Return the main column of texts: that of this name, or the first with this role."""
    if TEXT in names and rules.roles.get(TEXT, TEXT) == TEXT:
        return TEXT
    texts = [name for name, role in rules.roles.items() if role == TEXT and name in names]
    if texts or not rules.needs_text:
        return texts[0] if texts else ""
    raise UsageError("no column is said to hold texts", where="columns", hint=f"name it: {_RIGHT}")


def _ids(index: Any) -> tuple[list[str], bool]:
    """Return the ids of rows: labels of the index, or numbers if it only counts them."""
    pandas = sys.modules["pandas"]
    # Consecutive numbers of records are a range too.
    if isinstance(index, pandas.RangeIndex) and index.start in (0, 1) and index.step == 1:
        return [f"row-{number}" for number in range(1, len(index) + 1)], False
    ids = [str(label) for label in index]
    if not all(ids) or len(set(ids)) < len(ids):
        raise InputError(
            "the labels of the index are ids, but some are empty or occur twice",
            where="index",
            hint="number the rows: frame.reset_index(drop=True)",
        )
    return ids, True


def _field(series: Any, name: str, role: str) -> list[Any]:
    """Return the cells of a column as JSON values; what is dropped may be anything."""
    if role == DROP:
        return [None if _is_missing(value) else _plain(value) for value in series]
    return _values(series, name, {_TEXT_KIND} if role == TEXT else None)


def _values(series: Any, name: str, kinds: set[str] | None) -> list[Any]:
    """Return cells as JSON values; raise if they are of several kinds, or of a kind not allowed."""
    counts = Counter(_kind(value) for value in series if not _is_missing(value))
    if len(counts) > 1:
        told = ", ".join(f"{kind} in {count:,}" for kind, count in sorted(counts.items()))
        raise InputError(
            f"the column {name!r} mixes types: {told} rows",
            where="columns",
            hint=f'make one type of it: frame["{name}"].astype(str)',
        )
    if kinds is not None and not counts.keys() <= kinds:
        raise InputError(
            f"the column {name!r} holds {next(iter(counts))}, and texts are expected",
            where="columns",
            hint=f'make texts of it: frame["{name}"].astype(str)',
        )
    return [None if _is_missing(value) else _plain(value) for value in series]


def _kind(value: Any) -> str:
    plain = value.item() if isinstance(value, generic) else value
    return next((kind for types, kind in _KINDS if isinstance(plain, types)), type(value).__name__)


def _plain(value: Any) -> Any:
    """Return a cell as a JSON value; days and times as text, without a time that is midnight."""
    plain = value.item() if isinstance(value, generic) else value
    if isinstance(plain, str | bool | int | float):
        return str(plain) if isinstance(plain, str) else plain
    return str(plain).removesuffix(" 00:00:00")


def _is_text(series: Any) -> bool:
    return all(isinstance(value, str) or _is_missing(value) for value in series)


def _is_missing(value: Any) -> bool:
    missing = sys.modules["pandas"].isna(value)
    return missing if isinstance(missing, bool) else False


def _typed(values: Sequence[Any], like: Any) -> Any:
    """Return cells as a Series of the type of another, or of text if they do not fit it."""
    pandas = sys.modules["pandas"]
    made = pandas.Series(list(values), index=like.index, name=like.name, dtype=object)
    try:
        typed = made.astype(like.dtype)
    except (TypeError, ValueError):
        return made
    same = all(
        (_is_missing(one) and _is_missing(other)) or _shown(one) == _shown(other)
        for one, other in zip(typed, made, strict=True)
    )
    return typed if same else made


def _shown(value: Any) -> str:
    plain = _plain(value)
    whole = isinstance(plain, float) and plain.is_integer()
    return str(int(plain) if whole else plain)


def _series(values: Sequence[Any], index: Any, name: Any) -> Any:
    """Return a Series of objects, which pandas must not take apart."""
    made = sys.modules["pandas"].Series([None] * len(values), index=index, name=name, dtype=object)
    for at, value in enumerate(values):
        made.iat[at] = value
    return made


def _with_verdicts(table: Any, made: Sequence[Deidentified]) -> Any:
    """Return a table that says what the verifiers say, as JSON values."""
    return _with_attrs(table, {"verdicts": [v.to_json() for v in made[0].verdicts] if made else []})


def _with_attrs(table: Any, attrs: Mapping[str, Any]) -> Any:
    """Return a table with these attributes alone: those of an input may hold anything."""
    table.attrs = dict(attrs)
    return table
