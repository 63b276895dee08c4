import pytest

from textveil.errors import InvalidValueError
from textveil.synth.people.share import ALL, Share

LONG = [f"name {at}" for at in range(1000)]
SHORT = ["alpha", "beta", "gamma", "delta", "epsilon"]


@pytest.mark.parametrize(
    "shares", [["A", "B"], ["1/5", "2/5", "3/5", "4/5", "5/5"], ["2/3", "-2/3"]]
)
def test_shares_cover_everything_once(shares):
    parts = [Share.parse(text) for text in shares]
    assert sorted(x for part in parts for x in LONG if part.has(x)) == sorted(LONG)
    assert sorted(x for part in parts for x in part.of_short(SHORT)) == sorted(SHORT)


def test_halves_of_short_lists_are_of_equal_size():
    sizes = {len(Share.parse(half).of_short(SHORT)) for half in "AB"}
    assert sizes == {2, 3}


def test_lists_shorter_than_the_number_of_shares_are_common_to_all():
    assert Share.parse("4/5").of_short(["one", "two"]) == ["one", "two"]


def test_the_order_of_a_list_and_the_case_of_a_name_do_not_matter():
    half = Share.parse("A")
    assert set(half.of_short(SHORT)) == set(half.of_short(SHORT[::-1]))
    assert all(half.has(x) == half.has(x.upper()) for x in LONG)


def test_all_is_everything_and_shares_print_as_they_are_read():
    assert all(map(ALL.has, LONG))
    assert [str(Share.parse(text)) for text in ("all", "A", "2/5", "-2/5")] == [
        "all",
        "1/2",
        "2/5",
        "-2/5",
    ]


@pytest.mark.parametrize("text", ["", "C", "0/2", "3/2", "1/", "/2", "-1/1", "1/x", "１/2"])
def test_other_texts_are_refused(text):
    with pytest.raises(InvalidValueError):
        Share.parse(text)
