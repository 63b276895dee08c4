"""Exclusion: ranks what many subjects share by how seldom it appears among their surrogates.

300 subjects share a hospital, a city, a state and a physician (of days see `clock`). For each of
200 fixed keys the candidates of a list are ranked by how seldom they are shown. If the release
tells nothing, the rank of the true value is uniform. In the second experiment each subject also has
values of its own of the same kinds, which draw from the same lists. The third shows what happens
without the rule.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.measure import Row
from textveil.evaluate.attacks.exclusion import ranked_by_absence
from textveil.lexicon.geography.place_lists import us_places, us_states
from textveil.lexicon.people.name_lists import surnames
from textveil.lexicon.tables.facts import facts
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.span import Span, Spans

SUBJECTS = 300
KEYS = 200
NEVER = 10_000
"""More subjects than there are: nothing is shared then."""
LABELS = ("HOSPITAL", "CITY", "STATE", "PROVIDER")
TOLD = "Seen at {HOSPITAL} in {CITY}, {STATE}, by Dr. {PROVIDER}."
BESIDES = "Came from {CITY}, {STATE}, sent by {HOSPITAL} and Dr. {PROVIDER}."
GIVEN = ("Helen", "Peter", "Ruth", "Carl", "Ines", "Omar", "Wanda", "Igor")

Values = dict[str, str]


@cache
def candidates() -> dict[str, tuple[str, ...]]:
    """Return what an attacker takes a value of each label for; of days, all that one day allows."""
    cities = dict.fromkeys(place.city for place in us_places()[:400])
    return {
        "HOSPITAL": tuple(f"St. {saint}'s Hospital" for saint in facts().words("saint")),
        "CITY": tuple(cities)[:300],
        "STATE": tuple(us_states().values()),
        "PROVIDER": tuple(dict.fromkeys(one.value for one in surnames()[:300])),
    }


def values(rng: Random) -> Values:
    """Return a value of each label."""
    found = {label: rng.choice(listed) for label, listed in candidates().items()}
    found["PROVIDER"] = f"{rng.choice(GIVEN)} {found['PROVIDER']}"
    return found


def note(number: int, told: Sequence[tuple[str, Values]]) -> tuple[Document, Spans]:
    """Return the note of a subject and its passages."""
    text, spans = "", []
    for frame, known in told:
        for piece in frame.split("{"):
            label, found, rest = piece.partition("}")
            if found:
                spans.append(Span(len(text), len(text) + len(known[label]), label))
                text += known[label] + rest
            else:
                text += piece
        text += "\n"
    return Document(f"n{number}", text, f"p{number}"), Spans(spans)


def attacked(
    number: int, *, subjects: int = SUBJECTS, shared: int = 5, besides: bool = False
) -> dict[str, float]:
    """Release a corpus under a key, and return the ranks of the true values, from 0 to 1."""
    rng = Random(number)  # noqa: S311 - the same corpus every time
    truth = values(rng)
    own = [[(BESIDES, values(rng))] if besides else [] for _ in range(subjects)]
    corpus = [note(at, [(TOLD, truth), *more]) for at, more in enumerate(own)]
    surrogate = Surrogate(shared=shared, key=Secret(f"exclusion key {number:06}".encode()))
    for document, spans in corpus:
        surrogate.survey(document, spans)
    shown: dict[str, list[str]] = {label: [] for label in LABELS}
    more_shown: dict[str, list[str]] = {label: [] for label in LABELS}
    for document, spans in corpus:
        edits = surrogate.transform(document, spans).edits
        for at, edit in enumerate(edits):
            (shown if at < len(LABELS) else more_shown)[edit.label].append(edit.replacement)
    ranks = {}
    for label, listed in candidates().items():
        true = truth[label].split()[-1] if label == "PROVIDER" else truth[label]
        ranked = ranked_by_absence([*shown[label], *more_shown[label]], listed, rng, label=label)
        ranks[label] = (ranked.index(true) + rng.random()) / len(listed)
    return ranks


def uniformity(ranks: Sequence[float]) -> float:
    """Return the p value of the test of Kolmogorov and Smirnov that ranks are uniform on 0 to 1."""
    ordered, number = sorted(ranks), len(ranks)
    apart = max(
        max((at + 1) / number - rank, rank - at / number) for at, rank in enumerate(ordered)
    )
    # Stephens (1970): the limit law, with a correction that is good from about 5 ranks on.
    scaled = (math.sqrt(number) + 0.12 + 0.11 / math.sqrt(number)) * apart
    terms = (2 * (-1) ** (j - 1) * math.exp(-2 * (j * scaled) ** 2) for j in range(1, 101))
    return min(1.0, max(0.0, sum(terms))) if scaled > 0.2 else 1.0


def rows(samples: Path | None = None) -> Iterator[Row]:  # noqa: ARG001 - the shape of a suite
    """Yield the rows of both experiments, and of the one without the rule."""
    for name, shared, besides in (
        ("shared values only", 5, False),
        ("beside others of each subject", 5, True),
        ("without the rule", NEVER, False),
    ):
        keys = KEYS if shared != NEVER else 20
        found = [attacked(number, shared=shared, besides=besides) for number in range(keys)]
        for label in LABELS:
            ranks = [one[label] for one in found]
            mean = sum(ranks) / len(ranks)
            p = uniformity(ranks)
            bar, met = ("p > 0.01", p > 0.01) if shared != NEVER else ("", None)
            yield Row(
                "exclusion",
                f"{name}: {label}",
                f"mean rank {mean:.3f}",
                f"p {p:.3f}",
                bar,
                met,
                keys,
            )
