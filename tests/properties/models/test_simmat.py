"""SimMat agrees with the definition, tried out on small sentences."""

from hypothesis import given
from hypothesis import strategies as st
from tests.oracles import simmat as oracle

from textveil.lexicon.relations.wordnet import wordnet
from textveil.models.paraphrase.analysis import AnalysedWord, Analysis
from textveil.models.paraphrase.kinship import edges_between, path
from textveil.models.paraphrase.simmat import compared, matched_phrases

WORDS = st.sampled_from(["study", "find", "dog", "cat", "run", "blue", "zzq"])
TAGS = st.sampled_from(["NN", "VB", "IN", "."])
SENTENCES = st.lists(st.tuples(WORDS, TAGS), min_size=1, max_size=6)


def analysis(words):
    return Analysis(
        " ".join(word for word, _ in words),
        tuple(
            AnalysedWord(at, at + 1, word, (word,), tag, at, "ROOT")
            for at, (word, tag) in enumerate(words)
        ),
    )


@given(st.text("ab", min_size=1, max_size=9), st.text("ab", min_size=1, max_size=9))
def test_phrases_are_those_of_the_definition(left, right):
    made = matched_phrases(*(analysis([(word, "NN") for word in text]) for text in (left, right)))
    found = [(one.left, one.right, one.words) for one in made]
    assert found == oracle.phrases(left, right, lambda one, other: one == other)


@given(SENTENCES, SENTENCES)
def test_the_metric_is_that_of_the_definition(left, right):
    pair = compared(analysis(left), analysis(right))
    ours, theirs = ([word for word, _ in one] for one in (left, right))
    matched = oracle.phrases(ours, theirs, lambda one, other: one == other)
    free = [
        [
            word
            for at, (word, tag) in enumerate(one)
            if tag not in {"IN", "."} and not any(p[side] <= at < p[side] + p[2] for p in matched)
        ]
        for side, one in enumerate((left, right))
    ]

    def near(one, other):
        steps = oracle.edges(wordnet(), one, other)
        return 0.0 if steps is None else 1 / max(1, steps)

    best = oracle.greatest([[near(one, other) for other in free[1]] for one in free[0]])
    assert abs(sum(word.path for word in pair.words) - best) < 1e-9
    assert len(pair.words) == min(len(free[0]), len(free[1]))
    wanted = oracle.metric(
        [length for _, _, length in matched],
        [word.path for word in pair.words],
        len(free[0]),
        len(free[1]),
        0.2,
    )
    assert abs(pair.simmat - wanted) < 1e-9


@given(WORDS, WORDS)
def test_paths_are_the_shortest(one, other):
    assert edges_between((one,), (other,)) == oracle.edges(wordnet(), one, other)
    assert path((one,), (other,)) == path((other,), (one,))
