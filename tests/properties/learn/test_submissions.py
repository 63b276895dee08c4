"""Submissions in any parts, in any order, twice and among foreign documents; and corrections."""

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.learn.looping import GOLD, NOTES, QUICK

from textveil.learn.project.corrections import corrections
from textveil.learn.project.open_batch import OpenBatch
from textveil.learn.project.project_records import LoopRound
from textveil.learn.project.submissions import sorted_out
from textveil.values.document import Document
from textveil.values.span import Span, Spans

FOREIGN = [Document(f"x{n}", "Some other text.", spans=Spans()) for n in range(3)]


@cache
def batch():
    return [note.id for note in NOTES[:8]]


def begun():
    documents = {note.id: note for note in NOTES}
    asked = LoopRound(1, tuple(batch()[:6]), tuple(batch()[6:]))
    guesses = {name: Spans() for name in batch()}
    return OpenBatch(QUICK, asked, documents, guesses, {})


@given(st.data())
@settings(max_examples=40)
def test_every_document_is_told_once_and_none_is_lost(data):
    state, gold = begun(), QUICK.gold()
    own = st.sampled_from([GOLD[name] for name in batch()])
    parts = data.draw(
        st.lists(
            st.lists(own | st.sampled_from(FOREIGN + NOTES[8:12]), unique_by=lambda d: d.id).filter(
                lambda part: any(one.id in batch() for one in part)
            ),
            max_size=6,
        )
    )
    for part in parts:
        before = dict(state.annotations)
        told, kept = sorted_out(state, part, gold)
        sides = (told.taken, told.again, told.changed, told.unread, told.unasked, told.foreign)
        assert sorted(name for side in sides for name in side) == sorted(one.id for one in part)
        assert set(told.foreign) == {one.id for one in part if one.id.startswith("x")}
        assert set(told.again) == {one.id for one in part} & before.keys()
        state.annotations.update(kept)
        assert before.items() <= state.annotations.items()
        assert list(told.missing) == state.open
    given_in = {one.id for part in parts for one in part if one.id in batch()}
    assert state.annotations.keys() == given_in
    assert all(state.annotations[name].spans == GOLD[name].spans for name in given_in)


@st.composite
def disjoint(draw):
    cuts = sorted(draw(st.sets(st.integers(0, 40), max_size=12)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return Spans(Span(a, b, draw(st.sampled_from(["NAME", "CITY"]))) for a, b in pairs)


@given(disjoint(), disjoint())
@settings(max_examples=100)
def test_corrections_add_up(before, after):
    made = corrections(before, after)
    back = corrections(after, before)
    assert min(made) >= 0
    assert (back.added, back.removed, back.moved, back.relabelled) == (
        *(made.removed, made.added, made.moved, made.relabelled),
    )
    assert len(before) - made.removed + made.added == len(after)
    kept = len(set(before) & set(after))
    assert kept + made.moved + made.relabelled + made.added == len(after)
    assert (sum(made) == 0) == (before == after)
