"""Grids: what a study varies, as people write it (`2..18`, `0,10,..,50`) or as numbers."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from textveil.errors import InvalidValueError, UsageError

__all__ = ["names_of", "numbers_of", "parse_numbers", "rising_of", "settle", "thresholds_of"]

_MOST_NUMBERS: Final = 10_000


def settle(settings: Any, **values: Any) -> None:
    """Give fields of frozen settings the values that were meant."""
    for name, value in values.items():
        object.__setattr__(settings, name, value)


def names_of(given: str | Iterable[str], otherwise: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return names that stand between commas, or that were given one by one.

    Examples
    --------
    >>> names_of("tfs, pfs"), names_of((), ("tpm",))
    (('tfs', 'pfs'), ('tpm',))
    """
    parts = given.split(",") if isinstance(given, str) else given
    return tuple(part.strip() for part in parts if part.strip()) or otherwise


def numbers_of(
    given: str | Iterable[int], name: str, least: int = 0, most: int | None = None
) -> tuple[int, ...]:
    """Return the numbers of one axis in their order; a text is read by `parse_numbers`.

    Raises
    ------
    InvalidValueError
        If there is none.
    """
    found = parse_numbers(given, name, least, most) if isinstance(given, str) else tuple(given)
    if not found:
        raise InvalidValueError("there must be at least one number", where=name)
    return found


def rising_of(
    given: str | Iterable[int], name: str, least: int = 0, most: int | None = None
) -> tuple[int, ...]:
    """Return the numbers of one axis from the least to the greatest, each once."""
    return tuple(sorted(set(numbers_of(given, name, least, most))))


def thresholds_of(given: str | Iterable[float], name: str) -> tuple[float, ...]:
    """Return numbers that may be negative or broken."""
    parts = given.split(",") if isinstance(given, str) else given
    try:
        found = tuple(float(part) for part in parts)
    except ValueError:
        raise UsageError("this is not a list of numbers", where=name, hint="-3,-2,-1") from None
    if not found:
        raise InvalidValueError("there must be at least one number", where=name)
    return found


def parse_numbers(text: str, name: str, least: int = 0, most: int | None = None) -> tuple[int, ...]:
    """Read numbers such as `2..18`, `2,5,10`, `2..5,10` or `0,10,..,50`.

    A lone `..` continues the step between the two numbers before it up to the number after it.

    Parameters
    ----------
    text
        What the user wrote.
    name
        What the numbers are, for messages.
    least, most
        Bounds of each number.

    Raises
    ------
    UsageError
        If this is no such list, a range runs backwards, or a number is out of bounds.

    Examples
    --------
    >>> parse_numbers("2..5,10", "--k"), parse_numbers("0,10,..,50", "--ratio")
    ((2, 3, 4, 5, 10), (0, 10, 20, 30, 40, 50))
    """
    numbers: list[int] = []
    parts = [part.strip() for part in text.split(",")]
    for at, part in enumerate(parts):
        if part == "..":
            numbers += _continued(parts, at, name)
            continue
        first, dots, last = part.partition("..")
        low = _number(first, name)
        high = _number(last, name) if dots else low
        numbers += _range(low, high, 1, name)
    for number in numbers:
        if number < least or (most is not None and number > most):
            bounds = f"at least {least}" + ("" if most is None else f" and at most {most}")
            raise UsageError(f"every number must be {bounds}, this is {number}", where=name)
    return tuple(dict.fromkeys(numbers))


def _continued(parts: Sequence[str], at: int, name: str) -> list[int]:
    if at < 2 or at + 1 == len(parts):
        raise UsageError(
            "`..` alone needs two numbers before it and one after it",
            where=name,
            hint="write 0,10,..,50",
        )
    first, second, last = (_number(parts[place], name) for place in (at - 2, at - 1, at + 1))
    if second <= first:
        raise UsageError("the numbers before `..` must rise", where=name)
    if (last - second) % (second - first):
        raise UsageError(f"steps of {second - first} from {second} miss {last}", where=name)
    return _range(second, last, second - first, name)


def _range(low: int, high: int, step: int, name: str) -> list[int]:
    if high < low:
        raise UsageError(
            f"the range runs backwards, from {low} to {high}",
            where=name,
            hint=f"write {high}..{low}",
        )
    if (high - low) // step >= _MOST_NUMBERS:
        raise UsageError(f"these are more than {_MOST_NUMBERS:,} numbers", where=name)
    return list(range(low, high + 1, step))


def _number(text: str, name: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        raise UsageError("this is not a list of numbers", where=name, hint="write 2..18, or 2,5,10")
    return int(digits)
