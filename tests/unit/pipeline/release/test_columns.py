"""Columns: rows become whole documents and come apart again; their values are found in texts."""

import csv
import json

import pytest

from textveil.certify.document.layout import RECORD, TEXTS
from textveil.certify.kinds.texts import Cases, ReadBack
from textveil.certify.verification import verify_release
from textveil.errors import InputError, PolicyError, UsageError
from textveil.formats.columns import NO_COLUMNS, Columns, released_text
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.back.protection import protect
from textveil.pipeline.release.back.restoration import Restoration, restore
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.search.column_values import find_in_row
from textveil.pipeline.release.search.row_values import SOURCE, corpus_values
from textveil.policy.policy import parse_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans
from textveil.verify.leftovers.residue import Residue

KEY = Secret(b"0123456789abcdef")
POLICY = """\
name: table
detect: [textveil.patterns.v1]
transform: {{default: {default}, labels: {labels}}}
verify: [textveil.alignment.v1, textveil.residue.v1]
columns: {columns}
"""


def policy(columns, default="textveil.mask.v1", labels="{}"):
    return parse_policy(POLICY.format(columns=columns, default=default, labels=labels))


def row(text="Seen.", subject=None, **cells):
    return Document("1", text, subject, Metadata(cells))


ROLES = Columns({"name": "PATIENT", "dob": "DATE", "more": "text", "ward": "keep", "x": "drop"})
ROW = row("Ana is well.", "p1", name=" Ana Cruz", dob=None, more="ok", ward="B", x="y", z="q")


def test_a_row_is_laid_out_and_comes_back():
    whole = ROLES.whole(ROW)
    assert whole.text.startswith(ROW.text)
    assert ROLES.bare(whole) == ROW
    shown = [(cell.name, whole.text[cell.start : cell.end]) for cell in ROLES.cells(whole)]
    assert shown == [("name", " Ana Cruz"), ("dob", ""), ("more", "ok")]


def test_without_columns_nothing_is_laid_out():
    assert NO_COLUMNS.whole(ROW) is ROW
    assert NO_COLUMNS.bare(ROW) is ROW
    assert NO_COLUMNS.cells(ROW) == []


@pytest.mark.parametrize("keep", [True, False])
def test_what_is_rewritten_is_cut_into_text_and_cells(keep):
    whole = ROLES.whole(ROW)
    name, _, more = ROLES.cells(whole)
    made = Release.of(
        whole,
        [
            Edit(0, 3, "Mary", "PATIENT"),
            Edit(11, 12, "", "OTHER"),
            Edit(name.start + 1, name.end, "Mary Lowe", "PATIENT"),
            Edit(more.start, more.end, "", "OTHER"),
        ],
    )
    others = {**ROLES.roles, **({"*": "keep"} if keep else {})}
    out = Columns(others).released(whole, made)
    others = {"z": "q"} if keep else {}
    assert out.text == "Mary is well"
    assert out.metadata == Metadata(
        {"name": " Mary Lowe", "dob": None, "more": "", "ward": "B", **others}
    )
    assert out.subject == ("p1" if keep else None)
    assert ROLES.whole(out).text == made.text
    text = released_text(made, len(out.text))
    assert (text.text, text.input_length, len(text.edits)) == (out.text, len(ROW.text), 2)


def test_what_travels_along_leaves_out_what_is_rewritten():
    assert set(ROLES.beside(ROW)) == {"ward", "x", "z", "subject"}
    assert set(ROLES.kept(ROW)) == {"ward"}
    every = Columns({**ROLES.roles, "*": "keep"})
    assert set(every.kept(ROW)) == {"ward", "z", "subject"}
    assert (ROLES.open_in(ROW), every.open_in(ROW)) == ({"z"}, set())


def test_a_subject_is_a_column_too():
    columns = Columns({"mrn": "MRN"}, "mrn")
    whole = columns.whole(row(subject="551047"))
    made = Release.of(whole, [Edit(len(whole.text) - 6, len(whole.text), "[MRN]", "MRN")])
    assert columns.released(whole, made).subject == "[MRN]"
    assert "subject" not in columns.beside(row(subject="551047"))


