"""Hiding from lists: more letters go, until a list no longer completes a word.

The definitions, the bound and what it does not cover are in `docs/methods/k-anonymity.md`.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import lru_cache

from textveil.lexicon.people.completions import WORD, FittingWords, plain_letters
from textveil.transform.rarity.suppress import Suppress, Suppressed

__all__ = ["hide_listed"]


def hide_listed(made: Suppressed, settings: Suppress, listed: FittingWords) -> Suppressed:
    """Hide letters of partly shown words until each fits k listed words, or is wholly hidden.

    One letter after the other goes: the one without which most listed words fit; of equal ones
    that which fewest listed words have at its place.

    Parameters
    ----------
    made
        What suppression made.
    settings
        What it was asked for; k, the mark and the characters that are never hidden are its.
    listed
        The words that a reader may try.

    Notes
    -----
    Guarantee: at least k listed words fit each word of the input of which a part is shown (verifier
    `list`), unless characters that are never hidden stand in it. The guarantees `subjects` and
    `occurrences` stay as they are, because parts of shared runs are shared as well.

    Examples
    --------
    >>> from textveil.values.document import Document
    >>> made = Suppressed([Document("1", "is Anna in")], ["is A*na in"], 10, 9, 2)
    >>> listed = FittingWords(["Anna", "Asta", "Olga"])
    >>> list(hide_listed(made, Suppress(k=2), listed).texts)
    ['is A**a in']
    """
    mark, kept_letters = settings.mark, set(settings.shown)

    @lru_cache(maxsize=1 << 16)
    def hidden(shape: str) -> str:
        return _hidden(shape, settings.k, mark, kept_letters, listed)

    pairs = zip(made.documents, made.texts, strict=True)
    texts = [_rewritten(document.text, text, mark, hidden) for document, text in pairs]
    kept = sum(len(text) - text.count(mark) for text in texts)
    runs = sum(1 for text in texts for run in text.split(mark) if run)
    return replace(made, texts=texts, kept=kept, runs=runs)


def _rewritten(before: str, after: str, mark: str, hidden: Callable[[str], str]) -> str:
    """Return a released text in which every partly shown word of the input is hidden further."""
    pieces, at = [], 0
    for start, end in (match.span() for match in WORD.finditer(before)):
        shape = after[start:end]
        if mark in shape and shape.strip(mark):
            pieces += [after[at:start], hidden(shape)]
            at = end
    return "".join([*pieces, after[at:]])


def _hidden(shape: str, k: int, mark: str, stay: Collection[str], listed: FittingWords) -> str:
    """Return a word with fewer letters, of which k listed words fit; or none of its letters."""
    length, plain = len(shape), plain_letters(shape)
    shown = {at: plain[at] for at in range(length) if shape[at] != mark}
    while shown and _fits(listed, length, shown.items()) < k:
        gains = {
            at: (
                _fits(listed, length, (one for one in shown.items() if one[0] != at)),
                -_fits(listed, length, [(at, shown[at])]),
            )
            for at in shown
            if shape[at] not in stay
        }
        if not gains:
            break
        del shown[max(gains, key=gains.__getitem__)]
    return "".join(letter if at in shown else mark for at, letter in enumerate(shape))


def _fits(listed: FittingWords, length: int, shown: Iterable[tuple[int, str]]) -> int:
    return listed.fitting(length, shown).bit_count()
