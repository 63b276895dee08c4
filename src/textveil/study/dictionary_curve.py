"""Curves of a dictionary: how much text each K keeps, and which K to choose.

Paper 2 leaves the choice of K as future work (section 5): a small K may show too much, a large one
makes the text unreadable.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from textveil.errors import InputError
from textveil.evaluate.text.utility import KEPT, evaluate_utility
from textveil.formats.display.figures import titled
from textveil.lexicon.forms.wildcard_forms import GUARANTEES, Dictionary
from textveil.pipeline.dictionary.apply import ApplySettings, Rewriter
from textveil.study.chart import SHARES, Panel, lines_of
from textveil.study.grid import names_of, rising_of, settle
from textveil.study.page import Study, check_keep, suggestion
from textveil.study.table import Row, ShownTable
from textveil.transform.coarser.wildcard import REMOVED
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.figures.score import Score
from textveil.values.runs.watch import Track, untracked

__all__ = ["READABLE", "DictionaryCurveSettings", "measure_dictionary", "score_of"]

READABLE: Final = "readable words"

_WORD = re.compile(r"\w+")
_HALF = 0.5
_STAR = re.compile(r"\\(.)|\*", re.DOTALL)
_SHOWN: Final = {
    KEPT: ("Characters that remain", "share of characters"),
    READABLE: ("Words that can be read", "share of words, at least half shown"),
}
"""What is drawn: the score, the title and the name of the axis."""


@dataclass(frozen=True, slots=True)
class DictionaryCurveSettings:
    """What is tried.

    Parameters
    ----------
    ks, guarantees
        Every combination is measured; a K is suggested for the first guarantee. A text such as
        `2..10`, or with commas, will do.
    keep
        Suggest the largest K that keeps this share of the characters; None suggests the knee.
    topic
        Name of the metadata field that holds each document's topic; empty for none.
    identifiers
        What is removed entirely.
    """

    ks: tuple[int, ...] = (2, 3, 5, 10, 20, 50, 100)
    guarantees: tuple[str, ...] = GUARANTEES
    keep: float | None = None
    topic: str = ""
    identifiers: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        settle(self, ks=rising_of(self.ks, "--k", least=2))
        settle(self, guarantees=names_of(self.guarantees, GUARANTEES))
        check_keep(self.keep)


def measure_dictionary(
    documents: Sequence[Document],
    dictionary: Dictionary,
    asked: DictionaryCurveSettings | None = None,
    settings: ApplySettings | None = None,
    track: Track = untracked,
) -> Study:
    """Measure how much text of the documents each K keeps.

    Parameters
    ----------
    documents
        The user's own texts.
    dictionary
        Q.
    asked
        What is tried.
    settings
        Which terms stay readable; its K and guarantee do not matter.
    track
        Watches the points.
    """
    asked = asked or DictionaryCurveSettings()
    base = settings or ApplySettings(2)
    if not any(document.text for document in documents):
        raise InputError("the input has no text")
    topics = _topics(documents, asked.topic) if asked.topic else None
    rewriter = Rewriter(dictionary, base, asked.identifiers)
    found = [list(rewriter.matches(document.text)) for document in documents]
    measuring = _Measuring(documents, found, topics)
    points: list[Row] = []
    pairs = [(guarantee, k) for guarantee in asked.guarantees for k in asked.ks]
    for guarantee, k in track(pairs, "measure", len(pairs)):
        chosen = replace(base, k=k, guarantee=guarantee)
        row = measuring.row(Rewriter(dictionary, chosen, asked.identifiers))
        points.append({"guarantee": guarantee, "k": k, **row})
    return _study(points, documents, sum(map(len, found)), asked)


def score_of(row: Row, name: str, group: str = "") -> float:
    """Return the value of a score of one point."""
    return next(float(s.value) for s in row["scores"] if (s.name, s.group) == (name, group))


def _study(
    points: Sequence[Row],
    documents: Sequence[Document],
    matches: int,
    asked: DictionaryCurveSettings,
) -> Study:
    first, characters = asked.guarantees[0], sum(map(len, documents))
    kept = {row["k"]: score_of(row, KEPT) for row in points if row["guarantee"] == first}
    chosen = suggestion(kept, asked.keep, characters, f"K {first}")
    numbers = {
        "points": points,
        "documents": len(documents),
        "characters": characters,
        "matches": matches,
        "suggestion": chosen.choice,
    }
    names = list(dict.fromkeys((s.name, s.group) for s in points[0]["scores"]))
    heads = [f"{name} ({group})" if group else name for name, group in names]
    rows = [
        [row["guarantee"], str(row["k"]), *(f"{score_of(row, *name):.3f}" for name in names)]
        for row in points
    ]
    panels = [
        Panel(
            titled(title, "higher"),
            "K",
            axis,
            lines_of(points, "guarantee", "k", partial(score_of, name=name), GUARANTEES),
            SHARES,
            ("log", "linear"),
            chosen.marks,
        )
        for name, (title, axis) in _SHOWN.items()
    ]
    charts = {"remaining": panels} if len(asked.ks) > 1 else {}
    tables = [ShownTable(("guarantee", "K", *heads), rows)]
    return Study(numbers, tables, charts, chosen.remarks, chosen.refused)


@dataclass(frozen=True, slots=True, repr=False)
class _Measuring:
    """Documents with the terms that stand in them, found once for every K."""

    documents: Sequence[Document]
    found: Sequence[Sequence[tuple[int, int, str | None]]]
    topics: Sequence[str] | None

    def row(self, rewriter: Rewriter) -> Row:
        """Measure one K."""
        releases, shown, words, removed, replaced = [], 0, 0, 0, 0
        for document, matches in zip(self.documents, self.found, strict=True):
            edits = []
            words += sum(1 for _ in _WORD.finditer(document.text))
            for start, end, term in matches:
                form = rewriter.form(term)
                removed += form == REMOVED and term is not None
                replaced += form != REMOVED
                edits.append(Edit(start, end, form, "QUASI"))
                # What is left whole is counted below; here, what can be read in spite of a form.
                if len(_STAR.sub(r"\1", form)) >= _HALF * (end - start):
                    shown += len(_WORD.findall(document.text, start, end))
            releases.append(Release.of(document, edits))
        rng = np.random.default_rng(0)
        scores = evaluate_utility(self.documents, releases, self.topics, rng=rng)
        whole = round(scores[1].value * words)
        readable = (whole + shown) / words if words else 1.0
        with_readable = (*scores[:2], Score.exact(READABLE, readable, words), *scores[2:])
        return {
            "scores": with_readable,
            "replaced_by_forms": replaced,
            "removed_without_form": removed,
        }


def _topics(documents: Sequence[Document], name: str) -> list[str]:
    topics = [document.metadata.get(name) for document in documents]
    missing = sum(topic is None for topic in topics)
    if missing:
        raise InputError(
            f"{missing:,} of {len(topics):,} documents have no topic",
            where=f"metadata field {name}",
            hint="name a column that every row has",
        )
    return [str(topic) for topic in topics]
