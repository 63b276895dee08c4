"""Curves of a dictionary: what each K leaves, the suggestion, and the charts."""

import json

import pytest

from textveil.errors import InputError, InvalidValueError, UsageError
from textveil.formats.display.figures import check_chart
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.study.dictionary_curve import (
    READABLE,
    DictionaryCurveSettings,
    measure_dictionary,
    score_of,
)
from textveil.study.page import write_chart, write_study
from textveil.study.term_chart import chart_forms, forms_behind
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


def measured(dictionary, ks, guarantees=(), **more):
    asked = DictionaryCurveSettings(tuple(ks), tuple(guarantees), **more)
    return measure_dictionary(NOTES, dictionary, asked)


@pytest.fixture(scope="module")
def curve(dictionary):
    return measured(dictionary, [2, 3, 4])


def kept(curve, guarantee):
    points = [point for point in curve["points"] if point["guarantee"] == guarantee]
    return [score_of(point, "remaining characters") for point in points]


def test_points(curve):
    assert [(p["guarantee"], p["k"]) for p in curve["points"]] == [
        (guarantee, k) for guarantee in ("mutual", "count") for k in (2, 3, 4)
    ]
    assert (curve["documents"], curve["matches"]) == (4, 10)
    for guarantee in ("mutual", "count"):
        assert all(0 < share < 1 for share in kept(curve, guarantee))
    assert kept(curve, "count") == sorted(kept(curve, "count"), reverse=True)


def test_the_stronger_promise_costs_characters(curve):
    for stronger, weaker in zip(kept(curve, "mutual"), kept(curve, "count"), strict=True):
        assert stronger <= weaker


def test_readable_words_are_at_least_those_left_whole(curve):
    for point in curve["points"]:
        assert score_of(point, READABLE) >= score_of(point, "words left whole")
        assert point["replaced_by_forms"] + point["removed_without_form"] == curve["matches"]


def test_the_suggestion(dictionary, curve):
    assert curve["suggestion"].chosen in {"2", "3", "4"}
    assert measured(dictionary, [2, 3, 4], ["count"], keep=0.1)["suggestion"].chosen == "4"
    too_much = measured(dictionary, [2], ["count"], keep=1.0)
    assert "no k keeps" in too_much.refused.what
    assert too_much.to_json()["suggestion"] is None


def test_topics(dictionary):
    [point] = measured(dictionary, [2], ["mutual"], topic="topic")["points"]
    assert 0 <= score_of(point, "topic accuracy", "release") <= 1
    with pytest.raises(InputError, match="have no topic"):
        measured(dictionary, [2], topic="colour")


def test_what_cannot_be_measured(dictionary):
    with pytest.raises(InputError, match="no text"):
        measure_dictionary([], dictionary)
    with pytest.raises(InvalidValueError):
        measured(dictionary, [])
    with pytest.raises(InvalidValueError):
        measured(dictionary, [2], ["half"])
    with pytest.raises(InvalidValueError, match="between 0 and 1"):
        measured(dictionary, [2], keep=3)


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
    write_chart(tmp_path / "curve.svg", curve)
    assert "Characters that remain" in (tmp_path / "curve.svg").read_text("utf-8")


def test_terms_with_too_many_forms_are_drawn_without_them():
    long = "x" * 13
    assert forms_behind(Dictionary.build([long]), long) == ()
    assert len(forms_behind(Dictionary.build(["abc"]), "abc")) == 6


def test_numbers(curve, tmp_path):
    write_study(tmp_path / "curve.json", "curve.json", lambda: curve)
    written = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    assert written == curve.to_json()
    assert not any(term in json.dumps(written) for term in TERMS)


def test_other_names_are_refused(tmp_path):
    for name, *others in (("a.pdf", ".json"), ("a.json",)):
        with pytest.raises(UsageError):
            check_chart(tmp_path / name, *others)
