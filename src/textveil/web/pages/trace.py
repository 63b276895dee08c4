"""Trace: whom a leak points at, by the versions that were recorded or by a vault that is sent."""

import json
from collections.abc import Mapping
from typing import Any, Final

from textveil.errors import TextveilError, UsageError
from textveil.pipeline.messages.composing import Composer
from textveil.pipeline.messages.friends import groups_of
from textveil.pipeline.trace.explaining import PlaceShown
from textveil.pipeline.trace.message import Disclosure, MessageTracing, trace_messages
from textveil.pipeline.trace.pair_model import pair_model
from textveil.pipeline.trace.queries import queries_of
from textveil.values.document import Document
from textveil.values.keys.password import Password
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.keys.secret import Secret
from textveil.web.asking import Answer, PageRequest, as_json, redirect
from textveil.web.desk.message_book import PassingStore, book_id, book_of, has_book
from textveil.web.desk.trials import EXAMPLE, Trial, TrialOutcome, beside, command_line, typed_text
from textveil.web.pages.release.results import made_by
from textveil.web.reception import missing
from textveil.web.rendering import page
from textveil.web.tasks.asked import under_roots
from textveil.web.tasks.chunks import every_row
from textveil.web.tasks.tracing import EVIDENCE, KEY, NOTICES, WHAT
from textveil.web.words import words

__all__ = ["answer", "evidence", "form", "start", "watch"]

_TRIAL: Final = Trial("trace", {"leak": "", "messages": "", "friends": ""})
_MOST: Final = 100_000
_MOST_TRIED: Final = 3_000
"""Characters of messages and friends that are tried: each message gets versions on the spot."""
_EACH: Final = 3
_WATCHED: Final = "watched"
_BOOK: Final = "--vault messages.vault --key key.txt"
_TRIED: Final = b"key of messages that are only tried"
_PERCENT: Final = "{:.1%}"


def form(asked: PageRequest) -> Answer:
    """Show the page."""
    return _TRIAL.first(asked, **_beside(asked))


def _beside(asked: PageRequest, **more: Any) -> dict[str, Any]:
    """Return what the page shows beside the leak: watched folders and their notices."""
    book = book_of(asked) if has_book(asked) else None
    notices = [] if book is None else list(book.fetch_all(NOTICES).values())
    told = [json.loads(one) for one in notices]
    return {
        "roots": asked.place.settings.roots,
        "watched": [] if book is None else [one.decode() for one in _watched(book)],
        "notices": sorted(map(_notice, told), reverse=True),
        "sent": {"what": WHAT[0], "folder": ""},
        **more,
    }


def _watched(book: SealedStore) -> list[bytes]:
    return list(book.fetch_all(_WATCHED).values())


def _notice(told: Mapping[str, Any]) -> tuple[str, ...]:
    friends = ", ".join(
        f"{one['friend']} {_PERCENT.format(one['posterior'])}" for one in told["friends"][:3]
    )
    accused = ", ".join(f"{one['friend']} (p {one['p']:.2g})" for one in told["accused"])
    return (
        told["when"], told["message"], _PERCENT.format(told["probability"]),
        friends or words().trace_nobody, _PERCENT.format(told["unknown"]),
        accused or words().trace_nobody,
    )  # fmt: skip


def answer(asked: PageRequest) -> Answer:
    """Trace what was pasted, or say what to search for."""

    def work(typed: Mapping[str, str], do: str) -> TrialOutcome:
        if do == "queries":
            return _queries(_kept(asked, typed, do))
        leak = Document("leak", typed_text(typed, "leak", _MOST))
        with beside("leak"):
            traced = trace_messages(
                [leak], _kept(asked, typed, do), alone=do != "count", evidence=True,
                model=pair_model(),
            )  # fmt: skip
        line = command_line("trace", "message", "leak.txt", evidence=True, alone=do != "count")
        return TrialOutcome(f"{line} {_BOOK}", traced.to_json(), _told(traced))

    return _TRIAL.answer(asked, work, **_beside(asked))


def _kept(asked: PageRequest, typed: Mapping[str, str], do: str) -> SealedStore:
    """Return where versions are: the user's book, or for the example one that nobody keeps."""
    if do == EXAMPLE or typed["messages"].strip():
        store, key = PassingStore(), Secret(_TRIED)
        with beside("friends"):
            groups = groups_of(typed_text(typed, "friends", _MOST_TRIED), "friends.yaml")
        messages = typed_text(typed, "messages", _MOST_TRIED)
        for at, text in enumerate(filter(None, messages.splitlines()), 1):
            Composer(groups, key=key, store=store).compose(Document(f"message {at}", text))
        return store
    if not has_book(asked):
        raise UsageError(words().trace_no_book, where="leak", hint=words().trace_no_book_hint)
    return book_of(asked)


