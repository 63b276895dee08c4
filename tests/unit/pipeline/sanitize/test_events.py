"""Event tables become sequences by person and time, and back."""

import csv
import tempfile
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.errors import FormatError, InputError, UsageError
from textveil.formats.sources import Source
from textveil.formats.tables.events import EventColumns
from textveil.pipeline.sanitize.events import EventCollection
from textveil.pipeline.sanitize.run import sanitize_source
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.keys.secret import Secret

COLUMNS = EventColumns("who", "when", "what")
START = date(2024, 1, 1)


def load(path, columns=COLUMNS):
    return EventCollection.load_events(Source.open(path), columns)


def table(folder, rows, header="who,when,what", name="in.csv"):
    path = folder / name
    path.write_text("\n".join([header, *rows]) + "\n")
    return path


def hide(collection, patterns, out, method="tm", **more):
    asked = Sanitize(method, separator="#", **more)
    return sanitize_source(collection, patterns, asked, out, measured=False, key=Secret(b"k" * 32))


def rows_of(path):
    return list(csv.reader(path.read_text().splitlines()))[1:]


def spelled(path):
    """The events of each person in the order of time: the slow, obvious way."""
    found = {}
    for who, when, what, *_ in rows_of(path):
        found.setdefault(who, []).append((when, what))
    return {
        who: [what for _, what in sorted(own, key=lambda e: e[0])] for who, own in found.items()
    }


EVENTS = st.lists(
    st.tuples(st.sampled_from("pqr"), st.integers(0, 9), st.sampled_from("abc")),
    min_size=1,
    max_size=24,
)


@settings(max_examples=60)
@given(
    events=EVENTS,
    in_order=st.booleans(),
    method=st.sampled_from(["tm", "tfs", "etfs", "tpm", "pfs"]),
    data=st.data(),
)
def test_the_order_by_time_is_that_of_the_release(events, in_order, method, data):
    events = [*events, ("p", 4, "a"), ("p", 4, "b")]
    if in_order:
        events.sort(key=lambda event: event[1])
    days = [(who, (START + timedelta(days=7 * n)).isoformat(), what) for who, n, what in events]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        collection = load(table(folder, [",".join(row) for row in days]))
        letters = collection.sequences.alphabet.symbols
        pattern = tuple(data.draw(st.sampled_from(letters)) for _ in range(2))
        written = []
        release = EventCollection.release

        class Seen(EventCollection):
            def release(self, result, *rest):
                written.append(result)
                release(self, result, *rest)

        values = {one.name: getattr(collection, one.name) for one in fields(collection)}
        out = folder / "out.csv"
        try:
            hide(Seen(**values), [pattern], out, method)
        except InputError:
            return  # over so few letters a separator may have no replacement
        result = spelled(out)
        people = list(dict.fromkeys(who for who, _, _ in days))
        wanted = {
            who: list(sequence)
            for who, sequence in zip(people, written[0].results(), strict=True)
            if len(sequence)
        }
        assert result == wanted
        times = [when for _, when, _ in rows_of(out)]
        assert len(set(map(len, times))) == 1
        if in_order:
            assert times == sorted(times)
        if all(pattern not in pairwise(own) for own in spelled(folder / "in.csv").values()):
            assert out.read_bytes() == (folder / "in.csv").read_bytes()


def test_kept_events_keep_time_and_columns_and_new_ones_stand_between(tmp_path):
    source = table(
        tmp_path,
        ["p,2024-01-01,a,x1", "p,2024-01-10,b,x2", "p,2024-01-20,c,x3", "p,2024-01-30,a,x4"],
        "who,when,what,note",
    )
    out = tmp_path / "out.csv"
    kept = EventColumns("who", "when", "what", ("note",))
    hide(load(source, kept), [("b", "c")], out, "tfs")
    rows = rows_of(out)
    assert [row for row in rows if row[2] != "#"] == rows_of(source)
    (new,) = (row for row in rows if row[2] == "#")
    assert new[0] == "p"
    assert "2024-01-10" < new[1] < "2024-01-20"
    assert new[3] == ""


