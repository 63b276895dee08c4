"""Records: who got which version, in the vault, so that a message composed again keeps them.

A record has all that tracing needs: the message, its private places, what each group may be told,
the wordings of every slot, and who got which. `docs/methods/versions.md` lists its fields.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from textveil.errors import DamagedVaultError
from textveil.pipeline.messages.drawing import EarlierVersions
from textveil.pipeline.messages.draws import keep_draws
from textveil.pipeline.messages.levels import Group
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.messages.composition import Composition, GroupTold, MessageVersion, Wordings
from textveil.values.messages.message import MessagePassage, place_of

__all__ = ["KIND", "GivenVersion", "MessageRecord", "keep", "records_of", "standing_of"]

KIND: Final = "message-versions"
"""The kind of these records in a vault."""
_PAGE: Final = 1000


@dataclass(frozen=True, slots=True, repr=False)
class GivenVersion:
    """What one friend, or a group without friends, got.

    Attributes
    ----------
    friend
        Who; None where the group has no friends.
    group
        The name of the group.
    release
        The text, with its edits.
    letters
        Of each slot (private passages first, then the others) the number of its wording; -1 if it
        is none of those that are recorded.
    """

    friend: str | None
    group: str
    release: Release
    letters: tuple[int, ...]

    def __repr__(self) -> str:
        return f"GivenVersion(group={self.group!r})"


@dataclass(frozen=True, slots=True, repr=False)
class MessageRecord:
    """What was kept of a message.

    Attributes
    ----------
    document
        The message as it was written.
    at
        The moment at which it was written.
    private
        Half-open offsets of the private passages, and their labels.
    groups
        In order of trust: levels and wordings of the private passages.
    others
        The wordings of the slots outside private passages.
    versions
        Who got which.
    times
        Of each private passage its first and last second; None if it is no time.
    """

    document: Document
    at: datetime
    private: tuple[tuple[int, int, str], ...]
    groups: tuple[GroupTold, ...]
    others: tuple[Wordings, ...]
    versions: tuple[GivenVersion, ...]
    times: tuple[tuple[datetime, datetime] | None, ...] = ()

    def __repr__(self) -> str:
        return f"MessageRecord({len(self.versions)} versions)"

    def slots_of(self, group: str) -> tuple[Wordings, ...]:
        """Return the wordings of every slot for a group, in the order of the letters."""
        own = next((one.wordings for one in self.groups if one.name == group), ())
        return (*own, *self.others)

    def earlier(self) -> EarlierVersions:
        """Return levels and versions as they stand."""
        return EarlierVersions(
            {group.name: group.levels for group in self.groups},
            {(one.group, one.friend or ""): one.release for one in self.versions},
        )


def records_of(store: SealedStore) -> Iterator[MessageRecord]:
    """Yield the records of a vault in the order in which the messages were composed first."""
    after: str | None = None
    while page := store.page(KIND, _PAGE, after):
        yield from map(_read, page.values())
        after = list(page)[-1]


def standing_of(store: SealedStore, document: Document) -> MessageRecord | None:
    """Return what was given out of a message before; None if nothing was."""
    content = store.fetch(KIND, _key(document))
    return None if content is None else _read(content)


def keep(
    store: SealedStore,
    document: Document,
    at: datetime,
    private: Sequence[MessagePassage],
    groups: Sequence[Group],
    made: Composition,
) -> None:
    """Keep who got what, beside what earlier runs gave to others.

    Parameters
    ----------
    store
        The vault.
    document
        The message.
    at
        The moment at which it was written.
    private
        The private passages, repeats included.
    groups
        Who was composed for.
    made
        The versions.
    """
    with store.step():
        before = standing_of(store, document)
        given = {(one.group, one.friend or "") for one in made.versions}
        new: list[MessageVersion | GivenVersion] = [*made.versions]
        earlier = before.versions if before else ()
        names = {group.name for group in groups}
        told = [one for one in (before.groups if before else ()) if one.name not in names]
        content = {
            "id": document.id,
            "text": document.text,
            "at": at.isoformat(),
            "private": [[*place_of(one), one.span.label] for one in private],
            "times": [
                None
                if one.since is None or one.until is None
                else [one.since.isoformat(), one.until.isoformat()]
                for one in private
            ],
            "groups": [
                {"name": one.name, "levels": one.levels, "wordings": _wordings(one.wordings)}
                for one in (*made.groups, *told)
            ],
            "others": _wordings(made.others),
            "versions": [
                _version(one)
                for one in (
                    *(one for one in earlier if (one.group, one.friend or "") not in given),
                    *new,
                )
            ],
        }
        store.put(KIND, _key(document), json.dumps(content).encode())
        keep_draws(store, _key(document), document, made)


def _version(one: MessageVersion | GivenVersion) -> Mapping[str, Any]:
    return {
        "friend": one.friend,
        "group": one.group,
        "edits": [_edit(edit) for edit in one.release.edits],
        "letters": one.letters,
    }


def _wordings(slots: Sequence[Wordings]) -> list[list[Any]]:
    return [[None if one is None else _edit(one) for one in slot] for slot in slots]


def _edit(edit: Edit) -> list[Any]:
    return [edit.start, edit.end, edit.replacement, edit.label]


def _read(content: bytes) -> MessageRecord:
    try:
        told = json.loads(content)
        document = Document(told["id"], told["text"])
        return MessageRecord(
            document,
            datetime.fromisoformat(told["at"]),
            tuple((start, end, label) for start, end, label in told["private"]),
            tuple(
                GroupTold(one["name"], tuple(one["levels"]), _slots(one["wordings"]))
                for one in told["groups"]
            ),
            _slots(told["others"]),
            tuple(
                GivenVersion(
                    one["friend"],
                    one["group"],
                    Release.of(document, [Edit(*edit) for edit in one["edits"]]),
                    tuple(one["letters"]),
                )
                for one in told["versions"]
            ),
            tuple(
                None if one is None else (_moment(one[0]), _moment(one[1])) for one in told["times"]
            ),
        )
    except (KeyError, TypeError, ValueError):
        raise DamagedVaultError(
            "a record of a message cannot be read",
            hint="a newer textveil may have written it: update textveil",
        ) from None


def _moment(told: str) -> datetime:
    return datetime.fromisoformat(told)


def _slots(told: Sequence[Sequence[Any]]) -> tuple[Wordings, ...]:
    return tuple(tuple(None if one is None else Edit(*one) for one in slot) for slot in told)


def _key(document: Document) -> str:
    return sha256(document.text.encode("utf-8", "surrogatepass")).hexdigest()
