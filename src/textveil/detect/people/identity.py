"""Identity: decides which mentions mean one person, in all documents of a subject.

Full names (a given name and a family name) make persons; what is written shorter is linked to a
person it fits: same family name, a given name that agrees (equal, initial, short form), the same
initials. Where several fit, title, label, the subject of the document and who was mentioned last
decide; where none fits, the mention is a person of its own. Two full names are two persons unless
they agree.

`People` is filled in a first pass over all documents, so that a surname in an early document is
linked to the full name in a later one. The rules, with reasons and limits, are in
`docs/methods/identity.md`.
"""

import re
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from textveil.detect.people.mentions import Mention, Piece, mentions
from textveil.detect.people.roster import KIN, Directory, initials_fit, rank
from textveil.detect.people.subject_roster import (
    Draft,
    SubjectRoster,
    alone,
    full_names,
    is_family_name,
)
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.person import Person
from textveil.values.span import Span, Spans

__all__ = ["People", "link"]

_ROSTERS: Final = 256
_IN_TABLE: Final = re.compile(r"[ \t]{0,20}[ \t=:|-][ \t]*")
_WORD: Final = re.compile(r"[^\W_]+")
_LATER: Final = 1
_NEVER: Final = 2


@dataclass(slots=True)
class People:
    """The mentions of a corpus, by scope and subject; memory grows with distinct mentions.

    A document is read in its own language; `language`, that of most documents, says which short
    first names stand for which others.
    """

    language: str = ENGLISH
    _found: dict[str, dict[str, Counter[Mention]]] = field(default_factory=dict, repr=False)
    _united: dict[str, Directory] = field(default_factory=dict, repr=False)
    _carers: Directory | None = field(default=None, repr=False)
    _rosters: "OrderedDict[tuple[str, str], SubjectRoster]" = field(
        default_factory=OrderedDict, repr=False
    )

    def __len__(self) -> int:
        return sum(len(found) for by in self._found.values() for found in by.values())

    def add(self, scope: str, document: Document, spans: Spans) -> None:
        """Learn the names of a document."""
        found = self._found.setdefault(scope, {}).setdefault(document.counted_subject, Counter())
        named = mentions(document, spans, language=document.language)
        found.update(piece.mention for _, pieces in named for piece in pieces)
        self._united.clear()
        self._rosters.clear()
        self._carers = None

    def of(self, scope: str) -> tuple[Person, ...]:
        """Return the persons with full names of a scope, in a fixed order."""
        return tuple(sorted(self._full(scope).people))

    def roster(self, scope: str, document: Document) -> SubjectRoster:
        """Return the persons that the documents of a subject mention."""
        key = (scope, document.counted_subject)
        if key not in self._rosters:
            self._rosters[key] = self._made(scope, document.counted_subject)
            while len(self._rosters) > _ROSTERS:
                self._rosters.popitem(last=False)
        return self._rosters[key]

    def _full(self, scope: str) -> Directory:
        if scope not in self._united:
            if len(self._united) > _ROSTERS:
                self._united.clear()
            total: Counter[Mention] = Counter()
            for found in self._found.get(scope, {}).values():
                total.update(full_names(found))
            self._united[scope] = Directory.of(total, language=self.language)
        return self._united[scope]

    def _providers(self) -> Directory:
        """Return the carers that any document names in full."""
        if self._carers is None:
            total: Counter[Mention] = Counter()
            for by in self._found.values():
                for found in by.values():
                    total.update({o: n for o, n in found.items() if o.is_full and o.is_provider})
            self._carers = Directory.of(total, language=self.language)
        return self._carers

    def _made(self, scope: str, subject: str) -> SubjectRoster:
        by_subject = self._found.get(scope, {})
        found = by_subject.get(subject, Counter())
        full, carers = self._full(scope), self._providers()
        # In sorted order, so that nothing depends on which document came first.
        draft = Draft(dict(sorted(found.items())), Directory(self.language))
        draft.enter_full(full, carers)
        draft.enter_namesakes()
        draft.enter_short(carers, full if len(by_subject) > 1 else Directory())
        return draft.roster()


