"""The attack finds names by the words that old templates kept, and nothing in those of today."""

import pytest

from textveil.evaluate.attacks.templates import PROMISED, Ranking, TemplateAttack
from textveil.lexicon.tables.terms import companies, hospitals, universities
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.organizations.templates import ENOUGH
from textveil.transform.surrogates.table import maker_of
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen
from textveil.values.keys.draw import Draw

KEY = Draw(b"k" * 32)


def in_old_template(name):
    return " ".join(["Quartz", *name.split(" ")[1:]])


def in_template(name, label, at=0):
    return maker_of(label).make(name, label, Setting(KEY, scope=str(at)))


def led_alone(names, made):
    ranking = Ranking(names)
    return sum(ranking.leaders(made(name)) == (name,) for name in names)


def test_names_that_keep_all_words_but_the_first_are_found():
    names = hospitals()[::3]
    assert led_alone(names, in_old_template) > len(names) // 10


@pytest.mark.parametrize(
    ("names", "label"),
    [(hospitals, "HOSPITAL"), (universities, "ORGANIZATION"), (companies, "ORGANIZATION")],
)
def test_at_most_one_listed_name_in_500_leads_its_list_alone(names, label):
    ranking = Ranking(names())
    asked = names()[::7]
    leaders = [(name, ranking.leaders(in_template(name, label))) for name in asked]
    assert sum(some == (name,) for name, some in leaders) <= len(asked) / 500
    assert sum(1 / len(some) for name, some in leaders if name in some) <= len(asked) / 100


def shown(texts, label="HOSPITAL"):
    passages = tuple(Seen("n", "s", label, 0, len(text), text) for text in texts)
    return Glimpse({"n": ""}, passages)


def right(texts, names):
    attack = TemplateAttack()
    known = Knowledge({"HOSPITAL": hospitals()})
    guesses = list(attack.guesses(shown(texts), known))
    found = sum(attack.is_right(guess, (names[guess.passages[0]],)) for guess in guesses)
    return found, sum(guess.chance for guess in guesses)


def test_the_attack_beats_chance_where_a_template_is_too_rare():
    names = hospitals()[::12]
    found, chance = right([in_old_template(name) for name in names], names)
    assert found > 2 * chance


def test_the_attack_is_at_chance_against_templates_in_use():
    names = hospitals()[::12]
    found, chance = right(
        [in_template(name, "HOSPITAL", at) for at, name in enumerate(names)], names
    )
    assert chance > 1
    assert found <= chance + 3 * chance**0.5


def test_the_attack_fulfils_the_contract_and_needs_a_list():
    attack = TemplateAttack()
    assert isinstance(attack, Attack)
    assert attack.needs == {"lists"}
    assert PROMISED == ENOUGH
    assert not list(attack.guesses(shown(["Holt Hospital"]), Knowledge()))
    known = Knowledge({"HOSPITAL": ("Reno Hospital",)})
    assert not list(attack.guesses(shown(["Holt Hospital"], "CITY"), known))
