"""Foreign models: shipped ones, changed at random; no crash of the caller, no other error."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.attacker.trial import Find, Made
from benchmarks.cell import end_of
from benchmarks.strange_models import write_strange
from textveil.models.default import SHIPPED


class Models:
    """Model folders of somebody else."""

    name, share = "models", 1.0
    about = "a model folder with changes at random, checked, loaded and run"

    def some(self, seed: str) -> Made:
        """Try one folder."""
        find = {"seed": seed, "model": Random(seed).choice(SHIPPED)}  # noqa: S311 - repeatable
        why = self.again(find)
        return Made(1, [{**find, "why": why}] if why else [])

    def again(self, find: Find) -> str:
        """Write the folder of a find, and use it."""
        with TemporaryDirectory() as folder:
            write_strange(Path(folder), find["model"], find["seed"])
            try:
                end_of(Path(folder), checked=True)
            except Exception as error:  # noqa: BLE001 - only errors of ours may come out
                return type(error).__name__
        return ""
