"""Proposals: what the evidence says, in which order."""

import pytest

from textveil.detect.lists.candidates import WEIGHTS, propose
from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def notes(*texts):
    return [Document(str(number), text) for number, text in enumerate(texts)]


def evidence(found, term):
    return dict(next(one for one in found if one.term == term).evidence)


def test_phrases_with_capitals_are_proposed_whole():
    found = propose(notes("He met Ada Lovelace.", "They saw the Bank of England there."), k=2)
    terms = [one.term for one in found]
    assert "Ada Lovelace" in terms
    assert "Bank of England" in terms
    assert evidence(found, "Ada Lovelace")["capitals"] > 0.4


def test_a_capital_at_the_start_of_a_sentence_says_little():
    texts = ["Rain fell. We saw rain.", "Rain again, rain in Leeds.", "To Leeds! In Leeds."]
    found = propose(notes(*texts), k=5, min_score=0)
    strength = {one.term: dict(one.evidence).get("capitals", 0) for one in found}
    assert strength["Leeds"] > 3 * strength["Rain"]


def test_function_words_are_never_proposed():
    found = propose(notes("The End. The The. And It Was."), min_score=0)
    assert not {one.term for one in found} & {"The", "And", "It", "It Was", "And It Was"}


def test_words_that_few_people_share_are_rare():
    shared = "the patient was seen today"
    texts = [f"{shared} ok" for _ in range(4)] + [f"{shared} with zymurgy"]
    found = propose(notes(*texts), k=3, min_score=0)
    assert evidence(found, "with zymurgy")["rare"] == 1.0


def test_words_that_stand_together():
    found = propose(notes(*["blue whale, red fish, blue whale"] * 2), min_score=0)
    assert evidence(found, "blue whale")["together"] == 1.0


def test_annotations_weigh_most():
    note = Document("1", "seen by okafor today", spans=Spans([Span(8, 14, "NAME")]))
    found = propose([note])
    assert found[0].term == "okafor"
    assert found[0].score == pytest.approx(WEIGHTS["annotated"])


def test_counts_and_order():
    found = propose(notes("In Leeds and Leeds.", "To Leeds.", "By York."), min_score=0)
    first = found[0]
    assert (first.term, first.occurrences, first.documents) == ("Leeds", 3, 2)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert propose(notes("In Leeds, in York."), most=1, min_score=0)[0].term == "Leeds"


def test_long_passages_and_lines_are_left_out():
    spans = Spans([Span(0, 80, "X"), Span(81, 84, "X")])
    assert propose([Document("1", "a" * 80 + " b\nc", spans=spans)], min_score=0) == []


def test_a_candidate_shows_its_term_only_when_asked():
    one = propose(notes("We met Ada Lovelace."))[0]
    assert "Ada" not in repr(one)
    assert one.to_json()["term"] == "Ada Lovelace"


@pytest.mark.parametrize("options", [{"k": 1}, {"most": 0}, {"min_score": 2}])
def test_bounds(options):
    with pytest.raises(InvalidValueError):
        propose(notes("x"), **options)


def test_named_entities_are_evidence() -> None:
    notes = [Document(str(n), "seen by the old lighthouse keeper today") for n in range(3)]
    entities = [Spans([Span(12, 33, "PROFESSION", 0.8), Span(34, 39, "DATE", 0.9)])] * 3
    evidence = {c.term: dict(c.evidence) for c in propose(notes, k=2, entities=entities)}
    assert evidence["old lighthouse keeper"]["entity"] == 0.8
    assert "entity" not in evidence.get("today", {})
