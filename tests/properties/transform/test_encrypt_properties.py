"""Tokens and ways back are exact: any text, any spans, any look-alikes."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.detect.lists.token_openings import TokenOpenings
from textveil.errors import ChangedReleaseError, TextveilError
from textveil.transform.masks.encrypt import SCOPES, Encrypt, restore_encrypted
from textveil.transform.masks.mask import Mask
from textveil.transform.masks.redact import Redact
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.keys.token import openings
from textveil.values.runs.way_back import WayBack
from textveil.values.span import Span, Spans

KEY = Secret(b"0123456789abcdef")
FRAGMENTS = (
    "[NAME:tv1.",
    "[NAME:tv1.abc]",
    "[",
    "]",
    "NAME",
    ":tv1.",
    "tv1",
    "[TOKEN:tv1.",
    Encrypt(key=KEY).transform(Document("f", "Ana"), Spans([Span(0, 3, "NAME")])).text,
    "\ud800",
    "\udc00",
    "\U0001f600",
    "e\u0301",
    "\r\n",
    "\0",
    "\u202e",
)
# Lone surrogates too: `st.text` leaves them out unless asked.
characters = st.characters() | st.characters(categories=["Cs"]) | st.sampled_from("[]:.tv1NAME")
texts = st.lists(st.sampled_from(FRAGMENTS) | st.text(characters, max_size=8), max_size=8).map(
    "".join
)
labels = st.sampled_from(["NAME", "DATE", "own label", "É", "X:Y]"])


@st.composite
def documents(draw):
    text = draw(texts)
    offsets = st.tuples(st.integers(0, len(text)), st.integers(0, len(text)), labels)
    found = draw(st.lists(offsets, max_size=4))
    spans = Spans(Span(min(a, b), max(a, b), label) for a, b, label in found if a != b)
    return Document("d", text), spans


def settled(document, spans):
    return (spans | TokenOpenings().beside(document, spans, spans)).partition()


@given(documents(), st.sampled_from(SCOPES))
@settings(max_examples=400)
def test_tokens_give_the_input_back(drawn, scope):
    document, spans = drawn
    encrypt = Encrypt(scope=scope, key=KEY)
    release = encrypt.transform(document, settled(document, spans))
    assert restore_encrypted(release.text, KEY) == document.text
    assert len(list(openings(release.text))) == len(release.edits)


@given(documents(), st.sampled_from([Mask(), Mask(style="numbered"), Redact(), Redact(tidy=True)]))
@settings(max_examples=200)
def test_ways_back_give_the_input_back(drawn, transformer):
    document, spans = drawn
    release = transformer.transform(document, spans.partition())
    way = WayBack.from_bytes(WayBack.of(document, release).to_bytes())
    assert way.restored(release.text) == document.text


@given(documents(), st.data())
@settings(max_examples=200)
def test_a_change_inside_a_token_never_goes_unnoticed(drawn, data):
    document, spans = drawn
    encrypt = Encrypt(key=KEY)
    release = encrypt.transform(document, settled(document, spans))
    if not release.edits:
        return
    _, start, end = data.draw(st.sampled_from(list(release.placed())))
    body = release.text.index(".", start) + 1
    at = data.draw(st.integers(body, end - 1))
    other = data.draw(st.sampled_from("abcdefg234567 \n[]").filter(lambda c: c != release.text[at]))
    changed = release.text[:at] + other + release.text[at + 1 :]
    with pytest.raises(TextveilError):
        restore_encrypted(changed, KEY)


@pytest.mark.slow
def test_ten_thousand_documents_of_random_unicode():
    rng = random.Random(7)  # noqa: S311
    encrypt = Encrypt(key=KEY)
    planes = ((0, 0x80), (0x80, 0x800), (0xD7F0, 0xE010), (0x800, 0x10000), (0x10000, 0x110000))
    for number in range(10_000):
        pieces = []
        for _ in range(rng.randrange(30)):
            if rng.random() < 0.2:
                pieces.append(rng.choice(FRAGMENTS))
            else:
                low, high = rng.choice(planes)
                pieces.append(
                    "".join(chr(rng.randrange(low, high)) for _ in range(rng.randrange(6)))
                )
        document = Document(str(number), "".join(pieces))
        cuts = sorted(rng.randrange(len(document.text) + 1) for _ in range(2 * rng.randrange(4)))
        pairs = zip(cuts[::2], cuts[1::2], strict=True)
        spans = Spans(Span(start, end, "NAME") for start, end in pairs if start < end)
        release = encrypt.transform(document, settled(document, spans))
        assert restore_encrypted(release.text, KEY) == document.text
        way = WayBack.from_bytes(WayBack.of(document, release).to_bytes())
        assert way.restored(release.text) == document.text


def test_without_the_look_alikes_a_token_of_the_input_is_refused_and_never_misread():
    document = Document("d", "see [NAME:tv1.abc]")
    text = Encrypt(key=KEY).transform(document, Spans()).text
    with pytest.raises(ChangedReleaseError):
        restore_encrypted(text, KEY)
