"""Sets of positions of one term, as machine words, for the kernels of wildcard forms.

A set over the positions 0 to L of a term of L characters takes `words` words of 64 bits, in
flat arrays: set number s stands in ``bits[s * words : (s + 1) * words]``. Kernels get the number
of words as the length of a tuple, `Width`, because that is a constant to the compiler: a term of
up to 63 characters costs no loop. Everything here is compiled and called from other kernels.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

__all__ = ["Sets", "Width", "above", "below", "leading", "popcount", "shift_down", "shift_up"]

Sets: TypeAlias = NDArray[np.uint64]
"""Sets of positions, one after another."""

Width: TypeAlias = tuple[int, ...]
"""As many zeros as a set takes words."""

_ONE = np.uint64(1)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


def _typed_popcount(_context: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.uint64(types.uint64), generate


def _typed_leading(_context: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        from llvmlite import ir  # type: ignore[import-untyped]

        return builder.ctlz(values[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), generate


_compiled: Any = intrinsic
popcount: Callable[[Any], Any] = _compiled(_typed_popcount)
"""``popcount(word)`` in compiled code is the number of its set bits."""
leading: Callable[[Any], Any] = _compiled(_typed_leading)
"""``leading(word)`` in compiled code is the number of zeros above its highest set bit."""


@numba.njit(cache=True, nogil=True, inline="always")
def shift_up(width: Width, one: Sets, i: int, other: Sets, j: int, into: Sets, o: int) -> None:
    """Write the common positions of two sets, each plus one."""
    carry = np.uint64(0)
    for w in range(len(width)):
        word = one[i + w] & other[j + w]
        into[o + w] = (word << _ONE) | carry
        carry = word >> np.uint64(63)


@numba.njit(cache=True, nogil=True, inline="always")
def shift_down(width: Width, one: Sets, i: int, other: Sets, j: int, into: Sets, o: int) -> None:
    """Write the positions of the second set that are one less than some of the first."""
    words = len(width)
    for w in range(words):
        word = one[i + w] >> _ONE
        if w + 1 < words:
            word |= one[i + w + 1] << np.uint64(63)
        into[o + w] = word & other[j + w]


@numba.njit(cache=True, nogil=True, inline="always")
def above(width: Width, one: Sets, i: int, into: Sets, o: int) -> None:
    """Write all positions above the lowest of a set; none if the set is empty."""
    found = False
    for w in range(len(width)):
        word = one[i + w]
        if found:
            into[o + w] = _ALL
        else:
            low = word & (~word + _ONE)
            into[o + w] = (~low + _ONE) << _ONE
            found = word != 0


@numba.njit(cache=True, nogil=True, inline="always")
def below(width: Width, one: Sets, i: int, into: Sets, o: int) -> None:
    """Write all positions below the highest of a set; none if the set is empty."""
    found = False
    for v in range(len(width)):
        w = len(width) - 1 - v
        word = one[i + w]
        if found:
            into[o + w] = _ALL
        elif word == 0:
            into[o + w] = np.uint64(0)
        else:
            into[o + w] = (_ALL >> _ONE) >> leading(word)
            found = True
