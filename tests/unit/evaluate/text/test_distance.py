"""Distance: initials, lengths and order agree with the original's as often as by chance."""

from random import Random
from string import ascii_uppercase

from textveil.evaluate.text.distance import Likened, agreements, distance_scores


def word(rng, first=""):
    first = first or rng.choice(ascii_uppercase)
    return first + "".join(rng.choice("aeioulmnr") for _ in range(rng.randrange(3, 10)))


def pairs(made, count=2000):
    rng = Random(3)  # noqa: S311 - made-up words
    for _ in range(count):
        real = word(rng)
        yield Likened("NAME", real, made(rng, real))


def refused(made):
    return {one.name for one in agreements(pairs(made)) if not one.is_chance}


def test_independent_words_agree_as_by_chance():
    assert refused(lambda rng, _: word(rng)) == set()


def test_a_maker_that_keeps_initials_is_found():
    assert refused(lambda rng, real: word(rng, real[0])) == {"initials", "order"}


def test_a_maker_that_keeps_lengths_is_found():
    def as_long(rng, real):
        return (word(rng) + "aeiouaeiou")[: len(real)]

    assert refused(as_long) == {"lengths"}


def test_a_maker_that_never_keeps_an_initial_is_found():
    def other(rng, real):
        return word(rng, rng.choice(ascii_uppercase.replace(real[0], "")))

    assert "initials" in refused(other)


def test_what_a_group_may_keep_is_not_counted():
    rng = Random(4)  # noqa: S311 - made-up words
    kept = [Likened("NAME", word(rng, first), word(rng, first), first) for first in "ABC" * 300]
    bare = [pair._replace(group="") for pair in kept]
    assert all(one.is_chance for one in agreements(kept))
    assert not all(one.is_chance for one in agreements(bare))


def test_scores_hold_the_interval_of_chance():
    scores = distance_scores(pairs(lambda rng, _: word(rng)))
    assert [score.name for score in scores] == ["initials agree", "lengths agree", "order agree"]
    assert all(score.low < score.value < score.high for score in scores)
    assert [score.count for score in distance_scores([])] == [0, 0, 0]
