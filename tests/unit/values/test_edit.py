import pytest

from textveil.errors import InvalidValueError
from textveil.values.document import Document
from textveil.values.edit import Edit, Release, SequenceRelease
from textveil.values.sequence import Sequence

NOTE = Document("n", "abcdef")


def test_insertion_maps_to_behind_it_and_back_to_its_place():
    release = Release.of(NOTE, [Edit(2, 2, "XY", "MARK")])
    assert release.text == "abXYcdef"
    assert [release.to_output(at) for at in range(7)] == [0, 1, 4, 5, 6, 7, 8]
    assert [release.to_input(at) for at in range(9)] == [0, 1, 2, 2, 2, 3, 4, 5, 6]


def test_edits_at_both_ends_and_side_by_side():
    edits = [Edit(0, 2, "", "A"), Edit(2, 4, "123", "B"), Edit(4, 6, "9", "C")]
    release = Release.of(NOTE, reversed(edits))
    assert release.text == "1239"
    assert list(release.kept()) == []
    assert [release.to_output(at) for at in range(7)] == [0, 0, 0, 0, 3, 3, 4]
    assert [release.to_input(at) for at in range(5)] == [2, 2, 2, 4, 6]


def test_insertion_at_both_ends():
    release = Release.of(NOTE, [Edit(0, 0, "<", "A"), Edit(6, 6, ">", "A")])
    assert release.text == "<abcdef>"
    assert list(release.kept()) == [(0, 1, 6)]
    assert release.to_input(0) == 0
    assert release.to_input(7) == 6
    assert release.to_input(8) == 6
    assert release.to_output(6) == 8


def test_insertion_behind_a_replacement():
    release = Release.of(NOTE, [Edit(1, 3, "-", "A"), Edit(3, 3, "+", "B")])
    assert release.text == "a-+def"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, 3, "", "A"), Edit(2, 4, "", "A")],
        [Edit(2, 2, "x", "A"), Edit(2, 4, "y", "A")],
        [Edit(2, 2, "x", "A"), Edit(2, 2, "y", "A")],
        [Edit(4, 7, "x", "A")],
    ],
)
def test_edits_that_overlap_or_leave_the_text_are_refused(edits):
    with pytest.raises(InvalidValueError, match=r"^n \["):
        Release.of(NOTE, edits)


def test_a_text_of_another_length_is_refused():
    with pytest.raises(InvalidValueError, match="length"):
        Release("n", "abc", (Edit(0, 1, "", "A"),), 6)


@pytest.mark.parametrize("offset", [-1, 7])
def test_offsets_outside_are_refused(offset):
    release = Release.of(NOTE)
    with pytest.raises(InvalidValueError):
        release.to_output(offset)
    with pytest.raises(InvalidValueError):
        release.to_input(offset)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2)])
def test_an_edit_has_a_place(start, end):
    with pytest.raises(InvalidValueError):
        Edit(start, end, "", "A")


def test_sequence_release_follows_repeats_and_insertions():
    release = SequenceRelease(Sequence.of("s", "ba#a"), (1, 0, None, 0), 3)
    assert release.to_output(0) == (1, 3)
    assert release.to_output(2) == ()
    assert release.to_input(2) is None
    assert repr(release) == "SequenceRelease(id='s', length=4, inserted=1)"


@pytest.mark.parametrize(("origin", "length"), [((0, 1), 3), ((0, 1, 3), 3), ((0, -1, 0), 3)])
def test_origins_must_fit(origin, length):
    with pytest.raises(InvalidValueError):
        SequenceRelease(Sequence.of("s", "abc"), origin, length)


@pytest.mark.parametrize("offset", [-1, 3])
def test_sequence_offsets_outside_are_refused(offset):
    release = SequenceRelease(Sequence.of("s", "abc"), (0, 1, 2), 3)
    with pytest.raises(InvalidValueError):
        release.to_input(offset)
    with pytest.raises(InvalidValueError):
        release.to_output(offset)
