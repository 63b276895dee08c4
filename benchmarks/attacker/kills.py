"""Kills: a release dies at a step, once or twice, and is begun again."""

import shutil
from pathlib import Path
from random import Random
from signal import SIGKILL
from tempfile import TemporaryDirectory

from tests.e2e.mortal import mortal
from tests.e2e.proof.kinds import KINDS, write_lists

from benchmarks.attacker.trial import Find, Made

COMMANDS = {
    "text": "release notes.jsonl out -p patterns-only --key key -q",
    "rare": "kanon answers.jsonl out -k 2 --key key -q",
}
KEY = "a key of more than sixteen bytes, 7Qx2mVt9Lk"


class Kills:
    """Runs that are killed: nothing is there or all of it, and the next run makes the same."""

    name, share = "kills", 2.0
    about = "a run that is killed at one or two of its steps and begun again"

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self._whole: dict[str, tuple[dict[str, bytes], int]] = {}

    def some(self, seed: str) -> Made:
        """Kill one run."""
        rng = Random(seed)  # noqa: S311 - repeatable
        run = rng.choice(sorted(COMMANDS))
        _, steps = self._unbroken(run)
        find = {"run": run, "steps": [rng.randint(1, steps) for _ in range(rng.choice((1, 2)))]}
        why = self.again(find)
        return Made(1, [{**find, "why": why}] if why else [])

    def again(self, find: Find) -> str:
        """Kill the run of a find at its steps."""
        whole, _ = self._unbroken(find["run"])
        folder, command = self._fresh(), COMMANDS[find["run"]].split()
        for step in find["steps"]:
            mortal(folder, command, step, SIGKILL)
            if (folder / "out").exists() and _taken(folder) != whole:
                return "a killed run leaves a part of its output"
        ended = mortal(folder, command)
        if ended.code:
            return f"the next run ends with {ended.code}"
        return "" if _taken(folder) == whole else "the next run makes other bytes"

    def _unbroken(self, run: str) -> tuple[dict[str, bytes], int]:
        if run not in self._whole:
            folder = self._fresh()
            ended = mortal(folder, COMMANDS[run].split())
            self._whole[run] = _taken(folder), ended.steps
        return self._whole[run]

    def _fresh(self) -> Path:
        folder = Path(self._folder.name) / "run"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        write_lists(folder)
        for kind in KINDS.values():
            kind.write(folder / kind.file)
        (folder / "key").write_text(KEY, "utf-8")
        return folder


def _taken(folder: Path) -> dict[str, bytes]:
    out = folder / "out"
    made = {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}
    shutil.rmtree(out)
    return made
