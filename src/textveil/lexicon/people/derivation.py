"""Derivation: fakes that give their original away because they are made from its letters or digits.

`docs/methods/surrogates.md` (Made from the original) has the definition. Makers draw again where it
applies; verifiers have code of their own for it.
"""

from collections import Counter
from typing import Final

__all__ = ["digits_show", "letters_show", "spells_initials"]

_SHORT: Final = 3
"""Words of so many letters are too short to be compared."""
_ONLY_TURNED: Final = 5
"""So many digits are compared in order alone: a short number is easily mixed by chance."""
_FREE: Final = str.maketrans("", "", "aeiou")
_A, _Z = ord("a"), ord("z")


def letters_show(fake: str, real: str) -> bool:
    """Tell whether a squeezed fake word is a compound, an anagram or a cipher of a real one.

    Examples
    --------
    >>> [letters_show(fake, "ruiz") for fake in ("maruiza", "ziur", "svja", "ifra", "lund")]
    [True, True, True, True, False]
    >>> letters_show("goldsmith", "geledsimeth"), letters_show("holt", "holm")
    (True, False)
    """
    short, long = (fake, real) if len(fake) <= len(real) else (real, fake)
    if len(short) <= _SHORT:
        return False
    bare = short.translate(_FREE)
    return (
        short in long
        or (len(bare) > _SHORT and bare == long.translate(_FREE))
        or (len(short) == len(long) and (Counter(short) == Counter(long) or _is_code(fake, real)))
        or (len(short) == len(long) > _SHORT + 1 and _is_code(fake[1:], real[1:]))
    )


def _is_code(fake: str, real: str) -> bool:
    codes = [[ord(letter) for letter in word] for word in (fake, real)]
    if min(map(min, codes)) < _A or max(map(max, codes)) > _Z:
        return False
    first = codes[0][0] - codes[1][0]
    pairs = list(zip(*codes, strict=True))
    shifted = all((one - other - first) % 26 == 0 for one, other in pairs)
    return shifted or all(one + other == _A + _Z for one, other in pairs)


def spells_initials(fake: str, words: list[str]) -> bool:
    """Tell whether a squeezed fake has the first letters of a name's words, and no more.

    Examples
    --------
    >>> spells_initials("mk", ["maria", "kowalczyk"]), spells_initials("lund", ["maria", "holt"])
    (True, False)
    """
    if len(words) < 2 or len(fake) != len(words):
        return False
    forwards = all(word.startswith(sign) for word, sign in zip(words, fake, strict=True))
    return forwards or all(
        word.startswith(sign) for word, sign in zip(words, reversed(fake), strict=True)
    )


def digits_show(fake: str, real: str) -> bool:
    """Tell whether the digits of a fake are the real ones backwards, shifted or in another order.

    Examples
    --------
    >>> digits_show("MRN 3211744", "MRN 4471123"), digits_show("902114", "447113")
    (True, False)
    """
    one, other = ([int(sign) for sign in text if sign.isdecimal()] for text in (fake, real))
    if len(one) != len(other) or len(one) < _ONLY_TURNED:
        return False
    step = one[0] - other[0]
    shifted = all((a - b - step) % 10 == 0 for a, b in zip(one, other, strict=True))
    mixed = len(one) > _ONLY_TURNED and Counter(one) == Counter(other)
    return shifted or mixed or one == other[::-1]
