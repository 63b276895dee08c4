import re

import phonenumbers
import pytest

from textveil.lexicon.tables.facts import facts
from textveil.transform.surrogates.digits.phones import Phones
from textveil.transform.surrogates.maker import Setting
from textveil.values.keys.draw import Draw

MAKER = Phones()
DRAW = Draw(b"k" * 32)


def fiction(country):
    return tuple(one for one, code in facts().values("fiction-number").items() if code == country)


def made(value, attempt=0, scope="s"):
    return MAKER.make(value, "PHONE", Setting(DRAW, scope=scope, attempt=attempt))


@pytest.mark.parametrize(
    "value",
    [
        *("(617) 735-1234", "617-735-1234", "617.735.1234", "6177351234", "+1 617-735-1234"),
        *("1-617-735-1234", "001-617-735-1234", "617/735-1234", "617 735\n1234"),
    ],
)
def test_numbers_of_the_north_american_plan_are_reserved_for_fiction(value):
    fake = made(value)
    assert re.sub(r"\d", "9", fake) == re.sub(r"\d", "9", value)
    digits = re.sub(r"\D", "", fake)[-10:]
    assert digits[:3] in facts().words("area-code")
    assert re.fullmatch(r"55501\d\d", digits[3:])


def test_local_numbers_and_extensions():
    assert re.fullmatch(r"555-01\d\d", made("735-1234"))
    assert re.fullmatch(r"\d{3}-555-01\d\d, ext\. [1-9]{2}", made("617-735-1234, ext. 42"))
    assert made("617-735-1234 x12")[:12] == made("617-735-1234")


@pytest.mark.parametrize(
    ("value", "country", "lead"),
    [
        ("+44 20 7123 4567", "44", 2),
        ("020 7123 4567", "44", 1),
        ("07911 123456", "44", 1),
        ("+44 (0)113 234 5678", "44", 3),
        ("+33 1 42 68 53 00", "33", 2),
        ("01 42 68 53 00", "33", 1),
        ("+49 30 12345678", "49", 2),
        ("(02) 9374 4000", "61", 1),
        ("+353 20 9112345", "353", 3),
    ],
)
def test_numbers_of_other_countries_are_in_their_ranges_for_fiction(value, country, lead):
    fake = made(value)
    assert re.sub(r"\d", "9", fake) == re.sub(r"\d", "9", value)
    assert re.sub(r"\D", "", fake)[lead:].startswith(fiction(country))


@pytest.mark.parametrize("value", ["+48 22 123 45 67", "+90 212 345 67 89", "+55 11 3456-7890"])
def test_numbers_elsewhere_are_in_no_plan(value):
    for scope in "abcdefgh":
        fake = made(value, scope=scope)
        assert re.sub(r"\d", "9", fake) == re.sub(r"\d", "9", value)
        assert not phonenumbers.is_valid_number(phonenumbers.parse(fake, None))


def test_writings_of_one_number_are_one():
    same = ["(617) 735-1234", "+1 617.735.1234", "16177351234", "617-735-1234 x9"]
    assert len({MAKER.canonical(one, "PHONE") for one in same}) == 1
    assert MAKER.canonical("+44 20 7123 4567", "FAX") == MAKER.canonical("020 7123 4567", "FAX")


def test_there_is_room_when_numbers_for_fiction_run_short():
    assert len({made("735-1234", attempt=at) for at in range(1000)}) > 900
    assert all(re.match("555-01|[01]", made("735-1234", attempt=at)) for at in range(100))
    assert len({made("07911 123456", attempt=at) for at in range(200)}) > 150
    assert len({made("1234", attempt=at) for at in range(400)}) > 350


def test_faxes_of_one_number_agree_with_telephones():
    setting = Setting(DRAW)
    assert MAKER.make("617-735-1234", "FAX", setting) == MAKER.make(
        "617-735-1234", "PHONE", setting
    )


@pytest.mark.parametrize("number", ["0113 243 2799", "(0117) 923 0000", "0118 496 0321"])
def test_areas_that_begin_like_a_prefix_get_numbers_of_fiction(number):
    assert Phones().canonical(number, "PHONE").startswith("44|11")
    fake = Phones().make(number, "PHONE", Setting(Draw(b"k" * 32), "s", "s", "x", 0))
    digits = "".join(filter(str.isdecimal, fake))
    assert digits[1:].startswith(fiction("44"))


def test_numbers_in_a_row_stay_apart():
    value = "020 7188 7188 and 07911 123456"
    fake = Phones().make(value, "PHONE", Setting(Draw(b"k" * 32), "s", "s", "x", 0))
    assert fake.count(" and ") == 1
    assert [len(part) for part in fake.split(" and ")] == [13, 12]
