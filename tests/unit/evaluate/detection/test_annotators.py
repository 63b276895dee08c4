"""Agreement by pair, document and label."""

from textveil.evaluate.detection.annotators import AnnotatedTwice, agreement_of
from textveil.values.span import Span, Spans

TEXT = "Ana Ruiz of Lima came."
NAME, CITY = Span(0, 8, "NAME"), Span(12, 16, "CITY")


def both(one, other, name="n"):
    return AnnotatedTwice(name, TEXT, {"a": Spans(one), "b": Spans(other)})


def test_a_worked_example():
    # Words: Ana Ruiz of Lima came. a: N N - C -, b: N N - - -. Agreed 4 of 5; by chance
    # (2*2 + 1*0 + 2*3) / 25 = 0.4; kappa (0.8 - 0.4) / 0.6.
    found = agreement_of([both([NAME, CITY], [NAME])])
    assert (found.kappa, found.f) == (0.6667, 0.6667)
    assert (found.words, found.passages) == (5, 3)
    assert found.by_label["NAME"].kappa == 1.0
    assert found.by_label["CITY"].f == 0.0


def test_nobody_marks_anything():
    found = agreement_of([both([], [])])
    assert (found.kappa, found.f, found.words) == (None, None, 5)


def test_each_document_and_each_pair_of_three_people_is_told():
    three = AnnotatedTwice("m", TEXT, {"a": Spans([NAME]), "b": Spans([NAME]), "c": Spans()})
    found = agreement_of([both([NAME], [NAME]), three])
    assert list(found.by_pair) == ["a · b", "a · c", "b · c"]
    assert found.by_pair["a · b"].f == 1.0
    assert found.by_pair["a · c"].f == 0.0
    assert found.by_document["n"].kappa == 1.0
    assert found.by_document["m"].words == 15
    assert found.to_json()["by_document"]["m"]["f"] == found.by_document["m"].f


def test_nothing_to_compare():
    assert agreement_of([]).to_json() == {"kappa": None, "f": None, "words": 0, "passages": 0}
