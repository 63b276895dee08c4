"""Fillers: what other tools wrote in place of an identifying value, and what they tell about it.

Understood are the tags of de-identification tools (`**NAME[XXX WWW]`, `**DATE[May 03 2015]`), of
the MIMIC records (`[**2015-3-4**]`, `[**Last Name (un) 123**]`), bracketed labels of any scheme of
`lexicon.tables.schemes` (`[PATIENT]`, `<PERSON_1>`, `[Person A]`, `{{name}}`), and marks that name
no kind (`___`, `XXXX`, `[REDACTED]`, black bars).
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.schemes import SCHEMES

__all__ = ["Filler", "parse_filler"]


@dataclass(frozen=True, slots=True)
class Filler:
    """What one filler says.

    Attributes
    ----------
    label
        The kind of value that it stands for; `OTHER` where it does not say.
    code
        Its own number or letters, the same in all fillers for one value; empty if it has none.
    part
        Of a name: `given`, `family` or `initial`, where only that part is meant.
    content
        What else it tells: a date, or words for an age.
    """

    label: str
    code: str = ""
    part: str = ""
    content: str = ""


_STARRED: Final = re.compile(r"\*\*([A-Za-z][A-Za-z-]*)(?:\[([^\[\]]*)\])?")
_DOUBLE: Final = re.compile(r"\[\*\*([^\[\]]{0,200}?)\*{0,2}\]")
_TAG: Final = re.compile(
    r"(?:\[{1,2}\*?|<{1,2}|\{{1,2})\s{0,20}([A-Za-z][A-Za-z/ _-]{0,60}?)"
    r"(?:\s{0,20}[-_:# ]?\s{0,20}([0-9]{1,6}|[0-9a-f]{8,64})|[-_:# ]([A-Z]))?\s{0,20}"
    r"(?:\*?\]{1,2}|>{1,2}|\}{1,2})"
)
_DATED: Final = re.compile(r"[0-9]{1,4}([-/][0-9]{1,4}){0,2}")
_MARKS: Final = (
    (re.compile(r"X{3}-XX-X{4}"), "SSN"),
    (re.compile(r"\(?X{3}\)?[-. ]?X{3}[-.]X{4}"), "PHONE"),
    (re.compile(r"XX/XX/(?:XX){1,2}"), "DATE"),
    (re.compile(r"_{3}|X{4,}|[\u2588\u25a0\u25ac]{2,}"), "OTHER"),
)


def parse_filler(text: str, language: str = ENGLISH) -> Filler | None:
    """Return what a filler says, or None if the text is none.

    Examples
    --------
    >>> parse_filler("**NAME[XXX WWW]")
    Filler(label='NAME', code='XXX WWW', part='', content='')
    >>> parse_filler("[**Known lastname 123**]")
    Filler(label='PATIENT', code='123', part='family', content='')
    >>> parse_filler("[**2015-3-4**]").content, parse_filler("<PERSON_2>").code
    ('2015-3-4', '2')
    >>> parse_filler("[sic]") is None
    True
    """
    text = " ".join(text.split())
    for mark, label in _MARKS:
        if mark.fullmatch(text):
            return Filler(label)
    double = _DOUBLE.fullmatch(text)
    if double:
        return _mimic(double.group(1).strip(), language)
    starred = _STARRED.fullmatch(text)
    if starred:
        return _starred(starred.group(1), (starred.group(2) or "").strip(), language)
    tag = _TAG.fullmatch(text)
    code = tag.group(2) or tag.group(3) or "" if tag else ""
    return _tag(tag.group(1), code, text, language) if tag else None


def _tag(word: str, code: str, text: str, language: str) -> Filler | None:
    # Markup and asides are written small: <b>, [sic]. Tags in square brackets may begin so.
    shown = word.isupper() or (text.startswith("[") and word.istitle()) or text.startswith("{{")
    if not (shown or facts(language).is_a(word, "filler-mark")):
        return None
    label, part = _meaning(word, language)
    return Filler(label, code, part) if label else None


def _starred(word: str, content: str, language: str) -> Filler | None:
    label, part = _meaning(word, language)
    if not label and "-" in word:
        # **ACCESSION-NUMBER: the last word says as much as is needed.
        label, part = _meaning(word.rpartition("-")[2], language)[0], ""
    if label in ("DATE", "AGE", "TIME"):
        return Filler(label, "", "", content)
    return Filler(label, content, part) if label else None


def _mimic(content: str, language: str) -> Filler:
    if _DATED.fullmatch(content):
        return Filler("DATE", "", "", content)
    low = content.lower()
    number = re.search(r"(?<=[ )])[0-9]+$", content)
    for phrase, meaning in facts(language).values("filler-phrase").items():
        if phrase in low:
            kind, _, part = meaning.partition(" ")
            label = "PROVIDER" if "(md)" in low and kind == "NAME" else kind
            told = content if label in ("AGE", "DATE") else ""
            return Filler(label, number.group() if number else "", part, told)
    # Dates in words: [**March 2015**], [**1-2-2015**] were read before.
    return Filler("DATE", "", "", content) if re.search(r"[0-9]", content) else Filler("OTHER")


def _meaning(word: str, language: str) -> tuple[str, str]:
    """Return the label that a word stands for and the part of a name; empty if it is none."""
    plain = "".join(filter(str.isalnum, word)).lower()
    label, _, part = (facts(language).value("filler", plain) or "").partition(" ")
    return label or _schemes().get(plain, ""), part


@cache
def _schemes() -> dict[str, str]:
    found: dict[str, str] = {}
    for scheme in SCHEMES.values():
        for label in scheme.labels:
            plain = "".join(filter(str.isalnum, label)).lower()
            # Labels of one letter, such as those of paragraphs, stand in brackets for much else.
            if len(plain) > 1:
                found.setdefault(plain, scheme.to_ours(label))
    return found
