"""Linking: finds the person or thing behind each passage, for the transformers.

The first pass learns the people and numbers of each scope. Once it is over, every document's names
are linked to the people and the parts of an address to one another, and all passages of a number
get one label, in the survey and in the rewriting alike.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from textveil.detect.address_groups import group_addresses
from textveil.detect.people.identity import People, link
from textveil.detect.tagging.number_labels import NumberLabels
from textveil.lexicon.people.person_names import Role, read_name
from textveil.lexicon.tables.languages import ENGLISH
from textveil.values.document import Document
from textveil.values.person import Person
from textveil.values.span import Span, Spans

__all__ = ["Linking"]

_KEPT: Final = 512
_SHORT: Final = 1 << 14
"""Documents of so many characters at most are kept, so that memory has a bound."""
_GROUPED: Final = frozenset({"CITY", "ZIP"})
"""Labels that get a place as their entity."""


@dataclass(slots=True)
class Linking:
    """The people of a corpus, by the scope of the policy.

    Attributes
    ----------
    scope
        `subject`, `corpus` or `document`: within what one name means one person.
    language
        Language of most documents, for short first names; each is read in its own.
    """

    scope: str = "subject"
    language: str = ENGLISH
    _people: People = field(init=False)
    _numbers: NumberLabels = field(default_factory=NumberLabels)
    _linked: "OrderedDict[str, tuple[str, Spans, Spans]]" = field(
        default_factory=OrderedDict, repr=False
    )

    def __post_init__(self) -> None:
        self._people = People(self.language)

    def learn(self, document: Document, spans: Spans) -> None:
        """Learn the full names and numbers of a document; its spans must not overlap."""
        self._people.add(self._scope_of(document), document, spans)
        self._numbers.learn(self._scope_of(document), document, spans)
        self._linked.clear()

    def linked(self, document: Document, spans: Spans) -> Spans:
        """Return the spans with their persons and addresses, and numbers under one label each."""
        text, known, linked = self._linked.get(document.id, ("", spans, None))
        if linked is None or text != document.text or known != spans:
            linked = self._found(document, spans)
            if len(document.text) <= _SHORT:
                # Survey and rewriting ask for the same; those of a few documents are kept.
                self._linked[document.id] = document.text, spans, linked
                while len(self._linked) > _KEPT:
                    self._linked.popitem(last=False)
        return linked

    def _found(self, document: Document, spans: Spans) -> Spans:
        scope = self._scope_of(document)
        named = link(document, spans, self._people, scope)
        named = self._numbers.settled(scope, document, named)
        named = named.where(lambda span: _names_somebody(document, span))
        grouped = any(span.label in _GROUPED for span in named)
        return group_addresses(document, named, language=self.language) if grouped else named

    def _scope_of(self, document: Document) -> str:
        if self.scope == "corpus":
            return ""
        return document.id if self.scope == "document" else document.counted_subject


def _names_somebody(document: Document, span: Span) -> bool:
    """Tell whether a name holds more than `and`, which may be left when a name is cut."""
    if span.entity != Person():
        return True
    name = read_name(document.covered_by(span), language=document.language)
    return name is None or any(part.role is not Role.LINK for part in name.parts)
