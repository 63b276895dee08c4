"""The experiment on exclusion, made small: ranks are uniform with the rule, and not without it."""

import pytest
from benchmarks.exclusion import LABELS, NEVER, attacked, uniformity

KEYS = range(24)
SUBJECTS = 60


@pytest.fixture(scope="module")
def found():
    return [attacked(key, subjects=SUBJECTS, besides=bool(key % 2)) for key in KEYS]


@pytest.mark.parametrize("label", LABELS)
def test_what_many_share_is_not_told_by_what_is_missing(label, found):
    assert uniformity([one.ranks[label] for one in found]) > 0.01


def test_sixty_days_stay_possible_under_every_key(found):
    assert min(one.days for one in found) >= 60


def test_without_the_rule_the_attack_wins():
    found = [attacked(key, subjects=SUBJECTS, shared=NEVER) for key in range(12)]
    assert max(one.days for one in found) < 60
    for label in ("HOSPITAL", "DATE"):
        ranks = [one.ranks[label] for one in found]
        assert sum(ranks) / len(ranks) < 0.35
        assert uniformity(ranks) < 0.01


def test_uniform_ranks_and_others():
    assert uniformity([(at + 0.5) / 200 for at in range(200)]) > 0.99
    assert uniformity([(at + 0.5) / 300 for at in range(200)]) < 1e-9
