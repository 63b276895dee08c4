"""brat, CoNLL and the two i2b2 formats, on samples written as their tools write them."""

import os
from pathlib import Path

import pytest
from tests.unit.formats.samples import load, write_file

from textveil.errors import CannotCarryError, FormatError
from textveil.values.annotation import Annotation
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

ANN = (
    "#4\tAnnotatorNotes T1\tsure about this\n"
    "T1\tNAME 0 3\tAna\n"
    "T2\tCITY 7 10;14 18\tRom City\n"
    "T3\tORG 14 18\tCity\n"
    "T4\tVerb 4 6\tin\n"
    "A1\tNegated T1\n"
    "A2\tSure T1 very much\n"
    "R1\tLivesIn Arg1:T1 Arg2:T3\n"
    "E1\tVerb:T4 Who:T1\n"
    "*\tEquiv T1 T3\n"
    "#1\tAnnotatorNotes R1\ta note on T2\n"
    "#2\tAnnotatorNotes T1\ta second note\n"
)


def test_brat(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    write_file(folder / "a.txt", "Ana in Rom or\nCity")
    write_file(folder / "a.ann", ANN)
    write_file(folder / "b.txt", "never annotated")
    form = load("brat")
    first, second = form.read(folder)
    assert second == Document("b", "never annotated")
    kept = ANN.splitlines()[7:]
    note = Metadata({"text": "a note on T2"})
    assert first.layers == (
        Annotation("relation", "LivesIn", (), "R1", (("Arg1", "T1"), ("Arg2", "T3"))),
        Annotation("event", "Verb", (), "E1", (("Verb", "T4"), ("Who", "T1"))),
        Annotation("equivalence", "Equiv", ends=(("", "T1"), ("", "T3"))),
        Annotation("note", "AnnotatorNotes", (), "#1", (("", "R1"),), note),
        Annotation(
            *("note", "AnnotatorNotes", (), "#2", (("", "T1"),)),
            Metadata({"text": "a second note"}),
        ),
    )
    known = {"AnnotatorNotes": "sure about this", "Negated": True, "Sure": "very much"}
    assert first.spans == Spans(
        [
            Span(0, 3, "NAME", attributes=Metadata({**known, "id": "T1"})),
            Span(7, 10, "CITY", entity="T2", attributes=Metadata({"id": "T2"})),
            Span(14, 18, "CITY", entity="T2", attributes=Metadata({"id": "T2"})),
            Span(14, 18, "ORG", attributes=Metadata({"id": "T3"})),
            Span(4, 6, "Verb", attributes=Metadata({"id": "T4"})),
        ]
    )
    form.write([first, second], tmp_path / "out")
    assert list(form.read(tmp_path / "out")) == [first, second]
    written = (tmp_path / "out" / "a.ann").read_text().splitlines()
    assert set(kept) < set(written)
    assert "T2\tCITY 7 10;14 18\tRom City" in written
    numbers = [line.split("\t")[0] for line in written]
    assert len(numbers) == len(set(numbers))


def test_brat_counts_a_byte_order_mark(tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "\ufeffAna")
    write_file(tmp_path / "a.ann", "T1\tNAME 1 4\tAna\n")
    (document,) = load("brat").read(tmp_path)
    assert document.text == "\ufeffAna"
    load("brat").write([document], tmp_path / "out")
    assert (tmp_path / "out" / "a.txt").read_bytes() == (tmp_path / "a.txt").read_bytes()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("T1\tNAME 0 99\tCANARY", "past the text"),
        ("T1\tNAME 3 3\t", "empty"),
        ("T1\tNAME x 3\tCANARY", "a T line"),
        ("T1\tNAME 0 3\tCANARY", "quoted"),
        ("T1\tNAME 0 3\tAna\nT1\tNAME 0 3\tAna", "second time"),
        ("A1\tX T9", "not there"),
        ("R1\tX Arg1:T9 Arg2:T8", "not there"),
        ("T1\tNAME 0 3\tAna\n#1\tX R4\tCANARY", "R4, which is not there"),
        ("CANARY", "no known kind"),
        ("T1\tNAME 0 3\tAna\nA1\tX T1\nA2\tX T1 y", "twice"),
        ("T1\tNAME 0 3\tAna\n#1\ttextveil T1\t{CANARY", "broken JSON"),
        ("T1\tNAME 0 3\tAna\n#1\ttextveil T1\t[]", "not a JSON object"),
    ],
)
def test_brat_lines_that_are_wrong(line: str, words: str, tmp_path: Path) -> None:
    write_file(tmp_path / "a.txt", "Ana in Rom")
    write_file(tmp_path / "a.ann", line + "\n")
    with pytest.raises(FormatError, match=words) as raised:
        list(load("brat").read(tmp_path))
    assert "a.ann" in str(raised.value)
    assert "CANARY" not in str(raised.value)


