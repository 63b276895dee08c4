"""The signature of a certificate, or of an estimate: what it proves to whom has the public key."""

from collections.abc import Mapping
from typing import Any, Final

from textveil.certify.document.certificate import signed_form
from textveil.certify.document.layout import CERTIFICATE
from textveil.certify.signatures.signing_pair import PublicKey
from textveil.values.verdict import Verdict, Witness

__all__ = ["NO_SIGNER", "SIGNATURE", "SIGNER", "not_signed_by", "signature"]

SIGNATURE: Final = "signature"
SIGNER: Final = "signer"
NO_SIGNER: Final = "the signer's public key was not given"


def signature(certificate: Mapping[str, Any], signer: PublicKey | None) -> list[Verdict]:
    """Return whether the holder of a key signed the certificate; nothing if neither is there.

    Without a public key to check it with, a signature is never said to hold.
    """
    signed = SIGNATURE in certificate
    reason = ""
    if signed != (SIGNER in certificate):
        missing, other = "and the signature is missing", "and it names no signer"
        reason = f"it has a signature, {other}" if signed else f"it names a signer, {missing}"
    elif signer is not None:
        reason = not_signed_by(signer, certificate)
    if reason:
        return [Verdict.of(SIGNATURE, 1, [Witness(CERTIFICATE, 0, 0, reason)])]
    if signer is not None:
        known = f"{signer.name} ({signer.fingerprint})" if signer.name else signer.fingerprint
        told = f"signed by the holder of the private key to {known}"
        return [Verdict.of(SIGNATURE, 1, [], reason=told)]
    return [Verdict.not_checkable(SIGNATURE, f"not checked; {NO_SIGNER}")] if signed else []


def not_signed_by(signer: PublicKey, content: Mapping[str, Any]) -> str:
    """Return why the holder of a key did not sign something; empty if it was signed."""
    if SIGNATURE not in content:
        return "it is not signed"
    if content.get(SIGNER) != signer.fingerprint:
        return "it is signed with another key"
    if not signer.confirms(signed_form(content), content[SIGNATURE]):
        return "it was changed, or the signature is of another release"
    return ""
