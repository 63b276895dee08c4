"""Mutants: defects in the makers, one at a time; what does harm is refuted or told."""

from random import Random

from tests.mutants.fixed import told
from tests.mutants.outcomes import caught, is_harmful, is_mutant

from benchmarks.attacker.trial import Find, Made

SAMPLE = 20
PLANS = ("tag-only", "hide-in-plain-sight", "kanon", "dictionary", "sanitize")


class Mutants:
    """Releases by makers with a planted defect."""

    name, share = "mutants", 2.0
    about = "a release by a maker with a planted defect"

    def some(self, seed: str) -> Made:
        """Plant some defects into the makers of one plan."""
        plan = Random(seed).choice(self._plans())  # noqa: S311 - repeatable
        found = [one for one in told(SAMPLE, seed, plan) if is_mutant(one)]
        missed = [one for one in found if is_harmful(one) and not caught(one)]
        finds = [{k: one[k] for k in ("plan", "function", "kind")} for one in missed]
        return Made(len(found), [{**one, "why": "no verifier tells the harm"} for one in finds])

    def _plans(self) -> list[str]:
        from tests.mutants.plans import PLANS as KNOWN

        return [name for name in PLANS if name in KNOWN] or sorted(KNOWN)

    def again(self, find: Find) -> str:
        """Plant the defect of a find once more."""
        from tests.mutants.trials import Bench, Mutant

        bench = Bench([find["plan"]], trace=False)
        try:
            row = bench.tried(Mutant(find["plan"], find["function"], find["kind"]))
        finally:
            bench.close()
        return "no verifier tells the harm" if row.get("false") and not caught(row) else ""
