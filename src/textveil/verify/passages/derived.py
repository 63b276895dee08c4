"""Derived: surrogates that are made from the value that they replace, as the verifiers see it.

Initials, an anagram or a shifted alphabet show a value to everybody who guesses the rule. The
definition stands in `docs/methods/surrogates.md` (Made from the original). Makers follow it with
other code; nothing is shared.
"""

from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["are_initials", "is_made_from", "is_number_made_from"]

_LETTERS: Final = 4
_DIGITS, _MANY_DIGITS = 5, 6
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz"
_VOWELS: Final = frozenset("aeiou")


def is_made_from(fake: str, real: str) -> bool:
    """Tell whether one squeezed word is another one in disguise.

    Examples
    --------
    >>> is_made_from("tloh", "holt"), is_made_from("ipmu", "holt"), is_made_from("slog", "holt")
    (True, True, True)
    >>> is_made_from("maholter", "holt"), is_made_from("kuwelcziyk", "kowalczyk")
    (True, True)
    >>> is_made_from("kewilczak", "kowalczyk"), is_made_from("lund", "holt")
    (False, False)
    """
    if min(len(fake), len(real)) < _LETTERS:
        return False
    if fake in real or real in fake or _skeletons_agree(fake, real):
        return True
    if len(fake) != len(real):
        return False
    # Often the capital stays as it was.
    tails = (fake, real), (fake[1:], real[1:])
    moved = (_is_moved(*pair, _ALPHABET) for pair in tails if len(pair[0]) >= _LETTERS)
    return sorted(fake) == sorted(real) or any(moved)


def _skeletons_agree(fake: str, real: str) -> bool:
    bones = [[letter for letter in word if letter not in _VOWELS] for word in (fake, real)]
    return len(bones[0]) >= _LETTERS and bones[0] == bones[1]


def _is_moved(fake: str, real: str, signs: str) -> bool:
    """Tell whether each sign was moved on by one number, or all were mirrored."""
    if not set(fake + real) <= set(signs):
        return False
    places = [(signs.index(one), signs.index(other)) for one, other in zip(fake, real, strict=True)]
    steps = {(one - other) % len(signs) for one, other in places}
    sums = {(one + other) % len(signs) for one, other in places}
    return len(steps) == 1 or sums == {len(signs) - 1}


def are_initials(fake: str, words: Sequence[str]) -> bool:
    """Tell whether a squeezed surrogate is nothing but the first letters of two words or more.

    Examples
    --------
    >>> are_initials("ar", ["ana", "ruiz"]), are_initials("ra", ["ana", "ruiz"])
    (True, True)
    >>> are_initials("holt", ["ana", "ruiz"]), are_initials("a", ["ana"])
    (False, False)
    """
    first = "".join(word[:1] for word in words)
    return len(first) > 1 and fake in (first, first[::-1])


def is_number_made_from(fake: Iterable[str], real: Iterable[str]) -> bool:
    """Tell whether the digits of a surrogate are those of the value, turned, moved or mixed.

    Examples
    --------
    >>> is_number_made_from("3211744", "4471123"), is_number_made_from("55822", "44711")
    (True, True)
    >>> is_number_made_from("324711", "311742"), is_number_made_from("99021", "44711")
    (True, False)
    """
    ours, theirs = ("".join(filter(str.isdecimal, some)) for some in (fake, real))
    if len(ours) != len(theirs) or len(ours) < _DIGITS:
        return False
    if ours == theirs[::-1]:
        return True
    mixed = len(ours) >= _MANY_DIGITS and sorted(ours) == sorted(theirs)
    moved = {(int(one) - int(other)) % 10 for one, other in zip(ours, theirs, strict=True)}
    return mixed or len(moved) == 1