@pytest.mark.parametrize(("value", "text"), [(None, ""), (17, "17"), (17.0, "17"), (1.5, "1.5")])
def test_cells_that_are_no_text(value, text):
    assert Columns({"n": "MRN"}).whole(row("a", n=value)).text.endswith(f"\n{text}")


@pytest.mark.parametrize("value", [True, ["a"], {"a": "b"}])
def test_cells_that_cannot_be_text_are_refused(value):
    with pytest.raises(InputError, match="neither text nor numbers"):
        Columns({"n": "MRN"}).whole(row("a", n=value))


def found_in(text, **cells):
    """Return what the row's text shows of cells, given as NAME__LABEL."""
    columns = Columns({name: name.split("__")[1].replace("_", "-") for name in cells})
    whole = columns.whole(row(text, **cells))
    spans = columns.in_text(whole, find_in_row(columns, lambda _: Spans(), whole))
    assert all(span.score == 1 and span.source == SOURCE for span in spans)
    return sorted({(text[s.start : s.end], s.label) for s in spans.partition()})


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("MRN 55-10477.", {"n__MRN": 5510477}, [("55-10477", "MRN")]),
        ("MRN 155104770.", {"n__MRN": 5510477}, []),
        ("see 17", {"n__MRN": "17"}, []),
        ("Peggy Harada", {"n__PATIENT": "Harada, Peggy"}, [("Peggy Harada", "PATIENT")]),
        ("Mr. Harada sat", {"n__PATIENT": "peggy harada"}, [("Harada", "PATIENT")]),
        ("Seen: P. H.", {"n__PATIENT": "Peggy Harada"}, [("P. H.", "PATIENT")]),
        ("Born 3 May 1950.", {"d__DATE": "1950-05-03"}, [("3 May 1950", "DATE")]),
        ("Born May 3rd, 1950", {"d__DATE": "05/03/1950"}, [("May 3rd, 1950", "DATE")]),
        ("Room 12 5/3/50 x", {"d__DATE": "1950-05-03 00:00:00"}, [("5/3/50", "DATE")]),
        ("Born 4 May 1950.", {"d__DATE": "1950-05-03"}, []),
        ("Nothing.", {"d__DATE": "unknown"}, []),
    ],
)
def test_values_of_a_row_are_found_in_its_text(text, cells, expected):
    assert found_in(text, **cells) == expected


@pytest.mark.parametrize("cell", ["unknown", "N/A", " null ", "-"])
def test_a_cell_without_a_value_is_left_unless_it_may_be_a_name(cell):
    columns = Columns({"born": "DATE", "who": "PATIENT"})
    whole = columns.whole(row("Seen.", born=cell, who="Null"))
    found = find_in_row(columns, lambda _: Spans(), whole)
    assert [whole.text[one.start : one.end] for one in found] == ["Null"]


def test_detectors_look_into_further_texts_alone():
    columns, seen = Columns({"more": "text", "name": "PATIENT"}), []

    def find(document):
        seen.append(document.text)
        return Spans([Span(0, 2, "PHONE")])

    whole = columns.whole(row("abc", more="defg", name="Ana Cruz"))
    spans = find_in_row(columns, find, whole)
    assert seen == ["abc", "defg"]
    assert [whole.covered_by(span) for span in spans] == ["ab", "de", "Ana Cruz"]


def test_no_span_reaches_over_an_edge():
    columns = Columns({"city": "CITY", "state": "STATE"})
    whole = columns.whole(row("in", city="Salem", state="OR"))
    spans = columns.within(whole, Spans([Span(0, len(whole.text), "ADDRESS")]))
    assert [whole.covered_by(span) for span in spans] == ["in", "Salem", "OR"]


