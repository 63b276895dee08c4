"""Checks of sanitized sequences: every claim, from files alone.

A claim that needs what is not at hand is not checkable, and says what is missing.
"""

from collections.abc import Callable, Sequence, Set
from itertools import islice
from typing import Final

import numpy as np

from textveil.certify.basis import NOT_GIVEN
from textveil.certify.sequences.at_hand import AtHand, Given, NotGivenError
from textveil.certify.sequences.kept import IMPLAUSIBLE, KeptSequences
from textveil.certify.sequences.settings import INPUT, KEEP, KEY, NEEDS, SequenceSettings
from textveil.values.keys.draw import Draw
from textveil.values.keys.secret import Secret
from textveil.values.sequences import Sequences
from textveil.values.verdict import Verdict, Witness
from textveil.verify.sequences.claims import PROMISES, check_sanitized
from textveil.verify.sequences.coordinates import NEW, map_verdicts
from textveil.verify.sequences.decoys import check_decoys
from textveil.verify.sequences.draws import DecoyDraw
from textveil.verify.sequences.hidden import spelled
from textveil.verify.sequences.made_places import check_places
from textveil.verify.sequences.motifs import check_motifs
from textveil.verify.sequences.nucleotides import four_bases
from textveil.verify.sequences.records import (
    check_case,
    check_qualities,
    drawn_qualities_differ,
)

__all__ = ["Given", "check_sequences", "draw_of"]

_MISSING: Final = {INPUT: "the input", KEEP: "the private files", KEY: "the key or nonce"}
_UNPAIRED: Final = "the sequences of the release are not those of the input"
_PURPOSE: Final = "sanitize decoys"
_SHOWN: Final = 10

Verdicts = Sequence[Verdict]
Groups = frozenset[frozenset[tuple[int, ...]]]


def draw_of(secret: Secret) -> Draw:
    """Return what a key, or the nonce of a release without one, draws."""
    return Draw(secret.derive(_PURPOSE))


def check_sequences(
    settings: SequenceSettings,
    before: Given | None,
    after: Given,
    kept: KeptSequences | None = None,
    draw: Draw | None = None,
    reference: Given | None = None,
) -> list[Verdict]:
    """Check all claims of sanitized sequences, one verdict each.

    Parameters
    ----------
    settings
        What was promised.
    before, after
        The input, if it is at hand, and the released file.
    kept
        The private files; None if they are not at hand.
    draw
        By the key or the nonce; None if neither is at hand.
    reference
        Other sequences that say what is implausible, if the settings name them.

    Raises
    ------
    FormatError
        If a private file is damaged, or the times of a released table cannot be read.
    """
    there = ((INPUT, before), (KEEP, kept), (KEY, draw))
    at_hand = {name for name, thing in there if thing is not None}
    scene = AtHand(settings, before, after, kept, draw, reference)
    found: dict[str, Verdict] = {}
    for claim in settings.claims:
        if claim in found:
            continue
        missing = sorted(NEEDS[claim] - at_hand)
        if missing:
            told = " and ".join(_MISSING[name] for name in missing)
            many = len(missing) > 1 or KEEP in missing
            found[claim] = _lacking(claim, f"{told} {'were' if many else 'was'}")
        elif claim != "records" and INPUT in NEEDS[claim] and scene.faults:
            found[claim] = Verdict.not_checkable(claim, _UNPAIRED)
        else:
            found |= {one.claim: one for one in _checked(scene, claim)}
    return [found[claim] for claim in settings.claims]


def _checked(scene: AtHand, claim: str) -> Verdicts:
    try:
        return _CHECKS.get(claim, _promises)(scene)
    except NotGivenError as error:
        return [_lacking(claim, f"{error} was")]


def _lacking(claim: str, what: str) -> Verdict:
    return Verdict.not_checkable(claim, f"{what} {NOT_GIVEN}")


