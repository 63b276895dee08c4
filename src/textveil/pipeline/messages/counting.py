"""Counting: how many covers and versions a message has, over all natural levels (Eq. 4.8, 4.9)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from textveil.lexicon.relations.ngrams import shipped_ngrams
from textveil.pipeline.messages.repeated import with_repeats
from textveil.pipeline.messages.slots import cover_slot, natural_levels, synonym_slots
from textveil.pipeline.messages.versions import VersionSettings
from textveil.transform.messages.covers import ladder_of
from textveil.values.messages.message import MessagePassage
from textveil.values.messages.parse import Parse

__all__ = ["VersionCounts", "counts_of"]


@dataclass(frozen=True, slots=True)
class VersionCounts:
    """How many versions a message has.

    Attributes
    ----------
    private
        How many passages are private.
    covers
        Combinations of natural levels (Eq. 4.8).
    versions
        These with all wordings of covers and of other words (Eq. 4.9).
    synonyms
        Versions by synonyms alone, private passages as they are.
    sizes
        Of each slot, private passages first, how many ways there are to write it.
    """

    private: int
    covers: int
    versions: int
    synonyms: int
    sizes: tuple[int, ...]


def counts_of(
    parse: Parse, passages: Sequence[MessagePassage], settings: VersionSettings
) -> VersionCounts:
    """Return the counts of a message.

    Parameters
    ----------
    parse
        The parsed message.
    passages
        What was found in it.
    settings
        How versions are made.
    """
    gamma, count = settings.gamma, (settings.counts or shipped_ngrams()).of
    private = with_repeats(parse, [one for one in passages if one.private])
    if not private:
        return VersionCounts(0, 1, 1, 1, ())
    ladders = [
        ladder_of(parse, one, settings.at, settings.own, settings.phrases) for one in private
    ]
    natural = natural_levels(parse, private, ladders, [set() for _ in private], count, gamma)
    wordings = [
        1
        + sum(
            len(cover_slot(parse, one, ladder.rungs[level], count, gamma)[0].choices)
            for level in levels[1:]
        )
        for one, ladder, levels in zip(private, ladders, natural, strict=True)
    ]
    others = [len(slot.choices) for slot in synonym_slots(parse, private, count, gamma)]
    synonyms = prod(others)
    return VersionCounts(
        len(private),
        prod(map(len, natural)),
        prod(wordings) * synonyms,
        synonyms,
        (*wordings, *others),
    )
