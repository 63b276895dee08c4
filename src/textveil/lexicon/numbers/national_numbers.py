"""National numbers: check signs that are remainders of weighted sums, from a table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["NationalNumber", "national_numbers"]


@dataclass(frozen=True, slots=True)
class NationalNumber:
    """One kind of number.

    Attributes
    ----------
    name
        The state that gives it.
    form
        Expression for its letters and digits.
    checks
        For each check sign at the end, from left to right: weights of what stands before it, the
        modulus, and the sign of each remainder.

    Examples
    --------
    >>> china = national_numbers()["china"]
    >>> china.holds("11010519491231002X"), china.holds("110105194912310021")
    (True, False)
    """

    name: str
    form: str
    checks: tuple[tuple[tuple[int, ...], int, str], ...]

    def holds(self, number: str) -> bool:
        """Tell whether a number has this form and its check signs."""
        if re.fullmatch(self.form, number, re.ASCII) is None:
            return False
        first = len(number) - len(self.checks)
        return all(
            signs[sum(int(n) * w for n, w in zip(number, weights, strict=False)) % modulus]
            == number[first + at]
            for at, (weights, modulus, signs) in enumerate(self.checks)
        )


@cache
def national_numbers() -> Mapping[str, NationalNumber]:
    """Return the kinds of numbers by their names."""
    text = (files("textveil.lexicon") / "data" / "national_numbers.tsv").read_text("utf-8")
    found = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        name, form, *rest = line.split("\t")
        checks = tuple(
            (tuple(map(int, weights.split(","))), int(modulus), signs)
            for weights, modulus, signs in (rest[at : at + 3] for at in range(0, len(rest), 3))
        )
        found[name] = NationalNumber(name, form, checks)
    return found
