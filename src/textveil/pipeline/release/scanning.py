"""Scanning: runs the detectors of a policy over a corpus of any size."""

from collections.abc import Callable, Iterable, Iterator

from textveil.formats.folders import id_of
from textveil.formats.pieces import TextPiece, read_pieces
from textveil.pipeline.policy import Policy
from textveil.pipeline.release.detection import Detection
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.sources import Source
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.values.watching import Track, untracked

__all__ = ["PIECEWISE", "scan_source"]

PIECEWISE = 16 * 1024 * 1024
"""A plain text file of more bytes than this is scanned in overlapping pieces."""

AROUND = 1 << 16
"""Code points around a piece that a detector of whole documents sees besides it."""


def scan_source(
    source: Source, policy: Policy, track: Track = untracked
) -> Iterator[tuple[str, Iterator[Span]]]:
    """Yield each document's id with its spans in order, overlaps cut.

    A plain text file that is too large to hold is read in pieces whose overlap exceeds the reach of
    every detector, and each span is taken from the piece in whose core it starts. What looks at
    whole documents (a model, propagation) then takes each piece as one.
    """
    engine = Engine(policy)
    reach = engine.detection.reach

    def found_in(document: Document) -> Spans:
        # What is told by its form is found wherever it stands; a name is not, and is propagated.
        found = engine.scan(document, propagate=reach is None)
        return Detection.settle(document, found, language=policy.language)

    large = source.path.is_file() and source.path.stat().st_size > PIECEWISE
    if source.format_name == "text" and large:
        name = id_of(source.path, None, source.format.suffixes[0])
        size = source.path.stat().st_size
        overlap = AROUND if reach is None else reach
        pieces = track(read_pieces(source.path, overlap=overlap), "scan", size, _core)
        yield name, _piecewise(name, pieces, found_in)
        return
    for document in source.tracked(track, "scan"):
        yield document.id, iter(found_in(document))


def _core(piece: TextPiece) -> int:
    return piece.core_end - piece.core_start


def _piecewise(
    name: str, pieces: Iterable[TextPiece], found_in: Callable[[Document], Spans]
) -> Iterator[Span]:
    for piece in pieces:
        for span in found_in(Document(name, piece.text)):
            if piece.core_start <= span.start < piece.core_end:
                yield span.shift(piece.offset)
