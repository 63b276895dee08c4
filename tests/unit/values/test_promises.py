"""What all values have in common: frozen, slotted, hashable, picklable, and silent about text."""

import pickle
from dataclasses import FrozenInstanceError

import pytest

from textveil.errors import TextveilError
from textveil.values.choice import Choice, Option
from textveil.values.contracts import Case
from textveil.values.document import Corpus, Document
from textveil.values.edit import Edit, Release, SequenceRelease
from textveil.values.figures.score import Score
from textveil.values.link import Link
from textveil.values.metadata import Metadata
from textveil.values.sequence import Alphabet, Sequence
from textveil.values.span import Explanation, Span, Spans
from textveil.values.verdict import Verdict, Witness
from textveil.values.view import View

CANARY = "Zilpah Quackenbush"

SPAN = Span(2, 6, "NAME", explanation=Explanation("list"), attributes=Metadata({"v": CANARY}))
NOTE = Document(
    "note-1", f"Hi {CANARY}!", CANARY, Metadata({"name": CANARY, "deep": [CANARY]}), Spans([SPAN])
)
EDIT = Edit(3, 21, CANARY, "NAME", 1)
RELEASE = Release.of(NOTE, [EDIT])
WALK = Sequence.of("s1", [CANARY, "home", CANARY], subject=CANARY)
WITNESS = Witness("note-1", 0, 3, "occurs once", 1)
SCORE = Score("recall", 0.5, 0.4, 0.6, 20)

DATACLASSES = [
    Explanation("list", (("context", 0.5),)),
    SPAN,
    NOTE,
    EDIT,
    RELEASE,
    Alphabet.of([CANARY, "home"]),
    WALK,
    SequenceRelease(WALK, (0, None, 2), 3),
    WITNESS,
    Verdict.of("residue", 3, [WITNESS]),
    SCORE,
    Option("5", (SCORE,)),
    Choice("k", "5", "knee", (Option("5", (SCORE,)),)),
    Link("post", "recipient", 0.5, "fingerprint", Explanation("marks")),
    Case(NOTE, RELEASE),
]
CONTAINERS = [NOTE.spans, NOTE.metadata, Corpus([NOTE])]
VALUES = DATACLASSES + CONTAINERS

kind = pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
record = pytest.mark.parametrize("value", DATACLASSES, ids=lambda value: type(value).__name__)


@kind
def test_values_show_no_text(value):
    for word in CANARY.split():
        assert word not in repr(value)
        assert word not in str(value)
        assert word not in f"{value}"


@kind
def test_values_survive_pickling(value):
    copy = pickle.loads(pickle.dumps(value))  # noqa: S301
    assert copy == value
    assert hash(copy) == hash(value)
    assert repr(copy) == repr(value)


@kind
def test_values_have_slots_alone(value):
    assert not hasattr(value, "__dict__")
    with pytest.raises((AttributeError, TypeError, TextveilError)):
        value.anything = 1


@record
def test_values_are_frozen(value):
    name = next(iter(value.__dataclass_fields__))
    with pytest.raises(FrozenInstanceError):
        setattr(value, name, getattr(value, name))


@pytest.mark.parametrize(
    "value",
    [v for v in DATACLASSES if not isinstance(v, SequenceRelease | Case)],
    ids=lambda value: type(value).__name__,
)
def test_values_are_ordered(value):
    assert value <= value
    assert not value < value
    assert sorted([value, value]) == [value, value]


@pytest.mark.parametrize(
    "build",
    [
        lambda: Document("n", CANARY, spans=Spans([Span(0, 99, "NAME")])),
        lambda: Document("", CANARY, CANARY, Metadata({"x": CANARY})),
        lambda: Corpus([NOTE, NOTE]),
        lambda: Metadata({"x": {CANARY}}),
        lambda: Metadata({"x": CANARY.encode()}),
        lambda: Release.of(NOTE, [EDIT, Edit(4, 9, CANARY, "NAME")]),
        lambda: Release.of(NOTE, [Edit(4, 99, CANARY, "NAME")]),
        lambda: Release("n", CANARY, (EDIT,), 30),
        lambda: Edit(5, 2, CANARY, "NAME"),
        lambda: Sequence.of("s", [CANARY], Alphabet(("home",))),
        lambda: Alphabet((CANARY, CANARY)),
        lambda: SequenceRelease(WALK, (0,), 3),
        lambda: RELEASE.to_output(99),
        lambda: View.identity(CANARY).locate(3, 99),
    ],
)
def test_errors_show_no_text(build):
    with pytest.raises(TextveilError) as caught:
        build()
    told = f"{caught.value} {caught.value!r} {caught.value.args}"
    assert not any(word in told for word in CANARY.split())
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_views_show_no_text():
    assert CANARY not in repr(View.identity(CANARY))
