"""Detection: how much is found, and how fast, beside Presidio and spaCy in the same process.

The sets are the development cases of the Text Anonymization Benchmark and the development sentences
of presidio-research, if the folder with samples has them. Nothing is trained on either here.

Detectors take turns over blocks of the same documents, on one core; times are CPU times of the
process. A detector that is not there (an extra that is not installed, a model that is not shipped)
is reported as absent.
"""

import json
import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import Row
from textveil.errors import TextveilError
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import load_policy
from textveil.policy.registry import ComponentKind, build
from textveil.values.document import Document
from textveil.values.span import Span, Spans

Detect = Callable[[Document], Spans]

BLOCK = 50_000
"""Code points of a block: long enough that a detector's data is in the caches for most of it."""

DEFAULT, PRESIDIO = "default policy", "Presidio"
SENTENCE = (
    "Ana Ruiz, 54, was seen by Dr. Keller at Mercy Hospital in Boston on 3 May 2016 and asked to "
    "call (617) 555-0134 if the cough came back. Results went to ana.ruiz@example.org.\n"
)


@dataclass(frozen=True)
class Gold:
    """A set of documents whose spans are what must be masked, and what the default must reach."""

    name: str
    documents: Sequence[Document]
    recall: float | None = None
    precision: float | None = None
    times: float = 4.0
    """How much faster than Presidio."""


