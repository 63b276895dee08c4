"""Contracts: what a component of each stage must offer, as protocols over values.

A plug-in needs no base class: it has these methods, is named in an entry point, and passes the
checks of `textveil.testing`. Constructing a component is free: no files, no models, no network.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol, runtime_checkable

from textveil.values.annotation import Annotation
from textveil.values.document import AUTO, Document
from textveil.values.edit import Edit, Release
from textveil.values.figures.chances import DocumentChances
from textveil.values.marking import CopyMarks
from textveil.values.messages.parse import Parse
from textveil.values.metadata import EMPTY, Metadata
from textveil.values.span import Span, Spans
from textveil.values.tagging import TaggedWords
from textveil.values.verdict import Verdict

__all__ = [
    "About",
    "Blind",
    "Case",
    "Companion",
    "Described",
    "Detector",
    "Exchanger",
    "Format",
    "Marker",
    "Parser",
    "Priced",
    "Reasoner",
    "Screen",
    "Selector",
    "Strategy",
    "Surveyor",
    "Tagger",
    "Teller",
    "Transformer",
    "Unhider",
    "Verifier",
    "about",
    "is_blind",
    "with_parts",
]


@dataclass(frozen=True, slots=True)
class About:
    """What a component tells about itself, for the engine and for the certificate.

    A component that has something to tell offers a method `about()` that returns this.

    Attributes
    ----------
    randomness
        What its choices are drawn from: `key`, `seed` or `system`; empty if it draws none.
    files
        The files that it reads, by name, that came with it: anybody may have them.
    private
        The files that it reads, by name, that are the user's own, lists of names for example. A
        certificate only commits to them.
    parts
        The components inside it, each with its name.
    needs_context
        Whether it reads sentences, so that it has little to say of a lone word.
    scope
        Of a transformer: within what one name means one person, `subject`, `corpus` or `document`;
        empty if it does not tell people apart.
    companions
        Of a transformer: the companions that it needs, each by its name with its options.
    as_given
        Of a transformer: whether it needs the very characters of a passage, hidden ones too.
    """

    randomness: str = ""
    files: tuple[tuple[str, Path], ...] = ()
    private: tuple[tuple[str, Path], ...] = ()
    parts: tuple[tuple[str, Any], ...] = ()
    needs_context: bool = False
    scope: str = ""
    companions: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    as_given: bool = False


@runtime_checkable
class Described(Protocol):
    """A component that tells something about itself."""

    def about(self) -> About:
        """Return what the engine and the certificate should know."""
        ...


def about(component: Any) -> About:
    """Return the self-description of a component; empty if it has none."""
    return component.about() if isinstance(component, Described) else About()


def with_parts(name: str, component: Any) -> Iterator[tuple[str, Any]]:
    """Yield a component with its name, and then all that are inside it."""
    yield name, component
    for inner, part in about(component).parts:
        yield from with_parts(inner, part)


@runtime_checkable
class Detector(Protocol):
    """Finds passages that identify a person.

    `reach` bounds how many code points around a passage can change whether it is found; None
    means that the whole document can. Detectors with a bound may be run on overlapping pieces of a
    text that is too large for memory.
    """

    reach: ClassVar[int | None]

    def detect(self, document: Document) -> Spans:
        """Return the findings; spans may overlap. Never changes the document."""
        ...


@runtime_checkable
class Tagger(Protocol):
    """Says of each word of a text what it may be; a model, whatever it is made of.

    `labels` are what a word can be.
    """

    labels: tuple[str, ...]

    def tag(
        self, texts: Sequence[str], hints: Sequence[Spans], least: float = 0.0
    ) -> Iterator[TaggedWords]:
        """Yield the words of each text with the probability of nothing and of every label.

        Texts come folded, and with each what patterns found in it. Where a word is something with a
        probability below `least`, its labels may be left at zero.
        """
        ...


@runtime_checkable
class Parser(Protocol):
    """Reads the grammar of a text; a model, whatever it is made of."""

    def parse(self, text: str) -> Parse:
        """Return the words of a text with their places in the grammar.

        Offsets are those of the text as it was given.
        """
        ...


@runtime_checkable
class Reasoner(Protocol):
    """A tagger that can say why."""

    def reasons(self, text: str, hints: Spans, word: int, label: str) -> Mapping[str, float]:
        """Return why a word has a label, in words that quote nothing, each with its weight."""
        ...


@runtime_checkable
class Strategy(Protocol):
    """Says how much would be learnt from a document if somebody annotated it.

    Documents with the highest scores are annotated first; the seed decides between equal ones.
    """

    def score(self, document: DocumentChances) -> float:
        """Return a finite number for what the current model thinks of a document's words."""
        ...


@runtime_checkable
class Selector(Protocol):
    """A strategy that also looks at what is already in the batch."""

    def score(self, document: DocumentChances) -> float:
        """Return a finite number for what the current model thinks of a document's words."""
        ...

    def admits(self, document: DocumentChances, batch: Sequence[DocumentChances]) -> bool:
        """Tell whether a document may join a batch; the first one always may."""
        ...


