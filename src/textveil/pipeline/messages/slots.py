"""Slots: the passages of a message that can be written in several ways, and how natural each is."""

from collections.abc import Sequence
from dataclasses import dataclass

from textveil.evaluate.text.naturalness import Count, fre
from textveil.lexicon.relations.ngrams import plain_words
from textveil.transform.messages.covers import cover_edit, goes_naturally
from textveil.transform.messages.synonyms import other_forms
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.messages.ladder import Ladder, Rung
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse

__all__ = [
    "WordingSlot",
    "cover_slots",
    "natural_levels",
    "release_fre",
    "synonym_slots",
    "written",
]


@dataclass(frozen=True, slots=True, repr=False)
class WordingSlot:
    """One passage with the edits that can stand there; None leaves it as written."""

    choices: tuple[Edit | None, ...]

    def __repr__(self) -> str:
        return f"WordingSlot({len(self.choices)} choices)"

    def letter_of(self, release: Release) -> int:
        """Return which choice a version shows; -1 if it is none of them."""
        for letter, choice in enumerate(self.choices):
            if choice is not None and choice in release.edits:
                return letter
        spots = [(one.start, one.end) for one in self.choices if one is not None]
        touched = any(
            a.start < end and start < a.end for a in release.edits for start, end in spots
        )
        return -1 if touched or None not in self.choices else self.choices.index(None)


def place_fre(text: str, start: int, end: int, count: Count, written: str | None = None) -> float:
    """Return Fre of what is written in a place of a text, or would be."""
    words = plain_words(text[start:end] if written is None else written)
    before, after = plain_words(text[:start])[-4:], plain_words(text[end:])[:4]
    return fre([*before, *words, *after], len(before), len(before) + len(words), count)


def edit_fre(text: str, edit: Edit, count: Count) -> float:
    """Return Fre of an edit alone in its message."""
    return place_fre(text, edit.start, edit.end, count, edit.replacement)


def release_fre(release: Release, count: Count) -> float | None:
    """Return the smallest Fre of the replacements of a version; None if it has none."""
    found = []
    for edit, start, end in release.placed():
        if plain_words(edit.replacement):
            found.append(place_fre(release.text, start, end, count))
    return min(found, default=None)


def cover_slot(
    parse: Parse,
    passage: MessagePassage,
    rung: Rung,
    count: Count,
    gamma: float,
    private: Sequence[MessagePassage] = (),
) -> tuple[WordingSlot, bool]:
    """Return the slot of a passage at a level, and whether a form of it is natural.

    Places, times and lengths are put in by grammar, so a form is natural if its Fre reaches gamma
    or that of what is written there, if that is less. A word for the kind of a thing must reach
    gamma. Leaving out is natural if the sentence can do without. Only natural forms are choices;
    where none is, the most usual form is the only one.
    """
    if rung.leaves_out:
        left = cover_edit(parse, passage, rung, "")
        return WordingSlot((left,)), goes_naturally(parse, passage, private)
    edits = [cover_edit(parse, passage, rung, form) for form in rung.forms]
    scores = [edit_fre(parse.text, edit, count) for edit in edits]
    start, end = place_of(passage)
    least = (
        gamma if rung.relation == "kind" else min(gamma, place_fre(parse.text, start, end, count))
    )
    natural = [edit for edit, score in zip(edits, scores, strict=True) if score >= least]
    if natural:
        return WordingSlot(tuple(natural)), True
    best = max(range(len(edits)), key=lambda at: scores[at])
    return WordingSlot((edits[best],)), False


def cover_slots(
    parse: Parse,
    private: Sequence[MessagePassage],
    ladders: Sequence[Ladder],
    levels: Sequence[int],
    count: Count,
    gamma: float,
) -> list[WordingSlot]:
    """Return the slots of private passages at their levels; level 0 is what is written."""
    return [
        cover_slot(parse, passage, ladder.rungs[level], count, gamma)[0]
        if level
        else WordingSlot((None,))
        for passage, ladder, level in zip(private, ladders, levels, strict=True)
    ]


def natural_levels(
    parse: Parse,
    private: Sequence[MessagePassage],
    ladders: Sequence[Ladder],
    barred: Sequence[set[int]],
    count: Count,
    gamma: float,
) -> list[list[int]]:
    """Return of each passage the levels that can be written naturally; the first is 0.

    Where no level above it is natural, the most usual cover is taken: a private passage must not
    stay for want of a natural cover.
    """
    found = []
    for passage, ladder, out in zip(private, ladders, barred, strict=True):
        free = [level for level in range(1, ladder.top + 1) if level not in out]
        slots = {
            level: cover_slot(parse, passage, ladder.rungs[level], count, gamma, private)
            for level in free
        }
        kept = [level for level, (_, natural) in slots.items() if natural]
        if ladder.top in kept and _is_second_time(parse, passage, private):
            # One time in a sentence is enough: "this evening in the course of this week".
            kept = [ladder.top]
        if not kept:
            covers = [level for level in free if not ladder.rungs[level].leaves_out]
            kept = [
                max(covers, key=lambda at: _usual(parse, slots[at][0], count), default=ladder.top)
            ]
        found.append([0, *kept])
    return found


def _is_second_time(
    parse: Parse, passage: MessagePassage, private: Sequence[MessagePassage]
) -> bool:
    """Tell whether another private time stands before a time in its sentence."""
    words = parse.words_in(*place_of(passage))
    if passage.since is None or not words:
        return False
    sentence = parse.sentence_of(words[0])
    first, last = parse.span_of(sentence.start, sentence.stop)
    times = [one for one in private if one.whole and first <= place_of(one)[0] < last]
    return any(
        place_of(one) < place_of(passage) if one.since else one.span.label == "SET" for one in times
    )


def _usual(parse: Parse, slot: WordingSlot, count: Count) -> float:
    return max(edit_fre(parse.text, one, count) for one in slot.choices if one is not None)


def synonym_slots(
    parse: Parse, private: Sequence[MessagePassage], count: Count, gamma: float
) -> list[WordingSlot]:
    """Return the slots outside private passages: variants, and synonyms whose Fre reaches gamma.

    The neighbours of a private passage stay as they are: a cover may change them.
    """
    held = []
    for passage in private:
        start, end = place_of(passage)
        words = parse.words_in(start, end)
        first = max(0, words.start - 1) if words else 0
        held.append((parse.words[first].start if words else start, end + 2))
    found = []
    for start, end, forms, listed in other_forms(parse):
        if any(start < stop and begin < end for begin, stop in held):
            continue
        edits = [Edit(start, end, form, "WORD") for form in forms]
        kept = [one for one in edits if listed or edit_fre(parse.text, one, count) >= gamma]
        if kept:
            found.append(WordingSlot((None, *kept)))
    return found


def written(document: Document, slots: Sequence[WordingSlot], word: Sequence[int]) -> Release:
    """Return the version that a word over the slots stands for."""
    chosen = (slot.choices[letter] for slot, letter in zip(slots, word, strict=True))
    edits = (
        one
        for one in chosen
        if one is not None and one.replacement != document.text[one.start : one.end]
    )
    return Release.of(document, edits)
