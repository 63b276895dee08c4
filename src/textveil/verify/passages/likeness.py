"""Likeness: what a surrogate and its original have in common, as the verifiers see it.

The definition stands in `docs/methods/surrogates.md` (Distance to the original). Makers follow it
with other code; both take from the facts which words have which role.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from typing import Final

from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.words import Kind, look_up
from textveil.values.label import LABELS, family_of
from textveil.verify.passages.derived import are_initials, is_made_from, is_number_made_from
from textveil.verify.readers.tables import facts, squeeze_text

__all__ = ["EXEMPT", "likeness"]

EXEMPT: Final = frozenset(
    {"AGE", "DATE", "DEMOGRAPHIC", "INITIALS", "IP", "PROFESSION", "QUANTITY", "ROOM", "TIME"}
)
"""Labels that other rules speak about."""

_TAG: Final = re.compile(r"\[[A-Z-]+\]")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_WEB: Final = (
    *("domain-ending", "free-mail", "function-word", "generic", "handle-filler", "handle-word"),
    *("path-word", "reserved-domain", "second-domain", "server-name", "small-word", "top-domain"),
    "url-scheme",
)
_MAY_AGREE: Final = {
    "ADDRESS": (
        *("address-word", "article", "box", "box-word", "flat-word", "house-letter", "joining"),
        *("military-post", "numbered-road", "place-word", "post-box", "province-kind", "road-word"),
        *("room-word", "saint-title", "side", "small-word", "street", "street-after"),
        *("street-before", "street-link", "unit-word"),
    ),
    "EMAIL": _WEB,
    "NAME": (
        *("credential", "generation", "joining", "kin", "particle", "rare-credential"),
        *("small-word", "title"),
    ),
    "ORGANIZATION": (
        *("article", "care-kind", "generic", "generic-group", "lawsuit-form", "legal-form"),
        *("party", "place-word", "saint-title", "side", "small-word", "title", "trade", "versus"),
    ),
    "URL": _WEB,
    "USERNAME": _WEB,
}
"""For each family whose values are words: the roles of words that value and surrogate may share."""
_SIZE: Final = 4
_ALIKE: Final = 3
_OFTEN: Final = 3


def likeness(fake: str, real: str, label: str, *, language: str = ENGLISH) -> str:
    """Return what a surrogate shows of its original; nothing if it shows nothing.

    This is a `word`, the first `letters` of one, or `digits` in a row; or it is `made` from it.

    Examples
    --------
    >>> likeness("Ana Ruix", "Ana Ruiz", "NAME"), likeness("Ann Cole", "Mark Holt", "NAME")
    ('word', '')
    >>> likeness("Marina Cole", "Mark Holt", "NAME"), likeness("MRN 8123499", "7123488", "MRN")
    ('letters', 'digits')
    >>> likeness("A.R.", "Ana Ruiz", "NAME"), likeness("Anna Tloh", "Mark Holt", "NAME")
    ('made', 'made')
    """
    if label in EXEMPT or _TAG.fullmatch(fake):
        return ""
    family, made = family_of(label), False
    if label != "ZIP" and (family in _MAY_AGREE or label not in LABELS):
        ours, theirs = (_telling(text, family, language) for text in (fake, real))
        if set(ours) & set(theirs):
            return "word"
        whole = family in ("NAME", "ORGANIZATION")
        pairs = list(product(ours, theirs) if whole else zip(ours, theirs, strict=False))
        if any(one[:_ALIKE] == other[:_ALIKE] for one, other in pairs):
            return "letters"
        made = any(is_made_from(*pair) for pair in [*pairs, ("".join(ours), "".join(theirs))])
        made = made or are_initials(squeeze_text(fake), _initialled(real, family, language))
    shared = _digits(fake) & _digits(real)
    if shared - (_prescribed() if family == "PHONE" else set()):
        return "digits"
    return "made" if made or is_number_made_from(fake, real) else ""


def _initialled(text: str, family: str, language: str) -> list[str]:
    """Return the words of a value whose first letters are its initials."""
    agreeing = _agreeing(family, language) if family in _MAY_AGREE else frozenset()
    words = map(squeeze_text, _WORD.findall(text))
    return [word for word in words if word and word not in agreeing]


@lru_cache(maxsize=1 << 14)
def _telling(text: str, family: str, language: str) -> list[str]:
    """Return the words of three letters or more that may say which thing or person is meant."""
    words = [word for word in _words(text) if len(word) >= _ALIKE]
    if family not in _MAY_AGREE:
        return words
    words = [word for word in words if word not in _agreeing(family, language)]
    if family in ("EMAIL", "URL"):
        words = [word for word in words if not _is_frequent(word, language)]
    return words


def _is_frequent(word: str, language: str) -> bool:
    listed = look_up(word, language)
    return listed.common >= _OFTEN and bool(listed.kinds & Kind.WORD)


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, squeezed; of O'Brien's first o, brien, then obrien."""
    for match in _WORD.finditer(text):
        parts = re.split("['\u2019]", match.group())
        if len(parts) > 1 and parts[-1] in ("s", "S"):
            del parts[-1]
        whole = ["".join(parts)] if len(parts) > 1 else []
        yield from map(squeeze_text, parts + whole)


@cache
def _agreeing(family: str, language: str) -> frozenset[str]:
    known, roles = facts(language), _MAY_AGREE[family]
    written = list(known.words(*roles))
    if "street" in roles:
        written += known.values("street").values()
    return frozenset(word for entry in written for word in _words(entry))


def _digits(text: str) -> set[str]:
    """Return all four digits in a row, whatever one or two marks part them; not four noughts."""
    found: set[str] = set()
    row, gap = "", 0
    for character in text:
        if character.isdecimal():
            row, gap = row[1 - _SIZE :] + character, 0
            found.update([row] if len(row) == _SIZE else [])
        else:
            gap += 1
            if gap > 2 or not (character.isspace() or character in "().-/"):
                row = ""
    return found - {"0" * _SIZE}


@cache
def _prescribed() -> frozenset[str]:
    """Return the rows of digits that numbering plans set aside for fiction."""
    heads = facts().values("fiction-number").items()
    rows = ["15550100", *(country + zero + head for head, country in heads for zero in ("", "0"))]
    return frozenset(row for whole in rows for row in _digits(whole))
