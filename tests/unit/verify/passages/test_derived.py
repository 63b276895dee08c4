"""Derived: fakes that are made from their value are refuted, and makers draw no such fakes."""

import codecs
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.verify.released import released

from textveil.lexicon.people import derivation
from textveil.lexicon.people.likeness import likeness as makers_likeness
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.persons.names import make_persona
from textveil.values.keys.draw import Draw
from textveil.values.person import Person
from textveil.verify.fakes.distance import Distance
from textveil.verify.passages import derived
from textveil.verify.passages.likeness import likeness

MADE = [
    "{NAME:Ana Ruiz=AR}",
    "{NAME:Ana Ruiz=R. A.}",
    "{PATIENT:Maria Kowalczyk=Airam Kyzclawok}",
    "{NAME:Maria Kowalczyk=Znevn Xbjnymlx}",
    "{NAME:Kowalczyk=Bakowalczyki}",
    "{NAME:Mark Goldstein=Eva Stein}",
    "{NAME:Maria Kowalczyk=Eva Kuwolcziyk}",
    "{CITY:Salem=Meals}",
    "{HOSPITAL:Waltham Hospital=Mahtlaw Hospital}",
    "{ORGANIZATION:Northwind Foods=Southnorthwindy Foods}",
    "{EMAIL:kowalczyk@acme.org=kyzclawok@lake.example.org}",
    "{USERNAME:kowalczyk=xkowalczykx}",
    "{MRN:4471123=3211744}",
    "{MRN:4471123=5582234}",
    "{SSN:123-45-6789=987-65-4321}",
    "{ACCOUNT:314159=951413}",
    "{X-OWN:Zilpah=Hapliz}",
]


@pytest.mark.parametrize("text", MADE)
def test_a_fake_that_is_made_from_its_value_is_refuted(text):
    verdict = Distance().verify([released(text)])
    assert not verdict.holds
    assert verdict.witnesses[0].redraw


WAYS = {
    "reversed": lambda word, _: word[::-1],
    "mixed": lambda word, rng: "".join(rng.sample(word, len(word))),
    "shifted": lambda word, _: "".join(chr((ord(one) - 90) % 26 + 97) for one in word),
    "in a compound": lambda word, _: f"x{word}y",
    "rot13": lambda word, _: codecs.encode(word, "rot13"),
    "without vowels": lambda word, _: "".join(one for one in word if one not in "aeiou"),
}
NAMES = [one.value.lower() for one in surnames()[:800] if one.value.isascii()]
NAMES += [one.value.lower() for one in first_names("female")[:200]]
WORD = st.sampled_from([name for name in NAMES if len(name) > 3 and name.isalpha()])


@settings(max_examples=400)
@given(WORD, WORD, st.sampled_from(sorted(WAYS)), st.integers(0, 10**6))
def test_both_sides_see_every_way_alike(word, other, way, seed):
    fake = WAYS[way](word, Random(seed))  # noqa: S311 - reproducible
    for label in ("NAME", "CITY", "USERNAME", "X-OWN"):
        assert likeness(fake, word, label) == makers_likeness(fake, word, label)
    assert derived.is_made_from(fake, word) == derivation.letters_show(fake, word)
    assert derived.is_made_from(other, word) == derivation.letters_show(other, word)
    vowels = sum(one in "aeiou" for one in word)
    if way != "without vowels" or len(word) - vowels > 3:
        assert likeness(fake, word, "X-OWN")


@settings(max_examples=400)
@given(st.from_regex(r"[0-9]{1,9}", fullmatch=True), st.from_regex(r"[0-9]{1,9}", fullmatch=True))
def test_both_sides_judge_numbers_alike(fake, real):
    assert derived.is_number_made_from(fake, real) == derivation.digits_show(fake, real)
    assert derived.is_number_made_from(real[::-1], real) == derivation.digits_show(real[::-1], real)


@settings(max_examples=150)
@given(WORD, WORD, st.integers(0, 10**6))
def test_no_fake_name_is_made_from_the_real_one(given_name, family, seed):
    person = Person(given_name, family=family)
    setting = Setting(Draw(seed.to_bytes(32, "big")), "s", "s").of(person)
    persona = make_persona(setting)
    assert not likeness(f"{persona.given} {persona.family}", f"{given_name} {family}", "NAME")
