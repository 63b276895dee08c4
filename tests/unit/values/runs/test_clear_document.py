"""Clear documents: passages of what is read, carried back to what was given."""

from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.runs.clear_document import Clear
from textveil.values.span import Span, Spans
from textveil.values.view import Resized, View


def spaced(text, letters, **fields):
    """Return a document of which some characters are left out."""
    places, shown = Resized(), ""
    for at, one in enumerate(text):
        if at in letters:
            places.add(len(shown), len(shown), at, at + 1)
        else:
            shown += one
    return Clear.of(Document("d", text, **fields), View(shown, places))


def test_a_document_that_hides_nothing_is_read_as_it_is():
    document = Document("d", "Ana")
    clear = Clear.of(document, View.identity("Ana"))
    assert clear.document is document
    assert not clear.hides
    release = Release.of(document, [Edit(0, 3, "Eva", "NAME")])
    assert clear.written(release) is release


def test_annotations_move_with_the_text():
    clear = spaced("to A-na", {4}, spans=Spans([Span(3, 7, "NAME")]))
    assert clear.document.text == "to Ana"
    assert clear.document.spans == Spans([Span(3, 6, "NAME")])


def test_a_release_covers_what_was_left_out_inside_a_passage():
    clear = spaced("to A-na, A-na", {4, 10})
    release = clear.written(Release.of(clear.document, [Edit(3, 6, "Eva", "NAME")]))
    assert release.text == "to Eva, A-na"
    assert [(edit.start, edit.end) for edit in release.edits] == [(3, 7)]


def test_a_witness_in_the_clear_release_points_at_the_released_text():
    clear = spaced("to A-na, A-na", {4, 10})
    given = Release.of(clear.given, [Edit(3, 7, "Evelyn", "NAME")])
    release, view = clear.read(given)
    assert release.text == "to Evelyn, Ana"
    low, high = view.locate(11, 14)
    assert given.text[low:high] == "A-na"


def test_a_release_that_cuts_a_character_has_no_clear_form():
    places = Resized()
    places.add(0, 1, 0, 5)
    clear = Clear.of(Document("d", "&#74;ohn"), View("John", places))
    assert clear.read(Release.of(clear.given, [Edit(2, 8, "x", "NAME")])) is None


def test_a_release_whose_text_was_changed_has_no_clear_form():
    clear = spaced("to A-na", {4})
    release = Release.of(clear.given, [Edit(3, 7, "Eva", "NAME")])
    assert clear.read(Release("d", "no Eva", release.edits, 7)) is None


def test_spans_are_widened_to_what_stands_for_one_another():
    places = Resized()
    places.add(0, 4, 0, 6)
    clear = Clear.of(Document("d", "\u202enhoJ\u202c"), View("John", places))
    assert clear.whole(Spans([Span(1, 2, "NAME")])) == Spans([Span(0, 4, "NAME")])


def test_its_representation_shows_no_text():
    assert "Ana" not in repr(spaced("A-na", {1}))
