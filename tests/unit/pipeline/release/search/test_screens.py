"""Screens see the text as it will be left, and what they withhold is withheld as a whole."""

from textveil.detect.lists.rare import Rare
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.release.search.screens import Screening
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.span import Span, Spans
from textveil.verify.rare.k_anonymity import KSubjects


def released(notes: list[Document], found: list[Spans]) -> list[Case]:
    """Return what is left of notes after screening: tags, and blanks for what is rare."""
    chosen = Screening([("rare", Rare(k=2))]).screened(notes, found)
    cases = []
    for note, spans in zip(notes, chosen, strict=True):
        edits = [
            Edit(s.start, s.end, "*" * len(s) if s.label == "RARE" else f"[{s.label}]", s.label)
            for s in Detection.settle(note, spans)
        ]
        cases.append(Case(note, Release.of(note, edits)))
    return cases


def test_rare_marks_are_withheld_too() -> None:
    notes = [Document("1", "Ana | fever"), Document("2", "Bo saw fever"), Document("3", "fever")]
    found = [Spans([Span(0, 3, "NAME")]), Spans([Span(0, 2, "NAME")]), Spans()]
    cases = released(notes, found)
    assert cases[0].release.text == "[NAME] * fever"
    assert KSubjects(2).verify(cases).holds


def test_what_is_cut_off_a_finding_is_screened() -> None:
    notes = [Document("1", "Sample Doctor, M.D. came"), Document("2", "she came")]
    found = Spans([Span(0, 13, "ORGANIZATION"), Span(7, 18, "NAME")])
    cases = released(notes, [found, Spans()])
    assert cases[0].release.text == "[ORGANIZATION]* **** came"
    assert KSubjects(2).verify(cases).holds
