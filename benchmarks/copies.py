"""Copies for recipients: time, memory, what a reader model sees, and releases that were touched.

Times are processor times of one process after a small release, so that neither other work on the
machine nor the loading of models counts. Each time and each peak is measured in its own process.
"""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from benchmarks import copies_reader
from benchmarks.measure import Row
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.verification import verify_release
from textveil.errors import TextveilError
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.copies import Copies
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.policy.policy import Policy, load_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.verdict import Status

NOTES, PATIENTS, SEED = 400, 100, 2016
"""The hospital of `textveil demo`."""
TIMED = (0, 1, 3, 8)
"""Recipients; 0 is a release without marks."""
TIME_BAR, DEMO_BAR = 0.5, 120
HELD = (1, 4, 16)
DOCUMENTS, PEOPLE, BUDGET = 500, 50, 1 << 17
MEMORY_BAR = 1.05
FLIPS, EDITS, FLIPPED_NOTES = 200, 50, 8
NAMES = ("clinic", "registry", "university")
KEY = Secret(b"a key that everybody may know")
FIND = "find"

Result = TypeVar("Result")
Item = TypeVar("Item")


@dataclass(frozen=True)
class Cost:
    """What a release took: processor seconds, bytes at the peak, and documents by pass."""

    seconds: float
    peak: int
    read: dict[str, int] = field(default_factory=dict)


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the corpora are generated
    """Measure one thing after the other."""
    yield from _times()
    yield from _peaks()
    yield from copies_reader.rows()
    with TemporaryDirectory() as name:
        yield _demonstrated(Path(name))
        yield from _touched(Path(name))
    yield _killed()


def _times() -> Iterator[Row]:
    costs = {count: _alone(_hospital, count) for count in TIMED}
    one = costs[0].seconds
    what = f"release of {NOTES} notes of a hospital under hide-in-plain-sight"
    yield Row("copies", f"{what}, without recipients", f"{one:.1f} s", "1", "", None, 1)
    for count in TIMED[1:]:
        seconds = costs[count].seconds
        further = (seconds - costs[1].seconds) / max(count - 1, 1) / one
        barred = count > 1
        yield Row(
            "copies",
            f"{what}, recipients: {count}",
            f"{seconds:.1f} s; detection read {costs[count].read[FIND]} documents",
            f"each further copy {further:.2f} of one release"
            if barred
            else f"{seconds / one:.2f} of one release",
            f"at most {TIME_BAR}, detection once" if barred else "",
            further <= TIME_BAR and costs[count].read[FIND] == NOTES if barred else None,
            1,
        )


def _peaks() -> Iterator[Row]:
    peaks = {count: _alone(_short_documents, count, DOCUMENTS).peak for count in HELD}
    first, *_, last = HELD
    yield Row(
        "copies",
        f"peak memory of a release of {DOCUMENTS:,} short documents about {PEOPLE} people, "
        f"{BUDGET >> 10} KiB of them held; recipients: {', '.join(map(str, HELD))}",
        f"{', '.join(f'{peak / 2**20:.1f}' for peak in peaks.values())} MiB",
        f"{100 * (peaks[last] / peaks[first] - 1):+.1f} %",
        f"does not grow with recipients (at most {100 * (MEMORY_BAR - 1):.0f} %)",
        peaks[last] <= MEMORY_BAR * peaks[first],
        1,
    )
    twice = _alone(_short_documents, HELD[1], 2 * DOCUMENTS).peak
    yield Row(
        "copies",
        f"the same with {2 * DOCUMENTS:,} documents about the same people; recipients: {HELD[1]}",
        f"{peaks[HELD[1]] / 2**20:.1f} and {twice / 2**20:.1f} MiB",
        f"{100 * (twice / peaks[HELD[1]] - 1):+.1f} %",
        f"does not grow with documents (at most {100 * (MEMORY_BAR - 1):.0f} %)",
        twice <= MEMORY_BAR * peaks[HELD[1]],
        1,
    )


def _alone(task: Callable[..., Result], *arguments: Any) -> Result:
    """Carry out a task in a fresh process, so that nothing of another one counts."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(task, *arguments).result()


def _hospital(count: int) -> Cost:
    """Release the demonstration's hospital to so many recipients."""
    policy = load_policy("hide-in-plain-sight")
    with TemporaryDirectory() as first:
        rng = Random(0)  # noqa: S311 - reproducible, not secret
        _released(generate("hospital", 10, rng=rng, subjects=5), Path(first), policy, 0)
    with TemporaryDirectory() as folder:
        rng = Random(SEED)  # noqa: S311 - reproducible, not secret
        notes = generate("hospital", NOTES, rng=rng, subjects=PATIENTS)
        return _released(notes, Path(folder), policy, count)


def _short_documents(count: int, documents: int) -> Cost:
    """Release short documents about the same people, most of which are not held in memory."""
    full = load_policy("hide-in-plain-sight")
    policy = replace(full, detect=load_policy("patterns-only").detect)
    with TemporaryDirectory() as folder:
        return _released(_visits(documents), Path(folder), policy, count, BUDGET)


def _visits(documents: int) -> Iterator[Document]:
    rng = Random(1)  # noqa: S311 - reproducible, not secret
    for at in range(documents):
        who = at % PEOPLE
        day = f"{rng.randint(1, 12)}/{rng.randint(1, 28)}/2016"
        phone = f"617-555-{100 + who:04}"
        text = f"MRN: {4000000 + 37 * who}. Seen on {day}, phone {phone}, u{who}@example.org."
        yield Document(f"d{at}", text, f"s{who}")


