"""One run for all methods that rewrite a corpus as a whole: what differs is a `Method`.

Read, write, read back, verify, refuse, attack, certify, put in place: this order is the same for
rare text, sequences, and whatever a later method rewrites. Texts by a policy are released document
by document (`release.run`), in the same room and with the same certificate.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.basis import NOT_GIVEN, Basis, Examined
from textveil.certify.document.certificate import Certificate
from textveil.certify.document.claim_meanings import claim_meanings
from textveil.certify.document.layout import NONCE, ReleaseFolder
from textveil.certify.signatures.signing_pair import SigningKey
from textveil.certify.verification import checked_claims
from textveil.errors import InputError
from textveil.formats.held import Held, weight_of_document
from textveil.formats.sources import Source
from textveil.pipeline.release.beforehand.names import (
    NameReader,
    ShownNames,
    strings_in,
    without_keys,
)
from textveil.pipeline.release.methods.method import Method
from textveil.pipeline.release.reading import Committed
from textveil.pipeline.release.refusal import refusal
from textveil.pipeline.release.run_room import (
    Finished,
    finish,
    keep_encodings,
    keep_file,
    refuse_overlap,
    room_for,
    single_room,
)
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.runs.watch import Track, untracked
from textveil.values.verdict import Status, Verdict, Witness
from textveil.verify.leftovers.counted_ids import without_counters
from textveil.version import VERSION

__all__ = ["Order", "release_by"]

_HEAD: Final = "description"
"""The field in which sequences say in words what they are."""
_ALL: Final = 1 << 62
"""Bytes of documents that are held where a method needs all of them."""


@dataclass(frozen=True, slots=True)
class Order:
    """What every release is asked for, whatever its method.

    Attributes
    ----------
    source
        The input.
    target
        The folder to make, or with `single` the file or folder of the result alone.
    single
        Whether only the result is wanted, under the user's own name.
    certificate
        With `single`: where the certificate goes, beside the result; None if none is wanted.
    key, weak_key
        For draws, commitments and the seal; without one a nonce is drawn. Whether it has fewer than
        80 bits by our estimate.
    nonce
        To repeat a run without a key; it is kept.
    force
        Replace the target if it is an earlier release.
    keep_refuted
        Write the release even if a verdict is refuted; the certificate says so.
    sign
        Signs the certificate.
    track, notice
        Watch the run, and are told what the user should know.
    """

    source: Source
    target: Path
    single: bool = False
    certificate: Path | None = None
    key: Secret | None = None
    weak_key: bool = False
    nonce: bytes = b""
    force: bool = False
    keep_refuted: bool = False
    sign: SigningKey | None = None
    track: Track = untracked
    notice: Callable[[str], None] = lambda _: None

    def __post_init__(self) -> None:
        refuse_overlap(self.source, self.target)


def release_by(method: Method, order: Order) -> Certificate:
    """Carry out a run and return its certificate.

    Raises
    ------
    RefutedError
        If a claim does not hold; then nothing is written, unless the order keeps refuted results.
    """
    if order.single:
        order = replace(order, source=order.source.alone(order.target.name))
        is_folder = order.source.path.is_dir()
        force = order.force
        opened = single_room(order.target, order.certificate, folder=is_folder, force=force)
    else:
        purpose = f"{method.name} {method.purpose} {VERSION}"
        opened = room_for(order.target, purpose, order.key, force=order.force)
    with opened as room:
        room.made[""] = _Work(method, order, room.place()).certified(room.spool.started)
    return room.made[""]


@dataclass(frozen=True, slots=True)
class _Work:
    """One run of a method, and where it works."""

    method: Method
    order: Order
    place: ReleaseFolder

    @property
    def target(self) -> Path:
        """Where the result is written."""
        return self.place.texts / self.order.source.released_name

    def certified(self, started: str) -> Certificate:
        """Write, verify, attack and certify."""
        order, method, place = self.order, self.method, self.place
        nonce = b"" if order.key else order.nonce or secrets.token_bytes(32)
        secret = order.key.derive("commitment") if order.key else nonce
        where = str(order.source.path)
        committed = Committed(method.committed(order.source), secret, where)
        documents = Held(committed, weight_of_document, _ALL if method.holds_all else 0)
        reader = NameReader.of()
        self._refuse_names(documents, ShownNames(reader))
        # A format that knows files and folders tells them apart by what exists.
        (self.target if order.source.path.is_dir() else self.target.parent).mkdir(
            parents=True, exist_ok=True
        )
        if nonce:
            keep_file(place, NONCE, [nonce.hex()])
        keep_encodings(place, order.source)
        method.write(documents, self.target, place, order.key or nonce)
        if not committed.digest:
            deque(documents, maxlen=0)
        draft = Certificate(
            version=VERSION,
            started=started,
            components=method.components,
            source=self._described(),
            method=method.name,
            settings=method.settings(),
            weak_key=order.weak_key,
            input={"commitment": committed.digest, "keyed_by": "key" if order.key else "nonce"},
        )
        found = self._checked(draft, documents, order.key or nonce)
        made = method.made()
        certificate = replace(
            draft,
            counts=found.counts or {},
            unprotected=tuple(sorted(found.fields)),
            randomness=dict(made.randomness) | ({} if order.key else {NONCE: "system"}),
            verdicts=tuple(found.verdicts),
            scores=made.scores,
            attacks=made.attacks,
            report=made.report,
        )
        given = Finished(
            figures={**certificate.figures(), **made.figures},
            secret=secret,
            reader=reader,
            key=order.key,
            sign=order.sign,
        )
        return finish(place, certificate, given)

    def _refuse_names(self, documents: Iterable[Document], shown: ShownNames) -> None:
        """Raise if a name that would be released looks like somebody's, or like a day."""
        shown.add("file", filter(None, [self.order.source.shown_name]))
        said, fields, heads = set[str](), set[str](), set[str]()
        for document in documents:
            said.add(document.id)
            fields.update(strings_in(document.metadata, values=False))
            heads.update(filter(None, [document.metadata.get(_HEAD)]))
        parts = (part for one in without_counters(said).values() for part in one.split("/"))
        shown.add("field", fields)
        for kind, names in (("id", parts), (_HEAD, heads)):
            shown.add(kind, (without_keys(str(name)) for name in names))
        told = [f"{what}" for _, what in shown.told()]
        if told:
            raise InputError(
                "; ".join(told), where=str(self.order.source.path), hint="rename them in the input"
            )

    def _described(self) -> dict[str, Any]:
        source = self.order.source
        return {
            "name": source.released_name,
            "format": source.format_name,
            "options": source.released_options,
        }

    def _checked(
        self, draft: Certificate, documents: Held[Document], secret: Secret | bytes
    ) -> Examined:
        """Check the written files as `textveil verify` does; raise if a claim does not hold."""
        order, method = self.order, self.method
        described = draft.source["format"], draft.source["options"]
        released = Source.released(self.target, *described)
        if order.single:
            released = released.alone()
        found = _with_all_given(
            checked_claims(
                Basis(
                    *(self.place, draft.to_json(), released, order.source, documents),
                    *(order.key, secret),
                    track=order.track,
                )
            )
        )
        meanings = claim_meanings(method.name)
        refused = refusal(found.verdicts, method.advice, kind=method.kind, meanings=meanings)
        if refused is not None and not order.keep_refuted:
            raise refused
        return found


def _with_all_given(found: Examined) -> Examined:
    """Refute claims that need something which the run did not make: here everything is at hand."""
    return found._replace(
        verdicts=[
            Verdict.of(one.claim, 0, [Witness("", 0, 0, one.reason)])
            if one.status is Status.NOT_CHECKABLE and one.reason.endswith(NOT_GIVEN)
            else one
            for one in found.verdicts
        ]
    )
