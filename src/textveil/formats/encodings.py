"""The encoding of a file that does not say it: UTF-8 if it is valid, otherwise recognised.

Defined and measured in `docs/reference/formats.md#encodings`. Where bytes are no UTF-8, they are
UTF-16 with its mark, or one of the two encodings in which people who write with Latin letters have
old files. A file that fits none of them is not recognised: its reader then reports the byte that is
not UTF-8.
"""

import codecs
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from textveil.formats.expansion import ByteSource

__all__ = ["UTF8", "recognised"]

UTF8: Final = "utf-8"
_CHUNK: Final = 1 << 18
_SAMPLE: Final = 1 << 18
"""Bytes of lines with other bytes than ASCII that are looked at."""
_OLD: Final = ("cp1252", "mac_roman")
"""Of two that fit as well, the first is taken."""
_USUAL: Final = frozenset("°£§©®€±×½¼¾²³·“”‘’–—…«»¿¡ªº•µ\xa0")  # noqa: RUF001
_SELDOM: Final = frozenset("ŸÿÞþÐðŽžŠšŒœƒˆ˜ˇ˘˙˚˛˝¸¨¯´")  # noqa: RUF001
_SIGNS: Final = frozenset("ªºµ")
_JOINED: Final = _SIGNS | {"\u2019"}
"""What may stand between two letters."""
_MOST: Final = 0.2
"""What characters that are not ASCII may cost in the mean."""
_SHARE, _FEW = 0.2, 4
"""Which share of the letters, and how many of a short text, may be other than ASCII."""
_DAMAGED: Final = "\ufffd"
_CONTROLS: Final = range(0x80, 0xA0)


def recognised(stream: ByteSource) -> str:
    """Return the encoding of a stream; UTF-8 if it is that, or if nothing else is clear."""
    first = stream.read(_CHUNK)
    if first.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    decoder = codecs.getincrementaldecoder(UTF8)()
    sample, valid, chunk = bytearray(), True, first
    while chunk and len(sample) < _SAMPLE:
        try:
            decoder.decode(chunk)
        except UnicodeDecodeError:
            valid = False
        if not chunk.isascii():
            sample += b"\n".join(line for line in chunk.split(b"\n") if not line.isascii())
        chunk = stream.read(_CHUNK)
    while valid and chunk:
        valid, chunk = _goes_on(decoder, chunk), stream.read(_CHUNK)
    return UTF8 if valid and _goes_on(decoder, b"", final=True) else _old(bytes(sample))


def _goes_on(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool = False) -> bool:
    try:
        decoder.decode(chunk, final=final)
    except UnicodeDecodeError:
        return False
    return True


def _old(data: bytes) -> str:
    """Return the old encoding in which bytes cost least; UTF-8 if they cost too much."""
    if any(not sign.isascii() and sign != _DAMAGED for sign in data.decode(UTF8, "replace")):
        # Characters of UTF-8 do not stand in old files by chance: this is damaged UTF-8.
        return UTF8
    costs = {}
    for name in _OLD:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        letters = Counter(sign.isascii() for sign in text if sign.isalpha())
        others = sum(not sign.isascii() for sign in text)
        if letters[False] <= max(_FEW, _SHARE * letters.total()):
            costs[name] = sum(_costs(text)) / max(1, others)
    best = min(costs, key=lambda name: costs[name], default=UTF8)
    return best if best != UTF8 and costs[best] <= _MOST else UTF8


def _costs(text: str) -> Iterator[float]:
    """Yield what is strange about each character that is not ASCII.

    Strange are control characters, a capital after a small letter, a sign inside a word, and
    letters and signs that are seldom written.
    """
    padded = f" {text} "
    for at, (before, sign) in enumerate(pairwise(padded)):
        if sign.isascii():
            continue
        after = padded[at + 2]
        if ord(sign) in _CONTROLS:
            yield 3.0
        elif sign.isalpha() and sign not in _SIGNS:
            yield 0.5 * (sign in _SELDOM) + (sign.isupper() and before.islower())
        else:
            inside = before.isalpha() and after.isalpha() and sign not in _JOINED
            usual = sign in _USUAL
            yield 0.7 * (not usual) + inside * (0.5 if sign in "–—·" else 1.0)  # noqa: RUF001
