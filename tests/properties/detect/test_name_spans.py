"""Making names whole loses no name: what was found of one stays covered, whatever stands beside."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from textveil.detect.tagging.refine import refine
from textveil.lexicon.people.name_lists import first_names, surnames
from textveil.values.span import Span, Spans

GIVEN = sorted({one.value for sex in ("female", "male") for one in list(first_names(sex))[:800]})
FAMILY = sorted({one.value for one in list(surnames())[:6000]})
BEFORE = ("", "Seen by ", "Dr. ", "Mrs. ", "to ", "with the nurse ", "Patient: ", "in ", "\n")
AFTER = (
    *("", ".", " was seen", ", MD", " 45F", " 5 mg of", " (Kate)", ": hello", "\nMayo stand"),
    *(", his wife", "'s nurse", "   MRN 12", ". He left", " and", "/", " 1 tab", " 3"),
)
FORMS = ("{g} {f}", "{g} {m} {f}", "{f}, {g}", "{F} {g}", "{g} {m}. {f}", "{f}", "{g} {f}-{o}")


@given(
    st.sampled_from(GIVEN),
    st.sampled_from(GIVEN),
    st.sampled_from(FAMILY),
    st.sampled_from(FAMILY),
    st.sampled_from(FORMS),
    st.sampled_from(BEFORE),
    st.sampled_from(AFTER),
)
@settings(max_examples=800)
def test_no_letter_of_a_name_is_lost(given_name, middle, family, other, form, before, after):
    name = form.format(g=given_name, m=middle, f=family, F=family.upper(), o=other)
    # A single word is a title or a dose by itself; who writes "Bell palsy" names nobody.
    assume(form != "{f}" or after not in (" 5 mg of", " 1 tab"))
    text = f"{before}{name}{after}"
    start = len(before)
    found = refine(text, Spans([Span(start, start + len(name), "NAME")]))
    kept = {at for span in found for at in range(span.start, span.end)}
    lost = [at for at in range(start, start + len(name)) if text[at].isalpha() and at not in kept]
    assert not lost
