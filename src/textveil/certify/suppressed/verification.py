"""Verification of a suppressed corpus from its certificate, the output and, if given, the input."""

import hmac
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from textveil.certify.certificate import Commitment, id_of
from textveil.certify.comparing import identity, seal
from textveil.certify.signature import SIGNATURE, SIGNER, signature
from textveil.certify.signing import PublicKey
from textveil.certify.suppressed.certificate import (
    CLAIMED,
    nonce_file,
    output_hashes,
    read_kanon_certificate,
)
from textveil.certify.verification import Verification
from textveil.errors import TextveilError
from textveil.formats.sources import Source
from textveil.values.document import Document
from textveil.values.secret import Secret
from textveil.values.verdict import Status, Verdict, Witness
from textveil.values.watching import Track, untracked
from textveil.verify.k_anonymity import check_k_anonymity

__all__ = ["verify_suppressed"]

_NO_INPUT = "the input was not given"
_STATED = ("textveil", "written", "source")
_NOT_RECOMPUTED = (
    *("settings: method", "settings: unit", "settings: min_length"),
    *("counts: subjects", "counts: runs"),
)
_DIGITS = 16
_LIST = "list"
_PROMISED = ("k", "guarantee", "mark", "show")


def verify_suppressed(
    path: Path,
    source: Path | None = None,
    key: Secret | None = None,
    release_id: str | None = None,
    track: Track = untracked,
    signer: PublicKey | None = None,
) -> Verification:
    """Check what a certificate of `kanon` says again.

    Without the input, the hashes of the output are checked, and the guarantee `output`. With it,
    the commitment to the input and the guarantee are checked too, and with the key or nonce the new
    ids of subjects. Everything else is listed as stated.

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
    signer
        The public key of who must have signed the certificate.
    """
    content = read_kanon_certificate(path)
    how = content["source"]["format"], content["source"]["options"]
    given = None if source is None else Source.open(source, *how)
    before = None if given is None else list(given.tracked(track, "read the input"))
    after, hindrance = _written(path, content)
    promised = _guarantee(content, before, after, hindrance)
    subjects = _subjects(before, after, hindrance, _secret(path, content, key))
    about = [
        _integrity(path, content),
        *identity(content, release_id),
        *signature(content, signer),
        seal(content, key),
        _input(path, content, before, key),
    ]
    return Verification(
        id_of(content),
        (*about, *_with_stated(content, promised), subjects),
        (
            *_other_documents(before, after, hindrance),
            *_other_verdicts(promised, content),
            *_other_content(content, after),
        ),
        (*_stated(promised, subjects), *_unchecked(content, signer)),
    )


def _unchecked(content: Mapping[str, Any], signer: PublicKey | None) -> tuple[str, ...]:
    """Return what a certificate says of its signature, if nobody can check it."""
    return () if signer else tuple(name for name in (SIGNER, SIGNATURE) if name in content)


def _stated(promised: Verdict, subjects: Verdict) -> tuple[str, ...]:
    """Return the parts of a certificate that nothing confirmed now."""
    settings = () if promised.holds else tuple(f"settings: {name}" for name in _PROMISED)
    ids = () if subjects.holds else ("subject_ids",)
    return (*_STATED, *settings, *_NOT_RECOMPUTED, *ids)


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
    if not stated:
        faults.append(Witness(path.name, 0, 0, "the certificate lists no file of the output"))
    return Verdict.of("integrity", len(stated), faults)


def _secret(path: Path, content: Mapping[str, Any], key: Secret | None) -> Secret | bytes | str:
    """Return the key or the nonce of a run, or why there is none."""
    if content["input"]["keyed_by"] == "key":
        return key or "the key was not given"
    nonce = nonce_file(path)
    try:
        return bytes.fromhex(nonce.read_text())
    except (OSError, ValueError):
        return f"{nonce.name} was not given, or is damaged"


def _input(
    path: Path, content: Mapping[str, Any], before: Sequence[Document] | None, key: Secret | None
) -> Verdict:
    claim = "input"
    if before is None:
        return Verdict.not_checkable(claim, _NO_INPUT)
    secret = _secret(path, content, key)
    if isinstance(secret, str):
        return Verdict.not_checkable(claim, secret)
    commitment = Commitment(secret.derive("commitment") if isinstance(secret, Secret) else secret)
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
    if settings["claim"] != CLAIMED:
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
    before: Sequence[Document] | None,
    after: Sequence[Document],
    hindrance: str,
    secret: Secret | bytes | str,
) -> Verdict:
    """Return whether subjects have the ids that follow from the key or nonce.

    Without it, ids that were mixed up can be seen, and nothing else.
    """
    claim = "subjects"
    if before is None or hindrance:
        return Verdict.not_checkable(claim, hindrance or _NO_INPUT)
    if isinstance(secret, str):
        mixed = list(_mixed_up(before, after))
        return Verdict.of(claim, 0, mixed) if mixed else Verdict.not_checkable(claim, secret)
    right = _new_ids({_person(one) for one in before}, secret)
    wrong = [
        Witness(new.id, 0, 0, "this is not the new id of the subject")
        for old, new in zip(before, after, strict=False)
        if right[_person(old)] != _person(new)
    ]
    return Verdict.of(claim, sum(1 for one in before if _person(one)), wrong)


