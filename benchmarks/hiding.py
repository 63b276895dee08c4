"""Names that hide from a reader: how many are left, what ordinary text gains, and what it costs.

A name is left if three of its letters or more stand outside of what `scan` covers. Ordinary text is
the first 10 MB of English Wikipedia, article by article: the detectors read what changes in a view
twice, as it stands and with nothing hidden, and the passages are counted. What does not change in
a view is read as before.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.detect import one_core
from benchmarks.hidden_names import NAMES, WRITINGS, Hide, hidden
from benchmarks.measure import Row
from benchmarks.scan import corpus
from textveil.lexicon.hidden.hidden_writing import unhidden
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.detection import Detection
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.span import Spans

SUITE = "hiding"
LEFT, MOST_LEFT = 3, 0.02
MOST_MORE = 1.0
"""Passages more for each million characters of ordinary text."""
MOST_SECONDS = 0.1
"""Seconds for a million characters of ASCII; the patterns take three times as long or more."""
SIZE = 1_000_000


def rows(samples: Path | None) -> Iterator[Row]:
    """Yield a row for each writing, one for ordinary text, and one for the cost."""
    engine = Engine(load_policy("tag-only"))
    with one_core():
        for name, hide in WRITINGS.items():
            share = share_left(hide, engine.scan)
            bar = f"at most {MOST_LEFT:.0%} left"
            figure = f"{share:.1%} of {NAMES} names left"
            yield Row(SUITE, name, figure, "", bar, share <= MOST_LEFT, 1)
        text = corpus(samples)
        yield ordinary(text.split("\x0c"), engine)
        yield cost(text.encode("ascii", "ignore").decode("ascii")[: 5 * SIZE])


def share_left(hide: Hide, find: Callable[[Document], Spans]) -> float:
    """Return the share of names of which three letters or more are not covered."""
    cases = list(hidden(hide))
    left = (case.left(find(case.document).covered()) for case in cases)
    return sum(count >= LEFT for count in left) / len(cases)


def ordinary(articles: list[str], engine: Engine) -> Row:
    """Compare what is found in articles whose view differs from them, with a view and without."""
    changed = [Document("article", one) for one in articles if unhidden(one).text != one]
    seen = sum(len(_settled(one, engine.find_in(one))) for one in changed)
    bare = sum(len(_settled(one, _as_it_stands(one, engine))) for one in changed)
    size = sum(map(len, articles))
    more = (seen - bare) * SIZE / size
    figure = f"{seen - bare:+} passages in {size / SIZE:.1f} MB, {len(changed)} articles differ"
    bar = f"at most {MOST_MORE:.0f} more per MB"
    return Row(SUITE, "ordinary text", figure, f"{more:+.2f} per MB", bar, more <= MOST_MORE, 1)


def _as_it_stands(document: Document, engine: Engine) -> Spans:
    found = Spans()
    for _, detector in engine.detection.detectors:
        found |= detector.detect(document)
    return found


def _settled(document: Document, found: Spans) -> Spans:
    return Detection.settle(document, found)


def cost(text: str) -> Row:
    """Return what the view of ASCII text costs, in documents of 2,000 characters."""
    texts = [text[at : at + 2000] for at in range(0, len(text), 2000)]
    unhidden("J0hn 5m1th")  # the word lists are loaded once
    begin = time.process_time()
    for one in texts:
        unhidden(one)
    seconds = (time.process_time() - begin) * SIZE / len(text)
    figure = f"{seconds * 1000:.0f} ms per MB"
    bar = f"at most {MOST_SECONDS * 1000:.0f} ms"
    return Row(SUITE, "cost, ASCII text", figure, "", bar, seconds <= MOST_SECONDS, 1)
