"""The demonstration: the main job on sample notes that come with the package.

The notes are invented: numbers come from ranges reserved for fiction and documentation.
"""

from importlib.resources import as_file, files
from pathlib import Path

from textveil.pipeline.certificate import Certificate
from textveil.pipeline.policy import load_policy
from textveil.pipeline.release import Run, release
from textveil.pipeline.sources import Source, Track, untracked

__all__ = ["before_and_after", "run_demo", "sample_notes"]


def sample_notes() -> Path:
    """Return the path of the sample notes."""
    with as_file(files("textveil.pipeline") / "samples" / "notes.jsonl") as path:
        return path


def run_demo(target: Path, *, force: bool = False, track: Track = untracked) -> Certificate:
    """Release the sample notes with the policy `tag-only` and a report that shows excerpts."""
    source = Source.open(sample_notes(), "jsonl")
    policy = load_policy("tag-only")
    return release(Run(source, target, policy, excerpts=3, force=force, track=track))


def before_and_after(target: Path) -> tuple[str, str]:
    """Return the first sample note and what was released of it."""
    first = next(iter(Source.open(sample_notes(), "jsonl")))
    after = next(iter(Source.open(target / "texts" / "notes.jsonl", "jsonl")))
    return first.text, after.text
