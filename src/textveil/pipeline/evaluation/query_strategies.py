"""Query strategies as people write them: `lc-sum`, `lcub:0.6`, `diverse:roi:0.1,0.01`."""

import re
from dataclasses import fields, is_dataclass
from typing import Any, Final, get_type_hints

from textveil.errors import ComponentError, UsageError, suggest
from textveil.policy.registry import ComponentKind, build, catalogue, load
from textveil.values.contracts import Strategy

__all__ = ["PRESETS", "strategies_named", "strategy_named"]

PRESETS: Final = {
    **{f"LCUB_{number}": f"lcub:{number / 10:g}" for number in range(1, 11)},
    "ELB_1": "elb:0",
    "ELB_2": "elb:1",
    "ELB_3": "elb:0.1",
    "ELB_4": "elb:0.01",
    "ELB_5": "elb:0.001",
    "ROI_1": "roi:0.1,0",
    "ROI_2": "roi:0.1,0.01",
    "ROI_3": "roi:0.5,0.01",
}
"""The settings of Table 14 under the names that it gives them."""

_SEED: Final = "seed"
_NEXT: Final = re.compile(r",(?=\s{0,20}[A-Za-z])")
_DEEPEST: Final = 5


def strategies_named(text: str, seed: int = 0) -> dict[str, Strategy]:
    """Return several strategies by what the user wrote, in this order.

    A comma before a letter begins the next one: `random,roi:0.1,0.01,entropy` names three.
    """
    names = [part.strip() for part in _NEXT.split(text)]
    return {name: strategy_named(name, seed) for name in names}


def strategy_named(text: str, seed: int = 0) -> Strategy:
    """Return the strategy that a user wrote.

    Parameters
    ----------
    text
        The name of a strategy or of a preset. Numbers follow after a colon, in the order of the
        options of the component; after `diverse:` follows another strategy.
    seed
        For strategies that draw.

    Raises
    ------
    UsageError
        If there is no such strategy, or its numbers are wrong.

    Examples
    --------
    >>> strategy_named("lcub:0.9")
    BoundedLeastConfidence(theta=0.9)
    >>> strategy_named("diverse:ROI_2")
    Diverse(strategy=NetReturn(net=0.1, cost=0.01), most=0.8)
    """
    return _built(text.strip(), seed, 0)


def _built(text: str, seed: int, depth: int) -> Strategy:
    if depth > _DEEPEST:
        raise UsageError("too many strategies inside each other", where="strategy")
    name, colon, given = PRESETS.get(text, text).partition(":")
    full = _full_name(name)
    kinds = _options(full)
    options: dict[str, Any] = {_SEED: seed} if _SEED in kinds else {}
    inner = next((option for option, kind in kinds.items() if kind is Strategy), None)
    if colon and inner is not None:
        options[inner] = _built(given.strip(), seed, depth + 1)
    elif colon:
        options |= _numbers(name, given, {o: kind for o, kind in kinds.items() if o != _SEED})
    try:
        made: Strategy = build(ComponentKind.STRATEGY, full, options)
    except ComponentError as error:
        raise UsageError(error.what, where=error.where or name, hint=error.hint) from None
    return made


def _full_name(name: str) -> str:
    known = catalogue(ComponentKind.STRATEGY)
    short = {full.removeprefix("textveil.").rpartition(".v")[0]: full for full in known}
    full = name if name in known else short.get(name)
    if full is None:
        names = [*short, *PRESETS]
        raise UsageError(
            f"there is no strategy with the name {name}",
            hint=suggest(name, names) or f"known: {', '.join(short)}, and the presets of Table 14",
        )
    return full


def _options(full: str) -> dict[str, Any]:
    component = load(ComponentKind.STRATEGY, full)
    if not is_dataclass(component):
        return {}
    hints = get_type_hints(component)
    return {field.name: hints[field.name] for field in fields(component) if field.init}


def _numbers(name: str, given: str, kinds: dict[str, Any]) -> dict[str, Any]:
    parts = [part.strip() for part in given.split(",")]
    wanted = ",".join(kinds).upper()
    if len(parts) != len(kinds):
        raise UsageError(
            f"{name} takes {len(kinds)} numbers after the colon, and here are {len(parts)}",
            where="strategy",
            hint=f"write {name}:{wanted}" if kinds else f"write {name}",
        )
    try:
        return {
            option: kind(part) if kind in (int, str) else float(part)
            for (option, kind), part in zip(kinds.items(), parts, strict=True)
        }
    except ValueError:
        raise UsageError(
            f"what follows after {name}: is not a number",
            where="strategy",
            hint=f"write {name}:{wanted}",
        ) from None
