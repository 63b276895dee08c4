import re
from dataclasses import replace

import pytest

from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.terms import occupations
from textveil.transform.surrogates.digits.quantities import Quantities
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.persons.demographics import Demographics
from textveil.transform.surrogates.persons.professions import Professions
from textveil.transform.surrogates.table import maker_of
from textveil.transform.surrogates.tags import Tags
from textveil.transform.surrogates.whereabouts.rooms import Rooms
from textveil.values.keys.draw import Draw
from textveil.values.label import LABELS

SETTING = Setting(Draw(b"k" * 32), scope="s")
SCOPES = [replace(SETTING, scope=str(at)) for at in range(40)]


@pytest.mark.parametrize("label", LABELS)
def test_every_label_has_a_maker_of_its_own(label):
    maker = maker_of(label)
    assert label in maker.labels
    assert isinstance(maker.canonical("Ana 1", label), str)


def test_unknown_kinds_become_tags():
    assert maker_of("SHOE-SIZE").make("43", "SHOE-SIZE", SETTING) == "[SHOE-SIZE]"
    assert Tags().canonical("A b", "OTHER") == Tags().canonical("ab", "OTHER")


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("412", r"[1-9]\d\d"),
        ("4-B", r"\d-[A-F]"),
        ("ICU bed 3", r"ICU bed \d"),
        ("12a", r"\d\d[a-f]"),
    ],
)
def test_rooms_keep_their_shape(value, form):
    for setting in SCOPES:
        fake = Rooms().make(value, "ROOM", setting)
        assert re.fullmatch(form, fake), fake
        assert fake != value


def test_occupations_agree_with_article_number_and_case():
    for setting in SCOPES:
        assert Professions().make("engineer", "PROFESSION", setting)[0] in "aeiou"
        assert Professions().make("nurse", "PROFESSION", setting)[0] not in "aeio"
        assert Professions().make("nurses", "PROFESSION", setting).endswith(("s", "men"))
        assert Professions().make("NURSE", "PROFESSION", setting).isupper()
        assert Professions().make("Bus Driver", "PROFESSION", setting).istitle()
        assert Professions().make("retired nurse", "PROFESSION", setting).startswith("retired ")
        one = Professions().make("nurse", "PROFESSION", setting)
        assert one in occupations()
        assert Professions().make("Nurse", "PROFESSION", setting) == one.capitalize()


def test_traits_stay_of_their_kind():
    for setting in SCOPES:
        people = Demographics().make("Turkish", "DEMOGRAPHIC", setting)
        assert people in demonyms()
        assert people != "Turkish"
        assert Demographics().make("Danes", "DEMOGRAPHIC", setting).endswith("s")
        assert Demographics().make("Methodist", "DEMOGRAPHIC", setting) in facts().words("religion")
        assert Demographics().make("Irish Catholic", "DEMOGRAPHIC", setting) != "Irish Catholic"
        assert Demographics().make("hispanic", "DEMOGRAPHIC", setting).islower()
    assert Demographics().make("left-handed", "DEMOGRAPHIC", SETTING) == "[DEMOGRAPHIC]"


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("$1,250,000", r"\$\d,\d{3},000"),
        ("EUR 3.50", r"EUR \d\.\d\d"),
        ("two million euros", r"(three|four|two|five) million euros"),
        ("5", r"\d"),
        ("1 000 dollars", r"\d 000 dollars"),
        ("0", r"\d"),
    ],
)
def test_amounts_stay_near_and_keep_their_writing(value, form):
    for setting in SCOPES:
        fake = Quantities().make(value, "QUANTITY", setting)
        assert re.fullmatch(form, fake), fake
        assert fake != value


def test_amounts_stay_within_a_quarter():
    for setting in SCOPES:
        fake = int(Quantities().make("$4123", "QUANTITY", setting)[1:])
        assert 3000 <= fake <= 5200


def test_an_amount_without_a_number_becomes_a_tag():
    assert Quantities().make("a fortune", "QUANTITY", SETTING) == "[QUANTITY]"


@pytest.mark.parametrize(
    ("trait", "form"),
    [
        ("Army colonel", r"(?!Army)[A-Z][\w ]+ (?!colonel)[a-z ]+"),
        ("ARMY COLONEL", r"[A-Z ]+"),
        ("staff sergeant", r"(?!staff sergeant)[a-z ]+"),
        ("bachelor's degree in nursing", r"(?!bachelor).+ in (?!nursing)[a-z]+"),
        ("chronic hepatitis", r"chronic (?!hepatitis)[a-z]+"),
        ("gay", r"(?!gay)[a-z]+"),
        ("Coast Guard petty\nofficer", r"[A-Z][\w ]+ [a-z]+(\n[a-z]+)?"),
    ],
)
def test_traits_of_several_words_are_replaced_word_by_word(trait, form):
    fake = maker_of("DEMOGRAPHIC").make(trait, "DEMOGRAPHIC", SETTING)
    assert re.fullmatch(form, fake), fake


def test_no_occupation_holds_the_one_it_stands_for():
    for real in ("engineer", "nurse", "worker", "manager", "driver", "teacher"):
        for scope in map(str, range(40)):
            fake = maker_of("PROFESSION").make(real, "PROFESSION", replace(SETTING, scope=scope))
            assert real not in fake


def test_endless_numbers_are_no_amounts():
    assert Quantities().make("9" * 5000, "QUANTITY", SETTING) == "[QUANTITY]"
