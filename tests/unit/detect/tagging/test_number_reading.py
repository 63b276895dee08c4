"""A number that a model marked is kept only if something says what it is."""

import pytest

from textveil.detect.tagging.number_reading import told_numbers
from textveil.models.calibration import SURE
from textveil.values.span import Span, Spans


def _marked(marked: str, label: str, score: float = 0.6) -> tuple[str, Spans]:
    text, spans = "", []
    for piece in marked.split("["):
        inside, _, rest = piece.rpartition("]")
        if inside:
            spans.append(Span(len(text), len(text) + len(inside), label, score))
        text += inside + rest
    return text, Spans(spans)


def _kept(marked: str, label: str) -> list[str]:
    text, spans = _marked(marked, label)
    return [text[span.start : span.end] for span in told_numbers(text, spans)]


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("closed with a [TA-30] stapler", "OTHER-ID"),
        ("closed with a [TA] 60 stapler", "OTHER-ID"),
        ("over a [0.014] wire", "PHONE"),
        ("fusion at C5-C6 ([22554], [22585]) was done", "PHONE"),
        ("fusion at C5-C6 ([22554]) was done", "ZIP"),
        ("the titer came back as [15,000], then fell", "QUANTITY"),
        ("stitches at 12, [3], and 9 o'clock", "ADDRESS"),
        ("the pressure rose to [164] mmHg", "AGE"),
        ("with 30 mCi of Tc-[99]m given", "AGE"),
        ("2nd insurance: the [2]nd", "AGE"),
        ("pupils [3/7] on the left", "DATE"),
        ("a [3]-[1/2]-year-old boy", "DATE"),
        ("infection at [6-7], then fusion", "DATE"),
        ("[1/8]th of a vial", "DATE"),
        ("a peptide of [8200] was found", "DATE"),
    ],
)
def test_a_number_that_nothing_tells_is_left(marked: str, label: str) -> None:
    assert _kept(marked, label) == []
    # If the model insists, the number is unsure: no fake may stand for it.
    text, spans = _marked(marked, label, score=0.99)
    insisted = told_numbers(text, spans)
    assert len(insisted) == len(spans)
    assert all(span.score < SURE for span in insisted)


@pytest.mark.parametrize(
    ("marked", "label"),
    [
        ("MRN: [4471]", "OTHER-ID"),
        ("lot [UT7734AB] expired", "OTHER-ID"),
        ("billed to account [5512]", "OTHER-ID"),
        ("registration no. [T61 TBX], and the driver of [T61 TBX]", "OTHER-ID"),
        ("applications nos. 31831/96, [31834] and [31880]", "OTHER-ID"),
        ("found on [52592800] again", "OTHER-ID"),
        ("her number, [536] 555 0164, is new", "PHONE"),
        ("pager [5512]", "PHONE"),
        ("thanks @ [krs3397] again", "OTHER-ID"),
        ("Slovenia [82709]", "ZIP"),
        ("[4923] Parmova 109", "ADDRESS"),
        ("to pay TRY [18,514] to her", "QUANTITY"),
        ("nearly [400] witnesses were heard", "QUANTITY"),
        ("her father died at [81]", "AGE"),
        ("her [90]th birthday", "AGE"),
        ("[18]-, [16]- and 12-year-old brothers", "AGE"),
        ("on 4 July [19950]", "DATE"),
        ("the years [1997]/8 and [1998/9]", "DATE"),
        ("started in [9/8], improved", "DATE"),
        ("MRI [11/30] and CT [9/03]", "DATE"),
        ("since [2/94] worse", "DATE"),
        ("out of town the [19]th", "DATE"),
        ("sentenced to [14] years", "DATE"),
        ("Seen: [7-4]-16", "DATE"),
        ("woke at [5.30], tired", "DATE"),
    ],
)
def test_a_number_that_something_tells_is_kept(marked: str, label: str) -> None:
    assert len(_kept(marked, label)) == marked.count("[")


def test_words_are_not_asked() -> None:
    assert _kept("[early spring] in [Flat B]", "DATE") == ["early spring", "Flat B"]
