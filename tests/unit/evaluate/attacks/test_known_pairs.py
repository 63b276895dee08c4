"""Known pairs: one surrogate in the documents of two subjects stands for one value."""

from textveil.evaluate.attacks.known_pairs import KnownPairs
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen


def _view(*passages: tuple[str, str]) -> Glimpse:
    seen = tuple(
        Seen(subject, subject, "HOSPITAL", 0, len(shown), shown) for subject, shown in passages
    )
    return Glimpse({one.document: one.shown for one in seen}, seen)


def test_a_surrogate_that_two_subjects_show_is_guessed_to_stand_for_one_value():
    view = _view(("a", "Elm Clinic"), ("b", "ELM clinic"), ("c", "Oak Clinic"), ("a", "Elm Clinic"))
    attack = KnownPairs()
    assert isinstance(attack, Attack)
    (guess,) = attack.guesses(view, Knowledge(sample={0: "Mercy Hospital"}))
    assert (guess.value, guess.passages, guess.chance) == ("Mercy Hospital", (1,), 1.0)
    assert attack.is_right(guess, ("MERCY hospital",))
    assert not attack.is_right(guess, ("Grace Hospital",))


def test_the_known_subject_itself_is_no_guess():
    view = _view(("a", "Elm Clinic"), ("a", "Elm Clinic"))
    assert not list(KnownPairs().guesses(view, Knowledge(sample={0: "Mercy Hospital"})))


def test_chance_is_that_of_the_commonest_known_value():
    view = _view(("a", "Elm"), ("b", "Ash"), ("c", "Oak"), ("d", "Elm"))
    known = Knowledge(sample={0: "Mercy", 1: "Mercy", 2: "Grace"})
    (guess,) = KnownPairs().guesses(view, known)
    assert round(guess.chance, 3) == 0.667
