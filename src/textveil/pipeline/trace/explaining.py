"""Explaining a disclosure: why a message was found in a post, and why it points at somebody.

Only who asks for evidence gets it: it shows text of the message and of the post.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from textveil.trace.messages.kept import KeptMessage
from textveil.trace.messages.matching import MatchedMessage
from textveil.trace.messages.posterior import MessagePosterior

__all__ = ["ExplainedDisclosure", "PlaceShown", "explained"]

_LIKELIEST: Final = 3
"""Friends whose versions are shown."""


@dataclass(frozen=True, slots=True, repr=False)
class PlaceShown:
    """A place of a message beside what stands in the post; it shows text of both.

    Attributes
    ----------
    message
        Id of the message.
    written
        What the message says there.
    stands
        The wordings of it that stand in the post; empty if none was found.
    versions
        What the version of each friend says there, the likeliest friends first.
    """

    message: str
    written: str
    stands: tuple[str, ...]
    versions: tuple[tuple[str, str], ...]

    def fits(self, friend: str) -> bool:
        """Tell whether what stands in the post is what the version of a friend says."""
        return dict(self.versions).get(friend) in self.stands


@dataclass(frozen=True, slots=True, repr=False)
class ExplainedDisclosure:
    """Why a passage discloses a message, and why it points at somebody.

    Attributes
    ----------
    found
        What of the message stands in the post.
    posterior
        Who had the version that it shows.
    places
        Where versions differ; these hold text.
    """

    found: MatchedMessage
    posterior: MessagePosterior
    places: tuple[PlaceShown, ...]

    def lines(self) -> Iterator[str]:
        """Yield sentences for people; they hold names of friends, and no text."""
        found = self.found
        yield (
            f"{found.whole:.0%} of the message stands in the post; a rare word counts more than a "
            f"usual one. {_beside(found.runs)}"
        )
        if found.contradicted:
            yield (
                "Some words stand where the message has others that mean something else: that "
                f"speaks against it ({found.contradicted:.0%} of what can be compared)."
            )
        shown = [place for place in self.places if place.stands]
        if not shown:
            yield "No place where versions differ stands in the post: it points at nobody."
            return
        yield from self._whose(shown)

    def _whose(self, shown: Sequence[PlaceShown]) -> Iterator[str]:
        places = f"{len(self.places)} place" + ("s" if len(self.places) > 1 else "")
        names = [friend for friend, _ in self.places[0].versions]
        fits = [f"{sum(place.fits(name) for place in shown)} by {name}" for name in names]
        yield (
            f"Versions differ in {places}; the post has wordings of {len(shown)}. As many of "
            f"these say what the version of a friend says: {', '.join(fits)}."
        )
        yield (
            f"{self.posterior.unknown:.0%} is the chance that these wordings were made from no "
            "friend's version: they may agree by chance, and the fewer places the post shows, the "
            "more easily."
        )


def _beside(share: float) -> str:
    if share > 0.9:
        return "Nearly all of it stands beside the words that it has in the message."
    if share > 0.5:
        return "Most of it stands beside the words that it has in the message."
    return "Little of it stands beside the words that it has in the message."


def explained(found: MatchedMessage, posterior: MessagePosterior) -> ExplainedDisclosure:
    """Return why a message counts as disclosed, and why the posterior is what it is."""
    message = found.shape.message
    words = {
        friend: draw.words[row]
        for draw in message.draws
        for friend, row in zip(draw.friends, draw.rows, strict=True)
        if friend is not None
    }
    likeliest = [friend for friend, _ in posterior.friends[:_LIKELIEST]]
    places = tuple(
        PlaceShown(
            message.id,
            message.text[place.start : place.end],
            tuple(place.wordings[letter] for letter in sorted(found.seen[number])),
            tuple(
                (friend, _wording(message, number, int(words[friend][number])))
                for friend in likeliest
            ),
        )
        for number, place in enumerate(message.places)
    )
    return ExplainedDisclosure(found, posterior, places)


def _wording(message: KeptMessage, place: int, letter: int) -> str:
    """Return a wording of a place; that of the message if the draw has none there."""
    one = message.places[place]
    return one.wordings[letter] if letter < len(one.wordings) else message.text[one.start : one.end]