def _told(traced: MessageTracing) -> dict[str, Any]:
    suspicions = sorted(traced.evidence.suspicions(), key=lambda one: one.p)
    return {
        "found": [_disclosed(one) for one in traced.disclosures],
        "points": [_posterior(one) for one in traced.disclosures],
        "why": [line for one in traced.reasons for line in one.lines()],
        "places": [_place(one) for one in traced.places],
        "accused": [(one.friend, f"{one.p:.2g}") for one in traced.accused],
        "least": f"{suspicions[0].p:.2g}" if suspicions else "1",
        "queries": [],
    }


def _disclosed(one: Disclosure) -> tuple[str, ...]:
    where = f"{one.start}-{one.end}"
    return where, one.message, _PERCENT.format(one.probability), ", ".join(one.posterior.groups)


def _posterior(one: Disclosure) -> tuple[str, list[tuple[str, str]]]:
    rows = [(friend, _PERCENT.format(share)) for friend, share in one.posterior.friends]
    return one.message, [*rows, (words().trace_unknown, _PERCENT.format(one.posterior.unknown))]


def _place(one: PlaceShown) -> tuple[str, ...]:
    stands = " / ".join(map(_quoted, one.stands)) or words().trace_none_stands
    versions = ", ".join(f"{friend}: {_quoted(text)}" for friend, text in one.versions)
    return one.message, _quoted(one.written), stands, versions


def _quoted(text: str) -> str:
    return " ".join(text.split()) or words().trace_nothing


def _queries(store: SealedStore) -> TrialOutcome:
    found = [one for each in queries_of(store, _EACH).values() for one in each]
    told = [one.to_json() for one in found]
    shown = {"queries": [(one.message, f'"{one.words}"') for one in found], "found": None}
    return TrialOutcome(f"{command_line('trace', 'queries')} {_BOOK}", told, shown)


def start(asked: PageRequest) -> Answer:
    """Begin to trace a corpus with the vault that is sent beside it."""
    sent, text = asked.form, asked.form["key"].strip()
    try:
        if sent["what"] not in WHAT:
            raise UsageError(words().error_choice, where="what")
        if not text:
            raise UsageError(words().trace_no_key, where="key")
        with beside("key"):
            _ = Password(text) if sent["password"] else Secret(text.encode())
        if not (sent.files and sent.key) or len(sent.files.names()) < 2:
            raise UsageError(words().trace_two_files, where="files")
    except TextveilError as error:
        return _again(asked, error)
    sent.files.put(KEY, text.encode())
    told = {"what": sent["what"], "name": "", "password": bool(sent["password"])}
    job = asked.place.jobs.new(asked.user, "trace", told, (sent.files, sent.key))
    return redirect(f"/jobs/{job.id}")


def watch(asked: PageRequest) -> Answer:
    """Begin to look at posts that were not seen before, in a folder or in files that are sent."""
    sent, folder = asked.form, (asked.form["again"] or asked.form["folder"]).strip()
    roots = asked.place.settings.roots
    try:
        if not has_book(asked):
            raise UsageError(words().trace_no_book, hint=words().trace_no_book_hint)
        if folder:
            under_roots(folder, roots)
            book_of(asked).put(_WATCHED, folder, folder.encode())
        elif sent.files is None or not sent.files.names():
            raise UsageError(words().error_no_files, where="posts")
    except TextveilError as error:
        return _again(asked, error)
    told = {"name": "", "folder": folder, "project": book_id(asked), "roots": list(map(str, roots))}
    given = (sent.files, sent.key) if sent.files and sent.key and not folder else None
    job = asked.place.jobs.new(asked.user, "watch", told, given)
    return redirect(f"/jobs/{job.id}")


def _again(asked: PageRequest, error: TextveilError) -> Answer:
    if asked.wants_json:
        return as_json({"error": error.what, "where": error.where, "hint": error.hint}, 400)
    told = {"what": asked.form["what"], "folder": asked.form["folder"]}
    typed = dict.fromkeys(_TRIAL.usual, "")
    values = {
        "typed": typed, "found": None, "problem": error, "did": "", "number": "",
        "fields": (*typed, "what", "files", "key", "folder", "posts"),
    }  # fmt: skip
    return page(asked, "trace", 400, **_beside(asked, **values, sent=told))


def evidence(asked: PageRequest) -> Answer:
    """Show the places of a leak side by side."""
    there = made_by(asked, "trace")
    if there is None:
        return missing(asked)
    job, made = there
    return page(asked, "traced", job=job, rows=[row for _, row in every_row(made, EVIDENCE)])
