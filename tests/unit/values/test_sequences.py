"""Many sequences as one buffer."""

from array import array

import pytest

from textveil.errors import InvalidValueError
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.sequences import Sequences

AB = Alphabet(("a", "b"))


def packed(codes, ends, ids=("1", "2"), **more):
    return Sequences(ids, array("i", codes).tobytes(), array("q", ends).tobytes(), AB, **more)


def test_it_is_the_list_it_was_made_of():
    given = [Sequence.of("1", "ab", AB, "p1"), Sequence.of("2", "", AB), Sequence.of("3", "b", AB)]
    made = Sequences.of(given)
    assert list(made) == given
    assert (made[-1], made[1:], len(made)) == (given[-1], given[1:], 3)
    assert given[0] in made
    assert Sequences.of(made) is made
    with pytest.raises(IndexError):
        made[3]


def test_subjects_only_where_there_are_some():
    assert Sequences.of([Sequence.of("1", "a", subject="p")]).subjects == ("p",)
    assert Sequences.of([Sequence.of("1", "a")]).subjects == ()


def test_different_alphabets_become_one():
    made = Sequences.of([Sequence.of("1", "ba"), Sequence.of("2", "cb")])
    assert made.alphabet.symbols == ("a", "b", "c")
    assert ["".join(sequence) for sequence in made] == ["ba", "cb"]


def test_nothing():
    assert list(Sequences.of([])) == []


@pytest.mark.parametrize(
    ("codes", "ends", "more"),
    [
        ([0, 2], [1, 2], {}),
        ([0, -1], [1, 2], {}),
        ([0, 1], [1, 1], {}),
        ([0, 1], [3, 2], {}),
        ([0, 1], [2], {}),
        ([0, 1], [1, 2], {"ids": ("1", "")}),
        ([0, 1], [1, 2], {"subjects": ("p",)}),
    ],
)
def test_mistakes(codes, ends, more):
    with pytest.raises(InvalidValueError):
        packed(codes, ends, **more)


def test_repr_has_no_letters():
    assert repr(packed([0, 1], [1, 2])) == "Sequences(2, length=2, alphabet=2)"
