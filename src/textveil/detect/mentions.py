"""Mentions: what a passage says about the person it names, with the words right around it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from textveil.lexicon.person_names import Reading, gender_of, name_pieces, parse_name
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["Mention", "mentions"]

_LINE_BREAK: Final = "-\n"
_AROUND: Final = 24
_MOST_INITIALS: Final = 4

# fmt: off
_KIN: Final = (
    "mother", "father", "mom", "mum", "dad", "parent", "wife", "husband", "spouse", "partner",
    "son", "daughter", "child", "brother", "sister", "twin", "sibling", "aunt", "uncle", "niece",
    "nephew", "cousin", "grandmother", "grandfather", "grandma", "grandpa", "grandson",
    "granddaughter", "stepson", "stepdaughter", "stepmother", "stepfather", "in-law", "fiance",
    "fiancee", "boyfriend", "girlfriend", "friend", "neighbor", "neighbour", "guardian",
)
# fmt: on
_RELATIVE: Final = f"(?:{'|'.join(_KIN)}|[a-z]+-in-law)s?"
_THEIR: Final = r"(?:his|her|their|its|the|pt['\u2019]?s|patient['\u2019]?s)"
# Whoever writes of "my wife" may write about the subject.
_KIN_BEFORE: Final = re.compile(rf"(?i)(?<!my )(?<!our )\b{_RELATIVE}[,:(]*\s+\(?$")
_KIN_OF: Final = re.compile(rf"(?i)\A\s*[,(]\s*{_THEIR}\s+(?:[a-z]+\s+)?{_RELATIVE}\b")
_KIN_AFTER: Final = re.compile(rf"(?i)\A\s*[,(]\s*(?:[a-z]+\s+)?{_RELATIVE}\b")
_CONTACT_BEFORE: Final = re.compile(
    r"(?i)\b(?:contact|family|next of kin|nok|guarantor|informant|source|caller)\b[:\s(]*$"
)
_AGE_AFTER: Final = re.compile(r"(?i)\A,?\s+\d{1,3}\s?-?(?:[fm]|y/?o|yrs?|years?)\b")
_SPACE: Final = re.compile(r"[^\S\n]+|\n(?=.)")
_SUBJECT_BEFORE: Final = re.compile(
    r"(?i)\b(?:patient|pt|member|client|name|subject|re)\b[^\n:]{0,12}:\s*$"
)
_TITLE_BEFORE: Final = re.compile(
    r"(?i)(?:^|[^\w/])(mrs?|ms|miss|mx|drs?|doctor|prof(?:essor)?)\.?\s+$"
)
_DOCTORS: Final = frozenset({"dr", "drs", "doctor", "prof", "professor"})


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Mention:
    """What one passage says about a person.

    Attributes
    ----------
    readings
        Given, middle and family name, in the ways that the words can be read; the likeliest first.
    initials
        The letters, where the passage consists of nothing but initials.
    generation
        `jr`, `sr` and the like.
    title
        Gender by title; `dr` for a doctor.
    label
        `PATIENT` or `PROVIDER`; empty where neither is said.
    sure
        Whether the writing shows which word is the family name.
    relation
        `subject` where the words before say that the document is about this person ("Patient:");
        `kin` where it is a relative of the subject ("his wife Ana", "Ana, her mother"); `maybe kin`
        where it may be one ("Ana (mother)", "Contact: Ana").
    """

    readings: tuple[Reading, ...]
    initials: str = ""
    generation: str = ""
    title: str = ""
    label: str = ""
    sure: bool = False
    relation: str = ""

    def __repr__(self) -> str:
        return f"Mention({len(self.readings)} readings)"

    @property
    def first(self) -> Reading:
        """The likeliest reading."""
        return self.readings[0]

    @property
    def is_full(self) -> bool:
        """Whether given name and family name are both written out."""
        return not self.initials and len(self.first.given) > 1 and len(self.first.family) > 1

    @property
    def is_word(self) -> bool:
        """Whether there is one word only, a given name or a family name."""
        return sum(map(bool, self.first)) == 1

    @property
    def is_provider(self) -> bool:
        """Whether the person treats people, by label or title."""
        return self.label == "PROVIDER" or (not self.label and self.title in _DOCTORS)


@lru_cache(maxsize=1 << 14)
def _read(text: str, initials: bool) -> Mention | None:
    name = parse_name(text.replace(_LINE_BREAK, ""))
    if name is None:
        return None
    letters = "".join(part.key for part in name.parts)
    bare = all(part.is_initial for part in name.parts)
    if len(letters) <= _MOST_INITIALS and (initials or (bare and len(letters) > 1)):
        return Mention((Reading("", "", ""),), letters)
    readings = tuple(dict.fromkeys(one.reading for one in name.readings()))
    title = name.title if name.title in _DOCTORS else gender_of(name.title, "")
    return Mention(readings, "", name.generation, title, sure=name.sure)


def mentions(document: Document, spans: Spans) -> Iterator[tuple[Span, list[tuple[Span, Mention]]]]:
    """Yield each span of a name with what it says: one mention for each person that it names."""
    for span in spans:
        if family_of(span.label) != "NAME":
            continue
        text = document.covered_by(span)
        pieces = name_pieces(text)
        found = []
        for low, high in pieces:
            piece = replace(span, start=span.start + low, end=span.start + high)
            mention = _read(text[low:high], span.label == "INITIALS")
            if mention is not None:
                found.append((piece, _around(mention, document.text, piece)))
        if found:
            yield span, found


def _around(mention: Mention, text: str, span: Span) -> Mention:
    """Return what the words right before and after a name add."""
    label = span.label if span.label in ("PATIENT", "PROVIDER") else ""
    before = _SPACE.sub(" ", text[max(0, span.start - _AROUND) : span.start])
    title = _TITLE_BEFORE.search(before)
    written = title.group(1).casefold() if title and not mention.title else ""
    after = text[span.end : span.end + _AROUND]
    relation = ""
    if _KIN_BEFORE.search(before) or _KIN_OF.search(after):
        relation = "kin"
    elif _KIN_AFTER.search(after) or _CONTACT_BEFORE.search(before):
        relation = "maybe kin"
    elif _SUBJECT_BEFORE.search(before) or _AGE_AFTER.search(after):
        relation = "subject"
    return replace(
        mention,
        label=label,
        title=mention.title or (written if written in _DOCTORS else gender_of(written, "")),
        relation=relation,
    )
