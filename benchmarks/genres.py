"""The genre corpus: what a policy finds in texts of many genres and voices, and what it hurts.

Words are counted as in suite `detect`. An identifier is found whole if all its letters and digits
are masked; a thing that must stay is hurt if one of its characters is. The part `dev` is scored;
`test` waits for the model that learns from the corpus.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.detect import Tally, count, one_core, painted
from benchmarks.measure import Row
from benchmarks.readers import Asked, Detect, reader, shown
from textveil.formats.annotated.genre_corpus import GenreText, read_genre_corpus

CORPUS = Path(__file__).parents[1] / "corpora" / "genres" / "texts.jsonl"
PART = "dev"


def rows(asked: Asked) -> Iterator[Row]:
    """Yield the rows of each model that reads English."""
    texts = [one for one in read_genre_corpus(CORPUS) if one.split == PART]
    english = [one for one in texts if one.document.metadata["language"] == "en"]
    for model in asked.compared:
        if not model.endswith("-es"):
            with one_core():
                yield from scored(shown(model), english[: asked.limit], reader(model))


def scored(model: str, texts: list[GenreText], detect: Detect) -> Iterator[Row]:
    """Yield words, whole identifiers and what was hurt."""
    tally, whole, hurt = Tally(), Counter[str](), Counter[str]()
    marked, kept = Counter[str](), Counter[str]()
    for text in texts:
        document = text.document
        found = detect(document)
        count(document, found, tally)
        mask = painted(found, len(document.text))
        for span in document.spans or ():
            inside = range(span.start, span.end)
            marked[span.label] += 1
            whole[span.label] += all(mask[at] or not document.text[at].isalnum() for at in inside)
        for span in text.keep:
            kept[span.label] += 1
            hurt[span.label] += any(mask[span.start : span.end])
    label = f"{PART}, {len(texts)} English texts: {model}"
    figure = f"word P {tally.precision:.3f} R {tally.recall:.3f}"
    share = whole.total() / max(1, marked.total())
    yield Row("genres", label, figure, f"{share:.3f} of {marked.total():,} whole", "", None, 1)
    missed = {name: marked[name] - whole[name] for name in marked}
    most = sorted(missed, key=lambda name: -missed[name])[:8]
    told = ", ".join(f"{name} {missed[name]} of {marked[name]}" for name in most)
    yield Row("genres", f"{label}, missed most", told, "", "", None, 1)
    told = ", ".join(f"{kind} {hurt[kind]} of {kept[kind]}" for kind in sorted(kept))
    ratio = f"{100 * hurt.total() / max(1, kept.total()):.1f} % hurt"
    yield Row("genres", f"{label}, things that stay", told, ratio, "", None, 1)
