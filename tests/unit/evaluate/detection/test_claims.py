"""Claims counted by passages, against an oracle that looks at one character after the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.decide.curves import Point
from textveil.evaluate.detection.claims import ClaimCount, claimed_by, left_by, published
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans

TEXTS = st.text("ab1 .-", max_size=24)


@st.composite
def stretches(draw: st.DrawFn, length: int) -> list[tuple[int, int]]:
    """Draw some places of a text, without overlaps."""
    cuts = sorted(draw(st.lists(st.integers(0, length), unique=True, max_size=10)))
    return list(zip(cuts[::2], cuts[1::2], strict=False))


@st.composite
def games(draw: st.DrawFn) -> tuple[Document, Release, Spans]:
    """Draw a document with gold spans, its release, and what an attacker tags in it."""
    text = draw(TEXTS)
    gold = Spans(Span(a, b, "NAME") for a, b in draw(stretches(len(text))))
    document = Document("d", text, spans=gold)
    edits = []
    for a, b in draw(stretches(len(text))):
        same = draw(st.booleans())
        edits.append(Edit(a, b, text[a:b] if same else draw(st.text("xy .", max_size=4)), "NAME"))
    release = Release.of(document, edits)
    tagged = Spans(Span(a, b, "OTHER") for a, b in draw(stretches(len(release.text))))
    return document, release, tagged


class Oracle:
    """Everything again, over sets of characters."""

    def __init__(self, document: Document, release: Release) -> None:
        text = document.text
        changed = [e for e in release.edits if e.replacement != text[e.start : e.end]]
        gold = [set(range(span.start, span.end)) for span in document.spans or ()]
        hidden = {at for edit in changed for at in range(edit.start, edit.end)}
        # Where each character of the input stands in the output, if it was not replaced.
        self.places: dict[int, int] = {}
        self.fakes: list[set[int]] = []
        out, at = 0, 0
        for edit in changed:
            for old in range(at, edit.start):
                self.places[old], out = out, out + 1
            self.fakes.append(set(range(out, out + len(edit.replacement))))
            out, at = out + len(edit.replacement), edit.end
        for old in range(at, len(text)):
            self.places[old], out = out, out + 1
        self.text = release.text
        telling = {at for at in range(len(text)) if text[at].isalnum()}
        missed = [passage for passage in gold if (passage & telling) - hidden]
        self.reals = [{self.places[at] for at in passage - hidden} for passage in missed]
        wrong = [e for e in changed if not any(set(range(e.start, e.end)) & g for g in gold)]
        self.count = ClaimCount(len(gold) - len(missed), len(wrong), len(missed))
        self.fakes = [fake for fake in self.fakes if fake]

    def seen(self, passage: set[int], tagged: set[int]) -> bool:
        """Tell whether a letter or digit of a passage is left."""
        return any(self.text[at].isalnum() for at in passage - tagged)


def characters(spans: Spans) -> set[int]:
    return {at for span in spans for at in range(span.start, span.end)}


@given(games())
def test_the_publisher_is_counted_as_character_by_character(
    game: tuple[Document, Release, Spans],
) -> None:
    document, release, _ = game
    oracle, one = Oracle(document, release), published(document, release)
    assert one.count == oracle.count
    assert [characters(Spans([span])) for span in one.fake] == oracle.fakes
    assert one.document.text == release.text
    assert one.document.spans is None
    for pieces, whole in zip(one.real, oracle.reals, strict=True):
        # Pieces without a letter or digit tell nothing.
        rest = whole - characters(Spans(pieces))
        assert characters(Spans(pieces)) <= whole
        assert not any(release.text[at].isalnum() for at in rest)


@given(games())
def test_what_an_attacker_leaves_is_what_still_shows_a_character(
    game: tuple[Document, Release, Spans],
) -> None:
    document, release, tagged = game
    oracle, one = Oracle(document, release), published(document, release)
    real, fake = left_by(one, tagged)
    taken = characters(tagged)
    assert len(real) == sum(oracle.seen(passage, taken) for passage in oracle.reals)
    assert len(fake) == sum(oracle.seen(passage, taken) for passage in oracle.fakes)


@given(games())
def test_a_claim_is_right_if_it_touches_what_was_missed(
    game: tuple[Document, Release, Spans],
) -> None:
    document, release, claims = game
    one = published(document, release)
    # Which pieces there are, the first test says.
    pieces = [characters(Spans(some)) for some in one.real]
    claimed = [characters(Spans([claim])) for claim in claims]
    told = sum(any(passage & claim for claim in claimed) for passage in pieces)
    wrong = sum(not any(passage & claim for passage in pieces) for claim in claimed)
    assert claimed_by(one, claims) == ClaimCount(told, wrong, len(pieces) - told)


def test_precision_and_recall_are_those_of_table_1() -> None:
    count = ClaimCount(right=3, wrong=1, missing=2)
    assert (count.precision, count.recall) == (0.75, 0.6)
    point = Point("publisher", "", 1, 10, 0, count.precision, count.recall)
    assert point.f1 == pytest.approx(2 * 3 / (2 * 3 + 1 + 2))
    assert Point("attacker", "fake", 1, 10, 5, None, 0.0).f1 == 0
    assert (ClaimCount(wrong=4).precision, ClaimCount(missing=4).recall) == (None, 0.0)


def test_half_of_a_name_is_still_a_name() -> None:
    note = Document("n", "Ana Ruiz", spans=Spans([Span(0, 8, "NAME")]))
    half = published(note, Release.of(note, [Edit(0, 3, "Eva", "NAME")]))
    whole = published(
        note, Release.of(note, [Edit(0, 3, "Eva", "NAME"), Edit(4, 8, "Gold", "NAME")])
    )
    assert half.count == ClaimCount(missing=1)
    assert [note.text[p.start : p.end] for p in half.real[0]] == [" Ruiz"]
    assert whole.count == ClaimCount(right=1)
