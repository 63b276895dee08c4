"""Protecting: a release in the input's own format, with a way back for those who have the key.

The release is made and verified as `release` makes it, in a private folder. Then the way back of
each document is sealed, taken from the released texts on the disk, and only after every input came
back as it was do the texts take their place.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Unpack

from textveil.certify.document.certificate import Certificate
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.document.record import read_record
from textveil.certify.kinds.texts import Cases
from textveil.errors import RefutedError, UsageError, VaultError
from textveil.formats.columns import IN_CELLS, NO_COLUMNS, OTHERS, Columns
from textveil.formats.folders import plain_suffix
from textveil.formats.sources import Source
from textveil.formats.span_codec import layer_to_json, span_to_json
from textveil.pipeline.choosing import Choices, chosen_policy
from textveil.pipeline.release.folder.workroom import put, workroom
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import REFUSE, SKIP
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.keys.vault import Vault
from textveil.values.runs.way_back import WayBack, text_digest
from textveil.values.terms.policy_terms import KEEP
from textveil.values.verdict import Verdict
from textveil.verify.whole.reversible import Reversible

__all__ = ["SELF_SEALING", "Protected", "left_behind", "protect", "require_like", "seal"]

SELF_SEALING: Final = frozenset({"textveil.encrypt.v1"})
"""Transformers whose result holds the way back itself."""


@dataclass(frozen=True, slots=True)
class Protected:
    """What was made: the certificate of the release, and the verdict on the way back."""

    certificate: Certificate
    reversible: Verdict


def protect(asked: Run, **choices: Unpack[Choices]) -> Protected:
    """Protect documents, all or nothing.

    The target is a file or folder like the source. The vault, where ways back and the surrogates of
    the project are sealed, is not needed where the policy encrypts everything that it changes.
    `allow`, `deny` and `patterns` are added to the policy, as for `deidentify`.

    Raises
    ------
    UsageError
        If the policy changes something for which there is no way back.
    RefutedError
        If a verdict is refuted, or an input does not come back as it was; nothing is written.
    """
    chosen = chosen_policy(asked.policy, choices)
    if chosen.other_languages == SKIP:
        # What is left out would not come back.
        chosen = replace(chosen, other_languages=REFUSE)
    asked = replace(asked, policy=chosen)
    _require_way_back(asked)
    require_like(asked.source, asked.target)
    with workroom(asked.target, folder=asked.source.path.is_dir(), force=asked.force) as room:
        place = ReleaseFolder.new(room / "release")
        certificate = release(replace(asked, target=room / "release", force=False))
        texts = place.texts / asked.source.released_name
        written = Source.released(texts, asked.source.format_name, asked.source.options)
        columns = Columns.of(asked.policy.columns, asked.source)
        cases = Cases(written, place.record, asked.source, columns, bare=True)
        total = certificate.counts["documents"]
        if asked.vault is not None:
            rows = zip(cases, read_record(place.record), strict=True)
            shape = columns.shape(asked.source)
            for case, row in asked.track(rows, "seal", total):
                if case.before is not None:
                    beside = left_behind(case.before, columns)
                    if columns.roles:
                        beside[IN_CELLS] = len(row.edits) - len(case.release.edits)
                    if beside:
                        # Once is enough: who restores a table begins with its first row.
                        beside, shape = {**beside, **shape}, {}
                    given = left_behind(case.before, NO_COLUMNS)
                    seal(asked.vault, case, beside, given)
            asked.vault.flush()
        verdict = Reversible(asked.key, asked.vault).verify(
            asked.track(cases, "verify reversible", total)
        )
        if not verdict.holds:
            first = verdict.witnesses[0]
            raise RefutedError(
                f"{first.reason} ({verdict.failures:,} in all); nothing was written",
                where=f"document {first.place}",
            )
        put(texts, asked.target)
    return Protected(certificate, verdict)


def _require_way_back(asked: Run) -> None:
    if asked.policy.ids != KEEP:
        raise UsageError(
            f"the policy {asked.policy.name} numbers documents, and the way back needs their ids",
            hint="write `ids: keep`",
        )
    if asked.vault is not None:
        return
    rules = Columns.of(asked.policy.columns, asked.source).roles
    if any(role != KEEP for name, role in rules.items() if name != OTHERS):
        raise UsageError(
            f"the policy {asked.policy.name} rewrites or leaves out columns, whose way back is "
            "kept in a vault",
            hint="give --vault FILE",
        )
    steps = {"labels that it does not name": asked.policy.default, **asked.policy.by_label}
    lost = [label for label, step in steps.items() if step and step.use not in SELF_SEALING]
    if lost:
        raise UsageError(
            f"the policy {asked.policy.name} cannot restore {', '.join(sorted(lost))}",
            hint="give --vault FILE, where it is sealed, or encrypt with textveil.encrypt.v1",
        )


def require_like(source: Source, target: Path) -> None:
    """Refuse a target that would be read back in another way than the source, or lies in it."""
    if source.path.is_dir():
        if source.holds(target):
            raise UsageError("the output lies inside the input", where=str(target))
        return
    if target.resolve() == source.path.resolve():
        raise UsageError("this would replace the input", where=str(target))
    same = plain_suffix(source.path) == plain_suffix(target) and (
        _packing(source.path) == _packing(target)
    )
    if source.path.suffix and not same:
        ending = "".join(source.path.suffixes[-2:]) if _packing(source.path) else source.path.suffix
        raise UsageError(
            "the output is written in the format of the input, but its name says another one",
            where=str(target),
            hint=f"give it a name that ends in {ending}",
        )


def _packing(path: Path) -> str:
    suffix = path.suffix.lower()
    return suffix if suffix in (".gz", ".xz") else ""


def seal(vault: Vault, case: Case, beside: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Keep the way back of a document, or refuse where it would take the place of another one's.

    Parameters
    ----------
    vault
        Where it is kept.
    case
        The document before and after.
    beside
        What goes into the way back besides passages.
    given
        All that the input carried besides its text.
    """
    if case.before is None:
        return
    name, text = case.release.id, case.release.text
    way = WayBack.of(case.before, case.release, beside)
    payload = vault.unseal(name, text_digest(text)) if vault.knows(name) else None
    if payload is not None:
        earlier = WayBack.from_bytes(payload)
        new = [key for key in beside if key in given and key not in earlier.beside]
        other = [key for key in given if earlier.beside.get(key, given[key]) != given[key]]
        if new or other or earlier.restored(text) != case.before.text:
            raise VaultError(
                "the vault keeps another input for a document of this id and this very text",
                where=f"document {name}",
                hint="documents of one vault need ids of their own (--id-column, or other names of "
                "files); otherwise take another vault",
            )
        # What an earlier release left out, this one may have kept.
        way = replace(way, beside={**earlier.beside, **beside})
    vault.seal(name, text_digest(text), way.to_bytes())


def left_behind(before: Document, columns: Columns) -> dict[str, Any]:
    """Return what the input carried and the release does not, or not as it was."""
    left: dict[str, Any] = {}
    if before.spans is not None:
        left["spans"] = [span_to_json(span) for span in before.spans]
    if before.layers:
        left["layers"] = [layer_to_json(one) for one in before.layers]
    whole = columns.keeps_all
    if not whole and before.subject is not None:
        left["subject"] = before.subject
    if not whole and before.metadata:
        left["metadata"] = before.metadata.to_json()
    return left
