"""What the engine costs: a release in processor time, and one sentence beside its detection.

With `TEXTVEIL_OLD=FOLDER`, the `src` folder of an older checkout, both versions release the same
hospital in turn.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import textveil
from benchmarks.measure import Row
from textveil.formats.plain.jsonl import JsonLines
from textveil.pipeline.demo import NOTES, PATIENTS
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import load_policy
from textveil.synth.corpus import generate
from textveil.values.document import Document

RUNS, ROUNDS = 3, 200
RELEASE_BAR, SENTENCE_BAR = 0.8, 2.2
KEY = "a key that everybody may know"
SENTENCES = {
    "a short sentence": "Patient John Smith was seen by Dr. Jones on 3 May 2016.",
    "a long sentence": "Mr. John Smith was seen by Dr. Mary Jones on March 3, 2016 at Boston "
    "General Hospital; call 617-555-0134.",
}


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - needs no corpus
    """Measure a release, then sentences."""
    yield released()
    yield from (sentence(*one) for one in SENTENCES.items())


def released() -> Row:
    """Release the demonstration's hospital, by this version and by an older one if it is there."""
    old = os.environ.get("TEXTVEIL_OLD")
    sources = {"new": str(Path(textveil.__file__).parents[1])} | ({"old": old} if old else {})
    with TemporaryDirectory() as folder:
        path = Path(folder, "hospital.jsonl")
        rng = Random(2016)  # noqa: S311 - the same hospital every time
        JsonLines().write(generate("hospital", NOTES, rng=rng, subjects=PATIENTS), path)
        seconds: dict[str, list[float]] = {name: [] for name in sources}
        for _ in range(RUNS):
            for name, source in sources.items():
                seconds[name].append(_release(path, source))
    new, *others = (statistics.median(seconds[name]) for name in sources)
    ratio = new / others[0] if others else None
    return Row(
        "engine",
        f"release of {NOTES} notes under hide-in-plain-sight, processor time",
        f"{new:.1f} s" + (f" beside {others[0]:.1f} s" if others else ""),
        f"{ratio:.2f} x the older version" if ratio else "",
        f"at most {RELEASE_BAR} of the older version" if ratio else "",
        ratio <= RELEASE_BAR if ratio else None,
        RUNS,
    )


def _release(path: Path, source: str) -> float:
    """Return the processor seconds of a release by the version in a folder."""
    command = [sys.executable, "-m", "textveil", "release", str(path), f"{path}.out", "--force"]
    environment = os.environ | {"PYTHONPATH": source, "TEXTVEIL_KEY": KEY}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [*command, "--policy", "hide-in-plain-sight"],
        check=True,
        capture_output=True,
        env=environment,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def sentence(name: str, text: str) -> Row:
    """Compare `deidentify` with detection alone, both warm, in turn."""
    detection = Engine(load_policy("tag-only")).detection
    document = Document("text", text)
    seconds = fastest(
        {
            "whole": lambda: textveil.deidentify(text),
            "detection": lambda: detection.find(document),
        }
    )
    ratio = seconds["whole"] / seconds["detection"]
    return Row(
        "engine",
        f"`deidentify` of {name}, warm, against detection alone",
        f"{1000 * seconds['whole']:.2f} ms beside {1000 * seconds['detection']:.2f} ms",
        f"{ratio:.2f} x",
        f"at most {SENTENCE_BAR} x",
        ratio <= SENTENCE_BAR,
        ROUNDS,
    )


def fastest(tasks: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return the least processor time of each task; they take turns, and warm up first."""
    found = dict.fromkeys(tasks, float("inf"))
    for at in range(-ROUNDS // 10, ROUNDS):
        for name, task in tasks.items():
            start = time.process_time()
            task()
            taken = time.process_time() - start
            found[name] = min(found[name], taken) if at >= 0 else found[name]
    return found
