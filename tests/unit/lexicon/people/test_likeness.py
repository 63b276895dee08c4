"""Likeness: what a surrogate must not share with its original."""

import pytest

from textveil.lexicon.people.likeness import is_like, likeness, same_form


@pytest.mark.parametrize(
    ("fake", "real", "label", "what"),
    [
        ("Voss, Ana", "Ruiz, Ana", "PATIENT", "word"),
        ("Robin Voss", "Bo Roberts", "NAME", "letters"),
        ("Al Voss", "Al Ruiz", "NAME", ""),
        ("Reno Lake", "Lake Tahoe", "CITY", ""),
        ("12 Tahoe Rd, Reno", "9 Elm Rd, Tahoma", "ADDRESS", ""),
        ("https://lake.example.com/about", "https://acme.com/about", "URL", ""),
        ("https://acme.example.com/x", "https://acme.com/x", "URL", "word"),
        ("4929 1111 2222 3333", "4000 5555 1111 6666", "CARD", "digits"),
        ("0000 1", "0000 7", "ACCOUNT", ""),
        ("12-34 5", "1 2.3-4", "ACCOUNT", "digits"),
        ("teacher", "teamster", "PROFESSION", ""),
        ("A.B.", "A.C.", "INITIALS", ""),
    ],
)
def test_what_is_shared(fake, real, label, what):
    assert likeness(fake, real, label) == what
    assert is_like(fake, real, label) == bool(what)


def test_generic_words_are_those_of_the_language():
    assert is_like("Cl\u00ednica Ruiz", "Cl\u00ednica Voss", "HOSPITAL")
    assert not is_like("Cl\u00ednica Ruiz", "Cl\u00ednica Voss", "HOSPITAL", language="es")


def test_a_form_is_an_initial_and_a_length():
    assert same_form("Ana", "Ada")
    assert not same_form("Ana", "Anna")
    assert not same_form("Ana", "Eva")
