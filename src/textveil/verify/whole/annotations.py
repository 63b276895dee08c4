"""Annotations: those that lie outside replaced passages are all there, and none is new."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from textveil.values.annotation import DIVISION, ID, NOTHING, SPAN, TOKEN, Annotation
from textveil.values.contracts import Case
from textveil.values.edit import Release
from textveil.values.verdict import Verdict, Witness

__all__ = ["Annotations"]

_INSIDE: Final = "annotations in replaced passages or across their edges"
_ORPHANS: Final = "annotations that refer to one that was left out"
_VALUES: Final = "values of annotations that tell of somebody"
_NEW: Final = "an annotation that the input does not have there"
_MISSING: Final = "an annotation of the input is missing"

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Annotations:
    """Check that annotations moved with the text, and that nothing else happened to them.

    Notes
    -----
    Each annotation of the input whose passages were not replaced, and whose edges no replacement
    crosses, must stand in the release at the places to which its passages moved, with its layer,
    label and ends, and the release must have no other one. A value that it says must be that of
    the input, or be missing; what is missing is counted. Places are followed along the stretches
    of text that were kept, one by one. Without the input the claim is not checkable.
    """

    claim: ClassVar[str] = "annotations"

    def verify(self, cases: Iterable[Case]) -> Verdict:
        """Return the verdict over all documents."""
        checked, witnesses = 0, list[Witness]()
        left_out: Counter[str] = Counter(dict.fromkeys((_INSIDE, _ORPHANS, _VALUES), 0))
        for case in cases:
            if case.before is None:
                return Verdict.not_checkable(self.claim, "the input was not given")
            due = _Due(case.before.annotations, case.release)
            left_out.update(due.left_out)
            checked += sum(bool(_told(one)) or one.layer != TOKEN for one in case.annotations)
            witnesses += _compared(due, case.annotations, case.release.id, left_out)
        return Verdict.of(self.claim, checked, witnesses, exempt=left_out)


class _Places:
    """Where passages of the input stand in the release."""

    def __init__(self, release: Release) -> None:
        self._edits = [(edit.start, edit.end) for edit in release.edits]
        self._starts = [start for start, _ in self._edits]
        self._new = [(start, end) for _, start, end in release.placed()]

    def follow(self, place: Place, layer: str) -> Place | None:
        """Return where a passage stands now; None if it was replaced, or an edge of it was.

        Of a token, no part may have been replaced; of a division, all may.
        """
        low, high = place
        first = bisect_right(self._starts, low)
        for at in range(max(first - 1, 0), len(self._edits)):
            start, end = self._edits[at]
            if start > high:
                break
            apart = end <= low or high <= start
            cut = start < low or high < end
            gone = layer != DIVISION and (low, high) == (start, end)
            if not apart and (cut or gone or layer == TOKEN):
                return None
        return self._offset(low), self._offset(high)

    def _offset(self, offset: int) -> int:
        """Return where an offset outside of replaced passages stands now."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return offset
        start, end = self._edits[at]
        new_start, new_end = self._new[at]
        return new_start if offset == start < end else new_end + offset - end


@dataclass(slots=True)
class _Due:
    """The annotations that a release must have, with their places there."""

    given: Sequence[Annotation]
    release: Release
    kept: list[tuple[Annotation, tuple[Place, ...]]] = field(init=False)
    left_out: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        places = _Places(self.release)
        followed = [(one, _followed(one, places)) for one in self.given]
        kept = [(one, places) for one, places in followed if places is not None]
        self.left_out = Counter({_INSIDE: len(followed) - len(kept)})
        inside = len(kept)
        # An annotation goes with the one it refers to, and takes along what refers to it.
        ids, before = {one.id for one, _ in kept}, -1
        while len(ids) != before:
            before = len(ids)
            ids = {one.id for one, _ in kept if _has_ends(one, ids)}
        kept = [pair for pair in kept if _has_ends(pair[0], ids)]
        self.kept = kept
        self.left_out[_ORPHANS] = inside - len(kept)


def _followed(one: Annotation, places: _Places) -> tuple[Place, ...] | None:
    new = [places.follow(place, one.layer) for place in one.places]
    return None if None in new else tuple(place for place in new if place is not None)


def _has_ends(one: Annotation, ids: Set[str]) -> bool:
    return all(end in ids for _, end in one.ends)


Form = tuple[Any, ...]
"""By what an annotation is known in both texts: layer, label, places, and the forms of its ends."""


def _forms(pairs: Sequence[tuple[Annotation, tuple[Place, ...]]]) -> list[Form]:
    """Return the forms of annotations: ids may change, so that ends are told by what they are."""
    plain = [(one.layer, one.label, places) for one, places in pairs]
    by_id = {one.id: form for (one, _), form in zip(pairs, plain, strict=True) if one.id}
    return [
        (*form, tuple((role, by_id.get(end)) for role, end in one.ends))
        for (one, _), form in zip(pairs, plain, strict=True)
    ]


def _compared(
    due: _Due, found: Sequence[Annotation], name: str, left_out: Counter[str]
) -> Iterator[Witness]:
    """Yield where a release has other annotations than are due; count values that are missing."""
    wanted: dict[Form, list[Mapping[str, Any]]] = {}
    for (one, _), form in zip(due.kept, _forms(due.kept), strict=True):
        wanted.setdefault(form, []).append(_told(one))
    now = [(one, one.places) for one in found]
    there: dict[Form, list[Mapping[str, Any]]] = {}
    for (one, _), form in zip(now, _forms(now), strict=True):
        there.setdefault(form, []).append(_told(one))
    for form in {**wanted, **there}:
        expected, got = list(wanted.get(form, ())), there.get(form, [])
        start, end = form[2][0] if form[2] else (0, 0)
        for told in sorted(got, key=lambda one: (one not in expected, -len(one))):
            match = _matching(told, expected)
            if match is None:
                # The tokens of a replacement have empty columns.
                if told or form[0] != TOKEN:
                    yield Witness(
                        name, start, end, "an annotation that the input does not have there"
                    )
                continue
            expected.remove(match)
            left_out[_VALUES] += len(match) - len(told)
        for _ in expected:
            yield Witness(name, start, end, _MISSING)


def _told(one: Annotation) -> dict[str, Any]:
    """Return what an annotation says; formats may number spans anew."""
    told = {name: value for name, value in one.attributes.items() if value != NOTHING}
    return {n: v for n, v in told.items() if n != ID} if one.layer == SPAN else told


def _matching(
    told: Mapping[str, Any], expected: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any] | None:
    """Return what may have been made into what is told by leaving values out."""
    exact = (one for one in expected if one == told)
    some = (one for one in expected if told.items() <= one.items())
    return next(exact, next(some, None))
