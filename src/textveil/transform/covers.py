"""Covers: what can stand for a private passage, as edits that leave a grammatical sentence.

A cover may change the preposition or the article before it: "at Harvard University" becomes "in
Cambridge", "a student" becomes "an enrollee".
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from textveil.lexicon.facts import facts
from textveil.lexicon.ladders.places import place_ladder, university_ladder
from textveil.lexicon.ladders.words import word_ladder
from textveil.lexicon.localities import country_code
from textveil.transform.leaving_out import can_be_left_out, left_out
from textveil.transform.time_covers import time_ladder
from textveil.values.edit import Edit
from textveil.values.ladder import Ladder, Rung
from textveil.values.message import MessagePassage
from textveil.values.parse import Parse

__all__ = ["cover_edit", "goes_naturally", "ladder_of"]

_PLACES: Final = frozenset({"CITY", "STATE", "COUNTRY", "LOCATION", "PLACE"})
_PERSONS: Final = frozenset({"NAME", "PERSON"})
_OUT: Final = frozenset({"PHONE", "EMAIL", "URL", "ID", "NUMBER", "ZIP", "HANDLE", "STREET"})
_BEFORE: Final = re.compile(r"(?:(?P<word>[A-Za-z]{1,40})(?P<gap> ))?(?P<the>[Tt]he )?$")
_SPOKEN_VOWEL: Final = re.compile(r"(?i)[aio]|e(?!u)|u(?!ni|s[aeiu])")
_AROUND: Final = 40

Own = Mapping[str, Sequence[str]]


def ladder_of(
    parse: Parse, passage: MessagePassage, at: datetime, own: Own | None = None
) -> Ladder:
    """Return the ladder of a passage; its highest level leaves the passage out.

    Parameters
    ----------
    parse
        The parsed message.
    passage
        What is private in it.
    at
        The moment at which it is written.
    own
        Ladders of the user: covers by passage, each list from fine to coarse.
    """
    start, end = passage.whole or (passage.span.start, passage.span.end)
    text = parse.text[start:end]
    given = next((v for k, v in (own or {}).items() if k.casefold() == text.casefold()), None)
    if given is not None:
        levels = (Rung((one,), relation="own") for one in given)
        return Ladder((Rung((text,)), *levels, Rung((), relation="out")))
    if passage.since is not None and passage.until is not None:
        return time_ladder(text, passage.since, passage.until, at)
    found = _listed(parse, passage, text)
    rungs = found.rungs if found is not None else (Rung((text,)),)
    return Ladder((*rungs, Rung((), relation="out")))


def goes_naturally(parse: Parse, passage: MessagePassage) -> bool:
    """Tell whether a sentence is still whole when the passage, and its preposition, is left out."""
    start, end = passage.whole or (passage.span.start, passage.span.end)
    return can_be_left_out(parse, *_phrase(parse, start, end))


def _listed(parse: Parse, passage: MessagePassage, text: str) -> Ladder | None:
    label = passage.span.label
    if label in _OUT:
        return None
    if label in _PERSONS:
        forms = facts().words("cover-person")
        return Ladder((Rung((text,)), Rung(forms, relation="role")))
    after = parse.text[passage.span.end : passage.span.end + _AROUND]
    found = university_ladder(text) or (place_ladder(text, after) if label in _PLACES else None)
    return found or word_ladder(text)


def _phrase(parse: Parse, start: int, end: int) -> tuple[int, int]:
    """Return a passage with the preposition that it hangs on."""
    words = parse.words_in(start, end)
    if not words:
        return start, end
    heads = {parse.words[at].head for at in words if parse.words[at].head not in words}
    for head in heads:
        if parse.words[head].relation == "prep" and head == words[0] - 1:
            return parse.words[head].start, end
    return start, end


def cover_edit(parse: Parse, passage: MessagePassage, rung: Rung, form: str) -> Edit:
    """Return the edit that writes a form of a level in place of a passage."""
    text, label = parse.text, passage.span.label
    start, end = passage.whole or (passage.span.start, passage.span.end)
    if rung.leaves_out:
        return left_out(text, *_phrase(parse, start, end), label)
    if rung.relation == "time":
        capital = text[start].isupper() and not text[:start].strip()
        return Edit(start, end, form[0].upper() + form[1:] if capital else form, label)
    before = _BEFORE.search(text, max(0, start - _AROUND), start)
    word = before["word"] if before else None
    if before is None or word is None:
        return Edit(start, end, form, label)
    if rung.relation == "part":
        return _place_edit(start, end, word, before, form, label)
    if word.lower() in ("a", "an") and not before["the"]:
        article = _article(form)
        article = article.capitalize() if word[0].isupper() else article
        return Edit(start - len(word) - 1, end, f"{article} {form}", label)
    named = text[start].isupper() and form[0].islower() and rung.relation == "kind"
    if named and not before["the"]:
        # A name needs no article, and the common noun in its place does.
        article = _article(form)
        return Edit(start, end, f"{article} {form}", label)
    return Edit(start, end, form, label)


def _article(form: str) -> str:
    """Return the article before a word by how it begins when it is spoken: "a university"."""
    return "an" if _SPOKEN_VOWEL.match(form) else "a"


def _place_edit(
    start: int, end: int, word: str, before: re.Match[str], form: str, label: str
) -> Edit:
    known = facts()
    code = country_code(form)
    needs = form.endswith("States") or (bool(code) and known.is_a(form, "country-with-article"))
    named = f"the {form}" if needs and not before["the"] else form
    other = known.value("cover-preposition", word)
    if other and not before["the"]:
        other = other.capitalize() if word[0].isupper() else other
        return Edit(start - len(word) - 1, end, f"{other} {named}", label)
    return Edit(start, end, named, label)
