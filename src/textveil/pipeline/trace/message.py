"""Tracing messages: from posts and a vault to the messages they disclose, and to friends.

Nothing of the posts is kept, and results hold no text. What the vault keeps is what the first post
about each message paid against whom, so that evidence adds up.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from textveil.errors import VaultError
from textveil.formats.sources import Source
from textveil.pipeline.messages.draws import kept_messages
from textveil.pipeline.release.copies import FALSE_ACCUSATION
from textveil.pipeline.trace.explaining import ExplainedDisclosure, PlaceShown, explained
from textveil.trace.messages.disclosing import THRESHOLD, PairModel, probability_of
from textveil.trace.messages.evidence import (
    AccusedFriend,
    FriendEvidence,
    MessageBets,
    accused_links,
    bets_of,
    counts,
)
from textveil.trace.messages.index import MessageIndex
from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.matching import MatchedMessage
from textveil.trace.messages.posterior import MessagePosterior, posterior_of
from textveil.trace.messages.reading import PostWords
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.link import Link
from textveil.values.runs.watch import Track, untracked

__all__ = ["Disclosure", "MessageTracer", "MessageTracing", "trace_messages"]

EVIDENCE: Final = "message-evidence"
"""The kind of these records in a vault."""
_SHOWN: Final = 0.005
"""Friends that are less likely are not listed."""


@dataclass(frozen=True, slots=True, repr=False)
class Disclosure:
    """A message that stands in a document, and who had the version that it shows.

    Attributes
    ----------
    document
        Id of the document.
    start, end
        Half-open offsets of the passage.
    message
        Id of the message.
    probability
        How likely the passage discloses it.
    posterior
        Friends, groups and "none of them".
    """

    document: str
    start: int
    end: int
    message: str
    probability: float
    posterior: MessagePosterior

    def __repr__(self) -> str:
        return f"Disclosure(message={self.message!r}, probability={self.probability:.3f})"

    def to_json(self) -> dict[str, Any]:
        """Return the disclosure as a JSON object; it holds no text."""
        return {
            "document": self.document,
            "start": self.start,
            "end": self.end,
            "message": self.message,
            "probability": round(self.probability, 4),
            "groups": list(self.posterior.groups),
            "friends": [
                {"friend": friend, "posterior": round(share, 4)}
                for friend, share in self.posterior.friends
                if share >= _SHOWN
            ],
            "unknown": round(self.posterior.unknown, 4),
        }


@dataclass(frozen=True, slots=True)
class MessageTracing:
    """What documents disclose, and who is accused.

    Attributes
    ----------
    documents
        How many documents were looked at.
    disclosures
        In the order of the documents.
    evidence
        All evidence that counts, that of earlier leaks included.
    false_accusation
        Friends whose p is at most this are accused.
    reasons
        Of each disclosure why it counts; empty unless it was asked for. These hold text.
    """

    documents: int
    disclosures: tuple[Disclosure, ...]
    evidence: FriendEvidence
    false_accusation: float
    reasons: tuple[ExplainedDisclosure, ...] = ()

    @property
    def accused(self) -> list[AccusedFriend]:
        """The friends who are accused; empty if nobody is."""
        return self.evidence.accused(self.false_accusation) if self.disclosures else []

    @property
    def places(self) -> list[PlaceShown]:
        """Where versions differ, of all disclosures in their order; these hold text."""
        return [place for one in self.reasons for place in one.places]

    def links(self, leak: str) -> list[Link]:
        """Return a link from the leak to each accused friend; it holds no text."""
        return accused_links(leak, self.accused, self.evidence.messages)

    def to_json(self) -> dict[str, Any]:
        """Return the result as a JSON object; it holds no text."""
        return {
            "documents": self.documents,
            "disclosures": [one.to_json() for one in self.disclosures],
            "accused": [one.to_json() for one in self.accused],
        }


@dataclass(slots=True, repr=False)
class MessageTracer:
    """Looks for the messages of a vault in documents.

    Attributes
    ----------
    index
        The messages.
    evidence
        What counts against friends so far.
    counted
        Messages that have been bet on, by number.
    model
        Asked where words alone leave it open whether a message is disclosed.
    """

    index: MessageIndex
    evidence: FriendEvidence
    counted: set[int] = field(default_factory=set)
    model: PairModel | None = None

    @classmethod
    def of(
        cls,
        messages: Sequence[KeptMessage],
        earlier: Iterable[MessageBets] = (),
        model: PairModel | None = None,
    ) -> "MessageTracer":
        """Return what looks for some messages, with what counted before."""
        friends = {
            friend for one in messages for draw in one.draws for friend in draw.friends if friend
        }
        evidence = FriendEvidence(frozenset(friends))
        keys = {key_of(one): number for number, one in enumerate(messages)}
        made = cls(MessageIndex.of(messages), evidence, set(), model)
        for bets in earlier:
            evidence.add(bets)
            if bets.message in keys:
                made.counted.add(keys[bets.message])
        return made

    def look(self, document: Document) -> list[tuple[Disclosure, MatchedMessage]]:
        """Return what a document discloses, in the order of its text."""
        post = PostWords.read(document.text)
        found = []
        matched = self.index.found(post)
        for one in matched:
            start, end = post.located(one.first, one.stop)
            first, stop = post.located(*one.said)
            said, rival = document.text[first:stop], _rival(one, matched)
            probability = probability_of(one, said, self.model, rival)
            if probability >= THRESHOLD:
                found.append((probability, one, start, end))
        kept: list[tuple[float, MatchedMessage, int, int]] = []
        for given in sorted(found, key=lambda row: (-row[0] * row[1].bits, row[2])):
            if not any(_mostly_inside(given, other) for other in kept):
                kept.append(given)
        return [
            (self._disclosure(document, *row), row[1])
            for row in sorted(kept, key=lambda row: (row[2], row[3]))
        ]

    def _disclosure(
        self, document: Document, probability: float, one: MatchedMessage, start: int, end: int
    ) -> Disclosure:
        message = one.shape.message
        posterior = posterior_of(message, one.seen)
        return Disclosure(document.id, start, end, message.id, probability, posterior)

    def bet(self, one: MatchedMessage) -> MessageBets | None:
        """Bet on a message by the first post that shows a version of it; None if it has no part.

        Only what is disclosed may be given, in the order in which it was found.
        """
        message = one.shape.message
        number = next(n for n, shape in enumerate(self.index.shapes) if shape is one.shape)
        if number in self.counted or not counts(message, one.seen):
            return None
        bets = MessageBets(key_of(message), bets_of(message, one.seen).factors)
        self.counted.add(number)
        self.evidence.add(bets)
        return bets


def _rival(one: MatchedMessage, matched: Sequence[MatchedMessage]) -> float:
    """Return the bits of the other message of which most stands where this one does."""
    others = (
        other.bits
        for other in matched
        if other.shape is not one.shape and other.first < one.stop and one.first < other.stop
    )
    return max(others, default=0.0)


def _mostly_inside(
    one: tuple[float, MatchedMessage, int, int], other: tuple[float, MatchedMessage, int, int]
) -> bool:
    shared = min(one[3], other[3]) - max(one[2], other[2])
    return 2 * shared > one[3] - one[2]


def key_of(message: KeptMessage) -> str:
    """Return the key by which a vault finds the evidence of a message."""
    return sha256(message.text.encode("utf-8", "surrogatepass")).hexdigest()


def opened_tracer(
    vault: SealedStore, model: PairModel | None = None, *, alone: bool = False
) -> MessageTracer:
    """Return what looks for the messages of a vault.

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
    earlier = () if alone else map(_bets, vault.fetch_all(EVIDENCE).values())
    return MessageTracer.of(messages, earlier, model)


