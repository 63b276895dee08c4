"""Address groups: joins a city with the state, postal code or country beside it.

"Springfield, IL 62701" is three passages of one place. Each gets as its entity what it takes to
replace it by a part of one other place: a city is told apart from others of its name by its state,
and a postal code belongs to a city. A city or postal code that stands alone means the one that the
document names in full elsewhere, if there is just one.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from textveil.lexicon.geography.localities import Locality, country_code, read_locality, state_code
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.span import Span, Spans

__all__ = ["group_addresses"]

_PARTS: Final = frozenset({"CITY", "COUNTRY", "STATE", "ZIP"})
_BETWEEN: Final = re.compile(r"[ \t,;.()-]{0,4}(?:\r?\n[ \t]{0,8})?")
_STATE_BETWEEN: Final = re.compile(
    r"[ \t]?,\s{1,2}([A-Z]{2}|[A-Z][a-z]{2,12}\.?(?:\s[A-Z][a-z]{2,12})?)[ \t,.]{1,3}"
)


def group_addresses(document: Document, spans: Spans, *, language: str = ENGLISH) -> Spans:
    """Return the spans; the `entity` of a city or postal code is its place.

    Examples
    --------
    >>> note = Document("n", "Lives in Springfield, IL 62701; born in Springfield.")
    >>> found = Spans([Span(9, 20, "CITY"), Span(22, 24, "STATE"), Span(25, 30, "ZIP"),
    ...     Span(40, 51, "CITY")])
    >>> [span.entity for span in group_addresses(note, found)]
    ['springfield|IL|US', None, '62701|springfield|IL|US', 'springfield|IL|US']
    """
    places = [_placed(document, group, language) for group in _groups(document, spans)]
    named: dict[str, set[str]] = {}
    for group, locality in places:
        for span in group:
            if len(group) > 1:
                named.setdefault(_key(document, span), set()).add(locality.text)
    changed: dict[Span, Span] = {}
    for group, locality in places:
        for span in group:
            elsewhere = named.get(_key(document, span), set())
            text = next(iter(elsewhere)) if len(elsewhere) == 1 else locality.text
            if span.label == "CITY":
                changed[span] = replace(span, entity=text)
            elif span.label == "ZIP" and not text.startswith("|"):
                changed[span] = replace(span, entity=f"{_key(document, span)[4:]}|{text}")
    return Spans(changed.get(span, span) for span in spans)


def _key(document: Document, span: Span) -> str:
    return f"{span.label[:3]}:{squeeze_text(document.covered_by(span))}"


def _groups(document: Document, spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Yield passages that stand beside each other and name one place."""
    group: list[Span] = []
    for span in spans:
        if span.label not in _PARTS:
            continue
        if group and not _belongs(document, group, span):
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _belongs(document: Document, group: list[Span], span: Span) -> bool:
    between = document.text[group[-1].end : span.start]
    labels = {one.label for one in group}
    state = _STATE_BETWEEN.fullmatch(between)
    if state is not None and span.label == "ZIP" and state_code(state[1]):
        # A policy may keep states, so that no passage marks them.
        between = ""
    if span.start < group[-1].end or not _BETWEEN.fullmatch(between):
        return False
    # A second city begins another place, and only a postal code stands before its city.
    return span.label not in labels and (span.label != "CITY" or labels == {"ZIP"})


def _placed(document: Document, group: list[Span], language: str) -> tuple[list[Span], Locality]:
    texts = {span.label: document.covered_by(span) for span in group}
    city, state, country = (texts.get(label, "") for label in ("CITY", "STATE", "COUNTRY"))
    if city and not state_code(state) and not country_code(country, language):
        state, country = _unmarked(document, group)
    home = read_locality(city, state, country, texts.get("ZIP", ""), language=language)
    if "COUNTRY" in texts and home.country not in ("", "US"):
        # The country beside the city is replaced too, so the city moves with it.
        home = home._replace(country=f"{home.country}+")
    return group, home


_NEXT_STATE: Final = re.compile(r",[ \t]?([A-Z]{2})\b")


def _unmarked(document: Document, group: list[Span]) -> tuple[str, str]:
    """Return a state after a city, although no span marks it: "Salem, OR"."""
    city = next(span for span in group if span.label == "CITY")
    found = _NEXT_STATE.match(document.text, city.end)
    return (found.group(1), "") if found and state_code(found.group(1)) else ("", "")
