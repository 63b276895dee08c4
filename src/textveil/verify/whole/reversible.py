"""Reversible: the key restores every input exactly."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textveil.errors import InvalidValueError, TextveilError
from textveil.values.contracts import Case
from textveil.values.keys.secret import Secret
from textveil.values.keys.token import Tokens
from textveil.values.keys.vault import Vault
from textveil.values.runs.way_back import WayBack, text_digest
from textveil.values.verdict import Verdict, Witness

__all__ = ["Reversible"]


@dataclass(frozen=True, slots=True)
class Reversible:
    """Check that the released text and its sealed way back restore the input.

    Parameters
    ----------
    key
        Opens the tokens in the released texts.
    vault
        Where the ways back are sealed; for texts that it does not have, they are the tokens.

    Notes
    -----
    The verifier takes the way that a user takes, from the released text alone, and compares the
    outcome with the input, code point by code point. The kernel that opens tokens is shared with
    the transformer; its outcome is compared with the input in linear time, so that an error in it
    cannot hide. Without the input, or without key and vault, the claim is not checkable.
    """

    claim: ClassVar[str] = "reversible"

    key: Secret | None = None
    vault: Vault | None = None

    def __post_init__(self) -> None:
        if self.vault is not None and not isinstance(self.vault, Vault):
            raise InvalidValueError(
                "a policy cannot name a vault for this verifier",
                hint="leave it out: `textveil protect --vault` checks the way back by itself",
            )

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        if self.key is None and self.vault is None:
            return Verdict.not_checkable(self.claim, "neither a key nor a vault was given")
        checked = 0
        found: list[Witness] = []
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            checked += 1
            witness = self._witness(case, case.before.text)
            found += [] if witness is None else [witness]
        return Verdict.of(self.claim, checked, found)

    def _witness(self, case: Case, before: str) -> Witness | None:
        name, text = case.release.id, case.release.text
        try:
            back = self._back(name, text)
        except TextveilError as error:
            return Witness(name, 0, 0, f"no way back: {error.what}")
        if back is None:
            return Witness(name, 0, 0, "no way back: the vault holds nothing for this text")
        if back == before:
            return None
        pairs = enumerate(zip(back, before, strict=False))
        at = next((at for at, (one, two) in pairs if one != two), min(len(back), len(before)))
        where = min(at, len(before))
        return Witness(name, where, where, "the restored text differs from the input here")

    def _back(self, name: str, text: str) -> str | None:
        payload = None if self.vault is None else self.vault.unseal(name, text_digest(text))
        if payload is not None:
            return WayBack.from_bytes(payload).restored(text)
        # The vault of a release seals no text: there the tokens are the way back.
        return None if self.key is None else Tokens(self.key).restored(text)
