"""The attack by exclusion: it finds what is missing among many draws, and guesses else."""

from collections import Counter
from random import Random

from textveil.evaluate.attacks.exclusion import Exclusion, ranked_by_absence
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen

STATES = ("Ohio", "Maine", "Utah", "Iowa", "Texas", "Idaho", "Kansas", "Oregon")
KNOWN = Knowledge({"STATE": STATES}, subjects=True)


def view(shown, label="STATE", frame="Lives in {}."):
    """Return a release in which each subject shows a value in the same words."""
    texts = {f"n{at}": frame.format(one) for at, one in enumerate(shown)}
    start = frame.index("{")
    return Glimpse(
        texts,
        tuple(
            Seen(f"n{at}", f"p{at}", label, start, start + len(one), one)
            for at, one in enumerate(shown)
        ),
    )


def test_the_value_that_never_appears_is_the_guess():
    shown = [one for one in STATES if one != "Iowa"] * 3
    (guess,) = Exclusion().guesses(view(shown), KNOWN)
    assert (guess.value, guess.label, guess.chance) == ("Iowa", "STATE", 1 / 8)
    assert guess.passages == tuple(range(21))
    assert Exclusion().is_right(guess, ("Iowa",) * 21)
    assert Exclusion().is_right(guess, ("IA",) * 21)
    assert not Exclusion().is_right(guess, ("Ohio",) * 21)
    assert not Exclusion().is_right(guess, ("Iowa",) * 10 + ("Ohio",) * 11)


def test_one_surrogate_leaves_all_others_equally_likely():
    found = Counter()
    for number in range(700):
        ranked = ranked_by_absence(["Ohio"] * 30, STATES, Random(number), label="STATE")  # noqa: S311
        assert ranked[-1] == "Ohio"
        found[ranked[0]] += 1
    assert set(found) == set(STATES) - {"Ohio"}
    assert all(60 < count < 140 for count in found.values())


def test_few_subjects_or_other_words_are_no_group():
    assert not list(Exclusion().guesses(view(STATES[:5]), KNOWN))
    apart = view(["Ohio"] * 9)
    texts = {name: f"{name} {text}" for name, text in apart.texts.items()}
    moved = tuple(
        Seen(one.document, one.subject, one.label, one.start + 3, one.end + 3, one.shown)
        for one in apart.passages
    )
    assert not list(Exclusion().guesses(Glimpse(texts, moved), KNOWN))


def test_what_others_show_often_should_have_been_drawn():
    ranked = ranked_by_absence(
        ["Ohio", "Utah"],
        STATES,
        Random(1),  # noqa: S311
        label="STATE",
        besides=["Texas"] * 9 + ["Ohio"] * 20,
    )
    assert ranked[0] == "Texas"


def test_a_surname_is_shown_in_a_name_in_full():
    ranked = ranked_by_absence(["Ann Cole", "Bo Marsh"], ("Cole", "Marsh", "Berg"), Random(1))  # noqa: S311
    assert ranked[0] == "Berg"


def test_it_is_an_attack():
    assert isinstance(Exclusion(), Attack)
    assert not list(Exclusion().guesses(view(["Ohio"] * 9), Knowledge(subjects=True)))
