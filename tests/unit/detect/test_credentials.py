"""Credentials identify nobody: whatever a model says of one after a name, it stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.refine import refine
from textveil.lexicon.facts import facts
from textveil.values.span import Span, Spans

KNOWN = facts()
LISTED = sorted(
    word
    for word in KNOWN.words("credential", "rare-credential")
    if not KNOWN.is_a(word, "generation")
)
ENDED = [f"{word}-{end}" for word in LISTED for end in KNOWN.words("credential-ending")]
LABELS = ["STATE", "ADDRESS", "ORGANIZATION", "DATE", "PROFESSION"]


def said(text: str, spans: Spans) -> list[str]:
    return [text[one.start : one.end] for one in spans]


@given(st.sampled_from(LISTED + ENDED), st.sampled_from(LABELS), st.sampled_from([", ", " "]))
def test_a_credential_behind_a_name_is_no_finding(word: str, label: str, gap: str) -> None:
    text = f"Seen by Laura Kim{gap}{word}, who called."
    start = text.index(f"{gap}{word}") + len(gap)
    found = Spans([Span(8, 17, "NAME"), Span(start, start + len(word), label)])
    assert said(text, refine(text, found)) == ["Laura Kim"]


@given(st.sampled_from(ENDED), st.data())
def test_no_piece_of_one_with_an_ending_is_a_finding(word: str, data: st.DataObject) -> None:
    text = f"Laura Kim {word}\nPriya Raman {word}\n"
    start = len("Laura Kim ")
    cut = data.draw(st.integers(start, start + len(word) - 1))
    label = data.draw(st.sampled_from(["NAME", *LABELS]))
    piece = Span(start, cut, label) if cut > start else Span(start, start + len(word), label)
    last = Span(len(text) - len(f"Priya Raman {word}\n"), len(text) - 1, "NAME")
    found = refine(text, Spans([Span(0, 9, "NAME"), piece, last]))
    assert said(text, found) == ["Laura Kim", "Priya Raman"]


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("Ana Ruiz moved to Erie, PA, in May.", "PA", "STATE"),
        ("Write to Ana Ruiz, PA 15213.", "PA", "STATE"),
        ("NGUYEN, DO was seen.", "NGUYEN, DO", "NAME"),
        ("Walter Foley Jr was seen.", "Walter Foley Jr", "NAME"),
    ],
)
def test_the_same_letters_elsewhere_are_a_state_or_a_name(
    text: str, value: str, label: str
) -> None:
    start = text.index(value)
    spans = [Span(start, start + len(value), label)]
    if text.find("Ana Ruiz") >= 0:
        spans.append(Span(text.index("Ana"), text.index("Ruiz") + 4, "NAME"))
    assert value in said(text, refine(text, Spans(spans)))


@given(st.sampled_from(KNOWN.words("note-verb")), st.data())
def test_what_was_done_with_a_note_is_no_part_of_a_name(verb: str, data: st.DataObject) -> None:
    stop, by = data.draw(st.sampled_from(["", ". "])), data.draw(st.sampled_from(["", "by "]))
    text = f"{stop}{verb.capitalize()} {by}Tom Reyes, MD"
    low = text.index("Tom")
    apart = [Span(0, len(stop + verb), "NAME"), Span(low, low + 9, "NAME")]
    spans = data.draw(st.sampled_from([apart, [Span(0, low + 9, "NAME")]]))
    assert said(text, refine(text, Spans(spans))) == ["Tom Reyes"]
