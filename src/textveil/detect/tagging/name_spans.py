"""Name spans: cuts and joins the name passages of a model, so that each is one whole name.

A model judges word by word. It may take the weekday after a name for a part of it, stop at a
hyphen, or run on from one person to the next; linking and replacing need each name whole
and alone.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.people.person_names import read_name
from textveil.lexicon.style.sentences import sentence_ends
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.terms import forms_of_address
from textveil.lexicon.tables.words import Kind, look_up
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["SOURCE", "whole_names"]

SOURCE: Final = "textveil.tagger.v1"
_TITLED: Final = 0.6
"""Score of a name that only its title tells."""

_AROUND: Final = 28
_COMMON: Final = 4
"""A name that so many bear (see `Word`) is one in small letters too."""
_DATE_AFTER: Final = re.compile(
    r"[.,]?\s{0,20}\d{1,2}(?:[/.-]\d|(?:st|nd|rd|th)\b|\s{1,20}[A-Z][a-z]{2})"
)
_SMALL: Final = re.compile(r"(?<![\w'\u2019.-])[a-z]{2,}(?![\w'\u2019-])")
_WIDE: Final = re.compile(r"\t\s*|[^\S\n]{3,}")
_OPENED: Final = re.compile(r"\s{0,20}\([a-z][^()]{0,200}$")
"""A bracket that opens upon a small word: Ana (son. With a capital it may be what she is called."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_TITLE_GAP: Final = re.compile(r"\.?[^\S\n]{0,3}")
_HYPHENATED: Final = re.compile(r"[^\W\d_]{1,60}-$")
_CAPITAL: Final = r"[^\S\n][^\W\d_a-z][\w'\u2019-]+"
_POSSESSED: Final = re.compile(
    r"(?P<first>[^\W\d_]{1,60})\.?(?:[^\S\n][\w.-]{1,60}){0,20}['\u2019]s[^\S\n](?P<kind>[^\W\d_a-z].{0,200})"
)
_GENERATION: Final = 3
"""Letters of what tells father from son: Jr, III."""
_NEVER: Final = r"(?!)"
_OTHER_HALF: Final = re.compile(r"-[^\W\d_a-z][^\W\d_]+")


class _Around(NamedTuple):
    """Patterns for the words around a name."""

    saint: re.Pattern[str]
    kin: re.Pattern[str]
    """After a comma or bracket only: Friend and Stephens are family names."""
    form_key: re.Pattern[str]
    """The key of a form before a name that is turned round: Member Ruiz, Ana."""
    before_name: re.Pattern[str]
    """Loose signs, and what somebody did with a note: ". Cosigned Ana Ruiz"."""
    days: frozenset[str]
    """Months and days of the week, also in short."""
    goes_on: re.Pattern[str]
    """Particles, and a word with a capital."""
    after_particle: re.Pattern[str]
    """A word with a capital, perhaps after more particles."""
    titled: re.Pattern[str]
    """A title, and the word with a capital behind it."""
    generation: re.Pattern[str]
    """What tells father from son: "Jr."; Senior and Junior are other words too."""


@cache
def _around(language: str) -> _Around:
    known = facts(language)
    days = known.keys("month", "weekday")
    generations = [one for one in known.words("generation") if len(one) <= _GENERATION]
    particle = rf"[^\S\n]{known.pattern('particle')}"
    return _Around(
        re.compile(rf"(?<!\w)(?:{known.pattern('saint-title')}|SAINT)\b\.?\s{{0,20}}$"),
        re.compile(rf"(?i:\s{{0,20}}[,(]\s{{0,20}}{known.pattern('kin')})$"),
        re.compile(rf"(?i:{known.pattern('form-key')})\s{{1,20}}(?=[^\W\d_]{{1,60}},)"),
        re.compile(
            rf"(?i)[\s.,;:]*(?:(?:{known.pattern('note-verb')}[\s:]+)+"
            rf"(?:{known.pattern('doer-cue')}\s+)?)?"
        ),
        frozenset(day[:length] for day in days for length in range(3, len(day) + 1)),
        re.compile(rf"(?:{particle}){{1,20}}{_CAPITAL}"),
        re.compile(rf"(?:{particle}){{0,20}}{_CAPITAL}"),
        re.compile(rf"\b{known.pattern('title')}\.?[^\S\n](?P<name>[^\W\d_a-z][^\W\d_]{{1,60}})\b"),
        re.compile(rf",?[^\S\n](?:{'|'.join(generations) or _NEVER})(?![\w'\u2019-])\.?"),
    )


def whole_names(text: str, spans: Iterable[Span], *, language: str = ENGLISH) -> Spans:
    """Return the spans; each name holds exactly its own words, other labels stay.

    Examples
    --------
    >>> text = "Seen by Ana Ruiz Mon 3/5. Dean's nurse Bo. To St. Mary's."
    >>> whole_names(text, [Span(8, 20, "NAME"), Span(26, 41, "NAME"), Span(50, 56, "NAME")])
    Spans(NAME[8,16), NAME[26,32), NAME[39,41), ORGANIZATION[46,56))
    """
    found = Spans(spans)
    found |= _titled(text, found, language)
    whole = _with_particles(
        text, _with_hyphens(text, _with_titles(text, found, language)), language
    )
    joined = _with_places(text, _with_saints(text, whole, language), language)
    parted = (piece for span in joined for piece in _parted(text, span, language))
    return Spans(span for span in parted if not _names_nobody(text, span, language))


def _titled(text: str, spans: Spans, language: str) -> Spans:
    """Return names behind titles that no span touches; a model knows the titles it learnt alone."""
    known, named = facts(language), []
    for match in _around(language).titled.finditer(text):
        word = look_up(match["name"], language)
        # "Bishop Stortford" is nobody, and "Father Christmas" hardly a person.
        tells = not known.is_a(match.group().split()[0], "everyday-title")
        if tells and not word.kinds & (Kind.WORD | Kind.CITY | Kind.TOWN) and not word.common:
            named.append(Span(*match.span(), "NAME", _TITLED, SOURCE))
    return Spans(named).subtract(spans).where(lambda one: one in named)


def _with_titles(text: str, spans: Iterable[Span], language: str) -> list[Span]:
    """Return the spans; a title that was marked apart from the name behind it belongs to it."""
    kept: list[Span] = []
    known = facts(language)
    for span in spans:
        last = kept[-1] if kept and _is_name(kept[-1]) and _is_name(span) else None
        beside = last and _TITLE_GAP.fullmatch(text, last.end, span.start)
        if last and beside and known.is_a(text[last.start : last.end].rstrip("."), "title"):
            kept[-1] = replace(span, start=last.start)
        else:
            kept.append(span)
    return kept


def _is_name(span: Span) -> bool:
    return family_of(span.label) == "NAME"


def _with_hyphens(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans; the halves of a name with a hyphen are joined."""
    last: Span | None = None
    for span in spans:
        if last is not None and _are_halves(text, last, span):
            last = replace(last if _is_name(last) else span, start=last.start, end=span.end)
            continue
        if last is not None:
            yield last
        low = 0 if last is None else last.end
        half = _HYPHENATED.search(text, max(low, span.start - _AROUND), span.start)
        last = replace(span, start=half.start()) if half and _is_name(span) else span
    if last is not None:
        yield last


def _with_particles(text: str, spans: Iterable[Span], language: str) -> list[Span]:
    """Return the spans; a name goes on behind a hyphen or particle, and to the end of "Jr."."""
    kept: list[Span] = []
    around = _around(language)
    for span in spans:
        if kept and span.start < kept[-1].end:
            kept[-1] = replace(kept[-1], end=max(kept[-1].end, span.end))
            continue
        last = text[span.start : span.end].rpartition(" ")[2]
        small = last.islower() and facts(language).is_a(last, "particle")
        going = (_OTHER_HALF, around.goes_on, around.generation)
        ways = (around.after_particle,) if small else going
        rest = (way.match(text, span.end) for way in ways if _is_name(span))
        end = max((found.end() for found in rest if found), default=span.end)
        kept.append(replace(span, end=end))
    return kept


def _are_halves(text: str, left: Span, right: Span) -> bool:
    """Tell whether only a hyphen stands between two passages, one of them a name."""
    between = text[left.end : right.start]
    beside = between == "-" or (not between and "-" in text[right.start - 1 : right.start + 1])
    words = {left.label, right.label} - {"ADDRESS", "ORGANIZATION"}
    return beside and bool(words) and all(family_of(label) == "NAME" for label in words)


def _with_saints(text: str, spans: Iterable[Span], language: str) -> list[Span]:
    """Return the spans; "St." with the name after it is the name of an organization."""
    kept: list[Span] = []
    saints = _around(language).saint
    for span in spans:
        before = max(0, span.start - _AROUND)
        saint = saints.search(text, before, span.start) if _is_name(span) else None
        low, high = (kept[-1].start, kept[-1].end) if kept else (0, 0)
        if saint is None or low < saint.start() < high:
            kept.append(span)
            continue
        if high > saint.start():
            kept.pop()
        kept.append(replace(span, start=saint.start(), label="ORGANIZATION"))
    return kept


def _with_places(text: str, spans: Iterable[Span], language: str) -> list[Span]:
    """Return the spans; "Benny's" with "Diner" after it is the name of an organization."""
    kept: list[Span] = []
    for span in spans:
        owned = kept[-1:] if family_of(span.label) == "ORGANIZATION" else []
        start = next((last.start for last in owned if _is_name(last)), span.end)
        if _is_place(text[start : span.end], language):
            kept[-1] = replace(span, start=start)
        elif _is_name(span) and _is_place(text[span.start : span.end], language):
            kept.append(replace(span, label="ORGANIZATION"))
        else:
            kept.append(span)
    return kept


def _is_place(passage: str, language: str) -> bool:
    """Tell whether a name in the possessive is followed by what says the kind of a place."""
    found, known = _POSSESSED.fullmatch(passage), facts(language)
    if found is None or known.is_a(found["first"], "title"):
        return False
    return all(known.is_a(word, "generic", "small-word") for word in found["kind"].split())


def _parted(text: str, span: Span, language: str) -> Iterator[Span]:
    """Yield the names of a passage that also holds other words."""
    if not _is_name(span) or not any(map(str.isupper, text[span.start : span.end])):
        yield span
        return
    start = span.start
    # What lies between two names: small words, wide gaps, ends of lines.
    cuts = sorted({*_small_words(text, span, language), *_gaps(text, span, language)})
    for low, high in (*cuts, (span.end, span.end)):
        if start < low:
            yield from _trimmed(text, replace(span, start=start, end=low), language)
        start = high


def _small_words(text: str, span: Span, language: str) -> Iterator[tuple[int, int]]:
    known = facts(language)
    for small in _SMALL.finditer(text, span.start, span.end):
        word = small.group()
        inner = small.start() > span.start and small.end() < span.end
        joins = known.is_a(word, "joining", "former-name", "particle")
        listed = look_up(word, language)
        # A name that was carelessly written stays.
        if inner and not joins and listed.kinds & Kind.WORD and max(listed[:3]) < _COMMON:
            yield small.span()


def _gaps(text: str, span: Span, language: str) -> Iterator[tuple[int, int]]:
    for wide in _WIDE.finditer(text, span.start, span.end):
        yield wide.span()
    yield from sentence_ends(text, span.start, span.end, language=language)
    line = text.rfind("\n", span.start, span.end)
    # Who speaks in the next line, or what follows a name that is full and turned.
    speaks = text[span.end : span.end + 1] == ":"
    if line < 0:
        return
    above, below = text[span.start : line], text[line + 1 : span.end]
    if speaks or _is_turned(above, language) or _are_two(above, below, language):
        yield line, line + 1


def _are_two(above: str, below: str, language: str) -> bool:
    """Tell whether one person is named at the end of a line, and another in full in the next.

    "Sheedy" ends a line and "Hung, Christine" follows it, or "V.M.F." and "COMAN Bogdan".
    """
    words = _WORD.findall(above)
    known = facts(language)
    if (
        not words
        or not below.strip()
        or "," in above
        or all(known.is_a(one, "particle", "title") for one in words)
    ):
        return False
    family, comma, given = below.partition(",")
    capitals = all(len(one) == 1 for one in words) and below.split(None, 1)[0].isupper()
    named = family.istitle() or family.isupper()
    turned = bool(comma) and named and len(_WORD.findall(given)) > 0
    return (turned or capitals) and _is_turned(below.strip(), language)


def _is_turned(line: str, language: str) -> bool:
    """Tell whether a line is a full name with the family name first: RUIZ Ana."""
    name = read_name(line, language=language)
    return name is not None and name.sure and min(len(name.given), len(name.family)) > 1


def _trimmed(text: str, span: Span, language: str) -> Iterator[Span]:
    """Yield a name without what surrounds it: blanks, a relative's word, the day that follows."""
    inside, around = text[span.start : span.end], _around(language)
    name = inside.rstrip().rstrip(",;:")
    opened = _OPENED.search(name, 1)
    if opened is not None:
        name = name[: opened.start()]
    kin = around.kin.search(name)
    if kin is not None and len(_WORD.findall(name[: kin.start()])) > 1:
        name = name[: kin.start()]
    first, _, last = name.rpartition(" ")
    full = " " in first and _DATE_AFTER.match(text, span.end)
    if full and squeeze_text(last) in around.days:
        name = first.rstrip()
    key = around.form_key.match(name)
    if key is None or not _is_turned(name[key.end() :], language):
        key = around.before_name.match(name)
    begin = key.end() if key else 0
    if any(map(str.isalnum, name)):
        yield replace(span, start=span.start + begin, end=span.start + len(name))


def _names_nobody(text: str, span: Span, language: str) -> bool:
    """Tell whether a name is only a title, a credential, a verb or a relative's word.

    So are `M.D.`, `Cosigned` and `mama`, and the organization `Nurse`.
    """
    passage, known = text[span.start : span.end], facts(language)
    if family_of(span.label) == "ORGANIZATION":
        return known.is_a(passage, "carer-word")
    if not _is_name(span):
        return False
    if passage.islower() and known.is_a(passage, "kin"):
        return True
    words = map(squeeze_text, passage.split())
    verbs = known.keys("note-verb")
    return all(word in forms_of_address(language) or word in verbs for word in words)
