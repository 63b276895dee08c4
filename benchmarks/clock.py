"""Clock: every interval is kept, and shown days tell nothing about the real ones.

Generated corpora and transcribed notes with invented visits are released and judged by an oracle
that shares nothing with the program (`tests/oracles/clock.py`). Pairs of corpora that differ by
moving one subject's days must give the same bytes. A reader who knows the intervals is asked which
of two weeks, quarters or years many subjects share. `TEXTVEIL_CLOCKS` sets a share of the usual
numbers (default 1).
"""

import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from tests.oracles.clock import NO_DATES

from benchmarks.clock_corpora import HOLE, Note, corpus, judged, released, written
from benchmarks.clock_reader import asked
from benchmarks.measure import Row
from textveil.errors import RefutedError
from textveil.formats.sources import Source
from textveil.pipeline.api import deidentify
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.metadata import Metadata
from textveil.verify.days.intervals import Intervals

CORPORA, NOTES, PAIRS, RELEASES, ASKED = 1000, 300, 10_000, 50, 1000
SHARING = (300, 30, 12)
EXACT = ("iso", "stamp", "us", "table", "no year, numbers")
"""Forms that show all there is to know about how dates are written."""
MODEL = "hide-in-plain-sight"
DATES: dict[str, Any] = {
    "name": "dates",
    "description": "Only dates are looked for, and move.",
    "detect": [{"use": "textveil.patterns.v1", "min_score": 0.5}],
    "transform": {
        "default": {"use": "textveil.mask.v1", "style": "tag"},
        "labels": {"DATE": {"use": "textveil.surrogate.v1", "scope": "subject"}},
    },
    "verify": ["textveil.alignment.v1", "textveil.intervals.v1", "textveil.calendar.v1"],
    "columns": {"*": "drop"},
}


def key_of(number: int) -> Secret:
    """Return one of many keys."""
    return Secret(f"a key for clocks {number:09}".encode())


