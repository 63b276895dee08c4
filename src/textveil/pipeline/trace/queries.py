"""Queries: short rare word sequences that all versions of a message share."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from textveil.errors import VaultError
from textveil.lexicon.relations.ngrams import NgramCounts, shipped_ngrams
from textveil.pipeline.messages.draws import kept_messages
from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.reading import bits_of
from textveil.values.keys.sealed_store import SealedStore

__all__ = ["MessageQuery", "queries_of", "shared_sequences"]

_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_SHORTEST: Final = 3
_LONGEST: Final = 5
_SEEN: Final = 6.0
"""Bits that a doubling of the count of an n-gram takes away, at most as many as its words have."""


@dataclass(frozen=True, slots=True, repr=False)
class MessageQuery:
    """Words to look for; they are text of the message.

    Attributes
    ----------
    message
        Id of the message.
    words
        A word sequence that all its versions have.
    bits
        About how rare it is.
    """

    message: str
    words: str
    bits: float

    def to_json(self) -> dict[str, object]:
        """Return the query as a JSON object."""
        return {"message": self.message, "words": self.words, "bits": round(self.bits, 1)}


def queries_of(vault: SealedStore, many: int) -> list[MessageQuery]:
    """Return for each message its rarest shared sequences; none overlap.

    Raises
    ------
    VaultError
        If the vault keeps no versions of messages.
    """
    messages = list(kept_messages(vault))
    if not messages:
        raise VaultError(
            "this vault keeps no versions of messages",
            hint="give the vault of: textveil compose IN --friends FILE --vault VAULT",
        )
    return [
        MessageQuery(message.id, words, bits)
        for message in messages
        for words, bits in shared_sequences(message, shipped_ngrams())[:many]
    ]


def shared_sequences(message: KeptMessage, counts: NgramCounts) -> list[tuple[str, float]]:
    """Return the word sequences that all versions have, the rarest first, with their bits.

    Examples
    --------
    >>> from textveil.lexicon.relations.ngrams import counted
    >>> from textveil.trace.messages.kept import KeptPlace
    >>> place = KeptPlace(17, 20, ("big", "large"), private=False)
    >>> message = KeptMessage("1", "quiet zebras saw big green engines today", (place,))
    >>> [words for words, _ in shared_sequences(message, counted([]))]
    ['quiet zebras saw', 'green engines today']
    """
    found = []
    for start, end in _between(message):
        words = list(_WORD.finditer(message.text, start, end))
        for size in range(_SHORTEST, _LONGEST + 1):
            for at in range(len(words) - size + 1):
                some = words[at : at + size]
                plain = [one.group().casefold() for one in some]
                # A sequence is no rarer for being longer: what counts is each word's share.
                bits = sum(map(bits_of, plain)) - _SEEN * min(3, counts.of(plain))
                found.append((bits / size**0.5, some[0].start(), some[-1].end()))
    kept: list[tuple[float, int, int]] = []
    for one in sorted(found, key=lambda row: (-row[0], row[1])):
        if not any(one[1] < other[2] and other[1] < one[2] for other in kept):
            kept.append(one)
    return [(" ".join(message.text[start:end].split()), bits) for bits, start, end in kept]


def _between(message: KeptMessage) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a message, line by line, that no version changes."""
    at = 0
    for start, end in (*((one.start, one.end) for one in message.places), (len(message.text),) * 2):
        for line in re.finditer(r"[^\n.!?]+", message.text[at:start]):
            yield at + line.start(), at + line.end()
        at = end
