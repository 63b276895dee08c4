"""Mask: what each style writes, and what it refuses."""

import pytest

from textveil.errors import ComponentError, InvalidValueError
from textveil.transform.masks.mask import Mask
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

NOTE = Document("n", "Ana: 12 34, Ana, ana")
SPANS = Spans([Span(0, 3, "NAME"), Span(5, 10, "ID"), Span(12, 15, "NAME"), Span(17, 20, "NAME")])
KEY = Secret(b"0123456789abcdef")


def test_tags_name_the_label():
    assert Mask().transform(NOTE, SPANS).text == "[NAME]: [ID], [NAME], [NAME]"


def test_marks_keep_length_and_white_space():
    text = Mask(style="character", character="█").transform(NOTE, SPANS).text
    assert text == "███: ██ ██, ███, ███"


def test_blanks_leave_no_white_space():
    assert Mask(style="blank").transform(NOTE, SPANS).text == "***: *****, ***, ***"


def test_equal_values_share_a_hash_and_others_do_not():
    edits = Mask(style="hash", key=KEY).transform(NOTE, SPANS).edits
    shown = [edit.replacement for edit in edits]
    assert shown[0] == shown[2]
    assert shown[0] == shown[3]  # case does not count
    assert len(set(shown)) == 2
    assert all(len(text.strip("[]").split(":")[1]) == 16 for text in shown)


@pytest.mark.parametrize(
    ("label", "one", "two", "same"),
    [
        ("PHONE", "(617) 555-0134", "617.555.0134", True),
        ("EMAIL", "Ana@Example.org", "ana@example.org", True),
        ("EMAIL", "a.na@example.org", "ana@example.org", False),
        ("ID", "４７１１", "4711", True),
        ("ID", "-", "+", False),
    ],
)
def test_values_are_equal_as_a_reader_would_say(label, one, two, same):
    mask = Mask(style="hash", key=KEY)
    shown = [
        mask.transform(Document("n", text), Spans([Span(0, len(text), label)])).text
        for text in (one, two)
    ]
    assert (shown[0] == shown[1]) == same


def test_another_key_gives_other_hashes():
    one = Mask(style="hash", key=KEY).transform(NOTE, SPANS).text
    two = Mask(style="hash", key=Secret(b"fedcba9876543210")).transform(NOTE, SPANS).text
    assert one != two


def test_the_label_is_part_of_the_hash():
    note = Document("n", "12 12")
    spans = Spans([Span(0, 2, "ID"), Span(3, 5, "ZIP")])
    edits = Mask(style="hash", key=KEY).transform(note, spans).edits
    first, second = (edit.replacement for edit in edits)
    assert first.split(":")[1] != second.split(":")[1]


def test_entities_number_distinct_values():
    assert [edit.entity for edit in Mask().transform(NOTE, SPANS).edits] == [1, 2, 1, 1]


def test_a_hash_without_a_key_is_refused():
    with pytest.raises(ComponentError, match="needs a key"):
        Mask(style="hash")


@pytest.mark.parametrize(
    "options", [{"style": "x"}, {"character": ""}, {"character": " "}, {"digits": 4}]
)
def test_bad_options_are_refused(options):
    with pytest.raises(InvalidValueError):
        Mask(**options)


def test_a_lone_surrogate_can_be_hashed():
    note = Document("n", "\ud800")
    assert Mask(style="hash", key=KEY).transform(note, Spans([Span(0, 1, "ID")])).text


def test_the_key_does_not_show_in_repr():
    assert "0123456789abcdef" not in repr(Mask(style="hash", key=KEY))


def test_numbers_follow_entities_within_a_family():
    text = "Ana, Bo, ANA, Ruiz, 12, Eva"
    spans = Spans(
        [
            Span(0, 3, "NAME"),
            Span(5, 7, "NAME"),
            Span(9, 12, "NAME"),
            Span(14, 18, "PATIENT", entity="p1"),
            Span(20, 22, "ID"),
            Span(24, 27, "NAME", entity="p1"),
        ]
    )
    shown = Mask(style="numbered").transform(Document("n", text), spans).text
    assert shown == "[NAME-1], [NAME-2], [NAME-1], [PATIENT-3], [ID-1], [PATIENT-3]"


def test_a_linked_entity_is_not_a_value_of_the_same_spelling():
    spans = Spans([Span(0, 3, "NAME"), Span(12, 15, "NAME", entity="ana")])
    edits = Mask().transform(NOTE, spans).edits
    assert [edit.entity for edit in edits] == [1, 2]


def test_a_salt_keeps_releases_apart():
    plain = Mask(style="hash", key=KEY).transform(NOTE, SPANS).text
    salted = [Mask(style="hash", key=KEY, salt=s).transform(NOTE, SPANS).text for s in "ab"]
    assert len({plain, *salted}) == 3
    assert Mask(style="hash", key=KEY, salt="a").transform(NOTE, SPANS).text == salted[0]


def test_one_person_has_one_number_in_all_rows():
    mask, shown = Mask(style="numbered"), []
    for text in ("Bo Lund, Ana Ruiz", "Ana Ruiz, Bo Lund"):
        middle = text.index(",")
        spans = Spans([Span(0, middle, "NAME"), Span(middle + 2, len(text), "NAME")])
        shown.append(mask.transform(Document(text[:3], text, text[:3]), spans).text)
    assert shown == ["[NAME-1], [NAME-2]", "[NAME-2], [NAME-1]"]


@pytest.mark.parametrize(
    ("scope", "other"), [("subject", "[NAME-2]"), ("document", "[NAME-1]"), ("corpus", "[NAME-1]")]
)
def test_scopes_say_who_is_the_same_person(scope, other):
    mask, spans = Mask(style="numbered", scope=scope), Spans([Span(0, 8, "NAME")])
    shown = [mask.transform(Document(p, "Ana Ruiz", p), spans).text for p in ("p1", "p2")]
    assert shown == ["[NAME-1]", other]
