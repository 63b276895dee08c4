"""Owners: whose address it is, told by its document or by the others of its scope."""

import pytest

from textveil.transform.persons.owners import Owners, owner_of
from textveil.transform.persons.project import Identity
from textveil.transform.surrogate import Surrogate
from textveil.values.document import Document
from textveil.values.keys.secret import Secret
from textveil.values.person import Person
from textveil.values.span import Span, Spans

KEY = Secret(b"sixteen bytes or more")
PRIYA = Person("priya")
SARAH, GEOFFREY = Person("sarah", family="okafor"), Person("geoffrey", family="okafor")
EDMUND, NED = Person("edmund", family="farrow"), Person("ned", family="baxter")


@pytest.mark.parametrize(
    ("value", "people", "owner"),
    [
        ("s.okafor@example.org", [GEOFFREY, SARAH], SARAH),
        ("g.okafor@example.org", [GEOFFREY, SARAH], GEOFFREY),
        ("t.okafor@example.org", [GEOFFREY, SARAH], None),
        ("tom.okafor@example.org", [SARAH], None),
        ("okafor@example.org", [SARAH], SARAH),
        ("ned@example.org", [EDMUND, NED], NED),
        ("ned@example.org", [EDMUND], EDMUND),
        ("@priya", [PRIYA], PRIYA),
        ("ward6@example.org", [EDMUND, NED], None),
    ],
)
def test_whose_address_it_is_beside_people(value, people, owner):
    assert owner_of(value, people, "en") == owner


def found(value, people, *, known=False):
    owners = Owners()
    owners.meet("s", people)
    owners.meet("other", [Person("lena", family="voss")])
    owners.ask(Identity("s", "EMAIL", value), value, "en", known=known)
    return [owner for _, owner in owners.found()]


@pytest.mark.parametrize(
    ("value", "people", "owner"),
    [
        ("priya.k@example.org", [PRIYA, SARAH], [PRIYA]),
        ("priya.kumar@example.org", [PRIYA], [PRIYA]),
        ("@Priya", [PRIYA, SARAH], [PRIYA]),
        ("@priya_official", [PRIYA, SARAH], [PRIYA]),
        ("sokafor@example.org", [GEOFFREY, SARAH], [SARAH]),
        ("okafor@example.org", [GEOFFREY, SARAH], []),
        ("sarah.voss@example.org", [SARAH], []),
        ("sarah.v@example.org", [SARAH], []),
        ("sarahland@example.org", [SARAH], []),
        ("sarah@example.org", [SARAH, Person("sarah", family="voss")], []),
        ("priya.k@example.org", [PRIYA, Person("priya", family="kumar")], []),
        ("lena@example.org", [SARAH], []),
        ("", [SARAH], []),
    ],
)
def test_other_documents_of_the_scope_tell_it_only_if_nobody_else_fits(value, people, owner):
    assert found(value, people) == owner


def test_an_owner_beside_the_address_is_not_looked_for_elsewhere():
    assert found("priya.k@example.org", [PRIYA], known=True) == []


def messages():
    """Return a chat: a name, a mention and an address in three messages."""
    said = [("its Priya here", "Priya", "NAME", PRIYA)]
    said += [("ask @Priya", "@Priya", "USERNAME", None)]
    said += [("my email priya.k@example.org", "priya.k@example.org", "EMAIL", None)]
    for at, (text, value, label, entity) in enumerate(said):
        span = Span(text.index(value), text.index(value) + len(value), label, entity=entity)
        yield Document(str(at), text, f"s{at}"), Spans([span])


@pytest.mark.parametrize("turned", [False, True])
def test_a_mention_and_an_address_have_the_name_of_the_person_in_a_whole_chat(turned):
    maker = Surrogate(scope="corpus", key=KEY)
    chat = list(messages())
    for document, spans in reversed(chat) if turned else chat:
        maker.survey(document, spans)
    name, mention, mail = (maker.transform(*one).edits[0].replacement for one in chat)
    assert mention == f"@{name}"
    assert mail.startswith(f"{name.lower()}.")


def test_other_subjects_do_not_tell_whose_address_it_is():
    maker = Surrogate(scope="subject", key=KEY)
    chat = list(messages())
    for one in chat:
        maker.survey(*one)
    name, mention, _ = (maker.transform(*one).edits[0].replacement for one in chat)
    assert mention != f"@{name}"
