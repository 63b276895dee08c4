"""Pairs to learn from: twelve sentences, each rewritten or exchanged for another one."""

from random import Random

from textveil.formats.tables.sentence_pairs import SentencePair
from textveil.synth.rewriting import rewriting_pairs

SENTENCES = [
    "Ann Baker moved to Boston in May, after the wedding of her sister.",
    "The garage on Mill Street repaired our old car for 340 dollars.",
    "My brother plays the violin in an orchestra, and he travels a lot.",
    "We saw two deer near the lake, but the dog scared them away.",
    "Peter Novak missed the train to Prague, so he took a bus.",
    "The library closes at nine, and the reading room stays open.",
    "Our neighbours planted a large oak tree behind the house last spring.",
    "She bought a red bicycle for her daughter, who is seven.",
    "The doctor told Maria to rest for 10 days and drink water.",
    "They cooked fish on the beach, then they slept under the stars.",
    "The museum in Vienna shows drawings by young artists this summer.",
    "He sold his boat to a farmer, because the harbour was closed.",
]


def some(count: int, seed: int = 5) -> list[SentencePair]:
    """Return pairs with their truth."""
    made = rewriting_pairs(SENTENCES, count, Random(seed))  # noqa: S311 - nothing secret
    return [SentencePair(a, b, same, at + 1) for at, (a, b, same) in enumerate(made)]
