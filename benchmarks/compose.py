"""Versions of messages: how many there are, how far apart, and how long it takes.

Messages are drawn from our own sentences (`compose_messages.txt`), each with two or more private
passages. A message counts as many versions as all natural levels of its passages allow together
(paper 5, Eq. 4.9). Natural means Fre of at least gamma, as `compose run` uses it.
"""

import re
import statistics
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from random import Random

from benchmarks.measure import Row
from textveil.errors import RefutedError
from textveil.evaluate.text.naturalness import GAMMA
from textveil.pipeline.messages.checking import Checker, CheckSettings
from textveil.pipeline.messages.composing import Composer, written_parse
from textveil.pipeline.messages.counting import VersionCounts, counts_of
from textveil.pipeline.messages.levels import Group
from textveil.pipeline.messages.versions import VersionSettings
from textveil.strings.slot_codes import code_of
from textveil.values.document import Document
from textveil.values.keys.secret import Secret

AT = datetime(2014, 4, 4, 8)
LABELLED = Path(__file__).parent / "compose_labelled.tsv"
FAULTS = Path(__file__).parent / "compose_faults.tsv"
GAMMAS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
KEY = Secret(b"the key of the benchmark of versions")
GROUPS = (
    Group("family", ("Ann", "Bo")),
    Group("friends", ("Cy", "Di")),
    Group("acquaintances", ("Ed",)),
    Group("public"),
)
SENTENCES = Path(__file__).parent / "compose_messages.txt"
SLOT = re.compile(r"\{(\w+)\}")
WORDS = {
    "city": "Boston Chicago Seattle Denver Houston Berlin Paris Madrid Rome London Tokyo Osaka "
    "Toronto Sydney Vienna Lisbon Munich Dublin Prague Amsterdam",
    "past": "yesterday|last week|last month|last year|on Monday|two weeks ago|last Friday|in 2012",
    "future": "tomorrow|next week|next month|on Friday|this weekend|next year|tomorrow morning",
    "clock": "at 3pm|at 10am|at 7pm tomorrow|at noon|at 6:30pm",
    "years": "two years|three years|ten years|six months|five years",
    "days": "three days|two weeks|a week|five days|ten days",
    "often": "every day|every morning|every Monday",
    "university": "Harvard University|Stanford University|Boston University|Yale University|"
    "Princeton University|Duke University",
    "food": "sushi|pizza|pasta|curry",
    "job": "nurse|teacher|lawyer|waiter|dentist|driver|carpenter|cook",
}


def drawn(count: int, seed: int = 1) -> list[Document]:
    """Return messages, the same ones for the same seed."""
    rng = Random(seed)  # noqa: S311 - draws test messages
    lines = SENTENCES.read_text("utf-8").splitlines()
    forms = [line for line in lines if not line.startswith("#")]
    choices = {
        name: re.split(r"[| ]" if name == "city" else r"\|", told) for name, told in WORDS.items()
    }
    found = []
    for number in range(count):
        used: set[str] = set()

        def word(slot: re.Match[str], used: set[str] = used) -> str:
            left = [one for one in choices[slot[1]] if one not in used]
            used.add(rng.choice(left))
            return next(one for one in left if one in used)

        text = SLOT.sub(word, forms[number % len(forms)])
        found.append(Document(f"m{number + 1}", text))
    return found


def rows(samples: Path | None) -> Iterator[Row]:  # noqa: ARG001 - reads our own messages alone
    """Yield the rows of all measurements."""
    yield from curve()
    checker = Checker(CheckSettings(at=AT.isoformat()))
    messages = drawn(200)
    yield from numbers(messages, checker)
    yield from truth(drawn(1000, seed=3))
    yield from judged(drawn(200, seed=11))
    yield speed()


