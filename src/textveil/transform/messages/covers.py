"""Covers: what can stand for a private passage, as edits that leave a grammatical sentence.

A cover may change the preposition or the article before it: "at Harvard University" becomes "in
Cambridge", "a student" becomes "an enrollee".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from textveil.lexicon.geography.localities import country_code
from textveil.lexicon.ladders.places import place_ladder, university_ladder
from textveil.lexicon.ladders.words import word_ladder
from textveil.lexicon.relations.ngrams import shipped_ngrams
from textveil.lexicon.relations.wordnet import NOUN, VERB, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.words import are_everyday
from textveil.transform.messages.clauses import clause_edit
from textveil.transform.messages.length_covers import again_ladder, length_ladder
from textveil.transform.messages.omission import can_be_left_out, left_out
from textveil.transform.messages.synonyms import article_for, inflected
from textveil.transform.messages.time_covers import time_ladder
from textveil.values.edit import Edit
from textveil.values.messages.ladder import Ladder, Rung
from textveil.values.messages.message import MessagePassage, place_of
from textveil.values.messages.parse import Parse

__all__ = ["cover_edit", "goes_naturally", "ladder_of", "out_edit"]

_PLACES: Final = frozenset({"CITY", "STATE", "COUNTRY", "LOCATION", "PLACE"})
_PERSONS: Final = frozenset({"NAME", "PERSON"})
_OUT: Final = frozenset({"PHONE", "EMAIL", "URL", "ID", "NUMBER", "ZIP", "HANDLE", "STREET"})
_BEFORE: Final = re.compile(r"(?:(?P<word>[A-Za-z]{1,40})(?P<gap> ))?(?P<the>[Tt]he )?$")
_AROUND: Final = 40
_SENSITIVE: Final = "SENSITIVE"
_FEW_SENSES: Final = 3
"""Senses of a verb whose first one is taken."""

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
    helping = [
        child
        for head in heads
        for child in parse.children(head)
        if parse.words[child].relation in ("aux", "auxpass")
    ]
    tags = {parse.words[word].tag for word in (*heads, *helping)}
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


def _is_rate(parse: Parse, passage: MessagePassage) -> bool:
    """Tell whether a length says how often something is counted: "dollars a year"."""
    words = parse.words_in(*place_of(passage))
    heads = [parse.words[at].head for at in words if parse.words[at].head not in words]
    return any(parse.words[head].tag in ("NNS", "NN", "CD", "$") for head in heads)


def _time_ladder(
    parse: Parse,
    text: str,
    passage: MessagePassage,
    at: datetime,
    phrases: Sequence[tuple[str, str]],
) -> Ladder:
    lead = text.split(" ")[0] if passage.span.start > (passage.whole or (0, 0))[0] else ""
    out = Rung((), relation="out")
    spans = (parse.text_of(at) for at in parse.words_in(passage.span.start, passage.span.end))
    if facts().is_a(lead, "one-sided-lead") and not any(
        facts().is_a(one, "time-range") for one in spans
    ):
        # What is true since Monday need not be true since last week.
        return Ladder((Rung((text,), relation="time"), out))
    if passage.span.label == "SET":
        return again_ladder(text)
    owned = _is_owned(parse, passage)
    if passage.span.label == "DURATION" and not lead and _is_rate(parse, passage):
        # "52,000 dollars a year": no other length goes with what is counted.
        return Ladder((Rung((text,), relation="length"), out))
    has_length = passage.since is None and lead and passage.value.startswith("P")
    if owned or passage.span.label == "DURATION" or has_length:
        return length_ladder(text, passage, owned=owned)
    if passage.since is not None and passage.until is not None:
        adverbs = can_be_left_out(parse, *place_of(passage))
        since, until = _told_interval(parse, passage, passage.since, passage.until, at)
        return time_ladder(text, since, until, at, phrases, adverbs=adverbs)
    return Ladder((Rung((text,)), out))


def goes_naturally(
    parse: Parse, passage: MessagePassage, private: Sequence[MessagePassage] = ()
) -> bool:
    """Tell whether a sentence is still whole when the passage, and its preposition, is left out.

    Other private passages may go too, so the sentence must not rest on them.
    """
    start, end = place_of(passage)
    if passage.span.label in _PERSONS and _has_role(parse, start, end):
        return True
    if _before_its_noun(parse, passage):
        return True
    others = [_phrase(parse, *place_of(one)) for one in private if one is not passage]
    # What cannot go by itself stays, at least as a cover.
    going = [one for one in others if can_be_left_out(parse, *one)]
    return can_be_left_out(parse, *_phrase(parse, start, end), going)


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
        return _called(_reached(university, parse, passage))
    if label in _PLACES and _describes(parse, passage):
        # "The Boston office" becomes "the office": no wider place goes there.
        return None
    found = place_ladder(text, after) if label in _PLACES else None
    if found is not None:
        return _called(found, only=_is_predicate(parse, passage))
    return _acting(parse, passage, text) or _telling(_kinds(text, label))


def _describes(parse: Parse, passage: MessagePassage) -> bool:
    """Tell whether a passage stands before a noun that it describes."""
    words = parse.words_in(passage.span.start, passage.span.end)
    tops = [parse.words[at] for at in words if parse.words[at].head not in words]
    return any(
        facts().is_a(top.relation, "premodifier-relation") and top.head > words[-1] for top in tops
    )


def _kinds(text: str, label: str) -> Ladder | None:
    """Return the ladder of a thing; of what is sensitive, only in the sense that makes it so.

    "Stroke" is an illness here and no movement. What is sensitive in no such sense has no covers,
    and of a name whose last word is sensitive the covers are those of this word.
    """
    found = word_ladder(text)
    if label != _SENSITIVE:
        return found
    graph = wordnet()
    base = graph.base(text.strip(), NOUN) or graph.base(text.split()[-1].lower(), NOUN)
    kinds = set(facts().words("sensitive-kind"))
    for sense in graph.senses(base, NOUN) if base else ():
        chain = graph.longest_chain(sense)
        reached = [at for at, one in enumerate(chain) if kinds & set(graph.words(one))]
        if reached:
            # What lies above the first such kind says too little to be usual.
            rungs = (
                tuple(word for word in graph.words(one) if word != base)
                for one in chain[1 : reached[-1] + 1]
            )
            return Ladder((Rung((text,)), *(Rung(forms[:2]) for forms in rungs if forms)))
    return Ladder((Rung((text,)),))


def _acting(parse: Parse, passage: MessagePassage, text: str) -> Ladder | None:
    """Return the ladder of a verb with its covers in the same form (paper 5, 4.2.3)."""
    words = parse.words_in(passage.span.start, passage.span.end)
    if not words or not parse.words[words[0]].tag.startswith("VB"):
        return None
    verb = " ".join((parse.words[words[0]].lemma, *map(parse.text_of, words[1:])))
    graph = wordnet()
    written = Rung((text,), relation="act")
    if len(graph.senses(verb, VERB)) not in range(1, _FEW_SENSES + 1):
        return Ladder((written,))
    found = word_ladder(verb, VERB)
    tag = parse.words[words[0]].tag
    made = (
        tuple(form for one in rung.forms if (form := _acted(one, tag)) and form != text)
        for rung in (found.rungs[1:] if found else ())
    )
    return Ladder((written, *(Rung(forms, relation="act") for forms in made if forms)))


def _acted(verb: str, tag: str) -> str | None:
    first, _, rest = verb.partition(" ")
    form = inflected(first, tag)
    return f"{form} {rest}" if form and rest else form


def _is_predicate(parse: Parse, passage: MessagePassage) -> bool:
    """Tell whether a passage says what something is: "my hometown is Boston"."""
    words = parse.words_in(passage.span.start, passage.span.end)
    return any(parse.words[at].relation == "attr" for at in words)


def _called(ladder: Ladder, *, only: bool = False) -> Ladder:
    """Return a ladder of places with the other names of each: "the United States", "the US".

    Each can also be told as somewhere in it, which says the same; where the text says what a place
    is, `only` so: a town is no country.
    """
    known = facts()
    leads, rungs = known.words("vague-place"), [ladder.rungs[0]]
    taken = {form.casefold() for rung in ladder.rungs for form in rung.forms}
    for rung in ladder.rungs[1:]:
        told = (known.value("place-alias", form) or "" for form in rung.forms)
        names = [name for one in told for name in one.split("|")]
        forms = (*rung.forms, *(name for name in names if name and name.casefold() not in taken))
        kind = known.words("university-cover")[0]
        if rung.relation == "part" and not rung.text.startswith(kind):
            wide = tuple(f"{lead} {_with_article(f)}" for lead in leads for f in forms)
            forms = wide if only else (*forms, *wide)
        rungs.append(replace(rung, forms=forms))
    return Ladder(tuple(rungs))


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
    rungs = (replace(one, forms=_plain(one.forms)) for one in ladder.rungs[1:])
    rungs = (
        replace(one, forms=tuple(f for f in one.forms if not known.is_a(f, "empty-kind")))
        for one in rungs
    )
    kept = tuple(one for one in rungs if one.forms)
    usual = tuple(one for one in kept if all(are_everyday(f.split()) for f in one.forms))
    # A wide kind is better than a sentence with a hole.
    return Ladder((ladder.rungs[0], *(usual or kept))) if kept else ladder


def _plain(forms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the forms in everyday words; all of them if none is."""
    return tuple(one for one in forms if are_everyday(one.split())) or forms


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


