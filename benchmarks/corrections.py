"""Corrections behind a model: what each of them changes on text that nobody wrote for it.

Each correction of `detect/tagging/refine.py` is switched off in turn. A word whose mask changes is
compared with the annotation: the correction was right about it, or wrong. Notes that name hardly
anybody have no annotation; there the suite counts the words that a correction takes away or adds.
The model's own findings are the same in all runs, so they are read once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.detect import WORD, lines, painted, sentence, tab_case
from benchmarks.meaning import read_notes
from benchmarks.measure import Row
from benchmarks.posts import read_posts
from benchmarks.readers import Asked, Detect, reader, shown
from textveil.detect.tagging import refine
from textveil.detect.tagging.tagger import TaggerDetector
from textveil.values.document import Document
from textveil.values.span import Span, Spans

NOTES = "transcribed notes"


def _as_it_is(_text: str, spans: Spans, *_: object, **__: object) -> Spans:
    return spans


def _no(*_: object) -> bool:
    return False


OFF: Mapping[str, Callable[..., Any]] = {
    "as_people": _as_it_is,
    "whole_names": _as_it_is,
    "without_things": _as_it_is,
    "told_numbers": _as_it_is,
    "reads_as_clinical": _no,
    "says_no_day": _no,
    "whole_tokens": _as_it_is,
}
"""What stands in for a correction that is switched off. Manufacturers change labels alone."""


def rows(asked: Asked) -> Iterator[Row]:
    """Yield a row for each correction and model."""
    sets = dict(_sets(asked))
    if not sets:
        yield Row("corrections", "corpora", "absent: no such files", "", "", None, 0)
        return
    for model in asked.compared:
        if model.endswith("-es"):
            continue
        with _Remembered():
            ablation = _Ablation(reader(model), sets)
            for name, stand_in in OFF.items():
                told = ablation.without(name, stand_in)
                gain, loss = told.pop("right", 0), told.pop("wrong", 0)
                figure = "; ".join(f"{where}: {count}" for where, count in told.items())
                ratio = f"{gain} words right, {loss} wrong"
                yield Row("corrections", f"{shown(model)}: {name}", figure, ratio, "", None, 1)


def _sets(asked: Asked) -> Iterator[tuple[str, Sequence[Document]]]:
    readers: Mapping[str, tuple[tuple[str, str], Callable[..., Sequence[Document]]]] = {
        "TAB dev": (("tab", "dev.jsonl"), lambda p: [tab_case(one) for one in lines(p)]),
        "synthetic dev": (
            ("presidio_synth", "dev.jsonl"),
            lambda p: [sentence(str(at), one) for at, one in enumerate(lines(p))],
        ),
        "WNUT dev": (("wnut17", "dev.conll"), lambda p: list(read_posts(p))),
        "BTC dev": (("btc", "dev.conll"), lambda p: list(read_posts(p))),
    }
    for name, (parts, read) in readers.items():
        if path := asked.file(*parts):
            yield name, read(path)[: asked.limit]
    if notes := read_notes(asked):
        yield NOTES, notes


@dataclass
class _Ablation:
    """Masks of all documents with every correction, to compare others with."""

    detect: Detect
    sets: Mapping[str, Sequence[Document]]

    def __post_init__(self) -> None:
        self.before = {name: [*map(self._masked, docs)] for name, docs in self.sets.items()}

    def _masked(self, document: Document) -> set[tuple[int, int]]:
        mask = painted(self.detect(document), len(document.text))
        found = (word.span() for word in WORD.finditer(document.text))
        return {(start, end) for start, end in found if all(mask[start:end])}

    def without(self, name: str, stand_in: Callable[..., Any]) -> dict[str, Any]:
        """Return what the correction does, by set, and how often it is right and wrong."""
        real = getattr(refine, name)
        setattr(refine, name, stand_in)
        try:
            told: dict[str, Any] = {"right": 0, "wrong": 0}
            for where, documents in self.sets.items():
                count = Counter[str]()
                for document, before in zip(documents, self.before[where], strict=True):
                    self._count(document, before, self._masked(document), count, where)
                told["right"] += count["right"]
                told["wrong"] += count["wrong"]
                told[where] = ", ".join(f"{n} {what}" for what, n in sorted(count.items())) or "-"
        finally:
            setattr(refine, name, real)
        return told

    @staticmethod
    def _count(
        document: Document,
        before: set[tuple[int, int]],
        after: set[tuple[int, int]],
        count: Counter[str],
        where: str,
    ) -> None:
        gold = painted(document.spans or Spans(), len(document.text))
        for place in before ^ after:
            marked = place in before
            if where == NOTES:
                count["added" if marked else "taken away"] += 1
            else:
                count["right" if marked == any(gold[slice(*place)]) else "wrong"] += 1


class _Remembered:
    """Lets a model read each text once, while corrections are exchanged."""

    def __enter__(self) -> None:
        self.real = real = TaggerDetector._spans
        said: dict[str, list[Span]] = {}

        def spans(self: TaggerDetector, text: str, *rest: Any) -> Iterator[Span]:
            if text not in said:
                said[text] = list(real(self, text, *rest))
            return iter(said[text])

        TaggerDetector._spans = spans  # type: ignore[method-assign]

    def __exit__(self, *_: object) -> None:
        TaggerDetector._spans = self.real  # type: ignore[method-assign]
