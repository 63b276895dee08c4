"""What a release says of the attacks on it: counted alike everywhere, and with what to do next."""

from textveil.certify.document.rounding import rounded_attacks
from textveil.certify.told.attack_summary import attack_summary
from textveil.values.figures.attack import AttackResult

NOTHING = AttackResult("inside", "", 0, 0, 0.0, "found nothing to guess")
LEFT = AttackResult("leftovers", "NAME", 3, None, 0.1, "3 to look at yourself")


def test_no_guess_is_not_counted_as_none_of_none():
    assert attack_summary([NOTHING]) == "Attackers found nothing to guess."


def test_names_that_only_the_owner_can_judge_are_told_apart():
    said = attack_summary([NOTHING, LEFT])
    assert said.startswith("Attackers found nothing to guess. 3 may be names that were left")
    assert "textveil attack OUT --input IN" in said


def test_one_right_guess_is_one():
    said = attack_summary([AttackResult("exclusion", "CITY", 1476, 1, 2.0)])
    assert said == "Of 1,476 guesses 1 is right; by chance 2 would be."


def test_an_attack_that_works_says_what_to_do():
    said = attack_summary([AttackResult("inside", "ADDRESS", 40, 20, 0.1)])
    assert "Better than chance: inside (ADDRESS)." in said
    assert "textveil attack OUT --input IN" in said
    assert "hide these labels with tags" in said
    missed = attack_summary([AttackResult("leftovers", "NAME", 40, 20, 0.1)])
    assert "under `deny`" in missed


def test_a_published_count_says_that_small_rows_are_not_in_it():
    rows = [AttackResult("inside", "CITY", 160, 0, 0.1), AttackResult("inside", "AGE", 9, 0, 0.1)]
    told = attack_summary(rounded_attacks(rows))
    assert told.startswith("About 160 guesses, without the rows that have fewer than 15.")
    assert attack_summary(rounded_attacks(rows[:1])).startswith("About 160 guesses. None")