@runtime_checkable
class Priced(Protocol):
    """A strategy that weighs what annotating costs."""

    def at_prices(self, reading: float, correcting: float) -> Strategy:
        """Return the strategy at these costs of reading a word and of a correction."""
        ...


@runtime_checkable
class Blind(Protocol):
    """A strategy that says whether it looks at nothing, so that it needs no model."""

    blind: ClassVar[bool]


def is_blind(strategy: Strategy) -> bool:
    """Tell whether a strategy looks at nothing."""
    return isinstance(strategy, Blind) and strategy.blind


@runtime_checkable
class Screen(Protocol):
    """Finds passages that need a view of all documents together."""

    def screen(self, documents: Sequence[Document], found: Sequence[Spans]) -> Iterator[Spans]:
        """Yield, for each document in order, further passages to remove."""
        ...


@runtime_checkable
class Transformer(Protocol):
    """Rewrites passages of a document."""

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span (they do not overlap) and nothing else."""
        ...


@runtime_checkable
class Surveyor(Protocol):
    """A transformer that must see every document of a corpus before it rewrites one."""

    def survey(self, document: Document, spans: Spans) -> None:
        """Learn from a document; the order of documents must not matter."""
        ...

    def transform(self, document: Document, spans: Spans) -> Release:
        """Replace every span (they do not overlap) and nothing else."""
        ...


@runtime_checkable
class Companion(Protocol):
    """Finds what must go because of what a transformer does to passages of the same document.

    A transformer names its companions in `About`. The engine asks them while it plans, and the
    transformer rewrites what they find.
    """

    def beside(self, document: Document, own: Spans, found: Spans) -> Spans:
        """Return further passages to rewrite. Never changes the document.

        What lies inside a passage that is rewritten anyway is left out. Any other result takes the
        place of what it overlaps.

        Parameters
        ----------
        document
            Where they stand.
        own
            The passages that the transformer rewrites.
        found
            All passages that were found, also those that others rewrite, and that stay.
        """
        ...


@runtime_checkable
class Teller(Protocol):
    """A transformer that has something to tell the user about a run."""

    def notices(self) -> Sequence[str]:
        """Return sentences that quote no text, after all documents were rewritten."""
        ...


@runtime_checkable
class Exchanger(Protocol):
    """A transformer that can give a person or thing another replacement than the one it has."""

    def exchange(self, document: Document, span: Span) -> bool:
        """Draw another surrogate for the entity of a span; False if the present one must stay."""
        ...


@runtime_checkable
class Marker(Protocol):
    """A transformer that can mark the copy of a release for each recipient."""

    def mark(self, marks: CopyMarks) -> None:
        """Mark copies from now on; called before any document is surveyed."""
        ...

    def places(self) -> frozenset[str]:
        """Return the places at which copies may differ, after all documents were surveyed."""
        ...

    def serve(self, recipient: str) -> None:
        """Write the copy of this recipient from now on."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """One document before and after.

    Attributes
    ----------
    before
        The input; None if only the release was given.
    release
        The released text with its edits.
    metadata
        What is released beside the text: the other columns of a row, for example.
    language
        Code of the language that the document was read in.
    kept
        Fields among the metadata that a rule of the policy keeps: whoever publishes has decided
        that they are shown.
    annotations
        What is released as annotations of the text.
    """

    before: Document | None
    release: Release
    metadata: Metadata = EMPTY
    language: str = "en"
    kept: frozenset[str] = frozenset()
    annotations: tuple[Annotation, ...] = ()

    def read_in(self, language: str) -> str:
        """Return the language in which a component with this option reads the case."""
        return self.language if language == AUTO else language

    @property
    def subject(self) -> str:
        """Whose document this is; empty if only the release was given."""
        return "" if self.before is None else self.before.counted_subject

    def passages(self) -> Iterator[tuple[Edit, int, int, str]]:
        """Yield each edit, its place in the release, and the value that it replaced."""
        text = "" if self.before is None else self.before.text
        for edit, start, end in self.release.placed():
            yield edit, start, end, text[edit.start : edit.end]


@runtime_checkable
class Verifier(Protocol):
    """Checks a claim about a release, sharing no stage code with what it checks."""

    claim: ClassVar[str]

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict; `cases` can be iterated more than once."""
        ...


@runtime_checkable
class Unhider(Protocol):
    """A verifier that reads values as a person does.

    With `unhides` it is shown both texts with nothing hidden, and its witnesses are carried back.
    """

    unhides: ClassVar[bool]

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict; `cases` can be iterated more than once."""
        ...


@runtime_checkable
class Format(Protocol):
    """Bytes to documents and back.

    `suffixes` are the file endings it is guessed from. `folder` tells whether it lives in a folder
    of files rather than in one file.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    folder: ClassVar[bool]

    def read(self, path: Path) -> Iterator[Document]:
        """Yield documents one at a time."""
        ...

    def write(self, documents: Iterable[Document], path: Path) -> int:
        """Write all documents, or nothing, and return their number; raise if one does not fit."""
        ...
