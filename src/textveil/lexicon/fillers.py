"""Fillers: what other tools wrote in place of an identifying value, and what they tell about it.

Understood are the tags of de-identification tools (`**NAME[XXX WWW]`, `**DATE[May 03 2015]`), of
the MIMIC records (`[**2015-3-4**]`, `[**Last Name (un) 123**]`), bracketed labels of any scheme of
`lexicon.schemes` (`[PATIENT]`, `<PERSON_1>`, `[Person A]`, `{{name}}`), and marks that name no kind
(`___`, `XXXX`, `[REDACTED]`, black bars).
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from textveil.lexicon.schemes import SCHEMES

__all__ = ["Filler", "parse_filler"]


@dataclass(frozen=True, slots=True)
class Filler:
    """What one filler says.

    Attributes
    ----------
    label
        The kind of value that it stands for; `OTHER` where it does not say.
    code
        Its own number or letters, the same in all fillers for one value; empty where it has none.
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
_DOUBLE: Final = re.compile(r"\[\*\*([^\[\]]*?)\*{0,2}\]")
_TAG: Final = re.compile(
    r"(?:\[{1,2}\*?|<{1,2}|\{{1,2})\s*([A-Za-z][A-Za-z/ _-]*?)"
    r"(?:\s*[-_:# ]?\s*([0-9]{1,6}|[0-9a-f]{8,64})|[-_:# ]([A-Z]))?\s*(?:\*?\]{1,2}|>{1,2}|\}{1,2})"
)
_DATED: Final = re.compile(r"[0-9]{1,4}([-/][0-9]{1,4}){0,2}")
_MARKS: Final = (
    (re.compile(r"X{3}-XX-X{4}"), "SSN"),
    (re.compile(r"\(?X{3}\)?[-. ]?X{3}[-.]X{4}"), "PHONE"),
    (re.compile(r"XX/XX/(?:XX){1,2}"), "DATE"),
    (re.compile(r"_{3}|X{4,}|[\u2588\u25a0\u25ac]{2,}"), "OTHER"),
)

_MORE: Final = {
    "address": "ADDRESS", "agency": "ORGANIZATION", "birthdate": "DATE", "birthday": "DATE",
    "clinic": "HOSPITAL", "clinician": "PROVIDER", "company": "ORGANIZATION", "dob": "DATE",
    "deidentified": "OTHER", "deleted": "OTHER", "doctor": "PROVIDER", "dr": "PROVIDER",
    "employer": "ORGANIZATION",
    "familyname": "NAME", "firstname": "NAME", "fullname": "NAME", "givenname": "NAME",
    "id": "OTHER-ID", "idnum": "OTHER-ID", "idnumber": "OTHER-ID", "institution": "HOSPITAL",
    "lastname": "NAME", "location": "CITY", "loc": "CITY", "md": "PROVIDER", "middlename": "NAME",
    "month": "DATE", "num": "OTHER-ID", "number": "OTHER-ID", "nurse": "PROVIDER",
    "occupation": "PROFESSION", "org": "ORGANIZATION",
    "per": "NAME", "person": "NAME", "phi": "OTHER", "phonenumber": "PHONE",
    "physician": "PROVIDER", "pii": "OTHER", "place": "CITY", "postcode": "ZIP", "pt": "PATIENT",
    "redacted": "OTHER", "relative": "PATIENT", "removed": "OTHER", "school": "ORGANIZATION",
    "ssn": "SSN", "streetaddress": "STREET", "surname": "NAME", "telephone": "PHONE",
    "town": "CITY", "user": "USERNAME", "year": "DATE", "zipcode": "ZIP",
}  # fmt: skip
_PARTS: Final = {
    "familyname": "family", "firstname": "given", "givenname": "given", "lastname": "family",
    "middlename": "given", "surname": "family",
}  # fmt: skip

