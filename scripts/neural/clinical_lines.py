"""Lines of clinical notes in which nobody is named, with words of the clinical vocabulary.

They teach a model that a drug with a capital, a dose, a laboratory value or an eponym is no person,
number or date. Some lines name somebody, so that it does not learn that such notes never do.
"""

import lzma
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from neural.rows import Row
from textveil.lexicon.tables.clinical import ClinicalKind, clinical_book
from textveil.values.span import Span

TEMPLATES = (
    "{n}. {Drug} {mg} mg p.o. {often}.",
    "{Drug} {mg}/{mg} one tab {often} p.r.n. pain",
    "{Drug} {n} tabs QHS",
    "{Drug} {mg} mg IV x{n} given in the ED.",
    "{Drug}, {Drug} and {Drug}.",
    "ALLERGIES: {Drug}, {Drug}.",
    "Allergic to {drug} and {Drug}.",
    "MEDICATIONS: {Drug} {mg} mg {often}, {Drug} {mg} mg {often}, vitamin D {big} IU.",
    "Started on {Drug} {mg} mg {often} for {disease}.",
    "{DRUG} {mg} MG TABLET",
    "Heparin {big} units subcutaneously {often}.",
    "{Test} {value}, {Test} {value}, {Test} {value}.",
    "LABS: {TEST} {value}, {TEST} {value}, {TEST} {value}, platelets {big}.",
    "White count {big}, hemoglobin {dec}, hematocrit {dec}, platelets {pct},000.",
    "{Test}: {value} ({dec}-{dec})",
    "VITALS: BP {bp}, HR {hr}, RR {n}, T {temp}, O2 sat {pct}% on {n} L.",
    "Blood pressure {bp} mmHg, pulse {hr}, temperature {temp} F, weight {hr} kg.",
    "BP {bp} sitting, {bp} standing.",
    "The {anatomy} is {pct}% occluded.",
    "{pct}% stenosis of the proximal {anatomy}.",
    "Ejection fraction {pct}% to {pct}%.",
    "GCS {n}, ASA {n}, pain {n}/10, Apgars {n} and {n}.",
    "Apgar {n}/{n}. Mallampati {n}.",
    "MRI shows disc herniation at L{n}-L{n} and C{n}-{n}.",
    "Degenerative changes at {spine}.",
    "The skin was closed with {n}-0 {Device} in a running fashion.",
    "A {n} French {Eponym} {head} was placed.",
    "{Eponym} {head} negative, {Eponym} {head} positive.",
    "History of {Eponym} {head} and {disease}.",
    "{Eponym}'s {head} was ruled out.",
    "PAST MEDICAL HISTORY: {Disease}, {disease}, {disease}.",
    "DIAGNOSIS: {Disease} with {finding}.",
    "PROCEDURE: {Procedure}.",
    "IMPRESSION: {n}. {Disease}. {n}. {Finding}. {n}. Status post {procedure}.",
    "Patient underwent {procedure} under general anesthesia; EBL {hr} cc.",
    "The {anatomy} was dissected with {Device} and Bovie cautery.",
    "{Anatomy}: within normal limits. {Anatomy}: no {finding}.",
    "Visual acuity 20/{hr} OD, 20/{hr} OS.",
    "G{n} P{n}, {weeks} weeks' gestation, fundal height {weeks} cm.",
    "He smokes {n} packs per day and drinks {n} beers a week.",
    "She takes {drug} {mg} mcg {often}; last INR {dec}.",
    "Tourniquet time was {hr} minutes at {pct}0 mmHg.",
    "{Test} of {value} and {test} of {value} on admission.",
    "Insulin sliding scale, {Drug} {n} units at bedtime.",
    "{n} x {n} cm mass in the {anatomy}, SUV {dec}.",
    "Type O positive, Rh negative; CD4 {pct}{n}, viral load {big}.",
    "Follow up in {n} weeks; return sooner for {finding}.",
    "NKDA. Immunizations up to date. Denies {finding} or {finding}.",
    "REVIEW OF SYSTEMS: Negative for {finding}, {finding} and {finding}.",
    "EKG: NSR, rate {hr}, QTc {pct}0, no ST changes.",
)
"""Our own wording; what stands in braces is drawn."""

