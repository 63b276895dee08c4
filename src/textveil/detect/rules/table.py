"""The table of all rules, in order of priority: where two find the same passage, the first wins."""

from functools import lru_cache

from textveil.detect.rules import (
    ages,
    amounts,
    banking,
    cases,
    clock,
    dates,
    dictation,
    handles,
    machines,
    national,
    network,
    numbers,
    periods,
    postal,
    records,
    short_dates,
    streets,
    switchboard,
)
from textveil.detect.rules.phones import phone_rules
from textveil.detect.rules.rule import Rule

__all__ = ["LABELS", "rule_table"]


@lru_cache(maxsize=64)
def rule_table(region: str, labels: frozenset[str] | None = None) -> tuple[Rule, ...]:
    """Return the rules for a region, all of them or those of the labels asked for."""
    rules = (
        *dates.rules(),
        *short_dates.rules(),
        *national.RULES,
        *machines.RULES,
        *banking.RULES,
        *records.RULES,
        *cases.RULES,
        *network.RULES,
        *handles.RULES,
        *numbers.RULES,
        *phone_rules(region),
        *switchboard.RULES,
        *postal.RULES,
        *streets.RULES,
        *ages.rules(),
        *clock.rules(),
        *periods.rules(),
        *amounts.RULES,
        *dictation.RULES,
    )
    return tuple(rule for rule in rules if labels is None or rule.label in labels)


LABELS = tuple(sorted({rule.label for rule in rule_table("US")}))
"""Every label that the rules give."""
