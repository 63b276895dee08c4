"""Attacks on files: sanitized sequences, and texts in which letters were suppressed."""

from collections.abc import Collection, Sequence
from typing import Final

from textveil.errors import UsageError
from textveil.evaluate.attacks.completions import Completions, partly_shown
from textveil.evaluate.attacks.undoing import undo_repeats
from textveil.lexicon.completions import name_words
from textveil.pipeline.attack.observing import Observed
from textveil.pipeline.attack.run import Attacked, MadeGuess, attack_with
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sources import Source
from textveil.values.attacking import AttackResult, Guess, Knowledge
from textveil.values.sequences import Sequences

__all__ = ["attack_file"]

_MARK: Final = "*"
_UNDOING: Final = "undoing"
_GUESSES: Final = 20
"""Patterns that the reader of a sequence guesses."""


def attack_file(
    released: Source,
    knows: Collection[str],
    source: Source | None = None,
    *,
    k: int | None = None,
    unit: str = "",
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
    k
        Length of the hidden patterns, if the attacker knows it.
    unit
        What a letter of a sequence is: `char` or `token`.

    Notes
    -----
    A text with marks is taken for a suppressed one: partly shown words are completed with lists of
    names. Any other is taken for a sequence: repeats are undone, and a guess is right if it occurs
    in the input and not in the release.
    """
    if "input-sample" in knows:
        raise UsageError("no attack on a file uses a sample of the input", where="--knows")
    texts = {document.id: document.text for document in released}
    if any(_MARK in text for text in texts.values()):
        return _completed(texts, knows, source)
    return _undone(released, source, k, unit)


def _completed(texts: dict[str, str], knows: Collection[str], source: Source | None) -> Attacked:
    view = partly_shown(texts, _MARK)
    real = None
    if source is not None:
        before = {document.id: document.text for document in source}
        if {name: len(text) for name, text in before.items()} != {
            name: len(text) for name, text in texts.items()
        }:
            raise UsageError("input and release do not fit together", where=str(source.path))
        real = tuple(before[one.document][one.start : one.end] for one in view.passages)
    lists = {"NAME": name_words()} if "lists" in knows else {}
    return attack_with([Completions(_MARK)], Observed(view, real), knows, Knowledge(lists=lists))


def _undone(released: Source, source: Source | None, k: int | None, unit: str) -> Attacked:
    after = SequenceCollection.load(released, unit).sequences
    found = undo_repeats(after, k)
    best = found.patterns[:_GUESSES]
    lost = None
    if source is not None:
        lost = _windows(SequenceCollection.load(source, unit).sequences, found.k)
        lost -= _windows(after, found.k)
    hidden = 0 if lost is None else len(lost)
    chance = min(1.0, hidden / found.absent) if found.absent else 0.0
    about = f"a hidden pattern of {found.k} letters"
    made = [
        MadeGuess(
            _UNDOING,
            Guess(about, _spelled(pattern), (), chance),
            None if lost is None else pattern in lost,
        )
        for pattern in best
    ]
    right = None if lost is None else sum(pattern in lost for pattern in best)
    note = "" if made else "found nothing to guess"
    result = AttackResult(_UNDOING, "", len(made), right, round(chance * len(made), 3), note)
    return Attacked((result,), tuple(made))


def _windows(sequences: Sequences, k: int) -> set[tuple[str, ...]]:
    """Return all windows of k letters."""
    return {
        symbols[at : at + k]
        for sequence in sequences
        for symbols in [tuple(sequence)]
        for at in range(len(symbols) - k + 1)
    }


def _spelled(pattern: Sequence[str]) -> str:
    alone = all(len(symbol) == 1 for symbol in pattern)
    return ("" if alone else " ").join(pattern)
