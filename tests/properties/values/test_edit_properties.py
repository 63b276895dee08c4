"""Releases: applying edits, and the offset maps in both directions."""

import pickle
from itertools import pairwise

import hypothesis.strategies as st
from hypothesis import given

from textveil.testing.strategies import releases
from textveil.values.edit import Edit, SequenceRelease
from textveil.values.sequence import Sequence


def naive_text(text, edits):
    """Apply edits from the last to the first, so that earlier offsets stay valid."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    return text


@given(releases())
def test_edits_lead_to_the_text(pair):
    document, release = pair
    assert release.text == naive_text(document.text, release.edits)
    for edit, start, end in release.placed():
        assert release.text[start:end] == edit.replacement


@given(releases())
def test_kept_stretches_are_equal_and_map_both_ways(pair):
    document, release = pair
    for source, target, length in release.kept():
        assert length > 0
        assert document.text[source : source + length] == release.text[target : target + length]
        for step in range(length):
            assert release.to_output(source + step) == target + step
            assert release.to_input(target + step) == source + step


@given(releases())
def test_kept_and_replaced_make_up_both_texts(pair):
    document, release = pair
    kept = sum(length for _, _, length in release.kept())
    assert kept + sum(edit.end - edit.start for edit in release.edits) == len(document.text)
    assert kept + sum(len(edit.replacement) for edit in release.edits) == len(release.text)


@given(releases())
def test_offsets_inside_edits_map_to_starts(pair):
    _, release = pair
    for edit, start, end in release.placed():
        assert {release.to_output(at) for at in range(edit.start, edit.end)} <= {start}
        assert {release.to_input(at) for at in range(start, end)} <= {edit.start}


@given(releases())
def test_offset_maps_are_monotone_and_meet_at_the_ends(pair):
    document, release = pair
    forth = [release.to_output(at) for at in range(len(document.text) + 1)]
    back = [release.to_input(at) for at in range(len(release.text) + 1)]
    assert all(one <= two for one, two in pairwise(forth))
    assert all(one <= two for one, two in pairwise(back))
    assert forth[-1] == len(release.text)
    assert back[-1] == len(document.text)


@given(releases())
def test_releases_survive_pickling(pair):
    _, release = pair
    copy = pickle.loads(pickle.dumps(release))  # noqa: S301
    assert copy == release
    assert list(copy.placed()) == list(release.placed())


@given(st.text("abc", max_size=12), st.data())
def test_sequence_release_maps_are_inverse(symbols, data):
    origins = st.none() | st.integers(0, len(symbols) - 1) if symbols else st.none()
    origin = tuple(data.draw(st.lists(origins, max_size=12)))
    output = [symbols[at] if at is not None else "#" for at in origin]
    release = SequenceRelease(Sequence.of("s", output), origin, len(symbols))
    for at in range(len(origin)):
        source = release.to_input(at)
        assert source is None or at in release.to_output(source)
    for at in range(len(symbols)):
        assert all(release.to_input(shown) == at for shown in release.to_output(at))


@given(st.lists(st.builds(Edit, st.just(2), st.just(4), st.text(max_size=3), st.just("X"))))
def test_edits_are_ordered_and_hashable(edits):
    assert sorted(edits) == sorted(edits, key=lambda edit: edit.replacement)
    assert len(set(edits)) == len({edit.replacement for edit in edits})
