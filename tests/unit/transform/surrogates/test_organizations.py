import re
from dataclasses import replace

import pytest

from textveil.transform.surrogates.addresses import Cities, States
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organizations import SAINTS, Organizations
from textveil.values.draw import Draw

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
        ("Brigham and Women's Hospital", r".+ and Women's Hospital"),
        ("SMITH CLINIC", r"[A-Z' -]+ CLINIC"),
        ("MGH", r"[A-Z]{2}H"),
        ("N.A.T.O.", r"([A-Z]\.){4}"),
        ("Ministry of Justice", r"Ministry of \w+"),
        ("Supreme Court", r"\w+ Court"),
        ("the Court", r"the .+ Court"),
        ("10th Medical Group", r"\d\dth Medical Group"),
        ("Dana-Farber\nCancer Institute", r".+\nCancer Institute"),
    ],
)
def test_the_type_stays_and_the_name_does_not(value, form):
    fake = made(value)
    assert re.fullmatch(form, fake), fake
    assert MAKER.canonical(fake, "HOSPITAL") != MAKER.canonical(value, "HOSPITAL")


def test_saints_become_saints():
    assert re.fullmatch(r"St\. (\w+)'s Hospital", made("St. Luke's Hospital"))[1] in SAINTS


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
