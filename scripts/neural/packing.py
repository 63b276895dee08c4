"""Pack texts into arrays: words, their pieces, shapes and traits, and what each word is.

Training needs the arrays and PyTorch, and nothing of textveil, so it can run on another machine.
"""

import json
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from neural.rows import Row
from textveil.detect.patterns import SOURCE as PATTERNS
from textveil.detect.tagging.tagger import hints_for
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.lexicon.tables.clinical import ClinicalKind
from textveil.lexicon.tables.folding import fold
from textveil.lexicon.tables.words import Kind, look_up
from textveil.models.fields.windows import WORD
from textveil.models.networks.neural import NeuralSettings
from textveil.models.networks.word_inputs import WordTraits, shape_of
from textveil.models.networks.word_pieces import MOST, PADDING, UNKNOWN, WordPieces
from textveil.models.roles import books_of_today
from textveil.values.label import LABELS, family_of

HINTS: Final = (PATTERNS,)
CARRIED: Final = 16
"""Traits of a word that are kept; the commonest have three."""
KINDS: Final = tuple(kind for kind in Kind if kind.name)
CLINICAL: Final = tuple(kind for kind in ClinicalKind if kind.name)


def cut_vocabulary(
    texts: Iterable[str], whole: Sequence[str], samples: Path, size: int
) -> list[str]:
    """Return the pieces that English texts and names need most, and every letter.

    Parameters
    ----------
    texts
        What the model learns from.
    whole
        The vocabulary of the base model.
    samples
        The folder with the word list.
    size
        Pieces to keep.
    """
    pieces = WordPieces(whole)
    words = Counter(word for text in texts for word in WORD.findall(fold(text).text))
    counts: Counter[int] = Counter()
    for word, count in words.items():
        for piece in pieces.of(word):
            counts[piece] += count
    for word, count in _listed(samples):
        for piece in pieces.of(word):
            counts[piece] += count
    letters = [p for p in whole if len(p.removeprefix("##")) == 1 and ord(p[-1]) < 0x250]
    common = [whole[number] for number, _ in counts.most_common()]
    return list(dict.fromkeys([PADDING, UNKNOWN, *letters, *common]))[:size]


def _listed(samples: Path) -> Iterator[tuple[str, int]]:
    """Yield names and everyday words, each with how much it counts."""
    for gender in ("female", "male"):
        yield from ((name.value, 2) for name in first_names(gender)[:3000])
    yield from ((name.value, 2) for name in surnames()[:15000])
    with lzma.open(samples / "lists" / "american-english-insane.txt.xz", "rt") as lines:
        for line in lines:
            word = line.strip()
            if word.islower() and word.isascii() and word.isalpha() and look_up(word).common >= 2:
                yield word, 1


def settings_for(rows: Iterable[Row], vocabulary: Sequence[str]) -> NeuralSettings:
    """Return what the graph will expect and give."""
    labels = sorted({span.label for row in rows for span in row.spans or ()})
    families = sorted({family_of(label) for label in LABELS})
    return NeuralSettings(tuple(labels), tuple(vocabulary), KINDS, CLINICAL, tuple(families))


def pack(rows: Sequence[Row], settings: NeuralSettings) -> dict[str, NDArray]:
    """Return arrays with a row a word, and how many words each text has."""
    traits = _traits(settings)
    pieces = WordPieces(settings.vocabulary)
    columns: dict[str, list[NDArray]] = {k: [] for k in ("ids", "shape", "traits", "tags", "masks")}
    counts, starts, ends = [], [], []
    for row in rows:
        view = fold(row.text)
        words = traits.read(view.text, hints_for(HINTS, view.text))
        places = [view.locate(a, b) for a, b in zip(words.starts, words.ends, strict=True)]
        number = len(places)
        ids = np.zeros((number, MOST), np.uint16)
        for at, word in enumerate(words.words):
            found = pieces.of(word)
            ids[at, : len(found)] = found
        columns["ids"].append(ids)
        columns["shape"].append(np.array([shape_of(w) for w in words.words], np.uint8))
        columns["traits"].append(_sparse(words.traits))
        columns["tags"].append(_tags(row, places, settings.labels))
        columns["masks"].append(_masks(row, places))
        counts.append(number)
        starts += [start for start, _ in places]
        ends += [end for _, end in places]
    packed = {name: np.concatenate(parts) for name, parts in columns.items()}
    packed["counts"] = np.array(counts, np.int32)
    packed["starts"], packed["ends"] = np.array(starts, np.int32), np.array(ends, np.int32)
    return packed


def _traits(settings: NeuralSettings) -> WordTraits:
    books = books_of_today()
    return WordTraits(books, settings.kinds, settings.clinical, settings.families)


def _sparse(traits: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return the places of the ones, filled up with the width."""
    number, width = traits.shape
    made = np.full((number, CARRIED), width, np.uint8)
    rows, places = np.nonzero(traits)
    nth = np.arange(len(rows)) - np.searchsorted(rows, rows)
    kept = nth < CARRIED
    made[rows[kept], nth[kept]] = places[kept]
    return made


def _tags(row: Row, places: Sequence[tuple[int, int]], labels: Sequence[str]) -> NDArray[np.int16]:
    """Return what each word is: 0 nothing, then two numbers a label; -1 where nobody knows."""
    tags = np.full(len(places), -1 if row.spans is None else 0, np.int16)
    starts, ends = [a for a, _ in places], [b for _, b in places]
    for span in sorted(row.spans or (), key=lambda s: s.start - s.end):
        low = int(np.searchsorted(ends, span.start, "right"))
        high = int(np.searchsorted(starts, span.end, "left"))
        first = 1 + 2 * labels.index(span.label)
        tags[low:high] = first + 1
        tags[low : min(low + 1, high)] = first
    return tags


def _masks(row: Row, places: Sequence[tuple[int, int]]) -> NDArray[np.int8]:
    """Return whether each word must be hidden; -1 where nobody knows."""
    masks = np.full(len(places), -1, np.int8)
    starts, ends = [a for a, _ in places], [b for _, b in places]
    for start, end, must in row.masks:
        low = int(np.searchsorted(ends, start, "right"))
        high = int(np.searchsorted(starts, end, "left"))
        masks[low:high] = np.maximum(masks[low:high], int(must))
    return masks


def save(folder: Path, rows: Sequence[Row], settings: NeuralSettings) -> None:
    """Write the arrays of a corpus, and what belongs to it."""
    folder.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(folder / "words.npz", **pack(rows, settings))
    (folder / "settings.json").write_text(
        json.dumps(
            {
                "labels": settings.labels,
                "vocabulary": settings.vocabulary,
                "sources": [row.source for row in rows],
                "groups": [row.group for row in rows],
                "traits": _traits(settings).width,
                **settings.to_json(),
            }
        ),
        "utf-8",
    )
