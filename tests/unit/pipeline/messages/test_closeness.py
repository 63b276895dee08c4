"""Closeness: groups from how often and how lately one writes to whom."""

import pytest

from textveil.errors import InputError
from textveil.pipeline.messages.closeness import contacts_of, friends_yaml, groups_by_closeness
from textveil.pipeline.messages.friends import groups_from
from textveil.values.document import Document
from textveil.values.metadata import Metadata


def mail(number, sender, to, date="2020-05-05"):
    fields = {"from": sender, "to": to, "date": date}
    return Document(str(number), "a text", sender, Metadata(fields))


def test_who_writes_more_and_later_is_closer():
    told = [mail(1, "Me", "Ana"), mail(2, "Ana", "Me"), mail(3, "Me", "Old", "2016-05-05")]
    told += [mail(4, "Old", "Me", "2016-05-05"), mail(5, "Old", "Me", "2016-05-05")]
    found = contacts_of(told)
    assert [one.name for one in found] == ["Ana", "Old"]
    assert [one.messages for one in found] == [2, 3]


def test_a_message_to_many_says_less_about_each():
    told = [mail(1, "Me", "Ana"), mail(2, "Me", "Eva, Ida, Uta")]
    weights = {one.name: one.weight for one in contacts_of(told, "me")}
    assert weights["Ana"] == 3 * weights["Eva"]


def test_texts_without_senders_are_refused():
    with pytest.raises(InputError):
        contacts_of([Document("1", "a text")])
    with pytest.raises(InputError):
        contacts_of([mail(1, "Me", "Ana")], "Nobody")


def test_the_file_can_be_read_as_groups():
    told = [mail(at, "Me", f"Person {at % 9}") for at in range(40)]
    groups = groups_by_closeness(contacts_of(told))
    assert [len(names) for names in groups.values()] == [5, 4, 0]
    import yaml

    read = groups_from(yaml.safe_load(friends_yaml(groups)), "F.yaml")
    assert [group.name for group in read] == ["best friends", "friends", "public"]
