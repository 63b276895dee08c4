"""Covers: what can stand for a private passage, as edits that leave a grammatical sentence.

A cover may change the preposition or the article before it: "at Harvard University" becomes "in
Cambridge", "a student" becomes "an enrollee".
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from textveil.lexicon.geography.localities import country_code
from textveil.lexicon.ladders.places import place_ladder, university_ladder
from textveil.lexicon.ladders.words import word_ladder
from textveil.lexicon.tables.facts import facts
from textveil.transform.messages.length_covers import again_ladder, length_ladder
from textveil.transform.messages.omission import can_be_left_out, left_out
from textveil.transform.messages.synonyms import article_for, inflected
from textveil.transform.messages.time_covers import time_ladder
from textveil.values.edit import Edit
from textveil.values.messages.ladder import Ladder, Rung
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse

__all__ = ["cover_edit", "goes_naturally", "ladder_of"]

_PLACES: Final = frozenset({"CITY", "STATE", "COUNTRY", "LOCATION", "PLACE"})
_PERSONS: Final = frozenset({"NAME", "PERSON"})
_OUT: Final = frozenset({"PHONE", "EMAIL", "URL", "ID", "NUMBER", "ZIP", "HANDLE", "STREET"})
_BEFORE: Final = re.compile(r"(?:(?P<word>[A-Za-z]{1,40})(?P<gap> ))?(?P<the>[Tt]he )?$")
_AROUND: Final = 40

Own = Mapping[str, Sequence[str]]


def ladder_of(
    parse: Parse,
    passage: MessagePassage,
    at: datetime,
    own: Own | None = None,
    phrases: Sequence[tuple[str, str]] = (),
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
    phrases
        Further time phrases with their rules.
    """
    start, end = place_of(passage)
    text = parse.text[start:end]
    given = next((v for k, v in (own or {}).items() if k.casefold() == text.casefold()), None)
    if given is not None:
        levels = (Rung((one,), relation="own") for one in given)
        return Ladder((Rung((text,)), *levels, Rung((), relation="out")))
    if passage.whole is not None:
        return _time_ladder(parse, text, passage, at, phrases)
    found = _listed(parse, passage, text)
    rungs = found.rungs if found is not None else (Rung((text,)),)
    return Ladder((*rungs, Rung((), relation="out")))


def _told_interval(
    parse: Parse, passage: MessagePassage, since: datetime, until: datetime, at: datetime
) -> tuple[datetime, datetime]:
    """Return an interval, widened to now where the verb says another side of now than it does.

    "I met him on Monday" was read as the next Monday: a cover must be true of both.
    """
    heads = [parse.words[at].head for at in parse.words_in(*place_of(passage))]
    tags = {parse.words[head].tag for head in heads}
    other_side = ("VBD" in tags and since > at) or (
        "VBD" not in tags and "VB" in tags and until < at
    )
    return (min(since, at), max(until, at)) if other_side else (since, until)


def _is_owned(parse: Parse, passage: MessagePassage) -> bool:
    """Tell whether an article, an owner or an adjective stands before a passage: "my day"."""
    words = parse.words_in(*place_of(passage))
    if not words or not words.start:
        return False
    before = parse.words[words.start - 1]
    described = before.head in words and before.relation in ("amod", "det", "poss")
    return described or before.tag in ("DT", "PRP$")


def _time_ladder(
    parse: Parse,
    text: str,
    passage: MessagePassage,
    at: datetime,
    phrases: Sequence[tuple[str, str]],
) -> Ladder:
    lead = text.split(" ")[0] if passage.span.start > (passage.whole or (0, 0))[0] else ""
    out = Rung((), relation="out")
    if facts().is_a(lead, "one-sided-lead"):
        # What is true since Monday need not be true since last week.
        return Ladder((Rung((text,), relation="time"), out))
    owned = _is_owned(parse, passage)
    if owned or passage.span.label == "DURATION" or (passage.since is None and lead):
        return length_ladder(text, passage, owned=owned)
    if passage.since is not None and passage.until is not None:
        adverbs = can_be_left_out(parse, *place_of(passage))
        since, until = _told_interval(parse, passage, passage.since, passage.until, at)
        return time_ladder(text, since, until, at, phrases, adverbs=adverbs)
    return again_ladder(text) if passage.span.label == "SET" else Ladder((Rung((text,)), out))


def goes_naturally(
    parse: Parse, passage: MessagePassage, private: Sequence[MessagePassage] = ()
) -> bool:
    """Tell whether a sentence is still whole when the passage, and its preposition, is left out.

    Other private passages may go too, so the sentence must not rest on them.
    """
    start, end = place_of(passage)
    if passage.span.label in _PERSONS and _has_role(parse, start, end):
        return True
    others = [_phrase(parse, *place_of(one)) for one in private if one is not passage]
    return can_be_left_out(parse, *_phrase(parse, start, end), others)