def rows(samples: Path | None = None) -> Iterator[Row]:
    """Yield the rows of all experiments."""
    share = float(os.environ.get("TEXTVEIL_CLOCKS", "1"))
    number = max(2, round(CORPORA * share))
    given, found = _intervals(range(0, number, 2)), _intervals_found(range(1, number, 2))
    for name, told in (("passages given", given), ("found by patterns", found)):
        yield _row(f"generated corpora, {name}", told, number // 2)
    if samples is not None:
        notes = max(3, round(NOTES * share))
        told = transcribed(samples / "clinical" / "mtsamples.jsonl", notes)
        yield _row("transcribed notes with invented visits", told, notes)
    pairs = max(2, round(PAIRS * share))
    equal = sum(same_bytes(seed) for seed in range(pairs))
    yield Row(
        "clock", "pairs of corpora with the same bytes", f"{equal:,}", "", f"{pairs:,}",
        equal == pairs, pairs,
    )  # fmt: skip
    whole = max(2, round(RELEASES * share))
    equal = sum(same_release(seed) for seed in range(whole))
    yield Row(
        "clock",
        "whole releases with the same texts",
        f"{equal}",
        "",
        f"{whole}",
        equal == whole,
        whole,
    )
    for sharing in SHARING:
        for unit, (right, least, most) in asked(sharing, max(20, round(ASKED * share))).items():
            name = f"{sharing} of 400 share a {unit}: the reader is right"
            figure = f"{right:.1%} ({least:.1%} to {most:.1%})"
            yield Row("clock", name, figure, "", "one half", least <= 0.5 <= most, ASKED)


def _row(name: str, told: Counter[str], runs: int) -> Row:
    dates, tags = told.pop("dates"), told.pop("tags", 0)
    faults = told.total()
    listed = ", ".join(f"{what} {count}" for what, count in told.most_common())
    figure = f"{dates:,} dates, {faults} faults, {tags} tags"
    return Row("clock", name, figure, listed, "0 faults, 0 tags", not faults and not tags, runs)


def _intervals(seeds: range) -> Counter[str]:
    """Release corpora whose passages are given, and return what is wrong with them."""
    told: Counter[str] = Counter(dates=0)
    for seed in seeds:
        notes, key = corpus(Random(seed)), key_of(seed)  # noqa: S311 - the same every time
        made = released(notes, key)
        texts, cells = [], {}
        for at, (note, (_, result)) in enumerate(zip(notes, made, strict=True)):
            text = result.text
            if note.cell is not None:
                text, _, cells[at] = text.rpartition("\n")
            texts.append(text)
        verdict = Intervals(key=key).verify([Case(*one) for one in made])
        told["dates"] += verdict.checked
        told["tags"] += dict(verdict.exempt).popitem()[1]
        told.update(judged(notes, texts, cells))
        told["refuted"] += not verdict.holds
    return told


def _intervals_found(seeds: range) -> Counter[str]:
    """Release corpora whose dates are to be found, and return what is wrong with them."""
    told: Counter[str] = Counter(dates=0)
    for seed in seeds:
        notes = corpus(Random(seed))  # noqa: S311 - the same every time
        documents = [
            Document(f"n{at}", note.plain, note.subject, _row_of(note))
            for at, note in enumerate(notes)
        ]
        columns = {"seen": "DATE"} if any(note.cell for note in notes) else None
        try:
            made = deidentify(documents, DATES, key_of(seed), columns=columns)
        except RefutedError:
            told["refused"] += 1
            continue
        cells = {at: str(one.document.metadata.get("seen", "")) for at, one in enumerate(made)}
        told["dates"] += sum(len(one.release.edits) for one in made)
        told["tags"] += sum("[DATE]" in one.text for one in made)
        told.update(judged(notes, [one.text for one in made], cells))
    return told


def _row_of(note: Note) -> Metadata:
    return Metadata({} if note.cell is None else {"seen": written(note.cell)})


def transcribed(path: Path, number: int) -> Counter[str]:
    """Put invented visits into transcribed notes, release these, and judge the visits."""
    rng = Random(24)  # noqa: S311 - the same every time
    lines = path.read_text("utf-8").splitlines()
    texts = [json.loads(line)["text"] for line in rng.sample(lines, number)]
    notes, documents = [], []
    people = [date(1930, 1, 1) + timedelta(rng.randrange(20_000)) for _ in range(number // 4 + 1)]
    for at, text in enumerate(texts):
        visit = date(2014, 3, 1) + timedelta(rng.randrange(28))
        said = (
            ("us", visit), ("month first", people[at // 4]),
            ("us", visit + timedelta(rng.randrange(1, 60))), ("month", visit - timedelta(500)),
        )  # fmt: skip
        frame = (
            f"Date of visit: {HOLE}\nDate of birth: {HOLE}\nReturn visit on {HOLE}.\n"
            f"Last treated in {HOLE}.\n"
        )
        note = Note(f"p{at // 4}", frame, said)
        notes.append(note)
        documents.append(Document(f"n{at}", f"{note.plain}\n{text}", note.subject))
    made = deidentify(documents, MODEL, key_of(24), keep_refuted=True)
    heads = [one.text[: one.text.index("\n\n") + 1] for one in made]
    told = Counter(judged(notes, heads, {}), dates=4 * number)
    verdict = next(one for one in made[0].verdicts if one.claim == Intervals.claim)
    told["refuted"] += not verdict.holds
    return told


def _pair(rng: Random) -> tuple[list[Note], list[Note]]:
    """Return two corpora that differ by moving one subject's days: weeks, or 28 years."""
    years = rng.random() < 0.5
    few = [note for note in corpus(rng) if int(note.subject[1:]) < 5]
    notes = [_exact(note, rng, periods=years) for note in few]
    who = rng.choice([note.subject for note in notes])
    by = timedelta(10_227 if years else 7 * rng.choice([-300, -50, -1, 1, 2, 52, 300]))
    moved = [note.moved(by) if note.subject == who else note for note in notes]
    # The theorem is about days in time: one that stands for no date becomes a tag, and this shows.
    if any(day in NO_DATES for note in (*notes, *moved) for _, day in note.said):
        return _pair(rng)
    return notes, moved


def _exact(note: Note, rng: Random, *, periods: bool) -> Note:
    """Return a note in forms that a move does not change; without its periods unless asked for."""
    frames, said = [], []
    for frame, (form, day) in zip(note.frame.split("\n"), note.said, strict=True):
        if frame.startswith("Treated"):
            if periods:
                frames.append(frame)
                # 28 years are whole weeks, months and years, and no whole decades.
                said.append((form if form != "decade" else "year", day))
            continue
        frames.append(frame)
        said.append((rng.choice(EXACT[:4] if frame[0] != "C" else EXACT[4:]), day))
    return replace(note, frame="\n".join(frames), said=tuple(said))


def same_bytes(seed: int) -> bool:
    """Tell whether the two corpora of a pair give the same texts."""
    one, other = _pair(Random(seed))  # noqa: S311 - the same every time
    key = key_of(seed)
    texts = ([made.text for _, made in released(notes, key)] for notes in (one, other))
    return next(texts) == next(texts)


def same_release(seed: int) -> bool:
    """Tell whether whole releases of a pair have the same published texts."""
    policy, published = load_policy(MODEL), []
    for notes in _pair(Random(seed)):  # noqa: S311 - the same every time
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "notes.jsonl"
            lines = (
                {"id": f"n{at}", "subject": note.subject, "text": note.plain}
                for at, note in enumerate(notes)
            )
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
            release(Run(Source.open(path), Path(folder) / "out", policy, key=key_of(seed)))
            texts = Path(folder) / "out" / "publish" / "texts"
            published.append([file.read_bytes() for file in sorted(texts.rglob("*.*"))])
    return bool(published[0]) and published[0] == published[1]
