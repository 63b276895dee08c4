"""Known pairs: who knows some of the documents learns what their surrogates stand for elsewhere.

The attacker knows what stood in some documents: their own record, for example. Where another
subject's document shows the same surrogate, they guess the same value.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textveil.lexicon.tables.folding import squeeze_text
from textveil.values.figures.attack import ATTACKS, Glimpse, Guess, Knowledge

__all__ = ["KnownPairs"]


@dataclass(frozen=True, slots=True)
class KnownPairs:
    """Guess that one surrogate stands for one value in the documents of all subjects."""

    name: ClassVar[str] = "known-pairs"
    meaning: ClassVar[str] = ATTACKS["known-pairs"]
    needs: ClassVar[frozenset[str]] = frozenset({"input-sample"})

    def guesses(self, view: Glimpse, known: Knowledge) -> Iterator[Guess]:
        """Yield a guess for every surrogate of a known document that others show too."""
        meant: dict[tuple[str, str], str] = {}
        owners: dict[tuple[str, str], set[str]] = {}
        common: dict[str, Counter[str]] = {}
        for number, value in known.sample.items():
            seen = view.passages[number]
            pair = seen.label, squeeze_text(seen.shown)
            meant.setdefault(pair, value)
            owners.setdefault(pair, set()).add(seen.subject)
            common.setdefault(seen.label, Counter())[squeeze_text(value)] += 1
        places: dict[tuple[str, str], list[int]] = {}
        for number, seen in enumerate(view.passages):
            pair = seen.label, squeeze_text(seen.shown)
            if number not in known.sample and pair in meant and seen.subject not in owners[pair]:
                places.setdefault(pair, []).append(number)
        for pair, numbers in sorted(places.items()):
            # Without the release, the commonest value of the known documents is the best guess.
            counts = common[pair[0]]
            chance = max(counts.values()) / counts.total()
            about = "what other subjects share with a known document"
            yield Guess(about, meant[pair], tuple(numbers), chance, pair[0])

    def is_right(self, guess: Guess, real: tuple[str, ...]) -> bool:
        """Tell whether most of the passages say the value."""
        wanted = squeeze_text(guess.value)
        return 2 * sum(squeeze_text(value) == wanted for value in real) > len(real)
