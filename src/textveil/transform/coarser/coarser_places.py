"""Places made coarser: postal codes to three digits, cities to states, states to countries."""

import re
from typing import Final

from textveil.lexicon.geography.localities import state_code
from textveil.lexicon.geography.place_lists import zip_state
from textveil.lexicon.ladders.places import HOME, containing
from textveil.lexicon.tables.folding import squeeze_text

__all__ = ["RESTRICTED_ZIPS", "coarser_place", "coarser_zip"]

_RESTRICTED: Final = "036 059 063 102 203 556 692 790 821 823 830 831 878 879 884 890 893"
RESTRICTED_ZIPS: Final = frozenset(_RESTRICTED.split())
"""Three-digit areas with 20,000 people or fewer by the 2000 Census.

From the guidance on de-identification of the US Department of Health and Human Services, Office
for Civil Rights, 26 November 2012, on 45 CFR 164.514(b)(2)(i)(B).
"""

_ZIP: Final = re.compile(r"(?P<prefix>[0-9]{3})[0-9]{2}(?:[-\s]?[0-9]{4})?")


def coarser_zip(text: str, restricted: frozenset[str] = RESTRICTED_ZIPS) -> str | None:
    """Return the first three digits of a US postal code; `000` if too few people share them.

    None if it is not a US postal code or its prefix is not in use.

    Examples
    --------
    >>> coarser_zip("02139"), coarser_zip("02139-4307"), coarser_zip("82190"), coarser_zip("SW1A")
    ('021', '021', '000', None)
    """
    match = _ZIP.fullmatch(text.strip())
    if match is None:
        return None
    prefix = match["prefix"]
    if prefix in restricted:
        return "000"
    return prefix if zip_state(prefix) else None


def coarser_place(text: str, label: str, level: str, after: str = "") -> str | None:
    """Return the state or country that a place lies in; None if the lists do not tell.

    Of several places of a name, the one in the state that follows the passage is meant, or else
    the largest. A state becomes its country, at either level, and so does a city of its name.

    Parameters
    ----------
    text
        The passage.
    label
        `CITY` or `STATE`.
    level
        `state` or `country`.
    after
        What follows the passage in the text.

    Examples
    --------
    >>> coarser_place("Boston", "CITY", "state"), coarser_place("Boston", "CITY", "country")
    ('Massachusetts', 'United States')
    >>> coarser_place("Springfield", "CITY", "state", ", MA 01101")
    'Massachusetts'
    >>> coarser_place("Lyon", "CITY", "state"), coarser_place("Texas", "STATE", "state")
    ('France', 'United States')
    """
    name, is_state = squeeze_text(text), bool(state_code(text))
    found = _city(name, level, after) if label != "STATE" else HOME if is_state else None
    if found is not None and squeeze_text(found) == name:
        # New York lies in New York: its state would be its own name.
        found = HOME if is_state else None
    return found.upper() if found and text.isupper() and len(text) > 3 else found


def _city(name: str, level: str, after: str) -> str | None:
    within = containing(name, after)
    if not within:
        return None
    return within[0] if level == "state" else within[-1]
