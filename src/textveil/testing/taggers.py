"""The contract of a tagger, as something that can be run."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from textveil.lexicon.tables.folding import fold
from textveil.testing.requirement import attempt, require, require_silence
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import Reasoner, Tagger
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

__all__ = ["check_tagger"]

_CLOSE = 1e-3


def check_tagger(tagger: Tagger, texts: Sequence[str] | None = None) -> None:
    """Raise `AssertionError` if a tagger breaks its contract.

    Checked: it has labels, each once; for each text come words in order that lie inside it and do
    not overlap; each has the probability of nothing and of every label, and they add up to 1; a
    text is judged alike alone, among others, and after others; what is asked for with `least` is
    the same for words above it; an empty text is fine; its `repr`, and the reasons that it may
    give, show no text.

    Parameters
    ----------
    tagger
        The tagger, as it would be used.
    texts
        Folded texts; made-up samples unless given.
    """
    require(isinstance(tagger, Tagger), tagger, "lacks `labels` or `tag`")
    labels = tagger.labels
    require(bool(labels) and len(set(labels)) == len(labels), tagger, "`labels` are not distinct")
    given = [fold(one.text).text for one in samples()] if texts is None else list(texts)
    together = _tagged(tagger, [*given, ""])
    for text, tagged in zip([*given, ""], together, strict=True):
        _check_words(tagger, text, tagged)
    require(not len(together[-1]), tagger, "finds words in an empty text")
    for text, tagged in reversed(list(zip(given, together, strict=False))):
        [alone] = _tagged(tagger, [text])
        _check_same(tagger, alone, tagged)
        _check_least(tagger, text, tagged)
    told = [repr(tagger)]
    text = next((text for text, tagged in zip(given, together, strict=False) if len(tagged)), "")
    if isinstance(tagger, Reasoner) and text:
        asked = (text, Spans(), 0, labels[0])
        reasons = attempt(tagger, lambda: tagger.reasons(*asked), "asking for reasons")
        told += reasons
    require_silence(tagger, "\n".join(told), CANARIES, "`repr`, or a reason,")


def _tagged(tagger: Tagger, texts: Sequence[str], least: float = 0.0) -> list[TaggedWords]:
    hints = [Spans() for _ in texts]
    return attempt(tagger, lambda: list(tagger.tag(texts, hints, least)), "tagging the samples")


def _check_words(tagger: Tagger, text: str, tagged: TaggedWords) -> None:
    edges = [edge for pair in zip(tagged.starts, tagged.ends, strict=True) for edge in pair]
    inside = not edges or (edges[0] >= 0 and edges[-1] <= len(text))
    ordered = all(a <= b for a, b in pairwise(edges))
    require(inside and ordered, tagger, "words lie outside the text, or overlap")
    require(tagged.labels == tagger.labels, tagger, "words have other labels than the tagger")
    size = (len(tagged), 1 + len(tagger.labels))
    require(tagged.chances.shape == size, tagger, "not every word has a chance of every label")
    rows = tagged.chances.sum(axis=1)
    require(bool(np.allclose(rows, 1.0, atol=_CLOSE)), tagger, "chances do not add up to 1")
    sound = bool(((tagged.chances >= -_CLOSE) & (tagged.chances <= 1 + _CLOSE)).all())
    require(sound, tagger, "a chance lies outside [0, 1]")


def _check_same(tagger: Tagger, alone: TaggedWords, tagged: TaggedWords) -> None:
    same = alone.starts == tagged.starts and alone.ends == tagged.ends
    same = same and bool(np.allclose(alone.chances, tagged.chances, atol=_CLOSE))
    require(same, tagger, "a text is judged otherwise alone than among others")


def _check_least(tagger: Tagger, text: str, tagged: TaggedWords) -> None:
    [some] = _tagged(tagger, [text], 0.5)
    above = tagged.scores >= 0.5
    same = np.allclose(some.chances[above], tagged.chances[above], atol=_CLOSE)
    require(bool(same), tagger, "words above `least` have other chances than without it")
    require(
        bool(np.allclose(some.scores, tagged.scores, atol=_CLOSE)),
        tagger,
        "`least` changes the chance of nothing",
    )
