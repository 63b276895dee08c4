"""Pairs: how probable it is that two sentences say the same, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from textveil.errors import InputError, InvalidValueError
from textveil.formats.tables.sentence_pairs import SentencePair
from textveil.models.paraphrase.analysis import Analysis
from textveil.models.paraphrase.model import ParaphraseModel
from textveil.models.paraphrase.simmat import Comparison, compared

__all__ = ["ExplainedPair", "JudgedPair", "explain", "judged"]

_NEAR = 0.5
"""Kinship from which two words are said to be near: one step apart, or two."""


class JudgedPair(NamedTuple):
    """What the model says of a pair."""

    probability: float
    paraphrase: bool

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON."""
        return {"probability": round(self.probability, 6), "paraphrase": self.paraphrase}


@dataclass(frozen=True, slots=True, repr=False)
class ExplainedPair:
    """A pair with the reasons; it shows the text of both sentences.

    Attributes
    ----------
    judged
        What the model says.
    left, right
        The sentences.
    pair
        Which phrases and words match.
    """

    judged: JudgedPair
    left: Analysis
    right: Analysis
    pair: Comparison

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON; places are half-open offsets in each sentence."""
        pair = self.pair
        return {
            **self.judged.to_json(),
            "relmat": pair.relmat,
            "penalty": pair.penalty,
            "simmat": pair.simmat,
            "phrases": [
                {
                    "words": phrase.words,
                    "left": self._place(self.left, phrase.left, phrase.words),
                    "right": self._place(self.right, phrase.right, phrase.words),
                }
                for phrase in pair.phrases
            ],
            "words": [
                {
                    "path": word.path,
                    "left": self._place(self.left, word.left, 1),
                    "right": self._place(self.right, word.right, 1),
                }
                for word in pair.words
            ],
            "minor": [
                [self._place(one, at, 1) for at in places]
                for one, places in zip((self.left, self.right), pair.minor, strict=True)
            ],
            "remaining": [
                [self._place(one, at, 1) for at in places]
                for one, places in zip((self.left, self.right), pair.rest, strict=True)
            ],
        }

    @staticmethod
    def _place(one: Analysis, first: int, words: int) -> dict[str, Any]:
        start, end = one.words[first].start, one.words[first + words - 1].end
        return {"start": start, "end": end, "text": one.text[start:end]}

    def lines(self) -> Iterator[str]:
        """Yield the explanation for people, line by line."""
        verdict = "say the same" if self.judged.paraphrase else "do not say the same"
        yield f"The sentences probably {verdict}: probability {self.judged.probability:.2f}."
        yield f"  1. {self.left.text}"
        yield f"  2. {self.right.text}"
        yield from self._phrases()
        yield from self._words()
        yield from self._rest()
        pair = self.pair
        yield (
            f"SimMat is {pair.simmat:.3f}, from 0 (nothing in common) to 1: of what matches, "
            f"{pair.relmat:.3f} is identical; {pair.penalty:.3f} of it is taken off because one "
            "sentence has more words left than the other."
        )

    def _phrases(self) -> Iterator[str]:
        if not self.pair.phrases:
            yield "No phrase stands in both sentences."
            return
        yield "These phrases stand in both, apart from endings:"
        for phrase in self.pair.phrases:
            left, right = (
                self._place(one, at, phrase.words)["text"]
                for one, at in ((self.left, phrase.left), (self.right, phrase.right))
            )
            yield f"  {left}" if left == right else f"  {left} = {right}"

    def _words(self) -> Iterator[str]:
        matched = [word for word in self.pair.words if word.path]
        if matched:
            yield "These words are paired, by how near their meanings are in a dictionary:"
        for word in matched:
            left, right = self.left.words[word.left], self.right.words[word.right]
            near = "the same meaning" if word.path == 1 else _nearness(word.path)
            yield (
                f"  {self.left.text[left.start : left.end]} ~ "
                f"{self.right.text[right.start : right.end]} ({near})"
            )

    def _rest(self) -> Iterator[str]:
        paired = (
            {word.left for word in self.pair.words if word.path},
            {word.right for word in self.pair.words if word.path},
        )
        for number, one, minor, rest, used in zip(
            (1, 2), (self.left, self.right), self.pair.minor, self.pair.rest, paired, strict=True
        ):
            alone = _listed(one, [at for at in rest if at not in used])
            if alone:
                yield f"Only sentence {number} has: {alone}."
            if minor:
                yield f"Left out of sentence {number} as minor words: {_listed(one, minor)}."


def _nearness(path: float) -> str:
    steps = round(1 / path)
    word = "near" if path >= _NEAR else "far"
    return f"{word}: {steps} step{'s' if steps > 1 else ''} apart"


def _listed(one: Analysis, places: Sequence[int]) -> str:
    return ", ".join(one.text[one.words[at].start : one.words[at].end] for at in places)


def judged(pairs: Sequence[SentencePair], model: ParaphraseModel) -> Iterator[JudgedPair]:
    """Yield what the model says of each pair; an error names the line."""
    for pair in pairs:
        yield _judged(pair, model)[0]


def explain(pairs: Sequence[SentencePair], row: int, model: ParaphraseModel) -> ExplainedPair:
    """Return one pair with the reasons; rows are counted from 1."""
    if not 1 <= row <= len(pairs):
        raise InvalidValueError(
            f"there is no row {row}: the file has {len(pairs):,} pairs",
            where="--row",
            hint="rows are counted from 1, without the headings",
        )
    said, left, right, pair = _judged(pairs[row - 1], model)
    return ExplainedPair(said, left, right, pair)


def _judged(
    pair: SentencePair, model: ParaphraseModel
) -> tuple[JudgedPair, Analysis, Analysis, Comparison]:
    try:
        left, right = model.read(pair.left), model.read(pair.right)
    except InputError as error:
        raise InputError(
            f"line {pair.line} cannot be compared: {error.what}", hint=error.hint
        ) from None
    both = compared(left, right)
    chance = model.probability_of(left, right, both)
    return JudgedPair(chance, chance >= model.threshold), left, right, both
