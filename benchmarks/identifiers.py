"""Generated identifiers put into real notes: the gold that clinical notes without persons lack."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.span import Span, Spans

SEED = 2_718
EACH = 4
"""Sentences with an identifier that each note gets."""

FRAMES = {
    "PATIENT": (
        "The patient's name is {}.",
        "{} was seen and examined today.",
        "I explained the plan to {} and answered all questions.",
        "Name: {}.",
        "This is a follow-up visit for {}, who feels better.",
    ),
    "PROVIDER": (
        "Dictated by {}, M.D.",
        "The case was discussed with Dr. {}.",
        "Dr. {} will follow the patient after discharge.",
        "Surgeon: {}.",
        "Thank you, Dr. {}, for this referral.",
    ),
    "DATE": (
        "The patient was admitted on {}.",
        "Date of service: {}.",
        "A repeat study is planned for {}.",
        "The last visit was on {}, without findings.",
        "Symptoms began on {} after a fall.",
    ),
    "PHONE": (
        "She can be reached at {}.",
        "Phone: {}.",
        "Please call {} with any questions.",
        "The daughter left her number, {}, with the nurse.",
    ),
    "MRN": ("MRN: {}.", "Medical record number {}.", "Chart number {} was reviewed."),
    "SSN": ("SSN: {}.", "Social security number {} is on file."),
    "ACCOUNT": ("Account number {}.", "Billed to account {}."),
    "STREET": (
        "The patient lives at {}.",
        "Address: {}.",
        "Visiting nurses will go to {} twice a week.",
    ),
    "CITY": (
        "The patient lives in {}.",
        "He was transferred from a clinic in {}.",
        "She moved here from {} last year.",
    ),
    "HOSPITAL": (
        "He was transferred from {}.",
        "The patient was seen at {} before.",
        "Records from {} were reviewed.",
    ),
    "ORGANIZATION": (
        "The patient works for {}.",
        "He is employed at {} and off work now.",
        "Insurance forms of {} were completed.",
    ),
    "EMAIL": ("E-mail: {}.", "Results were sent to {} at her request."),
}
"""Sentences for each label. None of them is a wording of the generator."""

FULL = {
    "PATIENT": re.compile(r"[^\W\d_][\w'\u2019-]+(?:,? [^\W\d_][\w.'\u2019-]*)+"),
    "PROVIDER": re.compile(r"[^\W\d_][\w'\u2019-]+(?: [^\W\d_][\w.'\u2019-]*)*"),
    "DATE": re.compile(
        r"\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|[A-Z][a-z]+ \d{1,2},? \d{4}|\d{1,2} [A-Z]\w+ \d{4}"
    ),
    "PHONE": re.compile(r"(?:\D*\d){10,}"),
    "MRN": re.compile(r"(?:\D*\d){5,}"),
}
"""What a value must look like to stand in a sentence of its own; others of the label are parts."""

PLACE = re.compile(r"(?<=[a-z0-9)]\. )(?=[A-Z])|(?<=\n)(?=\S)")


def generated_values(count: int, seed: int = SEED) -> dict[str, list[str]]:
    """Return at least `count` values of each label, from generated hospital documents."""
    rng = Random(seed)  # noqa: S311 - the same values every time
    values: dict[str, list[str]] = {label: [] for label in FRAMES}
    for document in generate("hospital", 1_000_000, rng=rng, subjects=20_000):
        if all(len(found) >= count for found in values.values()):
            break
        for span in document.spans or ():
            value = " ".join(document.covered_by(span).split())
            shape = FULL.get(span.label)
            if span.label in values and (shape is None or shape.fullmatch(value)):
                values[span.label].append(value)
    return values


def with_identifiers(notes: Sequence[Document], seed: int = SEED) -> Iterator[Document]:
    """Yield the notes with generated sentences in them; the gold spans are their identifiers."""
    rng = Random(seed)  # noqa: S311 - the same sentences every time
    labels = tuple(FRAMES)
    values = generated_values(EACH * len(notes) // len(labels) + 1, seed)
    number = 0
    for note in notes:
        chosen = []
        for _ in range(EACH):
            label = labels[number % len(labels)]
            value = values[label][number // len(labels)]
            chosen.append((label, rng.choice(FRAMES[label]), value))
            number += 1
        yield put_in(note, chosen, rng)


def put_in(note: Document, chosen: Sequence[tuple[str, str, str]], rng: Random) -> Document:
    """Return a note with sentences put between its own."""
    places = [match.start() for match in PLACE.finditer(note.text)] or [0]
    text, end, spans = "", 0, []
    for place, (label, frame, value) in zip(
        sorted(rng.choices(places, k=len(chosen))), chosen, strict=True
    ):
        before, after = frame.split("{}")
        text += note.text[end:place] + before
        spans.append(Span(len(text), len(text) + len(value), label))
        text += value + after + " "
        end = place
    return replace(note, text=text + note.text[end:], spans=Spans(spans))
