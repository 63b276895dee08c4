"""Findings of several detectors become one answer: by union, vote or priority."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.combine import combine
from textveil.errors import InvalidValueError
from textveil.lexicon.tables.facts import facts
from textveil.values.span import Span, Spans

TEXT = "1 Elm St, Paris, France."
STREET = Spans([Span(0, 8, "STREET", 0.8, "a")])
PLACE = Spans([Span(0, 15, "ADDRESS", 0.6, "b")])
COUNTRY = Spans([Span(10, 23, "COUNTRY", 0.9, "c")])


def test_union_keeps_everything() -> None:
    assert combine(TEXT, [STREET, PLACE]) == STREET | PLACE


def test_priority_leaves_the_rest_without_loose_punctuation() -> None:
    assert repr(combine(TEXT, [STREET, PLACE], "priority")) == "Spans(STREET[0,8), ADDRESS[10,15))"
    assert combine(TEXT, [PLACE, STREET], "priority") == PLACE


def test_a_whole_span_keeps_its_own_edges() -> None:
    quoted = Spans([Span(8, 16, "ADDRESS")])
    assert combine(TEXT, [Spans(), quoted], "priority") == quoted


@pytest.mark.parametrize(
    ("text", "first", "second", "left"),
    [
        ("IMG_20240312_0832", (4, 12, "DATE"), (0, 17, "OTHER-ID"), (0, 17, "OTHER-ID")),
        ("Dr. Christmas came", (4, 13, "DATE"), (0, 13, "NAME"), (0, 13, "NAME")),
        ("Ana Ruiz Monday", (9, 15, "DATE"), (0, 15, "NAME"), (0, 8, "NAME")),
    ],
)
def test_what_cuts_a_token_or_a_titled_name_gives_way(text, first, second, left) -> None:
    found = combine(text, [Spans([Span(*first)]), Spans([Span(*second)])], "priority")
    assert found[0] == Span(*left)


def test_a_day_that_begins_a_term_is_no_day() -> None:
    text = "Christmas disease at Christmas"
    found = combine(text, [Spans([Span(0, 9, "DATE"), Span(21, 30, "DATE")])], "priority")
    assert found == Spans([Span(21, 30, "DATE")])


def test_vote_takes_the_best_label_of_those_who_agree() -> None:
    agreed = combine(TEXT, [STREET, PLACE, COUNTRY], "vote")
    assert repr(agreed) == "Spans(STREET[0,8), COUNTRY[10,15))"
    assert combine(TEXT, [STREET, PLACE, COUNTRY], "vote", votes=3) == Spans()


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="no mode of the name"):
        combine(TEXT, [STREET], "average")


NAMES = facts().words("holiday", "dated-day", "dated-event")
DAYS = facts().words("weekday", "weekday-short")


@given(st.sampled_from([name for name in NAMES if " " in name]), st.data())
def test_the_name_of_a_day_stays_whole_where_findings_cut_it(
    name: str, data: st.DataObject
) -> None:
    text = f"It began on {name}, March 31, at home."
    start, day = text.index(name), text.index("March 31")
    # A finding ends, and the next one begins, somewhere inside the name.
    cut = data.draw(st.integers(start + 1, start + len(name) - 1))
    beside = data.draw(st.sampled_from(["DATE", "ADDRESS", "NAME"]))
    rules, model = Spans([Span(cut, day + 8, "DATE")]), Spans([Span(start, cut, beside)])
    found = combine(text, [rules, model], "priority")
    assert [text[one.start : one.end] for one in found] == [name, "March 31"]
    assert {one.label for one in found} == {"DATE"}


@given(st.sampled_from(facts().words("relative-to")), st.sampled_from(DAYS))
def test_what_makes_a_date_count_from_today_is_no_finding_of_its_own(word: str, day: str) -> None:
    text = f"Return {word} {day}, 2/29/24."
    rules = Spans([Span(text.index(f" {day}") + 1, len(text) - 1, "DATE")])
    model = Spans([Span(7, len(text) - 1, "DATE")])
    assert combine(text, [rules, model], "priority") == rules


def test_a_day_that_one_finding_has_whole_is_left_to_it() -> None:
    text = "Seen on Easter Sunday 2014, at Christmas Tree Lane."
    found = Spans([Span(8, 26, "DATE"), Span(31, 50, "STREET")])
    assert combine(text, [Spans(), found], "priority") == found


def test_a_day_of_which_a_word_was_taken_for_a_name_is_a_day() -> None:
    text = "Paid on Tax Day, 04/18/2017, to Ann Day."
    rules, model = (
        Spans([Span(17, 27, "DATE")]),
        Spans([Span(12, 15, "NAME"), Span(32, 39, "NAME")]),
    )
    found = combine(text, [rules, model], "priority")
    assert [(text[one.start : one.end], one.label) for one in found] == [
        ("Tax Day", "DATE"), ("04/18/2017", "DATE"), ("Ann Day", "NAME"),
    ]  # fmt: skip


SPANS = st.lists(
    st.tuples(st.integers(0, 18), st.integers(1, 6), st.sampled_from("AB"), st.integers(1, 9)).map(
        lambda s: Span(s[0], min(24, s[0] + s[1]), s[2], s[3] / 10)
    ),
    max_size=5,
).map(Spans)


def covered(spans: Spans) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(st.lists(SPANS, min_size=1, max_size=4), st.integers(1, 3))
def test_modes_cover_what_they_promise(findings: list[Spans], votes: int) -> None:
    counts = [sum(at in covered(spans) for spans in findings) for at in range(len(TEXT))]
    anywhere = {at for at, count in enumerate(counts) if count}
    assert covered(combine(TEXT, findings)) == anywhere
    agreed = combine(TEXT, findings, "vote", votes)
    assert covered(agreed) == {at for at, count in enumerate(counts) if count >= votes}
    assert agreed == agreed.resolve()
    first = combine(TEXT, findings, "priority")
    left = anywhere - covered(first)
    assert not any(TEXT[at].isalnum() for at in left)
    assert covered(findings[0]) <= covered(first)
