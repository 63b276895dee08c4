"""Attacks on files: sanitized sequences, and texts in which letters were suppressed."""

from collections import Counter
from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from textveil.errors import UsageError
from textveil.evaluate.attacks.completions import Completions, partly_shown
from textveil.evaluate.attacks.undoing import undo_repeats, without_lowest
from textveil.formats.sequences.fastq import QUALITIES
from textveil.formats.sources import Source
from textveil.lexicon.people.completions import name_words
from textveil.pipeline.attack.observing import Observed
from textveil.pipeline.attack.run import Attacked, MadeGuess, attack_with
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.values.figures.attack import AttackResult, Guess, Knowledge
from textveil.values.sequences import Sequences
from textveil.verify.sequences.hidden import PatternReader, paired_codes

__all__ = ["AttackedFile", "attack_file"]

_UNDOING, _QUALITY = "undoing", "quality"
_GUESSES: Final = 5
"""Patterns that the reader of a sequence guesses."""


@dataclass(frozen=True, slots=True)
class AttackedFile:
    """How an attacker reads a file.

    Attributes
    ----------
    k
        Length of the hidden patterns, if the attacker knows it.
    unit
        What a letter of a sequence is: `char` or `token`.
    mark
        What stands for a suppressed letter.
    sensitive
        The patterns that were to be hidden, as `sanitize` was given them: they tell right guesses
        from decoys.
    wildcard
        Stands for any letter in these patterns.
    """

    k: int | None = None
    unit: str = ""
    mark: str = "*"
    sensitive: Path | None = None
    wildcard: str = ""


def attack_file(
    released: Source,
    knows: Collection[str],
    source: Source | None = None,
    how: AttackedFile = AttackedFile(),  # noqa: B008 - a frozen value
) -> Attacked:
    """Attack a file that `textveil sanitize` or `textveil kanon` wrote.

    Parameters
    ----------
    released
        The file.
    knows
        What the attacker knows: keys of `KNOWLEDGE`.
    source
        Its input, to count right guesses.
    how
        How the attacker reads the file.

    Notes
    -----
    A text with marks is taken for a suppressed one: partly shown words are completed with lists of
    names. Any other is taken for a sequence: repeats are undone, and in reads the letters of the
    lowest quality are left out. A guess is right if it is a sensitive pattern of the input. Which
    patterns are sensitive must be said: a decoy too occurs in the input and not in the release.
    """
    if "input-sample" in knows:
        raise UsageError("no attack on a file uses a sample of the input", where="--knows")
    texts = {document.id: document.text for document in released}
    if len(how.mark) == 1 and any(how.mark in text for text in texts.values()):
        return _completed(texts, knows, source, how.mark)
    return _undone(released, source, how)


def _completed(
    texts: dict[str, str], knows: Collection[str], source: Source | None, mark: str
) -> Attacked:
    view = partly_shown(texts, mark)
    real = None
    if source is not None:
        before = {document.id: document.text for document in source}
        if {name: len(text) for name, text in before.items()} != {
            name: len(text) for name, text in texts.items()
        }:
            raise UsageError("input and release do not fit together", where=str(source.path))
        real = tuple(before[one.document][one.start : one.end] for one in view.passages)
    lists = {"NAME": name_words()} if "lists" in knows else {}
    return attack_with([Completions(mark)], Observed(view, real), knows, Knowledge(lists=lists))


def _undone(released: Source, source: Source | None, how: AttackedFile) -> Attacked:
    collection = SequenceCollection.load(released, how.unit)
    after = collection.sequences
    found = undo_repeats(after, how.k)
    there = _windows(after, found.k)
    truth = None if source is None else _HiddenTruth.of(source, how, found.k, there.keys())
    wanted = 0 if truth is None else len(truth.lost if truth.sensitive is None else truth.sensitive)
    chance = min(1.0, wanted / found.absent) if found.absent else 0.0
    tried: dict[str, Sequence[tuple[str, ...]]] = {_UNDOING: found.patterns}
    if qualities := "".join(str(d.metadata.get(QUALITIES, "")) for d in collection.documents):
        signs = np.frombuffer(qualities.encode("ascii"), np.uint8)
        shown = _windows(without_lowest(after, signs), found.k)
        # What stands there only without letters of the lowest quality was taken apart by them.
        tried[_QUALITY] = [one for one, _ in shown.most_common() if one not in there]
    results, guesses = [], []
    for name, patterns in tried.items():
        made = [
            MadeGuess(
                name,
                Guess(f"a hidden pattern of {found.k} letters", _spelled(pattern), (), chance),
                None if truth is None else truth.is_right(pattern),
            )
            for pattern in patterns[:_GUESSES]
        ]
        open_ones = sum(one.right is None for one in made)
        right = None if open_ones or truth is None else sum(bool(one.right) for one in made)
        note = "" if made else "found nothing to guess"
        if truth is not None and open_ones:
            note = f"{open_ones:,} occur in the input alone: sensitive or decoys (see --sensitive)"
        results.append(AttackResult(name, "", len(made), right, round(chance * len(made), 3), note))
        guesses += made
    return Attacked(tuple(results), tuple(guesses))


class _HiddenTruth(NamedTuple):
    """What occurs in the input alone, and what of it is sensitive; None if nobody says so."""

    lost: Set[tuple[str, ...]]
    sensitive: Set[tuple[str, ...]] | None

    @classmethod
    def of(
        cls, source: Source, how: AttackedFile, k: int, there: Set[tuple[str, ...]]
    ) -> "_HiddenTruth":
        read = SequenceCollection.load(source, how.unit)
        lost = _windows(read.sequences, k).keys() - there
        if how.sensitive is None:
            return cls(lost, None)
        symbols = read.sequences.alphabet.symbols
        # Whoever knows a pattern knows what pairs with it.
        paired = paired_codes(symbols) if read.nucleic else None
        reader = PatternReader(read.sequences, read.nucleic, how.wildcard, paired)
        codes = reader.hidden(read.patterns(how.sensitive, how.wildcard), k)
        return cls(lost, lost & {tuple(symbols[code] for code in row) for row in codes.tolist()})

    def is_right(self, pattern: tuple[str, ...]) -> bool | None:
        if self.sensitive is not None:
            return pattern in self.sensitive
        return None if pattern in self.lost else False


def _windows(sequences: Sequences, k: int) -> Counter[tuple[str, ...]]:
    """Return all windows of k letters, and how often each occurs."""
    return Counter(
        symbols[at : at + k]
        for sequence in sequences
        for symbols in [tuple(sequence)]
        for at in range(len(symbols) - k + 1)
    )


def _spelled(pattern: Sequence[str]) -> str:
    alone = all(len(symbol) == 1 for symbol in pattern)
    return ("" if alone else " ").join(pattern)
