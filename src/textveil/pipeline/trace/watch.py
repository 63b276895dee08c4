"""Watching: new posts are looked at once, and somebody is told of what they disclose.

A post is marked as seen in the vault after everybody was told: if the program is stopped before,
it looks at this post again. A notice has an id that follows from the vault, so nothing is told
twice in the file, and who gets a notice again by the net can tell.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError, OutputError
from textveil.formats.sources import Source
from textveil.pipeline.release.copies import FALSE_ACCUSATION
from textveil.pipeline.trace.delivery import Delivery
from textveil.pipeline.trace.message import MessageTracer, keep_bets, opened_tracer
from textveil.trace.messages.disclosing import PairModel
from textveil.trace.messages.evidence import MessageBets
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.runs.watch import Track, untracked

__all__ = ["DisclosureNotice", "WatchSettings", "Watched", "watch"]

SEEN: Final = "message-watch"
"""The kind of these records in a vault."""
_AT_ONCE: Final = 200
"""Posts that are looked at before those without disclosures are marked together."""


_SIGNS: Final = 12
"""Signs of a digest that tell posts apart."""


@dataclass(frozen=True, slots=True, repr=False)
class DisclosureNotice:
    """What somebody is told of a post: what, when, how sure, whom it points at; no text.

    Attributes
    ----------
    id
        The same if the same post is looked at again.
    when
        When it was found: UTC, by ISO 8601.
    found
        The disclosure, as `trace message` prints it.
    post
        The beginning of the digest of the post. What a feed calls a post, an address or a sentence
        of it, stays here.
    accused
        Friends who are accused by now, with p.
    """

    id: str
    when: str
    found: Mapping[str, Any]
    post: str
    accused: Sequence[Mapping[str, Any]]

    def __repr__(self) -> str:
        return f"DisclosureNotice({self.id})"

    def to_json(self) -> dict[str, Any]:
        """Return the notice as a JSON object; it names the post by its digest alone."""
        told = {"notice": self.id, "when": self.when, **self.found, "document": self.post}
        return told | {"accused": list(self.accused)}


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How posts are watched.

    Attributes
    ----------
    notices
        A file that gets each notice as a line of JSON; None for none.
    deliveries
        Who else is told.
    false_accusation
        Friends whose p is at most this are accused.
    model
        A model of pairs of sentences.
    """

    notices: Path | None = None
    deliveries: Sequence[Delivery] = ()
    false_accusation: float = FALSE_ACCUSATION
    model: PairModel | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """What one look found.

    Attributes
    ----------
    posts
        How many posts there were.
    new
        How many of them were looked at for the first time.
    notices
        What was told.
    """

    posts: int
    new: int
    notices: tuple[DisclosureNotice, ...]

    def to_json(self) -> dict[str, Any]:
        """Return counts and notices as a JSON object."""
        told = [one.to_json() for one in self.notices]
        return {"posts": self.posts, "new": self.new, "notices": told}


def watch(
    source: Source | Sequence[Document],
    vault: SealedStore,
    settings: WatchSettings,
    track: Track = untracked,
) -> Watched:
    """Look at all posts that were not seen before, and tell of disclosures.

    Raises
    ------
    VaultError
        If the vault keeps no versions of messages.
    InputError
        If a post cannot be read; then none was looked at.
    OutputError
        If somebody could not be told; the post is not marked as seen then.
    """
    _read_through(source)
    look = _Look(opened_tracer(vault, settings.model), vault, settings)
    for document in track(source, "watch", None):
        look.at(document)
    look.mark()
    return Watched(look.posts, look.new, tuple(look.notices))


def _read_through(source: Iterable[Document]) -> None:
    """Read every post once, so that a broken feed is known before anything is marked."""
    for _ in source:
        pass


@dataclass(slots=True)
class _Look:
    """One look at all posts."""

    tracer: MessageTracer
    vault: SealedStore
    settings: WatchSettings
    posts: int = 0
    new: int = 0
    notices: list[DisclosureNotice] = field(default_factory=list)
    _waiting: list[str] = field(default_factory=list)
    _told: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._told = set(_ids_in(self.settings.notices))

    def at(self, document: Document) -> None:
        """Look at a post unless it was seen."""
        self.posts += 1
        key = _key(document)
        if key in self._waiting or self.vault.fetch(SEEN, key) is not None:
            return
        self.new += 1
        found, bets = [], []
        for disclosure, one in self.tracer.look(document):
            made = self.tracer.bet(one)
            bets += [made] if made is not None else []
            found.append(disclosure.to_json())
        if not found:
            self._waiting.append(key)
            if len(self._waiting) >= _AT_ONCE:
                self.mark()
            return
        self._tell(key, found)
        self._finish(key, bets)

    def _tell(self, key: str, found: Sequence[Mapping[str, Any]]) -> None:
        accused = self.tracer.evidence.accused(self.settings.false_accusation)
        for number, one in enumerate(found):
            when = datetime.now(UTC).isoformat(timespec="seconds")
            name = sha256(f"{key} {number} {one['message']}".encode()).hexdigest()[:16]
            friends = [friend.to_json() for friend in accused]
            notice = DisclosureNotice(name, when, one, key[:_SIGNS], friends)
            for delivery in self.settings.deliveries:
                delivery.send(notice.to_json())
            if name not in self._told:
                _append(self.settings.notices, notice)
                self._told.add(name)
            self.notices.append(notice)

    def _finish(self, key: str, bets: Sequence[MessageBets]) -> None:
        with self.vault.step():
            for one in bets:
                keep_bets(self.vault, one)
            self.vault.put(SEEN, key, b"")

    def mark(self) -> None:
        """Mark the posts that disclose nothing."""
        if self._waiting:
            with self.vault.step():
                for key in self._waiting:
                    self.vault.put(SEEN, key, b"")
            self._waiting.clear()


def _key(document: Document) -> str:
    told = f"{len(document.id)} {document.id}{document.text}"
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def _ids_in(path: Path | None) -> Iterator[str]:
    """Yield the ids of the notices in a file; a line that was cut off by a stop is taken away."""
    if path is None or not path.exists():
        return
    try:
        content = path.read_bytes()
        whole, _, rest = content.rpartition(b"\n")
        if rest:
            with path.open("r+b") as file:
                file.truncate(len(content) - len(rest))
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                yield str(json.loads(line)["notice"])
            except (ValueError, KeyError, TypeError):
                raise InputError(
                    "this is no notice of `trace watch`",
                    where=f"{path}, line {number}",
                    hint="give another file for notices",
                ) from None
    except OSError as error:
        raise _unwritable(path, error) from None


def _append(path: Path | None, notice: DisclosureNotice) -> None:
    if path is None:
        return
    try:
        with path.open("ab") as file:
            file.write(json.dumps(notice.to_json()).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> OutputError:
    return OutputError(
        f"the file of notices cannot be used ({type(error).__name__})", where=str(path)
    )
