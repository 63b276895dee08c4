"""What the lists find, what they leave alone, and that odd characters hide and shift nothing."""

import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textveil.detect.gazetteer import LISTS, Gazetteer
from textveil.errors import InvalidValueError
from textveil.testing.detectors import check_detector
from textveil.values.contracts import Detector
from textveil.values.document import Document
from textveil.values.label import LABELS


def found(text: str, **options: object) -> list[tuple[str, str]]:
    spans = Gazetteer(**options).detect(Document("d", text))  # type: ignore[arg-type]
    return [(span.label, text[span.start : span.end]) for span in spans]


NAMES = {
    "Mary Jones came.": ["Mary Jones"],
    "Seen by Dr. Smith.": ["Smith"],
    "Mr Cengiz Polat applied.": ["Cengiz Polat"],
    "Mr. John Q. Public left.": ["John Q. Public"],
    "Smith, John A. was seen.": ["Smith, John A"],
    "PATIENT: SMITH, JOHN": ["SMITH, JOHN"],
    "J. Smith wrote to J. K. Rowling.": ["J. Smith", "J. K. Rowling"],
    "Maria de la Cruz and Vincent van Gogh": ["Maria de la Cruz", "Vincent van Gogh"],
    "Jennifer called twice.": ["Jennifer"],
    "I saw Robert's chart.": ["Robert"],
    "She met Will Smith.": ["Will Smith"],
    "My wife Grace is here.": ["Grace"],
    "Hi Mark, thanks": ["Mark"],
    "Patient: GRACE LONG": ["GRACE LONG"],
    "Long ago, Hope was there.": ["Hope"],
    "Jordan said so.": ["Jordan"],
    "Georgia Brown came.": ["Georgia Brown"],
    "Mary\nJones came.": ["Mary\nJones"],
    "Jane Foley came.": ["Jane Foley"],
    "Judge Roberts and Sgt. O'Brien": ["Roberts", "O'Brien"],
    "JOSÉ GARCÍA phoned": ["JOSÉ GARCÍA"],
}

PLACES = {
    "He lives in Boston, MA.": [("CITY", "Boston"), ("STATE", "MA")],
    "from Stuttgart, Germany": [("CITY", "Stuttgart"), ("COUNTRY", "Germany")],
    "in Mobile, AL": [("CITY", "Mobile"), ("STATE", "AL")],
    "She lives in Reading.": [("CITY", "Reading")],
    "In Lima it rained.": [("CITY", "Lima")],
    "He flew to Turkey.": [("COUNTRY", "Turkey")],
    "He flew to Jordan.": [("COUNTRY", "Jordan")],
    "a war in Chad": [("COUNTRY", "Chad")],
    "born in San Francisco": [("CITY", "San Francisco")],
    "born in St. Louis": [("CITY", "St. Louis")],
    "the United States of America": [("COUNTRY", "United States of America")],
    "She moved to New Hampshire.": [("STATE", "New Hampshire")],
    "born in Kraków": [("CITY", "Kraków")],
    "Atlanta, Georgia": [("CITY", "Atlanta"), ("STATE", "Georgia")],
}

OTHERS = {
    "a Turkish national": [("DEMOGRAPHIC", "Turkish")],
    "two Danes": [("DEMOGRAPHIC", "Danes")],
    "She is Catholic.": [("DEMOGRAPHIC", "Catholic")],
    "He works as a software engineer.": [("PROFESSION", "software engineer")],
    "a retired nurse": [("PROFESSION", "nurse")],
    "at Massachusetts General Hospital": [("HOSPITAL", "Massachusetts General Hospital")],
    "at Zyx Memorial Hospital": [("HOSPITAL", "Zyx Memorial Hospital")],
    "for Acme Solutions Ltd": [("ORGANIZATION", "Acme Solutions Ltd")],
    "the Ministry of Justice": [("ORGANIZATION", "Ministry of Justice")],
    "the Warsaw District Court": [("ORGANIZATION", "Warsaw District Court")],
    "studied at Liberty University": [("ORGANIZATION", "Liberty University")],
}

LEFT_ALONE = [
    "May I ask?",
    "It may rain in May.",
    "Grace is a virtue.",
    "Mark my words.",
    "Will he come?",
    "Rose hips and hope.",
    "Long ago",
    "Reading is fun.",
    "My mobile phone.",
    "We ate turkey.",
    "He has Parkinson disease.",
    "Parkinson's disease",
    "Down syndrome",
    "A Foley catheter was placed.",
    "Hodgkin lymphoma",
    "History of Crohn's.",
    "a positive Babinski sign",
    "HISTORY OF PRESENT ILLNESS",
    "I DON'T KNOW WHAT TO PRESS",
    "The patient was seen on Monday in April.",
    "john.smith@example.org",
    "www.Grace.com",
    "see /home/Mary/x",
    "Took Aspirin and Metformin.",
    "Rules of Court",
    "He is in OR 5, not in ME.",
    "",
    "...",
]


@pytest.mark.parametrize(("text", "names"), NAMES.items())
def test_names(text, names):
    assert found(text) == [("NAME", name) for name in names]


