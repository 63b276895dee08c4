"""Place clauses: whether the grammar around a place puts a person there.

The way goes from the place up to the root of its sentence. What it passes decides: a name that the
place is only a part of, a noun that is somebody's own, verbs with their subjects and classes.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from textveil.detect.messages.place_rows import is_spoken_back, row_rule
from textveil.detect.messages.speakers import (
    SPOKEN,
    Speaker,
    is_negated,
    is_unreal,
    objects_of,
    subjects_of,
)
from textveil.lexicon.messages.verb_classes import AGAINST, FOR, UNREAL, verb_class, verb_type
from textveil.lexicon.relations.wordnet import NOUN, wordnet
from textveil.lexicon.tables.facts import facts
from textveil.values.messages.parse import Parse

__all__ = ["PlaceJudgement", "judged"]

_INSIDE: Final = frozenset({"compound", "amod", "poss", "nmod"})
_SITES: Final = frozenset({"noun.location", "noun.artifact", "noun.object"})
_VERBS: Final = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"})
_LOOSE: Final = frozenset({"location.fragment", "location.topic", "location.none"})
"""Rules that say nothing of anybody: a later clause may."""
_MEANT: Final = frozenset({"noun.event", "noun.act", "noun.food", "noun.time", "noun.group"})


@dataclass(frozen=True, slots=True)
class PlaceJudgement:
    """Whether a place is private, by which rule, and why."""

    private: bool
    rule: str
    reasons: tuple[tuple[str, float], ...] = ()


@cache
def _words(*roles: str) -> frozenset[str]:
    return frozenset(word.lower() for word in facts().words(*roles))


@lru_cache(maxsize=16)
def _is_song(text: str) -> bool:
    return any(mark in text for mark in _words("song-mark"))


def judged(parse: Parse, first: int, end: int, speaker: Speaker) -> PlaceJudgement:
    """Return whether a place, a range of words, tells where the speaker is."""
    anchor = _anchor(parse, first, end)
    sentence = parse.sentence_of(anchor)
    if _is_song(parse.text):
        return PlaceJudgement(False, "location.song")
    row = row_rule(parse, first, end, speaker)
    if row:
        return PlaceJudgement(True, f"location.{row}", (("row of words", 1.0),))
    moved = _site(parse, anchor, speaker)
    if isinstance(moved, PlaceJudgement):
        return moved
    if any(_is_where(parse, at, speaker) for at in parse.children(anchor)):
        return PlaceJudgement(True, "location.where", (("where the speaker is", 1.0),))
    told = _climbed(parse, moved, sentence, speaker)
    if told.rule in _LOOSE and is_spoken_back(parse, end, speaker):
        return PlaceJudgement(True, "location.backward", (("spoken of again", 1.0),))
    return told


def _anchor(parse: Parse, first: int, end: int) -> int:
    """Return the word of a place that the others depend on."""
    return next((at for at in range(first, end) if not first <= parse.words[at].head < end), first)


def _noun_class(parse: Parse, word: int) -> str:
    graph = wordnet()
    lemma = parse.words[word].lemma
    senses = graph.senses(graph.base(lemma, NOUN) or lemma, NOUN)
    return graph.class_of(senses[0]) if senses else ""


def _site(parse: Parse, anchor: int, speaker: Speaker) -> int | PlaceJudgement:
    """Return the word that stands for the place: "area" for the place in "the Boston area"."""
    at = anchor
    for _ in range(3):
        word = parse.words[at]
        head = word.head
        noun = parse.words[head].tag.startswith("NN") and head != at
        if word.relation in _INSIDE and noun:
            if speaker.owns(parse, head) and _noun_class(parse, head) in _SITES:
                return PlaceJudgement(True, "location.own", (("own place", 1.0),))
            if word.relation == "poss" or _noun_class(parse, head) not in _SITES:
                return PlaceJudgement(False, "location.part", (("part of another name", 1.0),))
            at = head
        elif word.relation in ("conj", "appos") and noun:
            at = head
        else:
            break
    return at


def _climbed(parse: Parse, site: int, sentence: range, speaker: Speaker) -> PlaceJudgement:
    at, came = site, ""
    for above in (*parse.ancestors(site), -1):
        relation = parse.words[at].relation
        if above < 0:
            return _fragment(parse, at, site, sentence, speaker)
        tag = parse.words[above].tag
        if tag in _VERBS or parse.words[above].relation in ("relcl", "advcl", "ccomp", "xcomp"):
            if at == site and relation == "dobj" and _names_only(parse, above, speaker):
                return PlaceJudgement(False, "location.verb", (("object of another verb", 1.0),))
            return _verb(parse, above, relation, sentence, speaker)
        if tag.startswith("NN") and relation in ("prep", "acl", "relcl", "appos", "npadvmod"):
            told = _noun(parse, above, came, speaker)
            if told is not None:
                return told
        came = parse.text_of(above).lower() if tag in ("IN", "TO") else came
        at = above
    return PlaceJudgement(False, "location.none")


def _noun(parse: Parse, noun: int, preposition: str, speaker: Speaker) -> PlaceJudgement | None:
    """Judge a place behind a noun: "my flight to Denver", "a friend in Texas"."""
    kind = _noun_class(parse, noun)
    if speaker.owns(parse, noun):
        private = kind != "noun.person"
        return PlaceJudgement(private, "location.own-noun", (("noun of the speaker", 1.0),))
    if preposition == "of" and kind not in _SITES:
        return PlaceJudgement(False, "location.part", (("part of another name", 1.0),))
    return _stay(parse, noun, speaker)


def _stay(parse: Parse, noun: int, speaker: Speaker) -> PlaceJudgement | None:
    """Judge a place behind a stay or a journey: "a week in Rome", "this trip to Paris"."""
    word = parse.words[noun]
    stays = _noun_class(parse, noun) == "noun.time" or word.lemma in _words("journey")
    stays = stays and any(
        parse.words[at].relation in ("det", "nummod", "amod", "poss") for at in parse.children(noun)
    )
    if not stays or word.relation in ("nsubj", "nsubjpass") or not speaker.writes:
        return None
    verb = next((at for at in parse.ancestors(noun) if parse.words[at].tag in _VERBS), -1)
    opening = noun - parse.sentence_of(noun).start <= 2
    if opening and word.relation in ("npadvmod", "dep", "advmod", "ROOT"):
        return PlaceJudgement(True, "location.stay", (("stay", 1.0),))
    if verb < 0 or parse.words[noun].head == noun:
        return PlaceJudgement(True, "location.stay", (("stay", 1.0),))
    about = any(speaker.is_meant(parse, one) for one in subjects_of(parse, verb))
    real = verb_class(parse.words[verb].lemma) != UNREAL and not _is_unreal_above(parse, verb)
    if about and real and word.relation in ("dobj", "npadvmod", "pobj", "attr"):
        return PlaceJudgement(True, "location.stay", (("stay", 1.0),))
    return None


def _verb(
    parse: Parse, verb: int, relation: str, sentence: range, speaker: Speaker
) -> PlaceJudgement:
    if is_negated(parse, verb) and not _cannot_wait(parse, verb):
        return PlaceJudgement(False, "location.negated", (("negation", 1.0),))
    if _asks_only(parse, verb, sentence):
        return PlaceJudgement(False, "location.unreal", (("what may not happen", 1.0),))
    if relation in ("nsubj", "nsubjpass"):
        return _as_subject(parse, verb, speaker)
    subjects = subjects_of(parse, verb)
    about = any(speaker.is_meant(parse, one) for one in subjects)
    lemma = parse.words[verb].lemma
    if relation == "dobj" and about and lemma in _words("leaving-verb"):
        return PlaceJudgement(True, "location.clause", (("speaker", 1.0), ("leaves it", 1.0)))
    if _is_towards(parse, verb, sentence, speaker):
        return PlaceJudgement(True, "location.towards", (("towards the speaker", 1.0),))
    if _is_unreal_above(parse, verb):
        return PlaceJudgement(False, "location.unreal", (("what may not happen", 1.0),))
    if about or (not subjects and speaker.writes and _is_implied(parse, verb, sentence)):
        return _spoken(lemma, relation, about=about)
    return _of_others(parse, verb, relation, speaker)


def _spoken(lemma: str, relation: str, *, about: bool) -> PlaceJudgement:
    """Judge a place in a clause about the speaker by the class of its verb."""
    kind = verb_class(lemma)
    if about and lemma == "be" and relation == "attr":
        return PlaceJudgement(False, "location.verb", (("another name", 1.0),))
    located = relation in ("prep", "advmod") and kind not in (AGAINST, UNREAL)
    if kind == FOR or located:
        return PlaceJudgement(True, "location.clause", (("speaker", 1.0), (f"verb {kind}", 1.0)))
    return PlaceJudgement(False, "location.verb", ((f"verb {kind}", 1.0),))


def _of_others(parse: Parse, verb: int, relation: str, speaker: Speaker) -> PlaceJudgement:
    """Judge a place in a clause about somebody or something else."""
    if any(_puts_there(parse, one, relation, speaker) for one in subjects_of(parse, verb)):
        return PlaceJudgement(True, "location.own-subject", (("noun of the speaker", 1.0),))
    met = any(speaker.is_meant(parse, one) for one in objects_of(parse, verb))
    if met and verb_type(parse.words[verb].lemma) not in SPOKEN:
        return PlaceJudgement(True, "location.object", (("speaker as object", 1.0),))
    return PlaceJudgement(False, "location.others", (("somebody else", 1.0),))


def _puts_there(parse: Parse, subject: int, relation: str, speaker: Speaker) -> bool:
    """Tell whether something of the speaker is at a place by a verb: "my flat is in Leeds"."""
    if not speaker.owns(parse, subject):
        return False
    kind = _noun_class(parse, subject)
    if relation in ("attr", "acomp"):
        return kind in _SITES or parse.words[subject].lemma in _words("own-place")
    return kind not in ("noun.person", "noun.communication")


def _names_only(parse: Parse, verb: int, speaker: Speaker) -> bool:
    """Tell whether a verb has a place for its object, and does not say so: "I met Paris"."""
    lemma = parse.words[verb].lemma
    moves = verb_type(lemma) in ("verb.motion", "verb.stative")
    about = any(speaker.is_meant(parse, one) for one in subjects_of(parse, verb))
    return about and not moves and lemma not in _words("visiting-verb", "leaving-verb")


def _is_towards(parse: Parse, verb: int, sentence: range, speaker: Speaker) -> bool:
    """Tell whether somebody else comes to the speaker: "when you come to Rome, call me"."""
    if parse.words[verb].lemma != "come" or not any(speaker.is_meant(parse, at) for at in sentence):
        return False
    subjects = subjects_of(parse, verb)
    return bool(subjects) and not any(speaker.is_meant(parse, one) for one in subjects)


def _asks_only(parse: Parse, verb: int, sentence: range) -> bool:
    """Tell whether a clause asks what one can do: "where can I get tickets in Leeds?"."""
    asked = any(parse.text_of(at) == "?" for at in sentence)
    return asked and any(
        parse.words[at].tag == "MD" and parse.words[at].lemma in ("can", "may", "shall")
        for at in parse.children(verb)
    )


def _cannot_wait(parse: Parse, verb: int) -> bool:
    return any(parse.words[at].lemma == "wait" for at in (verb, parse.words[verb].head))


def _is_unreal_above(parse: Parse, verb: int) -> bool:
    if is_unreal(parse, verb):
        return True
    at = verb
    for above in parse.ancestors(verb):
        relation = parse.words[at].relation
        if relation not in ("xcomp", "ccomp", "conj", "advcl", "pcomp"):
            return False
        if relation == "conj":
            at = above
            continue
        kind = verb_class(parse.words[above].lemma)
        if relation == "xcomp" and (kind in (UNREAL, AGAINST) or is_unreal(parse, above)):
            return not _cannot_wait(parse, above)
        if relation == "xcomp" and is_negated(parse, above) and not _cannot_wait(parse, above):
            return True
        if relation == "ccomp" and kind == UNREAL:
            return True
        at = above
    return False


def _is_implied(parse: Parse, verb: int, sentence: range) -> bool:
    """Tell whether a verb without a subject is about who writes: "Heading home", not "Go home"."""
    word = parse.words[verb]
    if any(parse.text_of(at) == "?" for at in sentence):
        return False
    for at in (verb, *parse.ancestors(verb)):
        if parse.words[at].relation == "ROOT":
            said = parse.words[at].tag in ("VBG", "VBD", "VBN") or word.tag in ("VBG", "VBD")
            return said or parse.text_of(at).lower() in _words("eager")
    return False


def _as_subject(parse: Parse, verb: int, speaker: Speaker) -> PlaceJudgement:
    """Judge a place that is a subject: "Tokyo is my hometown", "Boston is where I live"."""
    for at in parse.children(verb):
        word = parse.words[at]
        own = word.relation == "attr" and speaker.owns(parse, at)
        if own and word.lemma in _words("own-place"):
            return PlaceJudgement(True, "location.own-place", (("own place", 1.0),))
        if word.lemma in _words("own-place") and _to_speaker(parse, verb, at, speaker):
            return PlaceJudgement(True, "location.own-place", (("own place", 1.0),))
        below = (at, *parse.children(at)) if word.relation == "attr" else (at,)
        if any(_is_where(parse, one, speaker) for one in below):
            return PlaceJudgement(True, "location.where", (("where the speaker is", 1.0),))
    return PlaceJudgement(False, "location.topic", (("topic", 1.0),))


def _to_speaker(parse: Parse, verb: int, noun: int, speaker: Speaker) -> bool:
    """Tell whether a noun is said to be the speaker's: "was home to me"."""
    leads = [
        at
        for at in (*parse.children(verb), *parse.children(noun))
        if parse.text_of(at).lower() in ("to", "for")
    ]
    return any(speaker.is_meant(parse, one) for at in leads for one in parse.children(at))


