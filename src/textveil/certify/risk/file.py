"""`risk.json`: what may remain in a release, added after people have read a sample of it.

The certificate cannot have its hash, because it is made later. It names the release, and is signed
and sealed with the same keys as the certificate, if there are any.
"""

from collections.abc import Mapping
from math import exp, lgamma, log, log1p
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.certificate import id_of, seal_of, signed_form
from textveil.certify.document.certificate_shape import HEX, SIGNED, misfit
from textveil.certify.document.layout import REPORT, RISK, ReleaseFolder, give_one_date
from textveil.certify.document.signature import NO_SIGNER, SIGNATURE, SIGNER, not_signed_by
from textveil.certify.risk.section import (
    NO_SECTION,
    report_hash,
    risk_section,
    section_of,
    with_section,
)
from textveil.certify.signatures.signing_pair import PublicKey, SigningKey
from textveil.errors import FormatError, InputError, TextveilError, UsageError
from textveil.formats.json.json_text import parse
from textveil.formats.outputs import binary_sink, write_json
from textveil.values.figures.round_counts import BELOW
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Verdict, Witness

__all__ = ["RISK_SCHEMA", "attach_risk", "attached_section", "read_risk", "risk_verdict"]

RISK_SCHEMA: Final = "textveil.risk.v1"
_LARGEST: Final = 1 << 16
_MANY: Final = 1 << 53


def _count(value: Any) -> bool:
    return type(value) is int and 1 <= value <= _MANY


def _share(value: Any) -> bool:
    return type(value) in (int, float) and 0 < value <= 1


def _number(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= _MANY


def _overlooked(value: Any) -> bool:
    return value is None or not misfit(value, {"estimate": _number, "high": _number})


_SHAPE: Final = {
    "schema": lambda value: value == RISK_SCHEMA,
    "release": lambda value: isinstance(value, str) and HEX.fullmatch(value) is not None,
    **dict.fromkeys(("documents", "read", "readers", "most"), _count),
    **dict.fromkeys(("unread", "left_out"), lambda value: value == 0 or _count(value)),
    **dict.fromkeys(("confidence", "share"), _share),
    "mean": _number,
    "overlooked": _overlooked,
    "seal": lambda value: value == "" or (isinstance(value, str) and bool(HEX.fullmatch(value))),
    **SIGNED,
}


def attach_risk(
    place: ReleaseFolder,
    certificate: Mapping[str, Any],
    content: Mapping[str, Any],
    key: Secret | None,
    sign: SigningKey | None = None,
) -> None:
    """Write `risk.json` and the section of the report, in place of earlier ones.

    Raises
    ------
    UsageError
        If the release is sealed or signed, and these are not its keys, or so few documents were
        read that the bounds would tell of single ones.
    InputError
        If the report is not the one that was certified, or has no place for the section.
    """
    if content["read"] < BELOW:
        raise UsageError(
            f"bounds from fewer than {BELOW} documents would tell of single ones, and are not "
            "published",
            where="--attach",
            hint="read more documents; without --attach the estimate is only shown",
        )
    sealed = certificate["seal"]
    if sealed and (key is None or seal_of(certificate, key) != sealed):
        raise UsageError(
            "the release is sealed, and only its key can add to it",
            where="--key",
            hint="give the key of the release",
        )
    _require_signer(certificate, sign)
    page = _certified_page(place, certificate)
    made = dict(content)
    if sign is not None:
        made[SIGNER] = sign.public.fingerprint
        made[SIGNATURE] = sign.sign(signed_form(made))
    if sealed and key is not None:
        made["seal"] = seal_of(made, key)
    now = with_section(page, section_of(page) or NO_SECTION, risk_section(made))
    write_json(place.risk, made)
    with binary_sink(place.report) as sink:
        sink.write(now or b"")
    if certificate.get("marked"):
        give_one_date(place.publish, certificate["started"])


def _require_signer(certificate: Mapping[str, Any], sign: SigningKey | None) -> None:
    """Raise if an estimate would not be signed by who signed the release."""
    if sign is None:
        if SIGNATURE in certificate:
            raise UsageError(
                "the release is signed, and only its signer can add to it",
                where="--sign",
                hint="give the signing key of the release",
            )
        return
    wrong = not_signed_by(sign.public, certificate)
    if wrong:
        raise UsageError(
            f"an estimate is signed by the signer of the release: {wrong}",
            where="--sign",
            hint="give the signing key of the release; without one, leave --sign out",
        )


def _certified_page(place: ReleaseFolder, certificate: Mapping[str, Any]) -> bytes:
    try:
        page = place.report.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(place.report)) from None
    section = section_of(page)
    if section is None:
        raise InputError(
            "the report has no place for what may remain",
            where=str(place.report),
            hint="make the release anew",
        )
    if report_hash(place.report, certificate["id"], section) != certificate["output"].get(REPORT):
        raise InputError(
            "the report is not the one that was certified",
            where=str(place.report),
            hint="`textveil verify` says what else was changed",
        )
    return page


