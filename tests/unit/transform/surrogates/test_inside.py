"""Inside replacements: no word of a value that is not generic stands in what replaces it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.people.likeness import tells
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.generic_words import distinctive_words, is_generic_word, shared_words
from textveil.lexicon.tables.terms import diseases, occupations
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.draw import Draw

TRAITS = facts().words("religion", "people", "language", "trait", "trait-part", "demonym")
NAMES = ("Kontou", "Whitfield", "Okafor", "Los Amigos", "d'Aubigny")
WORDS = {
    "DEMOGRAPHIC": (*TRAITS, *diseases()[:300]),
    "PROFESSION": occupations()[:1500],
    "ROOM": ("Room 412", "Ward 4", "bed 3", "4 West", "Tower B"),
    "QUANTITY": ("$1,250,000", "two million dollars", "5 shares", "300 acres"),
    "URL": (
        "https://acme.com/cancer/kowalski",
        "acme.org/people?id=12",
        "acme.com/leukemia-9.html",
    ),
    "USERNAME": ("whitfield_c", "canaryman77", "leukemiamom1980", "the_real_whit"),
    "EMAIL": ("c.whitfield@acme-foods.com", "leukemiamom@gmail.com"),
    "OTHER-ID": ("WHIT1955", "Whitfield-12", "LIC-WHIT-0012"),
}


def made(value: str, label: str, scope: str) -> str:
    setting = Setting(Draw(b"k" * 32), scope=scope, identity=value, options={"x": 1})
    return maker_of(label).make(value, label, setting)


def assert_hidden(value: str, label: str, scope: str = "s") -> None:
    fake = made(value, label, scope)
    assert not shared_words(fake, value, label), (value, fake)


@pytest.mark.parametrize("label", sorted(WORDS))
def test_no_distinctive_word_of_a_listed_value_stays(label):
    for at, value in enumerate(WORDS[label]):
        assert_hidden(value, label, str(at % 7))


@given(st.sampled_from(sorted(WORDS)), st.integers(0, 1 << 20))
def test_no_distinctive_word_of_several_stays(label, seed):
    rng = Random(seed)  # noqa: S311 - which words, not a secret
    words = [rng.choice(WORDS[label]), rng.choice(NAMES), rng.choice(WORDS[label])]
    rng.shuffle(words)
    assert_hidden(rng.choice((" ", "; ", ", ", " / ", "-")).join(words), label, str(seed % 5))


def test_a_name_beside_a_trait_does_not_stay():
    for at in range(50):
        assert made("Christian Scientist; priest Kontou", "DEMOGRAPHIC", str(at)) == "[DEMOGRAPHIC]"
        fake = made("Christian Scientist woman", "DEMOGRAPHIC", str(at))
        assert fake.endswith(" woman")
        assert "Scient" not in fake


def test_generic_words_are_those_of_the_facts():
    assert is_generic_word("Ward", "ROOM")
    assert not is_generic_word("Ward", "PROFESSION")
    assert distinctive_words("Kontou's ward in Whitfield Hall", "ROOM") == ["kontou", "whitfield"]
    shared = shared_words("Lutheran Scientist", "Christian Scientist", "DEMOGRAPHIC")
    assert shared == {"scientist"}


def test_what_begins_alike_tells():
    assert tells("Danish", "Dane", "DEMOGRAPHIC")
    assert tells("truck driver", "bus driver", "PROFESSION")
    assert not tells("retired cook", "retired nurse", "PROFESSION")


def test_a_trait_has_several_that_may_stand_for_it():
    for trait in ("African American", "Asian", "agnostic", "Army"):
        assert len({made(trait, "DEMOGRAPHIC", str(at)) for at in range(60)}) > 3
