"""A publisher and an attacker, played with real models: paper 4, section 2.3.2, Figures 3 and 4.

The publisher trains on some documents and publishes others with surrogates. The attacker labels
some of the published documents without error, trains the same kind of model on them, and claims
that certain names in the others are real.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any, Final, Protocol

from textveil.decide.curves import ATTACKER, PUBLISHER, Point
from textveil.errors import InputError, InvalidValueError, require_known
from textveil.evaluate.detection.claims import ClaimCount, Published, claimed_by, left_by, published
from textveil.learn.project.memory import CRF_ALONE, RoundModels, corpus_for
from textveil.learn.training.folds import groups_of
from textveil.learn.training.trained_model import TrainingPlan
from textveil.lexicon.public_lists import public_lists
from textveil.lexicon.tables.languages import ENGLISH
from textveil.models.fields.crf import Settings
from textveil.values.document import Document
from textveil.values.edit import Release
from textveil.values.figures.json_fields import json_fields
from textveil.values.span import Span, Spans

__all__ = [
    "ATTACKS",
    "AttackSettings",
    "Publisher",
    "Round",
    "dealt",
    "plan_of_fields",
    "play_round",
    "rounds",
]


class Publisher(Protocol):
    """Rewrites documents; the caller brings it.

    With several processes it must be able to travel.
    """

    def __call__(self, documents: Sequence[Document], found: Sequence[Spans]) -> Sequence[Release]:
        """Return documents, rewritten where passages were found."""
        ...

    def protects(self, document: Document) -> Document:
        """Return a document without gold spans that would be left in any case."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return everything that decides how it rewrites."""
        ...


FAKE, REAL, RARITY, LINKAGE = "fake", "real", "rarity", "linkage"
ATTACKS: Final = (FAKE, REAL, RARITY, LINKAGE)
"""What the attacker may try; `docs/methods/publishing-game.md` defines them."""
_LABEL: Final = "OTHER"
"""What the attacker calls everything that is looked for."""
_ITERATIONS: Final = 60
"""Of L-BFGS, for a model; there are hundreds."""


def plan_of_fields(seed: int = 0, language: str = ENGLISH) -> TrainingPlan:
    """Return how models are trained: alone, without hints from patterns, as in the paper."""
    return TrainingPlan(Settings(rounds=_ITERATIONS), hints=(), seed=seed, language=language)


