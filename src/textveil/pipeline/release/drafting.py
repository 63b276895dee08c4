"""Drafting: a policy from a few answers, as YAML that says why.

Questions and answers stand in `questions.tsv`, what becomes of them in `policy.yaml.j2` and here.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from textveil.errors import UsageError, suggest
from textveil.pipeline.pages import render_page

__all__ = ["Question", "draft_policy", "questions"]

_KEPT_PLACES: Final = {
    "hide": (),
    "state": ("STATE", "COUNTRY"),
    "keep": ("CITY", "STATE", "ZIP", "COUNTRY"),
}
_TRAITS: Final = ("PROFESSION", "DEMOGRAPHIC", "QUANTITY", "MANUFACTURER")
_TAG: Final = "{use: textveil.mask.v1, style: tag}"
_KEEP: Final = "keep"
_NO_RULES: Final = "columns: {}\n"


class Question(NamedTuple):
    """A question with its answers, each with what it means; the first one is the default."""

    name: str
    text: str
    answers: Mapping[str, str]

    @property
    def default(self) -> str:
        """The answer of somebody who has no wish."""
        return next(iter(self.answers))


@cache
def questions() -> tuple[Question, ...]:
    """Return what is asked, in order."""
    lines = (files("textveil.pipeline.release") / "questions.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return tuple(
        Question(name, text, {a: words for n, a, words in rows if n == name and a})
        for name, answer, text in rows
        if not answer
    )


def draft_policy(name: str, given: Mapping[str, str], rare: int = 0, block: str = "") -> str:
    """Return a policy as YAML.

    Parameters
    ----------
    name
        What it is called.
    given
        Answers by question; what is not answered has its default.
    rare
        Least number of people who share each word that stays; 0 for no such rule.
    block
        The key `columns` of the policy, as YAML.

    Raises
    ------
    UsageError
        If an answer is not one of those that a question has.
    """
    chosen = {one.name: _checked(one, given.get(one.name) or one.default) for one in questions()}
    if rare and rare < 2:
        raise UsageError("at least 2 people can share something", where="--rare")
    moved = _moves_dates(chosen)
    told = [f"{question} {answer}" for question, answer in chosen.items()]
    return render_page(
        "policy.yaml.j2",
        **chosen,
        name=json.dumps(name, ensure_ascii=False),
        description=json.dumps("; ".join([*told, *([f"rare {rare}"] if rare else [])])),
        keyed=moved or chosen["hide"] in ("surrogates", "hashes", "tokens"),
        labels=[*_labels(chosen, moved), *_rare_label(rare)],
        claims=list(_claims(chosen, moved, rare)),
        rare=rare,
        moved=moved,
        block=block.removeprefix(_NO_RULES),
    )


def _checked(question: Question, answer: str) -> str:
    if answer not in question.answers:
        raise UsageError(
            f"{answer} is no answer to this question",
            where=f"--{question.name}",
            hint=suggest(answer, question.answers) or f"use {', '.join(question.answers)}",
        )
    return answer


def _moves_dates(chosen: Mapping[str, str]) -> bool:
    invented = chosen["hide"] == "surrogates" and chosen["dates"] == "hide"
    return invented or chosen["dates"] == "shift"


def _labels(chosen: Mapping[str, str], moved: bool) -> Iterator[tuple[str, str, str]]:
    """Yield labels that are not rewritten like all others, each with a rule and a reason."""
    surrogates = chosen["hide"] == "surrogates"
    if moved and not surrogates:
        yield (
            "DATE",
            "{use: textveil.surrogate.v1, scope: subject}",
            "moved, by days of each person",
        )
    elif chosen["dates"] == "year":
        yield "DATE", "{use: textveil.generalize.v1, date: year}", ""
    elif chosen["dates"] == _KEEP:
        yield "DATE", _KEEP, "you decided to release dates"
    if moved or chosen["dates"] == _KEEP:
        yield "TIME", _KEEP, "a time of day without its date"
    if chosen["ages"] == "top":
        yield "AGE", "{use: textveil.generalize.v1, age_width: 1, age_top: 90}", ""
    elif chosen["ages"] == _KEEP:
        yield "AGE", _KEEP, "you decided to release ages"
    elif surrogates:
        yield "AGE", _TAG, "an invented age would not fit the other dates and ages"
    yield from ((label, _KEEP, "") for label in _KEPT_PLACES[chosen["places"]])
    if chosen["traits"] == _KEEP:
        yield from ((label, _KEEP, "") for label in _TRAITS)
    if surrogates:
        yield "OTHER", _TAG, "nothing can be invented for it"


def _rare_label(rare: int) -> Iterator[tuple[str, str, str]]:
    if rare:
        yield "RARE", "{use: textveil.mask.v1, style: blank}", ""


def _claims(chosen: Mapping[str, str], moved: bool, rare: int) -> Iterator[tuple[str, str]]:
    """Yield the verifiers that fit the answers, each with what it claims."""
    if chosen["hide"] == "surrogates":
        yield "textveil.consistency.v1", "one person has one surrogate, two persons have two"
        yield "textveil.collisions.v1", "no fake name, id or address is a real one"
        yield "textveil.sharing.v1", "what many subjects share has one surrogate in the corpus"
        yield "textveil.distance.v1", "no fake resembles the value it stands for"
    if moved:
        yield "textveil.intervals.v1", "differences between a subject's dates are the same"
        yield "textveil.calendar.v1", "no holiday or season beside a moved date tells the offset"
    coarse = "year" in chosen["dates"] or chosen["ages"] == "top"
    if coarse and not moved and chosen["hide"] in ("tags", "marks"):
        # Invented values are as fine as real ones, so this claim is for tags alone.
        yield (
            "{use: textveil.coarseness.v1, date: year, age_width: 1}",
            "no date finer than its year",
        )
    if chosen["hide"] == "tokens" and not coarse and not moved and not rare:
        yield "textveil.reversible.v1", "the key restores every input"
    if rare:
        yield (
            f"{{use: textveil.k-subjects.v1, k: {rare}}}",
            "kept words are shared by so many people",
        )