def curve() -> Iterator[Row]:
    """Yield the share of labelled versions that are natural, by gamma (paper 5, Figure 4.2)."""
    lines = LABELLED.read_text("utf-8").splitlines()
    told = [line.split("\t") for line in lines if not line.startswith("#")]
    labels = [(float(fre), fault == "-") for fre, fault, _ in told]
    for gamma in GAMMAS:
        kept = [natural for fre, natural in labels if fre >= gamma]
        share = sum(kept) / len(kept)
        figure = f"{share:.1%} of {len(kept)} versions natural"
        bar = "two thirds" if gamma == GAMMA else ""
        yield Row(
            "compose", f"labelled versions, gamma {gamma:g}", figure, "", bar, share >= 2 / 3, 1
        )


def numbers(messages: list[Document], checker: Checker) -> Iterator[Row]:
    """Yield how many versions messages have, and how many can be told apart."""
    settings = VersionSettings(AT)
    found = [
        counts_of(written_parse(one.text), checker.check(one).passages, settings)
        for one in messages
    ]
    two = [one for one in found if one.private >= 2]
    mean = statistics.mean(one.versions for one in two)
    beside = statistics.mean(one.synonyms for one in two)
    covers = statistics.mean(one.covers for one in two)
    median = statistics.median(one.versions for one in two)
    label = f"{len(two)} of {len(found)} messages with two private passages or more"
    figure = f"{mean:.1f} versions (median {median:.0f}), {covers:.1f} covers"
    ratio = f"{beside:.1f} by synonyms alone"
    yield Row("compose", label, figure, ratio, "140 versions", mean >= 140, 1)
    reached = [_distance(one) for one in two]
    for distance in (2, 3, 4):
        share = statistics.mean(one >= distance for one in reached)
        yield Row(
            "compose",
            f"130 versions at any levels, {distance} slots apart",
            f"{share:.1%}",
            "",
            "",
            None,
            1,
        )


def _distance(counts: VersionCounts) -> int:
    """Return how far apart 130 versions of a message lie; 0 if there are not so many."""
    found, distance = code_of(counts.sizes, 130, Random(1))  # noqa: S311 - draws nothing secret
    return distance if len(found) == 130 else 0


def truth(messages: list[Document]) -> Iterator[Row]:
    """Yield for how many messages the verdict holds for every version."""
    composer = Composer(GROUPS, CheckSettings(at=AT.isoformat()), KEY, share=True)
    held = refused = 0
    for one in messages:
        try:
            held += composer.compose(one).made.verdict.holds
        except RefutedError:
            refused += 1
    figure = f"{held} hold, {refused} refused"
    met = held + refused == len(messages)
    yield Row("compose", f"verdict of {len(messages)} messages", figure, "", "all", met, 1)


def judged(messages: list[Document]) -> Iterator[Row]:
    """Yield how many new versions are natural by the rule of faults."""
    lines = FAULTS.read_text("utf-8").splitlines()
    faults = [re.compile(line.split("\t")[1]) for line in lines if not line.startswith("#")]
    composer = Composer(GROUPS, CheckSettings(at=AT.isoformat()), KEY, share=True)
    texts = [
        version.text
        for one in messages
        for version in composer.compose(one).made.versions
        if version.release.edits
    ][:200]
    share = statistics.mean(not any(fault.search(text) for fault in faults) for text in texts)
    label = f"{len(texts)} new versions, by the rule of faults"
    yield Row("compose", label, f"{share:.1%} natural", "", "two thirds", share >= 2 / 3, 1)


def speed() -> Row:
    """Return how long 200 versions of 280 characters take."""
    text = " ".join(one.text for one in drawn(3))[:280]
    groups = (
        Group("family", tuple(map(str, range(100)))),
        Group("friends", tuple("x" * n for n in range(1, 101))),
    )
    composer = Composer(groups, CheckSettings(at=AT.isoformat()), KEY, share=True)
    composer.compose(Document("warm", text))
    seconds = []
    for run in range(5):
        start = time.perf_counter()
        composer.compose(Document(f"run {run}", f"{text} {run}"))
        seconds.append(time.perf_counter() - start)
    taken = statistics.median(seconds)
    return Row(
        "compose", "200 versions of 280 characters", f"{taken:.2f} s", "", "1 s", taken < 1, 5
    )
