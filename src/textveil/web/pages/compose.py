"""Compose: what a message reveals, and a version of it for every friend."""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

from textveil.detect.messages.location import Location
from textveil.detect.messages.temporal import moment_of
from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.pipeline.messages.closeness import contacts_of, friends_yaml, groups_by_closeness
from textveil.pipeline.messages.composing import ComposedMessage, Composer
from textveil.pipeline.messages.friends import groups_of
from textveil.pipeline.messages.profiles import profile_of
from textveil.pipeline.messages.reasons import reason_of, verdict_of
from textveil.pipeline.messages.records import keep, records_of, standing_of
from textveil.pipeline.messages.versions import VersionSettings
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.keys.secret import Secret
from textveil.values.messages.message import CheckedMessage
from textveil.web.asking import Answer, PageRequest
from textveil.web.desk.message_book import PassingStore, book_of, has_book
from textveil.web.desk.revision import RevisedMessage, revised
from textveil.web.desk.trials import (
    Trial,
    TrialOutcome,
    beside,
    command_line,
    marked,
    typed_number,
    typed_text,
)
from textveil.web.words import words

__all__ = ["answer", "form"]

_TRIAL: Final = Trial(
    "compose",
    {"message": "", "friends": "", "profile": "", "at": "", "people": "", "subject": "",
     "order": "nested", "share": "", "contacts": ""},
)  # fmt: skip
_MOST: Final = 2_000
_MOST_FRIENDS: Final = 3_000
"""Characters: versions for hundreds of friends take minutes, which only the command has."""
_ORDERS: Final = ("nested", "paper")
_MESSAGE: Final = "message"
"""Id of the message, as `compose` names what it reads from stdin or a file of this name."""
_KEEP: Final = "keep"
_SENT: Final = "sent "
_SENT_KIND: Final = "message sent"
_MOST_MAIL: Final = 5_000_000
_HEADER: Final = re.compile(r"[A-Za-z-]{1,80}: ")
_TRIED: Final = Secret(b"key of messages that are only tried")
"""Versions that nobody keeps are the same each time, so that they can be revised."""


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked)


