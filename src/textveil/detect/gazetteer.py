"""Gazetteer: people, places, organizations and traits, told by lists and their surroundings."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from textveil.detect.listed.bits import Bit
from textveil.detect.listed.groups import group_at, profession_at, trait_at
from textveil.detect.listed.names import name_at
from textveil.detect.listed.places import place_at, state_after
from textveil.detect.listed.reading import CAPITAL, INITIAL, Finding, Reading
from textveil.errors import InvalidValueError
from textveil.lexicon.folding import fold
from textveil.values.document import Document
from textveil.values.span import Explanation, Span, Spans
from textveil.values.view import View

__all__ = ["LISTS", "SOURCE", "Gazetteer"]

SOURCE: Final = "textveil.gazetteer.v1"

Rule = Callable[[Reading, int], Finding | None]

_RULES: Final[dict[str, Rule]] = {
    "organizations": group_at,
    "names": name_at,
    "places": place_at,
    "traits": trait_at,
    "professions": profession_at,
}

LISTS: Final = tuple(_RULES)
"""What can be looked for."""


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """Find names, places, organizations, professions and nationalities by lists.

    A listed word is evidence, not a proof: how many people bear a name, whether it is an everyday
    word, and what stands before and after it decide together.

    Parameters
    ----------
    lists
        Which of `LISTS` to look for; all unless given.
    min_score
        Findings below this score are dropped.
    with_titles
        Whether "Dr." and the like before a name belong to it.

    Notes
    -----
    Defined in `docs/methods/gazetteer.md`. Linear time. `reach` holds as long as fewer than a
    hundred capitalised words follow each other without a break.

    Examples
    --------
    >>> Gazetteer().detect(Document("1", "Mary Jones, a retired nurse, moved to Boston, MA."))
    Spans(NAME[0,10), PROFESSION[22,27), CITY[38,44), STATE[46,48))
    """

    reach: ClassVar[int | None] = 4096

    lists: Sequence[str] | None = None
    min_score: float = 0.5
    with_titles: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.lists, str) or set(self.lists or ()) - set(LISTS):
            raise InvalidValueError(
                "lists must be a list of what the gazetteer knows",
                where="gazetteer, option lists",
                hint=f"known: {', '.join(LISTS)}",
            )
        if not 0.0 <= self.min_score <= 1.0:
            raise InvalidValueError(
                "a score lies between 0 and 1", where="gazetteer, option min_score"
            )

    def detect(self, document: Document) -> Spans:
        """Return what was found, without overlaps."""
        text = document.text
        view = None if text.isascii() else fold(text)
        reading = Reading(text if view is None else view.text)
        return Spans(self._spans(reading, view))

    def _spans(self, reading: Reading, view: View | None) -> Iterator[Span]:
        for found in self._findings(reading):
            start, end = reading.starts[found.start], reading.end(found.end - 1)
            if reading.tokens[found.end - 1][-2:] in _POSSESSIVE:
                end -= 2
            if self.with_titles and found.rule == "name.title":
                start = reading.starts[_title_before(reading, found.start)]
            if view is not None:
                start, end = view.locate(start, end)
            why = _explanation(f"gazetteer.{found.rule}", found.reasons)
            yield Span(start, end, found.label, round(found.score, 3), SOURCE, why)

    def _findings(self, reading: Reading) -> Iterator[Finding]:
        rules = tuple(_RULES[name] for name in LISTS if self.lists is None or name in self.lists)
        places = place_at in rules
        done = 0
        for at in reading.active():
            if at < done:
                continue
            best = self._best(reading, at, rules)
            if best is None:
                continue
            yield best
            done = best.end
            if places and best.label == "CITY":
                state = state_after(reading, best.end)
                if state:
                    yield _state(reading, best.end + 1, state)
                    done = state

    def _best(self, reading: Reading, at: int, rules: Sequence[Rule]) -> Finding | None:
        """Return the finding at a token that is longest, then best."""
        best: Finding | None = None
        large = reading.signs[at].shape & (CAPITAL | INITIAL)
        for rule in rules:
            if not large and rule is not profession_at:
                continue
            found = rule(reading, at)
            if found is None or found.score < self.min_score:
                continue
            if best is None or (found.end, found.score) > (best.end, best.score):
                best = found
        if best is None or reading.glued(best.start, best.end):
            return None
        return best


_POSSESSIVE: Final = frozenset({"'s", "'S"})
_explanation = lru_cache(maxsize=4096)(Explanation)


def _state(reading: Reading, start: int, end: int) -> Finding:
    kinds = reading.signs[start].kinds
    code = bool(kinds & Bit.STATE_CODE) and end - start == 1 and len(reading.tokens[start]) == 2
    label = "COUNTRY" if kinds & Bit.COUNTRY and not kinds & Bit.STATE and not code else "STATE"
    return Finding(start, end, label, 0.9, "place.after-city", (("city-before", 0.4),))


def _title_before(reading: Reading, at: int) -> int:
    return at - 2 if reading.tokens[at - 1] == "." else at - 1
