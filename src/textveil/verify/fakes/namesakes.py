"""Namesakes: fake names that are the name of somebody else in the same conversation.

The rule stands in `docs/methods/surrogates.md` (Names of others): a fake given name or surname is
no real one of the same conversation or subject, unless the absence of the name would tell more than
0.1 bit. This is the verifier's own reading of the rule.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from textveil.lexicon.people.name_lists import ORIGINS, Listed, first_names, origin_of, surnames
from textveil.values.contracts import Case
from textveil.values.edit import Edit
from textveil.values.label import family_of
from textveil.values.runs.conversation import conversation_of
from textveil.verify.readers.read_names import name_words
from textveil.verify.readers.tables import squeeze_text

__all__ = ["Namesakes"]

_BITS: Final = 0.1
_TOGETHER: Final = tuple(1 << power for power in range(16))


class _List(NamedTuple):
    """How often each name of a list is drawn, and how many may be drawn together."""

    chances: dict[str, float]
    room: int


@dataclass(slots=True)
class Namesakes:
    """Which names stand together, and how many fakes are names of others there.

    Attributes
    ----------
    shown
        Fake names that somebody else there has, where the rule leaves them out.
    allowed
        Those that the rule lets stand, because their absence would tell.
    """

    shown: int = 0
    allowed: int = 0
    _places: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _written: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def learn(self, case: Case, edit: Edit, value: str, language: str) -> None:
        """Take in a name of the input."""
        if case.before is not None and _is_name(edit):
            place = conversation_of(case.before)
            self._written[place].add(squeeze_text(value))
            for word in name_words(value, language=language):
                self._places[word].add(place)

    def confuses(self, case: Case, edit: Edit, value: str, language: str) -> bool:
        """Tell whether a fake name is one of somebody else there, against the rule."""
        if case.before is None or not _is_name(edit) or edit.replacement == value:
            return False
        place = conversation_of(case.before)
        own = name_words(value, language=language)
        fakes = [
            word for word in name_words(edit.replacement, language=language) if word not in own
        ]
        theirs = [word for word in fakes if len(word) > 1 and place in self._places.get(word, ())]
        wrong = any(self._tells_little(word, place, language) for word in theirs)
        self.shown += wrong
        self.allowed += bool(theirs) and not wrong
        return wrong

    def _tells_little(self, word: str, place: str, language: str) -> bool:
        """Tell whether leaving a name out tells 0.1 bit at most, by every list that has it."""
        places = self._places[word]
        draws = sum(len(self._written[one]) for one in places)
        lists = [one for one in _lists(word, language) if word in one.chances]
        return bool(lists) and all(
            len(self._written[place]) <= one.room
            and (len(places) == 1 or 1 - 2.4 * one.chances[word] >= 2 ** (-_BITS / draws))
            for one in lists
        )

    def remark(self) -> str:
        """Return how many fakes are names of others, in words; nothing if none is."""
        counted = self.shown + self.allowed
        return f"fakes that are also names of others in the same conversation: {counted}" * bool(
            counted
        )


def _is_name(edit: Edit) -> bool:
    return family_of(edit.label) == "NAME" and edit.label != "INITIALS"


def _lists(word: str, language: str) -> Iterator[_List]:
    """Yield the lists from which a word may be drawn."""
    yield _given("female", language)
    yield _given("male", language)
    for origin in {"", origin_of(word)}:
        yield _family(origin, language)


@cache
def _given(gender: str, language: str) -> _List:
    return _weighed(first_names("female" if gender == "female" else "male", language))


@cache
def _family(origin: str, language: str) -> _List:
    return _weighed(surnames(origin if origin in ORIGINS else "", language))


def _weighed(listed: tuple[Listed, ...]) -> _List:
    total = sum(one.count for one in listed)
    chances: dict[str, float] = defaultdict(float)
    for one in listed:
        chances[squeeze_text(one.value)] += one.count / total
    roomy = [0]
    for number in _TOGETHER:
        most = 0.4 * (1 - 2 ** (-_BITS / number))
        if sum(min(most, chance) for chance in chances.values()) >= 0.45:
            roomy.append(number)
    return _List(dict(chances), max(roomy))
