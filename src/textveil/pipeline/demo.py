"""The demonstration: the main jobs on samples that come with the package.

The samples are invented: numbers come from ranges reserved for fiction and documentation.
"""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from textveil.pipeline.certificate import Certificate
from textveil.pipeline.kanon import KanonReport, anonymize
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release import Run, release
from textveil.pipeline.sources import Source, Track, untracked
from textveil.transform.suppress import Suppress

__all__ = ["Demo", "run_demo", "sample_answers", "sample_notes"]


@dataclass(frozen=True, slots=True, repr=False)
class Demo:
    """What the demonstration made, with a line before and after of each part.

    Attributes
    ----------
    notes
        Folder of the released notes.
    certificate
        Of that release.
    answers
        File of the suppressed answers.
    report
        Of that suppression.
    examples
        Pairs of a text before and after: a note, then an answer.
    """

    notes: Path
    certificate: Certificate
    answers: Path
    report: KanonReport
    examples: tuple[tuple[str, str], tuple[str, str]]


def sample_notes() -> Path:
    """Return the path of the sample notes, annotated JSON lines."""
    return _sample("notes.jsonl")


def sample_answers() -> Path:
    """Return the path of the sample answers, one person a line."""
    return _sample("answers.txt")


def run_demo(target: Path, *, force: bool = False, track: Track = untracked) -> Demo:
    """Release the sample notes, and suppress what is rare in the sample answers."""
    target.mkdir(parents=True, exist_ok=True)
    notes, answers = target / "notes", target / "answers.txt"
    source = Source.open(sample_notes(), "jsonl")
    policy = load_policy("tag-only")
    certificate = release(Run(source, notes, policy, excerpts=3, force=force, track=track))
    lines = Source.open(sample_answers(), "lines")
    report = anonymize(lines, Suppress(k=5, unit="token", show=" ."), answers, track=track)
    released = Source.open(notes / "texts" / source.released_name, "jsonl")
    suppressed = Source.open(answers, "lines")
    pairs = (_first_pair(source, released), _first_pair(lines, suppressed))
    return Demo(notes, certificate, answers, report, pairs)


def _sample(name: str) -> Path:
    with as_file(files("textveil.pipeline") / "samples" / name) as path:
        return path


def _first_pair(before: Source, after: Source) -> tuple[str, str]:
    return next(iter(before)).text, next(iter(after)).text
