"""Build the fast English model from the corpora whose licences allow it, and generated text.

    python scripts/build_model.py SAMPLES [--output FOLDER]

SAMPLES holds `tab/train92_full.jsonl`, `presidio_synth/dev.jsonl`, `wnut17/train.conll`,
`btc/train.conll` and `clinical/notes_ccby.jsonl`. The same samples and the same version give the
same model.
"""

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from textveil.detect.patterns import Patterns
from textveil.formats.annotated.tab import Tab
from textveil.learn.training.gold import LONGEST, Gold
from textveil.learn.training.trained_model import TrainingPlan, train
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.schemes import scheme
from textveil.lexicon.tables.words import Kind, look_up
from textveil.models.fields.crf import Settings
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

OUTPUT = Path(__file__).parents[1] / "src" / "textveil" / "models" / "data" / "fast-en"
IDENTIFIERS = Path(__file__).with_name("clinical_identifiers.tsv")

# Chosen on the development sets of the benchmark (docs/methods/tagger.md): recall first.
THRESHOLD = 0.2

# kind, documents, seed, typing errors, reading errors
GENERATED = (
    ("hospital", 400, 11, 0.0, 0.0),
    ("hospital", 100, 12, 0.01, 0.0),
    ("hospital", 50, 13, 0.0, 0.01),
    ("letters", 200, 14, 0.0, 0.0),
    ("email", 200, 15, 0.0, 0.0),
    ("court", 80, 16, 0.0, 0.0),
    ("chat", 200, 17, 0.0, 0.0),
    ("chat", 100, 18, 0.01, 0.0),
    ("forms", 200, 19, 0.0, 0.0),
    ("everyday", 1500, 20, 0.0, 0.0),
    ("everyday", 300, 21, 0.01, 0.0),
)

# Numbers of all kinds look alike to the model; the pattern rules tell them apart.
_NUMBERS = frozenset({"ACCOUNT", "BIOMETRIC", "DEVICE", "LICENSE", "MRN", "PLAN", "SSN", "VEHICLE"})
_UNMARKED = int(
    Kind.MONTH | Kind.WEEKDAY | Kind.DEMONYM | Kind.OCCUPATION | Kind.RELIGION | Kind.LANGUAGE
)
# What patterns find in clinical notes, where a bare number is never an address or an account.
_BY_FORM = ("AGE", "DATE", "TIME", "QUANTITY", "URL")
_TITLED = re.compile(r"\b(?:Mrs?|Ms|Miss|Dr)\b\.? ((?!To\b)[A-Z][a-z]+|[A-Z]{1,4}\b)")
_TITLE = re.compile(rf"\b{facts().pattern('title')}\.?\s+$")

SOURCES = {
    "court": ("Text Anonymization Benchmark (Pilan et al. 2022), training cases", "MIT"),
    "sentences": ("presidio-research, synthetic sentences", "MIT"),
    "posts": ("WNUT 2017 and Broad Twitter Corpus, posts without dates and numbers", "CC BY 4.0"),
    "notes": ("ACI-Bench, MTS-Dialog and PriMock57, notes without persons", "CC BY 4.0"),
    "generated": ("textveil synth, all seven kinds, seeds 11-21", "Apache-2.0"),
}

CARD = {
    "name": "fast-en: identifying passages in English clinical, legal and everyday text",
    "licence": "Apache-2.0; trained on MIT and CC BY 4.0 data and on generated text",
    "command": "python scripts/build_model.py SAMPLES",
}


