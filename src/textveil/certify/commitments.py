"""Committing: input, word lists and private files, against what a certificate commits to.

Commitments are HMACs under the key of a release or, without one, under its nonce. Who has neither
can check none of them, and test no guess.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from textveil.certify.document.certificate import (
    BLANK,
    Commitment,
    kept_digest,
    read_bounded,
    seal_of,
)
from textveil.certify.document.certificate_shape import HEX, TEXT
from textveil.certify.document.layout import (
    CERTIFICATE,
    CHANGES,
    DECISIONS,
    DECOYS,
    FIGURES,
    FILES,
    IDS,
    MAP,
    NONCE,
    OWN,
    PATTERNS,
    RECORD,
    REFERENCE,
    REPORT,
    SKIPPED,
    WORDS,
    ReleaseFolder,
)
from textveil.certify.subjects import InputPeople, stated_rules
from textveil.errors import InputError
from textveil.formats.json.json_text import parse
from textveil.formats.sources import Source
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.terms.policy_terms import KEEP, NUMBER
from textveil.values.terms.word_lists import WordLists
from textveil.values.verdict import Verdict, Witness

__all__ = ["LISTS", "NO_WORDS", "Committing"]

_KEPT: Final = "kept"
LISTS: Final = "lists"
NO_WORDS: Final = "the word lists of the policy were not given"
_OF_SEQUENCES: Final = {"mapped": MAP, "reference": REFERENCE}
"""By settings, the private files that they promise."""
_CHANGED: Final = "the file is not the one that the certificate commits to"


@dataclass(frozen=True, slots=True, repr=False)
class Committing:
    """What a certificate commits to, with what it is checked by.

    Attributes
    ----------
    place
        Where the release stands.
    certificate
        As it was read.
    secret
        What the commitments are keyed by; None if it is not at hand.
    hindrance
        Why it is not at hand.
    """

    place: ReleaseFolder
    certificate: Mapping[str, Any]
    secret: bytes | None
    hindrance: str = ""

    @classmethod
    def of(
        cls, place: ReleaseFolder, certificate: Mapping[str, Any], key: Secret | None
    ) -> "Committing":
        """Find what the commitments are keyed by: the key, or the nonce."""
        if certificate["input"]["keyed_by"] != "key":
            nonce = _nonce(place, certificate)
            told = "" if nonce else f"{NONCE} was not given, or is damaged"
            return cls(place, certificate, nonce, told)
        if key is None:
            return cls(place, certificate, None, "the key was not given")
        if seal_of(certificate, key) != certificate["seal"]:
            return cls(place, certificate, None, "the seal does not fit this key")
        return cls(place, certificate, key.derive("commitment"))

    def with_ids(self, source: Source | None) -> Source | None:
        """Return the input with the ids of the release; None if nothing leads to them."""
        ids = self.certificate.get("policy", {}).get("ids", KEEP)
        if source is None or ids == KEEP:
            return source
        names = self._names()
        return None if names is None and source.endings() else source.with_numbers(names or {})

    def _names(self) -> dict[str, str] | None:
        """Return what became of the names of files, as the owner's figures have it."""
        if self.secret is None or not self.place.has(FIGURES):
            return None
        if self._digest(FIGURES) != self.certificate["kept"].get(FIGURES):
            return None
        path = self.place.kept(FIGURES)
        figures = parse(read_bounded(path).decode("utf-8"), str(path), 1)
        return dict(figures.get(FILES, {}))

    def people(self, documents: Source, given: Source) -> Iterable[Document]:
        """Return documents of the input with the people whom they are about, as it is stated.

        Parameters
        ----------
        documents
            With the ids of the release.
        given
            The input as it was given.
        """
        numbered = self.certificate.get("policy", {}).get("ids", KEEP) != KEEP
        before = given.in_order(self._names() or {}) if numbered else given
        return InputPeople(documents, before, stated_rules(self.certificate))

    def drawn_from(self, key: Secret | None) -> Secret | bytes | None:
        """Return what the draws of a run follow from: its key, or its nonce."""
        return key if self.certificate["input"]["keyed_by"] == "key" else self.secret

    def kept(self) -> Verdict:
        """Return whether the private files are those of the release.

        A file that is missing cannot be checked, and refutes nothing. Files that the certificate
        does not know are the owner's own.
        """
        stated: Mapping[str, str] = self.certificate["kept"]
        missing = [name for name in stated if not self.place.has(name)]
        there = [name for name in stated if name not in missing]
        faults = dict.fromkeys(self._left_out(), "the certificate does not commit to it")
        if self.secret is not None:
            faults |= {name: _CHANGED for name in there if self._digest(name) != stated[name]}
        elif NONCE in there:
            # The nonce fits its own commitment, or it is another one.
            faults[NONCE] = _CHANGED
        if faults:
            witnesses = [Witness(name, 0, 0, fault) for name, fault in sorted(faults.items())]
            return Verdict.of(_KEPT, len(there), witnesses)
        if self.place.keep is None:
            return Verdict.not_checkable(_KEPT, "the files to keep were not given")
        if self.secret is None:
            return Verdict.not_checkable(_KEPT, self.hindrance)
        if missing:
            return Verdict.not_checkable(_KEPT, f"not given: {', '.join(sorted(missing))}")
        return Verdict.of(_KEPT, len(there), [])

    def _left_out(self) -> set[str]:
        """Return the private files that every such release has, and this certificate does not."""
        due = {FIGURES, *_of_method(self.certificate)}
        due |= {NONCE} if self.certificate["input"]["keyed_by"] == "nonce" else set()
        due |= {IDS} if self.certificate.get("policy", {}).get("ids") == NUMBER else set()
        due |= {DECISIONS} if self.certificate.get("decisions") else set()
        due |= {SKIPPED} if self.certificate["skipped"] else set()
        return due - set(self.certificate["kept"])

    def _digest(self, name: str) -> str:
        path = self.place.kept(name)
        shown = self.certificate["id"] if name == REPORT else BLANK
        try:
            return kept_digest(path, self.secret or b"", shown)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", where=str(path)) from None

    def words(self, lists: WordLists | None) -> Verdict:
        """Return whether the word lists are those of the release."""
        if lists is None:
            return Verdict.not_checkable(LISTS, NO_WORDS)
        if self.secret is None:
            return Verdict.not_checkable(LISTS, self.hindrance)
        good = lists.commitment(self.secret) == self.certificate["policy"][LISTS]["commitment"]
        reason = "these are not the word lists of the release"
        return Verdict.of(LISTS, 1, [] if good else [Witness(CERTIFICATE, 0, 0, reason)])

    def input(self, source: Source | None, documents: Iterable[Document] | None) -> Verdict:
        """Return whether documents are those that were released."""
        claim = "input"
        if source is None:
            return Verdict.not_checkable(claim, "the input was not given")
        if self.secret is None or documents is None:
            return Verdict.not_checkable(claim, self.hindrance or f"{FIGURES} was not given")
        annotated = self.certificate.get("policy", {}).get("annotations") == KEEP
        commitment, count = Commitment(self.secret, annotated=annotated), 0
        for document in documents:
            commitment.add(document)
            count += 1
        good = commitment.hexdigest() == self.certificate["input"]["commitment"]
        reason = "this is not the input that was released"
        witnesses = [] if good else [Witness(source.path.name, 0, 0, reason)]
        return Verdict.of(claim, count, witnesses)


def _of_method(certificate: Mapping[str, Any]) -> Iterator[str]:
    """Yield the private files that a release must have, by its method and settings."""
    settings = certificate.get("settings", {})
    if certificate["method"] == TEXT:
        yield from (RECORD, CHANGES)
        yield from (f"{OWN}{name}" for name in certificate["own_files"])
    elif certificate["method"] == "rare":
        yield from (WORDS,) if settings["listed"] else ()
    else:
        yield PATTERNS
        yield from (name for told, name in _OF_SEQUENCES.items() if settings.get(told))
        yield from (DECOYS,) if settings.get("decoys", 1) != 1 else ()


def _nonce(place: ReleaseFolder, certificate: Mapping[str, Any]) -> bytes | None:
    """Return the nonce of a release; None if it is missing, or not the one of this release."""
    if not place.has(NONCE):
        return None
    with place.nonce.open("rb") as stream:
        shown = stream.read(100).decode("ascii", "replace").strip()
    if not HEX.fullmatch(shown):
        return None
    nonce = bytes.fromhex(shown)
    stated = certificate["kept"].get(NONCE)
    return nonce if stated in (None, kept_digest(place.nonce, nonce)) else None
