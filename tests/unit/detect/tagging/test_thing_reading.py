"""Words that identify nobody stay, listed or not; the people who are called like them are found."""

import pytest

from textveil.detect.tagging.thing_reading import without_things
from textveil.lexicon.tables.facts import facts
from textveil.values.span import Span, Spans


def _kept(marked: str, label: str) -> list[str]:
    """Return which of the passages in brackets are still taken for somebody."""
    spans, plain = [], ""
    for part in marked.split("]"):
        before, bracket, inside = part.partition("[")
        start = len(plain) + len(before)
        plain += before + inside
        if bracket:
            spans.append(Span(start, start + len(inside), label))
    return [plain[span.start : span.end] for span in without_things(plain, Spans(spans))]


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("He received 24.9 mCi of [Zorview] at rest.", "ORGANIZATION"),
        ("[ZORVIEW] STUDY. He received 24.9 mCi of [Zorview]. No response to [Zorview].", "NAME"),
        ("The uterus was opened by a low [Kerr] incision.", "NAME"),
        ("bladder removed, with an [Indiana] pouch", "STATE"),
        ("A 12-French [Robinson] was passed into the bladder.", "NAME"),
        ("taken to the [Endoscopy Suite] in stable condition", "ORGANIZATION"),
        ("taken to the Endoscopy [Suite] in stable condition", "ORGANIZATION"),
        ("taken to the [Postanesthesia Care] Unit", "ORGANIZATION"),
        ("After the biopsy a [Vanderbilt] was passed through the abdomen.", "NAME"),
        ("After the biopsy, curved [Masterson] was placed on the abdomen.", "NAME"),
        ("The fracture was fixed with a [Zorn] titanium humeral component.", "NAME"),
        ("Bunion of the foot. PROCEDURE: [Keller Bunionectomy].", "NAME"),
        ("The uterus was dilated to a #20 [Zorn] after the biopsy.", "NAME"),
        ("Sedated with [Zorcuronium] 10 mg for the biopsy.", "ORGANIZATION"),
        ("I told [Mom] to give ibuprofen.", "NAME"),
        ("The infant went to the [Newborn Nursery] after delivery.", "ORGANIZATION"),
        ("The patient was sent back to [Same Day Surgery].", "ORGANIZATION"),
        ("The patient was returned to the [OR] for washout.", "STATE"),
        ("RE: [XXXX] was seen.", "PATIENT"),
        ("BIOPSY AND [FUSION] OF SPINE\nThe spine was opened for a biopsy.", "NAME"),
        ("Moved to the [gurney] after extubation", "ADDRESS"),
        ("She owned a flat in a [tenement building].", "ADDRESS"),
    ],
)
def test_things_are_nobody(marked: str, label: str) -> None:
    assert _kept(marked, label) == []


@pytest.mark.parametrize(
    ("marked", "label", "kept"),
    [
        ("[Kerr] is well. The [Kerr] incision has healed.", "NAME", ["Kerr", "Kerr"]),
        ("Dr. Zorn came. The [Zorn] incision was clean.", "NAME", ["Zorn"]),
        ("Ana [Kerr] incision and drainage", "NAME", ["Kerr"]),
        ("[Kerr]'s incision has healed.", "NAME", ["Kerr"]),
        ("A. [Vanderbilt] did the biopsy.", "NAME", ["Vanderbilt"]),
        ("moved to [Santa Barbara]; a [Santa Barbara] tube", "CITY", ["Santa Barbara"] * 2),
        ("seen at [Gila Medical Center] after the biopsy", "HOSPITAL", ["Gila Medical Center"]),
        ("seen at the [Boston] catheter laboratory", "CITY", ["Boston"]),
        ("works within 5 miles of [Boston]", "CITY", ["Boston"]),
        ("gave 2 units of [Kerr]'s own blood", "NAME", ["Kerr"]),
        (
            "taken to the [Weinberg Intensive Care] Unit",
            "ORGANIZATION",
            ["Weinberg Intensive Care"],
        ),
        ("the [Prison Service] replied", "ORGANIZATION", ["Prison Service"]),
        ("call the clinic in Boston ([02115])", "ZIP", ["02115"]),
        ("Thanks to [grace] for the ride", "NAME", ["grace"]),
        ("coming back with [chandu], i hope", "NAME", ["chandu"]),
        ("When is she back in [korea]?", "ADDRESS", ["korea"]),
        ("Dictated by [kw].", "NAME", ["kw"]),
        ("the [Turkish] sign was read aloud after the biopsy", "DEMOGRAPHIC", ["Turkish"]),
    ],
)
def test_people_places_and_numbers_are_found(marked: str, label: str, kept: list[str]) -> None:
    assert _kept(marked, label) == kept


def test_a_noun_for_things_makes_a_name_one() -> None:
    text = "After the biopsy a [Zorn] {} was described."
    heads = facts().words("thing-head")
    assert len(heads) > 100
    assert [head for head in heads if _kept(text.format(head), "NAME")] == []


def test_no_noun_hides_somebody_who_is_in_the_document() -> None:
    thing = "After the biopsy a [{}] {} was described."
    heads = facts().words("thing-head")
    titled = [_kept("Mr. Zorn slept. " + thing.format("Zorn", head), "NAME") for head in heads]
    borne = [_kept("[Kerr] slept. " + thing.format("Kerr", head), "NAME") for head in heads]
    assert titled == [["Zorn"]] * len(heads)
    assert borne == [["Kerr", "Kerr"]] * len(heads)


@pytest.mark.parametrize(
    ("marked", "label", "left"),
    [
        ("fixed with the [Zorn] clasp", "NAME", True),
        ("discussed with Dr. [Zorn]", "NAME", False),
        ("discussed with [Zorn], Maria", "NAME", False),
        ("her name is [Zorn]", "NAME", False),
        ("started on [Zorn] twice daily", "ORGANIZATION", True),
        ("transferred from [Zorn]", "ORGANIZATION", False),
        ("seen by [ZXQ]", "NAME", False),
    ],
)
def test_among_terms_an_unsure_name_needs_something_that_tells_it(
    marked: str, label: str, left: bool
) -> None:
    clinical = "Biopsy of the liver and kidney. Pain in the abdomen, fever and nausea; "
    for text, score, expected in (
        (clinical + marked, 0.6, left),
        (clinical + marked, 0.95, False),
        ("We met in the park, and then " + marked, 0.6, False),
    ):
        low, high = text.index("["), text.index("]") - 1
        plain = text.replace("[", "").replace("]", "")
        kept = without_things(plain, Spans([Span(low, high, label, score)]))
        assert (not kept) is expected
