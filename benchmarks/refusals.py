"""Refusals: how many generated hospitals a shipped policy will not release, and what it repairs.

Every hospital has 250 notes and a seed that nothing was tuned on. A run is refused only if what a
verifier refutes cannot be repaired; repairs are counted by claim. `TEXTVEIL_HOSPITALS` sets the
number of hospitals (default 200, and a tenth of it under each other policy), and
`TEXTVEIL_POLICIES` the policies.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.measure import Row
from textveil.errors import RefutedError
from textveil.formats.plain.jsonl import JsonLines
from textveil.formats.sources import Source
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import load_policy, shipped_policies
from textveil.synth.corpus import generate
from textveil.values.keys.secret import Secret

NOTES = 250
MAIN = "hide-in-plain-sight"
FIRST_SEED = 50_000
KEY = Secret(b"a key that everybody may know")
MOST_REFUSED = 1


class Outcome(NamedTuple):
    """How a run ended: why it was refused, if it was, and its repairs by claim."""

    policy: str
    seed: int
    refused: str
    repairs: dict[str, int]


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - all suites are called alike
    """Yield a row for each policy, and one for all."""
    hospitals = int(os.environ.get("TEXTVEIL_HOSPITALS", "200"))
    policies = os.environ.get("TEXTVEIL_POLICIES", "").split() or [
        MAIN,
        *(name for name in shipped_policies() if name != MAIN),
    ]
    jobs = [
        (policy, FIRST_SEED + 1000 * place + number)
        for place, policy in enumerate(policies)
        for number in range(hospitals if policy == MAIN else hospitals // 10)
    ]
    with ProcessPoolExecutor() as pool:
        outcomes = list(pool.map(outcome, *zip(*jobs, strict=True)))
    for policy in policies:
        ended = [one for one in outcomes if one.policy == policy]
        yield row(policy, ended, None)
    yield row("all policies", outcomes, MOST_REFUSED)


def row(name: str, ended: list[Outcome], most: int | None) -> Row:
    refused = [one for one in ended if one.refused]
    repaired = [one for one in ended if one.repairs]
    claims = Counter[str]()
    for one in ended:
        claims.update(one.repairs)
    told = ", ".join(f"{claim} {number}" for claim, number in claims.most_common())
    figure = f"{len(refused)} of {len(ended)} refused; {len(repaired)} repaired"
    if refused:
        figure += f" (refused: {'; '.join(f'seed {one.seed}, {one.refused}' for one in refused)})"
    met = None if most is None else len(refused) <= most
    bar = "" if most is None else f"at most {most} refused"
    return Row("refusals", name, figure, told and f"repairs: {told}", bar, met, len(ended))


def outcome(policy: str, seed: int) -> Outcome:
    """Generate a hospital, release it in a folder that goes away, and tell how that ended."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "notes.jsonl")
        rng = Random(seed)  # noqa: S311 - reproducible, not secret
        JsonLines().write(generate("hospital", NOTES, rng=rng), path)
        run = Run(Source.open(path), Path(folder, "out"), load_policy(policy), KEY)
        try:
            certificate = release(run)
        except RefutedError as error:
            return Outcome(policy, seed, error.what, {})
        repairs = {claim: sum(means.values()) for claim, means in certificate.repairs.items()}
        return Outcome(policy, seed, "", repairs)
