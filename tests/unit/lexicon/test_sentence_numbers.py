"""Which places of a text stand in one sentence or line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.style.sentences import sentence_numbers

LONG = "She came to the clinic because of a cough that began at <Easter>"


def numbers(marked):
    """Return the numbers of the places that stand between angle brackets."""
    text, places = "", []
    for at, piece in enumerate(marked.replace(">", "<").split("<")):
        if at % 2:
            places.append((len(text), len(text) + len(piece)))
        text += piece
    return sentence_numbers(text, places)


@pytest.mark.parametrize(
    "marked",
    [
        "At <Easter>, on <3 May>.",
        "At <Easter>; on <3 May>.",
        "At <Easter> Dr. Ray and J. Low came on <3 May>.",
        "At <Easter> near St. Ives on <3 May>.",
        "On <Dec. 3>, at <Easter>",
        "At <Easter>,\non <3 May>",
        f"{LONG}\nand ended on <3 May>",
        "At <Easter> 2.5 mg on <3 May>",
    ],
)
def test_these_places_stand_beside_each_other(marked):
    first, second = numbers(marked)
    assert first == second


@pytest.mark.parametrize(
    "marked",
    [
        "At <Easter>. On <3 May>.",
        'He said "at <Easter>." On <3 May>.',
        "At <Easter>!\nOn <3 May>.",
        "likes <Easter>\nseen on <3 May>",
        f"{LONG}\nSeen on <3 May>",
        f"{LONG}\n\nand on <3 May>",
        "Year of the <Ox>. Seen <3 May>",
    ],
)
def test_these_places_do_not(marked):
    first, second = numbers(marked)
    assert first < second


@given(st.text(alphabet="aA.!, \nDr", max_size=80), st.integers(0, 70), st.integers(0, 70))
def test_numbers_never_fall_and_more_text_behind_changes_none(text, one, other):
    low, high = sorted((one, other))
    places = [(low, low + 2), (high + 3, high + 5)]
    text = f"{text:<90}"
    found = sentence_numbers(text, places)
    assert found == sorted(found)
    assert sentence_numbers(f"{text} More. Text.\n", places) == found