def test_other_columns_are_left_out_unless_named(tmp_path):
    source = table(tmp_path, ["a,p,1,x", "b,p,2,y"], "note,who,when,what")
    collection = load(source)
    hide(collection, [("y", "x")], tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "who,when,what\np,1,x\np,2,y\n"
    assert any("not written: note" in notice for notice in collection.notices())


def test_where_no_time_lies_between_the_earlier_one_is_used(tmp_path):
    source = table(tmp_path, ["p,1,a", "p,5,b", "p,5,c", "p,6,a", "p,9,b"])
    out = tmp_path / "out.csv"
    hide(load(source), [("b", "c"), ("c", "a")], out, "tfs", k=2)
    assert rows_of(out) == [
        ["p", t, w] for t, w in [("1", "a"), ("5", "b"), ("5", "#"), ("6", "a"), ("9", "b")]
    ]


def test_times_lie_on_the_grid_of_the_column_where_there_is_room(tmp_path):
    days = [0, 7, 35, 42, 49]
    rows = [f"p,{START + timedelta(days=n)},{what}" for n, what in zip(days, "abcab", strict=True)]
    out = tmp_path / "out.csv"
    hide(load(table(tmp_path, rows)), [("b", "c"), ("c", "a")], out, "tfs", k=2)
    (day,) = ((date.fromisoformat(w) - START).days for _, w, what in rows_of(out) if what == "#")
    assert day in (14, 21, 28, 35)


def test_where_the_grid_has_no_room_there_is_a_day_between(tmp_path):
    days = [START + timedelta(days=7 * n) for n in range(4)]
    rows = [f"p,{day},{what}" for day, what in zip(days, "xaby", strict=True)]
    out = tmp_path / "out.csv"
    hide(load(table(tmp_path, rows)), [("a", "b")], out, "tfs")
    (day,) = ((date.fromisoformat(w) - START).days for _, w, what in rows_of(out) if what == "#")
    assert 7 < day < 14


def _bare(days):
    day = START + timedelta(days=days)
    return f" {day.day}.{day.month}.{day.year}"


LETTERS = "abcabbacbcaabcbacabbcacbabccab"
STYLES = {
    "%d.%m.%Y": (_bare, lambda cell: (datetime.strptime(cell, " %d.%m.%Y").date() - START).days),
    "": (lambda days: f"{800 + days / 2:g} ", lambda cell: (float(cell) - 800) * 2),
}


@pytest.mark.parametrize("form", STYLES)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_new_cells_are_spelled_like_kept_ones(tmp_path, form, kind):
    write, read = STYLES[form]
    old = [
        (f"p{who}", write(14 * at), f"{LETTERS[at - who]:>{who + 2}} ")
        for who in range(3)
        for at in range(30)
    ]
    path = table(tmp_path, [",".join(row) for row in old])
    if kind == "parquet":
        pa = pytest.importorskip("pyarrow")
        from pyarrow import parquet

        path = tmp_path / "in.parquet"
        cells = dict(zip(("who", "when", "what"), zip(*old, strict=True), strict=True))
        parquet.write_table(pa.table({name: list(column) for name, column in cells.items()}), path)
    out = tmp_path / f"out.{kind}"
    hide(load(path, EventColumns("who", "when", "what", form=form)), [("a", "b")], out)
    if kind == "parquet":
        rows = [tuple(row.values()) for row in parquet.read_table(out).to_pylist()]
    else:
        rows = [tuple(row) for row in rows_of(out)]
    new = [row for row in rows if row not in old]
    assert new
    assert all(write(read(when)) == when for _, when, _ in new)
    # Each person has a width of its own, and an event is spelled as in a row nearby.
    assert {what for _, _, what in new} <= {what for _, _, what in old}


def test_one_key_draws_the_same_times(tmp_path):
    source = table(tmp_path, [f"p,{n * n * 10},{'abc'[n % 3]}" for n in range(30)])
    for name in ("1.csv", "2.csv"):
        hide(load(source), [("a", "b")], tmp_path / name, "tfs")
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


def test_an_event_may_hold_blanks(tmp_path):
    source = table(tmp_path, ["p,1,heart failure", "p,2,ward", "p,3,home"])
    sensitive = tmp_path / "s.txt"
    sensitive.write_text("heart failure\tward\nward home\nheart failure\n\n")
    found = load(source).patterns(sensitive)
    assert found == [("heart failure", "ward"), ("ward", "home"), ("heart failure",)]


@pytest.mark.parametrize(
    ("rows", "pattern", "place", "hint"),
    [
        (["p,1,heart failure", "p,2,ward"], "ward heart failure", "event 2", "put a tab between"),
        (["p,1,heart", "p,2,ward"], "* Ward", "event 2", "capital"),
    ],
)
def test_an_event_that_cannot_occur_is_explained(tmp_path, rows, pattern, place, hint):
    sensitive = tmp_path / "s.txt"
    sensitive.write_text(f"{pattern}\n")
    with pytest.raises(InputError, match="in none of the rows") as caught:
        load(table(tmp_path, rows)).patterns(sensitive, "*")
    assert caught.value.where.endswith(f"pattern 1, {place}")
    assert hint in caught.value.hint
    assert "failure" not in str(caught.value)


@pytest.mark.parametrize("zone", [None, "UTC", "Europe/Vienna"])
@pytest.mark.parametrize("unit", ["us", "ns"])
def test_parquet_comes_back_with_its_types(tmp_path, zone, unit):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rng = Random(3)  # noqa: S311
    hours = sorted(rng.sample(range(2000), 40))
    tz = None if zone is None else UTC
    moments = [datetime(2024, 3, 30, tzinfo=tz) + timedelta(hours=hour) for hour in hours]
    given_table = pa.table(
        {
            "who": pa.array([n % 3 for n in range(40)], pa.int32()),
            "when": pa.array(moments, pa.timestamp(unit, zone)),
            "what": pa.array([rng.choice("abcd") for _ in range(40)]).dictionary_encode(),
            "dose": pa.array([float(n) for n in range(40)]),
        }
    )
    source, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    parquet.write_table(given_table, source)
    kept = EventColumns("who", "when", "what", ("dose",))
    sequence = list(load(source, kept).sequences[0])
    hide(load(source, kept), [tuple(sequence[3:5])], out, "tfs")
    made = parquet.read_table(out)
    assert made.schema.equals(given_table.schema)
    new = [row for row in made.to_pylist() if row["dose"] is None]
    assert [row for row in made.to_pylist() if row["dose"] is not None] == given_table.to_pylist()
    assert new
    assert all(row["what"] == "#" and row["when"].minute == 0 for row in new)


def test_a_column_of_numbers_cannot_hold_a_mark(tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = {"who": ["p"] * 4, "when": [1, 2, 3, 4], "what": [7, 8, 9, 7]}
    parquet.write_table(pa.table(columns), tmp_path / "in.parquet")
    with pytest.raises(UsageError, match="cannot hold the separator"):
        hide(load(tmp_path / "in.parquet"), [("8", "9")], tmp_path / "out.parquet", "tfs")
    assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (",1,a", "nothing in the column 'who'"),
        ("p, ,a", "nothing in the column 'when'"),
        ("p,1,", "nothing in the column 'what'"),
        ("p,Canary,a", "the time in the column 'when' cannot be read"),
        ("p,Canary", "this row has 2 fields"),
    ],
)
def test_a_bad_row_is_named_and_not_quoted(tmp_path, row, told):
    with pytest.raises(FormatError, match=told) as caught:
        load(table(tmp_path, ["p,1,a", row]))
    assert "line 3" in str(caught.value)
    assert "Canary" not in str(caught.value)


def test_a_missing_column_a_twin_and_no_rows(tmp_path):
    source = table(tmp_path, ["p,1,a"])
    with pytest.raises(FormatError, match="there is no column 'whom'"):
        load(source, EventColumns("whom", "when", "what"))
    with pytest.raises(UsageError, match="different columns"):
        EventColumns("who", "who", "what")
    with pytest.raises(InputError, match="no rows"):
        load(table(tmp_path, []))


def test_only_tables_hold_events(tmp_path):
    path = tmp_path / "w.txt"
    path.write_text("abc")
    with pytest.raises(UsageError, match="belong to tables"):
        load(path)
