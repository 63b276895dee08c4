"""Decoding: passages from judgements."""

from textveil.models.crf import Judgement
from textveil.models.decoding import passages
from textveil.models.windows import windows


def decode(text, judged, threshold=0.5):
    [window] = windows(text)
    return [passage for passage, _ in passages(window, judged, threshold)]


def test_words_of_one_label_are_one_passage():
    [found] = decode(
        "see Ana Ruiz now",
        [
            Judgement(0.1, "", False),
            Judgement(0.6, "NAME", True),
            Judgement(0.8, "NAME", False),
            Judgement(0.1, "", False),
        ],
    )
    assert found[:3] == (4, 12, "NAME")
    assert found.score == (0.6 + 0.8) / 2
    assert found.strongest == 2


def test_a_word_that_begins_and_a_word_of_another_label_start_a_passage():
    judged = [
        Judgement(0.9, "NAME", True),
        Judgement(0.9, "NAME", True),
        Judgement(0.9, "CITY", False),
    ]
    assert [(p.start, p.end, p.label) for p in decode("a b c", judged)] == [
        (0, 1, "NAME"),
        (2, 3, "NAME"),
        (4, 5, "CITY"),
    ]


def test_the_threshold_itself_is_taken():
    assert decode("a", [Judgement(0.5, "NAME", True)])
    assert not decode("a", [Judgement(0.4999, "NAME", True)])


def test_a_passage_at_the_edge_of_a_core_continues_the_one_before():
    first, second = windows("a " * 300)
    judged = [Judgement(0.9, "NAME", False)] * 240
    [(one, goes_on)] = passages(first, judged, 0.5)
    assert not goes_on
    [(other, goes_on)] = passages(second, judged, 0.5)
    assert goes_on
    assert other.start == one.end + 1
