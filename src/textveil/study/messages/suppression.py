"""Leaving out: how much patterns that were learnt from annotated posts take out (paper 5, 4.3.3).

A *pattern* is the shape of an expression in the grammar: how it hangs on the rest, and the tags of
its words. What is measured here is whether all expressions of a post can be taken out; whether the
rest sounds natural only a reader can say, so it is counted apart by the rule of `can_be_left_out`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, pstdev
from typing import Final

from textveil.detect.messages.temporal import Temporal
from textveil.errors import InputError
from textveil.pipeline.messages.composing import written_parse
from textveil.study.chart import Line, Panel
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.transform.messages.omission import can_be_left_out
from textveil.values.document import Document
from textveil.values.messages.message import place_of
from textveil.values.messages.parse import Parse
from textveil.values.runs.watch import Track, untracked

__all__ = ["measure_leaving_out", "pattern_of"]

PAPER: Final = {"patterns": 84.53, "every expression": 72.88, "ten commonest": 87.78}
_SIZES: Final = (25, 50, 100, 200, 400)
_DRAWS: Final = 10
_TOP: Final = 10

Pattern = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Post:
    """The patterns of a post's expressions, and whether each may go by the rule."""

    patterns: tuple[Pattern, ...]
    free: tuple[bool, ...]


def pattern_of(parse: Parse, start: int, end: int) -> Pattern:
    """Return how a passage hangs on its sentence, and the tags of its words.

    Examples
    --------
    >>> found = written_parse("Mary eats sushi at night")
    >>> pattern_of(found, 16, 24)
    ('prep', 'IN', 'NN')
    """
    words = set(parse.words_in(start, end))
    tops = [at for at in sorted(words) if parse.words[at].head not in words]
    relation = parse.words[tops[0]].relation if tops else "ROOT"
    return relation, *(parse.words[at].tag for at in sorted(words))


def measure_leaving_out(
    documents: Iterable[Document], at: str = "", track: Track = untracked
) -> Study:
    """Measure in how many posts all times can be taken out, by the number of training posts.

    Parameters
    ----------
    documents
        Posts; annotated spans are the expressions, or what is found where there are none.
    at
        The moment from which times are read; now if it is empty.
    track
        Watches the posts.
    """
    told = [_read(one, at) for one in track(documents, "leave out", None)]
    posts = [one for one in told if one.patterns]
    if len(posts) < 2:
        raise InputError("fewer than two posts have a time", hint="give posts with times")
    rows = []
    for size in sorted({size for size in _SIZES if size < len(posts)} | {len(posts) // 2}):
        shares = [_share(posts, size, draw) for draw in range(_DRAWS)]
        rows.append((size, 100 * mean(shares), 100 * pstdev(shares)))
    every = 100 * mean(all(one.free) for one in posts)
    commonest = Counter(pattern for one in posts for pattern in one.patterns)
    total = commonest.total()
    ten = 100 * sum(many for _, many in commonest.most_common(_TOP)) / total
    table = [[f"{size:,}", f"{share:.2f}", f"{spread:.2f}"] for size, share, spread in rows]
    shapes = [[" ".join(one), f"{many:,}"] for one, many in commonest.most_common(25)]
    line = Line("patterns", [(size, share) for size, share, _ in rows])
    return Study(
        {
            "posts": len(posts),
            "by training posts": [list(row) for row in rows],
            "free by the rule": every,
            "ten commonest": ten,
            "paper": PAPER,
        },
        [
            ShownTable(["training posts", "all taken out, %", "deviation"], table),
            ShownTable(["pattern", "times"], shapes),
        ],
        {"leaving-out": [Panel("Posts whose times all go", "training posts", "%", [line])]}
        if len(rows) > 1
        else {},
        [
            f"in {every:.2f} % of the posts every time hangs freely; the ten commonest patterns "
            f"are {ten:.2f} % of all times (paper: {PAPER['ten commonest']})"
        ],
    )


def _read(document: Document, at: str) -> _Post:
    parse = written_parse(document.text)
    if document.spans:
        places = [(span.start, span.end) for span in document.spans]
    else:
        places = [place_of(one) for one in Temporal(at).passages(document)]
    places = [_with_lead(parse, *place) for place in places]
    return _Post(
        tuple(pattern_of(parse, *place) for place in places),
        tuple(can_be_left_out(parse, *place) for place in places),
    )


def _with_lead(parse: Parse, start: int, end: int) -> tuple[int, int]:
    """Return a passage with the preposition that it hangs on."""
    words = parse.words_in(start, end)
    if words and words.start:
        before = parse.words[words.start - 1]
        hangs = any(parse.words[at].head == words.start - 1 for at in words)
        if before.relation == "prep" and hangs:
            return before.start, end
    return start, end


def _share(posts: Sequence[_Post], size: int, draw: int) -> float:
    """Return the share of the other posts all of whose patterns stand in `size` drawn ones."""
    order = list(range(len(posts)))
    Random(draw).shuffle(order)  # noqa: S311 - a partition that can be made again
    known = {pattern for at in order[:size] for pattern in posts[at].patterns}
    return mean(set(posts[at].patterns) <= known for at in order[size:])