def answer(asked: PageRequest) -> Answer:
    """Check a message, or make its versions."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        return _work(asked, typed, do)

    return _TRIAL.answer(asked, work)


def _work(asked: PageRequest, typed: Mapping[str, str], do: str) -> TrialOutcome:
    if do == "friends":
        return _proposed(asked, typed)
    message = Document(_MESSAGE, typed_text(typed, "message", _MOST))
    settings = _settings(typed)
    if do == "check":
        with beside("message"):
            return _checked(Checker(settings).check(message), typed)
    return _composed(asked, message, settings, typed, do)


def _settings(typed: Mapping[str, str]) -> CheckSettings:
    profile: dict[str, Any] = {}
    if typed["profile"].strip():
        with beside("profile", place=True):
            profile = profile_of(typed["profile"], "profile.yaml")
    people = typed_number(typed, "people", 1)
    with beside("people"):
        Location(people=people)
    with beside("at"):
        moment_of(typed["at"].strip())
    subject = typed["subject"].strip()
    return CheckSettings(profile, at=typed["at"].strip(), people=people, subject=subject)


def _line(verb: str, typed: Mapping[str, str], **more: object) -> str:
    profile = "profile.yaml" if typed["profile"].strip() else ""
    # A subject is a name: it stands in no command line that somebody copies into a history.
    subject = "NAME" if typed["subject"].strip() else ""
    told = {"profile": profile, "at": typed["at"].strip(), "people": typed["people"].strip()}
    return command_line("compose", verb, "message.txt", **more, **told, subject=subject)


def _checked(checked: CheckedMessage, typed: Mapping[str, str]) -> TrialOutcome:
    return TrialOutcome(_line("check", typed), checked.to_json(), _told(checked))


def _told(checked: CheckedMessage) -> dict[str, Any]:
    text = checked.message.text
    return {
        "pieces": marked(text, [(span.start, span.end) for span in checked.spans]),
        "verdict": verdict_of(checked),
        "reasons": [reason_of(checked.message, one) for one in checked.passages if one.private],
        "versions": [],
        "recorded": [],
    }


def _composed(
    asked: PageRequest,
    message: Document,
    settings: CheckSettings,
    typed: Mapping[str, str],
    do: str,
) -> TrialOutcome:
    if not typed["friends"].strip():
        raise UsageError(words().error_friends, where="friends", hint=words().compose_friends_help)
    with beside("friends", place=True):
        groups = groups_of(typed_text(typed, "friends", _MOST_FRIENDS), "friends.yaml")
    if typed["order"] not in _ORDERS:
        raise UsageError(words().error_choice, where="order")
    keeps, order, share = do == _KEEP or do.startswith(_SENT), typed["order"], bool(typed["share"])
    book = book_of(asked) if keeps or has_book(asked) else None
    store = PassingStore(book)
    before = standing_of(store, message)
    at = moment_of(settings.at) if before is None else before.at
    settings = replace(settings, at=at.isoformat())
    key = _TRIED if book is None else book.key
    composer = Composer(groups, settings, key, store, order=order, share=share)
    with beside("message"):
        made = composer.compose(message)
        chosen = VersionSettings(at, key, order=order, share=share)
        found = revised(composer, made, chosen, asked.form)
    made = replace(made, made=found.made)
    if keeps and book is not None:
        keep(book, message, at, found.revision.private, groups, found.kept())
        _note_sent(book, message, made, do)
    line = _line(
        "run", typed, friends="friends.yaml", order="" if order == _ORDERS[0] else order,
        share=share, vault="messages.vault" if keeps else "", key="key.txt" if keeps else "",
    )  # fmt: skip
    sent = {} if book is None else _sent(book, message)
    shown = {**_told(made.checked), **_versions(found, sent), "recorded": _recorded(book)}
    return TrialOutcome(line, made.to_json(), shown)


def _proposed(asked: PageRequest, typed: Mapping[str, str]) -> TrialOutcome:
    """Return groups of friends by who writes with whom in mail or a chat."""
    text = typed_text(typed, "contacts", _MOST_MAIL)
    name = "mail.mbox" if text.startswith("From ") else "chat.txt"
    name = "mail.eml" if name == "chat.txt" and _HEADER.match(text) else name
    with asked.place.rooms.room() as room, beside("contacts"):
        (room / name).write_text(text, "utf-8")
        groups = groups_by_closeness(contacts_of(Source.open(room / name)))
    line = command_line("compose", "friends", name, o="friends.yaml")
    shown: dict[str, Any] = {
        "verdict": words().compose_proposed, "pieces": [], "reasons": [], "versions": [],
        "recorded": [],
    }  # fmt: skip
    return TrialOutcome(line, groups, shown, {"friends": friends_yaml(groups)})


def _note_sent(book: SealedStore, message: Document, made: ComposedMessage, do: str) -> None:
    """Keep to whom a version was sent, and when."""
    number = do.removeprefix(_SENT)
    versions = made.made.versions
    if number == do or not number.isdigit() or int(number) >= len(versions):
        return
    one = versions[int(number)]
    told = {**_sent(book, message), one.friend or one.group: time.time()}
    book.put(_SENT_KIND, _key(message), json.dumps(told).encode())


def _sent(book: SealedStore, message: Document) -> dict[str, float]:
    found = book.fetch(_SENT_KIND, _key(message))
    return {} if found is None else json.loads(found)


def _key(message: Document) -> str:
    return sha256(message.text.encode("utf-8", "surrogatepass")).hexdigest()


def _recorded(book: SealedStore | None) -> list[tuple[str, str, str]]:
    """Return the messages of the book: when, what, and to whom they were sent."""
    if book is None:
        return []
    return [
        (one.at.strftime("%Y-%m-%d %H:%M"), one.document.text, ", ".join(_sent(book, one.document)))
        for one in records_of(book)
    ]


def _versions(found: RevisedMessage, sent: Mapping[str, float]) -> dict[str, Any]:
    made, fields = found.made, found.choices()
    return {
        "versions": [
            {
                "group": one.group,
                "friend": one.friend or "",
                "pieces": marked(
                    one.release.text, [(start, end) for _, start, end in one.release.placed()]
                ),
                "text": one.release.text,
                "base": _base(found, at),
                "fields": fields[at],
                "sent": sent.get(one.friend or one.group),
                **{name: one.to_json().get(name) for name in ("loss", "fre")},
            }
            for at, one in enumerate(made.versions)
        ],
        "possible": made.possible,
        "apart": made.apart,
        "warnings": list(made.warnings),
        "sign": found.sign,
        "audience": made.verdict.status.value,
        "why": sorted({one.reason for one in made.verdict.witnesses}),
    }


def _base(found: RevisedMessage, at: int) -> str:
    """Return a version as it stands without a free edit."""
    return found.chosen.versions[at].text
