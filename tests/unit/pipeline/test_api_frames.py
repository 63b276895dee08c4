"""Series and DataFrames go in and out: index, order, types and missing cells stay."""

import subprocess
import sys

import pytest

from textveil.errors import ChangedReleaseError, InputError, RefutedError, UsageError
from textveil.pipeline.api import deidentify, protect, restore, scan

pandas = pytest.importorskip("pandas")

KEY = "a key of more than sixteen bytes"
POLICY = "patterns-only"
RULES = {"note": "text", "mrn": "MRN", "born": "DATE", "ward": "drop", "weight": "keep"}


@pytest.fixture
def frame():
    return pandas.DataFrame(
        {
            "mrn": [4471123, 4471124, 4471125],
            "note": ["MRN 4471123: call 617-555-0134.", None, "All well, no. 4471124."],
            "ward": ["A", "B", None],
            "born": pandas.to_datetime(["1950-05-03", None, "1961-12-24"]),
            "weight": [70.5, 81.0, None],
        }
    )


@pytest.fixture
def notes():
    return pandas.Series(
        ["Call 617-555-0134.", None, "6175550134 again"], index=["x", "z", "y"], name="note"
    )


def test_a_series_is_one_corpus_with_its_index_and_name(notes):
    made = deidentify(notes, POLICY)
    assert list(made.index) == ["x", "z", "y"]
    assert made.name == "note"
    assert made["x"] == "Call [PHONE]."
    assert made["y"] == "[PHONE] again"
    assert pandas.isna(made["z"])
    assert made.dtype == notes.dtype
    assert {verdict["status"] for verdict in made.attrs["verdicts"]} == {"holds"}


def test_scan_of_a_series_gives_a_series_of_spans(notes):
    found = scan(notes, POLICY)
    assert list(found.index) == list(notes.index)
    assert [[(s.start, s.end) for s in spans] for spans in found] == [[(5, 17)], [], [(0, 10)]]


def test_a_series_comes_back_by_the_key_or_by_a_vault(notes, tmp_path):
    assert_same(restore(protect(notes, POLICY, KEY), KEY), notes)
    safe = protect(notes, POLICY, KEY, vault=tmp_path / "v.db")
    assert_same(restore(safe, KEY, vault=tmp_path / "v.db"), notes)
    # Its labels are ids, so that a part of it comes back, too.
    assert_same(restore(safe[["y", "x"]], KEY, vault=tmp_path / "v.db"), notes[["y", "x"]])


def assert_same(one, other):
    assert one.attrs == {}
    assert type(one) is type(other)
    tool = pandas.testing
    check = tool.assert_series_equal if one.ndim == 1 else tool.assert_frame_equal
    check(one, other)


def test_the_columns_of_a_frame_have_the_roles_of_tables(frame):
    made = deidentify(frame, POLICY, columns=RULES)
    assert list(made.columns) == ["mrn", "note", "born", "weight"]
    assert list(made["mrn"]) == ["[MRN]"] * 3
    assert made["note"][0] == "MRN [MRN]: call [PHONE]."
    # The value of one row's cell is removed from the text of another.
    assert made["note"][2] == "All well, no. [MRN]."
    assert pandas.isna(made["note"][1])
    assert pandas.isna(made["born"][1])
    pandas.testing.assert_series_equal(made["weight"], frame["weight"])


def test_a_column_keeps_its_type_where_the_values_fit(frame):
    made = deidentify(frame, "hide-in-plain-sight", KEY, columns=RULES)
    assert list(made.dtypes) == [frame[name].dtype for name in made.columns]
    assert not set(made["mrn"]) & set(frame["mrn"])
    assert made["born"][0] != frame["born"][0]


def test_the_given_frame_is_not_changed(frame):
    before = frame.copy(deep=True)
    made = deidentify(frame, POLICY, columns=RULES)
    assert not made.equals(before)
    assert frame.equals(before)


def test_scan_of_a_frame_gives_the_spans_of_each_column(frame):
    found = scan(frame, POLICY, columns=RULES)
    assert list(found.columns) == ["mrn", "note", "born"]
    assert [(s.start, s.end, s.label) for s in found["mrn"][0]] == [(0, 7, "MRN")]
    assert [(s.start, s.end, s.label) for s in found["note"][0]] == [
        (4, 11, "MRN"),
        (18, 30, "PHONE"),
    ]
    assert len(found["born"][1]) == 0


def test_a_frame_comes_back_from_a_vault_with_dropped_columns_and_types(frame, tmp_path):
    safe = protect(frame, POLICY, KEY, vault=tmp_path / "v.db", columns=RULES)
    assert "ward" not in safe
    back = restore(safe, KEY, vault=tmp_path / "v.db", columns={"note": "text"})
    assert_same(back, frame)
    safe.loc[0, "note"] = safe["note"][0] + "!"
    with pytest.raises(ChangedReleaseError):
        restore(safe, KEY, vault=tmp_path / "v.db", columns={"note": "text"})


