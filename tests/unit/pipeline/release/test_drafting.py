"""Drafted policies: every answer gives a policy that validates and does what was asked."""

from itertools import cycle, product

import pytest

from textveil.errors import UsageError
from textveil.formats.sources import Source
from textveil.pipeline.release.drafting import draft_policy, questions
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.run import Run, release
from textveil.policy.policy import parse_policy
from textveil.values.keys.secret import Secret

KEY = Secret(b"invented for this test, 32 bytes")
ANSWERS = {question.name: list(question.answers) for question in questions()}
WAYS = list(product(ANSWERS["hide"], ANSWERS["dates"], ANSWERS["ages"], (0, 3)))
"""Answers that depend on each other."""
REST = ("data", "places", "traits", "columns", "ids")
OTHERS = [dict(zip(REST, one, strict=True)) for one in product(*(ANSWERS[name] for name in REST))]


def drafted(rare=0, block="", **given):
    return parse_policy(draft_policy("mine", given, rare, block), "mine.yaml")


def every_combination():
    """Yield all answers that depend on each other, and beside them all others, in turn."""
    for (hide, dates, ages, rare), others in zip(WAYS, cycle(OTHERS), strict=False):
        yield {"hide": hide, "dates": dates, "ages": ages, **others}, rare
    yield from (({"hide": "tags", **others}, 0) for others in OTHERS)


def test_every_combination_is_a_valid_policy_that_says_what_was_asked():
    seen = 0
    for given, rare in every_combination():
        policy = drafted(rare, **given)
        list(Engine(policy, KEY).components())
        assert policy.rewrites("DATE") == (given.get("dates") != "keep")
        assert policy.rewrites("AGE") == (given.get("ages") != "keep")
        assert policy.rewrites("CITY") == (given["places"] != "keep")
        assert policy.rewrites("STATE") == (given["places"] == "hide")
        assert policy.rewrites("PROFESSION") == (given["traits"] != "keep")
        assert policy.uses("textveil.tagger.v1") == (given["data"] != "logs")
        assert (policy.columns["*"], policy.ids) == (given["columns"], given["ids"])
        assert bool(policy.screen) == bool(rare)
        assert all(policy.rewrites(label) for label in ("NAME", "PHONE", "STREET", "OTHER"))
        seen += 1
    assert seen == len(WAYS) + len(OTHERS) == 120 + 96


@pytest.mark.parametrize(
    ("hide", "way"),
    [
        ("tags", "[PHONE]"),
        ("marks", "████████████"),
        ("hashes", "[PHONE:"),
        ("tokens", "[PHONE:"),
        ("surrogates", "-555-01"),
    ],
)
@pytest.mark.parametrize(
    ("dates", "shown"), [("hide", None), ("shift", None), ("year", "2016"), ("keep", "3 May 2016")]
)
def test_a_release_by_a_draft_holds(tmp_path, hide, way, dates, shown):
    (tmp_path / "note.txt").write_text("Seen on 3 May 2016, aged 93. Phone 617-555-0134.", "utf-8")
    policy = drafted(data="logs", hide=hide, dates=dates, ages="top")
    source = Source.open(tmp_path / "note.txt")
    made = release(Run(source, tmp_path / "out", policy, key=KEY))
    assert all(verdict.holds for verdict in made.verdicts)
    [text] = [path.read_text("utf-8") for path in (tmp_path / "out").rglob("note.txt")]
    assert way in text
    assert "617-555-0134" not in text
    assert ("3 May 2016" in text) == (dates == "keep")
    assert shown is None or shown in text


@pytest.mark.parametrize("hide", ["tags", "marks", "hashes", "tokens", "surrogates"])
def test_ages_that_are_to_be_hidden_are(tmp_path, hide):
    (tmp_path / "note.txt").write_text("He is aged 43. Her 94-year-old mother came.", "utf-8")
    policy = drafted(data="logs", hide=hide)
    release(Run(Source.open(tmp_path / "note.txt"), tmp_path / "out", policy, key=KEY))
    [text] = [path.read_text("utf-8") for path in (tmp_path / "out").rglob("note.txt")]
    assert "aged 43" not in text
    assert " 94-" not in text


def test_columns_and_names_are_written_as_given():
    policy = drafted(block="columns:\n  ward: drop\n")
    assert policy.columns == {"ward": "drop", "*": "drop"}
    assert parse_policy(draft_policy('a: "b" # c', {})).name == 'a: "b" # c'


@pytest.mark.parametrize(("data", "scope"), [("chats", "corpus"), ("texts", "subject")])
def test_a_person_has_one_fake_name_in_a_whole_chat(data, scope):
    policy = drafted(data=data, hide="surrogates")
    assert policy.default.options["scope"] == scope


def test_a_draft_says_why_and_whether_it_needs_a_key():
    text = draft_policy("mine", {})
    assert "Needs --key" not in text
    assert text.count("#") > 6
    for given in (
        {"hide": "surrogates"},
        {"hide": "hashes"},
        {"hide": "tokens"},
        {"dates": "shift"},
    ):
        assert "Needs --key" in draft_policy("mine", given)


@pytest.mark.parametrize(
    ("given", "rare", "where", "hint"),
    [
        ({"hide": "surogates"}, 0, "--hide", "did you mean surrogates?"),
        ({"dates": "xyz"}, 0, "--dates", "use hide, shift, year, keep"),
        ({}, 1, "--rare", ""),
        ({}, -5, "--rare", ""),
    ],
)
def test_what_is_no_answer(given, rare, where, hint):
    with pytest.raises(UsageError) as caught:
        draft_policy("mine", given, rare)
    assert (caught.value.where, caught.value.hint) == (where, hint)
