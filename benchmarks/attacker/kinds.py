"""The kinds of attack, each built when it is first needed."""

from functools import cache
from importlib import import_module
from typing import Final

from benchmarks.attacker.trial import Attack, Find, Made

__all__ = ["KINDS", "attack", "tried", "tried_again"]

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


def tried(name: str, seed: str) -> Made:
    """Make some trials; an error that no kind expects is a find, too."""
    try:
        return attack(name).some(seed)
    except Exception as error:  # noqa: BLE001 - whatever is raised, it is a find
        return Made(1, [{"some": seed, "why": f"not expected: {type(error).__name__}"}])


def tried_again(find: Find) -> str:
    """Try a find again; return what is wrong, or nothing if it was mended."""
    if "some" in find:
        return "".join(one["why"] for one in tried(find["attack"], find["some"]).found)
    return attack(find["attack"]).again(find)
