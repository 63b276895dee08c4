"""What verifies substitutions agrees with what makes them, and tells everything else."""

import random

from tests.oracles.sequences.substitution import best_texts, changes

from textveil.errors import InputError
from textveil.transform.sanitization.sanitize import Sanitize, sanitize
from textveil.values.keys.draw import Draw
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.sequences import Sequences
from textveil.verify.sequences.claims import PROMISES, check_sanitized
from textveil.verify.sequences.substitution import Substitutions
from textveil.verify.sequences.windows import Sides

KEY = Draw(b"k" * 32)


def coded(texts, letters):
    alphabet = Alphabet(tuple(letters))
    return Sequences.of([Sequence.of(str(n), text, alphabet) for n, text in enumerate(texts)])


def substitutions(old, new, patterns, letters):
    sides = Sides(coded(old, letters), coded(new, letters), patterns, 1, whole=True)
    return Substitutions(sides, letters)


def cases(count, seed, longest):
    rnd = random.Random(seed)  # noqa: S311
    for number in range(count):
        letters = ("AC", "ACG", "ACGT", "ACGTXYZ")[number % 4]
        most = min(longest, (longest, 9, 7, 5)[number % 4]) if longest < 12 else longest
        texts = ["".join(rnd.choices(letters, k=rnd.randint(1, most))) for _ in range(2)]
        used = letters[:4]
        patterns = {"".join(rnd.choices(used, k=rnd.randint(1, 4))) for _ in range(3)}
        known = set("".join(texts))
        patterns = [one for one in sorted(patterns) if known.issuperset(one)]
        if patterns and len(texts[0]) >= min(map(len, patterns)):
            yield texts, patterns, letters


def made(texts, patterns, letters, key=KEY):
    try:
        result = sanitize(coded(texts, letters), patterns, Sanitize("substitute"), draw=key)
    except InputError:  # some have no way
        return None
    return ["".join(one) for one in result.results()]


def test_every_release_holds_with_its_own_draws_and_not_with_others():
    held = differed = 0
    for texts, patterns, letters in cases(400, 11, 60):
        shown = made(texts, patterns, letters)
        if shown is None:
            continue
        k = min(map(len, patterns))
        source, release = coded(texts, letters), coded(shown, letters)
        told = check_sanitized(
            *(source, release, patterns, k, PROMISES["substitute"]), incoming=letters
        )
        assert all(verdict.holds for verdict in told), (texts, patterns)
        found = substitutions(texts, shown, patterns, letters)
        assert not list(found.drawn_letters_differ(KEY))
        held += found.changed > 0
        differed += any(found.drawn_letters_differ(Draw(b"o" * 32)))
    assert held > 150
    assert differed > 100


def test_more_changes_than_needed_are_refuted():
    rnd, refuted = random.Random(5), 0  # noqa: S311
    for texts, patterns, letters in cases(300, 12, 9):
        best = best_texts(texts[0], patterns, letters)
        other = "".join(rnd.choices(letters, k=len(texts[0])))
        if not best or any(pattern in other for pattern in patterns):
            continue
        verdict = substitutions(texts[:1], [other], patterns, letters).fewest()
        assert verdict.holds == (other in best), (texts[0], other, patterns)
        refuted += not verdict.holds
    assert refuted > 30


def test_a_best_text_that_was_not_drawn_is_told():
    told = 0
    for texts, patterns, letters in cases(200, 13, 8):
        shown = made(texts[:1], patterns, letters)
        others = [one for one in best_texts(texts[0], patterns, letters) if [one] != shown]
        for other in others[:2]:
            found = substitutions(texts[:1], [other], patterns, letters)
            assert found.fewest().holds
            assert any(found.drawn_letters_differ(KEY))
            assert changes(texts[0], other) == found.changed
            told += 1
    assert told > 50


def test_a_letter_that_may_not_come_in_is_told():
    sides = Sides(coded(["ACA"], "ACN"), coded(["ANA"], "ACN"), ["AC"], 2, whole=True)
    assert not Substitutions(sides, "AC").fewest().holds
    assert Substitutions(sides, "ACN").fewest().holds
