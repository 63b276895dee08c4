import re
from dataclasses import replace

import pytest

from textveil.lexicon.geography.localities import country_code
from textveil.lexicon.geography.place_lists import demonyms
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.terms import hospitals, universities
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organizations.fake_organizations import Organizations
from textveil.transform.surrogates.persons.names import make_persona
from textveil.transform.surrogates.whereabouts.addresses import Cities, States
from textveil.values.keys.draw import Draw
from textveil.values.person import Person

SETTING = Setting(Draw(b"k" * 32), scope="s")
MAKER = Organizations()


def made(value):
    return MAKER.make(value, "ORGANIZATION", SETTING)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("St. Mary's Hospital", r"St\. \w+'s Hospital"),
        ("Boston Medical Center", r".+ Medical Center"),
        ("University of Michigan", r"University of .+"),
        ("Smith & Sons Ltd", r"\w+ & Sons Ltd"),
        ("Brigham and Women's Hospital", r"[A-Z'a-z-]+ Hospital"),
        ("SMITH CLINIC", r"[A-Z' -]+ CLINIC"),
        ("MGH", r"[A-Z]{2,5}"),
        ("N.A.T.O.", r"([A-Z]\.){2,5}"),
        ("Ministry of Justice", r"Ministry of \w+"),
        ("Supreme Court", r"\w+ Court"),
        ("the Court", r"the .+ Court"),
        ("10th Medical Group", r"\d\dth Medical Group"),
        ("Dana-Farber\nCancer Institute", r".+\nInstitute"),
        ("Rancho Los Amigos National Rehabilitation Center", r"[\w']+ Rehabilitation Center"),
    ],
)
def test_the_type_stays_and_the_name_does_not(value, form):
    fake = made(value)
    assert re.fullmatch(form, fake), fake
    assert MAKER.canonical(fake, "HOSPITAL") != MAKER.canonical(value, "HOSPITAL")


def test_saints_become_saints():
    assert re.fullmatch(r"St\. (\w+)'s Hospital", made("St. Luke's Hospital"))[1] in facts().words(
        "saint"
    )


def test_places_in_names_agree_with_addresses():
    city = Cities().make("Boston", "CITY", SETTING)
    assert made("Boston Medical Center") == f"{city} Medical Center"
    state = States().make("Ohio", "STATE", SETTING)
    assert made("Ohio State University") == f"{state} State University"


def test_short_forms_agree_with_full_names():
    assert made("Kowalczyk Industries Inc").startswith(made("Kowalczyk"))


@pytest.mark.parametrize("value", ["???", "A", "the", "Bank", "of", "St.", "U.S. Army"])
def test_odd_names_change_too(value):
    assert made(value) != value


def test_every_scope_has_its_own():
    fakes = {
        MAKER.make("Mayo Clinic", "HOSPITAL", replace(SETTING, scope=str(at))) for at in range(20)
    }
    assert len(fakes) > 15


@pytest.mark.parametrize("value", ["United States", "Norway", "U.S.", "US", "UK", "Germany"])
def test_a_country_becomes_a_country(value):
    fake = made(value)
    assert country_code(fake)
    assert country_code(fake) != country_code(value)
    assert len(fake) > 2


def test_countries_keep_article_possessive_and_the_words_around_them():
    assert re.fullmatch(r"the .+", made("the United States"))
    assert country_code(made("the Netherlands"))
    assert country_code(made("Norway's").removesuffix("'s"))
    assert re.fullmatch(r"Supreme Court of .+", made("Supreme Court of Norway"))
    army, adjectives = made("U.S. Army"), set(demonyms())
    assert army.removesuffix(" Army") in adjectives
    assert made("Turkish") in adjectives - {"Turkish"}


def test_both_parties_of_a_lawsuit_are_replaced():
    one, two = re.fullmatch(r"(\w+) v\. (\w+)", made("Smith v. Jones")).groups()
    assert {one, two}.isdisjoint({"Smith", "Jones"})
    assert made("SMITH v. JONES") == f"{one} v. {two}".upper().replace(" V. ", " v. ")
    assert made("People v. Jones") == f"People v. {two}"
    assert made("In re Jones") == f"In re {two}"
    assert re.fullmatch(rf"{one} vs\. \w+ Corp\.", made("Smith vs. Acme Corp."))


def test_acronyms_follow_the_fake_name_where_it_is_known():
    full = "Massachusetts General Hospital"
    known = replace(SETTING, options={"organizations": {"mgh": full}})
    letters = "".join(word[0] for word in made(full).split())
    assert MAKER.make("MGH", "HOSPITAL", known) == letters
    assert MAKER.make("MGH's", "HOSPITAL", known) == f"{letters}'s"
    assert MAKER.make("M.G.H.", "HOSPITAL", known) == "".join(f"{one}." for one in letters)
    assert made("UCLA").isupper()
    scopes = (replace(SETTING, scope=str(at)) for at in range(20))
    others = {MAKER.make("UCLA", "ORGANIZATION", scope) for scope in scopes}
    assert len({len(one) for one in others}) > 1


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("MERCY HOSPITAL", r"[A-Z ]+ HOSPITAL"),
        ("Dept. of Neurology", r"Dept\. of \w+"),
        ("The Johns Hopkins Hospital", r"(?!The ).+ Hospital"),
        ("the Kowalczyk Hospital", r"the .+ Hospital"),
        ("Powell & Sons Landscaping", r"\w+ & Sons Landscaping"),
        ("van der Veen & Canizales", r"\w+ & \w+"),
        ("Slatyfork Department of Motor Vehicles", r".+ Department of Motor Vehicles"),
        ("Li HVAC", r"\w+ HVAC"),
        ("General Motors", r".+"),
        ("Good Samaritan Cancer Center", r"[\w ]+ Cancer Center"),
        ("HealthSouth", r"[\w']+"),
        ("John J. Pershing VA Medical Center", r"[\w']+ VA Medical Center"),
        ("San Antonio Community Hospital", r"(?!San Antonio).+ Community Hospital"),
        ("New York's Drugs", r"(?!New York).+'s Drugs"),
        ("Ward 7", r"Ward [1-689]"),
        ("ICU", r"[A-Z]+"),
    ],
)
def test_what_it_is_stays_in_odd_names_too(value, form):
    fake = made(value)
    assert re.fullmatch(form, fake), fake
    assert squeeze_text(value) not in squeeze_text(fake)


def test_a_surname_is_the_one_that_stands_for_it_in_names():
    persona = make_persona(SETTING.of(Person("john", family="kowalczyk")))
    assert made("Kowalczyk Logistics") == f"{persona.family} Logistics"


def test_the_initial_of_a_middle_name_makes_no_lawsuit():
    assert len(made("G. V. Montgomery VA Medical Center").split()) <= 4


def test_no_fake_shows_the_name_it_stands_for():
    for value in (*hospitals()[::40], *universities()[::20]):
        assert squeeze_text(value) not in squeeze_text(made(value))
