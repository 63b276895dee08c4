"""The attack with a list: it reads letters off a release, and finds nothing where k words fit."""

import random

from textveil.evaluate.attacks.completions import (
    Completions,
    count_completions,
    partly_shown,
)
from textveil.lexicon.people.completions import FittingWords, name_words
from textveil.transform.rarity.hide_listed import hide_listed
from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.values.document import Document
from textveil.values.figures.attack import Attack, Knowledge

KNOWN = Knowledge(lists={"NAME": name_words()})


def attacked(documents, texts):
    """Return how many guesses there are, how many are right, and how many chance gives."""
    view = partly_shown({d.id: text for d, text in zip(documents, texts, strict=True)})
    attack, by_id = Completions(), {d.id: d.text for d in documents}
    guesses = list(attack.guesses(view, KNOWN))
    right = 0
    for guess in guesses:
        seen = view.passages[guess.passages[0]]
        right += attack.is_right(guess, (by_id[seen.document][seen.start : seen.end],))
    return len(guesses), right, sum(guess.chance for guess in guesses)


def people():
    rng = random.Random(5)  # noqa: S311 - made-up people
    names = rng.sample([name for name in name_words() if len(name) > 4], 400)
    return [Document(str(n), f"a letter from {name.title()}.") for n, name in enumerate(names)]


def test_it_fulfils_the_contract():
    assert isinstance(Completions(), Attack)


def test_letters_are_completed_and_whole_words_and_lists_are_not():
    documents = people()
    letters = Suppress(k=5, unit="char")
    made = suppress(documents, letters)
    guesses, right, chance = attacked(documents, made.texts)
    assert right > 100 > 50 * chance
    assert attacked(documents, suppress(documents, Suppress(k=5)).texts)[1] == 0
    safe = hide_listed(made, letters, FittingWords(name_words()))
    # What is guessed now are several words whose borders are hidden, taken for one.
    assert attacked(documents, safe.texts)[1] == 0
    assert guesses >= right


def test_counts_have_the_borders_of_the_input():
    listed = FittingWords(["Anna", "Anne", "Olga", "Asta", "Lu"])
    counts = count_completions(["Anna sees Olga Lu"], ["An***see* O*ga *u"], listed)
    # Anna and Anne fit An**; no name fits see*; Olga alone fits O*ga; Lu alone fits *u.
    assert (counts.words, counts.one, counts.right, counts.few) == (4, 2, 2, 3)


def test_a_reader_without_the_input_ends_words_at_shown_characters():
    view = partly_shown({"x": "An*a-M** *** ok, *e"})
    assert [(s.start, s.end, s.shown) for s in view.passages] == [
        (0, 4, "An*a"),
        (5, 8, "M**"),
        (17, 19, "*e"),
    ]
