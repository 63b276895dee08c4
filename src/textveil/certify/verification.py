"""Verification: a release on disk, checked again from its files."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from textveil.certify.basis import Basis, Examined
from textveil.certify.commitments import LISTS, Committing
from textveil.certify.comparison import (
    compared,
    identity,
    integrity,
    other_counts,
    other_figures,
    report_again,
    seal,
    stated_again,
    stated_only,
)
from textveil.certify.document.certificate import id_of, read_release
from textveil.certify.document.certificate_shape import TEXT
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.document.signature import signature
from textveil.certify.risk.file import risk_verdict
from textveil.certify.signatures.signing_pair import PublicKey
from textveil.certify.told.words import in_words
from textveil.errors import TextveilError, UsageError
from textveil.formats.held import Held, weight_of_document
from textveil.formats.sources import Source, given_path
from textveil.formats.subjects import NO_RULES
from textveil.values.document import Document
from textveil.values.figures.json_fields import json_fields
from textveil.values.keys.secret import Secret
from textveil.values.keys.vault import Vault
from textveil.values.runs.watch import Track, untracked
from textveil.values.terms.word_lists import WordLists
from textveil.values.verdict import Status, Verdict

__all__ = ["Verification", "checked_claims", "verify_release"]

_UNTRIED = "nobody could check the files in keep; {}"
_CALL = 'verify_release("out", read("notes.jsonl"))'


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of checking a release again.

    Attributes
    ----------
    release
        The release id, recomputed.
    verdicts
        Each claim: checked now, or *stated* by the certificate if it could not be checked.
    differences
        Where the certificate says something else than what was found now.
    stated
        Parts of the certificate that nothing in the release can confirm. They are as credible as
        the certificate: see `signature`, `seal` and `release` among the verdicts.

    Examples
    --------
    >>> held = Verdict.of("residue", checked=1, witnesses=[])
    >>> Verification("an id", (held,), (), ()).holds
    True
    """

    release: str
    verdicts: tuple[Verdict, ...]
    differences: tuple[str, ...]
    stated: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """True if nothing is refuted and nothing differs from the certificate."""
        refuted = any(verdict.status is Status.REFUTED for verdict in self.verdicts)
        return not refuted and not self.differences

    @property
    def sentence(self) -> str:
        """The outcome in words."""
        return in_words(self.verdicts, len(self.differences))

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as a JSON object."""
        return {"holds": self.holds, "sentence": self.sentence, **json_fields(self)}


def verify_release(
    folder: str | Path,
    source: Source | None = None,
    key: Secret | None = None,
    track: Track = untracked,
    lists: WordLists | None = None,
    release_id: str | None = None,
    signer: PublicKey | None = None,
    vault: Vault | None = None,
) -> Verification:
    """Recompute the hashes and verdicts of a release and compare them with its certificate.

    Parameters
    ----------
    folder
        What `release` wrote, or only the part of it that is published. Then claims that need the
        record of edits are stated.
    source
        The input, if it was given; without it some claims cannot be checked.
    key
        The key of the release; checks the seal and the commitment to the input. If it is given, a
        release without a valid seal is refuted.
    track
        Watches the passes.
    lists
        The word lists of the policy, if they were given; a certificate only commits to them.
    release_id
        The id of the release that this should be; another release is refuted.
    signer
        The public key of who should have signed the release. If it is given, a release that is
        not signed by its holder is refuted; without it, no signature is said to hold.
    vault
        The vault of the release, for the verifiers that compare with what it keeps.

    Returns
    -------
    Verification
        Each claim, checked again or stated, and what differs from the certificate.

    Raises
    ------
    InputError
        If the folder has no certificate; `FormatError` if it cannot be read.
    UsageError
        If the folder is no path, or the input was not read with `read`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from textveil import Run, load_policy, read, release
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "note.txt").write_text("Write to ana@example.org.")
    >>> notes = read(folder / "note.txt")
    >>> _ = release(Run(notes, folder / "out", load_policy("patterns-only")))
    >>> verify_release(folder / "out", notes).holds
    True
    """
    _require_documents(source)
    if source is not None:
        # The certificate says by what rules subjects are read.
        source = source.with_subjects(NO_RULES)
    place, certificate = read_release(given_path(folder, _CALL))
    released = _released(place, certificate["source"])
    about = [integrity(place, certificate, _undue(released, source))]
    about += report_again(place, certificate)
    about += identity(certificate, release_id)
    about += [*signature(certificate, signer), seal(certificate, key)]
    committing = Committing.of(place, certificate, key)
    about.append(committing.kept())
    if not place.beside:
        about += risk_verdict(place, certificate, key, signer)
    if LISTS in certificate.get("policy", {}):
        about.append(committing.words(lists))
    found_again = committing.with_ids(source)
    if place.beside and found_again is not None:
        found_again = found_again.alone()
    before = None
    if source is not None and found_again is not None:
        before = _held(certificate, found_again, committing.people(found_again, source))
    given = committing.input(source, before)
    strange = "the input is not the one that was released"
    basis = Basis(
        place,
        certificate,
        released,
        source,
        before,
        key,
        committing.drawn_from(key),
        strange if given.status is Status.REFUTED else "",
        _UNTRIED.format(committing.hindrance) if place.keep and committing.hindrance else "",
        vault,
        lists,
        track,
    )
    found = checked_claims(basis)
    return _compared(basis, [*about, given], found)


def checked_claims(basis: Basis) -> Examined:
    """Check what a release claims, by the code of its method."""
    method = basis.certificate["method"]
    # Counting substrings loads compiled code, which a release of texts does not need.
    if method == TEXT:
        from textveil.certify.kinds.texts import check_texts

        return check_texts(basis)
    if method == "rare":
        from textveil.certify.kinds.rare_text import check_rare

        return check_rare(basis)
    from textveil.certify.sequences.release import check_release

    return check_release(basis)


def _require_documents(source: object) -> None:
    if source is not None and not isinstance(source, Source):
        raise UsageError(
            f"the input cannot be of the type {type(source).__name__}",
            where="source",
            hint=f"for example {_CALL}",
        )


def _compared(basis: Basis, about: list[Verdict], found: Examined) -> Verification:
    """Return the outcome: verdicts about certificate and input, and those of the method."""
    certificate = basis.certificate
    verdicts, differences = compared(certificate, found.verdicts)
    if basis.untried:
        verdicts = [
            one if one.claim in found.public else stated_again(one, basis.untried)
            for one in verdicts
        ]
    differences += found.differences
    if found.counts is not None:
        differences += other_counts(certificate, found.counts, found.fields)
    differences += other_figures(basis.place, found.exact, found.verdicts)
    counted = found.exact is not None and not basis.untried
    stated = stated_only(certificate, about, counted=counted)
    return Verification(
        id_of(certificate),
        (*about, *verdicts),
        tuple(differences),
        (*stated, *found.stated),
    )


def _undue(released: Source | None, source: Source | None) -> list[Path]:
    """Return the released files that nothing explains; none where they cannot be read."""
    try:
        return [released.path / name for name in released.unexplained(source)] if released else []
    except TextveilError:
        return []


def _held(
    certificate: Mapping[str, Any], source: Source, documents: Iterable[Document]
) -> Held[Document]:
    """Return the documents of an input, as the certificate commits to them."""
    if certificate["method"] == "sequences":
        from textveil.certify.sequences.release import committed

        return Held(committed(source, certificate["settings"]), weight_of_document)
    return Held(documents, weight_of_document)


def _released(place: ReleaseFolder, described: Mapping[str, Any]) -> Source | None:
    """Return what is released; None if it is not where it should be."""
    path = place.texts / described["name"]
    try:
        made = Source.released(path, described["format"], described["options"])
    except TextveilError:
        return None
    return made.alone() if place.beside else made
