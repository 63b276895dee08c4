"""Fewest substitutions are the fewest, wherever they lie, and all best results are as likely."""

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from tests.oracles.sequences.substitution import best_texts, changes, least_changes

from textveil.strings.sanitization.substitution import NoSubstitutionError, fewest_substitutions


def changed(texts, patterns, letters, incoming, seed=0):
    """The texts with the fewest substitutions, drawn by a seed."""
    codes = np.array([letters.index(x) for text in texts for x in text], np.int32)
    offsets = np.cumsum([0, *map(len, texts)])
    lengths = sorted({len(pattern) for pattern in patterns})
    rows = [
        np.array([[letters.index(x) for x in p] for p in sorted(patterns) if len(p) == n], np.int32)
        for n in lengths
    ]
    may = np.array(sorted(letters.index(x) for x in incoming), np.int64)

    def lots(owner, block):
        rng = np.random.default_rng([seed, owner, block])
        return rng.integers(0, 2**64, 64, dtype=np.uint64)

    made = fewest_substitutions(codes, offsets, rows, len(letters), may, lots)
    shown = ["".join(letters[c] for c in made.codes[a:b]) for a, b in pairwise(offsets)]
    assert made.changed == sum(map(changes, texts, shown))
    return shown


def drawn_word(rnd, letters, least, most):
    return "".join(rnd.choices(letters, k=rnd.randint(least, most)))


def test_small_texts_have_the_optimum_of_brute_force():
    rnd, none = random.Random(7), 0  # noqa: S311
    for number in range(5000):
        letters = ("AC", "ACG", "ACGT")[number % 3]
        text = drawn_word(rnd, letters, 1, (10, 7, 6)[number % 3])
        least, most = (2, 2) if number % 2 else (1, 4)
        patterns = {drawn_word(rnd, letters, least, most) for _ in range(rnd.randint(1, 4))}
        some = rnd.randint(1, len(letters))
        incoming = letters if number % 4 else "".join(sorted(rnd.sample(letters, some)))
        best = best_texts(text, patterns, incoming)
        if best:
            assert changed([text], patterns, letters, incoming, number)[0] in best
            continue
        none += 1
        with pytest.raises(NoSubstitutionError):
            changed([text], patterns, letters, incoming)
    assert none > 100


def test_regions_lose_nothing_in_long_texts():
    rnd = random.Random(3)  # noqa: S311
    harder = 0
    for number in range(60):
        letters = ("AC", "ACG", "ACGT")[number % 3]
        text = drawn_word(rnd, letters, 200, 500)
        patterns = {drawn_word(rnd, letters, 2, 4) for _ in range(rnd.randint(1, 12))}
        least = least_changes(text, patterns, letters)
        if least is None:
            with pytest.raises(NoSubstitutionError):
                changed([text], patterns, letters, letters)
            continue
        (shown,) = changed([text], patterns, letters, letters, number)
        assert not any(pattern in shown for pattern in patterns)
        assert changes(text, shown) == least
        harder += least > 50
    assert harder > 10


def test_a_region_longer_than_what_is_held_at_once_is_solved():
    text = "AC" * 700
    (shown,) = changed([text], {"CA"}, "AC", "AC")
    assert "CA" not in shown
    assert changes(text, shown) == least_changes(text, {"CA"}, "AC")


@pytest.mark.parametrize(
    ("text", "patterns", "letters"),
    [
        ("ACAACA", {"AA", "CA"}, "ACG"),
        ("AAAAAA", {"AA"}, "ACG"),
        ("ACGACG", {"ACG"}, "ACG"),
        ("CACAAC", {"ACA", "AA", "CAC"}, "AC"),
        ("AABAAB", {"AAB", "BA"}, "ABXYZ"),
    ],
)
def test_every_best_text_is_as_likely(text, patterns, letters):
    best = best_texts(text, patterns, letters)
    times = 200 * len(best)
    found = Counter(changed([text], patterns, letters, letters, n)[0] for n in range(times))
    assert set(found) == set(best)
    chi = sum((found[one] - 200) ** 2 / 200 for one in best)
    freedom = len(best) - 1
    assert chi < freedom + 4.5 * (2 * freedom) ** 0.5 + 1


def test_sequences_do_not_touch_each_other():
    shown = changed(["ACA", "AAC", "", "CA"], {"CA", "AA"}, "ACG", "ACG")
    assert [len(one) for one in shown] == [3, 3, 0, 2]
    assert list(map(changes, ["ACA", "AAC", "", "CA"], shown)) == [1, 1, 0, 1]