def test_a_frame_of_texts_comes_back_by_the_key_alone(frame):
    texts = frame[["note", "ward", "weight"]].assign(phone="617-555-0134")
    rules = {"note": "text", "phone": "PHONE", "ward": "keep", "weight": "keep"}
    safe = protect(texts, POLICY, KEY, columns=rules)
    assert safe["phone"].str.startswith("[PHONE:tv1.").all()
    assert_same(restore(safe, KEY), texts)


def test_what_stands_beside_a_table_is_not_released(frame):
    texts = frame[["note"]].copy()
    texts.attrs["of"] = "CANARY"
    made = deidentify(texts, POLICY, columns={"note": "text"})
    assert made.attrs.keys() == {"verdicts"}


@pytest.mark.parametrize("lost", ["mrn", "ward", "born"])
def test_what_tokens_cannot_bring_back_needs_a_vault(frame, lost):
    rules = {"note": "text", "*": "keep", lost: RULES[lost]}
    with pytest.raises(UsageError, match=f": {lost}\n"):
        protect(frame.assign(note="All well."), POLICY, KEY, columns=rules)


def test_a_frame_must_have_a_rule_for_each_column(frame):
    with pytest.raises(UsageError, match="columns without a rule: born, weight") as error:
        deidentify(frame, POLICY, columns={"note": "text", "mrn": "MRN", "ward": "drop"})
    assert "columns={" in error.value.hint
    made = deidentify(frame, POLICY, columns={"note": "text", "*": "drop"})
    assert list(made.columns) == ["note"]


@pytest.mark.parametrize(
    ("rules", "match"),
    [
        ({"nott": "text", "*": "drop"}, "no column 'nott'"),
        ({"*": "drop"}, "no column is said to hold texts"),
        ({"note": "text", "mrn": "MRM", "*": "drop"}, "MRM is not a label"),
        (None, "no column is said to hold texts"),
    ],
)
def test_a_wrong_rule_is_named(frame, rules, match):
    with pytest.raises(UsageError, match=match):
        deidentify(frame, POLICY, columns=rules)


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (["a", 3, None], "a number in 1, text in 1 rows"),
        (["a", True, "b"], "text in 2, true or false in 1 rows"),
        ([1, pandas.Timestamp("2016-05-03"), 2], "a date in 1, a number in 2 rows"),
        ([["a"], "b", "c"], "list in 1, text in 2 rows"),
    ],
)
@pytest.mark.parametrize("role", ["text", "NAME", "keep"])
def test_a_column_of_mixed_types_is_a_clear_error(frame, cells, told, role):
    mixed = frame[["note"]].assign(other=pandas.Series(cells, dtype=object))
    with pytest.raises(InputError, match="the column 'other' mixes types") as error:
        deidentify(mixed, POLICY, columns={"note": "text", "other": role})
    assert told in error.value.what
    with pytest.raises(InputError, match="mixes types"):
        deidentify(mixed["other"], POLICY)


def test_a_text_column_of_numbers_is_a_clear_error(frame):
    for given, rules in ((frame, {"mrn": "text", "*": "drop"}), (frame["mrn"], None)):
        with pytest.raises(InputError, match="holds a number, and texts are expected") as error:
            deidentify(given, POLICY, columns=rules)
        assert "astype(str)" in error.value.hint


def test_columns_need_names_of_their_own(frame):
    for names in (["note", "note"], ["note", 3]):
        twice = frame[["note", "ward"]].set_axis(names, axis=1)
        with pytest.raises(UsageError, match="a name of its own"):
            deidentify(twice, POLICY, columns={"note": "text", "*": "drop"})


def test_a_label_of_the_index_that_shows_a_removed_value_refuses_the_frame(frame):
    frame = frame.assign(note="MRN 4471123, MRN 4471124 and MRN 4471125").set_index("mrn")
    with pytest.raises(RefutedError, match="id"):
        deidentify(frame, POLICY, columns={"note": "text", "*": "drop"})
    numbered = frame.reset_index(drop=True)
    assert len(deidentify(numbered, POLICY, columns={"note": "text", "*": "drop"})) == 3


def test_a_label_that_occurs_twice_is_no_id(frame):
    frame.index = ["a", "a", "b"]
    with pytest.raises(InputError, match="occur twice") as error:
        deidentify(frame, POLICY, columns={"note": "text", "*": "drop"})
    assert "reset_index" in error.value.hint


def test_rows_of_one_subject_are_one_person():
    rows = pandas.DataFrame(
        {
            "text": ["Maria Ruiz came.", "Maria Ruiz left.", "Maria Ruiz rang."],
            "subject": list("ppq"),
        }
    )
    rules = {"subject": "drop"}
    made = list(deidentify(rows, "hide-in-plain-sight", KEY, columns=rules)["text"])
    names = [text.rsplit(" ", 1)[0] for text in made]
    assert names[0] == names[1]
    assert names[2] != "Maria Ruiz"


def test_an_empty_frame_stays_empty(frame):
    assert list(deidentify(frame[:0], POLICY, columns=RULES).columns) == [
        "mrn", "note", "born", "weight",
    ]  # fmt: skip
    assert len(deidentify(frame["note"][:0], POLICY)) == 0


def test_the_functions_never_load_pandas():
    code = (
        "import sys, textveil; textveil.deidentify('x', 'patterns-only');"
        "textveil.scan(['x'], 'patterns-only'); print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