# Words of the fillers of MIMIC, the more telling ones first.
_MIMIC: Final = (
    ("ward name", "HOSPITAL", ""), ("hospital unit", "HOSPITAL", ""),
    ("doctor last name", "PROVIDER", "family"), ("doctor first name", "PROVIDER", "given"),
    ("known lastname", "PATIENT", "family"), ("known firstname", "PATIENT", "given"),
    ("first name", "NAME", "given"), ("last name", "NAME", "family"),
    ("name initial", "NAME", "initial"), ("initial", "NAME", "initial"),
    ("attending info", "PROVIDER", ""), ("dictator info", "PROVIDER", ""), ("name", "NAME", ""),
    ("medical record", "MRN", ""), ("unit number", "MRN", ""), ("social security", "SSN", ""),
    ("pager", "PHONE", ""), ("telephone", "PHONE", ""), ("phone", "PHONE", ""),
    ("contact info", "PHONE", ""), ("street", "STREET", ""), ("po box", "STREET", ""),
    ("apartment", "STREET", ""), ("hospital", "HOSPITAL", ""), ("wardname", "HOSPITAL", ""),
    ("university", "ORGANIZATION", ""), ("company", "ORGANIZATION", ""),
    ("location", "CITY", ""), ("county", "STATE", ""), ("state", "STATE", ""),
    ("country", "COUNTRY", ""), ("zip", "ZIP", ""), ("e-mail", "EMAIL", ""),
    ("email", "EMAIL", ""), ("url", "URL", ""), ("age over", "AGE", ""), ("month", "DATE", ""),
    ("date", "DATE", ""), ("year", "DATE", ""), ("day", "DATE", ""), ("holiday", "DATE", ""),
    ("season", "DATE", ""), ("serial", "DEVICE", ""), ("license", "LICENSE", ""),
    ("number", "OTHER-ID", ""), ("identifier", "OTHER-ID", ""),
)  # fmt: skip


def parse_filler(text: str) -> Filler | None:
    """Return what a filler says, or None where the text is none.

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
        return _mimic(double.group(1).strip())
    starred = _STARRED.fullmatch(text)
    if starred:
        return _starred(starred.group(1), (starred.group(2) or "").strip())
    tag = _TAG.fullmatch(text)
    return _tag(tag.group(1), tag.group(2) or tag.group(3) or "", text) if tag else None


def _tag(word: str, code: str, text: str) -> Filler | None:
    # Markup and asides are written small: <b>, [sic]. Tags in square brackets may begin so.
    titled = text.startswith("[") and word.istitle()
    if not (word.isupper() or titled or text.startswith("{{") or _plain(word) in _GONE):
        return None
    label = _label(_plain(word))
    return Filler(label, code, _PARTS.get(_plain(word), "")) if label else None


_GONE: Final = frozenset(("redacted", "removed", "deleted", "deidentified"))


def _starred(word: str, content: str) -> Filler | None:
    # **ACCESSION-NUMBER: the last word says as much as is needed.
    label = _label(_plain(word)) or _label(_plain(word.rpartition("-")[2]) if "-" in word else "")
    if label is None:
        return None
    if label in ("DATE", "AGE", "TIME"):
        return Filler(label, "", "", content)
    return Filler(label, content, _PARTS.get(_plain(word), ""))


def _mimic(content: str) -> Filler:
    if not content:
        return Filler("OTHER")
    if _DATED.fullmatch(content):
        return Filler("DATE", "", "", content)
    low = content.lower()
    number = re.search(r"(?<=[ )])[0-9]+$", content)
    code = number.group() if number else ""
    for words, kind, part in _MIMIC:
        if words in low:
            label = "PROVIDER" if "(md)" in low and kind == "NAME" else kind
            return Filler(label, code, part, content if label in ("AGE", "DATE") else "")
    # Dates in words: [**March 2015**], [**1-2-2015**] were read before.
    return Filler("DATE", "", "", content) if re.search(r"[0-9]", content) else Filler("OTHER")


def _plain(word: str) -> str:
    return "".join(filter(str.isalnum, word)).lower()


def _label(plain: str) -> str | None:
    return _MORE.get(plain) or _schemes().get(plain)


@cache
def _schemes() -> dict[str, str]:
    found: dict[str, str] = {}
    for scheme in SCHEMES.values():
        for label in scheme.labels:
            # Labels of one letter, such as those of paragraphs, stand in brackets for much else.
            if len(_plain(label)) > 1:
                found.setdefault(_plain(label), scheme.to_ours(label))
    return found
