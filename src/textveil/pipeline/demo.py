"""The demonstration: the main jobs, run on shipped or generated samples.

The samples are invented: numbers come from ranges reserved for fiction and documentation, and the
hospital's patients do not exist.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Final

from textveil.certify.document.certificate import Certificate
from textveil.certify.document.layout import ReleaseFolder
from textveil.certify.document.record import Row, read_record
from textveil.certify.verification import verify_release
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.formats.tables.term_files import FormFiles
from textveil.formats.tables.term_index import write_dictionary
from textveil.formats.tables.term_list import read_terms
from textveil.lexicon.forms.wildcard_forms import Dictionary, TermForm
from textveil.pipeline.dictionary.apply import Applied, apply_dictionary
from textveil.pipeline.kanon.report import KanonReport
from textveil.pipeline.kanon.run import anonymize
from textveil.pipeline.plan.files import SHIPPED
from textveil.pipeline.release.copies import Copies
from textveil.pipeline.release.methods.run import Order
from textveil.pipeline.release.run import Run, release, release_copies
from textveil.pipeline.risk.estimating import RiskEstimate
from textveil.pipeline.risk.known import review_by_annotations
from textveil.pipeline.risk.published import PublishedRelease
from textveil.pipeline.risk.run import risk_estimate
from textveil.pipeline.risk.sampling import write_sample
from textveil.pipeline.sanitize.collection import SequenceCollection
from textveil.pipeline.sanitize.run import SanitizeReport, sanitize_source
from textveil.pipeline.trace.release import Tracing, trace_release
from textveil.policy.policy import load_policy
from textveil.store.sqlite_vault import SqliteVault
from textveil.synth.corpus import generate
from textveil.transform.rarity.suppress import Suppress
from textveil.transform.sanitization.sanitize import Sanitize
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.runs.watch import Track, untracked
from textveil.values.terms.publish_rule import PublishRule

__all__ = [
    "CASE",
    "HIDDEN",
    "LEAKED",
    "LEAKER",
    "PLACES",
    "READ",
    "RECIPIENTS",
    "BeforeAndAfter",
    "Demo",
    "run_demo",
    "sample",
    "sample_answers",
    "sample_notes",
]

NOTES, PATIENTS = 400, 100
"""Size of the generated hospital."""

READ = 50
"""Notes of the hospital that are read to say what may remain in all."""
CASE: Final = "mid-high"
"""Prices at which it is decided whether the hospital is published."""
RECIPIENTS: Final = ("clinic", "registry", "university")
"""Who gets a copy of the hospital."""
LEAKER, LEAKED = "registry", 20
"""Whose copy leaks, and how many notes of it."""
_SURROGATES: Final = "hide-in-plain-sight"

# Everyone can read it here: the demonstration protects nobody.
_KEY = Secret(b"this key is public: it is the demonstration's")

HIDDEN = ("PHW", "HPH")
"""What is hidden in the sample visits: pharmacy, home, work; home, pharmacy, home."""

PLACES = ("JAPAN", "KAZAKHSTAN", "SLOVENIA")
"""Places whose forms are shown."""


_TELLING: Final = frozenset({"PATIENT", "PROVIDER", "DATE", "PHONE", "MRN", "STREET", "HOSPITAL"})
"""What a note should hold that is shown to somebody who sees such a thing for the first time."""

_SHORT: Final = range(200, 450)
"""Characters of such a note."""

_LINES: Final = 9


@dataclass(frozen=True, slots=True, repr=False)
class BeforeAndAfter:
    """A text before and after.

    Attributes
    ----------
    before, after
        The texts.
    gone, new
        Where passages were replaced, and where their replacements stand.
    """

    before: str
    after: str
    gone: tuple[tuple[int, int], ...] = ()
    new: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Demo:
    """What the demonstration made, with an example of each part.

    Attributes
    ----------
    folder
        Where everything was written: `hospital.jsonl`, `hospital/`, `hospital.vault`, `leak.txt`,
        and the releases `notes/`, `answers/`, `visits/` and `letter/`.
    hospital
        Certificate of the generated hospital with surrogates, of the copy of the first recipient.
    leak
        Whose copy twenty of its notes came from.
    remains
        What may remain in the hospital, estimated from some of its notes.
    certificate
        Of the released notes.
    report
        Of the suppressed answers.
    sanitized
        Of the sanitized visits.
    applied
        Of the letter whose places became forms.
    forms
        What stands for some places.
    examples
        Texts before and after: of the hospital, a note, an answer, the visits, the letter.
    checked
        What `verify` says of the last three, by the name of the release.
    """

    folder: Path
    hospital: Certificate
    leak: Tracing
    remains: RiskEstimate
    certificate: Certificate
    report: KanonReport
    sanitized: SanitizeReport
    applied: Applied
    forms: tuple[TermForm, ...]
    examples: tuple[BeforeAndAfter, ...]
    checked: Mapping[str, str]


def sample(name: str) -> Path:
    """Return the path of a sample."""
    with as_file(files("textveil.pipeline") / "samples" / name) as path:
        return path


def sample_notes() -> Path:
    """Return the path of the sample notes, annotated JSON lines."""
    return sample("notes.jsonl")


def sample_answers() -> Path:
    """Return the path of the sample answers, one person per line."""
    return sample("answers.txt")


def run_demo(target: Path, *, force: bool = False, track: Track = untracked) -> Demo:
    """Release a hospital and notes, suppress rare text, hide patterns, find forms."""
    target.mkdir(parents=True, exist_ok=True)
    hospital, released, leak = _hospital(target, force=force, track=track)
    notes = Source.open(sample_notes(), "jsonl")
    run = Run(
        notes, target / "notes", load_policy("tag-only"), excerpts=3, force=force, track=track
    )
    certificate = release(run)
    answers = Source.open(sample_answers(), "lines")
    settings = Suppress(k=5, show=" .")
    order = Order(answers, target / "answers", key=_KEY, force=force, track=track)
    report = anonymize(order, settings)
    visits = Source.open(sample("visits.txt"), "text")
    hiding = Sanitize("tpm", k=3, tau=3)
    order = Order(visits, target / "visits", key=_KEY, force=force, track=track)
    sanitized = sanitize_source(
        SequenceCollection.load(visits),
        [tuple(pattern) for pattern in HIDDEN],
        hiding,
        order.target,
        order=order,
    )
    letter = Source.open(_letter(target), "text")
    dictionary = Dictionary.build(read_terms(sample("places.txt")))
    write_dictionary(dictionary, target / "places.dict")
    order = Order(letter, target / "letter", key=_KEY, force=force, track=track)
    applied = apply_dictionary(order, FormFiles(str(target / "places.dict"), k=3))
    forms = [dictionary.form(place, 3) for place in PLACES]
    examples = (
        _telling(hospital, ReleaseFolder.new(target / "hospital", RECIPIENTS[0])),
        _first_of(notes, ReleaseFolder.new(target / "notes")),
        BeforeAndAfter(_first(answers), _first(_result(answers, target / "answers"))),
        BeforeAndAfter(_first(visits), _first(_result(visits, target / "visits"))),
        BeforeAndAfter(_first(letter), _first(_result(letter, target / "letter"))),
    )
    checked = {
        name: verify_release(target / name, source, _KEY).sentence
        for name, source in (("answers", answers), ("visits", visits), ("letter", letter))
    }
    return Demo(
        target,
        released,
        leak,
        _remains(hospital, target / "hospital"),
        certificate,
        report,
        sanitized,
        applied,
        tuple(form for form in forms if form is not None),
        examples,
        checked,
    )


def _hospital(target: Path, *, force: bool, track: Track) -> tuple[Source, Certificate, Tracing]:
    """Generate a hospital, decide to publish it, make a copy for each recipient, and leak one."""
    path = target / "hospital.jsonl"
    rng = Random(2016)  # noqa: S311 - the same hospital every time
    JsonLines().write(generate("hospital", NOTES, rng=rng, subjects=PATIENTS), path)
    source = Source.open(path, "jsonl")
    # As the paper: what somebody gains from what was missed is asked before anything is read.
    policy = replace(load_policy(_SURROGATES), publish=PublishRule(SHIPPED, case=CASE))
    vault = target / "hospital.vault"
    if force:
        vault.unlink(missing_ok=True)
    with SqliteVault(vault, _KEY, create=True) as opened:
        run = Run(source, target / "hospital", policy, _KEY, 3, force=force, track=track)
        made = release_copies(replace(run, vault=opened), Copies(RECIPIENTS))
        leak = Source.open(_leak(target), "text")
        return source, made[RECIPIENTS[0]], trace_release(leak, opened)


def _letter(target: Path) -> Path:
    """Write a letter that names the places; return its path."""
    path = target / "letter.txt"
    path.write_text("We flew from {} to {}, and back by {}.\n".format(*PLACES), "utf-8")
    return path


def _leak(target: Path) -> Path:
    """Put twenty notes of one copy into a file, without ids and in capitals; return its path."""
    texts = ReleaseFolder.new(target / "hospital", LEAKER).texts / "hospital.jsonl"
    notes = list(Source.open(texts, "jsonl"))[100 : 100 + LEAKED]
    path = target / "leak.txt"
    path.write_text("\n\n".join(note.text.upper() for note in notes), "utf-8")
    return path


def _remains(source: Source, folder: Path) -> RiskEstimate:
    """Let the generator, who knows all, read some notes, and add what follows to the release."""
    opened = PublishedRelease.at(ReleaseFolder.new(folder, RECIPIENTS[0]).publish)
    rewrites = load_policy(_SURROGATES).rewrites
    review = opened.place.kept("review.jsonl")
    write_sample(review_by_annotations(opened, source, READ, 0, rewrites), review, "jsonl")
    return risk_estimate(folder, review, attach=True, key=_KEY)


def _result(source: Source, folder: Path) -> Source:
    """Return what a release made of a source."""
    made = ReleaseFolder.new(folder).texts / source.released_name
    return Source.open(made, source.format_name)


def _first(source: Source) -> str:
    return next(iter(source)).text.rstrip("\n")


def _first_of(source: Source, place: ReleaseFolder) -> BeforeAndAfter:
    return _example(*next(_released(source, place)))


def _telling(source: Source, place: ReleaseFolder) -> BeforeAndAfter:
    """Return a short note with people, days and numbers that were all found."""
    best: tuple[int, BeforeAndAfter] | None = None
    for before, after, row in _released(source, place):
        short = len(before.text) in _SHORT and before.text.count("\n") < _LINES
        value = len(_TELLING & {span.label for span in before.spans or ()})
        if short and (best is None or value > best[0]) and _all_found(before, row):
            best = value, _example(before, after, row)
    return _first_of(source, place) if best is None else best[1]


def _released(source: Source, place: ReleaseFolder) -> Iterator[tuple[Document, Document, Row]]:
    made = Source.open(place.texts / source.released_name, source.format_name)
    return zip(source, made, read_record(place.record), strict=True)


def _all_found(document: Document, row: Row) -> bool:
    places = [(edit[0], edit[1]) for edit in row.edits]
    return all(
        any(start <= span.start and span.end <= end for start, end in places)
        for span in document.spans or ()
    )


def _example(before: Document, after: Document, row: Row) -> BeforeAndAfter:
    gone = tuple((edit[0], edit[1]) for edit in row.edits)
    new = tuple((edit[2], edit[3]) for edit in row.edits)
    return BeforeAndAfter(before.text.rstrip("\n"), after.text.rstrip("\n"), gone, new)
