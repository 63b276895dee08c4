"""Slots: the passages of a message that can be written in several ways, and how natural each is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from textveil.evaluate.text.naturalness import Count, fre
from textveil.lexicon.relations.ngrams import plain_words
from textveil.transform.messages.covers import cover_edit, goes_naturally, out_edit
from textveil.transform.messages.joints import joints
from textveil.transform.messages.synonyms import other_forms
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.messages.ladder import Ladder, Rung
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse

__all__ = [
    "WordingSlot",
    "cover_slots",
    "narrowed",
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
        left = out_edit(parse, passage, private)
        return WordingSlot((left,)), goes_naturally(parse, passage, private)
    edits = list(dict.fromkeys(cover_edit(parse, passage, rung, form) for form in rung.forms))
    scores = [edit_fre(parse.text, edit, count) for edit in edits]
    start, end = place_of(passage)
    least = gamma
    if rung.relation not in ("kind", "act"):
        least = min(gamma, place_fre(parse.text, start, end, count))
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
        cover_slot(parse, passage, ladder.rungs[level], count, gamma, private)[0]
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
            # A verb that is not natural is worse than a sentence less.
            covers = [level for level in free if _can_stand(ladder.rungs[level])]
            kept = [
                max(covers, key=lambda at: _usual(parse, slots[at][0], count), default=ladder.top)
            ]
        found.append([0, *kept])
    return found


def _can_stand(rung: Rung) -> bool:
    return not rung.leaves_out and rung.relation != "act"


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
    # What joins two clauses may stand right behind a private passage.
    for start, end, forms in joints(parse):
        taken = [(one.start, one.end) for slot in found for one in slot.choices if one is not None]
        beside = [(begin, stop - 2) for begin, stop in held]
        if not any(start < stop and begin < end for begin, stop in (*beside, *taken)):
            found.append(WordingSlot((None, *(Edit(start, end, form, "WORD") for form in forms))))
    return found


def narrowed(
    slots: Sequence[WordingSlot], places: Sequence[tuple[int, int]], private: int
) -> list[WordingSlot]:
    """Return slots of which those inside a clause that goes have one choice: nothing.

    Parameters
    ----------
    slots
        Private passages first, then others.
    places
        Where each slot stands.
    private
        How many of them are private passages.
    """
    gone = [
        (one.start, one.end, at)
        for at, slot in enumerate(slots[:private])
        for one in slot.choices
        if len(slot.choices) == 1 and one is not None and len(one.replacement) < 2
    ]
    # Of equal and nested ones the widest, and of these the first, takes the others with it.
    gone.sort(key=lambda one: (one[0] - one[1], one[2]))
    found: list[WordingSlot] = []
    for at, (slot, (start, end)) in enumerate(zip(slots, places, strict=True)):
        taken = False
        for first, last, owner in gone:
            if owner == at:
                break
            inside = first <= start and end <= last
            taken = taken or (inside if at < private else start < last and first < end)
        found.append(WordingSlot((None,)) if taken else slot)
    return found


def written(document: Document, slots: Sequence[WordingSlot], word: Sequence[int]) -> Release:
    """Return the version that a word over the slots stands for."""
    chosen = (slot.choices[letter] for slot, letter in zip(slots, word, strict=True))
    edits = (
        one
        for one in chosen
        if one is not None and one.replacement != document.text[one.start : one.end]
    )
    return Release.of(document, _settled(document.text, edits))


def _settled(text: str, edits: Iterable[Edit]) -> list[Edit]:
    """Return edits without overlap: one inside another goes, and of two that meet the first ends.

    What is taken out at the beginning of a sentence writes the next letter as a capital; if the
    next word is replaced too, its replacement has the capital.
    """
    found: list[Edit] = []
    for edit in sorted(edits, key=lambda one: (one.start, -one.end)):
        before = found[-1] if found else None
        if before is None or (edit.start >= before.end and edit.start > before.start):
            found.append(edit)
        elif edit.end > before.end and edit.start > before.start:
            found[-1] = replace(before, end=edit.start, replacement="")
            found.append(_behind(text, before, edit))
    return found


def _behind(text: str, before: Edit, edit: Edit) -> Edit:
    """Return the second of two edits that meet, as it is written without the first."""
    new, stop = edit.replacement, edit.end
    if not before.replacement.isupper():
        blank = " " if before.start and not text[before.start - 1].isspace() and new else ""
        return replace(edit, replacement=blank + new.strip())
    if not new:
        while stop < len(text) and not text[stop].isalnum():
            stop += 1
        stop, new = min(stop + 1, len(text)), text[stop : stop + 1]
    return replace(edit, end=stop, replacement=new[:1].upper() + new[1:])
