"""The published report: each of its tags, words and numbers is explained.

A report may show what its template has, what the certificate has, what the program itself says
(`pages/words.txt`), and numbers of at most three digits or groups of three. Source text is nothing
of this, whether it stands in a text, an attribute or a comment.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from html import unescape
from importlib.resources import files
from typing import Any, Final

from textveil.certify.certificate_shape import TEXT
from textveil.certify.risk.section import NO_SECTION
from textveil.formats.catalog import FORMATS
from textveil.lexicon.languages import LANGUAGES, language_named
from textveil.version import VERSION

__all__ = ["explained", "unknown_words"]

_PAGES: Final = files("textveil.certify") / "pages"
_HOLE: Final = re.compile(r"(?s)\{\{.{0,500}?\}\}")
_CONTROL: Final = re.compile(r"(?s)\{%.{0,500}?%\}")
_TAG: Final = re.compile(r"<[^<>]*>?")
_WORD: Final = re.compile(r"[^\W_]+")
_FIGURE: Final = re.compile(r"[0-9]{1,3}e?")
_OWN: Final = "textveil."


@cache
def _template(method: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...], frozenset[str]]:
    """Return the tags of a report, those with variable parts, and all that it says."""
    names = ("release.html.j2", "report.html.j2" if method == TEXT else "method.html.j2")
    told = "".join((_PAGES / name).read_text("utf-8") for name in names)
    told += NO_SECTION.decode()
    tags = _TAG.findall(_HOLE.sub("\0", _CONTROL.sub("", told)))
    held = (re.escape(tag).replace("\0", r"[\w. -]{0,30}") for tag in tags if "\0" in tag)
    said = told + (_PAGES / "words.txt").read_text("utf-8")
    return frozenset(tags), tuple(map(re.compile, held)), frozenset(said) | {*_WORD.findall(said)}


def _leaves(value: Any) -> Iterator[str]:
    """Yield all that a certificate says, as a report may write it."""
    if isinstance(value, Mapping):
        for name, inside in value.items():
            yield from (name, *_leaves(inside))
    elif isinstance(value, list | tuple):
        for inside in value:
            yield from _leaves(inside)
    elif isinstance(value, float):
        yield f"{value} {value:.4g} {100 * value:.4g}"
    else:
        yield str(value).encode("utf-8", "backslashreplace").decode()


def explained(page: bytes, certificate: Mapping[str, Any]) -> bool:
    """Tell whether a report shows nothing but what its template and its certificate give.

    Parameters
    ----------
    page
        The report, with an empty section about what may remain.
    certificate
        As it was read.
    """
    tags, held, said = _template(certificate["method"])
    # Day and time of the start stand apart on the page.
    started = certificate["started"].replace("T", " ")
    languages = (language_named(code).name for code in LANGUAGES)
    own = "\n".join((*_leaves(certificate), started, *FORMATS, *languages))
    known = said | {*own, *_WORD.findall(own)}
    text = page.decode("utf-8", "replace")
    for tag in set(_TAG.findall(text)) - tags:
        if not any(pattern.fullmatch(tag) for pattern in held):
            return False
    shown = unescape(_TAG.sub(lambda tag: re.sub("[<>]", " ", tag[0]), text))
    marks = set(_WORD.sub("", shown))
    words = {word for word in _WORD.findall(shown) if not _FIGURE.fullmatch(word)}
    return words <= known and all(one.isascii() or one in known for one in marks)


def unknown_words(certificate: Mapping[str, Any]) -> str:
    """Return why a report may say what is not known here; empty if it may not."""
    if certificate["textveil"] != VERSION:
        return "another version of textveil made the report: its words were not explained"
    attacks = {word for one in certificate["attacks"] for word in _WORD.findall(one["attack"])}
    if attacks - _template(TEXT)[2] or not all(
        name.startswith(_OWN) for name in certificate["components"]
    ):
        return "parts of other packages took part: the words of the report were not explained"
    return ""
