"""Entries of several words: longest first, over full stops and hyphens, and nothing else."""

import pytest

from textveil.lexicon.geography import place_lists as places
from textveil.lexicon.tables import terms
from textveil.lexicon.tables.phrases import Phrase, phrase_kinds, phrases_at
from textveil.lexicon.tables.words import Kind


@pytest.mark.parametrize(
    ("tokens", "length", "kind"),
    [
        (["San", "Francisco"], 2, Kind.CITY),
        (["SAN", "FRANCISCO", ","], 2, Kind.CITY),
        (["St", ".", "Louis"], 3, Kind.CITY),
        (["Winston", "-", "Salem"], 3, Kind.CITY),
        (["New", "York", "City"], 3, Kind.CITY),
        (["New", "Hampshire"], 2, Kind.STATE),
        (["United", "States", "of", "America"], 4, Kind.COUNTRY),
        (["bus", "drivers"], 2, Kind.OCCUPATION),
        (["McLean", "Hospital"], 2, Kind.HOSPITAL),
        (["Jehovah", "'s", "Witnesses"], 3, Kind.RELIGION),
        (["Liberty", "University"], 2, Kind.ORGANIZATION),
    ],
)
def test_finds(tokens, length, kind):
    entry = phrases_at([*tokens, "zzz"], 0)
    assert entry is not None
    assert entry[0] == length
    assert entry[1] & kind


@pytest.mark.parametrize(
    "tokens",
    [
        ["San"],
        ["San", ",", "Francisco"],
        ["San", ".", ".", "Francisco"],
        ["the", "cat"],
        ["x", "y"],
    ],
)
def test_finds_nothing(tokens):
    assert phrases_at(tokens, 0) is None


def test_bulk_is_leftmost_and_longest():
    tokens = ["She", "left", "New", "York", "City", "for", "San", "Diego", ",", "California"]
    assert phrase_kinds(tokens) == [
        Phrase(2, 5, phrases_at(tokens, 2)[1]),
        Phrase(6, 8, phrases_at(tokens, 6)[1]),
    ]
    assert phrase_kinds([]) == []


def test_every_listed_phrase_is_found_whole():
    for name in (*places.us_states().values(), *terms.occupations()):
        tokens = name.replace("-", " - ").split()
        if len(tokens) > 1:
            assert phrases_at(tokens, 0)[0] == len(tokens)
