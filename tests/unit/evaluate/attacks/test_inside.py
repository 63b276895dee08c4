"""The attack on words inside replacements: finds those that stayed, and nothing where none did."""

from textveil.evaluate.attacks.inside import InsideAttack
from textveil.lexicon.tables.terms import occupations
from textveil.transform.surrogates.maker import Setting
from textveil.transform.surrogates.table import maker_of
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen
from textveil.values.keys.draw import Draw


def hits(pairs, label):
    """Return which guesses are right, for pairs of a value and its replacement."""
    shown = tuple(
        Seen(str(at), str(at), label, 0, len(fake), fake) for at, (_, fake) in enumerate(pairs)
    )
    attack = InsideAttack()
    view = Glimpse({str(at): fake for at, (_, fake) in enumerate(pairs)}, shown)
    return [
        guess.value
        for guess in attack.guesses(view, Knowledge())
        if attack.is_right(guess, tuple(pairs[at][0] for at in guess.passages))
    ]


def test_it_is_an_attack():
    assert isinstance(InsideAttack(), Attack)


def test_words_that_stayed_are_found_and_generic_ones_do_not_count():
    planted = [("Christian Scientist; priest Kontou", "Lutheran Scientist; priest Kontou")]
    assert hits(planted, "DEMOGRAPHIC") == ["kontou", "priest", "scientist"]
    assert hits([("Greek woman", "Dutch woman")], "DEMOGRAPHIC") == []
    assert hits([("Ward 4", "Ward 7"), ("x", "[ROOM]")], "ROOM") == []


def test_nothing_is_found_in_what_the_makers_write():
    for label, values in {
        "PROFESSION": occupations()[:400],
        "DEMOGRAPHIC": ("Greek woman", "Christian Scientist; priest Kontou", "Irish Catholic"),
        "ROOM": ("Whitfield Ward 4", "bed 3"),
    }.items():
        setting = Setting(Draw(b"k" * 32), scope="s")
        pairs = [(value, maker_of(label).make(value, label, setting)) for value in values]
        assert hits(pairs, label) == []


def test_the_chance_is_that_of_the_list():
    view = Glimpse({"1": "cook"}, (Seen("1", "1", "PROFESSION", 0, 4, "cook"),))
    [known] = InsideAttack().guesses(view, Knowledge(lists={"PROFESSION": ("a", "b", "c", "d")}))
    [unknown] = InsideAttack().guesses(view, Knowledge())
    assert (known.chance, unknown.chance) == (1 / 4, 1 / 1000)
