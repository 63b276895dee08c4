"""Curves of a dictionary: what each K leaves, the suggestion, and the charts."""

import json

import pytest

from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.formats.figures import check_chart
from textveil.lexicon.forms import Dictionary
from textveil.pipeline.dictionary.charts import (
    chart_dictionary_curve,
    chart_forms,
    forms_behind,
)
from textveil.pipeline.dictionary.curve import READABLE, measure_dictionary
from textveil.values.document import Document
from textveil.values.metadata import Metadata

TERMS = ["cane", "care", "cave", "cape", "lane", "late", "bore", "bone", "tone", "xyz"]
NOTES = [
    Document("1", "a cane in the lane", metadata=Metadata({"topic": "walk"})),
    Document("2", "bone and tone xyz", metadata=Metadata({"topic": "noise"})),
    Document("3", "a cave by the cape", metadata=Metadata({"topic": "walk"})),
    Document("4", "tone tone tone", metadata=Metadata({"topic": "noise"})),
]


@pytest.fixture(scope="module")
def dictionary():
    return Dictionary.build(TERMS)


@pytest.fixture(scope="module")
def curve(dictionary):
    return measure_dictionary(NOTES, dictionary, [2, 3, 4])


def test_points(curve):
    assert [(p.guarantee, p.k) for p in curve.points] == [
        (guarantee, k) for guarantee in ("mutual", "count") for k in (2, 3, 4)
    ]
    assert (curve.documents, curve.matches) == (4, 10)
    for guarantee in curve.guarantees:
        kept = [p.value("remaining characters") for p in curve.of(guarantee).values()]
        assert all(0 < share < 1 for share in kept)
    count = [p.value("remaining characters") for p in curve.of("count").values()]
    assert count == sorted(count, reverse=True)


def test_the_stronger_promise_costs_characters(curve):
    for k, point in curve.of("mutual").items():
        assert point.value("remaining characters") <= curve.of("count")[k].value(
            "remaining characters"
        )


def test_readable_words_are_at_least_those_left_whole(curve):
    for point in curve.points:
        assert point.value(READABLE) >= point.value("words left whole")
        assert point.replaced + point.removed == curve.matches


def test_the_suggestion(dictionary, curve):
    assert curve.suggestion().chosen in {"2", "3", "4"}
    kept = measure_dictionary(NOTES, dictionary, [2, 3, 4], ["count"], keep=0.1)
    assert kept.suggestion().chosen == "4"
    too_much = measure_dictionary(NOTES, dictionary, [2], ["count"], keep=1.0)
    with pytest.raises(InvalidValueError, match="no k keeps"):
        too_much.suggestion()
    assert too_much.to_json()["suggestion"] is None


def test_topics(dictionary):
    measured = measure_dictionary(NOTES, dictionary, [2], ["mutual"], topic="topic")
    assert 0 <= measured.points[0].value("topic accuracy", "release") <= 1
    with pytest.raises(InputError, match="have no topic"):
        measure_dictionary(NOTES, dictionary, [2], topic="colour")


def test_what_cannot_be_measured(dictionary):
    with pytest.raises(InputError, match="no text"):
        measure_dictionary([], dictionary)
    with pytest.raises(InvalidValueError):
        measure_dictionary(NOTES, dictionary, [])
    with pytest.raises(InvalidValueError):
        measure_dictionary(NOTES, dictionary, [2], ["half"])
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        measure_dictionary(NOTES, dictionary, [2], keep=3)


def test_charts(dictionary, curve, tmp_path):
    pytest.importorskip("matplotlib")
    frontier, chosen = dictionary.frontier("cane"), dictionary.form("cane", 2)
    for name in ("forms.svg", "forms.png"):
        chart_forms(frontier, chosen, 2, tmp_path / name)
        first = (tmp_path / name).read_bytes()
        chart_forms(frontier, chosen, 2, tmp_path / name)
        assert (tmp_path / name).read_bytes() == first
    svg = (tmp_path / "forms.svg").read_text("utf-8")
    assert "beaten by others" not in svg
    chart_forms(frontier, chosen, 2, tmp_path / "all.svg", forms_behind(dictionary, "cane"))
    assert "beaten by others" in (tmp_path / "all.svg").read_text("utf-8")
    assert chosen.form in svg
    chart_forms(frontier, None, 2, tmp_path / "removed.svg")
    chart_dictionary_curve(curve, tmp_path / "curve.svg")
    assert "Characters that remain" in (tmp_path / "curve.svg").read_text("utf-8")


def test_terms_with_too_many_forms_are_drawn_without_them():
    long = "x" * 13
    assert forms_behind(Dictionary.build([long]), long) == ()
    assert len(forms_behind(Dictionary.build(["abc"]), "abc")) == 6


def test_numbers(curve, tmp_path):
    chart_dictionary_curve(curve, tmp_path / "curve.json")
    written = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    assert written == curve.to_json()
    assert not any(term in json.dumps(written) for term in TERMS)


def test_other_names_are_refused(tmp_path):
    for name, *others in (("a.pdf", ".json"), ("a.json",)):
        with pytest.raises(UsageError):
            check_chart(tmp_path / name, *others)
