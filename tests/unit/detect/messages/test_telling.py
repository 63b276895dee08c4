from textveil.detect.messages.reading import read_message
from textveil.detect.messages.speakers import Speaker
from textveil.detect.messages.telling import telling_features


def features(text):
    return telling_features(read_message(text), (), Speaker())


def test_who_a_clause_is_about_is_told_apart():
    assert "who:I" in features("I live here.")
    assert "who:own-kin" in features("My mother lives here.")
    assert "who:others" in features("They live here.")
    assert "speaker:none" in features("They live here.")


def test_names_places_and_numbers_are_not_features():
    told = " ".join(features("I met Johanna Berger in Seattle at 17 tables."))
    assert "seattle" not in told.lower()
    assert "johanna" not in told.lower()
    assert "17" not in told


def test_denial_and_doubt_are_part_of_a_feature():
    assert "who-verb:not I live" in features("I do not live in a tower.")
    assert any(one.startswith("who-verb:maybe I") for one in features("I would live in a tower."))
