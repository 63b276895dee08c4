"""The table of all rules, in order of priority: where two find the same passage, the first wins."""

from functools import cache

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
    phones,
    postal,
    records,
    short_dates,
    streets,
    switchboard,
)
from textveil.detect.rules.rule import Rule
from textveil.lexicon.languages import ENGLISH

__all__ = ["known_labels", "rule_table"]


@cache
def rule_table(
    region: str = "US", labels: frozenset[str] | None = None, language: str = ENGLISH
) -> tuple[Rule, ...]:
    """Return the rules of a language for a region: all, or those of the labels asked for."""
    rules = (
        *dates.rules(language),
        *short_dates.rules(language),
        *national.rules(language),
        *machines.rules(language),
        *banking.rules(language),
        *records.rules(language),
        *cases.rules(language),
        *network.rules(language),
        *handles.rules(language),
        *numbers.rules(language),
        *phones.rules(language, region),
        *switchboard.rules(language),
        *postal.rules(language),
        *streets.rules(language),
        *ages.rules(language),
        *clock.rules(language),
        *periods.rules(language),
        *amounts.rules(language),
        *dictation.rules(language),
    )
    return tuple(rule for rule in rules if labels is None or rule.label in labels)


def known_labels() -> tuple[str, ...]:
    """Return every label that the rules give."""
    return tuple(sorted({rule.label for rule in rule_table()}))
