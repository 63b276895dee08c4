"""The attack on copies: recipients who lay theirs side by side, and what agrees in all of them."""

from collections.abc import Iterator
from pathlib import Path

from textveil.certify.document.certificate import read_release
from textveil.certify.document.layout import RECORD, ReleaseFolder
from textveil.evaluate.attacks.copies import CopyAgreement, compare_copies
from textveil.formats.sources import Source
from textveil.pipeline.release.sight.attacks import released_cases
from textveil.values.contracts import Case
from textveil.values.keys.secret import Secret
from textveil.values.label import family_of

__all__ = ["attack_copies"]

Place = tuple[int, int]


def attack_copies(
    folder: Path, source: Source | None = None, key: Secret | None = None
) -> tuple[CopyAgreement, ...]:
    """Compare the copies of a release; nothing if it has fewer than two.

    Kinds of values that no copy is marked in are left out: nobody learns of them by comparing. An
    input with annotations says which values are real, because they were missed. Without them none
    is known, and how many times their share grows at most is what counts.

    Parameters
    ----------
    folder
        What `release` wrote, with `publish` and `keep`.
    source
        Its input.
    key
        The key of the release, for numbered documents.
    """
    places = list(ReleaseFolder.copies_at(folder).values())
    if len(places) < 2 or not all(place.has(RECORD) for place in places):
        return ()
    copies = [released_cases(*read_release(place.publish), source, key) for place in places]
    rows: dict[tuple[str, tuple[str, ...]], None] = {}
    left: dict[tuple[str, str], None] = {}
    for together in zip(*copies, strict=True):
        rows.update(dict.fromkeys(_surrogates(together)))
        left.update(dict.fromkeys(_missed(together[0])))
    marked = {label for label, shown in rows if len(set(shown)) > 1}
    values = [list(shown) for label, shown in rows if label in marked]
    real = [[text] * len(places) for label, text in left if label in marked]
    truth = [False] * len(values) + [True] * len(real)
    return compare_copies([*values, *real], truth)


def _surrogates(together: tuple[Case, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield family and what stands in each copy, for every place that all of them replaced."""
    by_copy = [{(e.start, e.end): e for e in case.release.edits} for case in together]
    for place, edit in by_copy[0].items():
        if all(place in edits for edits in by_copy):
            shown = tuple(edits[place].replacement for edits in by_copy)
            yield family_of(edit.label), shown


def _missed(case: Case) -> Iterator[tuple[str, str]]:
    """Yield family and text of annotated passages that were not replaced."""
    before = case.before
    if before is None or before.spans is None:
        return
    edits = case.release.edits
    for span in before.spans:
        if all(edit.end <= span.start or span.end <= edit.start for edit in edits):
            yield family_of(span.label), before.covered_by(span)
