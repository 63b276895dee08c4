"""The sequence model's parts against their slow twins."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.oracles.sequences import sequence_model as oracle

from textveil.lexicon.tables.folding import fold
from textveil.models.calibration import fit_calibration, operating_points
from textveil.models.decoding import passages
from textveil.models.fields.crf import tags_of
from textveil.models.fields.features import featurize
from textveil.models.fields.windows import windows
from textveil.values.span import Spans
from textveil.values.tagging import TaggedWords

TEXTS = st.one_of(
    st.text(max_size=80),
    st.text("aB7_' .\n\u200b\U0001f600é½", max_size=120),
    st.integers(0, 700).map(lambda n: "ab " * n + "\n" + "x1" * (n // 2)),
)


@given(TEXTS)
def test_cores_partition_the_words(text):
    judged = [
        (start, end)
        for window in windows(text)
        for start, end in list(zip(window.starts, window.ends, strict=True))[
            window.core[0] : window.core[1]
        ]
    ]
    # No word holds a line end, so cutting the text into lines cuts no word.
    assert judged == oracle.words_of(text)
    for window in windows(text):
        assert [text[a:b] for a, b in zip(window.starts, window.ends, strict=True)] == window.words


@given(TEXTS)
def test_every_word_has_features_and_the_same_ones_each_time(text):
    folded = fold(text).text
    found = list(featurize(folded, Spans()))
    assert [len(rows) for _, rows in found] == [len(window.words) for window, _ in found]
    assert all(row for _, rows in found for row in rows)
    assert found == list(featurize(folded, Spans()))


@st.composite
def words_and_spans(draw):
    edges = sorted(draw(st.sets(st.integers(0, 40), max_size=12)))
    words = list(zip(edges[::2], edges[1::2], strict=False))
    cuts = sorted(draw(st.sets(st.integers(0, 40), max_size=10)))
    spans = [
        (a, b, draw(st.sampled_from(["NAME", "CITY"])))
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    return words, spans


@given(words_and_spans())
def test_tags(both):
    words, spans = both
    starts, ends = [a for a, _ in words], [b for _, b in words]
    assert tags_of(starts, ends, spans) == oracle.tags(starts, ends, spans)


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0.1, 0.375, 0.5, 0.9]), st.sampled_from(["A", "B"]), st.booleans()
        ),
        max_size=30,
    )
)
def test_decoding(words):
    starts = [3 * at for at in range(len(words))]
    ends = [start + 2 for start in starts]
    chances = np.zeros((len(words), 3), np.float32)
    for row, (score, label, _) in zip(chances, words, strict=True):
        row[0] = np.float32(1) - np.float32(score)
        row[1 + "AB".index(label)] = score
    begins = np.array([begun for *_, begun in words], np.float32)
    found = list(passages(TaggedWords(starts, ends, ("A", "B"), chances, begins), 0.5))
    runs = oracle.passages(*([w[at] for w in words] for at in range(3)), 0.5)
    assert [(p.start, p.end, p.label) for p in found] == [
        (starts[run[0]], ends[run[-1]], words[run[0]][1]) for run in runs
    ]
    for passage, run in zip(found, runs, strict=True):
        scores = [words[at][0] for at in run]
        assert abs(passage.score - sum(scores) / len(scores)) < 1e-6
        assert words[passage.strongest][0] == max(scores)


@given(st.lists(st.booleans(), min_size=1, max_size=50), st.randoms(use_true_random=False))
def test_calibration_is_isotonic_regression(truth, rng):
    n = len(truth)
    scores = np.array([(at + 1) / (n + 1) for at in range(n)])
    expected = oracle.isotonic(truth)
    order = list(range(n))
    rng.shuffle(order)
    fitted = fit_calibration(scores[order], np.array(truth)[order])
    # Knots stand at the middle of each level of the regression.
    for level in set(expected):
        places = [at for at in range(n) if expected[at] == level]
        middle = round(float(scores[places].mean()), 6)
        assert abs(fitted(middle) - level) < 1e-5


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60))
def test_calibration_rises_and_points_fall(words):
    scores = np.array([score for score, _ in words], float)
    truth = np.array([right for _, right in words], bool)
    fitted = fit_calibration(scores, truth)
    values = [fitted(x / 50) for x in range(51)]
    assert values == sorted(values)
    recalls = [point.recall for point in operating_points(scores, truth)]
    assert recalls == sorted(recalls, reverse=True)
