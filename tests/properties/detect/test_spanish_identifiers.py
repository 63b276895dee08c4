"""Spanish identifiers: those with their check characters are found, and no others are."""

from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.patterns import Patterns
from textveil.transform.surrogates.digits.numbers import Numbers
from textveil.transform.surrogates.maker import Setting
from textveil.values.document import Document
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret

_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_FOREIGN = {"X": 0, "Y": 1, "Z": 2}
_SETTING = Setting(Draw(Secret(b"an example key of 32 bytes......").derive("t")), language="es")


def letter_of(body: str) -> str:
    """Return the letter of an identity number, counted as the ministry describes it."""
    first = str(_FOREIGN.get(body[0], body[0]))
    return _LETTERS[int(first + body[1:]) % 23]


def check_of(province: str, number: str) -> str:
    """Return the check digits of a number of social security, by long division."""
    joined = province + (number[1:] if number.startswith("0") else number)
    rest = 0
    for digit in joined:
        rest = (rest * 10 + int(digit)) % 97
    return f"{rest:02}"


bodies = st.one_of(
    st.integers(0, 99_999_999).map(lambda number: f"{number:08}"),
    st.tuples(st.sampled_from("XYZ"), st.integers(0, 9_999_999)).map(lambda p: f"{p[0]}{p[1]:07}"),
)
affiliations = st.tuples(
    st.integers(1, 52).map(lambda number: f"{number:02}"),
    st.integers(0, 99_999_999).map(lambda number: f"{number:08}"),
)


def found_in(text: str) -> list[tuple[str, str]]:
    spans = Patterns(language="es").detect(Document("d", text))
    return [(span.label, text[span.start : span.end]) for span in spans]


@given(bodies, st.sampled_from(["", "-", " ", " - "]), st.sampled_from(["DNI ", "NIE: ", "NIF "]))
def test_every_identity_number_with_its_letter_is_found(body: str, mark: str, word: str) -> None:
    written = f"{body}{mark}{letter_of(body)}"
    assert found_in(f"{word}{written}, ingresa hoy") == [("OTHER-ID", written)]


@given(bodies)
def test_an_identity_number_is_found_without_its_name(body: str) -> None:
    written = f"{body}{letter_of(body)}"
    assert ("OTHER-ID", written) in found_in(f"Se identifica con {written} al ingreso")


@given(bodies, st.integers(1, 22))
def test_letters_after_digits_are_no_identity_number_if_the_letter_is_wrong(
    body: str, step: int
) -> None:
    wrong = _LETTERS[(_LETTERS.index(letter_of(body)) + step) % 23]
    rules = {
        span.explanation.rule
        for span in Patterns(language="es").detect(Document("d", f"Lote {body}{wrong} usado"))
        if span.explanation
    }
    assert not any(rule.startswith("id.dni") for rule in rules)


@given(affiliations, st.sampled_from(["", " ", "/", "-"]), st.sampled_from(["NUSS ", "NASS: "]))
def test_every_number_of_social_security_is_found(
    parts: tuple[str, str], mark: str, word: str
) -> None:
    written = mark.join((*parts, check_of(*parts)))
    assert found_in(f"{word}{written}.") == [("PLAN", written)]


@given(bodies, st.sampled_from(["", "-"]))
def test_a_fake_identity_number_has_its_letter_and_is_another(body: str, mark: str) -> None:
    real = f"{body}{mark}{letter_of(body)}"
    fake = Numbers("es").make(real, "OTHER-ID", _SETTING)
    plain = fake.replace("-", "")
    assert fake != real
    assert len(fake) == len(real)
    assert plain[-1] == letter_of(plain[:-1])


@given(affiliations)
def test_a_fake_number_of_social_security_has_its_check_digits(parts: tuple[str, str]) -> None:
    real = " ".join((*parts, check_of(*parts)))
    fake = Numbers("es").make(real, "PLAN", _SETTING)
    province, number, check = fake.split(" ")
    assert fake != real
    assert check == check_of(province, number)
