"""Poisoning: what subjects who write whatever they like take out of the documents of others.

The strongest writer is measured. Each of n poisoned subjects has a document with every word, value,
code and pair of names of all other documents, and detectors find each of them there, under the
label that carries it farthest. What is found in the other documents is what their annotations say.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from benchmarks.measure import Row
from textveil.formats.held import Held, weight_of_document
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import parse_policy
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.span import Span, Spans

SEEDS: Final = (986747, 327016, 136635, 276145, 720605, 238858)
POISONED: Final = (1, 2, 5)
NOTES: Final = 250
_POLICY: Final = (
    "name: poisoning\ndetect: [textveil.patterns.v1]\ntransform: {default: textveil.mask.v1}\n"
)
_GAP: Final = " ... "
_TARGETS: Final = {
    "USERNAME": (r"[^\W\d_]{4,}",),
    "MRN": (
        r"(?<![\w/.,-])\d+(?:[.,]\d+)*(?:[/x-]\d+(?:\.\d+)?)*(?: ?(?:%|mg|mL|mmHg))?(?![\w/-])",
        r"(?<![\w-])(?=[a-zA-Z-]*\d)(?=[\d-]*[a-zA-Z])[a-zA-Z0-9-]{4,}(?![\w-])",
    ),
    "NAME": (r"\b[A-Z][a-z]{2,} [A-Z][a-z]{2,}\b",),
}


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - it needs no samples
    """Yield how many passages of others n subjects change, by what they are."""
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    reach: Counter[int] = Counter()
    words = 0
    for seed in SEEDS:
        honest = honest_notes(seed, NOTES)
        words += sum(len(one.text.split()) for one in honest)
        for n in POISONED:
            found, farthest = changed(honest, n)
            counts[n] += found
            reach[n] = max(reach[n], farthest)
    for n in POISONED:
        told = ", ".join(f"{count} {kind}" for kind, count in sorted(counts[n].items()))
        figure = f"{counts[n].total()} passages of {words:,} words ({told})"
        what = f"{n} poisoned subjects; a value of other form reaches {reach[n]} subjects"
        met = is_bounded(n, counts[n], reach[n])
        yield Row("poisoning", what, figure, "", "at most 4n subjects, no short number", met, 1)


def honest_notes(seed: int | str, notes: int) -> list[Document]:
    """Return generated notes with what is found in them, those that are their own clear view."""
    reader = Engine(parse_policy(_POLICY))
    drawn = generate("hospital", notes, rng=random.Random(seed))  # noqa: S311 - repeatable
    # Annotations count characters of the texts as they were given.
    given = (Document(f"h{at}", d.text, d.subject, spans=d.spans) for at, d in enumerate(drawn))
    return [one for one in given if reader.clear(one).document.text == one.text]


def is_bounded(n: int, kinds: Counter[str], reach: int) -> bool:
    """Tell whether n subjects changed no more than the page says."""
    return kinds["short numbers"] == 0 and reach <= (4 * n if n > 1 else 0)


def changed(honest: list[Document], n: int) -> tuple[Counter[str], int]:
    """Return the passages that n subjects change, by kind, and how far one value gets."""
    found: dict[str, Spans] = {one.id: one.spans or Spans() for one in honest}
    targets = sorted(
        {
            (match.group(), label)
            for label, patterns in _TARGETS.items()
            for pattern in patterns
            for one in honest
            for match in re.finditer(pattern, one.text)
        }
    )
    text, at, spans = _GAP.join(target for target, _ in targets), 0, []
    for target, label in targets:
        spans.append(Span(at, at + len(target), label))
        at += len(target) + len(_GAP)
    poison = [Document(f"x{number}", text, f"x{number}") for number in range(n)]
    before = _planned(honest, found)
    after = _planned([*honest, *poison], found | {one.id: Spans(spans) for one in poison})
    kinds: Counter[str] = Counter()
    reach: dict[str, set[str]] = defaultdict(set)
    for one in honest:
        for span in after[one.id].subtract(before[one.id]):
            value = one.covered_by(span)
            if any(map(str.isalnum, value)):
                kind = _kind(span.label, value)
                kinds[kind] += 1
                if kind in ("words", "codes"):
                    reach[value.casefold()].add(one.counted_subject)
    return kinds, max(map(len, reach.values()), default=0)


def _planned(documents: list[Document], found: Mapping[str, Spans]) -> dict[str, Spans]:
    engine = Engine(parse_policy(_POLICY), find=lambda document: found[document.id])
    plan = engine.plan(Held(documents, weight_of_document))
    return {one.id: spans for one, spans in zip(documents, plan.spans, strict=True)}


def _kind(label: str, value: str) -> str:
    digits = sum(map(str.isdecimal, value))
    if label == "NAME":
        return "words of names in full"
    if digits >= 6 or len(value) < 4:
        return "numbers of six digits, and what is joined to them"
    if digits and not any(map(str.isalpha, value)):
        return "short numbers"
    return "codes" if digits else "words"
