"""Verification of a suppressed corpus from its certificate, the output and, if given, the input."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from textveil.errors import TextveilError
from textveil.pipeline.kanon.certificate import (
    nonce_file,
    output_hashes,
    read_kanon_certificate,
)
from textveil.pipeline.release.certificate import Commitment, id_of
from textveil.pipeline.release.comparing import identity, seal
from textveil.pipeline.release.verification import Verification
from textveil.pipeline.sources import Source
from textveil.transform.suppress import Promise
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.values.verdict import Status, Verdict, Witness
from textveil.values.watching import Track, untracked
from textveil.verify.k_anonymity import check_k_anonymity

__all__ = ["verify_suppressed"]

_NO_INPUT = "the input was not given"
_STATED = ("textveil", "written", "source", "unprotected")


def verify_suppressed(
    path: Path,
    source: Path | None = None,
    key: Secret | None = None,
    release_id: str | None = None,
    track: Track = untracked,
) -> Verification:
    """Check what a certificate of `kanon` says again.

    Without the input, the hashes of the output are checked, and the guarantee `output`. With it,
    the commitment to the input, the guarantee and the new ids of subjects are checked too.

    Parameters
    ----------
    path
        The certificate; the output lies beside it.
    source
        The input, if it is at hand.
    key
        The key of the run; checks the seal and the commitment.
    release_id
        The id that the certificate must have.
    track
        Watches the passes.
    """
    content = read_kanon_certificate(path)
    how = content["source"]["format"], content["source"]["options"]
    given = None if source is None else Source.open(source, *how)
    before = None if given is None else list(given.tracked(track, "read the input"))
    after, hindrance = _written(path, content)
    stated = {str(one.get("claim")): one for one in content["verdicts"]}
    found = [
        _integrity(path, content),
        *identity(content, release_id),
        seal(content, key),
        _input(path, content, before, key),
        _guarantee(content, before, after, hindrance),
        _subjects(before, after, hindrance),
    ]
    known = {verdict.claim for verdict in found}
    return Verification(
        id_of(content),
        tuple(_as_stated(verdict, stated.get(verdict.claim, {})) for verdict in found),
        (*_other_verdicts(found, stated), *_other_counts(content, after)),
        (*_STATED, *(claim for claim in stated if claim not in known)),
    )


def _written(path: Path, content: Mapping[str, Any]) -> tuple[list[Document], str]:
    """Return the documents of the output, or why they cannot be read."""
    names = {name.split("/")[0] for name in content["output"]}
    target = path.parent / min(names, default="")
    if len(names) != 1 or not target.exists():
        return [], "the output does not lie beside the certificate"
    how = content["source"]["format"], content["source"]["options"]
    try:
        return list(Source.released(target, *how)), ""
    except TextveilError:
        return [], "the output could not be read"


def _integrity(path: Path, content: Mapping[str, Any]) -> Verdict:
    stated: Mapping[str, str] = content["output"]
    found: dict[str, str] = {}
    for name in sorted({name.split("/")[0] for name in stated}):
        if (path.parent / name).exists():
            found |= output_hashes(path.parent / name)
    faults = [
        Witness(name, 0, 0, "the file is not the one that was certified, or is missing")
        for name in sorted(stated.keys() | found.keys())
        if stated.get(name) != found.get(name)
    ]
    return Verdict.of("integrity", len(stated), faults)


def _input(
    path: Path, content: Mapping[str, Any], before: Sequence[Document] | None, key: Secret | None
) -> Verdict:
    claim = "input"
    if before is None:
        return Verdict.not_checkable(claim, _NO_INPUT)
    keyed, nonce = content["input"]["keyed_by"] == "key", nonce_file(path)
    if keyed and key is None:
        return Verdict.not_checkable(claim, "the key was not given")
    try:
        secret = key.derive("commitment") if keyed and key else bytes.fromhex(nonce.read_text())
    except (OSError, ValueError):
        return Verdict.not_checkable(claim, f"{nonce.name} was not given, or is damaged")
    commitment = Commitment(secret)
    for document in before:
        commitment.add(document)
    good = commitment.hexdigest() == content["input"]["commitment"]
    reason = "this is not the input that was suppressed"
    return Verdict.of(claim, len(before), [] if good else [Witness("the input", 0, 0, reason)])


def _guarantee(
    content: Mapping[str, Any],
    before: Sequence[Document] | None,
    after: Sequence[Document],
    hindrance: str,
) -> Verdict:
    settings = content["settings"]
    guarantee, claim = settings["guarantee"], f"k-{settings['guarantee']}"
    if before is not None and _ids(before) != _ids(after):
        hindrance = hindrance or "the output has other documents than the input"
    if settings["claim"] != Promise.CLAIMED:
        hindrance = "the certificate does not claim it"
    if hindrance:
        return Verdict.not_checkable(claim, hindrance)
    return check_k_anonymity(
        before,
        [document.text for document in after],
        settings["k"],
        guarantee,
        mark=settings["mark"],
        show=settings["show"],
    )


def _ids(documents: Sequence[Document]) -> list[str]:
    return [document.id for document in documents]


def _subjects(
    before: Sequence[Document] | None, after: Sequence[Document], hindrance: str
) -> Verdict:
    """Return whether subjects have new ids, one each, and no other subject has it."""
    claim = "subjects"
    if before is None or hindrance:
        return Verdict.not_checkable(claim, hindrance or _NO_INPUT)
    there, back = dict[str, str](), dict[str, str]()
    wrong, checked = [], 0
    for old, new in zip(before, after, strict=False):
        if old.subject is None or not old.subject.strip() or new.subject is None:
            continue
        checked += 1
        person, shown = old.subject.strip(), new.subject
        if there.setdefault(person, shown) != shown or back.setdefault(shown, person) != person:
            wrong.append(Witness(new.id, 0, 0, "ids of subjects were mixed up"))
    return Verdict.of(claim, checked, wrong)


def _as_stated(verdict: Verdict, then: Mapping[str, Any]) -> Verdict:
    """Return what can be said of a claim that only the certificate says was checked."""
    if verdict.status is not Status.NOT_CHECKABLE or then.get("status") != Status.HOLDS:
        return verdict
    reason = f"the certificate says that it holds; {verdict.reason}"
    return replace(verdict, status=Status.STATED, reason=reason)


def _other_verdicts(
    found: Sequence[Verdict], stated: Mapping[str, Mapping[str, Any]]
) -> Iterator[str]:
    """Yield where the certificate states something else than what was found now."""
    for verdict in found:
        now, then = verdict.to_json(), stated.get(verdict.claim, {})
        # A claim that was not checked then, or cannot be checked now, says nothing.
        if {Status.NOT_CHECKABLE, None}.isdisjoint((now["status"], then.get("status"))):
            for name in ("status", "checked", "failures"):
                if then.get(name) != now[name]:
                    yield f"{verdict.claim}: {name} was {then.get(name)}, is {now[name]}"


def _other_counts(content: Mapping[str, Any], after: Sequence[Document]) -> Iterator[str]:
    """Yield each count of the certificate that differs from the output."""
    mark = content["settings"]["mark"]
    texts = [document.text for document in after]
    counted = {
        "documents": len(after),
        "symbols": sum(map(len, texts)),
        "kept": sum(len(text) - text.count(mark) for text in texts),
    }
    for name, number in counted.items():
        if after and content["counts"].get(name) != number:
            yield f"counts: {name} differs from the output"
