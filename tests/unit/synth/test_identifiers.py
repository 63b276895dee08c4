import ipaddress
import re

import pytest
from tests.unit.synth.dice import dice

from textveil.synth.identifiers import IDENTIFIERS, card, iban, ip, luhn_digit, phone, ssn, vin

RNG = dice(11)


def luhn_holds(number):
    total = 0
    for at, digit in enumerate(reversed(number)):
        value = int(digit) * (2 if at % 2 else 1)
        total += value // 10 + value % 10
    return total % 10 == 0


def test_cards_and_provider_numbers_have_their_check_digit():
    assert luhn_digit("7992739871") == "3"
    for _ in range(200):
        assert luhn_holds(re.sub("[ -]", "", card(RNG)))
        assert luhn_holds("80840" + IDENTIFIERS["npi"](RNG))


def test_bank_numbers_leave_one_when_divided_by_97():
    for _ in range(100):
        number = iban(RNG).replace(" ", "")
        digits = "".join(str(int(c, 36)) for c in number[4:] + number[:4])
        assert int(digits) % 97 == 1


def test_vehicle_numbers_have_their_check_digit():
    values = dict(zip("ABCDEFGH", range(1, 9), strict=True))
    values |= dict(zip("JKLMN", range(1, 6), strict=True)) | {"P": 7, "R": 9}
    values |= dict(zip("STUVWXYZ", range(2, 10), strict=True))
    weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    for _ in range(100):
        number = vin(RNG)
        assert len(number) == 17
        total = sum(
            w * (int(c) if c.isdigit() else values[c]) for c, w in zip(number, weights, strict=True)
        )
        assert number[8] == "0123456789X"[total % 11]


def test_social_security_numbers_were_never_issued():
    for _ in range(300):
        digits = re.sub(r"\D", "", ssn(RNG))
        assert len(digits) == 9
        assert digits[0] == "9" or digits[3:5] == "00"


def test_american_telephone_numbers_are_reserved_for_fiction():
    for _ in range(300):
        digits = re.sub(r"\D", "", phone(RNG, abroad=0.0).partition(" x")[0])
        assert digits[-7:-2] == "55501"


def test_network_addresses_belong_to_nobody():
    for _ in range(300):
        assert not ipaddress.ip_address(ip(RNG)).is_global


@pytest.mark.parametrize("kind", IDENTIFIERS)
def test_numbers_of_a_kind_differ(kind):
    assert len({IDENTIFIERS[kind](RNG) for _ in range(50)}) > 30
