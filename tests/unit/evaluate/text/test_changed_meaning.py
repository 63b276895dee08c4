"""Meaning: changed passages are counted by what they may mean."""

import pytest

from textveil.evaluate.text.changed_meaning import MeaningEvaluation, kind_of
from textveil.lexicon.tables.clinical import ClinicalKind
from textveil.values.figures.meaning import IDENTITY


def kind(text, passage, label="OTHER"):
    start = text.index(passage)
    return kind_of(text, (start, start + len(passage), label))


@pytest.mark.parametrize(
    ("text", "passage", "label", "expected"),
    [
        ("on Metformin daily", "Metformin", "NAME", "drug"),
        ("history of pneumonia", "pneumonia", "NAME", "disease"),
        ("BP 120/80 today", "120/80", "DATE", "blood pressure"),
        ("BP 120/80 today", "120", "OTHER-ID", "blood pressure"),
        ("Norco 10/325 one tab", "10/325", "DATE", "dose"),
        ("lisinopril 10 mg daily", "10", "AGE", "dose"),
        ("WBC 12,000 today", "12,000", "OTHER-ID", "laboratory value"),
        ("100% occluded", "100%", "QUANTITY", "percentage"),
        ("100 % occluded", "100", "QUANTITY", "percentage"),
        ("pain 8/10 today", "8/10", "DATE", "score"),
        ("a wound of 12 cm", "12 cm", "QUANTITY", "measurement"),
        ("he may go", "may", "NAME", "common word"),
        ("a teacher", "teacher", "PROFESSION", "trait"),
        ("call 6175550134 now", "6175550134", "PHONE", "number"),
        ("on 3 May 2016", "3 May 2016", "DATE", "date or time"),
        ("a 45 year old", "45 year old", "AGE", "age"),
        ("Dr. X came", "Dr. X", "NAME", "other"),
        ("the Dr. came", "Dr.", "NAME", "title"),
        ("Kovacs came", "Kovacs", "NAME", "other"),
        ("at ana@example.org", "ana@example.org", "EMAIL", "other"),
    ],
)
def test_kinds(text, passage, label, expected):
    assert kind(text, passage, label) == expected


def test_every_kind_of_the_vocabulary_may_mean_something_else():
    names = {str(one.name).lower().replace("_", " ") for one in ClinicalKind}
    assert {"drug", "disease", "test"} <= names
    assert names.isdisjoint(IDENTITY)


def test_counts_are_of_words_and_in_a_thousand_words():
    counted = MeaningEvaluation()
    counted.add("Kovacs took Metformin on 3 May 2016", [(0, 6, "NAME"), (12, 21, "NAME")])
    counted.add("Metformin again today", [(0, 9, "ORGANIZATION")])
    result = counted.result()
    assert (result.documents, result.words, result.passages) == (2, 10, 3)
    assert [(one.kind, one.passages, one.words) for one in result.kinds] == [
        ("drug", 2, 2),
        ("other", 1, 1),
    ]
    assert result.kinds[0].per_1000 == 200.0
    shown = result.to_json()
    assert (shown["changed_words_per_1000"], shown["doubtful_passages_per_1000"]) == (300.0, 200.0)


def test_texts_are_shown_only_where_they_were_asked_for():
    passages = [(0, 9, "NAME")]
    without, with_texts = MeaningEvaluation(), MeaningEvaluation(excerpts=True)
    for counted in (without, with_texts):
        counted.add("Metformin", passages)
    assert "Metformin" not in str(without.result().to_json())
    assert with_texts.result().commonest[0].text == "Metformin"
    assert "Metformin" not in str(with_texts.result().to_json(texts=False))
    assert "Metformin" not in repr(with_texts.result())


def test_nothing_is_counted_in_nothing():
    result = MeaningEvaluation().result()
    assert result.kinds == ()
    assert result.to_json()["changed_words_per_1000"] == 0.0
