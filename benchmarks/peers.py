"""How good is it? The default policy beside Presidio, spaCy and Rampart, on every English set.

Court cases and sentences are those of suite `detect`, posts those of suite `posts` (persons, places
and organizations), texts of many genres those of suite `genres`. Times are processor times on one
core. Of the genre corpus both parts are scored; `dev` chose settings of the model, `test` nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks import detect, posts
from benchmarks.detect import PRESIDIO, Tally, painted
from benchmarks.genres import CORPUS
from benchmarks.measure import Row
from benchmarks.rampart import rampart
from textveil.formats.annotated.genre_corpus import GenreText, read_genre_corpus
from textveil.values.document import Document
from textveil.values.span import Spans


@dataclass(frozen=True)
class TextSet:
    """Documents with what must be masked; of genre texts also what must stay."""

    name: str
    documents: Sequence[Document]
    count: Callable[[Document, Spans, Tally], None] = detect.count
    genres: Sequence[GenreText] = ()


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield a row for each program on each set."""
    for one in sets(samples):
        with detect.one_core():
            tallies, hurt = run(one)
        for name, tally in tallies.items():
            label = f"{one.name}: {name}"
            if tally.absent:
                yield Row("peers", label, f"absent: {tally.absent}", "", "", None, 0)
                continue
            figure = f"P {tally.precision:.3f} R {tally.recall:.3f}"
            figure += f", {tally.rate:,.0f} KB/s" if tally.rate else ""
            if name in hurt:
                figure += f", {hurt[name]:.1%} of what must stay hurt"
            times = tally.rate / tallies[PRESIDIO].rate if tallies[PRESIDIO].rate else 0
            ratio = f"{times:.1f} times Presidio's rate" if times else ""
            yield Row("peers", label, figure, ratio, "", None, 1)


def sets(samples: Path | None) -> Iterator[TextSet]:
    """Yield the sets that are there."""
    if samples is not None:
        for gold in detect.sets(samples):
            yield TextSet(gold.name, gold.documents)
        for name, folder in posts.SETS.items():
            path = samples / folder / "dev.conll"
            if path.exists():
                found = list(posts.read_posts(path))
                yield TextSet(f"{name} dev, {len(found):,} posts", found, posts.count)
    texts = [one for one in read_genre_corpus(CORPUS) if one.document.metadata["language"] == "en"]
    for part in ("dev", "test"):
        own = [one for one in texts if one.split == part]
        name = f"genre corpus {part}, {len(own)} texts"
        yield TextSet(name, [one.document for one in own], genres=own)


def run(given: TextSet) -> tuple[dict[str, Tally], dict[str, float]]:
    """Run all programs over a set; return what they found and which share they hurt."""
    builders = {
        detect.DEFAULT: detect.default_policy,
        **{name: build for name, build in detect.detectors().items() if name.startswith("Pres")},
        "spaCy, all types": detect.detectors()["spaCy, all types"],
        "Rampart": rampart,
    }
    keep = {one.document.id: one.keep for one in given.genres}
    hurt: dict[str, list[bool]] = {}

    def watched(name: str, found_by: detect.Detect) -> detect.Detect:
        def found(document: Document) -> Spans:
            spans = found_by(document)
            mask = painted(spans, len(document.text))
            for span in keep.get(document.id, ()):
                hurt.setdefault(name, []).append(any(mask[span.start : span.end]))
            return spans

        return found

    made = {n: (lambda n=n, build=build: watched(n, build())) for n, build in builders.items()}
    tallies = detect.run(given.documents, made, given.count)
    return tallies, {name: sum(all_of) / len(all_of) for name, all_of in hurt.items()}
