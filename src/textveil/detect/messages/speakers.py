"""Speakers: whom the clauses of a message are about, and whether they say what happened.

A message is about who writes it, or about a person that is named. A clause is about its subject;
a clause without one ("Heading home", "Back in Leeds") is about who writes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from textveil.lexicon.messages.verb_classes import verb_type
from textveil.lexicon.tables.facts import facts
from textveil.values.messages.parse import Parse

__all__ = [
    "SPOKEN",
    "Speaker",
    "has_implied_speaker",
    "is_negated",
    "is_spoken_of_only",
    "is_unreal",
    "objects_of",
    "speaks_of",
    "subjects_of",
]

_SUBJECTS: Final = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_OBJECTS: Final = frozenset({"dobj", "dative", "iobj"})
_SHARED: Final = frozenset({"xcomp", "conj", "advcl", "pcomp", "acomp"})
"""Relations of a verb that has the subject of the verb above it, unless it has one of its own."""


@cache
def _keys(role: str) -> frozenset[str]:
    return frozenset(word.lower() for word in facts().words(role))


@dataclass(frozen=True, slots=True)
class Speaker:
    """The person that a message is about: who writes it, or the one of a name.

    Attributes
    ----------
    name
        Words of the name in lower case; empty for who writes.
    """

    name: frozenset[str] = frozenset()

    @classmethod
    def named(cls, name: str) -> "Speaker":
        """Return who is called so; who writes, if the name is empty."""
        return cls(frozenset(name.lower().split()))

    def is_meant(self, parse: Parse, word: int) -> bool:
        """Tell whether a word stands for the person: "I", "us", or the name."""
        said = parse.text_of(word).lower()
        return said in (self.name or _keys("first-person"))

    def owns(self, parse: Parse, word: int) -> bool:
        """Tell whether a noun is called the person's own: "my house", "Ana's house"."""
        return any(
            self.is_owner(parse, at)
            for at in parse.children(word)
            if parse.words[at].relation in ("poss", "nmod", "det", "compound", "dep")
        )

    def is_owner(self, parse: Parse, word: int) -> bool:
        """Tell whether a word says that something is the person's: "my", "Ana" of "Ana's"."""
        said = parse.text_of(word).lower()
        if self.name:
            return said in self.name and parse.words[word].relation == "poss"
        return said in _keys("first-owner")

    @property
    def writes(self) -> bool:
        """Whether it is who writes, so that clauses without a subject are about the person."""
        return not self.name


def subjects_of(parse: Parse, verb: int) -> tuple[int, ...]:
    """Return the subjects of a verb, those of the verb that it shares them with included."""
    for at in (verb, *_sharing(parse, verb)):
        own = tuple(
            c
            for c in parse.children(at)
            # A parser takes those who are addressed, or repeated, for subjects.
            if parse.words[c].relation in _SUBJECTS and not _is_handle(parse, c)
        )
        if own:
            return tuple(one for subject in own for one in (subject, *_joined(parse, subject)))
    return ()


def _is_handle(parse: Parse, word: int) -> bool:
    """Tell whether a word says whose post is repeated: "RT", "@ana" after it or before a colon."""
    told = word + 1 < len(parse) and parse.text_of(word + 1) == ":"
    told = told or (word > 0 and parse.text_of(word - 1) == "RT")
    return parse.text_of(word) == "RT" or (told and parse.text_of(word).startswith("@"))


def _sharing(parse: Parse, verb: int) -> Iterator[int]:
    at = verb
    for above in parse.ancestors(verb):
        relation = parse.words[at].relation
        if relation == "relcl":
            yield above
            return
        if relation not in _SHARED and relation != "prep":
            return
        at = above
        yield above


def _joined(parse: Parse, word: int) -> Iterator[int]:
    """Yield what is joined to a noun: "my wife and I"."""
    for at in parse.children(word):
        if parse.words[at].relation in ("conj", "appos"):
            yield at
            yield from _joined(parse, at)


def objects_of(parse: Parse, verb: int) -> tuple[int, ...]:
    """Return the objects of a verb."""
    return tuple(c for c in parse.children(verb) if parse.words[c].relation in _OBJECTS)


def is_negated(parse: Parse, verb: int) -> bool:
    """Tell whether a verb, or its subject, says that something is not so."""
    for at in parse.children(verb):
        word = parse.words[at]
        if word.relation == "neg" or parse.text_of(at).lower() in _keys("negation"):
            return True
        if word.tag in ("RBR", "RB") and any(  # "no longer"
            parse.text_of(one).lower() in _keys("negation") for one in parse.children(at)
        ):
            return True
    return False


def is_unreal(parse: Parse, verb: int) -> bool:
    """Tell whether a verb speaks of what may never happen: "would", "if"."""
    for at in parse.children(verb):
        said, relation = parse.text_of(at).lower(), parse.words[at].relation
        if relation == "aux" and said in _keys("unreal-auxiliary"):
            # "'d" is "had" before a participle.
            return said != "'d" or parse.words[verb].tag != "VBN"
        if relation == "mark" and said in _keys("unreal-mark"):
            return True
    return False


def has_implied_speaker(parse: Parse, sentence: range) -> bool:
    """Tell whether a sentence has no subject, and its verb says what somebody does or did.

    "Heading home" and "landed in Leeds" are about who writes; "Go home" and "who left?" are not.
    """
    if any(parse.text_of(at) == "?" for at in sentence):
        return False
    roots = [at for at in sentence if parse.words[at].head == at]
    return any(
        parse.words[root].tag in ("VBG", "VBD", "VBN") and not subjects_of(parse, root)
        for root in roots
    )


def speaks_of(parse: Parse, first: int, end: int, speaker: Speaker) -> bool:
    """Tell whether a noun phrase says something about a person: "I am a cook", "my college".

    It does if the person owns it, or is the subject of a clause above it that is not denied.
    """
    anchor = next(
        (at for at in range(first, end) if not first <= parse.words[at].head < end), first
    )
    for at in (anchor, *parse.ancestors(anchor)):
        word = parse.words[at]
        if speaker.owns(parse, at):
            return True
        if word.tag.startswith(("VB", "MD")) or word.relation == "ROOT":
            if is_negated(parse, at) or is_unreal(parse, at):
                return False
            subjects = subjects_of(parse, at)
            if subjects:
                return any(
                    speaker.is_meant(parse, one) or speaker.owns(parse, one) for one in subjects
                )
            if word.relation == "ROOT":
                return speaker.writes and has_implied_speaker(parse, parse.sentence_of(at))
    return False


SPOKEN: Final = frozenset(
    f"verb.{name}" for name in ("cognition", "communication", "perception", "emotion", "creation")
)
"""Classes of verbs whose object is spoken of or thought of, and need not be the subject's own."""


def is_spoken_of_only(parse: Parse, word: int) -> bool:
    """Tell whether a verb above a word says that its subject speaks or thinks of it.

    "I read about cancer" tells of nobody's illness, "I was diagnosed with cancer" does.
    """
    for at in parse.ancestors(word):
        if not parse.words[at].tag.startswith("VB"):
            continue
        lemma = parse.words[at].lemma
        return verb_type(lemma) in SPOKEN and not facts().is_a(lemma, "owning-verb")
    return False