def _released(
    documents: Iterable[Document],
    folder: Path,
    policy: Policy,
    count: int,
    memory: int | None = None,
) -> Cost:
    """Release documents to so many recipients, and say what it took."""
    read: Counter[str] = Counter()

    def track(
        items: Iterable[Item],
        stage: str,
        total: int | None,  # noqa: ARG001 - as every track has them
        weigh: Callable[[Item], int] | None = None,  # noqa: ARG001
    ) -> Iterator[Item]:
        for item in items:
            read[str(stage)] += 1
            yield item

    JsonLines().write(documents, folder / "notes.jsonl")
    source = Source.open(folder / "notes.jsonl", "jsonl")
    held = {} if memory is None else {"memory": memory}
    with SqliteVault(folder / "vault", KEY, create=True) as vault:
        start = time.process_time()
        if count:
            run = Run(source, folder / "out", policy, KEY, track=track, vault=vault, **held)
            release_copies(run, Copies(tuple(f"recipient {at}" for at in range(count))))
        else:
            release(Run(source, folder / "out", policy, KEY, track=track, **held))
        seconds = time.process_time() - start
    # What getrusage tells of a new process includes the one that started it.
    status = Path("/proc/self/status").read_text("ascii")
    peak = int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) * 1024
    return Cost(seconds, peak, dict(read))


def _demonstrated(folder: Path) -> Row:
    """Run the demonstration, and verify everything that it released."""
    command = [sys.executable, "-m", "textveil", "demo", "-q", "-o", str(folder / "demo")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env={**os.environ, "COLUMNS": "100"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    releases = [path.parent for path in sorted((folder / "demo").rglob("certificate.json"))]
    held = sum(verify_release(one).holds for one in releases)
    return Row(
        "copies",
        "`textveil demo`: 400 notes with shipped curves for three recipients, and its other jobs",
        f"{seconds:.0f} s of processor time; {held} of {len(releases)} certificates verify",
        "",
        f"under {DEMO_BAR} s on two cores, all verify",
        seconds < DEMO_BAR and held == len(releases) > len(NAMES),
        1,
    )


def _touched(folder: Path) -> Iterator[Row]:
    """Flip bytes of published files, edit certificates, and ask `verify`."""
    rng = Random(18)  # noqa: S311 - reproducible, not secret
    notes = generate("hospital", FLIPPED_NOTES, rng=rng, subjects=FLIPPED_NOTES // 2)
    JsonLines().write(notes, folder / "few.jsonl")
    source = Source.open(folder / "few.jsonl", "jsonl")
    policy = load_policy("hide-in-plain-sight")
    with SqliteVault(folder / "few.vault", KEY, create=True) as vault:
        release_copies(Run(source, folder / "few", policy, KEY, vault=vault), Copies(NAMES))
    copies = ReleaseFolder.copies_at(folder / "few")
    files = [
        (name, path)
        for name, place in copies.items()
        for path in sorted(place.publish.rglob("*"))
        if path.is_file()
    ]
    failed = named = 0
    for at in range(FLIPS):
        name, path = files[at % len(files)]
        found = _after(copies[name].publish, path, _flipped(path.read_bytes(), rng))
        failed += found is not None
        named += path.name in (found or "")
    yield Row(
        "copies",
        f"one bit of a byte at random is changed, in each of {len(files)} published files of "
        f"three copies in turn",
        f"`verify` fails after {failed} of {FLIPS} changes, and names the file after {named}",
        f"{failed}/{FLIPS}",
        "all fail and name the file",
        failed == named == FLIPS,
        1,
    )
    failed = 0
    for at in range(EDITS):
        place = copies[NAMES[at % len(NAMES)]]
        edited = _edited(json.loads(place.certificate.read_text("utf-8")), rng)
        text = json.dumps(edited, indent=2, ensure_ascii=False) + "\n"
        failed += _after(place.publish, place.certificate, text.encode()) is not None
    yield Row(
        "copies",
        "one value of a certificate is changed, at random; the id is not made anew",
        f"`verify` fails after {failed} of {EDITS} changes",
        f"{failed}/{EDITS}",
        "all fail",
        failed == EDITS,
        1,
    )
    shutil.rmtree(folder / "few")


def _flipped(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _edited(value: Any, rng: Random) -> Any:
    """Return a JSON value with one of its parts changed."""
    if isinstance(value, dict) and value:
        name = rng.choice(sorted(value))
        return {**value, name: _edited(value[name], rng)}
    if isinstance(value, list) and value:
        at = rng.randrange(len(value))
        return [*value[:at], _edited(value[at], rng), *value[at + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"{value}x" if isinstance(value, str) else "x"


def _after(folder: Path, path: Path, data: bytes) -> str | None:
    """Return what `verify` says against a copy in which a file has other bytes; None if nothing."""
    kept = path.read_bytes()
    path.write_bytes(data)
    try:
        found = verify_release(folder, key=KEY)
    except TextveilError as error:
        return str(error)
    finally:
        path.write_bytes(kept)
    if found.holds:
        return None
    refuted = (one for one in found.verdicts if one.status is Status.REFUTED)
    return " ".join([*(w.document for one in refuted for w in one.witnesses), *found.differences])


def _killed() -> Row:
    """Run the test that kills a release with three recipients ten times."""
    test = (
        "tests/e2e/test_resume.py::test_killed_copies_end_with_the_same_bytes_and_appear_together"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    root = Path(__file__).parents[1]
    passed = not subprocess.run(command, check=False, cwd=root, capture_output=True).returncode
    return Row(
        "copies",
        "ten kills of a release with three recipients, at steps at random and at the last one",
        f"all files equal those of a run that nobody killed: {'yes' if passed else 'no'} "
        f"(`{test.partition('::')[0]}`)",
        "",
        "equal, certificates included; no copy stands there without the others",
        passed,
        1,
    )
