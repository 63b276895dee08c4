"""The experiment on exclusion, made small: ranks are uniform with the rule, and not without it."""

from random import Random

import pytest
from benchmarks.exclusion import (
    LABELS,
    NEVER,
    TOLD,
    attacked,
    candidates,
    note,
    uniformity,
    values,
)

from textveil.evaluate.attacks.exclusion import Exclusion
from textveil.transform.surrogate import Surrogate
from textveil.values.figures.attack import Glimpse, Knowledge, Seen
from textveil.values.keys.secret import Secret

KEYS = range(120)
"""With 24 keys one label of four fell below the bar by chance; these hold the 24."""
SUBJECTS = 60


@pytest.fixture(scope="module")
def found():
    return [attacked(key, subjects=SUBJECTS, besides=bool(key % 2)) for key in KEYS]


@pytest.mark.parametrize("label", LABELS)
def test_what_many_share_is_not_told_by_what_is_missing(label, found):
    assert uniformity([one[label] for one in found]) > 0.01


def test_without_the_rule_the_attack_wins():
    found = [attacked(key, subjects=SUBJECTS, shared=NEVER) for key in range(12)]
    ranks = [one["HOSPITAL"] for one in found]
    assert sum(ranks) / len(ranks) < 0.35
    assert uniformity(ranks) < 0.01


def test_uniform_ranks_and_others():
    assert uniformity([(at + 0.5) / 200 for at in range(200)]) > 0.99
    assert uniformity([(at + 0.5) / 300 for at in range(200)]) < 1e-9


def guessed(key, shared):
    """Return the labels whose shared value the attack finds in a release under a key."""
    truth = values(Random(key))  # noqa: S311 - the same every time
    corpus = [note(at, [(TOLD, truth)]) for at in range(300)]
    surrogate = Surrogate(shared=shared, key=Secret(f"a key of the attack {key:06}".encode()))
    for document, spans in corpus:
        surrogate.survey(document, spans)
    texts, passages = {}, []
    for document, spans in corpus:
        release = surrogate.transform(document, spans)
        texts[document.id] = release.text
        for edit, start, end in release.placed():
            shown = release.text[start:end]
            passages.append(Seen(document.id, document.subject, edit.label, start, end, shown))
    attack, known = Exclusion(), Knowledge(candidates(), subjects=True)
    guesses = list(attack.guesses(Glimpse(texts, tuple(passages)), known))
    assert {guess.label for guess in guesses} == set(LABELS)
    return {one.label for one in guesses if attack.is_right(one, (truth[one.label],) * 300)}


def test_the_attack_finds_the_planted_weakness_and_nothing_else():
    for key in range(2):
        assert "HOSPITAL" in guessed(key, NEVER)
        assert guessed(key, 5) == set()
