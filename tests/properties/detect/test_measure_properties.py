"""Measures in generated sentences stay; identifiers in the same sentences are found by patterns."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from textveil.detect.patterns import Patterns
from textveil.detect.tagging.refine import refine
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.values.document import Document
from textveil.values.span import Span, Spans

UNITS = ("mg", "mcg", "mL", "units", "IU", "g", "cm", "mm", "mmHg", "mEq", "kg")
DRUGS = ("Norco", "metformin", "Lasix", "aspirin", "Senna", "Zoloft")
DOSING = ("daily", "QHS", "b.i.d.", "q6h", "p.o.", "x3 days", "PRN")
TESTS = ("WBC", "Na", "INR", "hemoglobin", "potassium", "LDL", "creatinine", "GCS", "BMI")
LINKS = (" ", " of ", " is ", " was ", ": ")

small = st.integers(1, 999).map(str)
decimal = st.builds("{}.{}".format, st.integers(0, 99), st.integers(0, 9))
thousands = st.builds("{},{:03}".format, st.integers(1, 99), st.integers(0, 999))
numbers = st.one_of(small, decimal, thousands)
pick = st.sampled_from

measures = st.one_of(
    st.builds("{} {} {} {}".format, pick(DRUGS), numbers, pick(UNITS), pick(DOSING)),
    st.builds("{}{}{}".format, pick(TESTS), pick(LINKS), numbers),
    st.builds("BP {}/{}".format, st.integers(80, 220), st.integers(40, 130)),
    st.builds("blood pressure was {}/{}".format, st.integers(80, 220), st.integers(40, 130)),
    st.builds("{}% occluded".format, st.integers(0, 100)),
    st.builds("pain {}/10".format, st.integers(0, 10)),
    st.builds("Apgar {}/{}".format, st.integers(0, 9), st.integers(0, 9)),
    st.builds("a {}-gauge needle".format, st.integers(14, 30)),
    st.builds("{}-0 Prolene".format, st.integers(1, 9)),
    st.builds("vision 20/{}".format, pick((20, 25, 30, 40, 60, 100, 200))),
    st.builds("stenosis at L{}-L{}".format, st.integers(1, 4), st.integers(2, 5)),
    st.builds("{} tabs QHS".format, st.integers(1, 4)),
)
identifiers = st.one_of(
    st.builds("MRN {}".format, st.integers(10_000, 9_999_999)),
    st.builds("call 617-555-01{:02}".format, st.integers(0, 99)),
    st.builds("DOB {}/{}/19{}".format, st.integers(1, 12), st.integers(1, 28), st.integers(30, 99)),
    st.builds("SSN 531-27-{}".format, st.integers(1000, 9999)),
    st.builds("ana{}@example.org".format, st.integers(1, 99)),
)
LEADS = ("The patient had ", "Noted: ", "On exam ", "She was given ", "Labs showed ")


@settings(max_examples=300)
@given(pick(LEADS), st.lists(measures, min_size=1, max_size=4))
def test_patterns_leave_measures_alone(lead: str, said: list[str]) -> None:
    text = lead + ", ".join(said) + "."
    assert not Patterns().detect(Document("1", text))


@settings(max_examples=300)
@given(pick(LEADS), st.lists(measures, max_size=2), identifiers, st.lists(measures, max_size=2))
def test_identifiers_among_measures_are_found(
    lead: str, before: list[str], identifier: str, after: list[str]
) -> None:
    text = lead + ", ".join([*before, identifier, *after]) + "."
    found = Patterns().detect(Document("1", text))
    value = identifier.rpartition(" ")[2]
    low = text.index(identifier) + identifier.index(value)
    assert any(span.start <= low and span.end >= low + len(value) for span in found)
    assert len(found) == 1


@given(measures, pick(("QUANTITY", "AGE", "OTHER-ID", "DATE", "ADDRESS")))
def test_numbers_of_measures_that_a_model_marks_are_dropped(measure: str, label: str) -> None:
    places = [at for at, sign in enumerate(measure) if sign.isdigit()]
    low, high = places[0], places[-1] + 1
    assume(" " not in measure[low:high])
    text = f"On exam {measure} in the clinic"
    assert not refine(text, Spans([Span(8 + low, 8 + high, label)]))


NAMED_LIKE_TERMS = (
    "Parker",
    "Foley",
    "Will",
    "Bell",
    "Kelly",
    "Kocher",
    "Graves",
    "Norco",
    "Crohn",
)
given_names = st.sampled_from([one.value for one in first_names("female")[:300]])
families = st.one_of(
    pick(NAMED_LIKE_TERMS), st.sampled_from([one.value for one in surnames()[:2000]])
)


@settings(max_examples=300)
@given(given_names, families, pick(("has pain", "took 5 mg", "was seen", "lives alone")))
def test_people_who_are_called_like_terms_are_found(first: str, last: str, rest: str) -> None:
    for text, value in (
        (f"Mrs. {last} {rest}.", last),
        (f"Seen by Dr. {last} today.", last),
        (f"{first} {last} {rest}.", f"{first} {last}"),
        (f"{first} {last} {rest}.", last),
    ):
        low = text.index(value)
        assert refine(text, Spans([Span(low, low + len(value), "NAME")]))
