"""Counts that are published tell nothing about a single document."""

from textveil.certify.document.certificate import verdict_json
from textveil.certify.document.rounding import rounded_attacks, rounded_scores
from textveil.values.figures.attack import MORE, NO_MORE, AttackResult
from textveil.values.figures.score import Score
from textveil.values.verdict import Verdict


def test_what_was_left_out_is_published_and_few_is_like_none():
    exempt = {"allowed words": 0, "kept fields": 1_234, "short values": 14}
    verdict = Verdict.of("residue", 20, [], exempt=exempt, untold={"dates": 3})
    told = verdict_json(verdict)
    assert told["exempt"] == {"allowed words": 10, "kept fields": 1_200, "short values": 10}
    assert "untold" not in told
    assert verdict.to_json()["untold"] == {"dates": 3}


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
