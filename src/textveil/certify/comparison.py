"""Comparing: what a certificate states, against what was found in the release now.

Whoever can write to a release can write to its certificate. So nothing counts because the
certificate says it: a claim *holds* only if it was checked now, and what could not be checked is
*stated*.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.certificate import (
    BLANK,
    file_hash,
    id_of,
    read_bounded,
    salted,
    seal_of,
    verdict_json,
)
from textveil.certify.document.layout import (
    CERTIFICATE,
    FIGURES,
    REPORT,
    RISK,
    SALT,
    TEXTS,
    ReleaseFolder,
)
from textveil.certify.document.rounding import OF_DOCUMENTS, SEEN
from textveil.certify.document.signature import SIGNATURE
from textveil.certify.risk.file import attached_section
from textveil.certify.risk.section import report_hash, with_section
from textveil.errors import InputError, InvalidValueError, TextveilError
from textveil.formats.json.json_text import parse
from textveil.values.figures.round_counts import in_figures
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status, Verdict, Witness

__all__ = [
    "compared",
    "identity",
    "integrity",
    "other_counts",
    "other_figures",
    "report_again",
    "seal",
    "stated_again",
    "stated_only",
]

_RECOMPUTED: Final = frozenset(
    ("schema", "method", "id", "seal", "output", "counts", "protected", "unprotected", "verdicts")
) | {"settings"}
"""Fields of a certificate that are checked against the release, whatever else is given.

