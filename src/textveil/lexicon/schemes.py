"""Schemes: our labels mapped to and from those of laws, corpora and other tools.

Annotated documents come with the labels of those who annotated them, and other tools speak their
own. Everything inside speaks ours (`textveil.values.label`); this is where labels are translated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from textveil.errors import InvalidValueError
from textveil.lexicon.scheme import Scheme
from textveil.lexicon.scheme_clinical import (
    HIPAA,
    I2B2_2006,
    I2B2_2014,
    MEDDOCAN,
    SHARP,
    TABLE_A1,
    VANDERBILT,
)
from textveil.lexicon.scheme_general import BTC, ONTONOTES, PRESIDIO, TAB, WNUT17
from textveil.values.label import LABELS
from textveil.values.span import Spans

__all__ = ["SCHEMES", "Scheme", "guess_scheme", "relabel", "relabel_into", "scheme"]

_OURS: Final = Scheme("textveil", "our own labels", {label: label for label in LABELS})

SCHEMES: Final[Mapping[str, Scheme]] = MappingProxyType(
    {
        one.name: one
        for one in (
            *(_OURS, HIPAA, I2B2_2006, I2B2_2014, TABLE_A1, SHARP, VANDERBILT, MEDDOCAN),
            *(TAB, PRESIDIO, ONTONOTES, WNUT17, BTC),
        )
    }
)
"""Every scheme by its name, ours first."""


def scheme(name: str) -> Scheme:
    """Return a scheme by its name.

    Examples
    --------
    >>> scheme("presidio").to_ours("EMAIL_ADDRESS")
    'EMAIL'
    """
    if name not in SCHEMES:
        near = get_close_matches(name, SCHEMES, n=1, cutoff=0.6)
        raise InvalidValueError(
            f"there is no scheme of the name {name}",
            hint=f"did you mean {near[0]}?" if near else f"known: {', '.join(SCHEMES)}",
        )
    return SCHEMES[name]


def guess_scheme(labels: Iterable[str]) -> Scheme | None:
    """Return the scheme that labels belong to, or None where no scheme has them all.

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
    if given <= LABELS.keys():
        return _OURS
    fitting = [one for one in SCHEMES.values() if all(map(one.knows, given))]
    # `max` keeps the first of equals, and the table has an order.
    return max(fitting, key=lambda one: _share(one, given), default=None)


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
