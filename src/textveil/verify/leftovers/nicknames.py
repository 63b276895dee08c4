"""Nicknames left: a word by which a person of the conversation is called stands in the release.

The rule stands in `docs/methods/identity.md` (Nicknames). The detector makes a list of what people
may be called; this is the other way round: each word that is left is held against the names and
handles that were removed.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from textveil.lexicon.tables.words import look_up
from textveil.values.contracts import Case
from textveil.values.label import family_of
from textveil.values.runs.conversation import conversation_of
from textveil.values.verdict import Witness
from textveil.verify.passages.allowed_words import AllowedWords
from textveil.verify.passages.identifying import stands_in_term
from textveil.verify.readers.read_names import each_name
from textveil.verify.readers.tables import are_everyday, facts, fold, formal_names
from textveil.verify.readers.written_names import stands_for_time, written_as_name

__all__ = ["LeftNicknames"]

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_REASON: Final = "a nickname of somebody whose name or handle was removed is left"
_RARE: Final = 3
_LONGEST: Final = 41
"""A name has fewer letters than this, as everywhere in the reading of names."""


@dataclass(slots=True)
class _People:
    """The names and handles that were removed from one conversation."""

    words: set[str] = field(default_factory=set)
    formal: set[str] = field(default_factory=set)
    begun: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    ended: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    handles: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Handles by themselves and by what they begin and end with."""
    is_chat: bool = False
    called: dict[tuple[str, str], bool] = field(default_factory=dict)
    """What was said of words; new people may be called otherwise."""

    def add(self, word: str, language: str) -> None:
        """Take in a word of a name; a given name is known by its short forms, too."""
        self.words.add(word)
        if max(look_up(word)[:2]):
            self.formal |= formal_names(word, language)
            self.begun[word[:3]].add(word)
            self.ended[word[-4:]].add(word)

    def add_handle(self, handle: str) -> None:
        """Take in the words of a handle."""
        for letters in (one for one in _LETTERS.findall(handle) if len(one) > 2):
            bare = re.sub(r"^x{2,60}|x{2,60}$", "", letters)
            edges = {bare[:size] for size in range(3, _LONGEST)}
            edges |= {bare[-size:] for size in range(3, _LONGEST)}
            for edge in {bare, *edges}:
                self.handles[edge].add(bare)

    def call(self, word: str, language: str) -> bool:
        """Tell whether somebody is called by a word."""
        known = self.called.get((word, language))
        if known is None:
            known = self.called[word, language] = self._call(word, language)
        return known

    def _call(self, word: str, language: str) -> bool:
        if word in self.words:
            # In other documents `residue` says itself where words of a name must not be left.
            return self.is_chat
        if not self.formal.isdisjoint(formal_names(word, language)):
            return True
        if any(_is_part(word, bare, language) for bare in self.handles.get(word, ())):
            return True
        least = 3 if self.is_chat else 4
        if look_up(word, language).common > _RARE or _is_plain(word, language):
            return False
        stems = {word} | {
            word.removesuffix(end)
            for end in facts(language).words("nickname-ending")
            if word.endswith(end)
        }
        begun = self.begun.get(word[:3], ())
        return any(
            len(stem) >= least and name.startswith(stem) for stem in stems for name in begun
        ) or any(len(word) >= 4 and name.endswith(word) for name in self.ended.get(word[-4:], ()))


@dataclass(slots=True)
class LeftNicknames:
    """The people of each conversation, and where a nickname of theirs is left."""

    _people: dict[str, _People] = field(default_factory=dict)
    _named: bool = False
    """Whether any name was removed: a policy that removes none leaves nicknames, too."""

    def learn(self, case: Case, language: str) -> None:
        """Take in the names and handles that a release removed."""
        before = case.before
        if before is None:
            return
        place = conversation_of(before)
        people = self._people.setdefault(place, _People())
        people.is_chat |= place != before.counted_subject
        people.called.clear()
        for edit in case.release.edits:
            value = before.text[edit.start : edit.end]
            if edit.replacement == value:
                continue
            if edit.label in {"EMAIL", "USERNAME"}:
                people.is_chat |= edit.label == "USERNAME"
                people.add_handle(fold(value.lstrip("@").partition("@")[0]).text.casefold())
            elif family_of(edit.label) == "NAME" and edit.label != "INITIALS":
                self._named = True
                for name in each_name(value, language=language):
                    for word in name.words:
                        borne = len(name.words) > 1 or max(look_up(word)[:3])
                        # Names with digits are those of people in a chat.
                        sure = people.is_chat or not any(map(str.isdecimal, value))
                        if len(word) > 2 and borne and sure and not value.islower():
                            people.add(word, language)

    def left(
        self, case: Case, language: str, allowed: AllowedWords, known: Sequence[Witness]
    ) -> Iterator[Witness]:
        """Yield where a nickname is left in the text of a release, and no witness stands yet."""
        if case.before is None or not self._named:
            return
        told = {at for witness in known for at in range(witness.start, witness.end)}
        people = self._people[conversation_of(case.before)]
        text, excused = case.release.text, allowed.places(case.release.text)
        for _, start, length in case.release.kept():
            for found in _LETTERS.finditer(text, start, start + length):
                at, end = found.span()
                word = fold(found[0]).text.casefold()
                whole = not text[max(start, at - 1) : at].isalpha() and len(word) > 2
                if (
                    whole
                    and people.call(word, language)
                    and _is_written(text, at, end, people.is_chat, language)
                    and not allowed.excuse(text, at, end, excused)
                    and at not in told
                ):
                    yield Witness(case.release.id, at, end, _REASON, label="NAME", redraw=True)


def _is_plain(word: str, language: str) -> bool:
    """Tell whether a word in small letters is hardly ever a name."""
    if not are_everyday([word], language):
        return False
    listed = look_up(word, language)
    seldom = listed.common < _RARE or (listed.common == _RARE and max(listed[:2]) >= _RARE)
    return language != "en" or not seldom


def _is_written(text: str, start: int, end: int, chat: bool, language: str) -> bool:
    """Tell whether a word may be a name where it stands."""
    if stands_in_term(text, start, end, language=language):
        return False
    word = fold(text[start:end]).text.casefold()
    plain = _is_plain(word, language)
    if not chat and are_everyday([word], language):
        return False
    if text[start - 1 : start] == "@" or (not plain and (chat or end - start > 3)):
        return True
    named = written_as_name(text, start, end, language=language)
    return named and not stands_for_time(text, start, end, language=language)


def _is_part(word: str, bare: str, language: str) -> bool:
    """Tell whether a handle is a word, or begins or ends with it beside a name or an initial."""
    if facts(language).is_a(word, "handle-filler", "desk-word"):
        return False
    if word == bare:
        return True
    if are_everyday([bare], language) or max(look_up(bare)[:3]) > 1:
        return False
    rests = [
        bare.removeprefix(word) if bare.startswith(word) else "",
        bare.removesuffix(word) if bare.endswith(word) else "",
    ]
    return any(
        max(look_up(rest)[:3]) > 1
        if len(rest) > 2
        else len(rest) == 1 and max(look_up(word)[:3]) > 1
        for rest in rests
    )