def test_full_names_and_numbered_addresses_are_known_to_the_corpus():
    text = "Ana Cruz\nAna\n12 High Street\nSalem"
    cells = [("PATIENT", 0, 8), ("PATIENT", 9, 12), ("ADDRESS", 13, 27), ("ADDRESS", 28, 33)]
    spans = Spans(Span(start, end, label) for label, start, end in cells)
    values = corpus_values(Document("1", text), spans)
    assert "Cruz, Ana" in values
    assert "12 High Street" in values
    assert "Ana" not in values
    assert "Salem" not in values


@pytest.mark.parametrize(
    ("columns", "what", "hint"),
    [
        ("{a: PATEINT}", "PATEINT is not a label", "did you mean PATIENT?"),
        ("{a: Date}", "Date is not a label", "did you mean DATE?"),
        ("{a: txt}", "txt is not a label", "did you mean text?"),
        (
            "{a: TIME}",
            "the column a has the label TIME, and this policy does not rewrite",
            "a: keep",
        ),
        ("{a: ZYX}", "ZYX is not a label", "a column is a label, or text, keep, drop, mailboxes"),
        ("{a: 5}", "`a` must be text", ""),
        ("[a]", "`columns` must be a mapping", ""),
    ],
)
def test_a_mistake_in_a_policy_is_named_with_its_line(columns, what, hint):
    with pytest.raises(PolicyError) as caught:
        policy(columns, labels="{TIME: keep}")
    assert what in caught.value.what
    assert "line 5" in caught.value.where
    assert hint in caught.value.hint


def test_columns_are_added_to_a_policy_and_change_its_hash():
    bare = policy("{}")
    assert "columns" not in bare.to_json()
    more = bare.with_columns({"a": "PATIENT"}).with_columns({"b": "drop", "a": "NAME"})
    assert more.to_json()["columns"] == {"a": "NAME", "b": "drop"}
    assert more.sha256 != bare.sha256
    with pytest.raises(UsageError, match="column b"):
        bare.with_columns({"b": "Name"})


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(
        "ward,name,id,dob,text,subject\n"
        'B,"Cruzo, A",1,1950-05-03,Ana Cruzo born 3 May 1950,p1\n'
        "C,Ana Cruzo,2,1950-05-03,Ana is well,p1\n"
        "D,,3,,Nothing,p2\n"
    )
    return Source.open(path)


NAMED = "{name: PATIENT, dob: DATE, ward: keep, subject: keep}"


def rows(path):
    with path.open(newline="") as lines:
        return list(csv.DictReader(lines))


def test_a_table_is_released_with_its_columns(table, tmp_path):
    made = release(Run(table, tmp_path / "out", policy(NAMED), key=KEY))
    assert made.protected == {"name": "PATIENT", "dob": "DATE"}
    assert made.unprotected == ("subject", "ward")
    assert "textveil.columns.v1" in made.components
    out = rows(tmp_path / "out" / "publish" / TEXTS / "rows.csv")
    assert list(out[0]) == ["ward", "name", "id", "dob", "text", "subject"]
    assert [one["name"] for one in out] == ["[PATIENT]", "[PATIENT]", ""]
    assert out[0]["text"] == "[PATIENT] born [DATE]"
    assert out[1]["text"] == "[PATIENT] is well"
    assert verify_release(tmp_path / "out", table, KEY).holds
    assert verify_release(tmp_path / "out").holds


@pytest.mark.parametrize(
    ("columns", "header"),
    [
        (
            "{ward: drop, name: PATIENT, dob: DATE, subject: keep}",
            "name,id,dob,text,subject",
        ),
        ("{name: PATIENT, subject: keep, '*': drop}", "name,id,text,subject"),
        ("{name: PATIENT, dob: DATE, '*': keep}", "ward,name,id,dob,text,subject"),
        ("{ward: keep, name: PATIENT, '*': drop}", "ward,name,id,text"),
        ("{subject: OTHER-ID, name: PATIENT, '*': drop}", "name,id,text,subject"),
        ("{name: PATIENT, '*': text}", "ward,name,id,dob,text,subject"),
    ],
)
def test_single_columns_are_kept_or_dropped(table, tmp_path, columns, header):
    release(Run(table, tmp_path / "out", policy(columns)))
    text = (tmp_path / "out" / "publish" / TEXTS / "rows.csv").read_text()
    assert text.splitlines()[0] == header
    assert ("p1" in text) is (
        "subject: keep" in columns or "'*': keep" in columns or "text" in columns
    )
    assert "Cruzo" not in text
    assert verify_release(tmp_path / "out", table).holds


