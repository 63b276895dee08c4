"""Messages between a caller and its cell: a JSON object, and arrays as plain bytes.

::

    length of the object, 4 bytes · length of the arrays, 4 bytes · the object · the arrays

Nothing in a message is run when it is read. The reader says how long a message may be.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from struct import Struct
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from textveil.errors import FormatError

__all__ = ["HEAD", "Message", "packed", "unpacked"]

HEAD: Final = Struct("<II")
_LENGTHS: Final = "lengths"

Message = tuple[dict[str, Any], list[memoryview]]
"""The object, and the bytes of each array."""


def packed(told: Mapping[str, Any], arrays: Sequence[bytes | NDArray[Any]] = ()) -> bytes:
    """Return a message."""
    held = [one if isinstance(one, bytes) else one.tobytes() for one in arrays]
    text = json.dumps({**told, _LENGTHS: [len(one) for one in held]}).encode("ascii")
    return b"".join([HEAD.pack(len(text), sum(map(len, held))), text, *held])


def unpacked(read: Callable[[int], bytes], most: int) -> Message:
    """Return the next message of at most `most` bytes.

    Raises
    ------
    FormatError
        If it is longer, or no message.
    """
    sizes = HEAD.unpack(read(HEAD.size))
    if sum(sizes) > most:
        raise FormatError("a message is longer than its answer can be")
    try:
        told = json.loads(read(sizes[0]))
        lengths = told[_LENGTHS]
        fits = sum(lengths) == sizes[1] and min(lengths, default=0) >= 0
    except (KeyError, RecursionError, TypeError, ValueError):
        fits = False
    if not fits:
        raise FormatError("this is not a message")
    whole = memoryview(read(sizes[1]))
    ends = np.cumsum([0, *lengths]).tolist()
    return told, [whole[first:last] for first, last in pairwise(ends)]