@dataclass
class Tally:
    """What one detector did on one set."""

    hit: int = 0
    masked: int = 0
    gold: int = 0
    seconds: float = 0.0
    size: int = 0
    absent: str = ""

    @property
    def precision(self) -> float:
        """Part of the masked tokens that had to be."""
        return self.hit / self.masked if self.masked else 0.0

    @property
    def recall(self) -> float:
        """Part of the tokens that had to be masked that were."""
        return self.hit / self.gold if self.gold else 0.0

    @property
    def rate(self) -> float:
        """Kilobytes of UTF-8 a second."""
        return self.size / 1e3 / self.seconds if self.seconds else 0.0


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield a row for each detector on each set."""
    for gold in sets(samples):
        with one_core():
            tallies = run(gold.documents, detectors())
        for name, tally in tallies.items():
            yield row(gold, name, tally, tallies[PRESIDIO])


def row(gold: Gold, name: str, tally: Tally, presidio: Tally) -> Row:
    label = f"{gold.name}: {name}"
    if tally.absent:
        return Row("detect", label, f"absent: {tally.absent}", "", "", None, 0)
    figure = f"{tally.rate:,.0f} KB/s"
    if gold.recall is not None:
        figure = f"token P {tally.precision:.3f} R {tally.recall:.3f}, {figure}"
    times = tally.rate / presidio.rate if presidio.rate else 0.0
    ratio = f"{times:.1f} times Presidio's rate" if times else ""
    if name != DEFAULT:
        return Row("detect", label, figure, ratio, "", None, 1)
    bar = f"at least {gold.times:g} times Presidio"
    met = times >= gold.times if times else None
    if gold.recall is not None and gold.precision is not None:
        bar = f"P at least {gold.precision:.2f}, R at least {gold.recall:.2f}, {bar}"
        enough = tally.precision >= gold.precision and tally.recall >= gold.recall
        # Without Presidio beside it the rate cannot be judged; what can be, is.
        met = enough if met is None else enough and met
    return Row("detect", label, figure, ratio, bar, met, 1)


# Sets


def sets(samples: Path | None) -> Iterator[Gold]:
    """Yield what the folder holds; without one, made-up text, for the rates alone."""
    tab = samples / "tab" / "dev.jsonl" if samples else None
    if tab and tab.exists():
        documents = [tab_case(one) for one in lines(tab)]
        yield Gold(
            f"TAB dev, {len(documents)} cases", documents, recall=0.93, precision=0.76, times=3.5
        )
    synthetic = samples / "presidio_synth" / "dev.jsonl" if samples else None
    if synthetic and synthetic.exists():
        documents = [sentence(str(at), one) for at, one in enumerate(lines(synthetic))]
        yield Gold(f"synthetic dev, {len(documents)}", documents, recall=0.90, precision=0.85)
    if samples is None:
        yield Gold("made-up notes", [Document(str(at), SENTENCE * 20) for at in range(10)])


def lines(path: Path) -> list[dict]:
    with path.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def tab_case(case: dict) -> Document:
    """Return a case with the spans whose text, white space aside, is listed as to be masked."""
    listed = {" ".join(text.split()) for text in case["masked_entities"]}
    spans = (
        Span(one["start"], one["end"], one["type"])
        for one in case["spans"]
        if " ".join(one["text"].split()) in listed
    )
    return Document(case["doc_id"], case["text"], spans=Spans(spans))


def sentence(name: str, one: dict) -> Document:
    """Return a synthetic sentence; all of its spans are to be masked."""
    spans = (Span(s["start_position"], s["end_position"], s["entity_type"]) for s in one["spans"])
    return Document(name, one["full_text"], spans=Spans(spans))


# Detectors


def detectors() -> dict[str, Callable[[], Detect]]:
    """Return how to build each detector, by the name that the table shows."""
    return {
        "patterns": lambda: registered("textveil.patterns.v1"),
        "tagger": lambda: registered("textveil.tagger.v1"),
        DEFAULT: default_policy,
        PRESIDIO: lambda: registered("textveil.presidio.v1", model=small_model()),
        "Presidio with organizations": lambda: registered(
            "textveil.presidio.v1", model=small_model(), organizations=True
        ),
        "spaCy, all types": lambda: registered("textveil.spacy.v1", model=small_model()),
    }


def registered(name: str, **options: str | bool) -> Detect:
    detector = build(ComponentKind.DETECTOR, name, options)
    found: Detect = detector.detect
    return found


def default_policy() -> Detect:
    """Return what `textveil scan` does unless told otherwise."""
    engine = Engine(load_policy("tag-only"))
    return lambda document: Detection.settle(document, engine.scan(document))


def small_model() -> str:
    """Return the small English model that is installed, by whatever name it is packaged."""
    try:
        from spacy.util import get_installed_models
    except ImportError:
        return "en_core_web_sm"
    small = sorted(name for name in get_installed_models() if name.startswith("en_core_web_sm"))
    return small[0] if small else "en_core_web_sm"


# Measuring


def run(
    documents: Sequence[Document],
    builders: dict[str, Callable[[], Detect]],
    counted: Callable[[Document, Spans, "Tally"], None] | None = None,
) -> dict[str, Tally]:
    """Run all detectors over the same blocks in turn."""
    add = counted or count
    tallies = {name: Tally() for name in builders}
    ready: dict[str, Detect] = {}
    for name, builder in builders.items():
        try:
            ready[name] = builder()
            # Models load with the first text, which is no part of the rate.
            ready[name](Document("first", SENTENCE))
        except TextveilError as error:
            ready.pop(name, None)
            tallies[name].absent = error.what
    for block in blocks(documents):
        for name, detect in ready.items():
            begin = time.process_time()
            found = [detect(document) for document in block]
            tallies[name].seconds += time.process_time() - begin
            for document, spans in zip(block, found, strict=True):
                add(document, spans, tallies[name])
    return tallies


def blocks(documents: Sequence[Document]) -> Iterator[list[Document]]:
    block: list[Document] = []
    for document in documents:
        block.append(document)
        if sum(map(len, block)) >= BLOCK:
            yield block
            block = []
    if block:
        yield block


WORD = re.compile(r"\w+")


def count(document: Document, found: Spans, tally: Tally) -> None:
    """Add a document's tokens: a word is gold if any character is, masked only if all are.

    Counted here a second time and in another way than in `textveil.evaluate`, which compares labels
    too, so that no slip there can flatter the figures.
    """
    size = len(document.text)
    gold, masked = painted(document.spans or Spans(), size), painted(found, size)
    for word in WORD.finditer(document.text):
        is_gold = any(gold[word.start() : word.end()])
        is_masked = all(masked[word.start() : word.end()])
        tally.hit += is_gold and is_masked
        tally.masked += is_masked
        tally.gold += is_gold
    tally.size += len(document.text.encode("utf-8"))


def painted(spans: Spans, size: int) -> bytearray:
    mask = bytearray(size)
    for span in spans:
        mask[span.start : span.end] = b"\1" * (span.end - span.start)
    return mask


@contextmanager
def one_core() -> Iterator[None]:
    """Keep the process, with the threads of its libraries, on one core for a while."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
