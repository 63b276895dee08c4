"""Makers: another value of the same shape, decided by the arguments alone, for any text."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from textveil.lexicon.numbers.check_digits import SCHEMES, schemes_of
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.shapes import bare, draw_alike, fill
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.draw import Draw
from textveil.values.label import LABELS

NUMBERS = sorted(maker_of("MRN").labels)
# Dates and ages stay what they were under some options; tags do not depend on the value.
CHANGED = sorted(
    set(LABELS)
    - {"AGE", "DATE", "TIME", "NAME", "PATIENT", "PROVIDER", "INITIALS"}
    - {"IDENTIFIER", "OTHER", "QUASI", "RARE"}
)
SETTINGS = st.builds(
    lambda key, scope, attempt: Setting(Draw(key * 16), scope=scope, attempt=attempt),
    st.binary(min_size=2, max_size=2),
    st.sampled_from(["", "p1", "p2"]),
    st.integers(0, 3),
)
WRITTEN = st.text(
    st.sampled_from("0123456789ABCXYZabz -/.():,#'@\n\u00e9\u00df\u0663\uff21\u0416"), max_size=24
)


def shape(value):
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"[0-9]", "9", value)))


@pytest.mark.parametrize("label", CHANGED)
@given(value=WRITTEN, setting=SETTINGS)
@settings(max_examples=25)
def test_any_text_gets_a_value_that_is_another_and_always_the_same(label, value, setting):
    assume(bare(value))
    maker = maker_of(label)
    fake = maker.make(value, label, setting)
    assert fake != value
    assert fake == maker.make(value, label, setting)
    assert maker.canonical(value, label) == maker.canonical(value, label)


@pytest.mark.parametrize("label", sorted({lab for lab in CHANGED if maker_of(lab).unique}))
@given(value=WRITTEN, setting=SETTINGS)
@settings(max_examples=25)
def test_unique_values_differ_from_the_real_one_however_it_is_written(label, value, setting):
    assume(re.search(r"[0-9A-Za-z]", value))
    maker = maker_of(label)
    fake = maker.make(value, label, setting)
    assert maker.canonical(fake, label) != maker.canonical(value, label)


@pytest.mark.parametrize("label", NUMBERS)
@given(
    value=st.text(st.sampled_from("0123456789ABCXYZabz -/.:"), min_size=4, max_size=24),
    setting=SETTINGS,
)
@settings(max_examples=25)
def test_numbers_keep_their_shape(label, value, setting):
    assume(sum(map(str.isdigit, value)) > 3)
    fake = maker_of(label).make(value, label, setting)
    if re.match(r"(?i)[13]|bc1|0x", value) is None:
        assert shape(fake).lower() == shape(value).lower()


@pytest.mark.parametrize("label", sorted(SCHEMES))
@given(data=st.data(), setting=SETTINGS)
@settings(max_examples=40)
def test_check_digits_that_hold_go_on_holding(label, data, setting):
    scheme = data.draw(st.sampled_from(SCHEMES[label]))
    ascii_only = st.characters(codec="ascii")
    body = data.draw(st.from_regex(scheme.form, fullmatch=True, alphabet=ascii_only))
    numbers = list(scheme.completed(body))
    assume(numbers)
    real = numbers[0]
    fake = maker_of(label).make(real, label, setting)
    held = schemes_of(real, label)
    assert held
    assert [one.name for one in held if not one.fits(fake)] == []
    assert fake != real


@given(area=st.integers(200, 999), line=st.integers(0, 9999999), setting=SETTINGS)
def test_numbers_of_one_line_are_written_alike(area, line, setting):
    digits = f"{area}{line:07}"
    forms = (
        f"({digits[:3]}) {digits[3:6]}-{digits[6:]}",
        f"{digits[:3]}.{digits[3:6]}.{digits[6:]}",
        f"+1 {digits}",
    )
    fakes = {
        re.sub(r"\D", "", maker_of("PHONE").make(form, "PHONE", setting))[-10:] for form in forms
    }
    assert len(fakes) == 1
    assert re.fullmatch(r"[2-9]\d\d55501\d\d", fakes.pop())


@given(value=st.text(max_size=20), letters=st.text("AB12", max_size=20))
def test_filling_changes_letters_and_digits_alone(value, letters):
    filled = fill(value, letters)
    assert len(filled) == len(value)
    assert all(a == b for a, b in zip(value, filled, strict=True) if not a.isalnum())


@given(letters=st.text("ABZ0129", min_size=1, max_size=12), seed=st.integers(0, 99))
def test_drawn_letters_are_letters_and_digits_digits(letters, seed):
    drawn = draw_alike(letters, Draw(b"k" * 16).rng("x", str(seed)))
    assert [c.isdigit() for c in drawn] == [c.isdigit() for c in letters]
    assert letters[0] == "0" or drawn[0] != "0"


@given(setting=SETTINGS, scopes=st.lists(st.text(max_size=4), min_size=2, max_size=2, unique=True))
@settings(max_examples=30)
def test_case_stays(setting, scopes):
    for value, label in (
        ("Boston", "CITY"),
        ("Mercy Hospital", "HOSPITAL"),
        ("1 Elm St", "STREET"),
    ):
        for scope in scopes:
            here = replace(setting, scope=scope)
            assert maker_of(label).make(value.upper(), label, here).isupper()
            assert maker_of(label).make(value.lower(), label, here).islower()