def main() -> None:
    """Train on everything and write the model's folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    arguments = parser.parse_args()
    corpora = {
        "court": [*court(arguments.samples)],
        "sentences": [*sentences(arguments.samples)],
        "posts": [*posts(arguments.samples)],
        "notes": [*notes(arguments.samples)],
        "generated": [*generated()],
    }
    documents = [document for corpus in corpora.values() for document in corpus]
    facts = {**CARD, "data": [about(*SOURCES[name], corpus) for name, corpus in corpora.items()]}
    plan = TrainingPlan(settings=Settings(), folds=1, held_out=0.15, threshold=THRESHOLD)
    bundle = train(documents, plan, Gold(overlaps=LONGEST), facts)
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, data in bundle.files().items():
        (arguments.output / name).write_bytes(data)
    print(f"{len(documents)} documents, {sum(map(len, bundle.parts.values())):,} bytes of weights")


def about(title: str, licence: str, corpus: list[Document]) -> dict[str, object]:
    """Return what the card says about a corpus."""
    return {
        "name": title,
        "licence": licence,
        "scheme": "textveil",
        "documents": len(corpus),
        "characters": sum(map(len, corpus)),
        "spans": sum(len(document.spans or ()) for document in corpus),
    }


def court(samples: Path) -> Iterator[Document]:
    """Yield the court cases with every annotated passage, to be masked or not."""
    ours = scheme("tab")
    for document in Tab().read(samples / "tab" / "train92_full.jsonl"):
        spans = (replace(s, label=ours.to_ours(s.label)) for s in document.spans or ())
        yield coarse("court", document, spans)


def sentences(samples: Path) -> Iterator[Document]:
    """Yield the synthetic sentences; those of one wording count as one subject."""
    ours = scheme("presidio")
    with (samples / "presidio_synth" / "dev.jsonl").open(encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            spans = (
                # A title goes with the name that it stands before.
                Span(s["start_position"], s["end_position"], _kind(s["entity_type"], ours.to_ours))
                for s in row["spans"]
            )
            document = Document(f"s{number}", row["full_text"], f"wording-{row['template_id']}")
            yield coarse("sentence", document, spans)


def _kind(name: str, to_ours: Callable[[str], str]) -> str:
    return "NAME" if name == "TITLE" else to_ours(name)


def posts(samples: Path) -> Iterator[Document]:
    """Yield posts in which everything that we would mark is of a kind that was marked."""
    for folder in ("wnut17", "btc"):
        ours = scheme(folder)
        lines = (samples / folder / "train.conll").read_text("utf-8-sig").splitlines()
        post: list[tuple[str, str]] = []
        for number, line in enumerate([*lines, ""]):
            word, _, tag = line.partition("\t")
            if word.strip():
                post.append((word, tag.strip()))
                continue
            if post and not any(map(_unsure, post)):
                yield coarse(folder, *_joined(f"{folder}-{number}", post, ours.to_ours))
            post = []


def _unsure(word: tuple[str, str]) -> bool:
    """Tell whether a word may be a date, number, trait or occupation, which posts do not mark."""
    text, tag = word
    return bool(re.search(r"[\d@]|://", text)) or (
        tag == "O" and bool(look_up(text).kinds & _UNMARKED)
    )


def _joined(
    name: str, post: list[tuple[str, str]], to_ours: Callable[[str], str]
) -> tuple[Document, list[Span]]:
    """Return the words of a post with single spaces, and its entities."""
    text = ""
    spans: list[Span] = []
    for word, tag in post:
        start = len(text) + bool(text)
        text = f"{text} {word}" if text else word
        kind = tag[2:]
        if tag == "O" or kind in {"product", "creative-work"}:
            continue
        label = to_ours(kind)
        if tag[0] == "I" and spans and spans[-1].end == start - 1:
            spans[-1] = replace(spans[-1], end=len(text))
        else:
            spans.append(Span(start, len(text), label))
    return Document(name, text), spans


def notes(samples: Path) -> Iterator[Document]:
    """Yield clinical notes: what drugs, scores and findings look like where nobody is named."""
    rows = [line.split("\t") for line in IDENTIFIERS.read_text("utf-8").splitlines()]
    labels = {row[1]: row[0] for row in rows if len(row) == 2}
    longest_first = sorted(labels, key=len, reverse=True)
    listed = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    patterns = Patterns(labels=_BY_FORM)
    with (samples / "clinical" / "notes_ccby.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            document = Document(row["id"], row["text"])
            spans = Spans(
                Span(*found.span(), labels[found.group()]) for found in listed.finditer(row["text"])
            )
            after_titles = (Span(*m.span(1), "NAME") for m in _TITLED.finditer(row["text"]))
            spans |= Spans(after_titles).subtract(spans)
            spans |= patterns.detect(document).subtract(spans)
            yield coarse("note", document, spans)


def generated() -> Iterator[Document]:
    """Yield generated documents; a title before a name is taken as part of it."""
    for kind, count, seed, typos, ocr in GENERATED:
        rng = Random(seed)  # noqa: S311 - reproducible, not secret
        for document in generate(kind, count, rng=rng, typos=typos, ocr=ocr):
            spans = (titled(document.text, span) for span in document.spans or ())
            yield coarse(f"{kind}-{seed}", document, spans)


def titled(text: str, span: Span) -> Span:
    """Return a name's span with the title before it."""
    if family_of(span.label) != "NAME" or span.label == "INITIALS":
        return span
    found = _TITLE.search(text, max(0, span.start - 20), span.start)
    return replace(span, start=found.start()) if found else span


def coarse(corpus: str, document: Document, spans: Iterable[Span]) -> Document:
    """Return a document with labels that all corpora share, and ids that tell the corpora apart."""
    labels = (Span(span.start, span.end, family_of(span.label)) for span in spans)
    kept = [replace(s, label="OTHER-ID" if s.label in _NUMBERS else s.label) for s in labels]
    subject = f"{corpus}-{document.subject or document.id}"
    return Document(f"{corpus}-{document.id}", document.text, subject, spans=Spans(kept))


if __name__ == "__main__":
    main()
