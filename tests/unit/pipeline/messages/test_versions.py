"""Versions of a message: levels, truth, distance, and records."""

from dataclasses import replace
from datetime import datetime
from itertools import combinations

import pytest

from textveil.errors import InputError
from textveil.models.parser import default_parser
from textveil.pipeline.messages.levels import Group, are_nested
from textveil.pipeline.messages.records import keep, standing_of
from textveil.pipeline.messages.repeated import with_repeats
from textveil.pipeline.messages.versions import VersionSettings, versions_of
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.values.keys.secret import Secret
from textveil.values.messages.message import MessagePassage
from textveil.values.span import Span
from textveil.verify.messages.audience import Audience

KEY = Secret(b"0123456789abcdef")
AT = datetime(2014, 4, 4, 8)
# The blog of paper 5, 4.1.1.
BLOG = (
    "My hometown is Tokyo. My favorite food is sushi. After graduating from Tokyo University, "
    "I studied at Harvard University for three years as a computer science major."
)
GROUPS = (
    Group("family", ("Ann", "Bo")),
    Group("colleagues", ("Cy",)),
    Group("friends", ("Di", "Ed")),
    Group("public"),
)


def private(text, *values):
    return [
        MessagePassage(Span(text.index(v), text.index(v) + len(v), label), True)
        for v, label in values
    ]


def composed(text=BLOG, groups=GROUPS, standing=None, **changed):
    found = private(text, ("Harvard University", "ORGANIZATION"), ("Tokyo", "CITY"))
    settings = VersionSettings(AT, KEY, **changed)
    parse = default_parser().parse(text)
    return versions_of(Document("m", text), parse, found, groups, settings, standing)


def test_the_first_group_reads_every_passage_and_the_public_none():
    made = composed()
    texts = {v.group: v.release.text for v in made.versions}
    assert "Tokyo" in texts["family"]
    assert "Harvard" in texts["family"]
    for group in ("colleagues", "friends", "public"):
        assert "Tokyo" not in texts[group]
        assert "Harvard" not in texts[group]


def test_levels_are_nested_and_the_verdict_holds():
    made = composed()
    assert are_nested(made.levels)
    assert made.verdict.holds


def test_friends_get_different_versions():
    texts = [v.release.text for v in composed().versions]
    assert all(one != other for one, other in combinations(texts, 2))


def test_the_same_key_gives_the_same_versions():
    assert composed().to_json() == composed().to_json()


def test_a_preposition_follows_the_cover():
    texts = [v.release.text for v in composed().versions if v.group == "colleagues"]
    assert "studied in " in texts[0]
    assert "from a university" in texts[0]


def test_more_friends_than_versions_are_refused_unless_they_may_share():
    many = (Group("family", tuple(f"friend {n}" for n in range(90))),)
    with pytest.raises(InputError):
        composed(groups=many)
    made = composed(groups=many, share=True)
    assert len(made.versions) == 90
    assert made.apart == 0
    assert made.warnings


def test_a_friend_in_two_groups_is_refused():
    with pytest.raises(InputError):
        composed(groups=(Group("family", ("Ann",)), Group("friends", ("Ann",))))


def test_a_message_with_nothing_private_goes_to_all_as_it_is():
    text = "It rains."
    parse = default_parser().parse(text)
    made = versions_of(Document("m", text), parse, [], GROUPS, VersionSettings(AT, KEY))
    assert {v.release.text for v in made.versions} == {text}


def test_more_friends_later_change_nobodys_version(tmp_path):
    document = Document("m", BLOG)
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        first = composed()
        parse = default_parser().parse(BLOG)
        told = private(BLOG, ("Harvard University", "ORGANIZATION"), ("Tokyo", "CITY"))
        found = with_repeats(parse, told)
        keep(vault, document, AT, found, GROUPS, first)
        more = (GROUPS[0], Group("colleagues", ("Cy", "Fay")), *GROUPS[2:])
        second = composed(groups=more, standing=standing_of(vault, document).earlier())
        assert vault.check()["record"] == 2
    before = {v.friend: v.release.text for v in first.versions}
    after = {v.friend: v.release.text for v in second.versions}
    assert before.items() <= after.items()
    assert "Fay" in after
    assert first.levels == second.levels


def test_a_time_becomes_wider_and_is_at_last_left_out():
    text = "I have an important meeting with my supervisor at 10AM."
    start = text.index("at 10AM")
    ten = datetime(2014, 4, 4, 10)
    span = Span(start + 3, start + 7, "TIME")
    passage = MessagePassage(span, True, (start, start + 7), "2014-04-04T10", ten, ten)
    groups = (Group("family"), Group("friends"), Group("public"))
    parse = default_parser().parse(text)
    made = versions_of(Document("m", text), parse, [passage], groups, VersionSettings(AT, KEY))
    texts = [version.release.text for version in made.versions]
    assert texts[0] == text
    assert "10AM" not in texts[1]
    assert texts[1] != texts[2]
    assert texts[2] == "I have an important meeting with my supervisor."
    losses = [version.loss for version in made.versions]
    assert losses == sorted(losses)


# Planted defects: each must be refuted.

SHORT = "I live in Tokyo now."