def keep_bets(vault: SealedStore, bets: MessageBets) -> None:
    """Keep what the bets on a message paid; what stands there already stays."""
    content = json.dumps(bets.to_json(), separators=(",", ":")).encode()
    vault.put_if(EVIDENCE, bets.message, content, None)


def _bets(content: bytes) -> MessageBets:
    told = json.loads(content)
    return MessageBets(told["message"], tuple((one[0], one[1]) for one in told["factors"]))


def trace_messages(
    leak: Source | Iterable[Document],
    vault: SealedStore,
    false_accusation: float = FALSE_ACCUSATION,
    *,
    alone: bool = False,
    evidence: bool = False,
    model: PairModel | None = None,
    track: Track = untracked,
) -> MessageTracing:
    """Say which messages of a vault are disclosed, and by whom.

    Parameters
    ----------
    leak
        What was found in public.
    vault
        That of `compose`, opened with its key.
    false_accusation
        Highest probability that anybody innocent is ever accused.
    alone
        Whether this leak counts by itself: earlier ones are not added, and nothing is kept. The
        bound then holds for this leak only.
    evidence
        Whether each disclosure is explained; reasons hold text.
    model
        A model of pairs of sentences.
    track
        Watches the documents.

    Raises
    ------
    VaultError
        If the vault keeps no versions of messages.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import Secret, compose
    >>> from textveil.store.sqlite_vault import SqliteVault
    >>> key = Secret(b"0123456789abcdef")
    >>> friends = {"family": ["Ann"], "friends": ["Ben", "Eve"]}
    >>> text = "I live in Seattle, and I really love the big market near my house."
    >>> with SqliteVault(pathlib.Path(tempfile.mkdtemp()) / "v", key, create=True) as vault:
    ...     made = compose(text, friends, vault=vault).made
    ...     seen = trace_messages([Document("post", made.versions[1].text)], vault)
    >>> [(one.message, one.posterior.friends[0][0]) for one in seen.disclosures], seen.accused
    ([('text', 'Ben')], [])
    """
    tracer = opened_tracer(vault, model, alone=alone)
    documents, disclosures = 0, []
    reasons: list[ExplainedDisclosure] = []
    for document in track(leak, "trace", None):
        documents += 1
        for disclosure, one in tracer.look(document):
            disclosures.append(disclosure)
            bets = tracer.bet(one)
            if bets is not None and not alone:
                keep_bets(vault, bets)
            if evidence:
                reasons.append(explained(one, disclosure.posterior))
    return MessageTracing(
        documents, tuple(disclosures), tracer.evidence, false_accusation, tuple(reasons)
    )
