"""A value found once is found everywhere, at token borders only."""

import pickle

import pytest

from textveil.detect.propagation.occurrences import Values
from textveil.detect.propagation.propagate import SOURCE, propagate
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def others(text: str, value: str, label: str = "ID", values: Values | None = None) -> list[str]:
    start = text.index(value) if value else 0
    seen = Spans([Span(start, start + len(value), label)] if value else [])
    return [
        text[s.start : s.end]
        for s in propagate(Document("d", text), seen, [values] if values else [])
    ]


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("A-1234 then a1234 and A 12 34", "A-1234", ["a1234", "A 12 34"]),
        ("1234 in 12345 and 01234", "1234", []),
        ("Łódź LODZ łódż", "Łódź", ["LODZ", "łódż"]),
        ("Straße STRASSE", "Straße", ["STRASSE"]),
        ("joe@x.org j\u200boe(x)org", "joe@x.org", ["j\u200boe(x)org"]),
        ("123 123", "123", []),
        ("same same same", "same", ["same", "same"]),
        ("1617 on 3-16 17:30 and 1617", "1617", ["1617"]),
        ("10/17, 10-17, 1017, 101 7", "10/17", ["10-17", "1017"]),
        ("161718 on 16-17 18", "161718", ["16-17 18"]),
        ("Hasan has an idea, h-a-s-a-n", "Hasan", ["h-a-s-a-n"]),
    ],
)
def test_finds_the_same_value(text: str, value: str, expected: list[str]) -> None:
    assert others(text, value) == expected


def test_values_from_elsewhere() -> None:
    known = Values.of([("MRN", "77-88-99"), ("ID", "x")])
    assert len(known) == 1
    assert "778899" in known
    assert "x" not in known
    assert others("chart 778899", "", values=known) == ["778899"]
    (span,) = propagate(Document("d", "chart 778899"), Spans(), [known])
    assert (span.label, span.source) == ("MRN", SOURCE)
    assert "778899" not in repr(span) + repr(known)


def test_values_beside_digits() -> None:
    pairs = [("NAME", "ana kovacs")]
    inside = "scan_anakovacs7.pdf 8anakovacs"
    assert list(Values.of(pairs).occurrences(inside)) == []
    known = Values.of(pairs, named=True)
    assert [inside[a:b] for a, b, _ in known.occurrences(inside)] == ["anakovacs", "anakovacs"]
    assert list(known.occurrences("dianakovacs 7")) == []
    assert list(pickle.loads(pickle.dumps(known | Values())).occurrences(inside))  # noqa: S301


def test_parts_of_a_name_that_was_found_elsewhere_go_too() -> None:
    known = Values.of([("NAME", "Ana Kovacs")])
    assert others("ana kovacs; Kovacs", "", values=known) == ["ana kovacs", "Kovacs"]


def test_values_merge() -> None:
    left, right = Values.of([("A", "1234")]), Values.of([("B", "1234"), ("B", "5678")])
    both = left | right
    assert len(both) == 2
    assert len(left) == 1
    assert list(both.occurrences("1234 5678")) == [(0, 4, "A"), (5, 9, "B")]
    left |= right
    assert left == both
    assert list(left.occurrences("5678")) == [(0, 4, "B")]
    assert pickle.loads(pickle.dumps(left)) == left  # noqa: S301


def test_nothing_to_propagate() -> None:
    assert propagate(Document("d", "text"), Spans()) == Spans()
    assert propagate(Document("d", ""), Spans(), [Values.of([("A", "1234")])]) == Spans()
    assert list(Values().occurrences("text")) == []


def test_a_town_in_the_name_of_a_disease_is_no_town() -> None:
    text = "From Leiden. Factor V Leiden. Back to Leiden."
    assert others(text, "Leiden", "CITY") == ["Leiden"]


def test_a_name_the_other_way_round_does_not_cut_names_that_were_found():
    text = "Present: Ann Doyle, Ann Reed. Signed: Doyle, Ann"
    found = Spans([Span(9, 18, "NAME"), Span(20, 28, "NAME")])
    turned = [Values.of([("NAME", "doyle ann")], named=True)]
    assert [(s.start, s.end) for s in propagate(Document("d", text), found, turned)] == [(38, 48)]