@dataclass(frozen=True, slots=True)
class AttackSettings:
    """What is simulated.

    Attributes
    ----------
    publisher, attacker
        How many documents each trains on.
    published
        How many documents are published.
    repeats
        How often everything is done, with other documents.
    attacks
        What the attacker tries.
    threshold
        Words with a lower score are left, by both models.
    plan
        How models are trained.
    model
        `crf`: random fields that learn from nothing else. Otherwise both sides adapt the shipped
        model of this name.
    """

    publisher: tuple[int, ...] = (10, 20, 50, 100, 200)
    attacker: tuple[int, ...] = (10, 20, 50, 100)
    published: int = 400
    repeats: int = 5
    attacks: tuple[str, ...] = ATTACKS
    threshold: float = 0.5
    plan: TrainingPlan = field(default_factory=plan_of_fields)
    model: str = CRF_ALONE

    def __post_init__(self) -> None:
        for sizes in (self.publisher, self.attacker):
            if list(sizes) != sorted(set(sizes)) or min(sizes, default=0) < 1:
                raise InvalidValueError("sizes are positive and rise")
        if self.repeats < 1:
            raise InvalidValueError("there is at least one repetition", where="repeats")
        if self.attacker[-1] >= self.published:
            raise InvalidValueError(
                "the attacker cannot label all published documents", where="attacker"
            )
        for name in self.attacks:
            require_known("attack", name, ATTACKS)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as a JSON object."""
        return json_fields(self)


@dataclass(frozen=True, slots=True, order=True)
class Round:
    """One repetition at one size of the publisher: what is done in one go."""

    repeat: int
    alpha: int


def rounds(settings: AttackSettings) -> list[Round]:
    """Return everything that is to be done, by repetition; of each, the longest first."""
    sizes = sorted(settings.publisher, reverse=True)
    return [Round(repeat, alpha) for repeat in range(1, settings.repeats + 1) for alpha in sizes]


def play_round(
    documents: Sequence[Document], one: Round, settings: AttackSettings, publish: Publisher
) -> list[Point]:
    """Let the publisher publish and the attacker attack once, for all sizes of the attacker.

    Parameters
    ----------
    documents
        With gold spans without overlaps.
    one
        Which repetition, and the publisher's size. All sizes of a repetition publish the same
        documents, and the smaller training sets are parts of the larger ones.
    settings
        What is simulated.
    publish
        Rewrites documents where the publisher's model found something.

    Raises
    ------
    InputError
        If there are too few documents.
    """
    pool, chosen = dealt(documents, one.repeat, settings)
    corpus = corpus_for(settings.model, [*pool[: one.alpha], *chosen], settings.plan)
    places = range(one.alpha, one.alpha + len(chosen))
    found = _found(corpus, range(one.alpha), places, settings)
    releases = publish([replace(document, spans=None) for document in chosen], found)
    out = [published(each, release) for each, release in zip(chosen, releases, strict=True)]
    count = sum((each.count for each in out), ClaimCount())
    points = [_point(PUBLISHER, "", one, 0, count)]
    register = frozenset(
        _key(document.covered_by(span)) for document in documents for span in document.spans or ()
    )
    for gamma, name, claims in _attacks(out, settings, register):
        points.append(_point(ATTACKER, name, one, gamma, claims))
    return points


def dealt(
    documents: Sequence[Document], repeat: int, settings: AttackSettings
) -> tuple[list[Document], list[Document]]:
    """Return the documents to train on and those to publish; they share no subject."""
    groups = groups_of(documents, settings.plan.by)
    rng = Random(f"{settings.plan.seed}/{repeat}")  # noqa: S311 - no secret
    rng.shuffle(groups)
    chosen: list[int] = []
    while groups and len(chosen) < settings.published:
        chosen += groups.pop()
    pool = [at for group in groups for at in group]
    if len(chosen) < settings.published or len(pool) < settings.publisher[-1]:
        wanted = settings.published + settings.publisher[-1]
        raise InputError(
            f"{len(documents):,} documents are too few to publish {settings.published:,} and to "
            f"train on {settings.publisher[-1]:,} of other subjects",
            hint=f"give at least {wanted:,}, or ask for smaller sizes",
        )
    kept = chosen[: settings.published]
    # The attacker labels the first ones: without a second shuffle, all documents of some subjects.
    rng.shuffle(kept)
    return [documents[at] for at in pool], [documents[at] for at in kept]


def _found(
    corpus: RoundModels, learnt: Sequence[int], places: Sequence[int], settings: AttackSettings
) -> list[Spans]:
    """Return what a model finds at some places of a corpus that has learnt from others."""
    model = corpus.fit(learnt)
    return [judged.spans(settings.threshold) for judged in corpus.judge(places, model)]


def _attacks(
    out: Sequence[Published], settings: AttackSettings, register: frozenset[str]
) -> Iterator[tuple[int, str, ClaimCount]]:
    """Yield how each attack does after the first so many documents were labelled."""
    fakes = corpus_for(settings.model, [_taught(one, one.fake) for one in out], settings.plan)
    reals = fakes.taught([_taught(one, (p for some in one.real for p in some)) for one in out])
    by_left = [name for name in (FAKE, RARITY, LINKAGE) if name in settings.attacks]
    for gamma in settings.attacker:
        labelled, places = range(gamma), range(gamma, len(out))
        if by_left:
            found = _found(fakes, labelled, places, settings)
            left = [left_by(out[at], tagged) for at, tagged in zip(places, found, strict=True)]
            for name in by_left:
                counts = (
                    _claims_of(name, out[at], rest, register)
                    for at, rest in zip(places, left, strict=True)
                )
                yield gamma, name, sum(counts, ClaimCount())
        if REAL in settings.attacks:
            found = _found(reals, labelled, places, settings)
            pairs = zip(places, found, strict=True)
            yield gamma, REAL, sum((claimed_by(out[at], f) for at, f in pairs), ClaimCount())


def _taught(one: Published, spans: Iterable[Span]) -> Document:
    """Return a document as the attacker labels it: with one label, as 2.2.2 has it."""
    alike = Spans(Span(span.start, span.end, _LABEL) for span in spans)
    return replace(one.document, spans=alike.partition())


def _claims_of(
    name: str,
    one: Published,
    left: tuple[list[tuple[Span, ...]], list[Span]],
    register: frozenset[str],
) -> ClaimCount:
    """Return how an attacker does who claims what is left, or what of it looks real."""
    text = one.document.text
    real, fake = left

    def seems_real(pieces: Sequence[Span]) -> bool:
        shown = [text[piece.start : piece.end] for piece in pieces]
        if name == LINKAGE:
            return any(_key(part) in register for part in shown)
        # Surrogates come from public lists; a name that is in none was not invented.
        return name == FAKE or any(_is_rare(part, pieces[0].label) for part in shown)

    right = sum(map(seems_real, real))
    return ClaimCount(right, sum(seems_real([span]) for span in fake), len(one.real) - right)


def _is_rare(shown: str, label: str) -> bool:
    listed = _listed(label)
    return bool(listed) and not any(_key(word) in listed for word in shown.split())


@cache
def _listed(label: str) -> frozenset[str]:
    names = public_lists().get(label, ())
    return frozenset(_key(word) for name in names for word in name.split())


def _key(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _point(side: str, attack: str, one: Round, gamma: int, count: ClaimCount) -> Point:
    precision = count.precision
    return Point(side, attack, one.repeat, one.alpha, gamma, precision, count.recall)