def test_every_verifier_sees_the_cells(table, tmp_path):
    chosen = policy(NAMED)
    release(Run(table, tmp_path / "out", chosen))
    path = tmp_path / "out" / "publish" / TEXTS / "rows.csv"
    # As long as the tag, so that the record still fits.
    path.write_text(path.read_text().replace("C,[PATIENT]", "C,Ana Cruzo"), "utf-8")
    cases = Cases(
        Source.open(path),
        tmp_path / "out" / "keep" / RECORD,
        table,
        Columns.of(chosen.columns, table),
    )
    back = ReadBack(cases)
    verdicts = [back.record, back.metadata, Residue().verify(back.cases)]
    assert [(one.claim, one.holds) for one in verdicts] == [
        ("record", True),
        ("metadata", True),
        ("residue", False),
    ]


@pytest.mark.parametrize(
    "change",
    [("C,[PATIENT]", "C,Ana"), ("C,[PATIENT]", "E,[PATIENT]"), ("[PATIENT] is", "[PATIENT] was")],
)
def test_a_changed_release_is_found_out(table, tmp_path, change):
    release(Run(table, tmp_path / "out", policy(NAMED)))
    path = tmp_path / "out" / "publish" / TEXTS / "rows.csv"
    before = path.read_text()
    path.write_text(before.replace(*change))
    assert path.read_text() != before
    verdicts = verify_release(tmp_path / "out", table).verdicts
    refuted = {one.claim for one in verdicts if one.status.value == "refuted"}
    assert refuted & {"record", "metadata"}


def test_a_certificate_that_hides_a_column_is_found_out(table, tmp_path):
    release(Run(table, tmp_path / "out", policy(NAMED)))
    place = tmp_path / "out" / "publish" / "certificate.json"
    stated = json.loads(place.read_text())
    place.write_text(json.dumps({**stated, "protected": {"name": "PATIENT"}}))
    assert any("protected" in one for one in verify_release(tmp_path / "out").differences)


@pytest.mark.parametrize("columns", ["{}", "{name: PATIENT, dob: DATE}"])
def test_a_column_of_which_nothing_is_said_stops_before_anything(table, tmp_path, columns):
    before = sorted(tmp_path.iterdir())
    with pytest.raises(InputError, match=r"columns? ward.* (has|have) no rule\n") as caught:
        release(Run(table, tmp_path / "out", policy(columns)))
    assert "subject" not in caught.value.what
    assert ("name" in caught.value.what) is (columns == "{}")
    assert "--column ward=drop" in caught.value.hint
    assert sorted(tmp_path.iterdir()) == before
    release(Run(table, tmp_path / "out", policy(columns).with_columns({"*": "drop"})))
    header = (tmp_path / "out" / "publish" / TEXTS / "rows.csv").read_text().splitlines()[0]
    assert header == ("id,text" if columns == "{}" else "name,id,dob,text")


@pytest.mark.parametrize("role", ["PATIENT", "text"])
def test_what_all_other_columns_cannot_be(tmp_path, role):
    path = tmp_path / "rows.jsonl"
    JsonLines().write([row("Ana", name="Ana")], path)
    with pytest.raises(UsageError, match=r"other columns cannot be PATIENT|does not fit"):
        Columns.of({"*": role}, Source.open(path))


