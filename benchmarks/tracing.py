"""Leaks of marked copies, as texts: 400 notes of a generated hospital, 64 recipients.

Copies of some recipients are written; the others have theirs in the code and the vault alone, where
they can be accused like everybody. What leaks is made from the copies' texts, and traced as
`textveil trace release` does it.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.measure import Row
from textveil.evaluate.attacks.copies import compare_copies
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.pipeline.release.copies import Copies, code_of, recipients_of
from textveil.pipeline.release.run import Run, release_copies
from textveil.pipeline.release.traced import entities_of
from textveil.policy.policy import load_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.trace.accusing import accuse
from textveil.trace.finding import Finder
from textveil.trace.marked import TracedEntity, observed
from textveil.values.keys.secret import Secret
from textveil.values.label import family_of
from textveil.values.marking import MarkingCode

RECIPIENTS, WRITTEN = 64, 6
NOTES, PATIENTS = 400, 100
TRIALS = 100
DOCUMENTS = 20
EXCHANGED = 0.3
_KEY = Secret(b"the key of a benchmark")
_GIVEN = [one.value for gender in ("female", "male") for one in first_names(gender)[:400]]
_FAMILY = [one.value for one in surnames()[:2000]]


@dataclass(frozen=True, slots=True)
class Note:
    """A document of a copy: what stands between the edits, and the edits with their labels."""

    id: str
    kept: list[str]
    values: list[str]
    labels: list[str]

    def written(self, values: Sequence[str]) -> str:
        """Return the text with other values."""
        pairs = zip(self.kept, [*values, ""], strict=True)
        return "".join(part for pair in pairs for part in pair)


@dataclass(frozen=True, slots=True)
class Project:
    """Copies of a release, and what traces them."""

    copies: dict[str, list[Note]]
    entities: list[TracedEntity]
    code: MarkingCode
    finder: Finder = field(repr=False)

    @classmethod
    def read(cls, out: Path, vault: SqliteVault) -> "Project":
        """Read the copies of a release."""
        code, entities = code_of(vault), entities_of(vault)
        assert code is not None
        copies = {name: _notes(out, name) for name in recipients_of(vault)}
        return cls(copies, entities, code, Finder(entities))

    @property
    def names(self) -> list[str]:
        """Everybody who can be accused."""
        others = (f"another {number}" for number in range(RECIPIENTS - len(self.copies)))
        return [*self.copies, *others]

    def accused(self, leak: Sequence[tuple[str, str]]) -> tuple[set[str], int]:
        """Return who is accused of a leak, and by how many places."""
        seen = observed(one for name, text in leak for one in self.finder.find(name, text))
        found = accuse(self.code, seen, self.names)
        return {one.recipient for one in found.accused}, found.places


def _notes(out: Path, name: str) -> list[Note]:
    texts, record = out / "publish" / name / "texts", out / "keep" / name / "edits.jsonl"
    rows = [json.loads(line) for line in next(texts.iterdir()).read_text("utf-8").splitlines()]
    edits = {row["id"]: row["edits"] for row in map(json.loads, record.read_text().splitlines())}
    notes = []
    for row in rows:
        kept, values, labels, at = [], [], [], 0
        for edit in edits[row["id"]]:
            kept.append(row["text"][at : edit["new_start"]])
            values.append(row["text"][edit["new_start"] : edit["new_end"]])
            labels.append(edit["label"])
            at = edit["new_end"]
        notes.append(Note(row["id"], [*kept, row["text"][at:]], values, labels))
    return notes


Mix = Callable[[list[str], Random], str]
"""From what stands in the colluders' copies to what stands in the leak."""


def mixed(values: list[str], rng: Random) -> str:
    """Take one at random, at every mention."""
    return rng.choice(values)


def majority(values: list[str], _rng: Random) -> str:
    """Take what most of them have."""
    return max(values, key=values.count)


def minority(values: list[str], _rng: Random) -> str:
    """Take what the fewest have."""
    return min(values, key=values.count)


def deleted(values: list[str], _rng: Random) -> str:
    """Delete the value where copies differ."""
    return values[0] if len(set(values)) == 1 else "___"


TOGETHER: dict[str, Mix] = {
    "documents and surrogates at random": mixed,
    "majority": majority,
    "minority": minority,
    "deleted where copies differ": deleted,
}


def alone(project: Project, trial: int, exchanged: float) -> tuple[bool, bool, int]:
    """Let one recipient leak any 20 documents; tell whether they and whether others are named."""
    rng = Random(f"alone {trial} {exchanged}")  # noqa: S311 - a simulation
    name = rng.choice(list(project.copies))
    chosen = rng.sample(project.copies[name], DOCUMENTS)
    others: dict[str, str] = {}
    leak = []
    for note in chosen:
        for value, label in zip(note.values, note.labels, strict=True):
            if value not in others:
                others[value] = _another(value, label, rng) if rng.random() < exchanged else value
        leak.append((note.id, note.written([others[value] for value in note.values])))
    accused, places = project.accused(leak)
    return name in accused, bool(accused - {name}), places


