"""What surrogates have in common with their originals: words of organizations, letters, lengths.

An attacker with the list of all names ranks it by the words that each name shares with a surrogate.
Originals and surrogates of 2,000 pairs a label are compared with shuffled pairs; pairs are shuffled
within what a surrogate may keep: gender and origin of a name, the kind of a hole.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from benchmarks.measure import Row
from textveil.evaluate.attacks.templates import Ranking
from textveil.evaluate.text.distance import Likened, agreements
from textveil.lexicon.geography.place_lists import us_places
from textveil.lexicon.people.given_names import gender_of
from textveil.lexicon.people.likeness import likeness
from textveil.lexicon.people.name_lists import Listed, first_names, origin_of, surnames
from textveil.lexicon.tables.terms import companies, hospitals, street_names, universities
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organizations.pieces import read_pieces
from textveil.transform.surrogates.persons.names import real_person
from textveil.transform.surrogates.table import maker_of
from textveil.values.keys.draw import Draw

SEED, PAIRS = 1_618, 2_000
ALONE, GUESSED = 1 / 500, 1 / 150
BEFORE = {"hospitals": 904, "universities": 333, "companies": 346, "schools": 2}
"""Names that led their list alone when generic words stayed wherever they stood."""
LARGE = 15_000
KEY = Draw(b"distance of originals and fakes.")


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - the shape of a suite
    """Yield rows for each list of names, then for each label."""
    for name, (label, names) in lists().items():
        yield from ranked(name, label, names)
    for label, pairs in drawn().items():
        yield from compared(label, pairs)


def lists() -> dict[str, tuple[str, Sequence[str]]]:
    """Return the names of each list, with their label; every large town has its schools."""
    towns = sorted({place.city for place in us_places() if place.population >= LARGE})[:700]
    kinds = ("Elementary School", "High School", "Middle School")
    return {
        "hospitals": ("HOSPITAL", hospitals()),
        "universities": ("ORGANIZATION", universities()),
        "companies": ("ORGANIZATION", companies()),
        "schools": ("ORGANIZATION", [f"{town} {kind}" for town in towns for kind in kinds]),
    }


def ranked(name: str, label: str, names: Sequence[str]) -> Iterator[Row]:
    """Yield how often the real name leads alone, and how often a guess among leaders is right."""
    ranking, alone, right = Ranking(names), 0, 0.0
    for at, real in enumerate(names):
        leaders = ranking.leaders(_fake(label, real, str(at % 50)))
        if real in leaders:
            alone += len(leaders) == 1
            right += 1 / len(leaders)
    count = len(names)
    yield _row(
        f"{name}: the real name leads the list alone",
        f"{alone} of {count:,} (before: {BEFORE[name]})",
        alone / count,
        ALONE,
    )
    figure = f"{right:.1f} of {count:,} on average"
    yield _row(f"{name}: a guess among the leaders is right", figure, right / count, GUESSED)


def _row(name: str, figure: str, share: float, bar: float) -> Row:
    return Row("distance", name, figure, f"{share:.4f}", f"at most {bar:.4f}", share <= bar, 1)


def _fake(label: str, real: str, scope: str) -> str:
    setting = Setting(KEY, scope=scope)
    if label == "NAME":
        setting = setting.of(real_person(real))
    return maker_of(label).make(real, label, setting)


def drawn() -> dict[str, list[Likened]]:
    """Return pairs of each label."""
    rng = Random(SEED)  # noqa: S311 - a sample
    towns = [place for place in us_places() if place.zip]
    sizes = [max(100, place.population) for place in towns]
    streets = street_names()
    values = {
        "HOSPITAL": rng.sample(hospitals(), PAIRS),
        "ORGANIZATION": rng.sample((*universities(), *companies()), PAIRS),
        "CITY": [place.city for place in rng.choices(towns, sizes, k=PAIRS)],
        "STREET": [f"{rng.randrange(10, 9999)} {rng.choice(streets)} St" for _ in range(PAIRS)],
    }
    pairs = {
        label: [
            Likened(label, real, _fake(label, real, str(at)), _kept(label, real))
            for at, real in enumerate(some)
        ]
        for label, some in values.items()
    }
    return {"NAME": list(_people(rng)), **pairs}


def _kept(label: str, real: str) -> str:
    """Return what the surrogate of an organization may keep: the kind of its first hole."""
    if label not in ("HOSPITAL", "ORGANIZATION"):
        return ""
    return next((piece.key for piece in read_pieces(real) if piece.role == "hole"), "")


def _people(rng: Random) -> Iterator[Likened]:
    """Yield given names and family names of people, each for itself."""
    given = [
        name
        for gender in ("female", "male")
        for name in _weighted(rng, first_names(gender), PAIRS // 4)
    ]
    family = _weighted(rng, surnames(), PAIRS // 2)
    for at, (first, last) in enumerate(zip(given, family, strict=True)):
        fake = _fake("NAME", f"{first} {last}", str(at)).split(" ")
        if len(fake) == 2:
            yield Likened("NAME", first, fake[0], gender_of("", first.lower()))
            yield Likened("NAME", last, fake[1], f"family {origin_of(last)}")


def _weighted(rng: Random, listed: Sequence[Listed], count: int) -> list[str]:
    return rng.choices([one.value for one in listed], [one.count for one in listed], k=count)


def compared(label: str, pairs: Sequence[Likened]) -> Iterator[Row]:
    """Yield how far pairs are from shuffled ones, and how many are too much alike."""
    for one in agreements(pairs):
        apart = (one.share - one.shuffled) / one.error
        figure = f"{one.share:.3f}, shuffled {one.shuffled:.3f} ({one.count:,} pairs)"
        bar = "within 3 standard errors"
        name = f"{label}: {one.name} agree"
        yield Row("distance", name, figure, f"{apart:+.1f}", bar, one.is_chance, 1)
    alike = sum(bool(likeness(pair.fake, pair.real, label)) for pair in pairs)
    figure = f"{alike} of {len(pairs):,}"
    yield Row("distance", f"{label}: pairs too much alike", figure, str(alike), "0", not alike, 1)
