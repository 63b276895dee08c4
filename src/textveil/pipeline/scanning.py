"""Scanning: what a policy's detectors find, without holding a whole corpus or a huge text."""

from collections.abc import Iterable, Iterator

from textveil.detect.occurrences import Values
from textveil.formats.folders import id_of
from textveil.formats.pieces import Piece, read_pieces
from textveil.pipeline.detection import Detection
from textveil.pipeline.policy import Policy
from textveil.pipeline.sources import Source, Track, untracked
from textveil.values.document import Document
from textveil.values.span import Span

__all__ = ["PIECEWISE", "scan_source"]

PIECEWISE = 16 * 1024 * 1024
"""A plain text file of more bytes than this is scanned in overlapping pieces."""


def scan_source(
    source: Source, policy: Policy, track: Track = untracked
) -> Iterator[tuple[str, Iterator[Span]]]:
    """Yield each document's id with its spans in order, overlaps cut.

    A plain text file that is too large to hold is read in pieces whose overlap exceeds the reach of
    every detector, and each span is taken from the piece in whose core it starts. Where a detector
    looks at whole documents, the file is read whole.
    """
    detection = Detection.of(policy)
    large = source.path.is_file() and source.path.stat().st_size > PIECEWISE
    if source.format_name == "text" and large and detection.reach is not None:
        name = id_of(source.path, None, source.format.suffixes[0])
        size = source.path.stat().st_size
        pieces = track(read_pieces(source.path, overlap=detection.reach), "scan", size, _core)
        yield name, _piecewise(name, pieces, detection)
        return
    for document in source.tracked(track, "scan"):
        found = detection.find(document)
        if policy.propagate:
            found = detection.complete(document, found, Values())
        yield document.id, iter(detection.settle(found))


def _core(piece: Piece) -> int:
    return piece.core_end - piece.core_start


def _piecewise(name: str, pieces: Iterable[Piece], detection: Detection) -> Iterator[Span]:
    for piece in pieces:
        found = detection.settle(detection.find(Document(name, piece.text)))
        for span in found:
            if piece.core_start <= span.start < piece.core_end:
                yield span.shift(piece.offset)
