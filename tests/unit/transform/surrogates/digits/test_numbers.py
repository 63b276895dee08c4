import re

import pytest

from textveil.lexicon.numbers.check_digits import schemes_of
from textveil.lexicon.numbers.checksums import base58_holds, bech32_holds
from textveil.transform.surrogates.digits.numbers import Numbers, spelled_prefixes
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.shapes import bare, shares_run
from textveil.values.keys.draw import Draw
from textveil.values.person import Person

MAKER = Numbers()
DRAW = Draw(b"k" * 32)


def made(value, label, attempt=0, scope="s"):
    return MAKER.make(value, label, Setting(DRAW, scope=scope, attempt=attempt))


def shape(value):
    kinds = [(r"[0-9]", "9"), (r"[A-Z]", "A"), (r"[a-z]", "a")]
    for pattern, sign in kinds:
        value = re.sub(pattern, sign, value)
    return value


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("123-45-6789", "SSN"),
        ("4111 1111 1111 1111", "CARD"),
        ("3782-822463-10005", "CARD"),
        ("GB82 WEST 1234 5698 7654 32", "IBAN"),
        ("gb82west12345698765432", "IBAN"),
        ("021000021", "ACCOUNT"),
        ("1234567893", "LICENSE"),
        ("AB1234563", "LICENSE"),
        ("943 476 5919", "MRN"),
        ("MRN00123456", "MRN"),
        ("1EG4-TE5-MK73", "PLAN"),
        ("529.982.247-25", "OTHER-ID"),
        ("12345678Z", "OTHER-ID"),
        ("2363 1234 5674", "OTHER-ID"),
        ("CV-2016-123456", "OTHER-ID"),
        ("1:16-cv-01234-ABC", "OTHER-ID"),
        ("490154203237518", "DEVICE"),
        ("(01)00643169007222(10)AB12", "DEVICE"),
        ("ABC-1234", "VEHICLE"),
        ("FP-123456", "BIOMETRIC"),
        ("12\n34567", "ACCOUNT"),
    ],
)
def test_shape_and_check_digits_stay_and_the_number_does_not(value, label):
    fake = made(value, label)
    assert shape(fake) == shape(value)
    assert bare(fake) != bare(value)
    held = {scheme.name for scheme in schemes_of(bare(value), label)}
    assert held <= {scheme.name for scheme in schemes_of(bare(fake), label)}


def test_check_digit_of_a_vehicle_may_be_an_x():
    fakes = {made("1M8GDM9AXKP042788", "VEHICLE", attempt) for attempt in range(60)}
    assert all(schemes_of(fake, "VEHICLE") for fake in fakes)
    assert any(fake[8] == "X" for fake in fakes)


def test_social_security_numbers_were_never_issued():
    for serial in range(300):
        fake = made(f"123-45-{serial:04}", "SSN")
        area, group, last = fake.split("-")
        assert area[0] == "9"
        assert 1 <= int(group) <= 49
        assert last != "0000"
    assert re.fullmatch(r"xxx-xx-\d{4}", made("xxx-xx-1234", "SSN"))


def test_prefixes_that_say_what_a_number_is_stay():
    assert made("MRN123456", "MRN").startswith("MRN")
    assert made("FP-123456", "BIOMETRIC").startswith("FP-")
    assert "-cv-" in made("1:16-cv-01234", "OTHER-ID")
    assert made("4111111111111111", "CARD")[0] == "4"
    assert made("DE89370400440532013000", "IBAN")[:2] == "DE"
    # The first letter of a driving licence is often that of the surname.
    assert {made("S1234567", "LICENSE", scope=str(at))[0] for at in range(50)} != {"S"}


def test_hardware_addresses_are_no_makers():
    fake = made("00:1a:2b:3c:4d:5e", "DEVICE")
    assert re.fullmatch(r"[0-9a-f][26ae](:[0-9a-f]{2}){5}", fake)


def test_wallets_have_their_checksums():
    assert base58_holds(made("1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "ACCOUNT"))
    assert base58_holds(made("3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", "ACCOUNT"))
    for address in (
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
        "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ):
        fake = made(address, "ACCOUNT")
        assert bech32_holds(fake)
        assert len(fake) == len(address)
        assert fake != address
    assert re.fullmatch(r"0x[0-9a-f]{40}", made("0x" + "1a" * 20, "ACCOUNT"))


def test_writings_of_one_number_get_one_surrogate():
    assert bare(made("4111 1111 1111 1111", "CARD")) == made("4111111111111111", "CARD")
    assert MAKER.canonical("ab-12", "MRN") == MAKER.canonical("AB 12", "MRN")


def test_a_used_up_shape_grows():
    assert len(made("7", "MRN")) == 1
    assert len(made("7", "MRN", attempt=80)) == 3
    assert len({made("7", "MRN", attempt=at) for at in range(400)}) > 150


def test_other_scripts_of_digits_stay():
    fake = made("\u0661\u0662\u0663\u0664\u0665", "MRN")
    assert all("\u0660" <= letter <= "\u0669" for letter in fake)


LETTERED = ("CW0402551", "WHIT1955", "WHI-1955-77", "C. Whitfield 12", "whit-1955", "C402551W")
LABELS = sorted(Numbers.labels)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("value", LETTERED)
def test_letters_of_a_person_are_drawn_anew_whatever_the_label(value, label):
    fakes = [made(value, label, scope=str(at)) for at in range(40)]
    assert all(shape(fake) == shape(value) for fake in fakes)
    assert not any(shares_run(fake, value) for fake in fakes)
    # One letter, or two, may be drawn again: what never appeared would be the real one.
    first = {fake[0].upper() for fake in fakes}
    assert len(first) > 10


@pytest.mark.parametrize("label", sorted(Numbers.labels - {"CARD", "IBAN", "SSN", "VEHICLE"}))
def test_listed_prefixes_stay_whatever_the_label(label):
    assert made("INC0012345", label).startswith("INC0")
    assert made("MRN-CW-0402551", label).startswith("MRN-")
    assert not made("MRN0402551", label, attempt=1).startswith("MRN")


def test_a_year_in_a_number_tells_nothing():
    drawn = {made("CV-2016-123456", "OTHER-ID", scope=str(at)).split("-")[1] for at in range(200)}
    assert "2016" not in drawn
    assert len(drawn) > 150


def test_a_prefix_that_spells_a_name_is_known():
    assert "INC" in spelled_prefixes(Person("ines", "", "castro")) | spelled_prefixes(
        Person("ines", "nora", "castro")
    )
    assert "LAB" in spelled_prefixes(Person("ana", "", "labarre"))
    assert spelled_prefixes(Person("ulf", "", "kowalczyk")) == frozenset()
