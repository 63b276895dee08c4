"""Attacks on a release: while it is made, and on disk."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from textveil.certify.commitments import Committing
from textveil.certify.document.certificate import read_release
from textveil.certify.document.layout import RECORD, ReleaseFolder
from textveil.certify.kinds.texts import Cases
from textveil.errors import UsageError, require_known
from textveil.formats.columns import Columns
from textveil.formats.held import Without
from textveil.formats.sources import Source
from textveil.pipeline.attack.observing import ShownDocument, observe
from textveil.pipeline.attack.run import WITHOUT_INPUT, Attacked, attacked
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.scan import spoken_documents
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import load_policy
from textveil.values.contracts import Case
from textveil.values.edit import Edit, Release
from textveil.values.figures.attack import KNOWLEDGE, AttackResult
from textveil.values.keys.secret import Secret
from textveil.values.label import LABELS
from textveil.values.runs.watch import untracked
from textveil.values.span import Span, Spans

__all__ = ["attack_cases", "attack_release", "released_cases"]

_READER: Final = "tag-only"
"""The policy whose detectors read a release for somebody who does not have its record."""
_TAG: Final = re.compile(rf"\[(?:{'|'.join(map(re.escape, LABELS))})(?:-\d{1, 9})?\]")
_READER_ALONE: Final = (
    "a reader of `publish` does not know which passages are fakes: everything that textveil finds "
    "counts as one",
    "with `keep` beside it (OUT in place of OUT/publish), attackers see where fakes stand; with "
    "--input as well, right guesses are counted",
)
"""What more is possible, and with what."""


def attack_release(
    folder: Path,
    knows: Collection[str] = WITHOUT_INPUT,
    source: Source | None = None,
    key: Secret | None = None,
) -> Attacked:
    """Attack a release on disk, and count the right guesses where its input is given.

    Parameters
    ----------
    folder
        What `release` wrote. If only the part to publish is there, the attacker does not know
        where surrogates stand, and takes everything that textveil finds in the texts for one.
    knows
        What the attacker knows beside it: keys of `KNOWLEDGE`.
    source
        The input. The attacker does not see it, unless they know a sample of it.
    key
        The key of the release; leads from numbered documents back to those of the input.
    """
    for one in knows:
        require_known("knowledge", one, KNOWLEDGE)
    if "input-sample" in knows and source is None:
        raise UsageError(
            "an attacker who knows a sample of the input needs one",
            where="--knows input-sample",
            hint="give the input of the release with --input",
        )
    place, certificate = read_release(folder)
    if not place.has(RECORD):
        if source is not None:
            raise UsageError(
                "guesses cannot be compared with the input without the record of edits",
                where=str(folder),
                hint="give the folder that holds `publish` and `keep`, or leave --input out",
            )
        alone = released_cases(place, certificate)
        read = attacked(observe(_read_by_anybody(alone.released, alone.columns)), knows)
        return replace(read, remarks=_READER_ALONE)
    cases = released_cases(place, certificate, source, key)
    subjects = {document.id: document.counted_subject for document in cases.released}
    return attacked(observe(_shown(cases, subjects)), knows)


def released_cases(
    place: ReleaseFolder,
    certificate: Mapping[str, Any],
    source: Source | None = None,
    key: Secret | None = None,
) -> Cases:
    """Return the documents of a release on disk, with those of its input where it is given.

    Raises
    ------
    UsageError
        If documents are numbered, and nothing leads back to those of the input.
    """
    described = certificate["source"]
    path = place.texts / described["name"]
    released = Source.released(path, described["format"], described["options"])
    columns = Columns.of(certificate["policy"].get("columns", {}), released)
    committing = Committing.of(place, certificate, key)
    before = committing.with_ids(source)
    if source is not None and before is None:
        raise UsageError(
            f"documents are numbered, and cannot be found in the input: {committing.hindrance}",
            where=str(place.publish),
            hint="give --key FILE, or leave --input out",
        )
    known = None
    if source is not None and before is not None:
        known = Without(committing.people(before, source), place.left_out())
    return Cases(released, place.record, known, columns)


def attack_cases(cases: Iterable[Case]) -> tuple[AttackResult, ...]:
    """Return what attackers who have nothing of the input get; the input counts right guesses."""
    return attacked(observe(_shown(cases, {})), WITHOUT_INPUT).results


def _read_by_anybody(released: Source, columns: Columns) -> Iterator[ShownDocument]:
    """Yield released documents as their readers see them: any name in them may be a fake one."""
    engine = Engine(load_policy(_READER))
    whole = (columns.whole(document) for document in released)
    for document in spoken_documents(whole, engine, untracked, lambda _: None):
        text = document.text
        # A tag tells nothing of what it stands for; detectors read tags in a row as an address.
        tags = Spans(Span(*tag.span(), "OTHER") for tag in _TAG.finditer(text))
        found = Detection.settle(document, engine.scan(document)).subtract(tags)
        edits = (Edit(s.start, s.end, text[s.start : s.end], s.label) for s in found)
        release = Release(document.id, text, tuple(edits), len(text))
        yield ShownDocument(document.counted_subject, release, beside=document.metadata)


def _shown(cases: Iterable[Case], subjects: Mapping[str, str]) -> Iterator[ShownDocument]:
    for case in cases:
        name = case.release.id
        if case.before is not None and not _fits(case.before.text, case.release):
            raise UsageError(
                "this is not the input of the release", where="--input", hint=f"see document {name}"
            )
        own = subjects.get(name, name) if case.before is None else case.before.counted_subject
        yield ShownDocument(own, case.release, case.before, case.metadata)


def _fits(text: str, release: Release) -> bool:
    """Tell whether a release can have been made from a text: what was kept is the same."""
    return len(text) == release.input_length and all(
        text[start : start + length] == release.text[at : at + length]
        for start, at, length in release.kept()
    )
