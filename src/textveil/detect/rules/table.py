"""The table of all rules, in order of priority: where two find the same passage, the first wins."""

from functools import cache

from textveil.detect.rules import ages, clock, dates, periods, short_dates
from textveil.detect.rules.rule import Rule
from textveil.detect.rules.tabled import tabled_rules
from textveil.lexicon.tables.languages import ENGLISH

__all__ = ["known_labels", "rule_table"]

_LAST = frozenset({"QUANTITY", "INITIALS"})
"""Labels whose rules are broad: all others come first."""


@cache
def rule_table(
    region: str = "US", labels: frozenset[str] | None = None, language: str = ENGLISH
) -> tuple[Rule, ...]:
    """Return the rules of a language for a region: all, or those of the labels asked for."""
    rules = (
        *dates.rules(language),
        *short_dates.rules(language),
        *tabled_rules(language, region),
        *ages.rules(language),
        *clock.rules(language),
        *periods.rules(language),
    )
    wanted = (rule for rule in rules if labels is None or rule.label in labels)
    return tuple(sorted(wanted, key=lambda rule: rule.label in _LAST))


def known_labels(language: str = ENGLISH) -> tuple[str, ...]:
    """Return every label that the rules of a language give."""
    return tuple(sorted({rule.label for rule in rule_table(language=language)}))
