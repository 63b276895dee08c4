"""Word lists: the order of words does not matter, and nothing shows them."""

import pickle

import pytest

from textveil.errors import InvalidValueError
from textveil.values.terms.word_lists import NO_LISTS, WordLists


def test_lists_are_taken_as_people_write_them():
    one = WordLists.of("Senna", {"NAME": "Ruiz", "CITY": ["Lima"]}, {"MRN": ["a", "b"]})
    assert one.allow == ("Senna",)
    assert one.deny == (("CITY", "Lima"), ("NAME", "Ruiz"))
    assert one.counts() == {"allow": 1, "deny": {"CITY": 1, "NAME": 1}, "patterns": {"MRN": 2}}
    assert WordLists.of(deny="Ruiz").deny == (("IDENTIFIER", "Ruiz"),)
    assert not NO_LISTS
    assert one.labels == ("CITY", "MRN", "NAME")


def test_order_and_repetition_do_not_matter():
    one, two = WordLists.of(["a", "b"], ["x", "y"]), WordLists.of(["b", "a", "b"], ["y", "x"])
    assert one == two
    assert hash(one) == hash(two)
    assert one | two == one
    assert one != WordLists.of(["a"], ["x", "y"])
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301


def test_a_commitment_depends_on_words_and_key():
    one, two = WordLists.of(deny=["Ruiz"]), WordLists.of(deny=["Holt"])
    digests = {lists.commitment(key) for lists in (one, two) for key in (b"a", b"b")}
    assert len(digests) == 4


def test_no_word_is_shown():
    lists = WordLists.of(["Okafor"], ["Okafor"], {"MRN": "Okafor"})
    assert "Okafor" not in repr(lists) + str(lists.counts())


@pytest.mark.parametrize("given", [{"allow": ["--"]}, {"deny": [""]}, {"deny": [7]}])
def test_a_word_has_a_letter_or_a_digit(given):
    with pytest.raises(InvalidValueError, match="a letter or a digit"):
        WordLists.of(**given)


def test_a_pattern_is_not_empty():
    with pytest.raises(InvalidValueError, match="not empty"):
        WordLists.of(patterns={"MRN": ""})
