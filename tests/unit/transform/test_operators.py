"""Operators: fixed texts, masks that show either end, and functions of the caller."""

import pytest

from textveil.errors import ComponentFailedError, InvalidValueError
from textveil.transform.masks.function import Function
from textveil.transform.masks.mask import Mask
from textveil.transform.masks.replace import Replace
from textveil.values.document import Document
from textveil.values.span import Span, Spans


def masked(value, **options):
    whole = Spans([Span(0, len(value), "PHONE")])
    return Mask(style="character", **options).transform(Document("n", value), whole).text


@pytest.mark.parametrize(
    ("value", "first", "last", "shown"),
    [
        ("(617) 555-0134", 0, 4, "***** ****0134"),
        ("(617) 555-0134", 3, 0, "(617* ********"),
        ("4111 1111 1111 1111", 6, 4, "4111 11** **** 1111"),
        ("Maria", 1, 0, "M****"),
        ("Ana", 1, 0, "***"),
        ("A-1234", 2, 0, "******"),
        ("ana@example.org", 1, 0, "a**************"),
        ("12345678", 9, 9, "********"),
    ],
)
def test_a_mask_shows_its_ends_and_hides_four_letters_and_digits_at_least(
    value, first, last, shown
):
    assert masked(value, keep_first=first, keep_last=last) == shown


@pytest.mark.parametrize("options", [{"keep_last": -1}, {"keep_first": 2, "style": "tag"}])
def test_ends_are_kept_by_masks_of_marks_only(options):
    with pytest.raises(InvalidValueError, match="`keep_"):
        Mask(**{"style": "character", **options})


@pytest.mark.parametrize("text", ["", "  ", "two\nlines", "x" * 101])
def test_a_fixed_text_is_one_line_that_says_something(text):
    with pytest.raises(InvalidValueError, match="`text`"):
        Replace(text)


def test_a_function_is_asked_once_for_each_value():
    asked = []
    note = Document("n", "Ana, Eva, Ana")
    spans = Spans(Span(at, at + 3, "NAME") for at in (0, 5, 10))
    made = Function(lambda value: asked.append(value) or f"<{len(asked)}>").transform(note, spans)
    assert (made.text, asked) == ("<1>, <2>, <1>", ["Ana", "Eva"])


def test_a_function_that_returns_no_text_fails_and_quotes_nothing():
    with pytest.raises(ComponentFailedError, match="returned no text") as error:
        Function(len).transform(Document("n", "Zephyrina"), Spans([Span(0, 9, "NAME")]))
    assert "Zephyrina" not in str(error.value)


def test_no_policy_file_can_hold_a_function():
    with pytest.raises(InvalidValueError, match="in Python only"):
        Function()
