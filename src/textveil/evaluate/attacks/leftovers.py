"""Leftovers: who reads a release with nothing hidden finds names that were left in it.

The attacker undoes what hides from a reader (`lexicon.hidden.hidden_writing`), and looks for full
names of the public lists that stand outside of every replaced passage.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.lexicon.people.given_names import given_bearers
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.words import are_everyday
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge, Seen
from textveil.values.label import family_of

__all__ = ["Leftovers"]

_NAME: Final = re.compile(
    r"(?<![^\W_])(?P<given>[^\W\d_]{2,})\s(?:[^\W\d_]\.?\s)?(?=(?P<family>[^\W\d_]{2,})(?![^\W_]))"
)
_BORNE: Final = 2
"""Step of bearers (see `ListedWord`) from which a word counts as a given name."""
_LABEL: Final = "NAME"
_HIDDEN: Final = "a name in hidden writing, outside of all passages"
_PLAIN: Final = "a name in full, outside of all passages"


@dataclass(frozen=True, slots=True)
class Leftovers:
    """Guess that a listed given name before a listed family name is a person's.

    A guess is right if the release removed that name elsewhere in the document, and always where
    the name was written so that it hides: nobody hides a word that names nobody. Any other name
    that is left may be a person's or a thing's: only a reader can tell.
    """

    name: ClassVar[str] = "leftovers"
    meaning: ClassVar[str] = ATTACKS["leftovers"]
    needs: ClassVar[frozenset[str]] = frozenset({"lists"})

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield each name in full that stands outside of the passages; hidden ones first."""
        passages: dict[str, list[tuple[int, Seen]]] = {}
        for number, seen in enumerate(view.passages):
            passages.setdefault(seen.document, []).append((number, seen))
        left = [
            (document, *name)
            for document, text in view.texts.items()
            for name in _left(text, [seen for _, seen in passages.get(document, [])])
        ]
        # Folding the list takes longer than a small release, and mostly nothing is left.
        families = {squeeze_text(name) for name in known.lists.get(_LABEL, ())} if left else set()
        found: list[Guess] = []
        for document, value, hidden in left:
            if squeeze_text(value.rpartition(" ")[2]) in families:
                there = passages.get(document, [])
                names = tuple(number for number, seen in there if family_of(seen.label) == _LABEL)
                about = _HIDDEN if hidden else _PLAIN
                found.append(Guess(about, value, names, 1 / len(families), _LABEL))
        yield from sorted(found, key=lambda guess: guess.about != _HIDDEN)

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool | None:
        """Tell whether a name hides, or one of the removed passages says it; else nobody can."""
        words = set(map(squeeze_text, guess.value.split()))
        said = ({squeeze_text(word) for word in unhidden(value).text.split()} for value in real)
        return True if guess.about == _HIDDEN or any(words <= one for one in said) else None


def _left(text: str, passages: list[Seen]) -> Iterator[tuple[str, bool]]:
    """Yield what may be names in full outside of passages, and whether each was hidden."""
    view = unhidden(text)
    for match in _NAME.finditer(view.text):
        given, family = match["given"], match["family"]
        capitals = given[0].isupper() and family[0].isupper()
        words = [squeeze_text(given), squeeze_text(family)]
        if not capitals or given_bearers(given) < _BORNE or are_everyday(words):
            continue
        start, end = view.locate(match.start("given"), match.end("family"))
        if not any(seen.start < end and start < seen.end for seen in passages):
            shown = view.text[match.start("given") : match.end("family")]
            yield f"{given} {family}", text[start:end] != shown