def link(document: Document, spans: Spans, people: People, scope: str) -> Spans:
    """Return the spans; the `entity` of a name is the person that it means.

    A span with the names of several persons is divided; an `and` between them is in none.

    Examples
    --------
    >>> note = Document("n", "Ana Ruiz came. Mrs Ruiz left. Bo Ruiz stayed. Bo slept.")
    >>> found = Spans([Span(0, 8, "NAME"), Span(15, 23, "NAME"), Span(30, 37, "NAME"),
    ...     Span(46, 48, "NAME")])
    >>> people = People()
    >>> people.add("s", note, found)
    >>> [span.entity.given for span in link(note, found, people, "s")]
    ['ana', 'ana', 'bo', 'bo']
    """
    found = list(mentions(document, spans, language=document.language))
    if not found:
        return spans
    roster = people.roster(scope, document)
    recent = _named_later(found, roster)
    signed = _legend(document.text, found, roster)
    linked: dict[int, list[Span]] = {}
    # Initials last: by then it is known who is named in the document.
    for initials in (False, True):
        for at, pieces in found:
            for piece in pieces:
                letters = piece.mention.initials
                if bool(letters) is not initials:
                    continue
                # The sender of a message is the same in all of them, whoever they write about.
                own = document.covered_by(spans[at]) == document.subject
                near = {} if own else recent
                person = signed.get(letters) or _meant(piece.mention, roster, near)
                if letters:
                    # Initials stand for one person throughout a document.
                    signed[letters] = person
                recent[person] = -at
                linked.setdefault(at, []).append(_entitled(spans[at], piece, person.entity))
    return Spans(
        piece
        for at, span in enumerate(spans)
        for piece in (
            _covering(document.text, span, linked[at], document.language)
            if at in linked
            else [span]
        )
    )


def _covering(text: str, span: Span, pieces: list[Span], language: str) -> Iterator[Span]:
    """Yield the names of a passage, and text between them that is more than `and`."""
    if len(pieces) == 1 and len(pieces[0]) == len(span):
        yield pieces[0]
        return
    start = span.start
    for piece in sorted(pieces):
        yield from _rest(text, span, start, piece.start, language)
        yield piece
        start = piece.end
    yield from _rest(text, span, start, span.end, language)


def _rest(text: str, span: Span, start: int, end: int, language: str) -> Iterator[Span]:
    found = _WORD.finditer(text, start, end)
    words = [word for word in found if not facts(language).is_a(word[0], "joining")]
    if words:
        yield replace(span, start=words[0].start(), end=words[-1].end())


Found = list[tuple[int, list[Piece]]]
"""The names of a document, by the place of the span that each stands in."""


def _named_later(found: Found, roster: SubjectRoster) -> dict[Person, int]:
    """Return the people named in full here; they come before people of other documents."""
    recent: dict[Person, int] = {}
    for _, pieces in found:
        for piece in pieces:
            if piece.mention.is_full:
                fitting = roster.fitting(piece.mention)
                if len(fitting) == 1:
                    recent[fitting[0][1]] = _LATER
    return recent


def _legend(text: str, found: Found, roster: SubjectRoster) -> dict[str, Person]:
    """Return people whose initials stand right before their name, as in a table of initials."""
    pieces = [piece for _, some in found for piece in some]
    signed = {}
    for one, other in pairwise(pieces):
        letters = one.mention.initials
        if letters and other.mention.is_full and _IN_TABLE.fullmatch(text[one.end : other.start]):
            fitting = [p for _, p in roster.fitting(other.mention) if _signs(letters, p)]
            if len(fitting) == 1:
                signed[letters] = fitting[0]
    return signed


def _signs(letters: str, person: Person) -> bool:
    return initials_fit(letters, person) is not None


def _entitled(span: Span, piece: Piece, entity: Person) -> Span:
    """Return the piece of a span with the entity that it means."""
    # As `dataclasses.replace` does, at a fraction of its time.
    return Span(
        piece.start,
        piece.end,
        span.label,
        span.score,
        span.source,
        span.explanation,
        entity,
        span.attributes,
    )


def _meant(mention: Mention, roster: SubjectRoster, recent: Mapping[Person, int]) -> Person:
    """Return the person that a mention means."""
    fitting = roster.fitting(mention)
    if len(fitting) == 1:
        return fitting[0][1]
    if not fitting:
        return alone(mention, roster)

    def order(found: tuple[int, Person]) -> tuple[int | Person, ...]:
        quality, person = found
        labels = roster.labels.get(person, ())
        short = mention.is_word or is_family_name(mention, person)
        if mention.initials and not mention.called:
            # Those who treat people sign with initials.
            other = "PROVIDER" not in labels
        else:
            other = short and person != roster.protagonist
        return (
            roster.clash(mention, person),
            bool(mention.label) and mention.label not in labels,
            quality if short else rank(person),
            other if short else quality,
            rank(person),
            (person.mark == KIN) != ("kin" in mention.relation),
            other,
            recent.get(person, _NEVER),
            -roster.counts.get(person, 0),
            person,
        )

    return min(fitting, key=order)[1]