def test_other_fields_of_json_lines_follow_a_star(tmp_path):
    path = tmp_path / "rows.jsonl"
    JsonLines().write([row("Ana", name="Ana", ward="B")], path)
    columns = Columns.of({"ward": "keep", "*": "drop"}, Source.open(path))
    columns.require({"ward", "name"}, "rows.jsonl")
    assert set(columns.kept(row("Ana", name="Ana", ward="B"))) == {"ward"}


def test_a_subject_column_that_was_named_may_be_left_out(table, tmp_path):
    named = Source.open(table.path, "csv", {"subject_field": "ward"})
    release(Run(named, tmp_path / "out", policy("{name: PATIENT, '*': drop}")))
    path = tmp_path / "out" / "publish" / TEXTS / "rows.csv"
    assert path.read_text().splitlines()[0] == "name,id,text"
    assert verify_release(tmp_path / "out", named).holds


def test_the_label_of_a_column_stands_in_the_text_too(table, tmp_path):
    columns = Columns({"name": "PATIENT"})
    whole = columns.whole(row("Ana Cruz came.", name="Ana Cruz"))
    found = find_in_row(
        columns, lambda _: Spans([Span(0, 8, "NAME", 1.0), Span(0, 8, "PHONE")]), whole
    )
    assert {span.label for span in columns.in_text(whole, found)} == {"PATIENT", "PHONE"}


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ("{nmae: PATIENT}", "there is no column 'nmae'"),
        ("{id: MRN}", "holds the ids"),
        ("{text: PATIENT}", "holds the texts"),
    ],
)
def test_a_column_that_cannot_be_protected_stops_before_anything(table, tmp_path, columns, what):
    before = sorted(tmp_path.iterdir())
    with pytest.raises(InputError, match=what):
        release(Run(table, tmp_path / "out", policy(columns)))
    assert sorted(tmp_path.iterdir()) == before


def test_rows_of_json_lines_need_not_have_every_column(tmp_path):
    path = tmp_path / "rows.jsonl"
    documents = [Document("1", "Ana"), Document("2", "Ana", metadata=Metadata({"n": "Ana Ruizo"}))]
    JsonLines().write(documents, path)
    source = Source.open(path)
    release(Run(source, tmp_path / "out", policy("{n: PATIENT}")))
    made = list(JsonLines().read(tmp_path / "out" / "publish" / TEXTS / "rows.jsonl"))
    assert [(one.text, dict(one.metadata)) for one in made] == [
        ("Ana", {}),
        ("[PATIENT]", {"n": "[PATIENT]"}),
    ]
    with pytest.raises(InputError, match="there is no column"):
        release(Run(source, tmp_path / "more", policy("{nn: PATIENT}")))
    assert not (tmp_path / "more").exists()


