"""Linking: who and what stands behind the passages of a corpus, told to the transformers.

The first pass learns the people of each scope. Once it is over, every document's names are linked
to them and the parts of an address to one another, in the survey and in the rewriting alike.
"""

from dataclasses import dataclass, field

from textveil.detect.address_groups import group_addresses
from textveil.detect.identity import People, link
from textveil.lexicon.person_names import Role, parse_name
from textveil.values.document import Document
from textveil.values.label import family_of
from textveil.values.span import Span, Spans

__all__ = ["Linking"]


@dataclass(slots=True)
class Linking:
    """The people of a corpus, by what a policy takes as one scope.

    Attributes
    ----------
    scope
        `subject`, `corpus` or `document`: within what one name means one person.
    """

    scope: str = "subject"
    _people: People = field(default_factory=People)

    def learn(self, document: Document, spans: Spans) -> None:
        """Take in the full names of a document, whose spans do not overlap."""
        self._people.add(self._scope_of(document), document, spans)

    def linked(self, document: Document, spans: Spans) -> Spans:
        """Return the spans with the person or address that each belongs to as its entity."""
        named = link(document, spans, self._people, self._scope_of(document))
        names = named.where(lambda span: _names_somebody(document, span))
        return group_addresses(document, names)

    def _scope_of(self, document: Document) -> str:
        if self.scope == "corpus":
            return ""
        return document.id if self.scope == "document" else document.counted_subject


def _names_somebody(document: Document, span: Span) -> bool:
    """Tell whether a name holds more than `and`, which a name cut out of a longer one may leave."""
    if family_of(span.label) != "NAME":
        return True
    name = parse_name(document.covered_by(span))
    return name is None or any(part.role is not Role.LINK for part in name.parts)