def _another(value: str, label: str, rng: Random) -> str:
    """Return another name for a name, and other digits and letters for the rest."""
    if family_of(label) == "NAME":
        names = f"{rng.choice(_GIVEN)} {rng.choice(_FAMILY)}"
        return names if " " in value else names.split()[1]
    return "".join(
        rng.choice("0123456789")
        if sign.isdigit()
        else rng.choice(_FAMILY)[0]
        if sign.isalpha()
        else sign
        for sign in value
    )


def worn(project: Project, trial: int) -> tuple[bool, bool, int]:
    """Let one recipient leak 20 documents as one text: shortened, in capitals, badly typed."""
    rng = Random(f"worn {trial}")  # noqa: S311 - a simulation
    name = rng.choice(list(project.copies))
    chosen = rng.sample(project.copies[name], DOCUMENTS)
    texts = [
        note.written(
            [_shortened(*pair, rng) for pair in zip(note.values, note.labels, strict=True)]
        )
        for note in chosen
    ]
    words = re.split(r"(\W+)", "\n".join(texts).upper())
    leak = "".join(_mistyped(word, rng) for word in words)
    accused, places = project.accused([("leak", leak)])
    return name in accused, bool(accused - {name}), places


def _shortened(value: str, label: str, rng: Random) -> str:
    """Leave only the last word of every second name."""
    if family_of(label) == "NAME" and rng.random() < 0.5 and "," not in value:
        return value.split()[-1]
    return value


def _mistyped(word: str, rng: Random) -> str:
    """Leave out a letter of one long word in twenty."""
    if len(word) < 5 or not word.isalpha() or rng.random() >= 0.05:
        return word
    at = rng.randrange(len(word))
    return word[:at] + word[at + 1 :]


def together(project: Project, mix: Mix, trial: int) -> tuple[bool, bool, int]:
    """Let three recipients leak one text of all documents, made from their copies."""
    rng = Random(f"{mix.__name__} {trial}")  # noqa: S311 - a simulation
    names = rng.sample(list(project.copies), 3)
    leak = []
    for notes in zip(*(project.copies[name] for name in names), strict=True):
        values = [mix(list(row), rng) for row in zip(*(note.values for note in notes), strict=True)]
        leak.append((notes[0].id, notes[0].written(values)))
    accused, places = project.accused(leak)
    return not accused.isdisjoint(names), bool(accused - set(names)), places


def agreeing(project: Project) -> Row:
    """Compare three copies: what agrees holds hardly more real values."""
    values: dict[tuple[str, ...], None] = {}
    for notes in zip(*project.copies.values(), strict=True):
        for row in zip(*(note.values for note in notes), strict=True):
            values[row] = None
    found = compare_copies(list(values), [False] * len(values))
    told = ", ".join(f"{one.surrogates:.3f}" for one in found)
    what = f"surrogates that agree in 1, 2, 3 copies ({len(values):,} different ones)"
    factor = found[-1].factor
    return Row(
        "tracing", what, told, f"real values: {factor:.2f} x", "at most 1.5 x", factor <= 1.5, 1
    )


def rows(_samples: Path | None) -> Iterator[Row]:
    """Release copies, and leak them in every way."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        notes = generate("hospital", NOTES, rng=Random(18), subjects=PATIENTS)  # noqa: S311
        JsonLines().write(notes, place / "h.jsonl")
        with SqliteVault(place / "v.db", _KEY, create=True) as vault:
            source = Source.open(place / "h.jsonl")
            policy = load_policy("hide-in-plain-sight")
            run = Run(source, place / "out", policy, key=vault.key, vault=vault)
            release_copies(run, Copies(tuple(f"recipient {n}" for n in range(WRITTEN))))
            project = Project.read(place / "out", vault)
    yield from measured(project, TRIALS)


def measured(project: Project, trials: int) -> Iterator[Row]:
    """Yield the rows of a project."""
    yield agreeing(project)
    ways: list[tuple[str, Callable[[int], tuple[bool, bool, int]], float | None]] = [
        (f"one leaker, any {DOCUMENTS} documents", lambda trial: alone(project, trial, 0.0), 0.99),
        (
            f"one leaker, {DOCUMENTS} documents, {EXCHANGED:.0%} of the surrogates exchanged",
            lambda trial: alone(project, trial, EXCHANGED),
            0.9,
        ),
        (
            f"one leaker, {DOCUMENTS} documents in one text, in capitals, every second name "
            "shortened, 5 % of the long words mistyped",
            lambda trial: worn(project, trial),
            None,
        ),
    ]
    for what, mix in TOGETHER.items():
        bar = 0.95 if mix is mixed else None
        told = f"three colluders, all documents, {what}"
        ways.append((told, lambda trial, mix=mix: together(project, mix, trial), bar))  # type: ignore[misc]
    for what, leak, bar in ways:
        tried = trials if bar is not None else max(1, trials // 4)
        found = [leak(trial) for trial in range(tried)]
        named, innocent = sum(one[0] for one in found), sum(one[1] for one in found)
        places = sorted(one[2] for one in found)
        ratio = f"innocents accused: {innocent}; {places[0]} to {places[-1]} places"
        wanted = "" if bar is None else f"at least {bar:.0%}, no innocent"
        met = None if bar is None else named >= bar * tried and not innocent
        yield Row("tracing", what, f"named in {named} of {tried}", ratio, wanted, met, 1)