def _is_where(parse: Parse, verb: int, speaker: Speaker) -> bool:
    """Tell whether a clause says that the speaker is "where" something is: "where I grew up"."""
    if parse.words[verb].relation not in ("ccomp", "advcl", "relcl"):
        return False
    about = any(
        speaker.is_meant(parse, one) or speaker.owns(parse, one)
        for one in subjects_of(parse, verb)
        if parse.words[one].head == verb
    )
    here = {parse.text_of(one).lower() for one in parse.children(verb)}
    return about and "where" in here and not is_negated(parse, verb)


def _fragment(
    parse: Parse, root: int, site: int, sentence: range, speaker: Speaker
) -> PlaceJudgement:
    """Judge a place in a sentence without a verb above it: "Back in Leeds"."""
    if not speaker.writes or any(parse.text_of(at) == "?" for at in sentence):
        return PlaceJudgement(False, "location.fragment")
    lead = [parse.text_of(at).lower() for at in sentence if at < site]
    if any(at != root and parse.words[at].relation == "nsubj" for at in sentence):
        return PlaceJudgement(False, "location.fragment")
    if root == site:
        spoken = any(speaker.is_meant(parse, at) for at in sentence)
        return PlaceJudgement(spoken and "here" in lead, "location.fragment")
    said = parse.text_of(root).lower()
    located = parse.words[root].tag == "IN" and said in _words("locative")
    sent = said in _words("greeting") or any(one in _words("greeting") for one in lead[:3])
    if located or said in _words("speaker-place") or (sent and "from" in lead):
        return PlaceJudgement(True, "location.fragment", (("no other subject", 1.0),))
    spoken = any(speaker.is_meant(parse, at) or speaker.is_owner(parse, at) for at in sentence)
    if spoken and _noun_class(parse, root) in _MEANT:
        return PlaceJudgement(True, "location.fragment", (("speaker", 1.0),))
    return PlaceJudgement(False, "location.fragment")
