"""Tokens: how they are written, and that a changed one is refused."""

import re

import pytest

from textveil.errors import ChangedReleaseError, WrongKeyError
from textveil.values.keys.secret import Secret
from textveil.values.keys.token import Tokens, openings

KEY = Secret(b"0123456789abcdef")
TOKENS = Tokens(KEY)


def test_a_token_is_one_ascii_word():
    token = TOKENS.write("NAME", "Ana Ruiz")
    assert re.fullmatch(r"\[NAME:tv1\.[a-z2-7]+\]", token)
    assert TOKENS.restored(token) == "Ana Ruiz"


@pytest.mark.parametrize("value", ["", "é", "\ud800", "\ud83d\ude00", "\U0001f600", "a\0b", "]["])
def test_every_string_comes_back(value):
    assert TOKENS.restored(f"x{TOKENS.write('NAME', value)}y") == f"x{value}y"


@pytest.mark.parametrize("label", ["name", "A B", "Ü", "X" * 41, "A:B", "A]"])
def test_a_label_that_could_be_misread_is_not_written(label):
    token = TOKENS.write(label, "Ana")
    assert token.startswith("[VALUE:tv1.")
    assert TOKENS.restored(token) == "Ana"


def test_equal_values_share_a_token_unless_told_apart():
    assert TOKENS.write("NAME", "Ana") == TOKENS.write("NAME", "Ana")
    apart = {TOKENS.write("NAME", "Ana", *more) for more in [(), ("a",), ("b",), ("a", "b")]}
    assert len(apart) == 4


def test_short_values_have_equal_lengths():
    assert len({len(TOKENS.write("NAME", "x" * n)) for n in range(1, 16)}) == 1


def test_every_changed_character_is_refused():
    token = TOKENS.write("NAME", "Ana")
    body = token.index(".") + 1
    for at in range(body, len(token) - 1):
        for letter in "abyz27":
            if token[at] == letter:
                continue
            # The first letters are the mark of the key.
            error = WrongKeyError if at < body + 7 else ChangedReleaseError
            with pytest.raises((error, ChangedReleaseError)):
                TOKENS.restored(token[:at] + letter + token[at + 1 :])


@pytest.mark.parametrize(
    "change",
    [
        lambda token: token.replace("NAME", "CITY"),
        lambda token: token[:-1],
        lambda token: token[:40] + "\n" + token[40:],
        lambda token: token[:40] + token[41:],
        lambda token: token.upper().replace("TV1", "tv1"),
        lambda _: "[NAME:tv1.]",
        lambda _: "[NAME:tv1.a]",
        lambda _: "[NAME:tv1.",
    ],
)
def test_a_broken_token_is_refused(change):
    text = f"Seen by {change(TOKENS.write('NAME', 'Ana'))}"
    with pytest.raises(ChangedReleaseError) as caught:
        TOKENS.restored(text)
    assert caught.value.where.startswith("[8, ")


def test_another_key_is_told_apart_from_damage():
    with pytest.raises(WrongKeyError):
        Tokens(Secret(b"fedcba9876543210")).restored(TOKENS.write("NAME", "Ana"))


def test_openings():
    text = "[NAME:tv1. [a:tv1. [:tv1. [NAME:tv2. [[X-1:tv1.] [NAME:[NAME:tv1."
    assert [text[at:][:6] for at in openings(text)] == ["[NAME:", "[X-1:t", "[NAME:"]


def test_text_around_tokens_stays():
    text = "[NAME: " + TOKENS.write("NAME", "Ana") + "] tv1. [x"
    assert TOKENS.restored(text) == "[NAME: Ana] tv1. [x"
