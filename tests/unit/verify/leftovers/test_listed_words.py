"""The verifier `list`: planted letters are refuted where they stand, with the count."""

import random

import pytest

from textveil.errors import InvalidValueError
from textveil.lexicon.people.completions import FittingWords, name_words
from textveil.testing import check_verifier
from textveil.transform.rarity.hide_listed import hide_listed
from textveil.transform.rarity.suppress import Suppress, suppress
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.verdict import Status
from textveil.verify.leftovers.listed_words import KListed, check_listed

NAMES = ["Anna", "Anne", "Enno", "Asta", "Olga"]


def test_one_letter_too_many_is_refuted_at_its_word():
    note = Document("n", "seen: Asta, Anna")
    assert check_listed([note], ["seen: A**a, Ann*"], 2, NAMES).holds
    verdict = check_listed([note], ["seen: As*a, Ann*"], 2, NAMES)
    [witness] = verdict.witnesses
    assert (witness.document, witness.start, witness.end, witness.count) == ("n", 6, 10, 1)
    assert (verdict.checked, verdict.failures) == (2, 1)


def test_a_word_that_no_listed_word_fits_fails_too():
    verdict = check_listed([Document("n", "zebra")], ["z****"], 2, NAMES)
    assert verdict.witnesses[0].count == 0


def test_wholly_shown_and_wholly_hidden_words_are_no_failures_and_bare_lengths_are_told():
    verdict = check_listed([Document("n", "zebra Olga Li")], ["zebra **** **"], 2, NAMES)
    assert verdict.holds
    assert "left out: 1 hidden words of a length that fewer than 2" in verdict.remark
    assert "no word is partly shown" in verdict.reason


def test_case_and_accents_do_not_count():
    note = Document("n", "ÁNNA")
    assert check_listed([note], ["ÁNN*"], 2, NAMES).holds


@pytest.mark.parametrize("after", [[], ["too long"]])
def test_texts_that_do_not_pair_are_refused(after):
    with pytest.raises(InvalidValueError):
        check_listed([Document("n", "Anna")], after, 2, NAMES)


def test_without_the_input_it_is_not_checkable():
    release = Release.of(Document("n", "Anna"), [Edit(0, 4, "A***", "RARE")])
    verdict = KListed(2).verify([Case(None, release)])
    assert verdict.status is Status.NOT_CHECKABLE


def test_the_contract_of_verifiers():
    def case(name, word, shown):
        note = Document(name, f"seen: {word} now")
        return Case(note, Release.of(note, [Edit(6, 10, shown, "RARE")]))

    check_verifier(KListed(2), [case("a", "Asta", "A**a")], [case("b", "Aqxq", "Aqx*")])


def test_planted_letters_are_found_in_a_release_of_many_names():
    rng = random.Random(3)  # noqa: S311 - made-up people
    names = rng.sample(name_words(), 300)
    notes = [Document(str(n), f"this is about {name} again") for n, name in enumerate(names)]
    asked = Suppress(k=5, unit="char")
    made = suppress(notes, asked)
    assert check_listed(notes, made.texts, 5, name_words()).failures > 100
    safe = list(hide_listed(made, asked, FittingWords(name_words())).texts)
    assert check_listed(notes, safe, 5, name_words()).holds
    # Show a whole name but its first letter again.
    at = len("this is about ")
    end = at + len(names[7])
    safe[7] = f"{safe[7][:at]}*{names[7][1:]}{safe[7][end:]}"
    verdict = check_listed(notes, safe, 5, name_words())
    fitting = sum(name[1:] == names[7][1:] for name in name_words())
    assert fitting >= 5 or [w.document for w in verdict.witnesses] == ["7"]
