"""Secrets: keys, tokens, passwords and codes are found; words about them are not."""

from random import Random
from string import ascii_letters, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.patterns import Patterns
from textveil.lexicon.tables.facts import facts
from textveil.pipeline.api import deidentify
from textveil.policy.policy import load_policy, shipped_policies
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

PREFIXES = facts().words("secret-prefix")
WORDS = facts().words("secret-word")


def secrets_in(text: str) -> list[str]:
    spans = Patterns().detect(Document("d", text))
    return [text[one.start : one.end] for one in spans if one.label == "SECRET"]


def drawn(seed: int, size: int) -> str:
    rng = Random(seed)  # noqa: S311 - reproducible, not secret
    letters = [rng.choice(ascii_letters + digits) for _ in range(size - 2)]
    return "a7" + "".join(letters)


@given(st.sampled_from(sorted(PREFIXES)), st.integers(0, 10**6), st.integers(20, 60))
def test_a_token_with_a_published_beginning_is_found_whole(prefix: str, seed: int, size: int):
    token = prefix + drawn(seed, size)
    assert secrets_in(f"the key {token}, please") == [token]


@given(st.sampled_from(sorted(WORDS)), st.sampled_from([": ", "=", " = ", ": '", '": "']))
def test_what_a_word_for_secrets_introduces_is_found(word: str, link: str):
    assert secrets_in(f"my {word}{link}Xk9-vQ2z\n") == ["Xk9-vQ2z"]


@pytest.mark.parametrize(
    "text",
    [
        "The token is invalid.",
        "Password: required",
        "He kept her secret: that was all.",
        "ASIAN INFRASTRUCTURE INVESTMENT BANK",
        "a pin 12 mm long",
        "see commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    ],
)
def test_words_about_secrets_are_none(text: str):
    assert secrets_in(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('the passphrase was "blue moon rising"', "blue moon rising"),
        ("password: 'p@ss w0rd!' for now", "p@ss w0rd!"),
        ("password: Summer2021!", "Summer2021!"),
    ],
)
def test_a_secret_goes_whole(text: str, value: str):
    assert secrets_in(text) == [value]


def test_a_password_takes_its_connection_with_it():
    address = "postgres://admin:s3cr3t@db.example.org:5432/prod"
    assert secrets_in(f"DATABASE_URL={address}") == [address]
    assert secrets_in("see https://example.org:8080/a@b") == []


def test_the_lines_of_a_key_are_found_to_the_last():
    lines = [drawn(seed, 64) for seed in range(9)]
    block = "\n".join([*lines, drawn(99, 20) + "=="])
    text = f"-----BEGIN PRIVATE KEY-----\n{block}\n-----END PRIVATE KEY-----\n"
    assert secrets_in(text) == [block]


ALONE = sorted({*shipped_policies()} - {"gdpr-pseudonymize", "screened"})
"""One gives the input back, so it seals secrets, too; the other needs many documents."""


@pytest.mark.parametrize("name", ALONE)
def test_a_shipped_policy_shows_a_tag_and_no_fake(name: str):
    made = deidentify(
        "Log in, password: Xk9-vQ2z today.", policy=load_policy(name), key=Secret(b"k" * 32)
    )
    assert made.text.startswith("Log in, password: [SECRET")
    assert "Xk9" not in made.text


def test_sealed_secrets_show_nothing_of_themselves():
    policy, key = load_policy("gdpr-pseudonymize"), Secret(b"k" * 32)
    made = deidentify("Log in, password: Xk9-vQ2z today.", policy=policy, key=key)
    assert "SECRET" in made.text
    assert "Xk9" not in made.text