def test_a_stopped_run_goes_on_to_the_same_release(table, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1460000000")

    def stopping(items, stage, total, weigh=None):
        for item in items:
            if stage == "rewrite":
                raise KeyboardInterrupt
            yield item

    chosen = policy(NAMED, "textveil.surrogate.v1")
    release(Run(table, tmp_path / "whole", chosen, key=KEY))
    with pytest.raises(KeyboardInterrupt):
        release(Run(table, tmp_path / "out", chosen, key=KEY, track=stopping))
    assert (tmp_path / ".out.progress").is_dir()
    release(Run(table, tmp_path / "out", chosen, key=KEY))
    for name in (f"keep/{RECORD}", f"publish/{TEXTS}/rows.csv", "publish/certificate.json"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_protected_table_comes_back_byte_for_byte(table, tmp_path):
    chosen = policy("{name: PATIENT, dob: DATE, ward: drop, subject: OTHER-ID}")
    kept = policy(NAMED)
    for number, asked in enumerate((chosen, kept)):
        with SqliteVault(tmp_path / f"vault{number}", KEY, create=True) as vault:
            safe, back = tmp_path / f"safe{number}.csv", tmp_path / f"back{number}.csv"
            done = protect(Run(table, safe, asked, KEY, vault=vault))
            assert "Cruzo" not in safe.read_text()
            came = restore(Restoration(Source.open(safe), back, KEY, vault))
            assert came.passages == done.certificate.counts["passages"]
            assert back.read_bytes() == table.path.read_bytes()


def test_columns_need_a_vault_to_come_back(table, tmp_path):
    with pytest.raises(UsageError, match="vault"):
        protect(Run(table, tmp_path / "s.csv", policy(NAMED, "textveil.encrypt.v1"), KEY))


@pytest.mark.parametrize("folder", [False, True])
def test_a_first_row_of_values_is_in_no_message(tmp_path, folder):
    place = tmp_path / "in"
    place.mkdir()
    (place / "a.csv").write_text("Zabrowski,1961-05-04,came with pain\nCruz,1970-01-02,is well\n")
    (place / "b.txt").write_text("Seen.")
    source = Source.open(place if folder else place / "a.csv")
    with pytest.raises(InputError, match="there is no column 'text'") as caught:
        release(Run(source, tmp_path / "out", policy("{}")))
    assert not {"Zabrowski", "1961", "pain"} & set(str(caught.value).replace("-", " ").split())


@pytest.mark.parametrize("way", ["option", "rule"])
def test_files_of_a_folder_may_have_their_texts_in_columns_of_different_names(tmp_path, way):
    place = tmp_path / "in"
    place.mkdir()
    (place / "a.csv").write_text("id,comment\n1,Write to ana@example.org\n")
    (place / "b.jsonl").write_text('{"id": "1", "text": "Write to eva@example.org"}\n')
    (place / "c.csv").write_text("id,text,comment\n1,Seen.,Ask ida@example.org\n")
    roles, source = {"comment": "text"}, Source.open(place)
    if way == "option":
        (place / "c.csv").unlink()
        roles, source = {}, Source.open(place, "mixed", {"text_field": "comment"})
    source = source.with_text_in(roles)
    release(Run(source, tmp_path / "out", policy(json.dumps(roles))))
    made = tmp_path / "out" / "publish" / TEXTS
    texts = {file.name: file.read_text() for file in made.rglob("*.*")}
    assert texts["a.csv"].startswith("id,comment\n1,Write to ")
    assert "Write to" in texts["b.jsonl"]
    assert not any("@" in text for text in texts.values())
    assert verify_release(tmp_path / "out", source).holds


def test_the_subject_of_a_note_is_no_sender_because_a_chat_lies_beside_it(tmp_path):
    place = tmp_path / "in"
    place.mkdir()
    (place / "_chat.txt").write_text("[03/04/2024, 09:15:01] Priya Rao: See you tomorrow.\n")
    (place / "notes.jsonl").write_text('{"id": "1", "text": "Seen.", "subject": "p16"}\n')
    (place / "rows.csv").write_text("id,ward,subject,text\n1,B,p16,Seen.\n")
    source = Source.open(place)
    release(Run(source, tmp_path / "out", policy("{ward: keep, subject: keep}")))
    # The policy decides for all files; without its word, each format does.
    assert "Priya" in _published(tmp_path / "out")["_chat.txt"]
    release(Run(source, tmp_path / "usual", policy("{ward: keep, '*': keep}")))
    texts = _published(tmp_path / "usual")
    assert "Priya" not in texts["_chat.txt"]
    assert '"subject": "p16"' in texts["notes.jsonl"]
    assert "1,B,p16,Seen." in texts["rows.csv"]
    assert verify_release(tmp_path / "usual", source).holds


def _published(out):
    return {one.name: one.read_text() for one in (out / "publish" / TEXTS).rglob("*.*")}


def test_a_sender_without_letters_is_a_phone_number():
    columns = Columns({"who": "mailboxes"})
    senders = ("+32 470 12 34 56", "Ana Ruiz", "ana@example.org")
    wholes = [columns.whole(row(who=who)) for who in senders]
    found = [find_in_row(columns, lambda document: Spans(), whole) for whole in wholes]
    assert [[span.label for span in spans] for spans in found] == [["PHONE"], ["NAME"], ["EMAIL"]]
