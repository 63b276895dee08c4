"""Composing: from a message to versions, with and without a vault."""

import json

import pytest

from textveil import compose
from textveil.errors import InputError, LanguageError, UsageError, WrongKeyError
from textveil.pipeline.messages.composing import written_parse
from textveil.pipeline.messages.records import records_of
from textveil.store.sqlite_vault import SqliteVault
from textveil.values.keys.secret import Secret

KEY = Secret(b"0123456789abcdef")
AT = "2014-04-04T08:00"
FRIENDS = {"family": ["Ann"], "friends": ["Cy", "Di"], "public": []}
# The blog of paper 5, 4.1.1.
BLOG = (
    "My hometown is Tokyo. My favorite food is sushi. After graduating from Tokyo University, "
    "I studied at Harvard University for three years as a computer science major."
)


def test_the_blog_of_the_paper_has_natural_versions_for_five_groups():
    names = ("family", "best friends", "colleagues", "friends")
    groups = {name: [name.title()] for name in names} | {"public": []}
    made = compose(BLOG, groups, key=KEY, at=AT).made
    assert made.verdict.holds
    assert made.apart >= 2
    texts = [version.text for version in made.versions]
    assert len(set(texts)) == 5
    assert "Tokyo" in texts[0]
    assert not any("Tokyo" in text or "Harvard" in text for text in texts[1:])
    assert texts[4].endswith(" as a computer science major.")


def test_json_has_what_the_check_found_and_the_versions():
    told = json.loads(json.dumps(compose("I live in Seattle.", FRIENDS, share=True).to_json()))
    assert [span["label"] for span in told["spans"]] == ["CITY"]
    assert {"versions", "possible", "apart", "warnings"} <= told.keys()
    version = told["versions"][-1]
    assert version.keys() == {"friend", "group", "text", "loss", "fre", "edits"}
    assert version["friend"] is None
    for edit in version["edits"]:
        assert edit.keys() == {"start", "end", "new_start", "new_end", "label", "entity"}


def test_what_is_published_depends_on_no_draw_for_a_friend():
    groups = {"family": ["Ann"], "friends": ["Cy", "Di", "Ed", "Flo", "Gus"], "public": []}
    published = set()
    for number in range(12):
        key = Secret(f"a key of sixteen and {number}".encode())
        made = compose(BLOG, groups, key=key, at=AT).made
        texts = {one.friend: one.text for one in made.versions}
        published.add(texts.pop(None))
        assert published.isdisjoint(texts.values())
    assert len(published) == 1


def test_a_message_that_is_private_as_a_whole_reaches_the_first_group_alone():
    text = "Diabetes check today. HbA1c is down to 52 and they halved the Metformin."
    done = compose(text, FRIENDS, key=KEY, at=AT)
    assert done.checked.private
    assert not done.made.private
    assert [one.text for one in done.made.versions] == [text, "", "", ""]
    assert "private as a whole" in done.made.warnings[-1]


def test_a_message_in_which_nothing_is_private_goes_to_all_as_it_is(tmp_path):
    with SqliteVault(tmp_path / "v", KEY, create=True) as vault:
        made = compose("It rains a lot.", FRIENDS, vault=vault).made
        assert {version.text for version in made.versions} == {"It rains a lot."}
        assert not list(records_of(vault))


def test_more_friends_than_versions_are_refused_with_the_groups_and_how_many_are_possible():
    many = {"friends": [f"friend {number}" for number in range(20)]}
    with pytest.raises(InputError, match=r"friends needs 20, and [0-9]+ are possible"):
        compose("I live in Seattle.", many, key=KEY)
    made = compose("I live in Seattle.", many, key=KEY, share=True).made
    assert len(made.versions) == 20
    assert "share" in made.warnings[0]


def test_a_message_composed_again_keeps_everybodys_version(tmp_path):
    text = "I moved to Chicago last week and I still don't know anybody there."
    path = tmp_path / "v"
    first = compose(text, FRIENDS, key=KEY, vault=path, at=AT)
    more = {**FRIENDS, "friends": ["Cy", "Eve", "Di"]}
    # Another moment changes nothing: the message was written once.
    second = compose(text, more, key=KEY, vault=path, at="2016-01-01T08:00")
    before = {(one.group, one.friend): one.text for one in first.made.versions}
    after = {(one.group, one.friend): one.text for one in second.made.versions}
    assert before.items() <= after.items()
    assert len(set(after.values())) == len(after)


