"""Tables of groups: what the command line and the page of mistakes both show."""

from typing import Any, Final

from textveil.evaluate.detection.group_scores import GroupReport
from textveil.evaluate.detection.groups import Grouping

__all__ = ["TITLES", "difference_line", "group_tables"]

TITLES: Final = {
    Grouping.DOMAIN: "domain",
    Grouping.FREQUENCY: "surname, by tenths of frequency",
    Grouping.ORIGIN: "origin of the surname",
    Grouping.CASE: "case",
    Grouping.LENGTH: "characters of the document",
}
"""The groupings that have a table, with its title; labels have a richer one elsewhere."""


def difference_line(groups: GroupReport, by: Grouping) -> str:
    """Return which two groups differ most; empty if there is nothing to compare."""
    most = groups.difference(by)
    if most is None:
        return ""
    best, worst = most.best or "(none)", most.worst or "(none)"
    if most.value == 0.0:
        return "largest difference: 0.0 points"
    return f"largest difference: {100 * most.value:.1f} points, {worst} below {best}"


def group_tables(groups: GroupReport) -> list[dict[str, Any]]:
    """Return the tables that have two groups or more with enough passages, for a page."""
    return [
        {
            "title": title,
            "of_documents": by.is_of_documents,
            "difference": difference_line(groups, by),
            "rows": shown,
        }
        for by, title in TITLES.items()
        if (shown := groups.shown(by))
    ]
