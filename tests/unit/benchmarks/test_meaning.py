import json
from random import Random

import pytest
from benchmarks.draw_passages import draw
from benchmarks.held_out import is_held_out
from benchmarks.identifiers import FRAMES, PLACE, put_in, with_identifiers
from benchmarks.meaning import Marks, harmless, recalled
from benchmarks.meaning_oracle import mentions, values
from benchmarks.reviewed import HARMLESS, VERDICTS, read_reviewed, stripped, wilson

from textveil.values.document import Document
from textveil.values.span import Span, Spans


def numbers(text):
    return [(kind, text[start:end]) for kind, (start, end) in values(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Senna 1 tabs QHS", [("doses", "1")]),
        ("Norco 10/325 mg", [("doses", "10/325")]),
        ("insulin, 55 units in the morning", [("doses", "55")]),
        ("100% occluded", [("percentages", "100")]),
        ("30 to 40% more", [("percentages", "30 to 40")]),
        ("a white count of 12,000.", [("laboratory values", "12,000")]),
        ("INR is 3.22. We", [("laboratory values", "3.22")]),
        ("BP 120/80", [("blood pressures", "120/80")]),
        ("blood pressure on discharge was 126/63,", [("blood pressures", "126/63")]),
        ("pressure of 142/90 mmHg", [("blood pressures", "142/90")]),
    ],
)
def test_values_that_mean_something_are_found(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "seen on 12/10/2010",
        "glucose on 3/4/2010",
        "room 12",
        "MRN 5500123",
        "in May 2016",
        "age 50",
    ],
)
def test_dates_and_numbers_of_persons_are_no_values(text):
    assert numbers(text) == []


def test_listed_terms_are_found_the_longest_first():
    text = "Zocor for diabetes mellitus; chest X-ray of Ms. Stone, www.example.org/tinnitus"
    found = [(kind, text[start:end]) for kind, (start, end) in mentions(text)]
    assert found == [("drug", "Zocor"), ("disease", "diabetes mellitus"), ("test", "chest X-ray")]


def test_a_term_does_not_cross_a_line():
    assert [kind for kind, _ in mentions("diabetes mellitus")] == ["disease"]
    assert list(mentions("diabetes\nmellitus")) == []


NOTE = Document("n", "Dr. Stone gave Zocor 20 mg, BP 120/80.")


def marked(*places, reviewed=None):
    marks = Marks()
    marks.add(NOTE, Spans(Span(start, end, "NAME") for start, end in places), reviewed or {})
    return marks


def test_words_terms_and_values_are_counted_where_they_are_marked():
    marks = marked((4, 9), (15, 20), (31, 34))
    assert (marks.words, marks.marked, marks.passages) == (9, 3, 3)
    assert (marks.mentions["drug"], marks.mentions_changed["drug"]) == (1, 1)
    assert marks.values_changed == {"doses": 0, "blood pressures": 1}
    assert marked((4, 9)).mentions_changed.total() == 0


def test_a_drug_in_a_passage_that_identifies_is_a_name():
    judged = {("n", 15, 20): "identifying"}
    assert marked((15, 20), reviewed=judged).mentions_changed["drug"] == 0
    judged = {("n", 15, 20): "drug"}
    assert marked((15, 20), reviewed=judged).mentions_changed["drug"] == 1


def test_harmless_passages_are_estimated_with_their_upper_end():
    marks = Marks(words=100_000, passages=2_000)
    marks.verdicts.update({"identifying": 90, "harmless": 6, "drug": 4, "": 1_900})
    row = harmless("m", marks, 100)
    low, high = wilson(10, 100)
    assert row.ratio == f"{20 * low:.2f} to {20 * high:.2f} per 1,000 words"
    assert row.met is False
    marks.verdicts.update({"identifying": 10_000})
    assert harmless("m", marks, 10_100).met is True


