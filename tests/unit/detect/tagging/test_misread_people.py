"""What a model took for an address or a firm may be people."""

import pytest

from textveil.detect.tagging.misread_people import as_people
from textveil.values.span import Span, Spans


@pytest.mark.parametrize(
    ("text", "label", "passage", "expected"),
    [
        ("see https://a.org", "URL", "see", []),
        ("see https://a.org", "URL", "https://a.org", [("URL", "https://a.org")]),
        ("https://a.org katarzyna", "URL", "https://a.org katarzyna",
         [("URL", "https://a.org"), ("NAME", "katarzyna")]),
        ("at a dot org", "URL", "a dot org", [("URL", "a dot org")]),
        ("tom & Gwen came", "ORGANIZATION", "tom & Gwen", [("NAME", "tom & Gwen")]),
        ("katarzyna & Gwen came", "ORGANIZATION", "katarzyna &", [("NAME", "katarzyna")]),
        ("Lee & Voss sued", "ORGANIZATION", "Lee & Voss", [("ORGANIZATION", "Lee & Voss")]),
        ("Wendy opened", "ORGANIZATION", "Wendy", [("ORGANIZATION", "Wendy")]),
    ],
)  # fmt: skip
def test_given_names_alone_are_people(text, label, passage, expected):
    start = text.index(passage)
    found = as_people(text, Spans([Span(start, start + len(passage), label)]))
    assert [(span.label, text[span.start : span.end]) for span in found] == expected
