"""Classes of subjects: who agrees with whom in all that a release leaves of certain values.

A value is what readers see: the cell of a published column, or passages of a label that the policy
leaves in the texts, as they were or coarser. Fakes and tags are nobody's values, and do not count.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from textveil.errors import InputError, InvalidValueError, UsageError, suggest
from textveil.evaluate.classes import ClassRisk, class_risk
from textveil.formats.sources import Source
from textveil.lexicon.tables.folding import squeeze_text
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.scan import spoken_documents
from textveil.pipeline.release.search.detection import Detection
from textveil.pipeline.risk.published import PublishedDocument, PublishedRelease
from textveil.policy.policy import Step, load_policy
from textveil.values.document import Document
from textveil.values.label import LABELS
from textveil.values.runs.watch import Track, untracked
from textveil.values.terms.policy_terms import KEEP

__all__ = ["risk_of_classes", "values_of_subjects"]

_COARSER: Final = "textveil.generalize.v1"
_FOUND_AS: Final = "tag-only"
"""The policy whose other settings are taken when texts are searched by the detectors of another."""

Values = tuple[frozenset[str], ...]
"""What is known of a subject: for each name that was asked for, all different values."""


def risk_of_classes(
    release: PublishedRelease,
    names: Sequence[str],
    k: int = 5,
    population: Path | None = None,
    track: Track = untracked,
) -> ClassRisk:
    """Return the risk of subjects who agree in all values of certain columns and labels.

    Parameters
    ----------
    release
        The release. A document that does not say whom it is about counts as a subject.
    names
        Columns of the published table, and labels of passages in its texts.
    k
        Classes below this size are counted apart.
    population
        A table with a row for each member of the population, and columns with these names.
    track
        Watches the search for passages of which no record is kept, because the policy leaves them.

    Raises
    ------
    UsageError
        If a name is neither a column nor a label, or readers do not see its values.
    """
    values = values_of_subjects(release, names, track)
    people = None if population is None else list(_people(population, names))
    try:
        return class_risk(values, k, people)
    except InvalidValueError as error:
        raise InputError(error.what, where=str(population or release.place.publish)) from None


def values_of_subjects(
    release: PublishedRelease, names: Sequence[str], track: Track = untracked
) -> dict[str, Values]:
    """Return what readers see of each subject: for each name all different values."""
    rules = _Rules.of(release, names)
    of_subject: dict[str, list[set[str]]] = defaultdict(lambda: [set() for _ in names])
    for one, found in _with_found(release, rules, track):
        known = of_subject[one.document.counted_subject]
        for at, name in enumerate(names):
            known[at].update(map(squeeze_text, rules.values(name, one, found)))
    for at, name in enumerate(names):
        if not any(known[at] for known in of_subject.values()):
            raise UsageError(f"nothing of {name} is left in the release", where="--quasi")
    return {who: tuple(map(frozenset, known)) for who, known in of_subject.items()}


@dataclass(frozen=True, slots=True)
class _Rules:
    """Where the values of each name are seen."""

    columns: frozenset[str]
    left: frozenset[str]
    coarser: frozenset[str]

    @classmethod
    def of(cls, release: PublishedRelease, names: Sequence[str]) -> "_Rules":
        if not names or len(set(names)) != len(names):
            raise UsageError("give different columns or labels", where="--quasi", hint="AGE,STATE")
        transform = release.certificate["policy"]["transform"]
        by_label = {**dict.fromkeys(LABELS, transform["default"]), **transform["labels"]}
        seen = {name for one in release.released for name in one.metadata}
        protected = release.columns.protected
        for name in names:
            label = protected.get(name, "") if name in seen else name
            if name not in seen and name not in by_label:
                hint = suggest(name, [*seen, *by_label]) or "labels are written in capitals"
                raise UsageError(
                    f"{name} is no column of the release and no label", where="--quasi", hint=hint
                )
            if name in protected and _use(by_label.get(label, transform["default"])) != _COARSER:
                raise UsageError(
                    f"the column {name} was rewritten: readers do not see the values of people",
                    where="--quasi",
                )
        labels = [name for name in names if name not in seen]
        unknown = [] if release.recorded else [one for one in labels if by_label[one] != KEEP]
        if unknown:
            raise UsageError(
                f"where passages of {unknown[0]} stand is in the record, which the owner has",
                where=f"--quasi {unknown[0]}",
                hint="give columns and labels that the policy keeps, or the folder that holds "
                "`publish` and `keep`",
            )
        return cls(
            frozenset(names) & seen,
            frozenset(label for label in labels if by_label[label] == KEEP),
            frozenset(label for label in labels if _use(by_label[label]) == _COARSER),
        )

    def values(
        self, name: str, one: PublishedDocument, found: Mapping[str, list[str]]
    ) -> Iterator[str]:
        if name in self.columns:
            value = one.document.metadata.get(name)
            yield from () if value is None else (str(value),)
            return
        yield from found.get(name, ())
        text = one.document.text
        for passage in one.passages:
            if passage.label == name and (not passage.changed or name in self.coarser):
                yield text[passage.start : passage.end]


def _use(step: Any) -> str:
    return step if isinstance(step, str) else str(step["use"])


def _with_found(
    release: PublishedRelease, rules: _Rules, track: Track
) -> Iterator[tuple[PublishedDocument, Mapping[str, list[str]]]]:
    """Yield documents with the passages whose labels the policy leaves wherever they stand."""
    if not rules.left:
        for one in release:
            yield one, {}
        return
    find = _finder(release, rules.left)
    total = release.certificate["counts"]["documents"]
    for one in track(release, "scan", total):
        yield one, find(one.document)


def _finder(
    release: PublishedRelease, labels: frozenset[str]
) -> Callable[[Document], Mapping[str, list[str]]]:
    """Return a search by the detectors of the release, for the record does not have these."""
    steps = release.certificate["policy"]["detect"]
    detect = tuple(Step(one["use"], {n: v for n, v in one.items() if n != "use"}) for one in steps)
    engine = Engine(replace(load_policy(_FOUND_AS), detect=detect))

    def find(document: Document) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = defaultdict(list)
        [spoken] = spoken_documents([document], engine, untracked, lambda _: None)
        for span in Detection.settle(spoken, engine.scan(spoken)):
            if span.label in labels:
                found[span.label].append(document.covered_by(span))
        return found

    return find


def _people(population: Path, names: Sequence[str]) -> Iterator[Values]:
    """Yield what is known of each member of a population."""
    first, *others = names
    for row in Source.open(population, options={"text_field": first}):
        missing = [name for name in others if name not in row.metadata]
        if missing:
            raise InputError(f"there is no column {missing[0]}", where=str(population))
        cells = (row.text, *(row.metadata[name] for name in others))
        yield tuple(
            frozenset() if cell in (None, "") else frozenset((squeeze_text(str(cell)),))
            for cell in cells
        )
