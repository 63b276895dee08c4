"""Documents of bytes, code points or token ids as one array of small integer codes.

Symbols get the codes 1, 2, ... in order of falling frequency (in their own order where
one byte holds them all), in the smallest of uint8, uint16 and int32. Documents lie one
after the other with one `BREAK` between them.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

BREAK = 0
"""The code between documents and of every symbol that counts as suppressed."""

Codes = NDArray[Any]
"""uint8, uint16 or int32 codes; `BREAK` where no run may pass."""

Document = bytes | str | NDArray[Any]
"""Bytes, text (its code points) or an array of token ids."""

_CHUNK = 1 << 20
_TABLE = 1 << 22


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Coded:
    """A collection of documents as one array of codes.

    Attributes
    ----------
    codes : array of uint8, uint16 or int32
        All documents, one `BREAK` between neighbours, and `BREAK` for every symbol that
        was named as broken. Read-only where it shares the caller's memory.
    starts, ends : array of int64
        Document d is ``codes[starts[d] : ends[d]]``.
    symbols : array of int64
        The symbol of each code; ``symbols[0]`` is -1.
    """

    codes: Codes
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    symbols: NDArray[np.int64]

    def mask(self, symbols: Collection[int]) -> NDArray[np.bool_]:
        """Mark the positions of these symbols; a `BREAK` is never marked.

        Parameters
        ----------
        symbols : collection of int
            Byte values, code points or token ids.

        Returns
        -------
        array of bool
            As long as the codes.
        """
        chosen = np.isin(self.symbols, np.fromiter(symbols, np.int64, len(symbols)))
        chosen[BREAK] = False
        found: NDArray[np.bool_] = chosen[self.codes]
        return found


def encode(documents: Sequence[Document], broken: Collection[int] = ()) -> Coded:
    """Give documents of one kind their codes, in O(n) time.

    Needs one code a symbol beyond the documents, and nothing for a single document of
    bytes without byte 0 and without broken symbols, whose memory is shared.

    Parameters
    ----------
    documents : sequence of bytes, str or integer arrays
        All of one kind. Token ids are not negative. Documents may be empty.
    broken : collection of int
        Byte values, code points or token ids that count as suppressed already.

    Returns
    -------
    Coded
        Codes, document bounds and the table of symbols.

    Raises
    ------
    TypeError
        If an array holds anything but integers.
    ValueError
        If a token id is negative.
    """
    lengths = np.fromiter((len(d) for d in documents), np.int64, len(documents))
    starts = np.zeros(len(documents), np.int64)
    np.cumsum(lengths[:-1] + 1, out=starts[1:])
    ends = starts + lengths
    sparse = _sparse_ids(documents)
    if sparse is not None:
        documents = [np.searchsorted(sparse, d) for d in documents if not isinstance(d, str)]
        broken = np.flatnonzero(np.isin(sparse, list(broken))).tolist()
    counts = _count(documents)
    present = counts > 0
    for symbol in broken:
        if 0 <= symbol < counts.size:
            counts[symbol] = 0
    lone = _lone_bytes(documents)
    table, symbols = _assign(counts, as_bytes=lone is not None)
    if sparse is not None:
        symbols[1:] = sparse[symbols[1:]]
    if lone is not None and bool((table[present] == np.flatnonzero(present)).all()):
        return Coded(lone, starts, ends, symbols)
    codes = np.zeros(int(ends[-1]) if len(documents) else 0, table.dtype)
    position = 0
    for piece in _pieces(documents):
        _translate(piece, table, codes[position : position + piece.size])
        position += piece.size
    codes[ends[:-1]] = BREAK
    return Coded(codes, starts, ends, symbols)


def _sparse_ids(documents: Sequence[Document]) -> NDArray[np.int64] | None:
    """Return the sorted distinct token ids, if they are too large for a table."""
    arrays = [d for d in documents if isinstance(d, np.ndarray) and d.size]
    if not any(d.dtype.kind in "iu" and int(d.max()) >= _TABLE for d in arrays):
        return None
    distinct = np.unique(np.concatenate([np.unique(d) for d in arrays]))
    if int(distinct[0]) < 0:
        raise ValueError("token ids must not be negative")
    return distinct.astype(np.int64)


def _pieces(documents: Sequence[Document]) -> Iterator[NDArray[Any]]:
    """Yield all symbols, about a million at a time, with a 0 between documents.

    Small documents are joined first: a collection of a million lines costs little more
    than one text of the same size.
    """
    batch: list[Document] = []
    size = 0
    for document in documents:
        batch.append(document)
        size += len(document) + 1
        if size > _CHUNK:
            yield from _symbols(batch)
            # An empty document in front makes the 0 between the batches.
            batch, size = [document[:0]], 0
    if batch:
        yield from _symbols(batch)


def _symbols(batch: list[Any]) -> Iterator[NDArray[Any]]:
    """Yield the symbols of documents of one kind as unsigned integers."""
    if isinstance(batch[0], str):
        text = "\0".join(batch)
        for start in range(0, len(text), _CHUNK):
            piece = text[start : start + _CHUNK]
            if piece.isascii():
                yield np.frombuffer(piece.encode("ascii"), np.uint8)
            else:
                yield np.frombuffer(piece.encode("utf-32-le", "surrogatepass"), "<u4")
        return
    if isinstance(batch[0], bytes):
        yield np.frombuffer(b"\0".join(batch), np.uint8)
        return
    between = np.zeros(1, np.uint8)
    joined = [part for document in batch for part in (between, document)][1:]
    symbols = joined[0] if len(joined) == 1 else np.concatenate(joined)
    if symbols.dtype.kind not in "iu":
        raise TypeError(f"token ids must be integers, not {symbols.dtype}")
    for start in range(0, symbols.size, _CHUNK):
        chunk = symbols[start : start + _CHUNK]
        if int(chunk.min()) < 0:
            raise ValueError("token ids must not be negative")
        yield np.ascontiguousarray(chunk, dtype=None if chunk.dtype == np.uint8 else np.uint32)


def _count(documents: Sequence[Document]) -> NDArray[np.int64]:
    """Count each symbol; the table grows to the largest symbol seen."""
    counts = np.zeros(256, np.int64)
    for piece in _pieces(documents):
        if piece.size and piece.dtype != np.uint8:
            top = int(piece.max()) + 1
            if top > counts.size:
                grown = np.zeros(max(top, min(2 * counts.size, _TABLE)), np.int64)
                grown[: counts.size] = counts
                counts = grown
        _tally(piece, counts)
    counts[0] -= max(len(documents) - 1, 0)
    return counts


def _assign(counts: NDArray[np.int64], as_bytes: bool) -> tuple[Codes, NDArray[np.int64]]:
    """Return the code of each symbol and the symbol of each code."""
    used = np.flatnonzero(counts)
    if as_bytes and not counts[0]:
        # Bytes without a zero keep their values, so that their memory can be shared.
        table = np.where(counts > 0, np.arange(256), BREAK).astype(np.uint8)
        return table, np.concatenate([[-1], np.arange(1, 256)]).astype(np.int64)
    if used.size > 255:
        used = used[np.argsort(-counts[used], kind="stable")]
    width = np.uint8 if used.size <= 255 else np.uint16 if used.size <= 65535 else np.int32
    table = np.zeros(counts.size, width)
    table[used] = np.arange(1, used.size + 1, dtype=np.int64)
    return table, np.concatenate([[-1], used]).astype(np.int64)


def _lone_bytes(documents: Sequence[Document]) -> Codes | None:
    """Return the only document as an array, if it consists of bytes."""
    if len(documents) != 1 or isinstance(documents[0], str):
        return None
    lone = documents[0]
    symbols = np.frombuffer(lone, np.uint8) if isinstance(lone, bytes) else lone
    return symbols if symbols.dtype == np.uint8 and symbols.flags.c_contiguous else None


@numba.njit(cache=True, nogil=True)
def _tally(symbols: NDArray[Any], counts: NDArray[np.int64]) -> None:
    """Add the symbols to their counts."""
    for symbol in symbols:
        counts[symbol] += 1


@numba.njit(cache=True, nogil=True)
def _translate(symbols: NDArray[Any], table: Codes, codes: Codes) -> None:
    """Write the code of each symbol."""
    for i in range(symbols.size):
        codes[i] = table[symbols[i]]
