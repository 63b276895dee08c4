"""Closeness: groups of friends proposed from how often and how lately one writes to whom.

Paper 5 takes the levels of groups from such counts (4.1.1, 4.2.1). Each message weighs one half as
much for every 90 days that it is older than the newest. Who weighs most comes first; groups have
the sizes at which circles of friends are usually drawn: 5, 10 more, 35 more.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import yaml

from textveil.errors import InputError
from textveil.formats.mail.mailboxes import mailboxes
from textveil.lexicon.tables.facts import facts
from textveil.values.document import Document
from textveil.values.runs.conversation import conversation_of

__all__ = ["Contact", "contacts_of", "friends_yaml", "groups_by_closeness"]

HALF_LIFE: Final = 90.0
"""Days after which a message weighs one half."""
CIRCLES: Final = (("best friends", 5), ("friends", 10), ("acquaintances", 35))
_DAYS: Final = re.compile(r"(?P<a>\d{1,4})[-./](?P<b>\d{1,2})[-./](?P<c>\d{1,4})")


@dataclass(frozen=True, slots=True, repr=False)
class Contact:
    """Somebody one writes with.

    Attributes
    ----------
    name
        As the messages name her.
    messages
        How many went to and fro.
    weight
        The sum of their weights.
    """

    name: str
    messages: int
    weight: float

    def __repr__(self) -> str:
        return f"Contact({self.messages} messages)"


def contacts_of(documents: Iterable[Document], me: str = "") -> list[Contact]:
    """Return who writes with a person, the closest first.

    Parameters
    ----------
    documents
        Messages of mail or chats; who wrote each is its subject.
    me
        The name or address of the person; who stands in most conversations unless given.

    Raises
    ------
    InputError
        If nobody is named in the messages, or the person stands in none.
    """
    told = [_told(document) for document in documents]
    if not any(one.people for one in told):
        raise InputError(
            "no message says who wrote it",
            hint="give mail (.eml, .mbox), or the export of a chat with --format, such as whatsapp",
        )
    owner = _owner(told, me)
    newest = max((one.day for one in told if one.day is not None), default=None)
    counts: Counter[str] = Counter()
    weights: dict[str, float] = defaultdict(float)
    by_talk: dict[str, set[str]] = defaultdict(set)
    for one in told:
        by_talk[one.talk] |= one.people
    for one in told:
        # In a chat nobody is addressed: a message is for all who write there.
        people = one.people if len(one.people) > 1 else by_talk[one.talk]
        if owner not in people:
            continue
        others = people - {owner} if one.sender in (owner, None) else {one.sender}
        age = 0.0 if newest is None or one.day is None else (newest - one.day).days
        for name in others - {owner}:
            counts[name] += 1
            # A message to many says less about each.
            weights[name] += 0.5 ** (age / HALF_LIFE) / len(others)
    found = (Contact(name, counts[name], weights[name]) for name in counts)
    return sorted(found, key=lambda one: (-one.weight, one.name))


@dataclass(frozen=True, slots=True)
class _Told:
    sender: str | None
    people: frozenset[str]
    talk: str
    day: datetime | None


def _told(document: Document) -> _Told:
    fields = {name: str(value) for name, value in document.metadata.items()}
    named = [*_names(fields.get("from", "")), *_names(fields.get("to", ""))]
    named += _names(fields.get("cc", ""))
    sender = named[0] if "from" in fields and named else document.subject
    people = frozenset((*named, *([sender] if sender else [])))
    return _Told(sender, people, conversation_of(document), _day(fields))


def _names(header: str) -> Iterator[str]:
    for one in mailboxes(header):
        name = header[slice(*one.name)].strip() or header[slice(*one.address)].strip()
        if name:
            yield name


def _day(fields: Mapping[str, str]) -> datetime | None:
    """Return the day of a message; of 3.4.20 and 4/3/20 the order of the mail's own style."""
    found = _DAYS.search(fields.get("date", ""))
    if found is None:
        return None
    one, two, three = (int(found[name]) for name in "abc")
    orders = ((one, two, three), (three, two, one), (three, one, two))
    for year, month, day in orders:
        try:
            return datetime(year + 2000 if year < 100 else year, month, day)
        except ValueError:
            continue
    return None


def _owner(told: Iterable[_Told], me: str) -> str:
    stands: Counter[str] = Counter()
    for one in told:
        stands.update(one.people)
    if me:
        same = [name for name in stands if name.casefold() == me.casefold()]
        if not same:
            raise InputError(
                "nobody of this name writes here", where="--me", hint="see the senders"
            )
        return same[0]
    return max(sorted(stands), key=lambda name: stands[name])


def groups_by_closeness(contacts: Iterable[Contact]) -> dict[str, list[str]]:
    """Return groups in order of trust: who is called by a word for a relative comes first.

    Examples
    --------
    >>> groups_by_closeness([Contact("Ana", 9, 8.0), Contact("Mum", 2, 1.5)])
    {'family': ['Mum'], 'best friends': ['Ana'], 'public': []}
    """
    known = facts()
    left: list[str] = []
    family: list[str] = []
    for one in contacts:
        kin = any(known.is_a(word.lower(), "kin") for word in one.name.split())
        (family if kin else left).append(one.name)
    found = {"family": family} if family else {}
    at = 0
    for name, size in CIRCLES:
        circle = left[at : at + size] if name != CIRCLES[-1][0] else left[at:]
        at += size
        if circle:
            found[name] = circle
    return found | {"public": []}


def friends_yaml(groups: Mapping[str, list[str]]) -> str:
    """Return the content of a file of groups."""
    return yaml.safe_dump(dict(groups), sort_keys=False, allow_unicode=True)