def out_edit(parse: Parse, passage: MessagePassage, private: Sequence[MessagePassage] = ()) -> Edit:
    """Return the edit that leaves a passage out: alone, or else with the clause that needs it."""
    start, end = place_of(passage)
    if _before_its_noun(parse, passage):
        # "For today's meeting" becomes "for meeting", without its "for" it would be nothing.
        end = _owning(parse, passage.span.end)
        return left_out(parse.text, passage.span.start, end, passage.span.label)
    alone = left_out(parse.text, *_phrase(parse, start, _owning(parse, end)), passage.span.label)
    if goes_naturally(parse, passage, private):
        return alone
    wider = _wider_phrase(parse, start, end)
    if wider is not None:
        return left_out(parse.text, *wider, passage.span.label)
    if passage.whole is not None:
        # A time tells less than its clause: a gap is better than a clause less.
        return alone
    return clause_edit(parse, start, end, passage.span.label) or alone


def _before_its_noun(parse: Parse, passage: MessagePassage) -> bool:
    """Tell whether a time owns or describes a noun behind it, whatever leads up to it."""
    start, end = passage.span.start, passage.span.end
    if passage.whole is None or _owning(parse, end) > end:
        return passage.whole is not None
    words = parse.words_in(start, end)
    tops = [parse.words[at] for at in words if parse.words[at].head not in words]
    described = [top for top in tops if facts().is_a(top.relation, "premodifier-relation")]
    return len(described) == len(tops) == 1 and tops[0].head > words[-1]


