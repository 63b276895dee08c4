import numpy as np
import pytest

from textveil.evaluate.detection.group_scores import GroupEvaluation
from textveil.evaluate.detection.groups import (
    GroupCount,
    Grouping,
    count_groups,
    domain_of,
)
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans


def groups(text, label="NAME", name="d", **more):
    document = Document(name, text, spans=Spans([Span(0, len(text), label)]), **more)
    return {count.by: count.group for count in count_groups(document, Spans())}


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("ana ruiz", "lower"),
        ("ANA RUIZ", "UPPER"),
        ("Ana de la Cruz", "Title"),
        ("de la Cruz", "mixed"),
        ("617-555-0134", "no letters"),
        ("3 May", "Title"),
    ],
)
def test_case(text, case):
    assert groups(text)[Grouping.CASE] == case


@pytest.mark.parametrize(
    ("text", "frequency", "origin"),
    [
        ("Dr. John Smith, MD", "1 (commonest)", "anglo"),
        ("GARCIA, ANA", "1 (commonest)", "hispanic"),
        ("Eve Voshell's", "10 (rarest)", "anglo"),
        ("Ana Xyzzyx", "not listed", "not listed"),
        ("Ann Williams", "1 (commonest)", "none leads"),
    ],
)
def test_surnames_tell_frequency_and_origin(text, frequency, origin):
    found = groups(text, "PROVIDER")
    assert (found[Grouping.FREQUENCY], found[Grouping.ORIGIN]) == (frequency, origin)


def test_what_is_no_name_has_neither():
    found = groups("Smith Street", "STREET")
    assert found[Grouping.FREQUENCY] == found[Grouping.ORIGIN] == "no name"


@pytest.mark.parametrize(
    ("length", "group"),
    [
        (200, "up to 200"),
        (201, "201 to 1,000"),
        (20_000, "5,001 to 20,000"),
        (20_001, "over 20,000"),
    ],
)
def test_lengths(length, group):
    assert groups("x" * length)[Grouping.LENGTH] == group


def test_the_domain_is_a_field_a_kind_or_a_folder():
    facts = Metadata({"kind": "email", "ward": "B2"})
    note = Document("north/3/note.txt", "x", metadata=facts)
    assert domain_of(note) == "email"
    assert domain_of(note, "ward") == "B2"
    assert domain_of(note, "hall") == ""
    assert domain_of(Document("north/3/note.txt", "x")) == "north/3"
    assert domain_of(Document("note", "x")) == ""


def test_titles_may_stay_readable_but_no_word_of_a_name():
    note = Document(
        "d", "Mr Ruiz of Salta", spans=Spans([Span(0, 7, "NAME"), Span(11, 16, "CITY")])
    )
    found = count_groups(note, Spans([Span(3, 7, "NAME"), Span(8, 10, "CITY")]))
    table = {(count.by, count.group): count for count in found}
    assert table[Grouping.LABEL, "NAME"] == GroupCount(Grouping.LABEL, "NAME", 1, 1)
    assert table[Grouping.LABEL, "CITY"] == GroupCount(Grouping.LABEL, "CITY", 0, 1)
    assert table[Grouping.DOMAIN, ""] == GroupCount(Grouping.DOMAIN, "", 1, 2, 1, 2)


def evaluation(rows):
    made = GroupEvaluation()
    for group, hidden, passages in rows:
        made.add((GroupCount(Grouping.ORIGIN, group, hidden, passages),))
    return made.scores(np.random.default_rng(1))


def test_the_largest_difference_leaves_out_small_groups_and_unknown_names():
    report = evaluation(
        [
            ("anglo", 19, 20),
            ("asian", 16, 20),
            ("hispanic", 0, 19),
            ("no name", 0, 500),
            ("not listed", 0, 500),
        ]
    )
    most = report.difference(Grouping.ORIGIN)
    assert (most.best, most.worst) == ("anglo", "asian")
    assert most.value == pytest.approx(0.15)
    assert [one.count.group for one in report.shown(Grouping.ORIGIN)] == [
        "anglo",
        "asian",
        "not listed",
    ]


def test_one_group_with_enough_passages_is_no_comparison():
    report = evaluation([("anglo", 19, 20), ("asian", 0, 19)])
    assert report.difference(Grouping.ORIGIN) is None
    assert report.shown(Grouping.ORIGIN) == ()


def test_groups_are_shown_in_the_order_of_their_numbers():
    made = GroupEvaluation()
    for group in ("not listed", "10 (rarest)", "2", "1 (commonest)"):
        made.add((GroupCount(Grouping.FREQUENCY, group, 1, 1),))
    for group in ("over 20,000", "1,001 to 5,000", "201 to 1,000", "up to 200"):
        made.add((GroupCount(Grouping.LENGTH, group, 1, 1, 1, 1),))
    scores = made.scores(np.random.default_rng(1)).scores
    assert [one.count.group for one in scores[Grouping.FREQUENCY]] == [
        "1 (commonest)",
        "2",
        "10 (rarest)",
        "not listed",
    ]
    assert [one.count.group for one in scores[Grouping.LENGTH]] == [
        "up to 200",
        "201 to 1,000",
        "1,001 to 5,000",
        "over 20,000",
    ]


def test_parts_can_be_merged_in_any_order():
    one, other = (("anglo", 3, 4), ("asian", 1, 2)), (("anglo", 0, 4),)

    def counted(rows):
        made = GroupEvaluation()
        for group, hidden, passages in rows:
            made.add((GroupCount(Grouping.ORIGIN, group, hidden, passages),))
        return made

    left = counted(one).merge(counted(other)).scores(np.random.default_rng(1))
    right = counted(other).merge(counted(one)).scores(np.random.default_rng(1))
    assert left == right
    anglo = left.scores[Grouping.ORIGIN][0]
    assert (anglo.count.hidden, anglo.count.passages) == (3, 8)


def test_an_evaluation_of_nothing_has_no_groups():
    assert GroupEvaluation().scores(np.random.default_rng(1)).to_json() == {}
