"""The demonstration: the main jobs on samples that come with the package.

The samples are invented: numbers come from ranges reserved for fiction and documentation.
"""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from textveil.lexicon.forms import Dictionary, Form
from textveil.pipeline.certificate import Certificate
from textveil.pipeline.dictionaries import read_terms
from textveil.pipeline.kanon import KanonReport, anonymize
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release import Run, release
from textveil.pipeline.sanitizing import Collection, SanitizeReport, sanitize_source
from textveil.pipeline.sources import Source, Track, untracked
from textveil.transform.sanitize import Sanitize
from textveil.transform.suppress import Suppress

__all__ = ["HIDDEN", "PLACES", "Demo", "run_demo", "sample", "sample_answers", "sample_notes"]

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
        Where everything was written: `notes/`, `answers.txt` and `visits.txt`.
    certificate
        Of the released notes.
    report
        Of the suppressed answers.
    sanitized
        Of the sanitized visits.
    forms
        What stands for some places.
    examples
        Pairs of a text before and after: a note, an answer, the visits.
    """

    folder: Path
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
    """Release notes, suppress what is rare in answers, hide patterns in visits, find forms."""
    target.mkdir(parents=True, exist_ok=True)
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
        (notes, Source.open(target / "notes" / "texts" / notes.released_name, "jsonl")),
        (answers, Source.open(target / "answers.txt", "lines")),
        (visits, Source.open(target / "visits.txt", "text")),
    )
    return Demo(
        target,
        certificate,
        report,
        sanitized,
        tuple(form for form in forms if form is not None),
        tuple((_first(before), _first(after)) for before, after in pairs),
    )


def _first(source: Source) -> str:
    return next(iter(source)).text.rstrip("\n")
