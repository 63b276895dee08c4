"""Every rule by itself at every place: the obvious twin of `textveil.detect.patterns`."""

import re
from dataclasses import replace

from tests.oracles.text.folding import slow_fold, slow_fold_ascii, slow_squeeze

from textveil.detect.patterns import SOURCE
from textveil.detect.propagation.occurrences import MIN_LENGTH
from textveil.detect.rules.rule import compiled
from textveil.detect.rules.table import rule_table
from textveil.values.label import identifies_alone
from textveil.values.span import Explanation, Span, Spans

CURRENCIES = "\u00a3\u20ac\u00a5\u20b9\u20ba\u20bd\u20aa\u20a9\uffe1\uffe5"


def slow_patterns(text: str, region: str = "US", min_score: float = 0.0) -> Spans:
    dollars = "".join("$" if character in CURRENCIES else character for character in text)
    data = slow_fold_ascii(dollars).replace("_", "\x1f").encode("ascii")
    origin = slow_fold(text)[1]
    hits = []
    for rank, rule in enumerate(rule_table(region)):
        expression = compiled(rule.pattern)
        places = range(len(data)) if expression.search(data) else ()
        for start in places:
            match = expression.match(data, start)
            hit = rule.judge(data, start, match.end()) if match else None
            if hit is not None and hit.score >= min_score:
                hits.append((hit.start, hit.end, rank, hit, rule))
    spans = [
        Span(
            origin[start][0],
            origin[end - 1][1],
            rule.label,
            hit.score,
            SOURCE,
            Explanation(rule.id, hit.reasons),
        )
        for start, end, rank, hit, rule in hits
        if not any(_hides(other, (start, end, rank)) for other in hits)
    ]
    whole = set(spans)
    cut = (
        part if part in whole else _trimmed(part, spans, text) for part in Spans(spans).partition()
    )
    return Spans(part for part in cut if part is not None)


def _trimmed(part: Span, spans: list[Span], text: str) -> Span | None:
    """Return what is left of a passage that lost, without blanks and marks where it was cut."""
    left = [at for at in range(part.start, part.end) if text[at].isalnum()]
    if not left:
        return None
    start = part.start if part.start in {span.start for span in spans} else left[0]
    end = part.end if part.end in {span.end for span in spans} else left[-1] + 1
    return replace(part, start=start, end=end)


def _hides(other: tuple, one: tuple) -> bool:
    """Tell whether `other` contains `one`, or is equal and stands earlier in the table."""
    inside = other[0] <= one[0] and one[1] <= other[1]
    equal = other[:2] == one[:2]
    return inside and (not equal or other[2] < one[2])


def slow_occurrences(text: str, values: list[tuple[str, str]]) -> set[tuple[int, int, str]]:
    """Return every occurrence of the values at token borders, by `str.find`."""
    haystack, origin, borders = slow_squeeze(text)
    labels: dict[str, str] = {}
    for label, value in values:
        labels.setdefault(slow_squeeze(value)[0], label)
    found = set()
    for needle, label in labels.items():
        if len(needle) < MIN_LENGTH:
            continue
        at = haystack.find(needle)
        while at >= 0:
            end = at + len(needle)
            if at in borders and end in borders:
                found.add((origin[at][0], origin[end - 1][1], label))
            at = haystack.find(needle, at + 1)
    return found


def slow_inner_numbers(text: str, values: list[tuple[str, str]]) -> set[tuple[int, int]]:
    """Return where identifying numbers of six characters stand inside one token.

    A number is not cut: where the value has a digit at its edge, no other digit touches it.
    """
    haystack, origin, borders = slow_squeeze(text)
    needles = {slow_squeeze(value)[0] for label, value in values if identifies_alone(label)}
    found = set()
    for needle in needles:
        if len(needle) < 6 or not re.search("[0-9]", needle):
            continue
        for at in range(len(haystack) - len(needle) + 1):
            end = at + len(needle)
            apart = [at in borders, end in borders]
            cut = [haystack[at - 1 : at + 1].isdigit(), haystack[end - 1 : end + 1].isdigit()]
            within = not any(edge in borders for edge in range(at + 1, end))
            clean = all(edge or not number for edge, number in zip(apart, cut, strict=True))
            if haystack.startswith(needle, at) and within and clean:
                found.add((origin[at][0], origin[end - 1][1]))
    return found
