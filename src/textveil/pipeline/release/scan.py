"""Scanning: runs the detectors of a policy over a corpus of any size."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from textveil.formats.folders import id_of
from textveil.formats.plain.pieces import TextPiece, read_pieces
from textveil.formats.sources import Source
from textveil.lexicon.tables.languages import language_named
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.release.search.languages import Languages
from textveil.policy.policy import TAG, Policy
from textveil.values.document import AUTO, Document
from textveil.values.runs.watch import Track, untracked
from textveil.values.span import Span, Spans

__all__ = ["PIECEWISE", "scan_source", "spoken_documents"]

PIECEWISE = 16 * 1024 * 1024
"""A plain text file of more bytes than this is scanned in overlapping pieces."""

AROUND = 1 << 16
"""Code points around a piece that a detector of whole documents sees besides it."""


def scan_source(
    source: Source,
    policy: Policy,
    track: Track = untracked,
    notice: Callable[[str], None] = lambda _: None,
) -> Iterator[tuple[str, Iterator[Span]]]:
    """Yield each document's id with its spans in order, overlaps cut.

    Before it begins, `notice` is told which documents are in a language that is not installed.

    A plain text file that is too large to hold is read in pieces whose overlap exceeds the reach of
    every detector, and each span is taken from the piece in whose core it starts. What looks at
    whole documents (a model, propagation) then takes each piece as one.
    """
    engine = Engine(policy)
    reach = engine.detection.reach

    def found_in(document: Document) -> Spans:
        # What is told by its form is found wherever it stands; a name is not, and is propagated.
        return Detection.settle(document, engine.scan(document, propagate=reach is None))

    large = source.path.is_file() and source.path.stat().st_size > PIECEWISE
    if source.format_name == "text" and large:
        name = id_of(source.path, None, source.format.suffixes[0])
        size = source.path.stat().st_size
        overlap = AROUND if reach is None else reach
        languages = engine.languages()
        first = Document(name, next(iter(read_pieces(source.path, overlap=overlap))).text)
        known = languages.spoken(first, languages.note(first))
        _tell(languages, engine, notice)
        pieces = track(read_pieces(source.path, overlap=overlap), "scan", size, _core)
        yield name, _piecewise(replace(known, text=""), pieces, found_in)
        return
    for document in spoken_documents(source, engine, track, notice):
        yield document.id, iter(found_in(document))


def spoken_documents(
    documents: Iterable[Document], engine: Engine, track: Track, notice: Callable[[str], None]
) -> Iterator[Document]:
    """Yield each document with the language it is read in.

    If they can be read twice, a short text goes with the whole corpus. In a stream it goes with
    the documents before it.
    """
    languages = engine.languages()
    size = documents.size() if isinstance(documents, Source) else None
    once = documents.is_stream if isinstance(documents, Source) else isinstance(documents, Iterator)
    stream = once or engine.policy.language != AUTO
    codes = [] if stream else [languages.note(document) for document in documents]
    if not stream:
        _tell(languages, engine, notice)
    for at, document in enumerate(track(documents, "scan", size, len)):
        yield languages.spoken(document, languages.note(document) if stream else codes[at])
    if stream:
        _tell(languages, engine, notice)


def _tell(languages: Languages, engine: Engine, notice: Callable[[str], None]) -> None:
    """Say which documents nobody here can read; patterns find numbers in any language."""
    if not languages.foreign or not engine.detection.in_context:
        return
    if engine.policy.other_languages == TAG:
        notice(
            f"{languages.says()}; rules alone look through them, and capitalised words that no "
            f"list knows are found: {languages.named()}"
        )
    else:
        read = language_named(languages.read_in(next(iter(languages.foreign.values())))).name
        notice(f"{languages.says()}; read as {read}, much may be missed: {languages.named()}")


def _core(piece: TextPiece) -> int:
    return piece.core_end - piece.core_start


def _piecewise(
    document: Document, pieces: Iterable[TextPiece], found_in: Callable[[Document], Spans]
) -> Iterator[Span]:
    for piece in pieces:
        for span in found_in(replace(document, text=piece.text)):
            if piece.core_start <= span.start < piece.core_end:
                yield span.shift(piece.offset)
