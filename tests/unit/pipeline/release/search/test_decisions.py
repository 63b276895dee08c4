"""Decisions about single places: what stays, what is named, and what is refused."""

import json

import pytest

from textveil.certify.document.layout import DECISIONS, ReleaseFolder
from textveil.certify.verification import verify_release
from textveil.errors import FormatError, InputError, TextveilError, UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.search.decisions import Decisions, read_decisions
from textveil.policy.policy import parse_policy

POLICY = (
    "name: p\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.mask.v1}\nids: %s\n"
)
FIRST = "Call 555-0142 or 555-0143 in the Zephyr ward."
SECOND = "No answer at 555-0142. Zephyr had no beds. 😀 Zephyr again."


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.jsonl"
    rows = [{"id": "a", "text": FIRST}, {"id": "b", "text": SECOND}]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def place(document, text, value, label, after=0):
    start = text.index(value, after)
    return {"id": document, "start": start, "end": start + len(value), "label": label}


def decided(folder, *rows):
    path = folder / "decided.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return read_decisions(path)


def released(notes, decisions, ids="keep"):
    out = notes.parent / "out"
    policy = parse_policy(POLICY % ids)
    certificate = release(Run(Source.open(notes), out, policy, decisions=decisions))
    texts = [row.text for row in Source.open(ReleaseFolder.new(out).texts / notes.name)]
    return certificate, texts, out


@pytest.mark.parametrize("ids", ["keep", "number"])
def test_a_value_stays_if_it_stays_everywhere(notes, ids):
    rows = [place("a", FIRST, "555-0142", None), place("b", SECOND, "555-0142", None)]
    told = decided(notes.parent, *rows)
    certificate, texts, out = released(notes, told, ids)
    assert texts[0] == FIRST.replace("555-0143", "[PHONE]")
    assert texts[1] == SECOND
    assert certificate.decisions == {"stays": 2, "labelled": 0}
    kept = ReleaseFolder.new(out).kept(DECISIONS).read_text("utf-8").splitlines()
    assert [json.loads(line) for line in kept] == rows
    assert verify_release(out, source=Source.open(notes)).holds


def test_a_place_that_stays_while_its_value_goes_is_refused_and_named(notes):
    row = place("b", SECOND, "555-0142", None)
    with pytest.raises(InputError) as raised:
        released(notes, decided(notes.parent, row))
    assert f"document b, {row['start']} to {row['end']}" in raised.value.where
    assert "555" not in str(raised.value)
    assert not (notes.parent / "out").exists()


def test_what_somebody_names_goes_wherever_else_it_stands(notes):
    row = place("b", SECOND, "Zephyr", "ORGANIZATION")
    certificate, texts, _ = released(notes, decided(notes.parent, row))
    assert texts[1].count("[ORGANIZATION]") == 2
    assert "Zephyr" not in texts[1]
    assert certificate.decisions == {"stays": 0, "labelled": 1}


def test_another_label_replaces_the_one_that_was_found(notes):
    rows = [place("a", FIRST, "555-0142", "FAX"), place("b", SECOND, "555-0142", "FAX")]
    _, texts, _ = released(notes, decided(notes.parent, *rows))
    assert texts[0].startswith("Call [FAX] or [PHONE]")


def test_a_release_without_decisions_says_nothing_of_them(notes):
    certificate, _, out = released(notes, Decisions())
    assert "decisions" not in certificate.to_json()
    assert not ReleaseFolder.new(out).has(DECISIONS)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"id": "c", "start": 0, "end": 1, "label": None}, "not in the input"),
        ({"id": "a", "start": 0, "end": 999, "label": None}, "outside the text"),
    ],
)
def test_decisions_must_be_about_the_input(notes, row, told):
    with pytest.raises(InputError, match=told):
        released(notes, decided(notes.parent, row))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("{", FormatError),
        ("[]", FormatError),
        ('{"id": "a", "start": 0, "end": 1}', FormatError),
        ('{"id": "a", "start": 3, "end": 1, "label": null}', FormatError),
        ('{"id": "a", "start": 0.5, "end": 1, "label": null}', FormatError),
        ('{"id": "a", "start": 0, "end": 1, "label": ""}', UsageError),
        ('{"id": "a", "start": 0, "end": 1, "label": "Marco Stone"}', UsageError),
        ('{"id": 1, "start": 0, "end": 1, "label": "NAME"}', FormatError),
    ],
)
def test_a_line_that_is_no_decision_is_named_by_its_number(tmp_path, line, kind):
    path = tmp_path / "decided.jsonl"
    path.write_text(f'\n{{"id": "b", "start": 0, "end": 1, "label": "NAME"}}\n{line}\n', "utf-8")
    with pytest.raises(kind) as raised:
        read_decisions(path)
    assert "line 3" in raised.value.where
    assert "Marco" not in str(raised.value)


def test_two_decisions_about_one_place_are_refused(tmp_path):
    with pytest.raises(TextveilError, match="same place"):
        decided(tmp_path, place("a", FIRST, "555-0142", None), place("a", FIRST, "555", "NAME"))


def test_lines_are_read_as_they_are_written(tmp_path):
    rows = [place("é", FIRST, "Zephyr", "NAME"), place("é", FIRST, "Call", None)]
    made = decided(tmp_path, *rows)
    (tmp_path / "again.jsonl").write_text("".join(made.lines()), "utf-8")
    assert read_decisions(tmp_path / "again.jsonl") == made
    assert made.digest != Decisions().digest == ""
