"""Lots: the numbers that a key draws, the same ones with every version of every library.

The method's page defines them; the verifier reads them by code of its own.
"""

from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray

from textveil.values.keys.draw import Draw

__all__ = ["lots", "shuffled"]


def lots(draw: Draw, count: int, *parts: str) -> NDArray[np.uint64]:
    """Return numbers of 64 bits: SHAKE-256 of the digest, least byte first."""
    stream = shake_256(draw.digest(*parts)).digest(8 * count)
    return np.frombuffer(stream, np.dtype("<u8")).astype(np.uint64)


def shuffled(draw: Draw, count: int, *parts: str) -> NDArray[np.int64]:
    """Return the numbers below a count in the order of their lots; the first of equal lots first.

    Examples
    --------
    >>> sorted(shuffled(Draw(b"k" * 32), 5, "decoys").tolist())
    [0, 1, 2, 3, 4]
    """
    order: NDArray[np.int64] = np.argsort(lots(draw, count, *parts), kind="stable")
    return order
