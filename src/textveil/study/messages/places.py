"""Private places: the rule beside four sets of features with four learners.

The tables of paper 5, section 3.2.2: accuracy (Table 3.5), confusion, precision and recall (Tables
3.6 to 3.9), and the rule's errors by the rule that decided (Figure 3.3).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from textveil.detect.messages.location import Location
from textveil.detect.messages.reading import read_message
from textveil.errors import InvalidValueError
from textveil.learn.training.privacy_model import label_of, privacy_scores
from textveil.lexicon.messages.verb_classes import verb_type
from textveil.lexicon.relations.wordnet import NOUN, wordnet
from textveil.lexicon.tables.languages import ENGLISH
from textveil.study.chart import SHARES, Line, Panel
from textveil.study.messages.learners import PLACE_LEARNERS, crossed
from textveil.study.page import Study
from textveil.study.table import ShownTable
from textveil.values.document import Document
from textveil.values.messages.message import MessagePassage
from textveil.values.messages.parse import Parse
from textveil.values.runs.watch import Track, untracked

__all__ = ["PLACE_COLUMNS", "compare_places"]

PLACE_COLUMNS: Final = ("features", "learner", "accuracy", "precision", "recall", "f1")
_FOLDS: Final = 10
_WORDS: Final = 3
_RULE: Final = "the rule"
_FILTERED: Final = "filtered "


def compare_places(documents: Iterable[Document], seed: int = 0, track: Track = untracked) -> Study:
    """Compare the rule of private places with learners, on messages labelled private or not.

    Parameters
    ----------
    documents
        With `private` in their metadata: whether a place in them tells where their writer is.
    seed
        Of the folds.
    track
        Is told of every message and learner.

    Raises
    ------
    InvalidValueError
        If a class has fewer messages than there are folds.
    """
    messages = list(track(documents, "read", None))
    told = [label_of(one) for one in messages]
    if min(sum(told), len(told) - sum(told)) < _FOLDS:
        raise InvalidValueError(f"each class needs {_FOLDS} labelled messages or more")
    rule = Location(language=ENGLISH)
    found = [rule.passages(one) for one in messages]
    sets = _feature_sets(messages, found)
    rows = []
    pairs = [(features, name) for features in sets for name in PLACE_LEARNERS]
    for features, name in track(pairs, "fit", None):
        judged = crossed(name, sets[features], told, _WORDS, _FOLDS, seed)
        rows.append(_row(features, name, told, judged))
    own = [any(one.private for one in passages) for passages in found]
    rows.append(_row(_RULE, _RULE, told, own))
    errors = Counter(
        _deciding(passages)
        for passages, truth, judged in zip(found, told, own, strict=True)
        if truth != judged
    )
    shown = [[str(row["features"]), str(row["learner"]), *_spelt(row)] for row in rows]
    numbers = {"messages": len(told), "private": sum(told), "folds": _FOLDS, "seed": seed}
    return Study(
        {**numbers, "rows": rows, "errors": dict(errors.most_common())},
        [
            ShownTable(PLACE_COLUMNS, shown),
            ShownTable(("errors by", "count"), [[k, str(v)] for k, v in errors.most_common()]),
        ],
        {"places": [_panel(rows, tuple(sets))]},
        [f"the rule: accuracy {rows[-1]['accuracy']:.4f}"],
    )


def _panel(rows: Sequence[dict[str, object]], sets: Sequence[str]) -> Panel:
    lines = [
        Line(
            name,
            [
                (sets.index(str(row["features"])) + 1, float(str(row["accuracy"])))
                for row in rows
                if row["learner"] == name
            ],
        )
        for name in PLACE_LEARNERS
    ]
    return Panel("Private places", "set of features", "accuracy", lines, SHARES)


def _row(features: str, name: str, told: list[bool], judged: list[bool]) -> dict[str, object]:
    scores = privacy_scores(told, judged)
    open_right = scores.right - scores.found
    return {
        "features": features,
        "learner": name,
        "accuracy": scores.right / scores.messages,
        "precision": scores.precision,
        "recall": scores.recall,
        "f1": scores.f1,
        "confusion": [[open_right, scores.wrong], [scores.missed, scores.found]],
    }


def _spelt(row: dict[str, object]) -> list[str]:
    return [f"{row[name]:.3f}" for name in PLACE_COLUMNS[2:]]


def _deciding(passages: Sequence[MessagePassage]) -> str:
    """Return the rule that decided about the first place; `no place` if none was found."""
    spans = [one.span for one in passages]
    if not spans or spans[0].explanation is None:
        return "no place"
    return spans[0].explanation.rule


def _feature_sets(
    messages: Sequence[Document], found: Sequence[Sequence[MessagePassage]]
) -> dict[str, list[str]]:
    """Return the features of Table 3.5: words, filtered words, and the WordNet types of both."""
    made: dict[str, list[str]] = {name: [] for name in ("words", f"{_FILTERED}words")}
    made |= {name: [] for name in ("types", f"{_FILTERED}types")}
    for message, passages in zip(messages, found, strict=True):
        reading = read_message(message.text)
        parse = reading.parse
        places = [reading.view.shown(one.span.start, one.span.end) for one in passages]
        row = _filtered(parse, places)
        for name, spoken in (("", range(len(parse))), (_FILTERED, row)):
            made[f"{name}words"].append(" ".join(parse.words[at].lemma for at in spoken))
            made[f"{name}types"].append(" ".join(_type(parse, at) for at in spoken))
    return made


def _filtered(parse: Parse, places: Sequence[tuple[int, int]]) -> range:
    """Return the shortest row of words from "I" to a place; empty if there is none."""
    best = range(0)
    for start, end in places:
        stop = parse.words_in(start, end).stop
        first = [at for at in range(stop) if parse.text_of(at) in ("I", "i")]
        if first and (not best or stop - first[-1] < len(best)):
            best = range(first[-1], stop)
    return best


def _type(parse: Parse, at: int) -> str:
    word = parse.words[at]
    if word.tag.startswith("VB"):
        return verb_type(word.lemma) or "verb"
    graph = wordnet()
    senses = graph.senses(word.lemma, NOUN) if word.tag.startswith("NN") else ()
    return graph.class_of(senses[0]) if senses else word.tag
