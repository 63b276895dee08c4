"""Names of the files that jobs of a release make, for the pages that show them."""

from typing import Final

__all__ = [
    "CHANGED",
    "COMPARED",
    "COUNTS",
    "FOUND",
    "KEEP",
    "PUBLISH",
    "REPORT",
    "SUMMARY",
    "VALUES",
]

FOUND: Final = "found"
"""Documents with what was found in each."""
VALUES: Final = "values"
"""Where equal values stand."""
COUNTS: Final = "counts"
"""At how many places each value stands."""
SUMMARY: Final = "summary"
"""The ids of documents, counts by label, and rules that are proposed for columns."""
COMPARED: Final = "compared"
"""Documents before and after."""
CHANGED: Final = "changes"
"""What was changed, the most doubtful first."""
PUBLISH: Final = "publish.zip"
KEEP: Final = "keep.zip"
REPORT: Final = "report.html"
