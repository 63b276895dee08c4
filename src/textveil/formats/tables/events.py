"""Event tables: who, when, what; a row for each event (long form), CSV, TSV or Parquet."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textveil.errors import UsageError
from textveil.formats.json.json_record import nearest
from textveil.formats.outputs import binary_sink
from textveil.formats.reading import Reading
from textveil.formats.tables.event_times import Clock, UnreadTimeError
from textveil.formats.tables.parquet import Parquet, open_table
from textveil.formats.tables.parquet_cells import as_values, carried, mended, pyarrow
from textveil.formats.tables.text_table import Csv

__all__ = ["EventColumns", "EventTable", "NewEvent"]


@dataclass(frozen=True, slots=True)
class EventColumns:
    """Which column of a table is what.

    Attributes
    ----------
    who, when, what
        The person (or whatever a sequence belongs to), the time, and the event.
    kept
        Other columns that kept events keep. Those not named here are not written.
    form
        How times are written, as a pattern of `strptime`; empty for ISO times and numbers.
    """

    who: str
    when: str
    what: str
    kept: tuple[str, ...] = ()
    form: str = ""

    def __post_init__(self) -> None:
        named = (self.who, self.when, self.what, *self.kept)
        if len(set(named)) != len(named):
            raise UsageError("--who, --when, --what and --keep-columns need different columns")


@dataclass(frozen=True, slots=True, repr=False)
class NewEvent:
    """An event that no row of the table holds.

    Attributes
    ----------
    beside
        A row of the same person.
    tick
        Its time.
    what
        Its cell.
    """

    beside: int
    tick: int
    what: str


@dataclass(frozen=True, slots=True, repr=False)
class EventTable:
    """The rows of an event table, and how to write some of them with new ones between them.

    Attributes
    ----------
    columns
        Which column is what.
    who, what
        The cells of every row, without white space around them.
    when
        The cells, as they are written.
    clock
        The times of all rows.
    header
        The names of all columns.
    left_out
        Columns that are not written.
    """

    columns: EventColumns
    who: list[str]
    when: list[str]
    what: list[str]
    clock: Clock
    header: tuple[str, ...]
    left_out: tuple[str, ...]
    _format: Csv | Parquet
    _path: Path
    _rows: Any
    """A list of rows, or an Arrow table."""

    @classmethod
    def read(cls, path: Path, table: Csv | Parquet, columns: EventColumns) -> "EventTable":
        """Read all events.

        Raises
        ------
        FormatError
            If a column is missing, a row has no person, time or event, or a time cannot be read.
            The message names column and row, never a cell.
        """
        loaded = (
            _from_csv(path, table, columns)
            if isinstance(table, Csv)
            else _from_parquet(path, columns)
        )
        reading, header, lines, rows, cells = loaded
        named = (columns.who, columns.when, columns.what)
        for name, column in zip(named, cells, strict=True):
            for line, cell in zip(lines, column, strict=True):
                if not cell:
                    raise reading.wrong(f"this row has nothing in the column {name!r}", line)
        if not lines:
            raise reading.wrong("the table has no rows")
        who, when, what = cells
        try:
            clock = Clock.of(when, columns.form)
        except UnreadTimeError as error:
            raise reading.wrong(
                f"the time in the column {columns.when!r} cannot be read, or is written in "
                "another way than the rows before",
                lines[error.row],
                "times are numbers, days such as 2024-03-31 or moments such as "
                "2024-03-31 08:15:00; --when-format %d.%m.%Y reads others",
            ) from None
        left_out = tuple(name for name in header if name not in (*named, *columns.kept))
        return cls(columns, who, when, what, clock, tuple(header), left_out, table, path, rows)

    def write(self, rows: Sequence[int | NewEvent], target: Path) -> None:
        """Write rows of the table, by their numbers, and new ones; or nothing.

        New rows have nothing in the columns that are kept.
        """
        if isinstance(self._format, Csv):
            self._format.written_as(self._path).write_rows(self._spelled(rows), target)
        else:
            self._write_parquet(rows, target)

    def cells(self, name: str) -> list[Any]:
        """Return the cells of a column that is not left out, as they are written."""
        if isinstance(self._format, Csv):
            at = self.header.index(name)
            return [row[at] for row in self._rows[1:]]
        found: list[Any] = self._rows[name].to_pylist()
        return found

    def _cells(self, rows: Sequence[int | NewEvent]) -> dict[int, tuple[str, str]]:
        """Return time and event of each new row, by its place, spelled as other cells are.

        An event is spelled as in the nearest row that has it. A time has the white space of the
        row beside it, and so has a separator, which no row has.
        """
        spelled: dict[str, list[int]] = {}
        for row, what in enumerate(self.what):
            spelled.setdefault(what, []).append(row)
        found: dict[int, tuple[str, str]] = {}
        for at, event in enumerate(rows):
            if isinstance(event, int):
                continue
            beside = event.beside
            when = self.clock.text(event.tick, self.when[beside])
            same = spelled.get(event.what, ())
            row = min(_around(same, beside), key=lambda one: abs(one - beside), default=beside)
            found[at] = (
                _laid(when, self._raw(self.columns.when, beside)),
                _laid(event.what, self._raw(self.columns.what, row)),
            )
        return found

    def _raw(self, name: str, row: int) -> str:
        """Return a cell with the white space around it."""
        if isinstance(self._format, Csv):
            cell: Any = self._rows[row + 1][self._rows[0].index(name)]
        else:
            cell = self._rows[name][row].as_py()
        return cell if isinstance(cell, str) else ""

    def _spelled(self, rows: Sequence[int | NewEvent]) -> Iterator[list[str]]:
        columns = self.columns
        header: list[str] = self._rows[0]
        shown = [at for at, name in enumerate(header) if name not in self.left_out]
        yield [header[at] for at in shown]
        cells = self._cells(rows)
        for place, row in enumerate(rows):
            if isinstance(row, int):
                yield [self._rows[row + 1][at] for at in shown]
                continue
            beside = self._rows[row.beside + 1][header.index(columns.who)]
            when, what = cells[place]
            own = {columns.who: beside, columns.when: when, columns.what: what}
            yield [own.get(header[at], "") for at in shown]

    def _write_parquet(self, rows: Sequence[int | NewEvent], target: Path) -> None:
        arrow, parquet = pyarrow()
        table, columns = self._rows, self.columns
        new = [row for row in rows if isinstance(row, NewEvent)]
        made = iter(range(table.num_rows, table.num_rows + len(new)))
        places = arrow.array([row if isinstance(row, int) else next(made) for row in rows])
        spelled = self._cells(rows).values()
        written, fields = [], []
        for name in table.column_names:
            if name in self.left_out:
                continue
            kind = table.schema.field(name).type
            if name == columns.who:
                more = table[name].take(arrow.array([row.beside for row in new], arrow.int64()))
            elif name in (columns.when, columns.what):
                cells = [when if name == columns.when else what for when, what in spelled]
                more = _cast(cells, kind, name)
            else:
                more = arrow.chunked_array([arrow.nulls(len(new), kind)])
            joined = arrow.chunked_array([*table[name].chunks, *more.chunks], kind)
            written.append(joined.take(places))
            fields.append(mended(table.schema.field(name)))
        with binary_sink(target) as sink:
            shown = arrow.table(written, schema=arrow.schema(fields))
            parquet.write_table(shown, arrow.PythonFile(sink, mode="w"), compression="zstd")


def _around(rows: Sequence[int], row: int) -> Sequence[int]:
    """Return of rising rows the last one before another, and the first one from it on."""
    at = bisect_left(rows, row)
    return rows[max(at - 1, 0) : at + 1]


def _laid(cell: str, like: str) -> str:
    """Return a cell with the white space that stands around another one."""
    bare = like.strip()
    if not bare:
        return cell
    before = like.index(bare)
    return like[:before] + cell + like[before + len(bare) :]


def _cast(cells: Sequence[str], kind: Any, name: str) -> Any:
    """Return new cells in the type of their column."""
    arrow, _ = pyarrow()
    try:
        return arrow.chunked_array([arrow.array(cells, arrow.string())]).cast(kind)
    except arrow.ArrowException:
        raise UsageError(
            f"the column {name!r} cannot hold the separator: its type is {kind}",
            where="--separator",
            hint="name a separator of this type, or use a method that replaces separators, "
            "for example -m tm",
        ) from None


_Loaded = tuple[Reading, Sequence[str], Sequence[int], Any, tuple[list[str], list[str], list[str]]]


def _from_csv(path: Path, table: Csv, columns: EventColumns) -> _Loaded:
    reading = Reading(path)
    numbered = list(table.rows(path))
    rows = [row for _, row in numbered]
    places = _places(rows[0], columns, reading)
    who, when, what = ([row[at].strip() for row in rows[1:]] for at in places)
    return reading, rows[0], [line for line, _ in numbered[1:]], rows, (who, when, what)


def _from_parquet(path: Path, columns: EventColumns) -> _Loaded:
    arrow, _ = pyarrow()
    reading = Reading(path, unit="row")
    with open_table(path) as opened:
        header = list(opened.schema_arrow.names)
        if len(set(header)) != len(header):
            raise reading.wrong("a column's name occurs twice")
        _places(header, columns, reading)
        named = (columns.who, columns.when, columns.what)
        wanted = [name for name in header if name in (*named, *columns.kept)]
        try:
            rows = opened.read(columns=wanted, use_threads=False)
        except (arrow.ArrowException, OSError):
            raise reading.wrong("the Parquet data is damaged") from None
    for name in named:
        if not carried(rows.schema.field(name).type):
            raise reading.wrong(f"the column {name!r} has a type that cannot be carried")
    who, when, what = ([_text(cell) for cell in as_values(rows[name])] for name in named)
    return reading, header, range(1, rows.num_rows + 1), rows, (who, when, what)


def _places(header: list[str], columns: EventColumns, reading: Reading) -> list[int]:
    """Return where the person, the time and the event stand."""
    named = [columns.who, columns.when, columns.what]
    for name in (*named, *columns.kept):
        if name not in header:
            raise reading.wrong(f"there is no column {name!r}", hint=nearest(name, header))
    return [header.index(name) for name in named]


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell).strip()