@pytest.mark.parametrize(("text", "spans"), [*PLACES.items(), *OTHERS.items()])
def test_places_and_others(text, spans):
    assert found(text) == spans


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_leaves_alone(text):
    assert found(text) == []


@pytest.mark.parametrize("text", [*NAMES, *PLACES, *OTHERS])
@pytest.mark.parametrize("frame", ["{}", "\U0001f600 x.\n\n{}", "日本。\n\n{}\n\nx", "a\r\n\r\n{}"])
def test_surroundings_shift_nothing(text, frame):
    assert found(frame.format(text)) == found(text) != []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Mr. Jo\u200bhn Sm\u00adith", "Jo\u200bhn Sm\u00adith"),
        ("Dr. \uff2d\uff41\uff52\uff59 Jones", "\uff2d\uff41\uff52\uff59 Jones"),
        ("Mr. J\u043ehn Smith", "J\u043ehn Smith"),
        ("Jose\u0301 Garci\u0301a phoned", "Jose\u0301 Garci\u0301a"),
        ("Robert\u2019s chart", "Robert"),
    ],
)
def test_odd_characters_hide_nothing(text, wanted):
    assert found(text) == [("NAME", wanted)]


def test_titles_on_demand():
    assert found("Seen by Dr. Mary Smith.", with_titles=True) == [("NAME", "Dr. Mary Smith")]
    assert found("Mr Polat left.", with_titles=True) == [("NAME", "Mr Polat")]


@pytest.mark.parametrize("name", LISTS)
def test_lists_can_be_chosen(name):
    text = "Mary Jones, a retired nurse, a Turkish national, left Acme Solutions Ltd. Now in Paris."
    wanted = {
        "names": ["NAME"],
        "places": ["CITY"],
        "organizations": ["ORGANIZATION"],
        "professions": ["PROFESSION"],
        "traits": ["DEMOGRAPHIC"],
    }
    assert [label for label, _ in found(text, lists=[name])] == wanted[name]


def test_a_higher_threshold_finds_less():
    text = "Mary Jones met Hope in Reading; a nurse from Lima."
    counts = [len(found(text, min_score=score)) for score in (0.0, 0.5, 0.9, 1.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1] == 0


@pytest.mark.parametrize(
    "options", [{"lists": "names"}, {"lists": ["unheard-of"]}, {"min_score": 1.5}]
)
def test_bad_options(options):
    with pytest.raises(InvalidValueError):
        Gazetteer(**options)


def test_contract():
    detector = Gazetteer()
    assert isinstance(detector, Detector)
    assert pickle.loads(pickle.dumps(detector)) == detector  # noqa: S301
    texts = [*NAMES, *PLACES, *OTHERS]
    check_detector(detector, [Document(str(at), text) for at, text in enumerate(texts)])


def test_explanations_name_lists_and_not_text():
    spans = Gazetteer().detect(Document("d", "Seen by Dr. Mary Smith in Boston, MA."))
    for span in spans:
        assert span.source == "textveil.gazetteer.v1"
        assert span.explanation is not None
        assert span.explanation.rule.startswith("gazetteer.")
        assert span.explanation.reasons
    assert ("title", 0.9) in spans[0].explanation.reasons


WORDS = """
    Mary Jones Smith Dr Mr J K . , ; Boston MA Turkey Will May Grace in from the and nurse bus
    driver Turkish Catholic Hospital General Ministry of Justice Inc disease Parkinson's de la van
    Cruz 12 @ / _ \u200b \u0301 \u00e9 \U0001f600 \u65e5 I A San Francisco St Louis United States
"""
texts = st.lists(
    st.one_of(st.sampled_from(WORDS.split()), st.sampled_from(["\n", "\n\n", " ", "  ", "\t"])),
    max_size=14,
).flatmap(lambda parts: st.sampled_from(["", " "]).map(lambda glue: glue.join(parts)))


@given(texts, st.floats(0, 1))
def test_spans_are_disjoint_whole_and_labelled(text, least):
    spans = Gazetteer(min_score=least).detect(Document("d", text))
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        assert span.score >= round(least, 3) - 0.001
        assert span.label in LABELS
        covered = text[span.start : span.end]
        assert covered == covered.strip()
        assert covered[0].isalnum()
        end = span.end


@given(texts)
def test_invisible_characters_shift_offsets_and_nothing_else(text):
    plain = text.replace("\u200b", "")
    hidden = "\u200b".join(plain)
    assert [(label, value.replace("\u200b", "")) for label, value in found(hidden)] == found(plain)


@pytest.mark.parametrize("unit", ["A. ", "de ", "Mary ", "St.", "- ", "x" * 50, "Mary\n", "\n \t"])
def test_hostile_texts_take_linear_time(unit):
    def seconds(length: int) -> float:
        start = time.process_time()
        found(unit * (length // len(unit)))
        return time.process_time() - start

    seconds(1000)
    # Eight times the text: about eight times the time, not sixty-four.
    assert seconds(200_000) < 24 * max(seconds(25_000), 0.02)
