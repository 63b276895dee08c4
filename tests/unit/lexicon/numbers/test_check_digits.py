import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.numbers.check_digits import SCHEMES, schemes_of

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


@pytest.mark.parametrize(("label", "number", "name"), KNOWN)
@given(data=st.data())
def test_a_number_whose_check_digits_are_replaced_holds_again(label, number, name, data):
    scheme = next(one for one in SCHEMES[label] if one.name == name)
    checks = {place % len(number) for place in scheme.places}
    # The first places say which kind of number it is.
    free = [at for at in range(2, len(number)) if number[at].isdigit() and at not in checks]
    at = data.draw(st.sampled_from(free))
    other = number[:at] + data.draw(st.sampled_from("0123456789")) + number[at + 1 :]
    completed = list(scheme.completed(other))
    assert all(map(scheme.fits, completed))
    if other == number:
        assert number in completed
