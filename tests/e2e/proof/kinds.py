"""The four kinds of release, small: what each reads, how it is made, and which files it has."""

import json
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from typing import Any, NamedTuple

from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.formats.tables.term_index import write_dictionary
from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.pipeline.dictionary.apply import apply_dictionary
from textveil.pipeline.kanon.run import anonymize
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.release.run import Run, release
from textveil.pipeline.sanitize.run import SanitizeFiles, sanitize_files
from textveil.policy.policy import load_policy
from textveil.transform.rarity.suppress import Suppress
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.keys.secret import Secret

__all__ = ["KEY", "KINDS", "Kind", "write_lists"]

KEY = Secret(b"a key of more than sixteen bytes, 7Qx2mVt9Lk")
NOTES = (
    "Seen on 3 May 2021. Call 617-555-0142.",
    "Write to ana@example.org.",
    "Nothing to report.",
    "MRN 5510477, seen again on 9 May 2021; call 617-555-0199.",
)
ANSWERS = ("the ward was cold", "the ward was loud, said Zilpah", "the ward was cold and loud")
LETTERS = ("Ana Ruiz went to Japan", "by Javan and Jaran", "from Japan to Jaran, then Javan")
GENES = ("ACGGATTACATTGCAACGTCA", "TTGCATGTAATCAGGACGATTACAGT", "ACGT")
DICTIONARY, NAMES, MOTIFS = "terms.dict", "names.txt", "motifs.txt"


def write_lists(folder: Path) -> None:
    """Write what a dictionary needs beside its input."""
    write_dictionary(Dictionary.build(["Japan", "Javan", "Jaran", "Jalan"]), folder / DICTIONARY)
    (folder / NAMES).write_text("Ana Ruiz\n", "utf-8")


def rows(texts: tuple[str, ...]) -> str:
    made = ({"id": f"n{at}", "text": text, "subject": f"p{at}"} for at, text in enumerate(texts))
    return "".join(json.dumps(row) + "\n" for row in made)


def rows_with_wards(texts: tuple[str, ...]) -> str:
    made = (json.loads(row) | {"ward": "B2"} for row in rows(texts).splitlines())
    return "".join(json.dumps(row) + "\n" for row in made)


def genome(texts: tuple[str, ...]) -> str:
    return "".join(f">r{at}\n{text}\n" for at, text in enumerate(texts))


def by_policy(order: Order) -> None:
    asked = {name: getattr(order, name) for name in ("single", "certificate", "sign")}
    release(Run(order.source, order.target, load_policy("patterns-only"), order.key, **asked))


def hide_motifs(order: Order) -> None:
    files = SanitizeFiles(
        order.source, order.source.path.with_name(MOTIFS), order.target, strands="both"
    )
    sanitize_files(files, Sanitize("tm", k=6, decoys=2), order=order)


class Kind(NamedTuple):
    """A kind of release: its input, and how it is made."""

    name: str
    texts: tuple[str, ...]
    file: str
    written: Callable[[tuple[str, ...]], str]
    make: Callable[[Order], Any]

    def write(self, path: Path, *, other: bool = False) -> Path:
        """Write the input; another one has some of the same texts."""
        texts = self.texts[1:] * 2 if other else self.texts
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.written(texts), "utf-8")
        path.with_name(MOTIFS).write_text("GATTACA\n" if other else "GATTACA\nACGACG\n", "utf-8")
        return path

    def release(self, source: Path, target: Path, **more: Any) -> Path:
        """Make a release under the key, in the folder of the lists."""
        with chdir(source.parents[1]):
            self.make(Order(Source.open(source), target, key=KEY, **more))
        return target


KINDS = {
    kind.name: kind
    for kind in (
        Kind("text", NOTES, "notes.jsonl", rows, by_policy),
        Kind("rare", ANSWERS, "answers.jsonl", rows_with_wards,
             lambda order: anonymize(order, Suppress(k=2, unit="token"))),
        Kind("dictionary", LETTERS, "letters.jsonl", rows_with_wards,
             lambda order: apply_dictionary(order, FormFiles(DICTIONARY, NAMES, k=3))),
        Kind("sequences", GENES, "genes.fa", genome, hide_motifs),
    )
}  # fmt: skip
