"""Schemes: our labels mapped to and from those of laws, corpora and other tools.

Annotated documents come with the labels of those who annotated them, and other tools speak their
own. Everything inside speaks ours (`textveil.values.label`); this is where labels are translated.

Each scheme is a table in `lexicon/data/schemes/`. Its first line says what the scheme is. A line
holds a label of the scheme, a tab and the label of ours that says most nearly the same. A third
column says `read` where the scheme's label is only understood, and `write` where it only stands
for ours; the label `-` in such a line says that the scheme has nothing for ours.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from textveil.errors import FormatError, InvalidValueError, UsageError, require_known
from textveil.lexicon.tables.scheme import Scheme, plain
from textveil.values.label import LABELS, is_label
from textveil.values.span import Spans

__all__ = [
    "SCHEMES",
    "Scheme",
    "guess_scheme",
    "label_hint",
    "meant_label",
    "read_map",
    "read_scheme",
    "relabel",
    "relabel_into",
    "scheme",
]

_SHELF: Final = files("textveil.lexicon") / "data" / "schemes"
_CLINICAL: Final = (
    *("hipaa", "i2b2-2006", "i2b2-2014", "table-a1"),
    *("sharp", "vanderbilt", "meddocan"),
)
_GENERAL: Final = ("tab", "presidio", "ontonotes", "wnut17", "btc")
_NOTHING: Final = "-"


def read_scheme(table: Traversable) -> Scheme:
    """Read a table of labels; a malformed line is an error that names file and line."""
    title, *lines = table.read_text("utf-8").splitlines()
    ways: dict[str, dict[str, str]] = {"": {}, "read": {}, "write": {}}
    nothing = set()
    for number, line in enumerate(lines, 2):
        if line.startswith("#"):
            continue
        theirs, ours, way = (*line.split("\t"), "", "")[:3]
        if ours not in LABELS or way not in ways or line.count("\t") > 2:
            raise FormatError(
                "the line is not a label of the scheme with one of ours",
                where=f"{table.name}, line {number}",
                hint="write the label, a tab, our label, then a tab and `read` or `write` if any",
            )
        if theirs == _NOTHING:
            nothing.add(ours)
        elif way == "write":
            ways[way][ours] = theirs
        else:
            ways[way][theirs] = ours
    name, about = table.name.removesuffix(".tsv"), title.removeprefix("#").strip()
    return Scheme(name, about, ways[""], ways["write"], frozenset(nothing), ways["read"])


_OURS: Final = Scheme("textveil", "our own labels", {label: label for label in LABELS})

SCHEMES: Final[Mapping[str, Scheme]] = MappingProxyType(
    {"textveil": _OURS}
    | {name: read_scheme(_SHELF / f"{name}.tsv") for name in (*_CLINICAL, *_GENERAL)}
)
"""Every scheme by its name, ours first."""


def scheme(name: str) -> Scheme:
    """Return a scheme by its name.

    Examples
    --------
    >>> scheme("presidio").to_ours("EMAIL_ADDRESS")
    'EMAIL'
    """
    require_known("scheme", name, SCHEMES)
    return SCHEMES[name]


def guess_scheme(labels: Iterable[str]) -> Scheme | None:
    """Return the scheme that labels belong to, or None if no scheme has them all.

    Ours where all labels are ours; else, of the schemes that understand every label, the one of
    whose own labels the largest part is there.

    Examples
    --------
    >>> guess_scheme(["PER", "ORG", "LOC"])
    Scheme('btc', labels=3)
    >>> guess_scheme(["DOG", "CAT"]) is None
    True
    """
    given = set(labels)
    if not given:
        return None
    if all(map(is_label, given)):
        return _OURS
    fitting = [one for one in SCHEMES.values() if all(map(one.knows, given))]
    # `max` keeps the first of equals, and the table has an order.
    return max(fitting, key=lambda one: _share(one, given), default=None)


@cache
def _spellings() -> Mapping[str, str]:
    """Return our label for all that people and schemes call it, ours last so that they win."""
    found: dict[str, str] = {}
    everyday = read_scheme(_SHELF / "everyday.tsv")
    for one in (*reversed(list(SCHEMES.values())), everyday, _OURS):
        named = {**one.aliases, **one.meanings}
        # The letters of laws and short codes are too like anything.
        found |= {plain(label): ours for label, ours in named.items() if len(label) > 1}
    return found


def meant_label(label: str) -> str:
    """Return the label that somebody means by one that does not exist; nothing if none is near.

    Examples
    --------
    >>> meant_label("IP-ADDRESS"), meant_label("PATEINT"), meant_label("X-chi"), meant_label("MNR")
    ('IP', 'PATIENT', 'X-CHI', 'MRN')
    """
    if is_label(label.upper()):
        return label.upper()
    known, spelt = _spellings(), plain(label)
    near = [spelt] if spelt in known else get_close_matches(spelt, known, n=1, cutoff=0.75)
    # Two exchanged letters are most of a short label.
    near = near or [one for one in known if sorted(one) == sorted(spelt)]
    return known[near[0]] if near else ""


def label_hint(label: str) -> str:
    """Return what to do about a label that does not exist: the one that is meant, or a form."""
    meant = meant_label(label)
    own = "labels of your own are X- and capitals, digits and hyphens, as in X-CHI"
    return f"did you mean {meant}?" if meant else own


def read_map(pairs: Iterable[str], where: str = "--map") -> dict[str, str]:
    """Return what labels of one's own mean, from pairs such as `Patient=PATIENT`.

    Examples
    --------
    >>> read_map(["Patient=PATIENT", "CHI=X-CHI"])
    {'Patient': 'PATIENT', 'CHI': 'X-CHI'}
    """
    found: dict[str, str] = {}
    for pair in pairs:
        theirs, _, ours = (part.strip() for part in pair.partition("="))
        if not theirs or not ours:
            raise UsageError(
                "a map has pairs of a label and one of ours",
                where=where,
                hint=f"for example {where} Patient=PATIENT,CHI=X-CHI",
            )
        if not is_label(ours):
            raise UsageError(f"{ours} is not a label", where=where, hint=label_hint(ours))
        if found.setdefault(theirs, ours) != ours:
            raise UsageError(f"the map says two things of {theirs}", where=where)
    return found


def _share(one: Scheme, given: set[str]) -> float:
    return len(given & one.meanings.keys()) / len(one.meanings)


def relabel(spans: Spans, scheme: Scheme) -> Spans:
    """Return the same spans with our labels in place of a scheme's.

    A label that the scheme does not have is an error.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> relabel(Spans([Span(0, 3, "PER"), Span(7, 9, "LOC")]), SCHEMES["btc"])
    Spans(NAME[0,3), ADDRESS[7,9))
    """
    return Spans(replace(span, label=scheme.to_ours(span.label)) for span in spans)


def relabel_into(spans: Spans, scheme: Scheme, rest: str | None = None) -> Spans:
    """Return the same spans with a scheme's labels in place of ours.

    Parameters
    ----------
    spans
        Passages with our labels.
    scheme
        Whose labels to give.
    rest
        The label of passages for which the scheme has nothing. Without it such a passage is an
        error: none is dropped in silence.

    Examples
    --------
    >>> from textveil.values.span import Span
    >>> relabel_into(Spans([Span(0, 3, "PATIENT"), Span(7, 9, "AGE")]), SCHEMES["btc"], "MISC")
    Spans(PER[0,3), MISC[7,9))
    """
    given = {label: scheme.from_ours(label) or rest for label in spans.labels}
    lost = [label for label, theirs in given.items() if theirs is None]
    if lost:
        raise InvalidValueError(
            f"the scheme {scheme.name} has nothing for {', '.join(lost)}",
            hint="say what they shall be called, or leave these passages out",
        )
    return Spans(replace(span, label=given[span.label] or "") for span in spans)