def read_risk(place: ReleaseFolder) -> dict[str, Any] | None:
    """Return the content of `risk.json`; None if the release has none.

    Raises
    ------
    FormatError
        If it is not such a file.
    """
    path = place.risk
    if not path.exists() and not path.is_symlink():
        return None
    wrong = _wrong_file(path)
    if wrong:
        raise FormatError(wrong, where=str(path))
    content = parse(path.read_text("utf-8"), str(path), 1)
    if wrong := misfit(content, _SHAPE):
        raise FormatError(f"the estimate's {wrong}", where=str(path))
    return dict(content)


def _wrong_file(path: Path) -> str:
    if path.is_symlink():
        return "this is a link"
    if not path.is_file():
        return "this is no file"
    return "the file is too large" if path.stat().st_size > _LARGEST else ""


def attached_section(place: ReleaseFolder) -> bytes:
    """Return the section that the report of a release must have."""
    try:
        return risk_section(read_risk(place))
    except (TextveilError, OSError, UnicodeDecodeError):
        # `risk_verdict` says what is wrong.
        return NO_SECTION


def risk_verdict(
    place: ReleaseFolder,
    certificate: Mapping[str, Any],
    key: Secret | None,
    signer: PublicKey | None = None,
) -> list[Verdict]:
    """Return whether the estimate is of this release, and as it was added; nothing without one."""
    try:
        risk = read_risk(place)
        wrong = "" if risk is None else _fault(risk, certificate, key, signer)
    except TextveilError as error:
        risk, wrong = {}, error.what
    except (OSError, UnicodeDecodeError):
        risk, wrong = {}, "the file cannot be read"
    if risk is None:
        return []
    claim = "risk"
    if wrong:
        return [Verdict.of(claim, 1, [Witness(RISK, 0, 0, wrong)])]
    return [_proven(risk, key, signer)]


def _is_bound(risk: Mapping[str, Any]) -> bool:
    """Tell whether a share is an exact binomial bound if all that was read held nothing.

    Documents that were not read count as leaking: so few, or fewer, must be unlikely at this share.
    """
    drawn, share = risk["read"] + risk["unread"], risk["share"]
    if share == 1:
        return True
    likely = 0.0
    for count in range(risk["unread"] + 1):
        ways = lgamma(drawn + 1) - lgamma(count + 1) - lgamma(drawn - count + 1)
        likely += exp(ways + count * log(share) + (drawn - count) * log1p(-share))
    # A hair more, for how numbers are stored.
    return likely <= 1 - float(risk["confidence"]) + 1e-9


def _proven(risk: Mapping[str, Any], key: Secret | None, signer: PublicKey | None) -> Verdict:
    """Return whether one of the keys that were given proves an estimate without a fault."""
    claim, sealed = "risk", bool(risk["seal"])
    if signer is not None or (sealed and key is not None):
        return Verdict.of(claim, 1, [])
    if sealed:
        return Verdict.not_checkable(claim, "the key was not given")
    reason = NO_SIGNER if SIGNATURE in risk else "the release was made without a key"
    return Verdict.not_checkable(claim, reason)


def _fault(
    risk: Mapping[str, Any],
    certificate: Mapping[str, Any],
    key: Secret | None,
    signer: PublicKey | None,
) -> str:
    if risk["release"] != id_of(certificate):
        return "the estimate is of another release"
    drawn = risk["read"] + risk["unread"] + risk["left_out"]
    if risk["documents"] != certificate["counts"]["documents"] or drawn > risk["documents"]:
        return "the estimate does not fit the number of documents"
    if not _is_bound(risk):
        return "the bound is lower than any review of so many documents can show"
    if bool(risk["seal"]) != bool(certificate["seal"]):
        return "certificate and estimate are not sealed alike"
    if key is not None and risk["seal"] and seal_of(risk, key) != risk["seal"]:
        return "the estimate was changed, or this is not its key"
    if (SIGNATURE in risk, risk.get(SIGNER)) != (SIGNATURE in certificate, certificate.get(SIGNER)):
        return "certificate and estimate are not signed alike"
    return "" if signer is None else not_signed_by(signer, risk)
