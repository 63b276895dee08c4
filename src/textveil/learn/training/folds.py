"""Folds: divide documents into training and test parts without common keys.

What must not be on both sides is a key: the document, the person it is about, or anything that
stands in the metadata. With several keys, documents that share a value of any of them stay together
where that is possible. Where it is not (every template occurs with every list of names, say) the
values of each key are dealt out on their own; a document is tested where all its values are, used
for training where none is, and left out of the fold otherwise.
"""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Final, NamedTuple

from textveil.errors import InputError, InvalidValueError
from textveil.values.document import Document

__all__ = ["DOCUMENT", "SUBJECT", "Fold", "deal_folds", "groups_of", "split"]

DOCUMENT: Final = "document"
SUBJECT: Final = "subject"


class Fold(NamedTuple):
    """Places of documents in the corpus, on both sides."""

    train: list[int]
    test: list[int]


def deal_folds(
    documents: Sequence[Document], count: int, by: Sequence[str], rng: Random
) -> list[Fold]:
    """Return folds of about equal size; test and training parts share no key.

    Raises
    ------
    InputError
        If a document lacks a key, or there are too few values for so many folds.
    """
    if count < 2:
        raise InvalidValueError("cross-validation needs at least two folds", where="folds")
    values = _values(documents, by)
    groups = _components(values)
    if len(groups) >= count:
        parts = _dealt(groups, [len(document) for document in documents], count, rng)
        return [Fold([at for p in parts if p is not part for at in p], part) for part in parts]
    if len(by) < 2:
        raise InputError(
            f"there are only {len(groups)} different values of {by[0]} for {count} folds",
            hint="give more documents, or ask for fewer folds",
        )
    return _crossed(documents, values, count, by, rng)


def groups_of(documents: Sequence[Document], by: Sequence[str]) -> list[list[int]]:
    """Return the places of documents that must stay together, in order of first occurrence."""
    return _components(_values(documents, by))


def split(documents: Sequence[Document], share: float, by: Sequence[str], rng: Random) -> Fold:
    """Return one fold whose test side has about this share of the documents, at least one group.

    The training side is in the order in which groups were drawn, so that its first documents are a
    random sample.
    """
    if not 0.0 < share < 1.0:
        raise InvalidValueError("a share must lie between 0 and 1", where="test")
    groups = groups_of(documents, by)
    if len(groups) < 2:
        raise InputError(
            f"all documents share one {' and '.join(by)}, so none can be held out",
            hint="give more documents",
        )
    rng.shuffle(groups)
    test: list[int] = []
    rest = list(groups)
    while len(rest) > 1 and (not test or len(test) < share * len(documents)):
        test += rest.pop()
    return Fold([at for group in rest for at in group], sorted(test))


def _values(documents: Sequence[Document], by: Sequence[str]) -> list[tuple[Hashable, ...]]:
    if not by:
        raise InvalidValueError("documents are dealt out by at least one key", where="by")
    return [tuple(_value(document, key) for key in by) for document in documents]


def _value(document: Document, key: str) -> Hashable:
    if key == DOCUMENT:
        return document.id
    if key == SUBJECT:
        return document.counted_subject
    if key not in document.metadata:
        there = ", ".join(sorted(document.metadata)) or "nothing"
        raise InputError(
            f"this document has no {key} in its metadata",
            where=document.id,
            hint=f"deal by {DOCUMENT}, by {SUBJECT}, or by what it has: {there}",
        )
    value: Hashable = document.metadata[key]
    return value


def _components(values: Sequence[tuple[Hashable, ...]]) -> list[list[int]]:
    """Return the places that share values, directly or through others."""
    leader: dict[tuple[int, Hashable], tuple[int, Hashable]] = {}

    def find(node: tuple[int, Hashable]) -> tuple[int, Hashable]:
        leader.setdefault(node, node)
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for row in values:
        first, *others = enumerate(row)
        for other in others:
            leader[find(other)] = find(first)
    groups: dict[tuple[int, Hashable], list[int]] = {}
    for at, row in enumerate(values):
        groups.setdefault(find((0, row[0])), []).append(at)
    return list(groups.values())


def _dealt(
    groups: Sequence[list[int]], weights: Sequence[int], count: int, rng: Random
) -> list[list[int]]:
    """Deal groups out in random order, each to the lightest part; parts are in corpus order."""
    order = list(groups)
    rng.shuffle(order)
    parts: list[list[int]] = [[] for _ in range(count)]
    # Pairs, so that texts of no length do not all go to one part.
    loads = [(0, 0)] * count
    for group in order:
        lightest = loads.index(min(loads))
        weight, members = loads[lightest]
        loads[lightest] = (weight + sum(weights[at] for at in group), members + len(group))
        parts[lightest] += group
    return [sorted(part) for part in parts]


def _crossed(
    documents: Sequence[Document],
    values: Sequence[tuple[Hashable, ...]],
    count: int,
    by: Sequence[str],
    rng: Random,
) -> list[Fold]:
    weights = [len(document) for document in documents]
    placed: list[list[int]] = [[] for _ in documents]
    for number, key in enumerate(by):
        groups = _components([(row[number],) for row in values])
        if len(groups) < count:
            raise InputError(
                f"there are only {len(groups)} different values of {key} for {count} folds",
                hint="ask for fewer folds",
            )
        for part, places in enumerate(_dealt(groups, weights, count, rng)):
            for at in places:
                placed[at].append(part)
    folds = []
    for part in range(count):
        test = [at for at, parts in enumerate(placed) if set(parts) == {part}]
        train = [at for at, parts in enumerate(placed) if part not in parts]
        if not test or not train:
            raise InputError(
                f"a fold is empty: no document has values of {' and '.join(by)} that go together",
                hint="ask for fewer folds, or take another seed",
            )
        folds.append(Fold(train, test))
    return folds
