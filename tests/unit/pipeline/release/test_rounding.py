"""Counts that are published tell nothing about a single document."""

from textveil.pipeline.release.rounding import rounded_attacks, rounded_scores
from textveil.values.attacking import MORE, NO_MORE, AttackResult
from textveil.values.score import Score


def test_groups_of_few_things_are_not_scored():
    counts = {"": 4, "AGE": 14, "NAME": 15}
    scores = [Score("recall", 0.5, 0.4, 0.6, count, group) for group, count in counts.items()]
    assert [one.group for one in rounded_scores(scores)] == ["", "NAME"]


def test_labels_with_few_guesses_are_one_row():
    many = AttackResult("rarity", "NAME", 40, 3, 2.0)
    rows = [many, AttackResult("rarity", "AGE", 14, 1, 1.0), AttackResult("rarity", "ID", 1, 0, 0)]
    told = rounded_attacks(rows)
    assert [(one.label, one.guesses, one.right) for one in told] == [
        ("NAME", 40, None),
        ("", 10, None),
    ]
    assert told[1].verdict == NO_MORE
    assert rounded_attacks(told) == told


def test_a_row_of_few_says_that_one_of_them_works():
    rows = [AttackResult("rarity", "AGE", 14, 14, 0.5), AttackResult("rarity", "ID", 1, 0, 0.5)]
    [told] = rounded_attacks(rows)
    assert told.verdict == MORE
    assert rounded_attacks([told]) == (told,)