def _promises(scene: AtHand) -> Verdicts:
    """Check what the method promises of patterns."""
    settings = scene.settings
    if scene.kept is None:
        due = [c for c in PROMISES[settings.method] if NEEDS[c] == {INPUT}]
        mark = settings.separator
        return check_sanitized(scene.source, scene.release, [], settings.k, due, separator=mark)
    claims = [c for c in PROMISES[settings.method] if c != "no-separator"]
    made = scene.made
    if made is None:
        return [Verdict.not_checkable(c, "made places are not in the input") for c in claims]
    reference, implausible = None, []
    if "plausible" in claims:
        reference = scene.expected()
        there = scene.kept is not None and IMPLAUSIBLE in scene.kept.files
        implausible = scene.patterns(IMPLAUSIBLE) if there else []
    if min(map(len, scene.patterns()), default=0) < settings.k:
        wrong = Witness("", 0, 0, "k is more than the letters of a sensitive pattern")
        return [Verdict.of(c, 0, [wrong]) for c in claims]
    unknown = "plausible" in claims and reference is None
    found = check_sanitized(
        made,
        scene.release,
        scene.gone,
        settings.k,
        [c for c in claims if not (unknown and c == "plausible")],
        separator=settings.separator,
        rho=settings.rho,
        reference=reference,
        implausible=implausible,
        incoming=scene.incoming,
    )
    if unknown:
        found += (_lacking("plausible", "the reference was"),)
    return found


def _no_separator(scene: AtHand) -> Verdicts:
    """Check that no separator is left."""
    mark = scene.settings.separator
    return [_without(scene.release, "no-separator", {mark}, "a separator is left")]


def _alphabet(scene: AtHand) -> Verdicts:
    """Check that all letters of the release are letters of the input, bases or separators."""
    settings = scene.settings
    known = _present(scene.source)
    known |= set(four_bases(known)) if settings.nucleic else set()
    known |= {settings.separator} if settings.keeps_separators else set()
    strange = _present(scene.release) - known
    return [_without(scene.release, "alphabet", strange, "the input does not have this")]


def _present(sequences: Sequences) -> set[str]:
    """Return the letters that occur."""
    times = np.bincount(np.frombuffer(sequences.buffer, np.int32))
    return {sequences.alphabet.symbols[code] for code in np.flatnonzero(times).tolist()}


def _without(release: Sequences, claim: str, letters: Set[str], reason: str) -> Verdict:
    """Check that some letters do not occur."""
    codes = [release.alphabet.index[one] for one in letters if one in release.alphabet]
    left = np.zeros(0, np.int64)
    if codes:
        left = np.flatnonzero(np.isin(np.frombuffer(release.buffer, np.int32), codes))
    ends = np.frombuffer(release.ends, np.int64)
    witnesses = []
    for place in left[:_SHOWN].tolist():
        owner = int(np.searchsorted(ends, place, side="right"))
        at = place - (int(ends[owner - 1]) if owner else 0)
        witnesses.append(Witness(release.ids[owner], at, at + 1, reason))
    return Verdict.of(claim, len(release.codes), witnesses, left.size)


def _motifs(scene: AtHand) -> Verdicts:
    """Check that no pattern is left as it was named."""
    settings = scene.settings
    return [
        check_motifs(
            scene.release,
            scene.patterns(),
            both=settings.strands == "both",
            wildcard=settings.wildcard,
            nucleic=settings.nucleic,
            separator=settings.separator,
        )
    ]


def _places(scene: AtHand) -> Verdicts:
    """Check made places."""
    return [check_places(scene.source, scene.decoys.groups, scene.decoys.places)]


def _groups(scene: AtHand) -> Verdicts:
    """Check that sensitive patterns look hidden as often as their decoys."""
    settings, symbols = scene.settings, scene.source.alphabet.symbols
    pairs = scene.paired
    complement = (
        None if pairs is None else {one: symbols[pairs[at]] for at, one in enumerate(symbols)}
    )
    known, listed = set(symbols), [one for group in scene.decoys.groups for one in group]
    if any(len(one) != settings.k or not known.issuperset(one) for one in listed):
        reason = "a decoy has letters that the input does not have, or another length"
        claim = "groups" if settings.in_place else "decoys"
        return [Verdict.of(claim, 0, [Witness("", 0, 0, reason)])]
    found = check_decoys(
        scene.source,
        scene.release,
        spelled(scene.hidden, symbols),
        scene.decoys.groups,
        settings.decoys,
        separator=settings.separator,
        complement=complement,
        claim="groups" if settings.in_place else "decoys",
    )
    return [found]


