"""Views of hidden text lead back to it, and text that hides nothing is its own view."""

from hypothesis import given
from hypothesis import strategies as st

from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.runs.clear_document import Clear
from textveil.values.view import View

PIECES = (
    "John", "Smith", "a", "J o h n", "S.m.i.t.h", "J0hn", "5m1th", "&#74;", "&eacute;", "&amp;",
    "=C3=A9", "=E9", "=\n", "-\n", "%20", "\\u00e9", "\u200b", "\u00ad", "\u202e", "\u202c",
    "<b></b>", "\uff2a", "\u043e", "\u00c3\u00a9", " ", "  ", "\n", ".", "7", "H1N1",
    "\ud800", "\U0001f600", "<em>", "</em>", "**", "_", "\\x4a", "\\u{4a}", "\\'e9", "-\n> ",
    "Pa**tri**cia", "Thistle", "wood", "*", "|", "#", "\u00b7", "\u2800", "ANN", "\u202d", "\u2067",
    "\u2069", "\u05d0", "\u0301", "\u0301\u0302\u0303", "\x00", "\x1b", "\U000e0041", "\u0336", "'",
)  # fmt: skip
hostile = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
words = st.text("abcdefghijklmnopqrstuvwxyz\u00e9\u00f1", min_size=2, max_size=9)
ordinary = st.lists(words, max_size=20).map(" ".join)


@given(hostile)
def test_every_character_of_a_view_leads_to_its_own_place(text):
    view = unhidden(text)
    places = [view.locate(at, at + 1) for at in range(len(view))]
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert places == sorted(places)
    for at, (start, end) in enumerate(places):
        low, high = view.shown(start, end)
        assert low <= at < high
        # What stands for one another stays together.
        assert view.locate(low, high) == (start, end)


@given(hostile)
def test_what_no_place_covers_is_shown_nowhere(text):
    view = unhidden(text)
    covered = {at for n in range(len(view)) for at in range(*view.locate(n, n + 1))}
    for at in set(range(len(text))) - covered:
        low, high = view.shown(at, at + 1)
        assert low == high


@given(ordinary)
def test_words_with_one_blank_between_are_their_own_view(text):
    assert unhidden(text) == View.identity(text)


@given(hostile, st.data())
def test_a_release_of_the_clear_text_is_one_of_the_given_text_and_back(text, data):
    clear = Clear.of(Document("d", text), unhidden(text))
    size = len(clear.document.text)
    cuts = data.draw(st.lists(st.integers(0, size), max_size=6, unique=True).map(sorted))
    edits, last = [], 0
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        low, high = clear.view.shown(*clear.view.locate(start, end))
        if low >= last:
            edits.append(Edit(low, high, "[X]", "NAME"))
            last = high
    made = Release.of(clear.document, edits)
    written = clear.written(made)
    assert [edit.replacement for edit in written.edits] == [edit.replacement for edit in edits]
    read = clear.read(written)
    assert read is not None
    release, view = read
    assert release == made
    for (_, start, end), (_, low, high) in zip(made.placed(), written.placed(), strict=True):
        assert view.locate(start, end) == (low, high)
