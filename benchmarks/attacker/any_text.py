"""Texts of any code points: through both clear views, and through whole runs."""

from collections.abc import Callable, Iterator
from random import Random

from benchmarks.any_text import WAYS, drawn, failures
from benchmarks.attacker.trial import Find, Made
from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.lexicon.tables.folding import fold
from textveil.verify.readers.clear_view import clear_view

VIEWS, TEXTS = 2_000, 100
_WAYS = {way.__name__: way for way in WAYS}


def wrong_view(text: str) -> str:
    """Return what is wrong with the views of a text: they agree, in order, inside the text."""
    try:
        ours, theirs = unhidden(text), clear_view(text)
        fold(text)
        places = [ours.locate(at, at + 1) for at in range(len(ours))]
        if ours.text != theirs.text:
            return "the clear views of makers and verifiers differ"
        if places != [theirs.locate(at, at + 1) for at in range(len(theirs))]:
            return "the clear views have other places"
    except Exception as error:  # noqa: BLE001 - whatever is raised, it is a find
        return f"a view fails: {type(error).__name__}"
    if places != sorted(places) or not all(0 <= a < b <= len(text) for a, b in places):
        return "a place of the view is not in the text, or not in order"
    return ""


def _texts(seed: str, count: int) -> list[str]:
    return [drawn(Random(f"{seed} {at}")) for at in range(count)]  # noqa: S311 - repeatable


def _find(text: str, why: str, **more: str) -> Find:
    # Lone surrogates have no place in a file: code points do.
    return {"points": [ord(sign) for sign in text], "why": why, **more}


def _text_of(find: Find) -> str:
    return "".join(map(chr, find["points"]))


class Views:
    """Texts of any code points, read by both clear views."""

    name, share = "views", 9.0
    about = "a text of any code points: the clear views of makers and verifiers agree"

    def some(self, seed: str) -> Made:
        """Read texts."""
        told = ((text, wrong_view(text)) for text in _texts(seed, VIEWS))
        return Made(VIEWS, [_find(text, why) for text, why in told if why])

    def again(self, find: Find) -> str:
        """Read the text of a find."""
        return wrong_view(_text_of(find))


class Runs:
    """Texts of any code points, detected, rewritten, verified and restored."""

    name, share = "texts", 2.0
    about = "a text of any code points: detected, rewritten, verified, restored"

    def some(self, seed: str) -> Made:
        """Send a batch one way."""
        batch, way = _texts(seed, TEXTS), Random(seed).choice(WAYS)  # noqa: S311 - as above
        return Made(TEXTS, list(self._failed(way, batch)))

    def _failed(self, way: Callable[..., None], batch: list[str]) -> Iterator[Find]:
        for at, error in failures(way, batch):
            yield _find(batch[at], error, way=way.__name__)

    def again(self, find: Find) -> str:
        """Send the text of a find its way."""
        told = list(failures(_WAYS[find["way"]], [_text_of(find)]))
        return told[0][1] if told else ""
