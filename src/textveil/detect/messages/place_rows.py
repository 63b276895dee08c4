"""Place rows: what the words right before a place tell, where grammar is not to be trusted.

Posts leave out verbs and marks ("i from Ghana", "We in Brazil we cannot wait", check-ins). These
rules read the row of words and not the tree; `docs/methods/private-places.md` lists them.
"""

from functools import cache
from typing import Final

from textveil.detect.messages.speakers import Speaker, is_negated, is_unreal, subjects_of
from textveil.lexicon.messages.verb_classes import FOR, verb_class
from textveil.lexicon.tables.facts import facts
from textveil.values.messages.parse import Parse

__all__ = ["is_spoken_back", "row_rule"]

_BACK: Final = 24
"""Words before a place that are looked at."""


@cache
def _words(role: str) -> frozenset[str]:
    return frozenset(word.lower() for word in facts().words(role))


def row_rule(parse: Parse, first: int, end: int, speaker: Speaker) -> str:
    """Return the rule by which the words before a place put the person there; empty if none does.

    `here`: "here in Leeds"; `beside`: "I from Ghana", "we in Brazil"; `fronted`: "In Oslo we ski";
    `check-in`: "I'm at" before it, and no other verb between.
    """
    if not speaker.writes:
        return ""
    if _is_check_in(parse, first, speaker):
        return "check-in"
    lead = _lead(parse, first)
    if lead >= 0 and _is_fronted(parse, lead, end, speaker):
        return "fronted"
    if lead < 1:
        return ""
    before = parse.text_of(lead - 1).lower()
    if before == "here":
        return "here"
    if before in _words("first-person") and parse.text_of(lead).lower() in ("from", "in", "at"):
        return "beside"
    return ""


def _is_fronted(parse: Parse, lead: int, end: int, speaker: Speaker) -> bool:
    """Tell whether a sentence begins with the place and goes on about the person."""
    sentence = parse.sentence_of(lead)
    if lead != sentence.start or parse.text_of(lead).lower() not in ("in", "at", "near"):
        return False
    at = end
    while at in sentence and at < end + 2 and parse.words[at].tag in (",", "NN", "NNP"):
        at += 1
    if at not in sentence or not speaker.is_meant(parse, at):
        return False
    return not any(is_negated(parse, above) for above in parse.ancestors(at))


def _lead(parse: Parse, first: int) -> int:
    """Return the preposition that stands before a place and its article; -1 without one."""
    at = first - 1
    if at >= 0 and parse.words[at].tag in ("DT", "PRP$", "JJ"):
        at -= 1
    found = at >= 0 and parse.text_of(at).lower() in _words("locative")
    return at if found else -1


def _is_check_in(parse: Parse, first: int, speaker: Speaker) -> bool:
    for at in range(first - 1, max(-1, first - _BACK), -1):
        word = parse.words[at]
        if parse.text_of(at) in (".", "!", "?", ";") or word.tag.startswith("W"):
            return False
        if not word.tag.startswith(("VB", "MD")):
            continue
        located = at + 1 < first and parse.text_of(at + 1).lower() in ("at", "in", "from")
        own = at > 0 and speaker.is_meant(parse, at - 1)
        real = not is_negated(parse, at) and not is_unreal(parse, at)
        return word.lemma in ("be", "'m", "m") and located and own and real
    return False


def is_spoken_back(parse: Parse, first: int, speaker: Speaker) -> bool:
    """Tell whether a later clause puts the person "there": "Zweibrücken! I lived there once"."""
    if not speaker.writes:
        return False
    for at in range(first, len(parse)):
        if parse.text_of(at).lower() != "there" or parse.words[at].relation != "advmod":
            continue
        verb = parse.words[at].head
        about = any(speaker.is_meant(parse, one) for one in subjects_of(parse, verb))
        real = parse.words[verb].relation in ("ROOT", "conj", "ccomp") and not is_negated(
            parse, verb
        )
        if about and real and verb_class(parse.words[verb].lemma) == FOR:
            return True
    return False