def test_brat_refuses_lines_that_would_not_come_back(tmp_path: Path) -> None:
    spans = Spans([Span(0, 1, "A", attributes=Metadata({"id": "T1"}))])
    of = (("", "T1"),)
    for layer in (
        Annotation("relation", "two words", (), "R1", of),
        Annotation("relation", "X", (), "Q1", of),
        Annotation("note", "AnnotatorNotes", (), "#1", of, Metadata({"text": "x"})),
        Annotation("note", "textveil", (), "#1", of, Metadata({"text": "{}"})),
        Annotation("attribute", "X", (), "A1", of),
        Annotation("note", "X", ((0, 1),), "#1", of),
    ):
        document = Document("a", "x", spans=spans, layers=(layer,))
        with pytest.raises(CannotCarryError):
            load("brat").write([document], tmp_path / "out")
    unlike = Spans([*spans, Span(1, 2, "B", attributes=Metadata({"id": "T1"}))])
    with pytest.raises(CannotCarryError, match="differ"):
        load("brat").write([Document("a", "xy", spans=unlike)], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


CONLL = (
    "-DOCSTART- -X- O O\n\nAna NNP B-NP B-PER\nin IN O O\nRom NNP B-NP I-LOC\n\nYes UH O O\n\n"
    "-DOCSTART- -X- O O\n\nEmpire NNP X B-LOC\nState NNP X I-LOC\nESB NNP X B-LOC\n"
)


def token(start: int, end: int, *columns: str) -> Annotation:
    told = Metadata({str(at): column for at, column in enumerate(columns, 2)})
    return Annotation("token", places=((start, end),), attributes=told)


def test_conll_of_2003(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.conll", CONLL)
    first, second = load("conll").read(path)
    assert first == Document(
        "1",
        "Ana in Rom\nYes",
        spans=Spans([Span(0, 3, "PER"), Span(7, 10, "LOC")]),
        layers=(
            token(0, 3, "NNP", "B-NP"),
            token(4, 6, "IN", "O"),
            token(7, 10, "NNP", "B-NP"),
            token(11, 14, "UH", "O"),
        ),
    )
    assert second.text == "Empire State ESB"
    assert second.spans == Spans([Span(0, 12, "LOC"), Span(13, 16, "LOC")])
    load("conll", spacing=False).write([first, second], tmp_path / "y.conll")
    assert list(load("conll").read(tmp_path / "y.conll")) == [first, second]
    assert "Rom\tNNP\tB-NP\tB-LOC\n\nYes\tUH\tO\tO\n\n" in (tmp_path / "y.conll").read_text()


def test_conll_sentences_as_documents(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.conll", "a\tO\n\nb\tB-X\r\nc\tI-X\r\n\r\n\r\nd\tO\n")
    read = list(load("conll", sentences=True).read(path))
    assert [document.text for document in read] == ["a", "b c", "d"]
    assert read[1].spans == Spans([Span(0, 3, "X")])
    assert [document.id for document in read] == ["1", "2", "3"]
    (whole,) = load("conll").read(path)
    assert whole.text == "a\nb c\nd"


def test_conll_writes_spaces_that_are_not_the_usual(tmp_path: Path) -> None:
    document = Document(
        "n 1", " Dr. Ruiz, see\n\nRom|x\\ ", spans=Spans([Span(5, 9, "N"), Span(16, 19, "L")])
    )
    load("conll").write([document], tmp_path / "x.conll")
    written = (tmp_path / "x.conll").read_text()
    assert written.startswith(
        "-DOCSTART-\tn 1\tO\n\nDr\tSpacesBefore=\\s|SpaceAfter=No\tO\n.\t_\tO\n"
    )
    assert "Ruiz\tSpaceAfter=No\tB-N\n" in written
    assert list(load("conll").read(tmp_path / "x.conll")) == [document]


@pytest.mark.parametrize(
    ("text", "span"),
    [("Ruiz, Ana", (0, 4)), ("a  b", (0, 1)), (" a", (1, 2)), ("a\tb", (0, 1)), ("a\nb", (0, 3))],
)
def test_conll_without_the_column_refuses_other_spaces(
    text: str, span: tuple[int, int], tmp_path: Path
) -> None:
    document = Document("a", text, spans=Spans([Span(*span, "N")]))
    with pytest.raises(CannotCarryError, match=r"white space|word"):
        load("conll", spacing=False).write([document], tmp_path / "x.conll")
    load("conll").write([document], tmp_path / "y.conll")
    assert list(load("conll").read(tmp_path / "y.conll")) == [document]
    assert not (tmp_path / "x.conll").exists()


def test_conll_refuses_what_is_not_made_of_tokens(tmp_path: Path) -> None:
    for text, place in ((" ", None), ("a b", (1, 3)), ("a b", (1, 2))):
        spans = Spans([Span(*place, "N")]) if place else Spans()
        with pytest.raises(CannotCarryError):
            load("conll").write([Document("a", text, spans=spans)], tmp_path / "x.conll")
    overlapping = Spans([Span(0, 2, "A"), Span(1, 3, "B")])
    with pytest.raises(CannotCarryError, match="overlap"):
        load("conll").write([Document("a", "abc", spans=overlapping)], tmp_path / "x.conll")


OF_2006 = """<?xml version="1.0" encoding="UTF-8"?>
<ROOT>
<RECORD ID="641">
<TEXT>
Seen by Dr. <PHI TYPE="DOCTOR">Ruiz</PHI> &amp; <PHI TYPE="PATIENT" x="1">Ana
Lee</PHI>.
</TEXT>
</RECORD>
</ROOT>
"""


def test_i2b2_2006(tmp_path: Path) -> None:
    path = write_file(tmp_path / "x.xml", OF_2006)
    (document,) = load("i2b2-2006").read(path)
    assert document == Document(
        "641",
        "\nSeen by Dr. Ruiz & Ana\nLee.\n",
        spans=Spans(
            [Span(13, 17, "DOCTOR"), Span(20, 27, "PATIENT", attributes=Metadata({"x": "1"}))]
        ),
    )
    load("i2b2-2006").write([document], tmp_path / "y.xml")
    assert '<PHI TYPE="DOCTOR">Ruiz</PHI> &amp; ' in (tmp_path / "y.xml").read_text()
    assert list(load("i2b2-2006").read(tmp_path / "y.xml")) == [document]


def test_the_declared_encoding_of_xml_is_used(tmp_path: Path) -> None:
    raw = "<?xml version='1.0' encoding='latin-1'?>"
    raw += "<ROOT><RECORD ID='é'><TEXT>né</TEXT></RECORD></ROOT>"
    path = write_file(tmp_path / "x.xml", raw.encode("latin-1"))
    assert [(d.id, d.text) for d in load("i2b2-2006").read(path)] == [("é", "né")]
    form = load("i2b2-2006", encoding="latin-1")
    form.write([Document("é", "né")], tmp_path / "y.xml")
    assert [(d.id, d.text) for d in load("i2b2-2006").read(tmp_path / "y.xml")] == [("é", "né")]


OF_2014 = """<?xml version="1.0" encoding="UTF-8" ?>
<deIdi2b2>
<TEXT><![CDATA[


Record date: 2067-05-03

Dr. Ruiz <b>]]></TEXT>
<TAGS>
<DATE id="P0" start="16" end="26" text="2067-05-03" TYPE="DATE" comment="" />
<NAME id="P1" start="32" end="36" text="Ruiz" TYPE="DOCTOR" comment="sure" />
<LOCATION id="P9" start="28" end="31" text="Dr." TYPE="ODD" comment="" />
</TAGS>
</deIdi2b2>
"""


def test_i2b2_2014(tmp_path: Path) -> None:
    path = write_file(tmp_path / "in" / "110-01.xml", OF_2014)
    form = load("i2b2-2014")
    (document,) = form.read(path.parent)
    assert document.id == "110-01"
    assert document.text == "\n\n\nRecord date: 2067-05-03\n\nDr. Ruiz <b>"
    assert document.spans == Spans(
        [
            Span(16, 26, "DATE"),
            Span(32, 36, "DOCTOR", attributes=Metadata({"comment": "sure"})),
            Span(28, 31, "ODD", attributes=Metadata({"id": "P9", "element": "LOCATION"})),
        ]
    )
    odd = Document("x", "a]]>b\rc\r\n", spans=None)
    form.write([document, odd], tmp_path / "out")
    assert list(form.read(tmp_path / "out")) == [document, odd]


def test_xml_from_a_pipe_is_read_whole() -> None:
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as sink:
        sink.write(OF_2006)
    with os.fdopen(reading, "rb") as stream:
        (document,) = load("i2b2-2006").read(stream)
    assert document.id == "641"
