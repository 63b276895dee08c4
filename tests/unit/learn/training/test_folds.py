"""Folds: nothing that is kept apart is on both sides."""

import pytest
from tests.unit.learn.small_corpus import notes, seeded

from textveil.errors import InputError, InvalidValueError
from textveil.learn.training.folds import deal_folds, groups_of, split
from textveil.values.document import Document
from textveil.values.metadata import Metadata


def values(documents, places, key):
    return {
        documents[at].counted_subject if key == "subject" else documents[at].metadata[key]
        for at in places
    }


@pytest.mark.parametrize("seed", range(5))
def test_every_document_is_tested_once_and_no_subject_is_on_both_sides(seed):
    documents = notes(20)
    folds = deal_folds(documents, 4, ("subject",), seeded(seed))
    assert sorted(at for fold in folds for at in fold.test) == list(range(20))
    for train, test in folds:
        assert sorted(train + test) == list(range(20))
        assert not values(documents, train, "subject") & values(documents, test, "subject")
        assert 4 <= len(test) <= 6


def test_a_seed_decides():
    documents = notes(20)
    deals = [deal_folds(documents, 4, ("document",), seeded(seed)) for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


def test_crossed_keys_share_nothing():
    """Every template occurs with every list of names, so mixed documents are tested nowhere."""
    documents = [
        Document(f"{t}{n}{i}", "x", metadata=Metadata({"template": t, "names": n}))
        for t in "ABCD"
        for n in "XYZ"
        for i in range(2)
    ]
    folds = deal_folds(documents, 2, ("template", "names"), seeded(0))
    for train, test in folds:
        assert train
        assert test
        for key in ("template", "names"):
            assert not values(documents, train, key) & values(documents, test, key)
    tested = [at for fold in folds for at in fold.test]
    assert len(tested) == len(set(tested)) < len(documents)


@pytest.mark.parametrize("seed", range(5))
def test_keys_that_go_together_lose_no_document(seed):
    pairs = ["AX", "BY", "CZ", "AX", "BY", "CZ"]
    documents = [
        Document(str(at), "x", metadata=Metadata({"template": t, "names": n}))
        for at, (t, n) in enumerate(pairs)
    ]
    folds = deal_folds(documents, 3, ("template", "names"), seeded(seed))
    assert sorted(sorted(fold.test) for fold in folds) == [[0, 3], [1, 4], [2, 5]]


def test_documents_are_grouped_through_others():
    rows = [("A", "X"), ("A", "Y"), ("B", "Y"), ("C", "Z")]
    documents = [
        Document(str(at), "x", metadata=Metadata({"t": t, "n": n}))
        for at, (t, n) in enumerate(rows)
    ]
    assert groups_of(documents, ("t", "n")) == [[0, 1, 2], [3]]


def test_a_split_holds_out_about_a_share():
    documents = notes(40)
    train, test = split(documents, 0.25, ("subject",), seeded(3))
    assert sorted(train + test) == list(range(40))
    assert len(test) == 10
    assert not values(documents, train, "subject") & values(documents, test, "subject")


def test_the_training_side_of_a_split_is_in_random_order():
    train, _ = split(notes(40), 0.25, ("document",), seeded(3))
    assert train != sorted(train)


def test_a_key_that_is_not_there():
    with pytest.raises(InputError) as error:
        deal_folds(notes(4), 2, ("ward",), seeded(0))
    assert error.value.where == "n0"
    assert "names, template" in error.value.hint


@pytest.mark.parametrize("by", [("template",), ("template", "names")])
def test_too_few_values(by):
    with pytest.raises(InputError, match="only 2 different values of template for 3 folds"):
        deal_folds(notes(12), 3, by, seeded(0))


def test_too_few_folds_and_shares_that_are_none():
    with pytest.raises(InvalidValueError):
        deal_folds(notes(4), 1, ("document",), seeded(0))
    with pytest.raises(InvalidValueError):
        deal_folds(notes(4), 2, (), seeded(0))
    with pytest.raises(InvalidValueError):
        split(notes(4), 1.0, ("document",), seeded(0))
    with pytest.raises(InputError, match="none can be held out"):
        split(notes(2), 0.5, ("subject",), seeded(0))