def _has_role(parse: Parse, start: int, end: int) -> bool:
    """Tell whether the text says who a person is before the name: "my sister Ann"."""
    words = parse.words_in(start, end)
    if not words or words.start < 2:
        return False
    before = words.start - 1
    role, owner = parse.words[before], parse.words[before - 1]
    beside = parse.text[role.end : start] == " "
    return beside and role.tag in ("NN", "NNS") and owner.tag == "PRP$"


def _listed(parse: Parse, passage: MessagePassage, text: str) -> Ladder | None:
    label = passage.span.label
    if label in _OUT:
        words = parse.words_in(passage.span.start, passage.span.end)
        told = {parse.words[at].relation for at in words} & {"attr", "acomp"}
        # "My number is 12" becomes "my number is private".
        forms = facts().words("cover-value") if told else ()
        return Ladder((Rung((text,)), Rung(tuple(forms), relation="value"))) if forms else None
    if label in _PERSONS:
        if _has_role(parse, passage.span.start, passage.span.end):
            # "my sister Ann" becomes "my sister".
            return None
        forms = facts().words("cover-person")
        return Ladder((Rung((text,)), Rung(forms, relation="role")))
    after = parse.text[passage.span.end : passage.span.end + _AROUND]
    university = university_ladder(text)
    if university is not None:
        return _reached(university, parse, passage)
    found = place_ladder(text, after) if label in _PLACES else None
    return found or _telling(word_ladder(text))


def _reached(ladder: Ladder, parse: Parse, passage: MessagePassage) -> Ladder:
    """Return the ladder of a university as it can be written.

    One studies in a town, but never graduates from one.
    """
    before = parse.text[: passage.span.start].split()[-1:]
    known = facts()
    if before and (known.value("cover-preposition", before[0]) or before[0].lower() == "in"):
        return ladder
    kind = known.words("university-cover")[0]
    rungs = (
        replace(one, forms=tuple(f"{kind} in {_with_article(f)}" for f in one.forms))
        for one in ladder.rungs[1:]
    )
    return Ladder((ladder.rungs[0], *rungs))


def _telling(ladder: Ladder | None) -> Ladder | None:
    """Return a ladder without kinds that are too wide to say anything."""
    if ladder is None:
        return None
    known = facts()
    rungs = (
        replace(one, forms=tuple(f for f in one.forms if not known.is_a(f, "empty-kind")))
        for one in ladder.rungs[1:]
    )
    kept = tuple(one for one in rungs if one.forms)
    # A wide kind is better than a sentence with a hole.
    return Ladder((ladder.rungs[0], *kept)) if kept else ladder


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
    start, end = place_of(passage)
    if rung.leaves_out:
        return left_out(text, *_phrase(parse, start, end), label)
    if rung.relation in ("time", "length", "again"):
        capital = text[start].isupper() and not text[:start].strip()
        return Edit(start, end, form[0].upper() + form[1:] if capital else form, label)
    form = _agreeing(parse, start, end, rung, form)
    before = _BEFORE.search(text, max(0, start - _AROUND), start)
    word = before["word"] if before else None
    if before is None or word is None:
        return Edit(start, end, form, label)
    if rung.relation == "part":
        return _place_edit(start, end, word, before, form, label)
    if word.lower() in ("a", "an") and not before["the"]:
        article = article_for(form)
        article = article.capitalize() if word[0].isupper() else article
        return Edit(start - len(word) - 1, end, f"{article} {form}", label)
    named = text[start].isupper() and form[0].islower() and rung.relation == "kind"
    if named and not before["the"]:
        # A name needs no article, and the common noun in its place does.
        return Edit(start, end, f"{article_for(form)} {form}", label)
    return Edit(start, end, form, label)


def _with_article(place: str) -> str:
    named = bool(country_code(place)) and facts().is_a(place, "country-with-article")
    named = named or facts().is_a(place, "region-with-article")
    return f"the {place}" if named or place.endswith("States") else place


def _agreeing(parse: Parse, start: int, end: int, rung: Rung, form: str) -> str:
    """Return a common noun in the number of what it stands for: "students" become "people"."""
    words = parse.words_in(start, end)
    if rung.relation != "kind" or not words or parse.words[words[-1]].tag not in ("NNS", "NNPS"):
        return form
    first, _, last = form.rpartition(" ")
    plural = inflected(last, "NNS") or last
    return f"{first} {plural}" if first else plural


def _place_edit(
    start: int, end: int, word: str, before: re.Match[str], form: str, label: str
) -> Edit:
    known = facts()
    named = form if before["the"] else _with_article(form)
    other = known.value("cover-preposition", word)
    if other and not before["the"]:
        other = other.capitalize() if word[0].isupper() else other
        return Edit(start - len(word) - 1, end, f"{other} {named}", label)
    return Edit(start, end, named, label)
