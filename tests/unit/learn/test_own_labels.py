"""Labels of one's own: mapped, learnt with and without a model to begin with, and told if wrong."""

import numpy as np
import pytest

from textveil.errors import InputError, UsageError
from textveil.learn.training.corpora import AnnotatedCorpus, make_ready
from textveil.learn.training.gold import Gold
from textveil.lexicon.tables.schemes import label_hint, read_map, scheme
from textveil.models.networks.neural import with_tags
from textveil.values.document import Document
from textveil.values.label import is_own_label
from textveil.values.span import Span, Spans


def corpus(*labels, path="notes.jsonl"):
    from pathlib import Path

    spans = Spans(Span(at, at + 1, label) for at, label in enumerate(labels))
    return AnnotatedCorpus(Path(path), "jsonl", [Document("n1", "abcdefgh", spans=spans)])


def labels_of(ready):
    return [span.label for span in ready.documents[0].spans]


def test_a_map_says_what_labels_mean_and_the_scheme_reads_the_others():
    told = []
    meanings = read_map(["Patient=PATIENT", "CHI=X-CHI", "Foo=NAME"])
    ready = make_ready([corpus("Patient", "CHI", "DATE")], Gold(), told.append, meanings)
    assert labels_of(ready) == ["PATIENT", "X-CHI", "DATE"]
    assert told == ["no document has the label Foo, which --map names"]


def test_a_map_wins_over_the_scheme_that_the_labels_are_from():
    meanings = read_map(["PER=PROVIDER"])
    ready = make_ready([corpus("PER", "LOC", "ORG")], Gold(), meanings=meanings)
    assert labels_of(ready) == ["PROVIDER", "ADDRESS", "ORGANIZATION"]


def test_labels_with_x_need_no_map():
    ready = make_ready([corpus("X-CHI", "NAME")], Gold(families=True))
    assert labels_of(ready) == ["X-CHI", "NAME"]
    assert labels_of(make_ready([corpus("X-CHI", "NAME")], Gold(labels=frozenset({"X-CHI"})))) == [
        "X-CHI"
    ]


def test_an_unmapped_label_is_told_with_the_way_to_map_it():
    with pytest.raises(InputError) as told:
        make_ready([corpus("CHI", "Patient")], Gold())
    assert "--map" in told.value.hint


@pytest.mark.parametrize(
    ("pair", "what", "hint"),
    [
        ("Patient=PATEINT", "PATEINT is not a label", "did you mean PATIENT?"),
        ("Net=IP-ADDRESS", "IP-ADDRESS is not a label", "did you mean IP?"),
        ("CHI=x-chi", "x-chi is not a label", "did you mean X-CHI?"),
        ("CHI=QQQQ", "QQQQ is not a label", "labels of your own are X-"),
        ("CHI", "a map has pairs", "for example --map"),
        ("=NAME", "a map has pairs", "for example --map"),
    ],
)
def test_a_map_to_what_is_no_label_says_what_where_and_next(pair, what, hint):
    with pytest.raises(UsageError) as told:
        read_map([pair])
    assert told.value.what.startswith(what)
    assert told.value.where == "--map"
    assert told.value.hint.startswith(hint)


def test_a_map_says_one_thing_of_a_label():
    with pytest.raises(UsageError, match="two things of CHI"):
        read_map(["CHI=NAME", "CHI=X-CHI"])


@pytest.mark.parametrize("label", ["X-", "X-a", "X--A", "X-A B", "X-A_B", "NAME", "X-" + "A" * 50])
def test_the_form_of_ones_own_labels_is_narrow(label):
    assert not is_own_label(label)


def test_other_schemes_leave_ones_own_labels_as_they_are():
    tab = scheme("tab")
    assert (tab.to_ours("X-CHI"), tab.from_ours("X-CHI")) == ("X-CHI", None)
    assert label_hint("LASTNAME") == "did you mean NAME?"


def test_tags_that_a_graph_does_not_have_stand_behind_those_that_it_has():
    made = with_tags(np.array([[1.0, 2.0, 3.0, 9.0]], np.float32), 3, 5)
    assert made[0, :3].tolist() == [1.0, 2.0, 3.0]
    assert made[0, 5] == 9.0
    assert (made[0, 3:5] < -5).all()
