"""The texts that the neural model learns from: sets whose licences allow it, and generated ones.

Everything that `build_model` teaches the random field is here too. Added are the genre corpus,
court cases and genre texts in which all people, places and dates are others, clinical notes with
identifiers put into them, lists of drugs, doses and findings in which nobody is named, and
generated people with rare surnames.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

import build_model as fast
from benchmarks.held_out import is_held_out

from neural.clinical_lines import clinical_lines, listed_terms
from neural.rows import Row
from textveil.formats.annotated.genre_corpus import read_genre_corpus
from textveil.formats.annotated.tab import Tab
from textveil.lexicon.people.name_lists import surnames
from textveil.lexicon.tables.schemes import scheme
from textveil.synth.corpus import generate
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

MORE = (
    ("hospital", 2000, 31, 0.0, 0.0),
    ("hospital", 200, 32, 0.01, 0.0),
    ("hospital", 200, 33, 0.0, 0.01),
    ("letters", 600, 34, 0.0, 0.0),
    ("email", 700, 35, 0.0, 0.0),
    ("court", 900, 36, 0.0, 0.0),
    ("chat", 1200, 37, 0.0, 0.0),
    ("chat", 300, 38, 0.01, 0.0),
    ("forms", 500, 39, 0.0, 0.0),
    ("everyday", 5000, 40, 0.0, 0.0),
    ("everyday", 800, 41, 0.01, 0.0),
)
"""Kind, documents, seed, typing errors, reading errors; beside those of `build_model`."""

GENRES = Path(__file__).parents[2] / "corpora" / "genres" / "texts.jsonl"
VERSIONS = 8
"""How often each court case and each genre text comes with other people."""
SMALL, CAPITAL = 0.12, 0.04
"""Shares of genre texts with other people that are in small letters, and in capitals."""
RARE = 0.4
"""Share of generated documents whose surnames are drawn from the whole list, rare ones too."""
_PATIENT = re.compile(r"\b(?:The patient|Patient|Pt|the patient)\b")
_SURNAME = re.compile(r" ([A-Z][a-z]{2,})(?:'s)?$")
_BETWEEN = re.compile(r"(?<=[.!?])\s+(?=[A-Z])|\n+")


def training_rows(samples: Path) -> list[Row]:
    """Return everything that the model learns from, in a fixed order."""
    rng = Random(5)  # noqa: S311 - reproducible, not secret
    cases = list(_court(samples))
    rows = list(cases)
    rows += [_row("sentences", one, _wording(one)) for one in fast.sentences(samples)]
    rows += [_row("posts", one) for one in fast.posts(samples)]
    notes = [one for one in fast.notes(samples) if not is_held_out(one.id.removeprefix("note-"))]
    rows += [_row("notes", one) for one in notes]
    made = list(_generated(rng))
    rows += made
    pool = pool_of(made)
    rows += [put_in(one, pool, rng) for one in notes]
    genres = list(genre_rows())
    rows += genres
    for number in range(VERSIONS):
        rows += with_others(cases, number)
        rows += [_recased(row, rng) for row in with_others(genres, number)]
    rows += clinical_lines(4000, pool.lines, listed_terms(samples), rng)
    rows += _unmarked(samples, rng)
    return rows


def _row(source: str, document: Document, group: str = "") -> Row:
    return Row(source, document.text, tuple(document.spans or ()), group=group)


def _wording(document: Document) -> str:
    return (document.subject or "").rsplit("-", 1)[-1]


def _court(samples: Path) -> Iterator[Row]:
    """Yield the court cases, with what must be hidden in them."""
    ours = scheme("tab")
    for document in Tab().read(samples / "tab" / "train92_full.jsonl"):
        spans = [replace(s, label=ours.to_ours(s.label)) for s in document.spans or ()]
        case = fast.coarse("court", document, spans)
        masks = tuple(_masks(document))
        yield Row("court", case.text, tuple((case.spans or Spans()).partition()), masks)


def genre_rows(split: str = "train") -> Iterator[Row]:
    """Yield the English texts of a part of the genre corpus."""
    for one in read_genre_corpus(GENRES):
        if one.split == split and one.document.metadata["language"] == "en":
            spans = (one.document.spans or Spans()).partition()
            yield _row("genre", fast.coarse("genre", one.document, spans))


def _recased(row: Row, rng: Random) -> Row:
    """Return a text as people write who use no capitals, or only these, now and then."""
    drawn = rng.random()
    text = row.text
    if drawn < SMALL + CAPITAL:
        text = text.lower() if drawn < SMALL else text.upper()
    return replace(row, text=text) if len(text) == len(row.text) else row


def _masks(document: Document) -> Iterator[tuple[int, int, bool]]:
    """Yield whether each annotated passage must be hidden."""
    for span in document.spans or ():
        yield span.start, span.end, span.attributes["identifier_type"] != "NO_MASK"


def _generated(rng: Random) -> Iterator[Row]:
    """Yield generated documents; in some, surnames are drawn from the whole list."""
    names = [name.value for name in surnames()]
    for kind, count, seed, typos, ocr in (*fast.GENERATED, *MORE):
        drawn = Random(seed)  # noqa: S311 - reproducible, not secret
        for document in generate(kind, count, rng=drawn, typos=typos, ocr=ocr):
            made = _row(f"generated-{kind}", fast.coarse(kind, document, titled(kind, document)))
            yield _renamed(made, names, rng) if rng.random() < RARE else made


def titled(kind: str, document: Document) -> list[Span]:
    """Return what is marked; in court cases a title belongs to the name, as annotators have it."""
    spans = document.spans or ()
    return [fast.titled(document.text, span) if kind == "court" else span for span in spans]


def _renamed(row: Row, names: Sequence[str], rng: Random) -> Row:
    """Return a document whose surnames are others, each the same one throughout."""
    others: dict[str, str] = {}

    def renew(span: Span, passage: str) -> str:
        known = _SURNAME.search(passage)
        if span.label != "NAME" or known is None:
            return passage
        if known[1] not in others:
            others[known[1]] = rng.choice(names).title()
        return passage[: known.start(1)] + others[known[1]] + passage[known.end(1) :]

    return _rewritten(row, renew)


def _rewritten(row: Row, renew: Callable[[Span, str], str]) -> Row:
    """Return a row in which each passage is written anew."""
    parts, spans, end = [], [], 0
    size = 0
    for span in Spans(row.spans or ()).partition():
        new = renew(span, row.text[span.start : span.end])
        parts += [row.text[end : span.start], new]
        start = size + span.start - end
        size = start + len(new)
        spans.append(replace(span, start=start, end=size))
        end = span.end
    return replace(row, text="".join([*parts, row.text[end:]]), spans=tuple(spans))


@dataclass(frozen=True, slots=True)
class Pool:
    """Generated lines and names, to be put into notes."""

    lines: list[tuple[str, tuple[Span, ...]]] = field(repr=False)
    names: list[str] = field(repr=False)


def pool_of(rows: Iterable[Row]) -> Pool:
    """Return the lines and names of generated documents."""
    lines: list[tuple[str, tuple[Span, ...]]] = []
    for row in rows:
        if row.source in {"generated-everyday", "generated-hospital", "generated-chat"}:
            lines += _lines(row)
    names = [
        text[span.start : span.end]
        for text, spans in lines
        for span in spans
        if span.label == "NAME" and text[span.start : span.end].istitle()
    ]
    return Pool(lines, [name for name in names if 4 < len(name) < 26])


def _lines(row: Row) -> Iterator[tuple[str, tuple[Span, ...]]]:
    at = 0
    for line in row.text.split("\n"):
        inside = [s for s in row.spans or () if at <= s.start and s.end <= at + len(line)]
        if inside and 15 < len(line) < 200:
            yield line, tuple(replace(s, start=s.start - at, end=s.end - at) for s in inside)
        at += len(line) + 1


def put_in(note: Document, pool: Pool, rng: Random) -> Row:
    """Return a note into which names and lines with identifiers were put."""
    text, spans = note.text, list(note.spans or ())
    edits: list[tuple[int, int, str, tuple[Span, ...]]] = []
    for found in _PATIENT.finditer(text):
        if rng.random() < 0.25:
            name = rng.choice(pool.names)
            edits.append((*found.span(), name, (Span(0, len(name), "NAME"),)))
    for found in _BETWEEN.finditer(text):
        if rng.random() < 0.12:
            line, inside = rng.choice(pool.lines)
            edits.append((found.end(), found.end(), line + rng.choice(" \n"), inside))
    for start, end, new, inside in sorted(edits, key=lambda edit: edit[0], reverse=True):
        if any((s.start < end and start < s.end) or s.start < start < s.end for s in spans):
            continue
        moved = len(new) - (end - start)
        spans = [
            replace(s, start=s.start + moved, end=s.end + moved) if s.start >= end else s
            for s in spans
        ]
        spans += [replace(s, start=s.start + start, end=s.end + start) for s in inside]
        text = text[:start] + new + text[end:]
    return Row("notes-put", text, tuple(Spans(spans)))


def with_others(cases: Sequence[Row], number: int) -> Iterator[Row]:
    """Yield texts with other people, places and dates, by our own surrogates."""
    surrogate = Surrogate(scope="document", key=Secret(b"k%031d" % number))
    for at, case in enumerate(cases):
        source = f"{case.source}-other"
        document = Document(f"{number}-{at}", case.text, spans=Spans(case.spans or ()))
        spans = (document.spans or Spans()).partition()
        surrogate.survey(document, spans)
        released = surrogate.transform(document, spans)
        others = {(edit.start, edit.end): edit.replacement for edit in released.edits}
        hidden = {(start, end): must for start, end, must in case.masks}
        made = _rewritten(case, partial(_other, others))
        pairs = zip(spans, made.spans or (), strict=True)
        masks = tuple(
            (new.start, new.end, hidden[old.start, old.end])
            for old, new in pairs
            if (old.start, old.end) in hidden
        )
        yield replace(made, source=source, masks=masks)


def _other(others: Mapping[tuple[int, int], str], span: Span, old: str) -> str:
    """Return what stands for a passage; the passage itself where that is a tag."""
    new = others.get((span.start, span.end), old)
    return old if new.startswith("[") else new


def _unmarked(samples: Path, rng: Random) -> list[Row]:
    """Return texts that nobody marked: the student learns from what its teacher says of them."""
    texts = []
    for folder in ("wnut17", "btc"):
        whole = (samples / folder / "train.conll").read_text("utf-8-sig").replace("\r", "")
        for block in re.split(r"\n[ \t]*\n", whole):
            words = [line.partition("\t")[0] for line in block.split("\n") if line.strip()]
            texts.append(" ".join(words))
    for line in (samples / "paws" / "dev.tsv").read_text("utf-8").splitlines()[1:]:
        fields = line.split("\t")
        texts += [fields[1].strip("b").strip("\"'")] if len(fields) > 2 else []
    rng.shuffle(texts)
    return [Row("unmarked", text, None) for text in texts if text]
