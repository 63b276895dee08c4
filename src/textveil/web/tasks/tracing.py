"""Jobs of the page Trace: a leaked corpus with its vault, and posts that are watched."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError
from textveil.formats.sources import Source
from textveil.pipeline.trace.message import trace_messages
from textveil.pipeline.trace.pair_model import pair_model
from textveil.pipeline.trace.release import leaked_texts, text_columns, trace_release
from textveil.pipeline.trace.watch import WatchSettings
from textveil.pipeline.trace.watch import watch as watched
from textveil.store.log import LookUp
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.password import Password
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.keys.secret import Secret
from textveil.web.tasks.asked import job_inputs
from textveil.web.tasks.chunks import put_rows
from textveil.web.tasks.vaults import project_vault
from textveil.web.tasks.zips import unpacked
from textveil.web.words import words
from textveil.web.working.worker import JobOrder

__all__ = ["EVIDENCE", "KEY", "NOTICES", "WHAT", "trace", "watch"]

WHAT: Final = ("release", "message")
KEY: Final = ".key"
EVIDENCE: Final = "evidence"
NOTICES: Final = "notice"
"""The kind of notices in a message book."""
_VAULT: Final = b"SQLite format 3\0"
_COMMAND: Final = "textveil serve"


def trace(order: JobOrder) -> dict[str, Any]:
    """Say whose copy or version a corpus came from; places go into a sealed file."""
    folder = job_inputs(order)
    (folder / KEY).unlink(missing_ok=True)
    vault, leak = _parted(folder)
    told = order.given.bytes_of(KEY)
    given = Password(told.decode()) if order.asked["password"] else Secret(told)
    made = _release if order.asked["what"] == WHAT[0] else _messages
    with SqliteVault(vault, given, look_up=LookUp.TRACE, command=_COMMAND) as store:
        return made(order, leak, store)


def _parted(folder: Path) -> tuple[Path, Path]:
    """Return the vault among the files that were sent, and what leaked."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    vaults = [path for path in files if _begin(path) == _VAULT]
    if len(vaults) != 1:
        raise InputError(words().trace_two_files, hint=words().trace_files_help)
    apart = folder.parent / "opened.vault"
    vaults[0].rename(apart)
    left = [path for path in files if path != vaults[0]]
    if len(left) == 1 and left[0].suffix == ".zip":
        unpacked(left[0], folder.parent / "leak")
        return apart, leaked_texts(_inner(folder.parent / "leak"))
    return apart, left[0] if len(left) == 1 else leaked_texts(folder)


def _begin(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(len(_VAULT))


def _inner(folder: Path) -> Path:
    inside = list(folder.iterdir())
    return _inner(inside[0]) if len(inside) == 1 and inside[0].is_dir() else folder


def _release(order: JobOrder, leak: Path, store: SqliteVault) -> dict[str, Any]:
    traced = trace_release(text_columns(Source.open(leak)), store, evidence=True, track=order.track)
    rows = (
        [one.label, one.document, one.stands, _beside(one.copies, one.surrogates), one.why]
        for one in traced.evidence
    )
    put_rows(order.made, EVIDENCE, rows)
    told = traced.to_json()
    suspects = [[one["recipient"], f"{one['p']:.2g}"] for one in told["accused"]]
    return {"what": WHAT[0], "documents": traced.documents, "suspects": suspects, **told}


def _beside(copies: Mapping[str, str], surrogates: tuple[str, ...]) -> str:
    """Return what the copies of the accused have, or both surrogates if nobody is accused."""
    return ", ".join(f"{name}: {text}" for name, text in copies.items()) or " / ".join(surrogates)


def _messages(order: JobOrder, leak: Path, store: SqliteVault) -> dict[str, Any]:
    traced = trace_messages(
        Source.open(leak), store, evidence=True, model=pair_model(), track=order.track
    )
    rows = (
        [one.message, one.written, " / ".join(one.stands),
         ", ".join(f"{friend}: {text}" for friend, text in one.versions)]
        for one in traced.places
    )  # fmt: skip
    put_rows(order.made, EVIDENCE, rows)
    told = traced.to_json()
    suspects = [[one["friend"], f"{one['p']:.2g}"] for one in told["accused"]]
    found = [
        {"row": [one["message"], f"{one['probability']:.1%}", ", ".join(one["groups"]),
                 f"{one['unknown']:.1%}"], **one}
        for one in told["disclosures"]
    ]  # fmt: skip
    return {"what": WHAT[1], **told, "disclosures": found, "suspects": suspects}


@dataclass(frozen=True)
class _Kept:
    """Takes notices into the message book, before a post is marked as seen."""

    store: SealedStore

    def send(self, notice: Mapping[str, Any]) -> None:
        """Keep a notice."""
        self.store.put(NOTICES, str(notice["notice"]), json.dumps(dict(notice)).encode())


def watch(order: JobOrder) -> dict[str, Any]:
    """Look at posts that were not seen before, and keep what they disclose."""
    source = Source.open(job_inputs(order))
    with project_vault(order) as store:
        settings = WatchSettings(None, (_Kept(store),), model=pair_model())
        found = watched(source, store, settings, order.track)
    told = found.to_json()
    # A job has notices of its own: what its user is told at the end.
    return {"posts": told["posts"], "new": told["new"], "notices_found": told["notices"]}
