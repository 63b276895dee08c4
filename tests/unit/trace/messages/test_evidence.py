"""Evidence: messages count once, shared versions not at all, and leaks add up."""

import numpy as np
import pytest

from textveil.errors import InvalidValueError
from textveil.trace.messages.evidence import (
    FriendEvidence,
    MessageBets,
    accused_links,
    bets_of,
    counts,
)
from textveil.trace.messages.kept import KeptDraw, KeptMessage, KeptPlace

PLACES = tuple(KeptPlace(at, at, tuple("abcd"), private=False) for at in range(6))
RNG = np.random.default_rng(1)
WORDS = RNG.integers(0, 4, (60, 6)).astype(np.uint8)
FRIENDS = tuple(f"f{number}" for number in range(40))


def kept(rows=None, name="m"):
    rows = tuple(range(40)) if rows is None else rows
    return KeptMessage(name, "", PLACES, (KeptDraw("all", FRIENDS, rows, WORDS),))


def shows(row):
    return [frozenset({int(letter)}) for letter in WORDS[row]]


def test_leaks_of_one_friend_add_up_until_accused():
    evidence = FriendEvidence(frozenset(FRIENDS))
    accused = []
    for number in range(5):
        evidence.add(bets_of(kept(name=str(number)), shows(7)))
        accused.append([one.friend for one in evidence.accused(0.001)])
    assert accused[0] == []
    assert accused[-1] == ["f7"]
    assert evidence.suspicions()[0].p < 1e-6


def test_a_wrong_bet_does_not_end_the_case():
    evidence = FriendEvidence(frozenset(FRIENDS))
    for number in range(6):
        evidence.add(bets_of(kept(name=str(number)), shows(7 if number else 8)))
    assert [one.friend for one in evidence.accused(0.001)] == ["f7"]


def test_a_post_that_shows_nothing_does_not_count():
    assert not counts(kept(), [frozenset()] * 6)
    assert counts(kept(), shows(3))


def test_friends_who_share_a_version_are_not_bet_on():
    assert bets_of(kept(rows=tuple(at % 20 for at in range(40))), shows(3)).factors == ()


def test_links_hold_names_and_numbers_alone():
    evidence = FriendEvidence(frozenset({"Ann", "Ben"}))
    evidence.add(MessageBets("key", (("Ann", 1e5), ("Ben", 0.5))))
    (link,) = accused_links("post", evidence.accused(0.001), evidence.messages)
    assert (link.found, link.source) == ("post", "Ann")
    assert link.explanation.reasons == (("messages", 1.0),)


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_a_rate_lies_between_0_and_1(rate):
    with pytest.raises(InvalidValueError):
        FriendEvidence(frozenset({"Ann"})).accused(rate)
