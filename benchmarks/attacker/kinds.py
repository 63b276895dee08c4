"""The kinds of attack, each built when it is first needed."""

from functools import cache
from importlib import import_module
from typing import Final

from benchmarks.attacker.trial import Attack

__all__ = ["KINDS", "attack"]

KINDS: Final = {
    "views": "any_text:Views",
    "texts": "any_text:Runs",
    "hostile": "hostile:Hostile",
    "releases": "releases:Releases",
    "corpora": "corpora:Corpora",
    "models": "models:Models",
    "kills": "kills:Kills",
    "mutants": "mutants:Mutants",
}


@cache
def attack(name: str) -> Attack:
    """Return a kind of attack by its name."""
    module, _, made = KINDS[name].partition(":")
    built: Attack = getattr(import_module(f"benchmarks.attacker.{module}"), made)()
    return built
