"""Jobs of the page Release: find, release, verify."""

import csv
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from textveil.certify.document.certificate import Certificate
from textveil.certify.document.layout import CHANGES, ReleaseFolder
from textveil.certify.verification import verify_release
from textveil.errors import InputError
from textveil.formats.columns import Columns, usual_roles
from textveil.formats.sources import Source
from textveil.pipeline.api import annotate
from textveil.pipeline.release.beforehand.request import Run
from textveil.pipeline.release.copies import Copies
from textveil.pipeline.release.run import release as carry_out
from textveil.pipeline.release.run import release_copies
from textveil.pipeline.release.search.decisions import read_decisions
from textveil.pipeline.review.before_after import compared_documents
from textveil.pipeline.review.places import found_row, value_key
from textveil.pipeline.risk.published import PublishedRelease
from textveil.policy.policy import MODEL, Policy
from textveil.policy.proposal import propose_columns
from textveil.store.key_file import make_key_file
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Verdict
from textveil.web.tasks.asked import decisions_file, job_inputs, job_policy, job_source
from textveil.web.tasks.chunks import put_rows, put_table
from textveil.web.tasks.names import (
    CHANGED,
    COMPARED,
    COUNTS,
    FOUND,
    KEEP,
    PUBLISH,
    REPORT,
    SUMMARY,
    VALUES,
)
from textveil.web.tasks.zips import unpacked, zipped
from textveil.web.words import words
from textveil.web.working.worker import JobOrder

__all__ = ["find", "release", "verify"]


def find(order: JobOrder) -> dict[str, Any]:
    """Find what identifies people, with the reasons, for somebody to look through."""
    policy = job_policy(order)
    if policy.uses(MODEL):
        policy = policy.tuned(MODEL, {"explain": True})
    source = job_source(order, policy)
    values: dict[str, list[tuple[int, int, int]]] = {}
    labels, ids = Counter[str](), list[tuple[str, int]]()

    def rows() -> Iterator[dict[str, Any]]:
        told = annotate(
            source, policy, explain=True, track=order.track, notice=order.notices.append
        )
        for number, document in enumerate(told, 1):
            row = found_row(document)
            ids.append((document.id, len(row["spans"])))
            for start, end, label, *_ in row["spans"]:
                labels[label] += 1
                values.setdefault(value_key(document.text[start:end]), []).append(
                    (number, start, end)
                )
            yield row

    count = put_rows(order.made, FOUND, rows())
    if not count:
        raise InputError(words().error_no_documents, hint=words().hint_no_documents)
    put_table(order.made, VALUES, values)
    put_table(order.made, COUNTS, {key: len(told) for key, told in values.items()})
    columns = [one._asdict() for one in _columns(source, policy)]
    summary = {"documents": ids, "labels": dict(labels.most_common()), "columns": columns}
    order.made.put(SUMMARY, json.dumps(summary).encode())
    return {"documents": count, "passages": labels.total(), "labels": len(labels)}


def _columns(source: Source, policy: Policy) -> list[Any]:
    """Return the rules that are proposed for fields which have none."""
    known = {*policy.columns, Columns.of({}, source).subject_field}
    for roles in usual_roles(source).values():
        known |= {*roles}
    return [one for one in propose_columns(source) if one.name not in known]


def release(order: JobOrder) -> dict[str, Any]:
    """Make a release, and seal its two parts for its owner."""
    policy, out = job_policy(order), order.room / "out"
    source, people = job_source(order, policy), tuple(order.asked.get("recipients", ()))
    key = make_key_file(order.room / "key.txt")
    run = Run(
        source=source,
        target=out,
        policy=policy,
        key=key,
        excerpts=3,
        track=order.track,
        notice=order.notices.append,
        decisions=read_decisions(decisions_file(order)),
    )
    made = _carried_out(run, people, order.room / "project.vault", key)
    first = next(iter(made))
    place = ReleaseFolder.new(out, first)
    counted = _keep_results(order, out, place, source)
    return {**_told(made[first]), **counted, "recipients": list(people)}


def _carried_out(
    run: Run, people: tuple[str, ...], vault: Path, key: Secret
) -> dict[str, Certificate]:
    if not people:
        return {"": carry_out(run)}
    with SqliteVault(vault, key, create=True) as opened:
        return release_copies(replace(run, vault=opened), Copies.of(people))


def _keep_results(
    order: JobOrder, out: Path, place: ReleaseFolder, source: Source
) -> dict[str, int]:
    """Seal the parts of a release, and what pages show of it; return how much that is."""
    # Whoever opens the vault of marked copies later needs both files.
    for name in ("key.txt", "project.vault"):
        if (order.room / name).exists():
            shutil.copyfile(order.room / name, out / "keep" / name)
    for folder, name in ((out / "publish", PUBLISH), (out / "keep", KEEP)):
        target = order.room / name
        zipped(folder, target)
        order.keep(name, target)
        target.unlink()
    order.keep(REPORT, place.report)
    published = PublishedRelease.at(out if place.publish.name == "publish" else place.publish)
    compared = put_rows(order.made, COMPARED, compared_documents(published, source))
    with place.kept(CHANGES).open(encoding="utf-8", newline="") as file:
        changes = put_rows(order.made, CHANGED, csv.DictReader(file))
    return {"compared": compared, "changes": changes}


def _told(certificate: Certificate) -> dict[str, Any]:
    """Return what the page of the job says, in figures; no text is in them."""
    content = certificate.to_json()
    rows = [_verdict(one) for one in certificate.verdicts]
    attacks = [
        {"attack": one["attack"], "label": one["label"], "verdict": one["verdict"]}
        for one in content["attacks"]
    ]
    repairs = {claim: sum(done.values()) for claim, done in certificate.repairs.items()}
    return {
        "release": certificate.id,
        "documents": certificate.counts["documents"],
        "replaced": certificate.counts["replaced"],
        "verdicts": rows,
        "attacks": attacks,
        "repairs": repairs,
        "decision": certificate.decision and dict(certificate.decision),
        "decisions": dict(certificate.decisions),
        "doubtful": content["meaning"]["doubtful_passages"] if content["meaning"] else 0,
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "claim": verdict.claim,
        "status": verdict.status.value,
        "checked": verdict.checked,
        "why": verdict.reason,
    }


def verify(order: JobOrder) -> dict[str, Any]:
    """Check a release that somebody has sent: a folder, or a zip file of one."""
    folder = job_inputs(order)
    packed = list(folder.glob("*.zip"))
    if len(packed) == 1 and len(list(folder.iterdir())) == 1:
        unpacked(packed[0], order.room / "release")
        folder = order.room / "release"
    found = verify_release(_release_in(folder), track=order.track)
    return {
        "release": found.release,
        "holds": found.holds,
        "sentence": found.sentence,
        "verdicts": [_verdict(one) for one in found.verdicts],
        "differences": list(found.differences)[:50],
        "stated": list(found.stated),
    }


def _release_in(folder: Path) -> Path:
    """Return the folder of a release: the one given, or the only one in it that is one."""
    here = folder
    while True:
        if ReleaseFolder.at(here).certificate.is_file() or ReleaseFolder.copies_at(here):
            return here
        inside = [path for path in here.iterdir() if path.is_dir()]
        if len(inside) != 1:
            raise InputError(words().error_no_release, hint=words().hint_no_release)
        here = inside[0]