def _owning(parse: Parse, end: int) -> int:
    """Return the end of a passage with the mark by which it owns what follows."""
    words = parse.words_in(end, end + 2)
    marks = [parse.words[at] for at in words if parse.words[at].start == end]
    return marks[0].end if marks and marks[0].tag == "POS" else end


def _wider_phrase(parse: Parse, start: int, end: int) -> tuple[int, int] | None:
    """Return the smallest phrase around a passage that hangs freely: "after years at Stanford"."""
    words = parse.words_in(start, end)
    for head in parse.ancestors(words[0]) if words else ():
        if parse.words[head].tag.startswith("VB"):
            return None
        below = {head, *words, *_all_below(parse, head)}
        if max(below) - min(below) + 1 != len(below):
            continue
        place = parse.span_of(min(below), max(below) + 1)
        if can_be_left_out(parse, *place):
            return place
    return None


def _all_below(parse: Parse, word: int) -> Iterator[int]:
    for child in parse.children(word):
        yield child
        yield from _all_below(parse, child)


def cover_edit(parse: Parse, passage: MessagePassage, rung: Rung, form: str) -> Edit:
    """Return the edit that writes a form of a level in place of a passage."""
    text, label = parse.text, passage.span.label
    start, end = place_of(passage)
    if rung.leaves_out:
        return out_edit(parse, passage)
    if rung.relation in ("time", "length", "again"):
        earlier = text[:start].rstrip()
        capital = text[start].isupper() and (not earlier or earlier[-1] in ".!?")
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
    if place.startswith("the "):
        return place
    named = bool(country_code(place)) and facts().is_a(place, "country-with-article")
    named = named or facts().is_a(place, "region-with-article")
    return f"the {place}" if named or place.casefold().endswith("states") else place


def _agreeing(parse: Parse, start: int, end: int, rung: Rung, form: str) -> str:
    """Return a common noun in the number of what it stands for: "students" become "people".

    What can be counted gets its article where a bare noun stood: "asthma" becomes "a disease".
    """
    words = parse.words_in(start, end)
    if rung.relation != "kind" or not words:
        return form
    first, _, last = form.rpartition(" ")
    written = parse.text_of(words[-1]).lower()
    single = parse.words[words[-1]].tag == "NN" or wordnet().base(written, NOUN) == written
    if single:
        bare = not any(
            parse.words[at].relation in ("det", "poss", "nummod", "amod", "compound")
            for at in parse.children(words[-1])
            if at not in words
        ) and parse.words[words[-1]].relation not in ("compound", "nmod", "amod")
        counted = shipped_ngrams().of((article_for(last), last)) > 0
        named = parse.words[words[0]].tag.startswith("NNP")
        return f"{article_for(form)} {form}" if bare and counted and not named else form
    if parse.words[words[-1]].tag not in ("NNS", "NNPS"):
        return form
    plural = inflected(last, "NNS") or last
    return f"{first} {plural}" if first else plural


def _place_edit(
    start: int, end: int, word: str, before: re.Match[str], form: str, label: str
) -> Edit:
    known = facts()
    known_lead = next((one for one in known.words("vague-place") if form.startswith(one)), "")
    named = form if before["the"] or known_lead else _with_article(form)
    if known_lead and known.is_a(word, "vague-preposition"):
        # "In Boston" becomes "somewhere in Massachusetts", "to Boston" "to somewhere in" it.
        named = named.capitalize() if word[0].isupper() else named
        return Edit(start - len(word) - 1 - len(before["the"] or ""), end, named, label)
    if known.is_a(word, "beside-preposition"):
        # A town near Munich need not lie in Germany, but near a place in it.
        lead = known.words("beside-cover")[0]
        place = form.removeprefix(known_lead).strip()
        first = start - len(before["the"] or "")
        return Edit(first, end, f"{lead} {_with_article(place)}", label)
    other = known.value("cover-preposition", word)
    if other and not before["the"]:
        other = other.capitalize() if word[0].isupper() else other
        return Edit(start - len(word) - 1, end, f"{other} {named}", label)
    return Edit(start, end, named, label)