def _new_ids(people: Collection[str], secret: Secret | bytes) -> dict[str, str]:
    """Return the new id of each subject; nobody has none.

    With a key it is the beginning of a keyed digest. With a nonce, subjects are numbered in the
    order of their digests.
    """
    own = secret.derive("kanon subjects") if isinstance(secret, Secret) else secret
    digests = {
        one: hmac.digest(own, one.encode("utf-8", "surrogatepass"), "sha256").hex()
        for one in people
        if one
    }
    if not isinstance(secret, Secret):
        order = sorted(digests, key=digests.__getitem__)
        return {"": ""} | {one: str(number) for number, one in enumerate(order, 1)}
    return {"": ""} | {one: digest[:_DIGITS] for one, digest in digests.items()}


def _mixed_up(before: Sequence[Document], after: Sequence[Document]) -> Iterator[Witness]:
    """Yield where a subject has a second new id, or that of another subject."""
    there, back = dict[str, str](), dict[str, str]()
    for old, new in zip(before, after, strict=False):
        person, shown = _person(old), _person(new)
        if there.setdefault(person, shown) != shown or back.setdefault(shown, person) != person:
            yield Witness(new.id, 0, 0, "ids of subjects were mixed up")


def _person(document: Document) -> str:
    return (document.subject or "").strip()


def _with_stated(content: Mapping[str, Any], promised: Verdict) -> Iterator[Verdict]:
    """Yield a verdict for each claim of the certificate, and for what it must claim."""
    claims = {promised.claim: promised}
    for one in content["verdicts"]:
        name = str(one.get("claim"))
        # The list itself is not in the certificate, so that nobody can check this claim again.
        unknown = Verdict.not_checkable(name, "the list was not given")
        if name not in (promised.claim, _LIST):
            reason = "the certificate states this, and its settings do not promise it"
            unknown = Verdict.of(name, 0, [Witness("certificate", 0, 0, reason)])
        yield _as_stated(claims.pop(name, unknown), one)
    yield from claims.values()


def _as_stated(verdict: Verdict, then: Mapping[str, Any]) -> Verdict:
    """Return what can be said of a claim that only the certificate says was checked."""
    if verdict.status is not Status.NOT_CHECKABLE or then.get("status") == Status.NOT_CHECKABLE:
        return verdict
    if then.get("status") != Status.HOLDS:
        says = "the certificate itself does not say that this holds"
        return Verdict.of(verdict.claim, 0, [Witness("certificate", 0, 0, says)])
    reason = f"the certificate says that it holds; {verdict.reason}"
    return replace(verdict, status=Status.STATED, reason=reason)


def _other_documents(
    before: Sequence[Document] | None, after: Sequence[Document], hindrance: str
) -> Iterator[str]:
    if before is not None and not hindrance and _ids(before) != _ids(after):
        yield "the output has other documents than the input"


def _other_verdicts(promised: Verdict, content: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the certificate states something else than what was found now."""
    then = [one for one in content["verdicts"] if one.get("claim") == promised.claim]
    if len(then) != 1:
        yield f"the certificate does not state {promised.claim} once"
        return
    now = promised.to_json()
    # A claim that was not checked then, or cannot be checked now, says nothing.
    if Status.NOT_CHECKABLE not in (now["status"], then[0].get("status")):
        for name in ("status", "checked", "failures"):
            if then[0].get(name) != now[name]:
                yield f"{promised.claim}: {name} was {then[0].get(name)}, is {now[name]}"


def _other_content(content: Mapping[str, Any], after: Sequence[Document]) -> Iterator[str]:
    """Yield what the certificate says of the output and the output does not show."""
    keyed = content["input"]["keyed_by"] == "key"
    if content["subject_ids"] != ("keyed" if keyed else "numbered"):
        yield "subject_ids: differs from how the input was committed to"
    if not after:
        return
    mark = content["settings"]["mark"]
    texts = [document.text for document in after]
    counted = {
        "documents": len(after),
        "symbols": sum(map(len, texts)),
        "kept": sum(len(text) - text.count(mark) for text in texts),
    }
    for name, number in counted.items():
        if content["counts"].get(name) != number:
            yield f"counts: {name} differs from the output"
    if content["unprotected"] != sorted({name for one in after for name in one.metadata}):
        yield "unprotected: the released fields are not those in the certificate"
