import pytest
from benchmarks.detect import Tally
from benchmarks.posts import count, read_post, recall_at

from textveil.values.span import Span, Spans

BLOCK = (
    "RT\tO\n@\tB-ORG\nSportsCenter\tB-ORG\n:\tO\nAllen\tB-PER\nIverson\tI-PER\nin\tO\nOhio\tB-LOC"
)


def counted(post, *spans):
    tally = Tally()
    count(post, Spans(spans), tally)
    return tally.hit, tally.masked, tally.gold


def test_a_post_is_joined_by_blanks_and_keeps_its_entities():
    post = read_post("p", BLOCK)
    assert post.text == "RT @ SportsCenter : Allen Iverson in Ohio"
    found = [(post.covered_by(span), span.label) for span in post.spans]
    assert found[2:] == [("Allen Iverson", "PER"), ("Ohio", "LOC")]


def test_works_and_products_are_left_out():
    post = read_post("p", "Iron\tB-creative-work\nMan\tI-creative-work\nBerlin\tB-location")
    assert [post.covered_by(span) for span in post.spans] == ["Berlin"]


def test_handles_do_not_count_with_and_without_a_blank():
    post = read_post("p", BLOCK)
    assert counted(post, Span(5, 17, "ORGANIZATION")) == (0, 0, 3)
    glued = read_post("p", "@anna\tB-PER\nAnna\tB-PER")
    assert counted(glued, Span(0, 5, "NAME"), Span(6, 10, "NAME")) == (1, 1, 1)


def test_a_word_is_masked_only_whole_and_only_as_a_name_place_or_organization():
    post = read_post("p", BLOCK)
    assert counted(post, Span(20, 24, "NAME")) == (0, 0, 3)
    assert counted(post, Span(20, 33, "PATIENT"), Span(0, 2, "HOSPITAL")) == (2, 3, 3)
    assert counted(post, Span(20, 33, "USERNAME")) == (0, 0, 3)


@pytest.mark.parametrize(
    ("precision", "recall"),
    [(0.5, 0.8), (0.6, 0.7), (0.55, 0.75), (0.4, 0.8), (0.9, 0.2), (0.75, 0.45), (0.95, None)],
)
def test_recall_at_a_precision_is_interpolated(precision, recall):
    found = recall_at(precision, [(0.5, 0.8), (0.6, 0.7), (0.9, 0.2)])
    assert found == (None if recall is None else pytest.approx(recall))


def test_where_a_curve_turns_the_higher_recall_counts():
    assert recall_at(0.6, [(0.5, 0.9), (0.7, 0.8), (0.5, 0.3)]) == pytest.approx(0.85)
