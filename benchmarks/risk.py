"""Risk: how often the two bounds on what remains cover the truth, over simulated reviews.

A release of 5,000 documents; some of them leak, and each of these holds a geometric number of
missed identifiers, cut at 40. 100 or 400 documents are drawn without replacement and read.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import Row
from textveil.evaluate.remaining import mean_bound, rejects_mean, share_bound

DOCUMENTS = 5000
MOST = 40
READ = (100, 400)
LEAKING = (0.01, 0.05, 0.2)
MEANS = (1, 3, 10)
REVIEWS = 10_000
COMPUTED = 100
"""Of so many reviews the bound on the mean is computed; of the others, whether it covers."""
WANTED = 0.95


def release(leaking: float, mean: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return how many identifiers were missed in each document."""
    missed = np.zeros(DOCUMENTS, np.int64)
    count = round(DOCUMENTS * leaking)
    missed[:count] = np.minimum(rng.geometric(1 / mean, size=count), MOST)
    return missed


def rows(samples: Path | None = None) -> Iterator[Row]:  # noqa: ARG001 - the shape of a suite
    """Yield a row for each setting."""
    lowest = cache(share_bound)
    for number, (read, leaking, mean) in enumerate(product(READ, LEAKING, MEANS)):
        rng = np.random.default_rng(number)
        missed = release(leaking, mean, rng)
        truth = float(missed.mean())
        shares, averages, covered = [], [], 0
        for review in range(REVIEWS):
            drawn = rng.choice(missed, read, replace=False).tolist()
            shares.append(lowest(sum(count > 0 for count in drawn), read))
            # The bound lies at or above the truth unless the review rejects it, which is faster.
            kept = not rejects_mean(drawn, MOST, truth)
            covered += kept
            if review < COMPUTED:
                averages.append(mean_bound(drawn, MOST))
                if (averages[-1] >= truth) != kept:
                    raise AssertionError("bound and test do not agree")
        covers = float(np.mean(np.array(shares) >= leaking)), covered / REVIEWS
        bound = np.array(averages)
        part = np.mean(bound / (np.array(shares[:COMPUTED]) * MOST))
        yield Row(
            "risk",
            f"{read} read, {leaking:.0%} leak, {mean} in each on average",
            f"in 100 documents: {100 * leaking:.0f} leak, bound {100 * np.mean(shares):.1f}; "
            f"{100 * truth:.0f} missed, bound {100 * bound.mean():.0f}, "
            f"{part:.2f} of the bound from the share",
            f"covered {100 * covers[0]:.2f} % and {100 * covers[1]:.2f} %",
            "at least 95 % each",
            min(covers) >= WANTED,
            REVIEWS,
        )
