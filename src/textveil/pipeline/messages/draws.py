"""Draws: from which words the versions of a message were given out, in the vault, for tracing."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from textveil.trace.messages.kept import KeptMessage, SlotChoice, SlotDraw
from textveil.values.document import Document
from textveil.values.keys.sealed_store import SealedStore
from textveil.values.messages.composition import Composition, DrawnWords, Wordings

__all__ = ["DRAWS", "keep_draws", "kept_messages", "slot_draws"]

DRAWS: Final = "message-draws"
"""The kind of these records in a vault."""
_PAGE: Final = 500
_LETTERS: Final = 255


def keep_draws(store: SealedStore, key: str, document: Document, made: Composition) -> None:
    """Keep what was drawn for a message, behind what earlier runs drew."""
    before = store.fetch(DRAWS, key)
    earlier = [] if before is None else KeptMessage.draws_in(before)
    run = 1 + max((draw.run for draw in earlier), default=0)
    draws = [*earlier, *slot_draws(made, run)]
    if draws:
        message = KeptMessage.of(document.id, document.text, draws)
        store.put(DRAWS, key, message.to_bytes(draws))


def slot_draws(made: Composition, run: int = 1) -> list[SlotDraw]:
    """Return the draws of a composition with the slots that their letters number."""
    wordings = {group.name: group.wordings for group in made.groups}
    return [
        _slot_draw(drawn, wordings[drawn.group], made.others, run)
        for drawn in made.draws
        if drawn.friends
    ]


def _slot_draw(
    drawn: DrawnWords, own: Sequence[Wordings], others: Sequence[Wordings], run: int
) -> SlotDraw:
    slots = tuple(_choices(slot) for slot in (*own, *others))
    rows = tuple(at % len(drawn.words) for at in range(len(drawn.friends)))
    words = np.array(drawn.words, dtype=np.int64).reshape(len(drawn.words), len(slots))
    letters = np.minimum(words, _LETTERS).astype(np.uint8)
    return SlotDraw(drawn.group, drawn.friends, rows, slots, len(own), letters, run)


def _choices(slot: Wordings) -> tuple[SlotChoice, ...]:
    return tuple(
        None if edit is None else (edit.start, edit.end, edit.replacement) for edit in slot
    )


def kept_messages(store: SealedStore) -> Iterator[KeptMessage]:
    """Yield the messages of a vault in the order in which they were composed first."""
    after: str | None = None
    while page := store.page(DRAWS, _PAGE, after):
        yield from map(KeptMessage.from_bytes, page.values())
        after = list(page)[-1]
