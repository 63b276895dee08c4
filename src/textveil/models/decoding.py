"""Decoding: turns judgements about words into passages."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from textveil.models.crf import Judgement
from textveil.models.windows import Window

__all__ = ["Passage", "passages"]


class Passage(NamedTuple):
    """A run of words with one label.

    Attributes
    ----------
    start, end
        Offsets in the text that the model saw.
    label
        What it is.
    score
        Mean of the words' scores: the share of its words that are expected to be right.
    strongest
        Place in the window of the word with the highest score.
    """

    start: int
    end: int
    label: str
    score: float
    strongest: int


def passages(
    window: Window, judged: Iterable[Judgement], threshold: float
) -> Iterator[tuple[Passage, bool]]:
    """Yield the passages of a window's core in order.

    A passage is a maximal run of words with scores of at least `threshold` and one label, in which
    only the first word begins. With each comes whether it starts at the core's edge and goes on
    what stands before it: then it belongs to the last passage of the window before.
    """
    first, last = window.core
    words: list[int] = []
    judged = list(judged)
    open_left = first > 0
    for at in range(first, last):
        _, label, begins = judged[at]
        taken = judged[at].score >= threshold
        if words and (not taken or begins or label != judged[words[0]].label):
            yield _passage(window, judged, words), open_left and words[0] == first
            words = []
        if taken:
            words.append(at)
    if words:
        yield _passage(window, judged, words), open_left and words[0] == first


def _passage(window: Window, judged: list[Judgement], words: list[int]) -> Passage:
    scores = [judged[at].score for at in words]
    strongest = words[scores.index(max(scores))]
    return Passage(
        window.starts[words[0]],
        window.ends[words[-1]],
        judged[words[0]].label,
        sum(scores) / len(scores),
        strongest,
    )
