"""Collisions refutes a fake name that is somebody else's in the same place."""

from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.edit import Edit, Release
from textveil.verify.fakes.collisions import Collisions


def case(number, subject, *names):
    text, edits = "", []
    for value, fake in names:
        edits.append(Edit(len(text), len(text) + len(value), fake, "NAME", len(edits) + 1))
        text += f"{value}, "
    document = Document(number, text, subject)
    return Case(document, Release.of(document, edits))


CONFUSED = case("1", "p1", ("June Voss", "Sophie Reed"), ("Sophie Laurent", "Maria Walker"))


def test_a_fake_that_is_the_name_of_somebody_else_there_is_refuted():
    verdict = Collisions(fresh=True).verify([CONFUSED])
    assert [witness.redraw for witness in verdict.witnesses] == [True]
    assert Collisions(fresh=True).verify([case("1", "p1", ("June Voss", "Clara Reed"))]).holds


def test_after_earlier_batches_it_is_counted():
    verdict = Collisions().verify([CONFUSED])
    assert verdict.holds
    assert verdict.reason.endswith(": 1")


def test_another_place_may_have_the_name():
    apart = [
        case("1", "p1", ("June Voss", "Sophie Reed")),
        case("2", "p2", ("Sophie Li", "Ana Ek")),
    ]
    assert Collisions(fresh=True).verify(apart).holds


def test_a_name_that_many_places_have_may_be_drawn():
    many = [case(str(at), f"p{at}", ("Mary Voss", "Clara Reed")) for at in range(60)]
    drawn = case("x", "px", ("June Ek", "Mary Holt"), ("Mary Voss", "Clara Reed"))
    verdict = Collisions(fresh=True).verify([*many, drawn])
    assert verdict.holds
    assert verdict.reason.endswith(": 1")
