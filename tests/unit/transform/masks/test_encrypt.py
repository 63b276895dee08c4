"""Encrypt: tokens, scopes, and look-alikes in the input."""

import pytest

from textveil.detect.lists.token_openings import TokenOpenings
from textveil.errors import ChangedReleaseError, ComponentError, InvalidValueError, WrongKeyError
from textveil.testing.transformers import check_transformer
from textveil.transform.masks.encrypt import SCOPES, Encrypt, restore_encrypted
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

KEY = Secret(b"0123456789abcdef")
NOTE = Document("n", "Ana: 12 34, Ana, ana", subject="p1")
SPANS = Spans([Span(0, 3, "NAME"), Span(5, 10, "ID"), Span(12, 15, "NAME"), Span(17, 20, "NAME")])


@pytest.mark.parametrize("scope", SCOPES)
def test_it_keeps_the_contract(scope):
    check_transformer(Encrypt(scope=scope, key=KEY))


@pytest.mark.parametrize("scope", SCOPES)
def test_the_input_comes_back(scope):
    release = Encrypt(scope=scope, key=KEY).transform(NOTE, SPANS)
    assert "Ana" not in release.text
    assert restore_encrypted(release.text, KEY) == NOTE.text
    assert [edit.entity for edit in release.edits] == [1, 2, 1, 1]


@pytest.mark.parametrize(
    ("scope", "here", "same_subject", "elsewhere"),
    [
        ("corpus", True, True, True),
        ("subject", True, True, False),
        ("document", True, False, False),
        ("passage", False, False, False),
    ],
)
def test_equal_values_look_equal_within_the_scope_alone(scope, here, same_subject, elsewhere):
    encrypt = Encrypt(scope=scope, key=KEY)
    documents = [
        Document("a", "Ana Ana", "p1"),
        Document("b", "Ana", "p1"),
        Document("c", "Ana", "p2"),
    ]
    shown = [
        [edit.replacement for edit in encrypt.transform(document, spans).edits]
        for document, spans in zip(
            documents,
            [Spans([Span(0, 3, "NAME"), Span(4, 7, "NAME")]), *[Spans([Span(0, 3, "NAME")])] * 2],
            strict=True,
        )
    ]
    assert (shown[0][0] == shown[0][1]) is here
    assert (shown[0][0] == shown[1][0]) is same_subject
    assert (shown[0][0] == shown[2][0]) is elsewhere


def test_values_that_differ_in_case_alone_have_tokens_of_their_own():
    edits = Encrypt(key=KEY).transform(NOTE, SPANS).edits
    assert edits[0].replacement == edits[2].replacement != edits[3].replacement


def test_what_reads_like_a_token_comes_back_too():
    encrypt = Encrypt(key=KEY)
    token = encrypt.transform(NOTE, SPANS).edits[0].replacement
    note = Document("m", f"see {token} and [NAME:tv1.x] and [NAME:tv1. [NAME] Ana")
    extra = TokenOpenings().beside(note, Spans(), Spans())
    assert [note.covered_by(span) for span in extra] == ["[", "[", "["]
    name = Span(len(note.text) - 3, len(note.text), "NAME")
    text = encrypt.transform(note, Spans([*extra, name])).text
    assert restore_encrypted(text, KEY) == note.text


def test_protecting_twice_is_undone_in_two_steps():
    encrypt = Encrypt(key=KEY)
    once = encrypt.transform(NOTE, SPANS).text
    document = Document("n", once)
    twice = encrypt.transform(document, TokenOpenings().beside(document, Spans(), Spans())).text
    assert restore_encrypted(twice, KEY) == once
    assert restore_encrypted(once, KEY) == NOTE.text


def test_a_changed_token_and_another_key_are_told_apart():
    text = Encrypt(key=KEY).transform(NOTE, SPANS).text
    with pytest.raises(WrongKeyError):
        restore_encrypted(text, Secret(b"fedcba9876543210"))
    swapped = text[:40] + ("a" if text[40] != "a" else "b") + text[41:]
    with pytest.raises(ChangedReleaseError):
        restore_encrypted(swapped, KEY)


def test_bad_options_are_refused():
    with pytest.raises(ComponentError, match="needs a key"):
        Encrypt()
    with pytest.raises(InvalidValueError, match="scope"):
        Encrypt(scope="world", key=KEY)


def test_the_key_does_not_show_in_repr():
    assert "0123456789abcdef" not in repr(Encrypt(key=KEY))
