"""The attacks on releases of text: those that textveil ships, and those of installed packages."""

from collections.abc import Sequence
from functools import cache

from textveil.errors import ComponentError
from textveil.policy.registry import ComponentKind, build, catalogue
from textveil.values.figures.attack import ATTACKS, KNOWLEDGE, Attack, AttackResult

__all__ = ["attacks", "meanings_of"]


@cache
def attacks() -> dict[str, Attack]:
    """Return every attack by its short name.

    Raises
    ------
    ComponentError
        If one of an installed package cannot be built, asks for what no attacker knows, or has the
        short name of another one.
    """
    found: dict[str, Attack] = {}
    for full, entry in catalogue(ComponentKind.ATTACK).items():
        attack: Attack = build(ComponentKind.ATTACK, full)
        wrong = ""
        if not attack.needs <= KNOWLEDGE.keys():
            wrong = f"{full} needs something else than {', '.join(KNOWLEDGE)}"
        elif attack.name in found:
            wrong = f"{full} has the short name of another attack: {attack.name}"
        if wrong:
            raise ComponentError(wrong, where=entry.path, hint=f"uninstall {entry.package}")
        found[attack.name] = attack
    return found


def meanings_of(results: Sequence[AttackResult]) -> list[tuple[str, str]]:
    """Return what each attack that was carried out does, in words."""
    names = dict.fromkeys(one.attack for one in results)
    return [(name, ATTACKS.get(name) or attacks()[name].meaning) for name in names]
