"""Poisoned corpora: n subjects write every word of the others."""

from random import Random

from benchmarks.attacker.trial import Find, Made
from benchmarks.poisoning import changed, honest_notes, is_bounded

MOST_POISONED, MOST_NOTES = 5, 60


class Corpora:
    """Generated hospitals with some poisoned subjects."""

    name, share = "corpora", 1.0
    about = "a generated hospital in which one to five subjects write every word of the others"

    def some(self, seed: str) -> Made:
        """Poison one corpus."""
        rng = Random(seed)  # noqa: S311 - repeatable
        find = {"seed": seed, "notes": rng.randint(5, MOST_NOTES), "n": rng.randint(1, 5)}
        why = self.again(find)
        return Made(1, [{**find, "why": why}] if why else [])

    def again(self, find: Find) -> str:
        """Poison the corpus of a find."""
        try:
            kinds, reach = changed(honest_notes(find["seed"], find["notes"]), find["n"])
        except Exception as error:  # noqa: BLE001 - whatever is raised, it is a find
            return f"the plan fails: {type(error).__name__}"
        bounded = is_bounded(find["n"], kinds, reach)
        return "" if bounded else f"{kinds['short numbers']} short numbers, {reach} subjects"