def _coordinates(scene: AtHand) -> Verdicts:
    """Check the coordinate map, and the order of kept letters."""
    ordered = scene.settings.ordered
    return map_verdicts(scene.source, scene.rows, scene.kept_letters, ordered=ordered)


def _records(scene: AtHand) -> Verdicts:
    """Check that records are those of the input, in its order, with all that stands beside."""
    return [Verdict.of("records", scene.count, scene.faults[:_SHOWN], len(scene.faults))]


def _case(scene: AtHand) -> Verdicts:
    """Check the case of all letters."""
    old, new = scene.records
    return [check_case(old.texts, scene.release, new.texts, scene.places)]


def _qualities(scene: AtHand) -> Verdicts:
    """Check the qualities of all letters."""
    old, new = scene.records
    drawn = scene.settings.quality == "drawn"
    return [check_qualities(old.qualities, scene.release, new.qualities, scene.places, drawn=drawn)]


def _rows(scene: AtHand) -> Verdicts:
    """Check that kept events keep their rows."""
    columns = scene.settings.events
    named = () if columns is None else (columns.who, columns.when, columns.what)
    return [scene.events.rows(named)]


def _times(scene: AtHand) -> Verdicts:
    """Check that new events stand between their neighbours."""
    return [scene.events.times()]


def _draws(scene: AtHand) -> Verdicts:
    """Check that decoys, qualities and times are those that the key draws."""
    checked, witnesses, settings, draw = 0, [], scene.settings, scene.draw
    if draw is None:
        raise NotGivenError(_MISSING[KEY])
    if settings.decoys > 1:
        checked += len(scene.decoys.groups)
        if _drawn_groups(scene, draw) != _stated_groups(scene):
            witnesses.append(Witness("", 0, 0, "the key draws other decoys"))
    if settings.in_place:
        checked += scene.substitutions.changed
        witnesses += islice(scene.substitutions.drawn_letters_differ(draw), 1)
    if settings.quality == "drawn":
        old, new = scene.records
        origin = scene.kept_letters.origin
        checked += int((origin == NEW).sum())
        if sum(map(len, new.qualities)) == origin.size:
            witnesses += drawn_qualities_differ(
                old.qualities, scene.release, new.qualities, origin, draw
            )
    if settings.events is not None and scene.tables is not None and not settings.in_place:
        checked += int((scene.kept_letters.origin == NEW).sum())
        witnesses += scene.events.drawn_times_differ(draw, scene.tables.unit)
    return [Verdict.of("draws", checked, witnesses)]


def _drawn_groups(scene: AtHand, draw: Draw) -> Groups | None:
    symbols, wanted = scene.source.alphabet.symbols, set(scene.incoming)
    incoming = np.array([at for at, one in enumerate(symbols) if one in wanted], np.int64)
    made = DecoyDraw(
        scene.source, scene.hidden, scene.settings.decoys, incoming, scene.paired, draw
    )
    return made.groups(scene.decoys.draw)


def _stated_groups(scene: AtHand) -> Groups:
    index = scene.source.alphabet.index
    return frozenset(
        frozenset(tuple(index.get(letter, -1) for letter in one) for one in group)
        for group in scene.decoys.groups
    )


_CHECKS: Final[dict[str, Callable[[AtHand], Verdicts]]] = {
    "no-separator": _no_separator,
    "alphabet": _alphabet,
    "motifs": _motifs,
    "made-places": _places,
    "decoys": _groups,
    "groups": _groups,
    "map": _coordinates,
    "order": _coordinates,
    "records": _records,
    "case": _case,
    "qualities": _qualities,
    "rows": _rows,
    "times": _times,
    "draws": _draws,
}
"""The checks by the name of their claim; `_promises` checks all others at once."""
