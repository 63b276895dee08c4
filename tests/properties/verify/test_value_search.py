"""The search for removed values skips words, and finds what a look at every run of words finds."""

import re
from itertools import combinations

from hypothesis import example, given
from hypothesis import strategies as st

from textveil.verify.leftovers.value_search import ValueSearch
from textveil.verify.passages.removed_values import words_of

PIECES = ["an", "ana", "anna", "Kova", "kovacs", "cs", "x", "10134", "7", "Ümit", "Straße"]
SIGNS = [" ", "-", "_", ", ", ""]

texts = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(SIGNS)), max_size=8).map(
    lambda parts: "".join(piece + sign for piece, sign in parts)
)
values = st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join)


@given(texts, st.sets(values, max_size=4))
def test_a_value_is_found_in_every_run_of_words_that_spells_it(text, wanted):
    wanted = {value for value in map(_squeezed, wanted) if len(value) > 3 and not value.isdigit()}
    found = words_of(text)
    runs = combinations(range(len(found.words) + 1), 2)
    spelt = {
        found.view.locate(found.spots[low][0], found.spots[high - 1][1])
        for low, high in runs
        if "".join(found.words[low:high]) in wanted
    }
    assert set(ValueSearch(wanted).spots(found, "en")) == spelt


@given(st.one_of(texts, st.text()))
@example("room 12b, \u0664\u0662 and \u00b2 in 3\u00e8me")
def test_letters_and_digits_stand_apart_in_every_text(text):
    found = words_of(text)
    alone = list(re.finditer(r"[^\W\d_]+|\d+", found.view.text))
    apart = found.apart()
    assert apart.words == [one.group().casefold() for one in alone]
    assert apart.spots == [one.span() for one in alone]


def _squeezed(value: str) -> str:
    return "".join(words_of(value).words)