def verdict(replacements, levels, text=SHORT, value="Tokyo", label="CITY"):
    document = Document("m", text)
    found = tuple(private(text, (value, label)))
    cases = []
    for new in replacements:
        start, end = found[0].span.start, found[0].span.end
        edits = [] if new is None else [Edit(start, end, new, label)]
        cases.append(Case(document, Release.of(document, edits)))
    return Audience(found, tuple(range(len(cases))), levels, AT).verify(cases)


def test_nested_true_covers_hold():
    assert verdict([None, "Japan", "Asia"], ((0,), (1,), (2,))).holds


@pytest.mark.parametrize(
    ("replacements", "levels"),
    [
        ([None, None], ((0,), (1,))),
        ([None, "Tokio"], ((0,), (1,))),
        ([None, "Tookyo"], ((0,), (1,))),
        ([None, "Germany"], ((0,), (1,))),
        ([None, "Asia", "Japan"], ((0,), (2,), (1,))),
        (["Asia", "Japan"], ((1,), (1,))),
        ([None, "Tokyo University"], ((0,), (1,))),
    ],
)
def test_a_planted_defect_is_refuted(replacements, levels):
    assert not verdict(replacements, levels).holds


def test_a_passage_that_stands_elsewhere_is_refuted():
    text = "I live in Tokyo now. I love Tokyyo."
    assert not verdict([None, "Japan"], ((0,), (1,)), text).holds


def test_an_interval_that_does_not_cover_is_refuted():
    text = "We met at 10AM."
    ten = datetime(2014, 4, 4, 10)
    passage = MessagePassage(Span(10, 14, "TIME"), True, (7, 14), "T10", ten, ten)
    document = Document("m", text)

    def holds(phrase):
        case = Case(document, Release.of(document, [Edit(7, 14, phrase, "TIME")]))
        return Audience((passage,), (0,), ((1,),), AT).verify([case]).holds

    assert holds("this morning")
    assert holds("in April 2014")
    assert not holds("yesterday")
    assert not holds("this afternoon")
    assert not holds("in May 2014")
    assert not replace(Audience((passage,), (0,), ((1,),), AT)).verify([]).holds


def test_public_must_not_read_a_passage_as_written_whatever_its_level_says():
    document = Document("m", SHORT)
    found = tuple(private(SHORT, ("Tokyo", "CITY")))
    cases = [Case(document, Release.of(document))]
    assert Audience(found, (0,), ((0,),), AT).verify(cases).holds
    assert not Audience(found, (0,), ((0,),), AT, public=(0,)).verify(cases).holds


def test_the_order_of_the_paper_keeps_its_witnesses():
    levels = ((0,), (2,), (1,))
    found = verdict([None, "Asia", "Japan"], levels)
    assert {one.reason for one in found.witnesses} == {
        "levels are not nested",
        "a group is told more than one that is trusted more",
    }


@pytest.mark.parametrize(
    ("cover", "true"),
    [
        ("for a few years", True),
        ("for some time", True),
        ("for a few months", False),
        ("for many years", False),
        ("for three years", False),
        ("this year", False),
    ],
)
def test_lengths_are_read_anew(cover, true):
    text = "I studied there for three years."
    start = text.index("for three")
    span = Span(start + 4, start + 15, "DURATION")
    passage = MessagePassage(span, True, (start, start + 15), "P3Y")
    document = Document("m", text)
    case = Case(document, Release.of(document, [Edit(start, start + 15, cover, "DURATION")]))
    assert Audience((passage,), (0,), ((1,),), AT).verify([case]).holds == true


def test_a_misspelt_repeat_is_hidden_too():
    text = "I live in Toronto. I love Torontto."
    found = with_repeats(default_parser().parse(text), private(text, ("Toronto", "CITY")))
    assert [text[one.span.start : one.span.end] for one in found] == ["Toronto", "Torontto"]


def test_a_verb_that_needs_its_place_keeps_one():
    text = "I'm from Tokyo and I love it."
    parse = default_parser().parse(text)
    found = private(text, ("Tokyo", "CITY"))
    groups = (Group("public"),)
    made = versions_of(Document("m", text), parse, found, groups, VersionSettings(AT, KEY))
    assert made.versions[0].release.text == "I'm from Asia and I love it."


def test_a_university_is_no_town_after_another_verb():
    text = "I graduated from Harvard University."
    parse = default_parser().parse(text)
    found = private(text, ("Harvard University", "ORGANIZATION"))
    groups = (Group("a", ("A",)), Group("b", ("B",)), Group("public"))
    made = versions_of(Document("m", text), parse, found, groups, VersionSettings(AT, KEY))
    assert made.verdict.holds
    assert made.versions[1].release.text.startswith("I graduated from a university in ")


def test_a_role_that_the_text_gives_stands_for_a_name():
    text = "I met my sister Anna there."
    parse = default_parser().parse(text)
    found = private(text, ("Anna", "NAME"))
    groups = (Group("a", ("A",)), Group("public"))
    made = versions_of(Document("m", text), parse, found, groups, VersionSettings(AT, KEY))
    assert made.versions[1].release.text == "I met my sister there."
