"""The section of a report about what may remain.

A report is certified before anybody reads a sample. So its hash is over the page with two marks and
nothing between them, and what stands between them must be exactly what `risk.json` gives. The
template belongs to the schema: another wording needs another schema.
"""

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from math import ceil
from pathlib import Path
from typing import Any, Final

from textveil.certify.document.certificate import BLANK, read_bounded

__all__ = [
    "NO_SECTION",
    "hundred",
    "report_hash",
    "risk_section",
    "risk_sentence",
    "section_of",
    "with_section",
]

_BEGIN: Final = b"<!-- risk: begin -->"
_END: Final = b"<!-- risk: end -->"
NO_SECTION: Final = _BEGIN + _END
"""What stands in a report while nothing is estimated."""
_TEMPLATE: Final = files("textveil.certify.risk") / "section.html"
_OVERLOOKED: Final = files("textveil.certify.risk") / "overlooked.html"


def risk_section(risk: Mapping[str, Any] | None) -> bytes:
    """Return the section for the content of a `risk.json`; without one, the marks alone."""
    if risk is None:
        return NO_SECTION
    one = risk["readers"] == 1
    told = "One person" if one else f"{risk['readers']:,} people"
    both = risk["overlooked"]
    shown = _OVERLOOKED.read_text("utf-8").format(**both) if both else ""
    page = _TEMPLATE.read_text("utf-8").format(
        **{**risk, "overlooked": shown, "confidence": 100 * risk["confidence"]},
        readers_told=told,
        sentence=risk_sentence(risk).replace("`", ""),
    )
    return page.rstrip("\n").encode()


def risk_sentence(risk: Mapping[str, Any]) -> str:
    """Return both bounds as a sentence; shares are rounded up.

    Examples
    --------
    >>> print(risk_sentence({"confidence": 0.95, "share": 0.0581, "mean": 0.2311, "most": 9}))
    With 95 % confidence at most 5.9 of 100 documents hold a missed identifier (exact binomial, \
one-sided), and with 95 % confidence at most 23.2 missed identifiers stand in 100 documents. The \
second bound allows for 9 of them in one document: a smaller limit (`--most`), or more documents \
read, makes it tighter.
    """
    sure = f"ith {100 * risk['confidence']:g} % confidence at most"
    return (
        f"W{sure} {hundred(risk['share'])} of 100 documents hold a missed identifier (exact "
        f"binomial, one-sided), and w{sure} {hundred(risk['mean'])} missed identifiers stand in "
        f"100 documents. The second bound allows for {risk['most']:,} of them in one document: a "
        "smaller limit (`--most`), or more documents read, makes it tighter."
    )


def hundred(mean: float) -> str:
    """Return how many stand in a hundred documents, rounded up to a tenth.

    Examples
    --------
    >>> hundred(0.0581), hundred(0.05), hundred(1.0)
    ('5.9', '5.0', '100.0')
    """
    # A hair less, so that 0.058 is not 5.9 because of how it is stored.
    return f"{ceil(1000 * mean - 1e-9) / 10:,.1f}"


def section_of(page: bytes) -> bytes | None:
    """Return the section of a page; None if it has no place for one."""
    start, end = page.find(_BEGIN), page.find(_END)
    if page.count(_BEGIN) != 1 or page.count(_END) != 1 or end < start:
        return None
    return page[start : end + len(_END)]


def with_section(page: bytes, old: bytes, new: bytes = NO_SECTION) -> bytes | None:
    """Return a page with another section; None if its section is not the old one."""
    found = section_of(page)
    return page.replace(old, new) if found == old else None


def report_hash(path: Path, release_id: str, section: bytes) -> str:
    """Return the SHA-256 of a report with zeros for the release id; empty if it is not in it once.

    The id covers this hash, so the hash cannot cover the id. What may remain is estimated later:
    the section about it is left out, and must be the one that the estimate gives.

    Parameters
    ----------
    path
        The report.
    release_id
        The id that it must show.
    section
        The section that it must have about what may remain.
    """
    page, shown = with_section(read_bounded(path), section), release_id.encode()
    if page is None or page.count(shown) != 1:
        return ""
    return sha256(page.replace(shown, BLANK.encode())).hexdigest()
