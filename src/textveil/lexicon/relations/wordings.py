"""Wordings: phrases and verbs of messages that stand for each other (`wordings.tsv`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from textveil.lexicon.dates.written_forms import table_of

__all__ = ["LONGEST_WORDING", "OtherWordings", "phrase_wordings", "verb_wordings"]

LONGEST_WORDING: Final = 4
"""Words of the longest phrase that is looked for."""
_ONE_WAY: Final = "to"
_BOTH_WAYS: Final = "as"


@dataclass(frozen=True, slots=True)
class OtherWordings:
    """What can stand for a phrase.

    Attributes
    ----------
    forms
        The other ways to write it.
    follows
        Beginnings of tags of the word that must follow, or `end`; empty for anything.
    """

    forms: tuple[str, ...]
    follows: tuple[str, ...] = ()


@cache
def phrase_wordings() -> Mapping[str, OtherWordings]:
    """Return the wordings of phrases, by the phrase as it is written.

    Examples
    --------
    >>> phrase_wordings()["a lot of"].forms
    ('loads of', 'lots of', 'plenty of')
    """
    return _by_form(_BOTH_WAYS, _ONE_WAY)


@cache
def verb_wordings() -> Mapping[str, OtherWordings]:
    """Return the wordings of verbs, by their base forms.

    Examples
    --------
    >>> verb_wordings()["begin"].forms
    ('start',)
    """
    return _by_form("VB")


def _by_form(*kinds: str) -> dict[str, OtherWordings]:
    found: dict[str, OtherWordings] = {}
    for kind, needed, *forms in (row for row in table_of("wordings.tsv") if row[0] in kinds):
        follows = () if needed == "-" else tuple(needed.split(","))
        for form in forms[:1] if kind == _ONE_WAY else forms:
            # A form of two rows keeps the first: joined sets would drift in meaning.
            others = tuple(sorted(set(forms) - {form}))
            found.setdefault(form, OtherWordings(others, follows))
    return found
