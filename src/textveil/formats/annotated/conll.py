"""CoNLL columns with IOB2 tags: a token a line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from textveil.formats.annotated.conll_tokens import MARK, token_lines
from textveil.formats.annotated.spacing import is_spacing, spaces_around
from textveil.formats.capacity import Admission, Carries
from textveil.formats.catalog import SUFFIXES
from textveil.formats.inputs import Source, lines
from textveil.formats.one_file import OneFile
from textveil.formats.reading import Reading
from textveil.values.annotation import NOTHING, TOKEN, Annotation
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

__all__ = ["Conll"]

_PLACEHOLDERS = ("-X-", "O", "_", "")
_TAG = re.compile(r"([BI])-(.+)", re.DOTALL)


@dataclass(slots=True, repr=False)
class _Draft:
    """The document that is being read, token by token.

    `gap` is what a column says about the space after the last token, None if none says.
    """

    line: int
    document_id: str | None = None
    annotated: bool | None = None
    parts: list[str] = field(default_factory=list)
    length: int = 0
    gap: str | None = None
    sentence_ended: bool = False
    spans: list[tuple[int, int, str]] = field(default_factory=list)
    columns: list[tuple[tuple[int, int], list[str]]] = field(default_factory=list)
    open_label: str | None = None

    def add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)

    def tokens(self) -> Iterator[Annotation]:
        """Yield what tokens say, all in the same columns; nothing if there are no others."""
        width = max((len(others) for _, others in self.columns), default=0)
        for place, others in self.columns if width else ():
            cells = enumerate((*others, *[NOTHING] * (width - len(others))), 2)
            told = Metadata({str(at): cell or NOTHING for at, cell in cells})
            yield Annotation(TOKEN, "", (place,), attributes=told)

    def end_sentence(self) -> None:
        self.sentence_ended = True
        self.open_label = None


@dataclass(frozen=True, slots=True)
class Conll(OneFile):
    r"""Token and tag in columns, the tag last; a blank line ends a sentence.

    A `-DOCSTART-` line begins a document; without one the file is one document. Tokens are joined
    by a space and sentences by `\n`, unless a column says otherwise in the way of CoNLL-U
    (`SpaceAfter=No`, `SpacesAfter=\s\n`, `SpacesBefore=..`). Such a column is written, so that
    every text survives. Other columns are what a token says, by their numbers from 2 on; `_` says
    nothing. The document's id stands on its `-DOCSTART-` line; documents without one are numbered.
    The tag `_` means that nobody annotated the token. A tag I- that continues nothing begins a
    span.

    Attributes
    ----------
    sentences
        Take each sentence for a document, as in collections of short messages.
    spacing
        Write the column about spaces. Without it, a text must be its words with one space or line
        break between them, and spans must hold whole words.
    encoding
        Of the file.
    """

    name: ClassVar[str] = "conll"
    suffixes: ClassVar[tuple[str, ...]] = SUFFIXES["conll"]
    carries: ClassVar[Carries] = Carries(spans=True, overlaps=False, layers=frozenset({TOKEN}))

    sentences: bool = False
    spacing: bool = True
    encoding: str = "utf-8"

    def _documents(self, path: Source, reading: Reading) -> Iterator[Document]:
        draft: _Draft | None = None
        for number, raw in lines(path, self.encoding):
            line = raw.removesuffix("\r")
            columns = line.split("\t") if "\t" in line else line.split()
            blank = not line.strip()
            ends = columns[:1] == [MARK] or (blank and self.sentences and draft and draft.parts)
            if ends and draft is not None:
                yield from self._finished(draft, reading)
                draft = None
            if columns[:1] == [MARK]:
                draft = _marked(columns, number)
            elif not blank:
                draft = draft or _Draft(number)
                _add_token(draft, columns, number, reading)
            elif draft is not None:
                draft.end_sentence()
        if draft is not None:
            yield from self._finished(draft, reading)

    def _written(self, document: Document, admission: Admission) -> str:
        if re.search(r"[\t\n\r]", document.id) or document.id in _PLACEHOLDERS:
            raise admission.refusal("this id", ascii(document.id))
        tag = "_" if document.spans is None else "O"
        written = token_lines(document, admission, spacing=self.spacing, sentences=self.sentences)
        return "".join((f"{MARK}\t{document.id}\t{tag}\n\n", *written))

    def _finished(self, draft: _Draft, reading: Reading) -> Iterator[Document]:
        if self.sentences and not draft.parts and draft.document_id is None:
            return
        # Spaces after the last token count where a column spells them out.
        draft.add(draft.gap or "")
        spans = None
        if draft.annotated is not False:
            spans = Spans(Span(start, end, label) for start, end, label in draft.spans)
        document_id = draft.document_id or str(reading.count + 1)
        text, layers = "".join(draft.parts), tuple(draft.tokens())
        yield reading.document(draft.line, document_id, text, spans=spans, layers=layers)


def _marked(columns: list[str], number: int) -> _Draft:
    draft = _Draft(number)
    if len(columns) == 3 and columns[1] not in _PLACEHOLDERS:
        draft.document_id = columns[1]
        draft.annotated = columns[2] != "_"
    return draft


def _add_token(draft: _Draft, columns: list[str], number: int, reading: Reading) -> None:
    if len(columns) < 2 or not columns[0]:
        raise reading.wrong("a token line needs a token and a tag", number)
    spacing = next(filter(is_spacing, columns[1:-1]), NOTHING)
    before, after = spaces_around(spacing)
    if draft.gap is not None:
        draft.add(draft.gap)
    elif draft.parts:
        draft.add("\n" if draft.sentence_ended else " ")
    draft.add(before)
    start = draft.length
    draft.add(columns[0])
    draft.gap, draft.sentence_ended = after, False
    others = columns[1:-1]
    # What stands before the tag and says nothing may be about spaces.
    if spacing != NOTHING:
        others.remove(spacing)
    elif others[-1:] == [NOTHING]:
        del others[-1]
    draft.columns.append(((start, draft.length), others))
    _apply_tag(draft, columns[-1], start, number, reading)


def _apply_tag(draft: _Draft, tag: str, start: int, number: int, reading: Reading) -> None:
    annotated = tag != "_"
    if draft.annotated is not None and draft.annotated != annotated:
        raise reading.wrong("a document is annotated in part: some tags are '_'", number)
    draft.annotated = annotated
    match = _TAG.fullmatch(tag)
    if match is None:
        if tag not in ("O", "_"):
            raise reading.wrong(
                "a tag is neither O nor B-LABEL nor I-LABEL", number, "the tag is the last column"
            )
        draft.open_label = None
        return
    kind, label = match.groups()
    if kind == "I" and draft.open_label == label:
        draft.spans[-1] = (draft.spans[-1][0], draft.length, label)
    else:
        draft.spans.append((start, draft.length, label))
    draft.open_label = label
