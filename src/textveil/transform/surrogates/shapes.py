"""Shapes: the letters and digits of a value apart from how they are written, and back."""

import re
import unicodedata
from collections.abc import Container
from random import Random
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final

__all__ = [
    "alike",
    "as_written",
    "bare",
    "cased",
    "draw_alike",
    "fill",
    "lengthened",
    "run_start",
    "shares_run",
]

_RUN: Final = re.compile(r"\d+|\D+")
_LONG: Final = 200
_LETTERS_IN_A_ROW: Final = 3
_DIGITS_IN_A_ROW: Final = 4


def bare(value: str) -> str:
    r"""Return the letters and digits of a value, one for each, in capitals and plain digits.

    Examples
    --------
    >>> bare("ab-12 x\uff13")
    'AB12X3'
    """
    if value.isascii():
        return "".join(filter(str.isalnum, value)).upper()
    return "".join(_plain(letter) for letter in value if letter.isalnum())


def _plain(letter: str) -> str:
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    plain = unicodedata.normalize("NFKC", letter).upper()
    return plain if len(plain) == 1 else letter


def fill(value: str, letters: str) -> str:
    """Return the value with other letters and digits in its places, case and script of digits kept.

    What is short of letters keeps its own; what is left over is dropped.

    Examples
    --------
    >>> fill("Ab-12 x", "QR78Z")
    'Qr-78 z'
    """
    source = iter(letters)
    if value.isascii() and letters.isascii():
        # Without other scripts only the case is to be kept.
        return "".join(
            _cased_letter(one, next(source, one)) if one.isalnum() else one for one in value
        )
    return "".join(
        _written(letter, next(source, letter)) if letter.isalnum() else letter for letter in value
    )


def as_written(fake: str, value: str) -> str:
    """Return a fake number in the groups in which the real one is written here.

    Examples
    --------
    >>> as_written("201-8827", "4482101"), as_written("20188279", "448-2101")
    ('2018827', '201-88279')
    """
    letters, places = bare(fake), len(bare(value))
    return fill(value, letters) + letters[places:]


def _written(real: str, fake: str) -> str:
    if fake.isdecimal() and real.isdecimal():
        return chr(ord(real) - unicodedata.decimal(real) + unicodedata.decimal(fake))
    return _cased_letter(real, fake)


def _cased_letter(real: str, fake: str) -> str:
    return fake.lower() if real.islower() else fake


def draw_alike(letters: str, rng: Random) -> str:
    """Draw a letter for each letter and a digit for each digit.

    Digits that begin with zeros keep them, up to half of all; others get none in front.

    Examples
    --------
    >>> draw_alike("AB0012", Random(1))[2:4]
    '00'
    """
    return _RUN.sub(lambda run: _drawn_run(run.group(), rng), letters)


def _drawn_run(run: str, rng: Random) -> str:
    """Draw as many letters, or digits of which as many zeros stand in front."""
    if not run.isdecimal():
        return "".join(rng.choice(ascii_uppercase) for _ in run)
    zeros = min(len(run) - len(run.lstrip("0")), len(run) // 2)
    more = "".join(rng.choice(digits) for _ in range(len(run) - zeros - 1))
    return run[:zeros] + rng.choice(digits[1:]) + more


def shares_run(fake: str, real: str, kept: Container[int] = ()) -> bool:
    """Tell whether two values have three letters in a row in common, or four digits.

    Zeros do not count: a number that begins with zeros keeps them. Nor do letters and digits of
    the fake that are kept on purpose, given by their places among all of them. Of two values of
    more than 200 characters nothing is said: by chance alone, nearly all of them do.

    Examples
    --------
    >>> shares_run("XWHI12", "WHIT1955"), shares_run("QK1955", "A-1955"), shares_run("WHAB", "WHIT")
    (True, True, False)
    """
    if min(len(real), len(fake)) > _LONG:
        return False
    runs = _runs(bare(real))
    return bool(runs) and not runs.isdisjoint(_runs(bare(fake), kept))


def _runs(letters: str, kept: Container[int] = ()) -> set[str]:
    found = set()
    for size, is_run in ((_LETTERS_IN_A_ROW, str.isalpha), (_DIGITS_IN_A_ROW, str.isdecimal)):
        for at in range(len(letters) - size + 1):
            run = letters[at : at + size]
            drawn = any(n not in kept and letters[n] != "0" for n in range(at, at + size))
            if drawn and is_run(run):
                found.add(run)
    return found


def cased(fake: str, real: str) -> str:
    """Write a name in the case of another: all capitals, all small, or as it is.

    Examples
    --------
    >>> cased("New Haven", "BOSTON"), cased("New Haven", "boston"), cased("New Haven", "Boston")
    ('NEW HAVEN', 'new haven', 'New Haven')
    """
    if sum(map(str.isalpha, real)) > 1 and real.isupper():
        return fake.upper()
    return fake.lower() if real.islower() else fake


def run_start(value: str) -> int:
    """Return how many letters a value begins with.

    Examples
    --------
    >>> run_start("MRN12"), run_start("12A")
    (3, 0)
    """
    return len(value) - len(value.lstrip(ascii_uppercase + ascii_lowercase))


def lengthened(value: str, attempt: int, rng: Random) -> str:
    """Return the value with more digits once so many attempts failed that its shape is used up.

    Examples
    --------
    >>> lengthened("Apt 3", 0, Random(1)), len(lengthened("Apt 3", 40, Random(1)))
    ('Apt 3', 6)
    """
    if attempt < 40:
        return value
    more = "".join(rng.choice(digits) for _ in range(attempt // 40))
    at = max((at for at, letter in enumerate(value) if letter.isdecimal()), default=len(value) - 1)
    return f"{value[: at + 1]}{more}{value[at + 1 :]}"


def alike(word: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the words that are plural, or adjectives, as one of them is.

    Examples
    --------
    >>> alike("Danes", ("Dane", "Danish", "Danes", "Swedes", "Chinese"))
    ('Danes', 'Swedes')
    """
    plural = _is_plural(word)
    found = tuple(one for one in words if _is_plural(one) == plural)
    same = tuple(one for one in found if one[-2:] == word[-2:])
    # Endings tell adjectives ("Danish", "Turkish") from nouns, where there are enough of them.
    return same if len(same) >= 10 else found


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))