A method itself tells which of its settings nothing confirms."""

_COUNTED: Final = frozenset({"checked", "exempt"})
"""What a verdict counts where it holds."""
_SAID: Final = "the certificate says that it holds; {}"
_SALT_DIGITS: Final = 64
_REPORT: Final = "report"
_UNDUE: Final = "nothing that was released explains this file"


def integrity(
    place: ReleaseFolder, certificate: Mapping[str, Any], unexplained: Iterable[Path] = ()
) -> Verdict:
    """Return whether the files are those that the certificate has hashes of, and no others.

    A file that no document stands in is told, although the certificate declares it.
    """
    folder, stated = place.publish, certificate["output"]
    # What may remain is estimated later, and has a verdict of its own.
    free = {CERTIFICATE, RISK}
    try:
        names = sorted((_files(place, certificate) - free) | set(stated))
        faults = [(name, _fault(place, name, certificate)) for name in names]
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(folder)) from None
    undue = {path.relative_to(folder).as_posix() for path in unexplained}
    faults = [(name, fault or (_UNDUE if name in undue else "")) for name, fault in faults]
    witnesses = [Witness(name, 0, 0, fault) for name, fault in faults if fault]
    if not stated:
        witnesses.append(Witness(CERTIFICATE, 0, 0, "the certificate lists no file of the release"))
    return Verdict.of("integrity", len(stated), witnesses)


def report_again(place: ReleaseFolder, certificate: Mapping[str, Any]) -> list[Verdict]:
    """Return that the report could not be made again; nothing if it could, or there is none.

    Where it could, `integrity` says whether it is the one of its certificate.
    """
    # Templates are loaded where they are needed alone.
    from textveil.certify.told.report import not_made_again

    reason = "" if place.beside else not_made_again(certificate)
    return [Verdict.not_checkable(_REPORT, reason)] if reason else []


def _files(place: ReleaseFolder, certificate: Mapping[str, Any]) -> set[str]:
    """Return everything that is published, except folders that hold something.

    Beside a single result, other files are none of its business.
    """
    folder = place.texts / certificate["source"]["name"] if place.beside else place.publish
    inside = [folder] if place.beside and not folder.is_dir() else folder.rglob("*")
    return {
        path.relative_to(place.publish).as_posix()
        for path in inside
        if path.is_symlink() or not path.is_dir() or not any(path.iterdir())
    }


def _fault(place: ReleaseFolder, name: str, certificate: Mapping[str, Any]) -> str:
    path, stated = place.publish / name, certificate["output"].get(name)
    if stated is None:
        return "the certificate does not know this file"
    ways = [path, *list(path.parents)[: len(path.relative_to(place.publish).parts) - 1]]
    if not path.is_file() or any(way.is_symlink() for way in ways):
        return "the file is missing"
    if not _is_due(place, name, certificate):
        return _UNDUE
    if name == REPORT and not place.beside:
        return _report_fault(place, certificate)
    if name == SALT and not (certificate.get("marked") and len(_salt(place)) * 2 == _SALT_DIGITS):
        return "this is not the salt of a marked copy"
    found = file_hash(path)
    if certificate.get("marked") and name.startswith(f"{TEXTS}/"):
        found = salted(found, _salt(place))
    return "" if found == stated else "the file is not the one that was certified"


def _report_fault(place: ReleaseFolder, certificate: Mapping[str, Any]) -> str:
    """Return what is wrong with a report: it must be the one that its certificate gives."""
    from textveil.certify.told.report import not_made_again, published_report

    section = attached_section(place)
    if report_hash(place.report, certificate["id"], section) != certificate["output"][REPORT]:
        return "the file is not the one that was certified"
    if not_made_again(certificate):
        return ""
    page = with_section(read_bounded(place.report), section)
    try:
        made = published_report(certificate)
    except (InvalidValueError, ValueError, KeyError):
        return "no report can be made from this certificate"
    shown = certificate["id"].encode()
    # The hash above holds for a page that shows the id once.
    is_made = page is not None and page.replace(shown, BLANK.encode()) == made
    return "" if is_made else "it is not the report that its certificate gives"


def _is_due(place: ReleaseFolder, name: str, certificate: Mapping[str, Any]) -> bool:
    """Tell whether a release has such a file: what was made of the input, a report, a salt."""
    due = (place.texts / certificate["source"]["name"]).relative_to(place.publish).as_posix()
    made = name == due or name.startswith(f"{due}/") or due == TEXTS
    beside = not place.beside and name in (REPORT, SALT)
    return beside or (made and (name.startswith(f"{TEXTS}/") or bool(place.beside)))


def _salt(place: ReleaseFolder) -> bytes:
    """Return the salt of a copy; nothing if it is missing or damaged, so that no hash fits."""
    # A pipe or device would never end.
    if not place.salt.is_file() or place.salt.is_symlink():
        return b""
    try:
        with place.salt.open("rb") as stream:
            written = stream.read(_SALT_DIGITS + 2).decode("ascii")
            return bytes.fromhex(written.removesuffix("\n"))
    except (OSError, ValueError):
        return b""


def identity(certificate: Mapping[str, Any], asked: str | None) -> list[Verdict]:
    """Return whether a certificate has its own id, and the one that was asked for.

    Without an id to compare, nothing can be said for it: who changes a certificate can also write
    its new id. Only an id that does not fit is told then.
    """
    own, reasons = id_of(certificate), []
    if certificate["id"] != own:
        reasons.append("the certificate was changed: it does not have this release id")
    if asked is not None and asked != own:
        reasons.append("this is not the release that was asked for")
    witnesses = [Witness(CERTIFICATE, 0, 0, reason) for reason in reasons]
    return [Verdict.of("release", 1, witnesses)] if witnesses or asked is not None else []


def seal(certificate: Mapping[str, Any], key: Secret | None) -> Verdict:
    """Return whether the certificate was sealed with a key; a missing seal refutes."""
    claim, sealed = "seal", bool(certificate["seal"])
    keyed = certificate["input"]["keyed_by"] == "key"
    reason = ""
    if sealed != keyed:
        # A release with a key has always both, and one without a key has neither.
        missing, other = "and the seal is missing", "and there is a seal"
        reason = f"made with a key, {missing}" if keyed else f"made without a key, {other}"
    elif key is not None and not sealed:
        reason = "a key was given, and the release has no seal"
    elif key is not None and seal_of(certificate, key) != certificate["seal"]:
        reason = "the certificate was changed, or this is not its key"
    if reason:
        return Verdict.of(claim, 1, [Witness(CERTIFICATE, 0, 0, reason)])
    if not sealed:
        return Verdict.not_checkable(claim, "the release was made without a key")
    if key is None:
        return Verdict.not_checkable(claim, "the key was not given")
    return Verdict.of(claim, 1, [])


def compared(
    certificate: Mapping[str, Any], found: Sequence[Verdict]
) -> tuple[list[Verdict], list[str]]:
    """Return the verdicts to show, and where the certificate states others.

    Parameters
    ----------
    certificate
        As it was read.
    found
        One verdict for each claim of the release, in its order, as reached now.
    """
    left, verdicts, differences = list(certificate["verdicts"]), [], []
    for verdict in found:
        then = next((one for one in left if one["claim"] == verdict.claim), None)
        if then is None:
            differences.append(f"the certificate does not state {verdict.claim}")
        else:
            left.remove(then)
            differences += _changes(verdict, then, certificate)
        verdicts.append(verdict if then is None else _as_stated(verdict, then))
    verdicts += [_not_asked_for(one["claim"]) for one in left]
    names = [one["claim"] for one in certificate["verdicts"]]
    if not left and not differences and names != [verdict.claim for verdict in found]:
        differences.append("the verdicts are not in the order of the claims")
    return verdicts, differences


def _as_stated(verdict: Verdict, then: Mapping[str, Any]) -> Verdict:
    """Return what can be said of a claim that the certificate says was checked."""
    if verdict.status is not Status.NOT_CHECKABLE or then["status"] == Status.NOT_CHECKABLE:
        return verdict
    if then["status"] == Status.REFUTED:
        says = "the certificate itself says that this does not hold"
        return Verdict.of(verdict.claim, 0, [Witness(CERTIFICATE, 0, 0, says)])
    exempt = tuple(sorted(then.get("exempt", {}).items()))
    return replace(
        verdict, status=Status.STATED, reason=_SAID.format(verdict.reason), exempt=exempt
    )


def stated_again(verdict: Verdict, reason: str) -> Verdict:
    """Return what can be said of a claim that holds, if what it rests on could not be checked."""
    if not verdict.holds:
        return verdict
    return replace(verdict, status=Status.STATED, reason=_SAID.format(reason))


def _not_asked_for(claim: str) -> Verdict:
    reason = "the certificate states this, and nothing in it asks for it"
    return Verdict.of(claim, 0, [Witness(CERTIFICATE, 0, 0, reason)])


def _changes(
    verdict: Verdict, then: Mapping[str, Any], certificate: Mapping[str, Any]
) -> Iterator[str]:
    if verdict.status is Status.NOT_CHECKABLE:
        return
    numbers = ("status", "checked", "failures")
    now = verdict_json(verdict)
    for name in now:
        if name in _COUNTED and _of_nobody(verdict.claim, certificate):
            continue
        if then.get(name) != now[name]:
            shown = (_figure(one, verdict) for one in (then.get(name), now[name]))
            told = "was {}, is {}".format(*shown) if name in numbers else "differs"
            yield f"{verdict.claim}: {name} {told}"


def _of_nobody(claim: str, certificate: Mapping[str, Any]) -> bool:
    """Tell whether a figure is that of the text of nobody: see `Parts.figured`."""
    return bool(certificate.get("marked")) and claim not in OF_DOCUMENTS


def _figure(value: Any, verdict: Verdict) -> str:
    """Return a figure of a verdict in words, if it stands for all that are as small."""
    is_rounded = verdict.claim not in OF_DOCUMENTS
    return in_figures(value) if is_rounded and type(value) is int else str(value)


def other_counts(
    certificate: Mapping[str, Any], counts: Mapping[str, Any], fields: Iterable[str]
) -> Iterator[str]:
    """Yield each count of the certificate that differs from what was counted now."""
    for name, stated in certificate["counts"].items():
        # Without a record, the texts show only some of the counts.
        own = name in SEEN or not certificate.get("marked")
        if own and name in counts and stated != counts[name]:
            yield f"counts: {name} differs from what is released"
    if certificate["unprotected"] != sorted(fields):
        yield "unprotected: the released fields are not those in the certificate"


def other_figures(
    place: ReleaseFolder, exact: Mapping[str, Any] | None, found: Sequence[Verdict]
) -> Iterator[str]:
    """Yield where the exact figures that the owner keeps differ from those that were found now.

    If nothing could be counted, their claims still have to be those of the release.
    """
    if not place.has(FIGURES):
        return
    try:
        kept = parse(place.figures.read_text("utf-8"), FIGURES, 1)
        counts = kept["counts"]
        stated = {verdict["claim"]: verdict for verdict in kept["verdicts"]}
    except (TextveilError, UnicodeDecodeError, KeyError, TypeError):
        yield f"{FIGURES} cannot be read"
        return
    if exact is not None and counts != exact:
        yield f"{FIGURES}: counts differ from what is released"
    if stated.keys() != {verdict.claim for verdict in found}:
        yield f"{FIGURES}: its claims are not those of the certificate"
    for verdict in found:
        now = verdict.to_json()
        if verdict.status is not Status.NOT_CHECKABLE and stated.get(verdict.claim) != now:
            yield f"{FIGURES}: {verdict.claim} differs"


def stated_only(
    certificate: Mapping[str, Any], about: Sequence[Verdict], *, counted: bool
) -> tuple[str, ...]:
    """Return the parts of a certificate that nothing in the release confirms.

    Without the record, nobody can count again: then its counts are stated too. So are those of a
    marked copy, which were counted in the text of nobody.
    """
    counted = counted and not certificate.get("marked")
    checked = {verdict.claim for verdict in about if verdict.holds}
    checked |= {"signer"} if SIGNATURE in checked else set()
    checked |= _RECOMPUTED - (set() if counted else {"counts"})
    # A report that could not be made again is stated, whether or not the certificate describes it.
    unmade = [one.claim for one in about if one.claim == _REPORT]
    return tuple(name for name in dict.fromkeys((*certificate, *unmade)) if name not in checked)
