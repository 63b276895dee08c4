"""Nicknames: finds what the people of a conversation are called, once a name or handle is known.

Somebody is called by a word of the name, by a short form of the given name (Tom), by its beginning
or end (Soph, Lotte), and by a word of the handle (`soph_92`, `sophlaurent`). In the messages of the
same chat or thread, or in the documents of the same subject, such a word is the person if it is no
plain word, or is written as a name: `will` is nobody, "ask Will" is. The rule stands in
`docs/methods/identity.md`; the verifier `residue` checks it by its own code.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

from textveil.lexicon.people.given_names import given_bearers, is_plain_word, short_forms
from textveil.lexicon.people.handles import handle_words
from textveil.lexicon.people.inner_words import stands_in_term
from textveil.lexicon.people.person_names import Role, read_names
from textveil.lexicon.style.sentences import stands_for_time, written_as_name
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.words import are_everyday, look_up
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.runs.conversation import conversation_of
from textveil.values.span import Explanation, Span, Spans

__all__ = ["Nicknames"]

_SOURCE: Final = "textveil.propagate.v1"
_SCORE: Final = 0.9
_EXPLANATION: Final = Explanation("propagate.nickname", (("nickname", _SCORE),))
_WORD: Final = re.compile(r"[^\W\d_]+")
_HANDLES: Final = frozenset({"EMAIL", "USERNAME"})
_SHORTEST: Final = 3
_TELLING: Final = 4
"""Words with fewer letters may be in small letters only in a chat."""
_SELDOM: Final = 3
"""Parts of names that are words of this frequency or less (see `ListedWord`) may be nicknames."""

Called = dict[str, str]
"""Words for people, each with the label of who is called so."""


@dataclass(slots=True, repr=False)
class Nicknames:
    """What people are called, by conversation."""

    _called: dict[str, Called] = field(default_factory=dict)
    _chats: set[str] = field(default_factory=set)
    _named: bool = False
    """Whether any name was found: a policy that looks for none leaves them all."""

    def learn(self, document: Document, found: Spans) -> None:
        """Take in the names and handles of a document."""
        place = conversation_of(document)
        self._named |= _has_names(found)
        called = self._called.setdefault(place, {})
        for word, label in _called(document, found):
            # Of two labels the first of the alphabet, so that the order does not matter.
            called[word] = min(label, called.get(word, label))
        if _is_chat(document, found):
            self._chats.add(place)

    def places(self, document: Document, found: Spans) -> Spans:
        """Return where people are called by name, besides what was found."""
        place = conversation_of(document)
        # The words of a long chat are many: they are not copied for each message.
        known, own = self._called.get(place, {}), dict(_called(document, found))
        if not (known or own) or not (self._named or _has_names(found)):
            return Spans()
        chat, covered = place in self._chats or _is_chat(document, found), found.covered()
        text, language = document.text, document.language
        spans = []
        for word in _WORD.finditer(text):
            key, (start, end) = squeeze_text(word[0]), word.span()
            label = known.get(key) or own.get(key)
            if (
                label
                and not _touches(start, end, covered)
                and _is_meant(text, start, end, language=language, chat=chat)
            ):
                spans.append(Span(start, end, label, _SCORE, _SOURCE, _EXPLANATION))
        return Spans(spans)


def _touches(start: int, end: int, covered: tuple[tuple[int, int], ...]) -> bool:
    at = bisect_left(covered, end, key=itemgetter(0)) - 1
    return at >= 0 and start < covered[at][1]


def _has_names(found: Spans) -> bool:
    return any(family_of(span.label) == "NAME" for span in found)


def _is_chat(document: Document, found: Spans) -> bool:
    message = conversation_of(document) != document.counted_subject
    return message or any(span.label == "USERNAME" for span in found)


def _is_meant(text: str, start: int, end: int, *, language: str, chat: bool) -> bool:
    """Tell whether a word means a person here."""
    if stands_in_term(text, start, end, language=language):
        return False
    word = squeeze_text(text[start:end])
    if not chat and are_everyday([word], language):
        # Whether Black is somebody or a trait, only the document tells that names him.
        return False
    if (chat or end - start >= _TELLING) and not is_plain_word(word, language):
        return True
    if text[start - 1 : start] == "@":
        return True
    named = written_as_name(text, start, end, language=language)
    return named and not stands_for_time(text, start, end, language=language)


def _called(document: Document, found: Spans) -> Iterator[tuple[str, str]]:
    """Yield words for the people of a document, each with a label."""
    chat, language = _is_chat(document, found), document.language
    for span in found:
        value, sure = document.covered_by(span), span.score >= 1.0
        if span.label in _HANDLES:
            words = dict.fromkeys(handle_words(value, language=language), "NAME")
        elif family_of(span.label) == "NAME" and span.label != "INITIALS":
            words = dict.fromkeys(_name_words(value, sure, language), span.label)
        else:
            continue
        for word, label in words.items():
            yield word, label
            if given_bearers(word) or sure:
                yield from ((one, label) for one in _short(word, chat, language))


def _name_words(value: str, sure: bool, language: str) -> Iterator[str]:
    """Yield the words of names; of a guessed single word only one that people bear."""
    if sure and len(value.split()) == 1:
        yield from handle_words(value, language=language)
    for name in read_names(value, language=language):
        named = [word for word in name.words if word.role is not Role.LINK]
        for word in named:
            known = sure or len(named) > 1 or max(look_up(word.key)[:3])
            if len(word.key) >= _SHORTEST and known and word.bare[:1].isupper() | sure:
                yield word.key


def _short(given: str, chat: bool, language: str) -> Iterator[str]:
    """Yield what somebody of a given name may be called."""
    yield from (one for one in short_forms(given, language) if len(one) >= _SHORTEST)
    least = _SHORTEST if chat else _TELLING
    endings = ("", *facts(language).words("nickname-ending"))
    begun = (given[:at] + end for at in range(least, len(given)) for end in endings)
    ended = (given[at:] for at in range(1, len(given) - _TELLING + 1))
    for one in (*begun, *ended):
        listed = look_up(one, language)
        if listed.common <= _SELDOM and not is_plain_word(one, language):
            yield one
