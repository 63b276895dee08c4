"""Terms as codes: frequent characters get small codes, and back."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from textveil.strings.wildcard_search import LONGEST

__all__ = ["LONGEST", "decode_term", "encode_terms"]

Codes = NDArray[Any]
Alphabet = NDArray[np.uint32]


def encode_terms(terms: Sequence[str]) -> tuple[Codes, NDArray[np.int64], Alphabet]:
    """Return terms as codes from 1 on, where each begins, and the code points of the codes.

    Code c stands for ``alphabet[c - 1]``; the order of the alphabet is by frequency.
    """
    joined = "".join(terms).encode("utf-32-le", "surrogatepass")
    points = np.frombuffer(joined, np.uint32)
    starts = np.zeros(len(terms) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, terms), np.int64, len(terms)), out=starts[1:])
    counts = np.bincount(points, minlength=1)
    used = np.flatnonzero(counts)
    alphabet = used[np.argsort(-counts[used], kind="stable")].astype(np.uint32)
    kind = np.uint16 if alphabet.size < 1 << 16 else np.uint32
    table = np.zeros(counts.size, kind)
    table[alphabet] = np.arange(1, alphabet.size + 1)
    return table[points], starts, alphabet


def decode_term(codes: Codes, alphabet: Alphabet) -> str:
    """Return a term as text."""
    points: NDArray[np.uint32] = alphabet[codes - 1]
    return points.tobytes().decode("utf-32-le", "surrogatepass")
