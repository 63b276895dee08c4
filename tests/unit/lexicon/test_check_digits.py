import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.rules import checksums, national
from textveil.lexicon.check_digits import SCHEMES, iban_check, luhn_holds, schemes_of, vin_holds

# Numbers that authorities print as examples.
KNOWN = [
    ("ACCOUNT", "021000021", "aba"),
    ("CARD", "4111111111111111", "luhn"),
    ("DEVICE", "490154203237518", "imei"),
    ("DEVICE", "0100643169007222", "udi"),
    ("IBAN", "GB82WEST12345698765432", "iban"),
    ("LICENSE", "1234567893", "npi"),
    ("LICENSE", "AB1234563", "dea"),
    ("MRN", "9434765919", "nhs"),
    ("OTHER-ID", "12345678Z", "dni"),
    ("OTHER-ID", "52998224725", "cpf"),
    ("OTHER-ID", "86095742719", "german-tax"),
    ("OTHER-ID", "123456782", "tfn"),
    ("OTHER-ID", "130692544", "sin"),
    ("PLAN", "2123456701", "medicare-au"),
    ("VEHICLE", "1M8GDM9AXKP042788", "vin"),
]


@pytest.mark.parametrize(("label", "number", "name"), KNOWN)
def test_printed_examples_hold_and_one_changed_digit_does_not(label, number, name):
    assert name in names(label, number)
    scheme = next(one for one in SCHEMES[label] if one.name == name)
    place = scheme.places[-1] % len(number)
    others = [c for c in scheme.alphabet if c != number[place]]
    changed = number[:place] + others[0] + number[place + 1 :]
    assert name not in names(label, changed)


def names(label, number):
    return [scheme.name for scheme in schemes_of(number, label)]


@given(st.text("0123456789", min_size=1, max_size=20))
def test_luhn_agrees_with_the_rules_of_the_detector(number):
    assert luhn_holds(number) == checksums.luhn_holds(number)


@given(st.text("0123456789", min_size=12, max_size=12).map(lambda s: "3" + s[1:]))
def test_verhoeff_agrees_with_the_rules_of_the_detector(number):
    scheme = next(one for one in SCHEMES["OTHER-ID"] if one.name == "verhoeff")
    assert scheme.fits(number) == checksums.verhoeff_holds(number)
    for whole in scheme.completed(number):
        assert checksums.verhoeff_holds(whole)


@given(st.text("ABCDEFGHJKLMNPRSTUVWXYZ0123456789", min_size=17, max_size=17))
def test_vin_agrees_with_the_rules_of_the_detector(number):
    number = number[:8] + "0123456789X"[len(set(number)) % 11] + number[9:]
    assert vin_holds(number) == checksums.vin_holds(number)


@given(st.text("0123456789", min_size=10, max_size=10))
def test_provider_numbers_agree_with_the_rules_of_the_detector(number):
    number = "1" + number[1:]
    scheme = next(one for one in SCHEMES["LICENSE"] if one.name == "npi")
    assert scheme.fits(number) == national.npi_holds(number)


@given(st.sampled_from(["DE", "FR", "GB"]), st.text("ABC0123456789", min_size=14, max_size=20))
def test_check_digits_of_accounts_are_the_ones_that_hold(country, body):
    assert checksums.iban_holds(f"{country}{iban_check(country, body)}{body}")