def test_a_draw_of_another_model_decides_nothing():
    marks = Marks(words=1_000, passages=20)
    marks.verdicts.update({"identifying": 80})
    row = harmless("m", marks, 100)
    assert row.met is None
    assert "another model" in row.ratio


def test_wilson_interval():
    low, high = wilson(10, 100)
    assert (low, high) == (pytest.approx(0.0552, abs=1e-4), pytest.approx(0.1744, abs=1e-4))
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_held_out_rule_takes_about_a_tenth():
    assert is_held_out("\x07")
    assert not is_held_out("\x08")
    held = sum(is_held_out(f"note-{number}") for number in range(1_000))
    assert 50 < held < 150


def test_sentences_are_put_between_those_of_the_note():
    note = Document("n", "Seen today. No fever.\nPlan: rest.")
    chosen = [("PATIENT", "Name: {}.", "Ana Ruiz"), ("CITY", "From {}.", "Salta")]
    made = put_in(note, chosen, Random(3))  # noqa: S311 - decides places only
    found = [(span.label, made.covered_by(span)) for span in made.spans]
    assert found == [("PATIENT", "Ana Ruiz"), ("CITY", "Salta")]
    rest = made.text.replace("Name: Ana Ruiz. ", "").replace("From Salta. ", "")
    assert rest == note.text
    assert [match.start() for match in PLACE.finditer(note.text)] == [12, 22]


def test_every_label_gets_its_identifiers_and_the_seed_decides():
    notes = [Document(str(at), "Seen today. No fever.") for at in range(6)]
    made = list(with_identifiers(notes))
    labels = {span.label for note in made for span in note.spans}
    assert labels == set(FRAMES)
    assert [note.text for note in made] == [note.text for note in with_identifiers(notes)]


def test_an_identifier_counts_only_if_it_is_hidden_whole():
    note = Document(
        "n", "Ana Ruiz, Salta", spans=Spans([Span(0, 8, "PATIENT"), Span(10, 15, "CITY")])
    )
    row = recalled("m", [note], lambda _: Spans([Span(0, 3, "NAME"), Span(10, 15, "CITY")]))
    assert (row.ratio, row.met) == ("R 0.500", False)
    assert "CITY 1.000, PATIENT 0.000" in row.figure


def test_a_draw_is_random_and_repeatable():
    notes = [Document(str(at), "x Ruiz y") for at in range(30)]

    def found(_):
        return Spans([Span(2, 6, "NAME")])

    first, again, other = (list(draw(notes, found, 10, seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert len({row["id"] for row in first}) == 10
    assert (first[0]["before"], first[0]["passage"], first[0]["after"]) == ("x ", "Ruiz", " y")
    assert len(list(draw(notes, found, 100, 1))) == 30


def test_what_is_committed_has_verdicts_and_no_text(tmp_path):
    row = {"id": "n", "start": 1, "end": 2, "label": "NAME", "passage": "Ruiz", "verdict": "title"}
    assert "Ruiz" not in stripped(json.dumps(row))
    (tmp_path / "judged.jsonl").write_text(stripped(json.dumps(row)) + "\n", "utf-8")
    assert read_reviewed(tmp_path / "judged.jsonl") == {("n", 1, 2): "title"}
    with pytest.raises(SystemExit):
        stripped(json.dumps(row | {"verdict": ""}))
    (tmp_path / "text.jsonl").write_text(json.dumps(row), "utf-8")
    with pytest.raises(SystemExit, match="other fields"):
        read_reviewed(tmp_path / "text.jsonl")
    other = stripped(json.dumps(row)).replace("title", "maybe")
    (tmp_path / "other.jsonl").write_text(other, "utf-8")
    with pytest.raises(SystemExit, match="no verdict"):
        read_reviewed(tmp_path / "other.jsonl")
    assert read_reviewed(tmp_path / "nothing.jsonl") == {}
    assert set(HARMLESS) < set(VERDICTS)
