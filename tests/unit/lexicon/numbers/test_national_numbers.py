"""National numbers: check signs by the definitions, written out once more digit by digit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.patterns import Patterns
from textveil.lexicon.numbers.national_numbers import national_numbers
from textveil.values.document import Document


def eleven_minus(total):
    return (11 - total % 11) % 10


def thailand(d):
    return str(eleven_minus(sum((13 - at) * d[at] for at in range(12))))


def iran(d):
    rest = sum((10 - at) * d[at] for at in range(9)) % 11
    return str(rest if rest < 2 else 11 - rest)


def poland(d):
    total = sum(w * n for w, n in zip([1, 3, 7, 9] * 3, d, strict=False))
    return str((10 - total % 10) % 10)


def japan(d):
    total = sum(d[11 - n] * (n + 1 if n <= 6 else n - 5) for n in range(1, 12))
    return "0" if total % 11 <= 1 else str(11 - total % 11)


def turkey(d):
    tenth = (7 * sum(d[0:9:2]) - sum(d[1:8:2])) % 10
    return f"{tenth}{(sum(d[:9]) + tenth) % 10}"


def china(d):
    # Weights are powers of two modulo 11, counted from the right (ISO 7064 MOD 11-2).
    rest = (12 - sum(2 ** (17 - at) * d[at] for at in range(17)) % 11) % 11
    return "X" if rest == 10 else str(rest)


TWINS = {
    "thailand": (12, thailand),
    "iran": (9, iran),
    "poland": (10, poland),
    "japan": (11, japan),
    "turkey": (9, turkey),
    "china": (17, china),
}


@pytest.mark.parametrize("name", TWINS)
@given(data=st.data())
def test_exactly_one_ending_holds(name, data):
    size, twin = TWINS[name]
    first = data.draw(st.integers(1, 8))
    rest = data.draw(st.lists(st.integers(0, 9), min_size=size - 1, max_size=size - 1))
    known = [first, *rest]
    number = national_numbers()[name]
    body, ending = "".join(map(str, known)), twin(known)
    assert number.holds(body + ending)
    other = data.draw(st.integers(0, 10 ** len(ending) - 1).map(f"{{:0{len(ending)}}}".format))
    assert number.holds(body + other) == (other == ending)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("her number 11010519491231002X", "11010519491231002X"),
        ("CURP HEGG560427MVZRRL04", "HEGG560427MVZRRL04"),
        ("codice fiscale RSSMRA85T10A562S", "RSSMRA85T10A562S"),
        ("Taiwan ID A123456789", "A123456789"),
        ("SNILS 112-233-445 95", "112-233-445 95"),
        ("RUT 12.345.678-5", "12.345.678-5"),
        ("CUIL 20-12345678-6", "20-12345678-6"),
        ("NIR 2 55 08 14 168 025 38", "2 55 08 14 168 025 38"),
        ("PESEL 44051401359", "44051401359"),
        ("TC Kimlik No: 10000000146", "10000000146"),
        ("SA ID 8001015009087", "8001015009087"),
        ("My Number 1234-5678-9018", "1234-5678-9018"),
    ],
)
def test_each_is_found_whole_and_not_with_another_check_digit(text, value):
    found = Patterns().detect(Document("d", text))
    assert [text[one.start : one.end] for one in found if one.label == "OTHER-ID"] == [value]
