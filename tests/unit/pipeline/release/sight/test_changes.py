"""Changes: the owner sees every distinct change, the most doubtful first."""

import csv
import stat

from textveil.certify.document.certificate import read_certificate
from textveil.formats.sources import Source
from textveil.pipeline.release.engine import Made
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.release.sight.changes import Change, Changes, csv_lines
from textveil.policy.policy import parse_policy
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans


def made(text, *changes):
    """Return a document in which words were replaced: word, replacement, score, sure."""
    edits, spans, unsure = [], [], []
    for number, (word, shown, score, sure) in enumerate(changes, 1):
        start = text.index(word)
        edits.append(Edit(start, start + len(word), shown, "NAME", number))
        if score is not None:
            spans.append(Span(start, start + len(word), "NAME", score))
            unsure += [] if sure else spans[-1:]
    document = Document("d", text)
    return Made(document, Spans(spans), Release.of(document, edits), Spans(unsure))


def test_changes_are_counted_and_the_doubtful_stand_first():
    changes = Changes()
    changes.add(made("Ana, Bo, Cy", ("Ana", "Eve", 0.9, True), ("Bo", "[NAME]", 0.5, False)))
    changes.add(made("Ana, Bo, Cy", ("Ana", "Eve", 0.7, True), ("Cy", "Di", None, True)))
    assert changes.rows() == [
        Change("Bo", "[NAME]", "NAME", False, 0.5, 1, 1),
        Change("Ana", "Eve", "NAME", True, 0.7, 2, 2),
        Change("Cy", "Di", "NAME", True, 1.0, 1, 1),
    ]


def test_places_of_one_document_count_as_one_document():
    changes = Changes()
    document = Document("d", "Ana Ana")
    edits = [Edit(0, 3, "Eve", "NAME", 1), Edit(4, 7, "Eve", "NAME", 1)]
    spans = Spans([Span(0, 3, "NAME"), Span(4, 7, "NAME")])
    changes.add(Made(document, spans, Release.of(document, edits)))
    [row] = changes.rows()
    assert (row.count, row.documents) == (2, 1)


def test_what_stayed_as_it_was_is_no_change():
    changes = Changes()
    changes.add(made("Ana", ("Ana", "Ana", 0.5, True)))
    assert changes.rows() == []


def test_no_cell_begins_a_formula():
    cells = ["=1+1", "+1", "-1", "@x", "\tx", "'x", 'a "b"\nc', "a=1"]
    lines = "".join(csv_lines(Change(c, "x", "NAME", True, 1.0, 1, 1) for c in cells))
    _, *rows = csv.reader(lines.splitlines(keepends=True))
    assert [row[0] for row in rows] == [*(f"'{c}" for c in cells[:6]), *cells[6:]]


def test_the_file_is_private_complete_and_named_in_the_certificate(tmp_path):
    source = tmp_path / "note.txt"
    source.write_text("MRN 4471123, MRN 4471123, mail ana@example.org.")
    rules = "name: p\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.surrogate.v1}"
    files = []
    for name in ("one", "two"):
        release(Run(Source.open(source), tmp_path / name, parse_policy(rules), Secret(b"k" * 16)))
        files.append(tmp_path / name / "keep" / "changes.csv")
    path = files[0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert {(row["before"], row["count"]) for row in rows} == {
        ("4471123", "2"),
        ("ana@example.org", "1"),
    }
    assert "changes.csv" in read_certificate(tmp_path / "one")["kept"]
    assert path.read_bytes() == files[1].read_bytes()
