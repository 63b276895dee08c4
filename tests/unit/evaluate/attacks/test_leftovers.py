"""Leftovers: names in full that a release left, in clear or hidden."""

import pytest

from textveil.evaluate.attacks.leftovers import Leftovers
from textveil.lexicon.people.name_lists import surnames
from textveil.pipeline.release import clear_cases as clearing
from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import load_policy
from textveil.values.document import Document
from textveil.values.figures.attack import Attack, Glimpse, Knowledge, Seen
from textveil.values.runs.clear_document import Clear

KNOWN = Knowledge(lists={"NAME": tuple(listed.value for listed in surnames())})


def guessed(text, *passages):
    return list(Leftovers().guesses(Glimpse({"d": text}, tuple(passages)), KNOWN))


def seen(text, shown):
    start = text.index(shown)
    return Seen("d", "p", "NAME", start, start + len(shown), shown)


@pytest.mark.parametrize("hidden", ["J o h n  S m i t h", "J0hn 5m1th", "J&#111;hn Smi-\nth"])
def test_a_hidden_name_is_guessed_and_right(hidden):
    [guess] = guessed(f"Yesterday {hidden} rang.")
    assert guess.value == "John Smith"
    assert Leftovers().is_right(guess, ())


def test_a_name_in_clear_is_right_if_the_release_removed_it_elsewhere():
    text = "Eva Lund came. Later John Smith rang."
    [guess] = guessed(text, seen(text, "Eva Lund"))
    assert (guess.value, guess.passages) == ("John Smith", (0,))
    assert Leftovers().is_right(guess, ("J o h n  S m i t h",))
    assert not Leftovers().is_right(guess, ("Mary Jones",))


def test_replacements_and_ordinary_words_are_not_guessed():
    text = "Eva Lund came. The heart rate was normal. Plan A B C and H1N1 as before."
    assert guessed(text, seen(text, "Eva Lund")) == []


def test_hidden_names_come_first():
    values = [guess.value for guess in guessed("Mary Jones met J o h n  S m i t h.")]
    assert values == ["John Smith", "Mary Jones"]


def test_it_is_an_attack_with_lists():
    assert isinstance(Leftovers(), Attack)
    assert Leftovers().needs == {"lists"}


def test_a_release_that_reads_hidden_text_as_it_stands_is_found_out(monkeypatch):
    note = Document("d", "the cough of J o h n  S m i t h is better", "p")
    engine = Engine(load_policy("tag-only"))
    [good], _ = engine.release([note])
    assert guessed(good.release.text) == []
    blind = "textveil.pipeline.release.search.detection.clear_of"
    monkeypatch.setattr(blind, lambda document: Clear.of(document, clearing.View(document.text)))
    monkeypatch.setattr(
        Engine, "clear", lambda _, document: Clear.of(document, as_it_stands(document))
    )
    [bad], _ = engine.release([note])
    assert [guess.value for guess in guessed(bad.release.text)] == ["John Smith"]


def as_it_stands(document):
    return clearing.View(document.text)
