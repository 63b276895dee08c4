"""The process in the cell: it reads one model from its input, then texts, and answers in arrays.

The order matters: limits first, then what textveil itself needs (modules, tables), then the seal,
and only then the first byte of a foreign model.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from textveil.errors import ModelError
from textveil.models.cell.fence import seal, set_limits
from textveil.models.cell.messages import Message, packed, unpacked
from textveil.values.span import Span, Spans

__all__ = ["main", "told_hints"]

_LONGEST: Final = 1 << 30
_WARMING: Final = "Dr. Ana Ruiz saw Mr. Smith, 43, at 12 Baker Street on 3 May 2016; he takes 5 mg."


def main(seconds: int) -> None:
    """Serve until the input ends."""
    unbounded = set_limits(seconds)
    answers = os.dup(1)
    # Whatever native code prints, it does not print between answers.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    _serve(unbounded, answers)


def _serve(unbounded: list[str], answers: int) -> None:
    asked, parts = _next()
    ready = _prepare(asked, parts)
    open_ = [*unbounded, *seal()]
    if open_ and not asked["unfenced"]:
        _answer(answers, packed({"open": open_}))
        return
    try:
        tagger = ready()
    except ModelError as error:
        # No text was read yet, so this message cannot hold any.
        _answer(answers, packed({"refused": error.what, "where": error.where, "hint": error.hint}))
        return
    sizes = getattr(tagger, "sizes", {})
    _answer(answers, packed({"labels": tagger.labels, "sizes": dict(sizes), "open": open_}))
    while True:
        asked, parts = _next()
        _answer(answers, _DONE[asked["ask"]](tagger, asked, parts))


def _prepare(asked: Mapping[str, Any], parts: Sequence[memoryview]) -> Any:
    """Load what textveil needs for a kind of model; return what makes the tagger."""
    from textveil.lexicon.style.writing_style import style_of
    from textveil.models.kinds import NEURAL, tagger_of
    from textveil.models.roles import read_roles

    books = read_roles(bytes(parts[0]), asked["language"])
    if asked["kind"] == NEURAL:
        import onnxruntime  # noqa: F401 - its files cannot be opened later

        from textveil.models.networks.neural import NeuralTagger  # noqa: F401
        from textveil.models.networks.word_inputs import WordTraits

        WordTraits(books, (), (), ()).read(_WARMING, Spans())
    else:
        from textveil.models.fields.crf_tagger import CrfTagger  # noqa: F401
        from textveil.models.fields.features import featurize
        from textveil.models.routed import RoutedTagger  # noqa: F401
        from textveil.models.style_clusters import StyleClusters  # noqa: F401

        style_of(_WARMING, language=asked["language"])
        list(featurize(_WARMING, Spans(), books.words))
    held = dict(zip(asked["parts"], map(bytes, parts[1:]), strict=True))
    labels = tuple(asked["labels"])
    return lambda: tagger_of(asked["kind"], held, labels, books, asked["settings"])


def _tagged(tagger: Any, asked: Mapping[str, Any], parts: Sequence[memoryview]) -> bytes:
    texts = [bytes(part).decode("utf-8", "surrogatepass") for part in parts]
    arrays: list[Any] = []
    masked = False
    for one in tagger.tag(texts, list(map(told_hints, asked["hints"])), asked["least"]):
        arrays += [np.array(one.starts, "<i4"), np.array(one.ends, "<i4")]
        arrays += [one.chances.astype("<f4"), one.begins.astype("<f4")]
        masked = one.mask is not None
        arrays.append(b"" if one.mask is None else one.mask.astype("<f4"))
    return packed({"masked": masked}, arrays)


def _reasons(tagger: Any, asked: Mapping[str, Any], parts: Sequence[memoryview]) -> bytes:
    text = bytes(parts[0]).decode("utf-8", "surrogatepass")
    hints = told_hints(asked["hints"][0])
    return packed({"reasons": tagger.reasons(text, hints, asked["word"], asked["label"])})


def _states(tagger: Any, asked: Mapping[str, Any], parts: Sequence[memoryview]) -> bytes:
    text = bytes(parts[0]).decode("utf-8", "surrogatepass")
    found = tagger.states(text, told_hints(asked["hints"][0]))
    arrays = [np.array(found.starts, "<i4"), np.array(found.ends, "<i4")]
    return packed({}, [*arrays, found.states.astype("<f4"), found.logits.astype("<f4")])


_DONE: Final = {"tag": _tagged, "reasons": _reasons, "states": _states}


def told_hints(hints: Sequence[Sequence[Any]]) -> Spans:
    """Return the findings that a message tells: start, end and label of each."""
    return Spans(Span(int(start), int(end), str(label)) for start, end, label in hints)


def _next() -> Message:
    return unpacked(_read, _LONGEST)


def _read(size: int) -> bytes:
    return b"".join(_pieces(size))


def _pieces(size: int) -> Iterator[bytes]:
    while size:
        piece = os.read(0, min(size, 1 << 20))
        if not piece:
            # The caller has gone, or needs nothing more.
            os._exit(0)
        size -= len(piece)
        yield piece


def _answer(to: int, message: bytes) -> None:
    rest = memoryview(message)
    while rest:
        rest = rest[os.write(to, rest) :]