_OFTEN = ("daily", "b.i.d.", "t.i.d.", "q.6h.", "q.h.s.", "BID", "TID", "qAM", "every other day")
_LISTED = int(
    ClinicalKind.DRUG
    | ClinicalKind.DISEASE
    | ClinicalKind.FINDING
    | ClinicalKind.PROCEDURE
    | ClinicalKind.ANATOMY
)
_HOLE = re.compile(r"\{(\w+)\}")


class _Words:
    """Words of the vocabulary by kind, and numbers as notes write them."""

    def __init__(self, vocabulary: Sequence[tuple[str, int]], rng: Random) -> None:
        self.rng = rng
        self.by_kind: dict[str, list[str]] = {
            kind.name.lower(): [word for word, flags in vocabulary if flags & kind]
            for kind in ClinicalKind
            if kind.name
        }
        self.by_kind["head"] = self.by_kind.pop("eponym_head")

    def word(self, name: str) -> str:
        """Return what fills a hole; the case of its name is that of the word."""
        made = self.numbers().get(name)
        if made is not None:
            return made()
        chosen = self.rng.choice(self.by_kind[name.lower()])
        if name.isupper():
            return chosen.upper()
        return chosen[0].upper() + chosen[1:] if name[0].isupper() else chosen

    def numbers(self) -> dict[str, Callable[[], str]]:
        """Return how numbers are drawn, by hole."""
        draw = self.rng.randint
        return {
            "n": lambda: str(draw(1, 15)),
            "mg": lambda: self.rng.choice(("2.5", "5", "10", "20", "25", "40", "81", "325", "500")),
            "big": lambda: f"{draw(1, 400) * 100:,}",
            "hr": lambda: str(draw(40, 180)),
            "pct": lambda: str(draw(5, 100)),
            "dec": lambda: f"{draw(1, 45)}.{draw(0, 9)}",
            "value": lambda: self.rng.choice((str(draw(2, 400)), f"{draw(0, 30)}.{draw(0, 99)}")),
            "temp": lambda: f"{draw(96, 103)}.{draw(0, 9)}",
            "bp": lambda: f"{draw(85, 200)}/{draw(45, 110)}",
            "weeks": lambda: str(draw(6, 41)),
            "often": lambda: self.rng.choice(_OFTEN),
            "spine": lambda: self.rng.choice(("L4-L5", "C5-C6", "T12-L1", "L5-S1", "C3-4")),
        }


def listed_terms(samples: Path) -> list[tuple[str, int]]:
    """Return terms with their kinds: those of the facts, and words of a list that are terms."""
    book = clinical_book()
    terms = [(word, int(kind)) for word, kind in book.entries]
    with lzma.open(samples / "lists" / "american-english-insane.txt.xz", "rt") as lines:
        words = (line.strip() for line in lines)
        flagged = ((word, book.first(word)[0] & _LISTED) for word in words if word.isalpha())
        terms += [(word, flags) for word, flags in flagged if flags]
    return terms


def clinical_lines(
    count: int,
    naming: Sequence[tuple[str, tuple[Span, ...]]],
    terms: Sequence[tuple[str, int]],
    rng: Random,
) -> Iterator[Row]:
    """Yield notes of a few lines each; every sixth line or so names somebody."""
    words = _Words(terms, rng)
    for _ in range(count):
        text = ""
        spans: list[Span] = []
        for _ in range(rng.randint(2, 9)):
            if rng.random() < 0.16:
                line, inside = rng.choice(naming)
                spans += [Span(s.start + len(text), s.end + len(text), s.label) for s in inside]
            else:
                line = _HOLE.sub(lambda found: words.word(found[1]), rng.choice(TEMPLATES))
                line = line.upper() if rng.random() < 0.1 else line
            text += line + rng.choice((" ", "\n", "\n"))
        yield Row("clinical-lines", text, tuple(spans))
