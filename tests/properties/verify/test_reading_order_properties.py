"""Two readings of text that runs from right to left, by the levels of UAX #9, are the same."""

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.lexicon.hidden.reading_order import turned_passages
from textveil.verify.readers.directions import turned

directed = st.text(
    "abcd\u05d0\u0301\n\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u202c\u2069", max_size=40
)


@settings(max_examples=400)
@given(directed)
def test_makers_and_verifiers_read_the_same_order(text):
    assert list(turned_passages(text)) == list(turned(text))


@given(directed)
def test_passages_are_in_order_and_keep_every_letter(text):
    last = 0
    for start, end, shown in turned_passages(text):
        assert last <= start < end
        last = end
        assert sorted(shown) == sorted(one for one in text[start:end] if one in "abcd\u05d0\u0301")


def test_what_goes_deeper_than_any_reader_is_shown_is_read_alike():
    for unit in ("\u202ea", "\u202ea\u202db"):
        text = unit * 300 + "\u202c" * 500 + "b"
        assert list(turned_passages(text)) == list(turned(text))
