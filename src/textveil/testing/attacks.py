"""The contract of an attack, as something that can be run."""

from dataclasses import replace

from textveil.testing.requirement import attempt, copy_of, require, require_silence
from textveil.testing.samples import samples
from textveil.values.figures.attack import KNOWLEDGE, Attack, Glimpse, Guess, Knowledge, Seen

__all__ = ["check_attack"]


def check_attack(
    attack: Attack, view: Glimpse | None = None, known: Knowledge | None = None
) -> None:
    """Raise `AssertionError` if an attack breaks its contract.

    Checked: it can be pickled; it has a name, says what it does, and needs only what attackers may
    know; guesses are about passages of the view; they are the same every time, and from a copy;
    a release of nothing and an attacker who knows nothing are fine; it tells whether a guess is
    right, whatever really stood there; what a guess is about, and the attack's `repr`, show no
    text.

    Parameters
    ----------
    attack
        The attack, as it would be used.
    view
        What a reader sees of a release from which it guesses something; guessing nothing fails,
        because then nothing was checked. Without it a made-up one is used, from which it may guess
        nothing.
    known
        What its attacker knows.
    """
    lacking = "lacks `name`, `meaning`, `needs`, `guesses` or `is_right`"
    require(isinstance(attack, Attack), attack, lacking)
    for said in (attack.name, attack.meaning):
        require(isinstance(said, str) and bool(said), attack, "`name` or `meaning` is empty")
    unknown = f"`needs` has something else than {', '.join(KNOWLEDGE)}"
    require(set(attack.needs) <= KNOWLEDGE.keys(), attack, unknown)
    shown, told = view or _sample(), known or Knowledge()
    fresh = copy_of(attack)
    guesses = _guesses(attack, shown, told)
    require(view is None or bool(guesses), attack, "guesses nothing from the release given")
    same = _guesses(attack, shown, told) == guesses == _guesses(fresh, shown, told)
    require(same, attack, "other guesses the second time, or from a copy")
    _guesses(attack, shown, Knowledge())
    nothing = _guesses(attack, Glimpse({}, ()), replace(told, sample={}))
    require(not nothing, attack, "guesses at a release of nothing")
    for guess in guesses:
        for real in ("", "Zilpah Nkemelu", guess.value):
            _check_judgement(attack, guess, real)
    values = [seen.shown for seen in shown.passages]
    told_of = "\n".join([repr(attack), *(guess.about for guess in guesses)])
    require_silence(attack, told_of, values, "`repr`, or what a guess is about,")


def _guesses(attack: Attack, view: Glimpse, known: Knowledge) -> list[Guess]:
    where = f"guessing from {len(view.passages)} passages"
    made = attempt(attack, lambda: list(attack.guesses(view, known)), where)
    require(all(isinstance(one, Guess) for one in made), attack, "`guesses` gives something else")
    numbers = range(len(view.passages))
    inside = all(at in numbers for guess in made for at in guess.passages)
    require(inside, attack, "a guess is about a passage that the view does not have")
    return made


def _check_judgement(attack: Attack, guess: Guess, real: str) -> None:
    stood = tuple(real for _ in guess.passages)
    right = attempt(attack, lambda: attack.is_right(guess, stood), "judging a guess")
    require(right is None or isinstance(right, bool), attack, "`is_right` gives no True or False")


def _sample() -> Glimpse:
    """Return a view of the samples, as if what is marked in them stood for other values."""
    given = [document for document in samples() if document.text]
    passages = (
        Seen(one.id, one.counted_subject, s.label, s.start, s.end, one.covered_by(s))
        for one in given
        for s in one.spans or ()
    )
    return Glimpse({one.id: one.text for one in given}, tuple(passages))
