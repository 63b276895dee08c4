"""The demonstration: the main jobs on samples that come with the package, or are generated.

The samples are invented: numbers come from ranges reserved for fiction and documentation, and the
hospital's patients do not exist.
"""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from random import Random

from textveil.formats.jsonl import JsonLines
from textveil.lexicon.forms import Dictionary, Form
from textveil.pipeline.certificate import Certificate
from textveil.pipeline.dictionaries import read_terms
from textveil.pipeline.kanon import KanonReport, anonymize
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release import Run, release
from textveil.pipeline.sanitizing import SanitizeReport, sanitize_source
from textveil.pipeline.sequence_collection import Collection
from textveil.pipeline.sources import Source
from textveil.synth.corpus import generate
from textveil.transform.sanitize import Sanitize
from textveil.transform.suppress import Suppress
from textveil.values.secret import Secret
from textveil.values.watching import Track, untracked

__all__ = ["HIDDEN", "PLACES", "Demo", "run_demo", "sample", "sample_answers", "sample_notes"]

NOTES, PATIENTS = 400, 100
"""Size of the generated hospital."""

# Everyone can read it here: the demonstration protects nobody.
_KEY = Secret(b"this key is public: it is the demonstration's")

HIDDEN = ("PHW", "HPH")
"""What is hidden in the sample visits: pharmacy, home, work; home, pharmacy, home."""

PLACES = ("JAPAN", "KAZAKHSTAN", "SLOVENIA")
"""Places whose forms are shown."""


@dataclass(frozen=True, slots=True, repr=False)
class Demo:
    """What the demonstration made, with a line before and after of each part.

    Attributes
    ----------
    folder
        Where everything was written: `hospital.jsonl`, `hospital/`, `notes/`, `answers.txt` and
        `visits.txt`.
    hospital
        Certificate of the generated hospital with surrogates.
    certificate
        Of the released notes.
    report
        Of the suppressed answers.
    sanitized
        Of the sanitized visits.
    forms
        What stands for some places.
    examples
        Pairs of a text before and after: of the hospital, a note, an answer, the visits.
    """

    folder: Path
    hospital: Certificate
    certificate: Certificate
    report: KanonReport
    sanitized: SanitizeReport
    forms: tuple[Form, ...]
    examples: tuple[tuple[str, str], ...]


def sample(name: str) -> Path:
    """Return the path of a sample."""
    with as_file(files("textveil.pipeline") / "samples" / name) as path:
        return path


def sample_notes() -> Path:
    """Return the path of the sample notes, annotated JSON lines."""
    return sample("notes.jsonl")


def sample_answers() -> Path:
    """Return the path of the sample answers, one person a line."""
    return sample("answers.txt")


def run_demo(target: Path, *, force: bool = False, track: Track = untracked) -> Demo:
    """Release a hospital and notes, suppress what is rare, hide patterns, find forms."""
    target.mkdir(parents=True, exist_ok=True)
    hospital, released = _hospital(target, force=force, track=track)
    notes = Source.open(sample_notes(), "jsonl")
    run = Run(
        notes, target / "notes", load_policy("tag-only"), excerpts=3, force=force, track=track
    )
    certificate = release(run)
    answers = Source.open(sample_answers(), "lines")
    settings = Suppress(k=5, unit="token", show=" .")
    report = anonymize(answers, settings, target / "answers.txt", track=track)
    visits = Source.open(sample("visits.txt"), "text")
    hiding = Sanitize("tpm", k=3, tau=3)
    sanitized = sanitize_source(
        Collection.load(visits), [tuple(p) for p in HIDDEN], hiding, target / "visits.txt"
    )
    dictionary = Dictionary.build(read_terms(sample("places.txt")))
    forms = [dictionary.form(place, 3) for place in PLACES]
    pairs = (
        (hospital, Source.open(target / "hospital" / "texts" / hospital.released_name, "jsonl")),
        (notes, Source.open(target / "notes" / "texts" / notes.released_name, "jsonl")),
        (answers, Source.open(target / "answers.txt", "lines")),
        (visits, Source.open(target / "visits.txt", "text")),
    )
    return Demo(
        target,
        released,
        certificate,
        report,
        sanitized,
        tuple(form for form in forms if form is not None),
        tuple((_first(before), _first(after)) for before, after in pairs),
    )


def _hospital(target: Path, *, force: bool, track: Track) -> tuple[Source, Certificate]:
    """Generate a hospital and release it with a surrogate for every person and thing."""
    path = target / "hospital.jsonl"
    rng = Random(2016)  # noqa: S311 - the same hospital every time
    JsonLines().write(generate("hospital", NOTES, rng=rng, subjects=PATIENTS), path)
    source = Source.open(path, "jsonl")
    policy = load_policy("hide-in-plain-sight")
    run = Run(source, target / "hospital", policy, _KEY, excerpts=3, force=force, track=track)
    return source, release(run)


def _first(source: Source) -> str:
    return next(iter(source)).text.rstrip("\n")