def test_records_lead_from_letters_to_every_version(tmp_path):
    path = tmp_path / "v"
    compose(BLOG, FRIENDS, key=KEY, vault=path, at=AT)
    with SqliteVault(path, KEY) as vault:
        [record] = records_of(vault)
    assert record.document.text == BLOG
    assert [group.name for group in record.groups] == ["family", "friends", "public"]
    for version in record.versions:
        slots = record.slots_of(version.group)
        chosen = [slot[letter] for slot, letter in zip(slots, version.letters, strict=True)]
        written = {one for one in chosen if one is not None}
        assert set(version.release.edits) <= written


def test_a_vault_of_another_key_is_refused(tmp_path):
    path = tmp_path / "v"
    compose("I live in Seattle.", FRIENDS, key=KEY, vault=path, share=True)
    with pytest.raises(WrongKeyError):
        compose("I live in Boston.", FRIENDS, key=b"fedcba9876543210", vault=path, share=True)


def test_another_language_is_refused_because_nothing_is_known_of_it():
    with pytest.raises(LanguageError):
        compose("Ich wohne seit gestern in Hamburg und das ist sehr schön.", FRIENDS)


def test_public_is_never_told_a_passage_as_it_is():
    with pytest.raises(InputError, match="everybody"):
        compose("I live in Seattle.", {"public": {"friends": [], "level": 0}})
    made = compose("I live in Seattle.", {"public": []}).made
    assert "Seattle" not in made.versions[0].text


def test_wrong_arguments_are_named():
    with pytest.raises(UsageError, match="nested or paper"):
        compose("I live in Seattle.", FRIENDS, order="loss")
    with pytest.raises(InputError, match="back to where it was"):
        compose("I live in Seattle.", FRIENDS, ladders={"a": ["b"], "b": ["a"]})
    with pytest.raises(InputError, match="stands twice"):
        compose("I live in Seattle.", {"family": ["Ann"], "friends": ["Ann"]})


def test_own_ladders_come_before_all_others():
    ladders = {"Seattle": ["the north-west", "the west"]}
    made = compose("I live in Seattle.", {"a": ["A"], "public": []}, ladders=ladders).made
    assert made.versions[1].text == "I live in the west."


def test_the_order_of_the_paper_says_that_levels_are_not_nested():
    groups = {name: [name] for name in ("a", "b", "c", "d", "e", "f")}
    text = "I was born in Kyoto and I study at Harvard University."
    made = compose(text, groups, order="paper", share=True).made
    nested = all("nested" not in warning for warning in made.warnings)
    assert made.verdict.holds == nested


def test_warnings_tell_what_a_group_learns_over_time(tmp_path):
    path = tmp_path / "v"
    family = {"family": ["Ann"], "public": []}
    first = compose("I am in Boston now and I study at MIT.", family, key=KEY, vault=path, at=AT)
    assert not first.made.warnings
    later = {"myself": ["I"], "family": ["Ann"], "public": []}
    made = compose("I live in Boston.", later, key=KEY, vault=path, at=AT, share=True).made
    assert "the group family read a passage in an earlier message that is hidden now" in (
        made.warnings
    )
    assert not any("public" in warning and "earlier" in warning for warning in made.warnings)


def test_two_intervals_that_meet_in_a_shorter_one_are_told(tmp_path):
    path = tmp_path / "v"
    friday = {"a": ["A"], "b": {"friends": ["B"], "level": 2}}
    compose("I fly home on Friday, I hope.", friday, key=KEY, vault=path, at=AT, share=True)
    wider = {"a": ["A"], "b": {"friends": ["B"], "level": 1}}
    made = compose(
        "I leave on Friday for good.", wider, key=KEY, vault=path, at=AT, share=True
    ).made
    assert "the group b can tell a time more exactly from this and an earlier message" in (
        made.warnings
    )


def test_the_grammar_has_the_offsets_of_the_message():
    text = "I g0 home w/o friends"
    found = written_parse(text)
    assert found.text == text
    assert [found.text_of(at) for at in range(len(found))] == text.split()
    assert found.words[1].lemma == "go"
