"""Each defect of a toy transformer is caught, and named without quoting a text."""

from dataclasses import replace

import pytest

from textveil.testing import check_transformer
from textveil.testing.samples import CANARIES, annotated
from textveil.values.edit import Edit, Release


class Tags:
    """Writes the label; as it should be."""

    def transform(self, document, spans):
        return Release.of(document, [self.edit(document, span) for span in spans])

    def edit(self, document, span):
        return Edit(span.start, span.end, f"[{span.label}]", span.label)


class Misses(Tags):
    def transform(self, document, spans):
        return super().transform(document, spans[1:])


class Overreaches(Tags):
    def edit(self, document, span):
        end = min(span.end + 1, len(document.text))
        return (
            Edit(span.start, end, "", span.label)
            if span.label == "PHONE"
            else super().edit(document, span)
        )


class Inserts(Tags):
    def transform(self, document, spans):
        release = super().transform(document, spans)
        return (
            Release.of(document, [*release.edits, Edit(0, 0, "!", "MARK")])
            if spans and spans[0].start
            else release
        )


class Lies(Tags):
    """Changes kept text without saying so."""

    def transform(self, document, spans):
        release = super().transform(document, spans)
        return replace(release, text=release.text.swapcase())


class Keeps(Tags):
    def edit(self, document, span):
        return Edit(span.start, span.end, f"<{document.covered_by(span)}>", span.label)


class Relabels(Tags):
    def edit(self, document, span):
        return Edit(span.start, span.end, "[X]", "X")


class Counts(Tags):
    def __init__(self):
        self.number = 0

    def edit(self, document, span):
        self.number += 1
        return Edit(span.start, span.end, f"[{self.number}]", span.label)


class Salted(Tags):
    """Equal from call to call, different in another process."""

    def __init__(self):
        self.salt = "first"

    def __setstate__(self, state):
        self.salt = "second"

    def edit(self, document, span):
        return Edit(span.start, span.end, f"[{self.salt}]", span.label)


class Remembers(Tags):
    def __init__(self):
        self.values = []

    def edit(self, document, span):
        self.values.append(document.covered_by(span))
        return super().edit(document, span)

    def __repr__(self):
        return f"Remembers({self.values})"


class Appends(Tags):
    def transform(self, document, spans):
        if not spans:
            return Release.of(document, [Edit(len(document.text), len(document.text), "!", "X")])
        return super().transform(document, spans)


class OwnSpans(Tags):
    """Takes the annotations of the document for what it was asked to replace."""

    def transform(self, document, spans):
        return super().transform(document, document.spans)


class Renames(Tags):
    def transform(self, document, spans):
        return replace(super().transform(document, spans), id="other")


class Breaks(Tags):
    def edit(self, document, span):
        raise ValueError(document.covered_by(span))


class ReturnsText(Tags):
    def transform(self, document, spans):
        return super().transform(document, spans).text


def test_a_good_transformer_passes():
    check_transformer(Tags())
    check_transformer(Tags(), [annotated("mine", "[[Ana|NAME]]")])


@pytest.mark.parametrize(
    ("transformer", "promise"),
    [
        (Misses, "not replaced"),
        (Overreaches, "outside the spans"),
        (Inserts, "outside the spans"),
        (Lies, "do not lead"),
        (Keeps, "the replacement"),
        (Relabels, "label of no span"),
        (Counts, "second time"),
        (Salted, "copy"),
        (Remembers, "`repr`"),
        (Appends, "has no spans|outside the spans"),
        (OwnSpans, "has no spans"),
        (Renames, "another id"),
        (Breaks, "ValueError at test_transformers.py"),
        (ReturnsText, "Release"),
        (object, "lacks"),
    ],
)
def test_each_defect_is_caught(transformer, promise):
    with pytest.raises(AssertionError, match=promise) as caught:
        check_transformer(transformer())
    told = f"{caught.value} {caught.value.__cause__}"
    assert told.startswith(transformer.__name__)
    assert not any(word.lower() in told.lower() for word in CANARIES)
