"""Time phrases: how many phrases of a corpus cover one (paper 5, Figure 4.7)."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, time
from random import Random
from statistics import mean
from typing import Final

from textveil.detect.messages.temporal import moment_of
from textveil.errors import InputError
from textveil.lexicon.messages.times.grammar import time_matches
from textveil.lexicon.messages.times.meaning import meaning_of
from textveil.pipeline.messages.time_phrases import phrases_of
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.values.document import Document
from textveil.values.runs.watch import Track, untracked

__all__ = ["measure_phrases"]

PAPER: Final = {"to the second": 526.05, "by date": 409.58}
_TRIED: Final = 100

Interval = tuple[datetime, datetime]


def measure_phrases(
    documents: Iterable[Document], at: str = "", tried: int = _TRIED, track: Track = untracked
) -> Study:
    """Measure how many phrases cover one, to the second and by date alone.

    Parameters
    ----------
    documents
        Texts whose phrases are collected.
    at
        The moment from which they are read; now if it is empty.
    tried
        How many phrases are taken out of the collection, and covered by the others.
    track
        Watches the documents.
    """
    moment = moment_of(at)
    counts: Counter[str] = Counter()
    for document in track(documents, "time phrases", None):
        counts.update(phrases_of(document.text))
    read = {phrase: _interval(phrase, moment) for phrase in sorted(counts)}
    known = {phrase: one for phrase, one in read.items() if one is not None}
    if len(known) < 2:
        raise InputError("the texts have fewer than two time phrases", hint="give more texts")
    chosen = Random(1).sample(sorted(known), min(tried, len(known) // 2))  # noqa: S311 - a sample
    corpus = [one for phrase, one in known.items() if phrase not in set(chosen)]
    by_date = [_days(one) for one in corpus]
    found = {
        "to the second": mean(sum(_covers(o, known[p]) for o in corpus) for p in chosen),
        "by date": mean(sum(_covers(o, _days(known[p])) for o in by_date) for p in chosen),
    }
    rows = [[name, f"{many:.2f}", f"{PAPER[name]:.2f}"] for name, many in found.items()]
    return Study(
        {"phrases": len(corpus), "tried": len(chosen), **found},
        [ShownTable(["covers of a phrase", "mean", "paper"], rows)],
        remarks=[f"{len(chosen)} phrases tried against {len(corpus):,} (paper: 100 and 16,547)"],
    )


def _interval(phrase: str, at: datetime) -> Interval | None:
    matches = list(time_matches(phrase))
    if len(matches) != 1:
        return None
    told = meaning_of(matches[0], at)
    return None if told.since is None or told.until is None else (told.since, told.until)


def _days(one: Interval) -> Interval:
    return (
        datetime.combine(one[0].date(), time()),
        datetime.combine(one[1].date(), time(23, 59, 59)),
    )


def _covers(one: Interval, other: Interval) -> bool:
    return one != other and one[0] <= other[0] and other[1] <= one[1]
