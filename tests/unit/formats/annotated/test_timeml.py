import pytest

from textveil.errors import CannotCarryError, FormatError
from textveil.formats.annotated.timeml import TimeMl
from textveil.values.document import Document
from textveil.values.metadata import Metadata
from textveil.values.span import Span, Spans

FILE = """<?xml version="1.0" ?>
<TimeML><DOCID>a</DOCID>
<DCT><TIMEX3 functionInDocument="CREATION_TIME" type="DATE" value="2014-04-04"/></DCT>
<TEXT>See you <TIMEX3 tid="t1" type="DATE" value="2014-04-05">tomorrow</TIMEX3> &amp; \
<EVENT>talk</EVENT>.</TEXT>
</TimeML>
"""


def read(tmp_path, content):
    (tmp_path / "a.tml").write_text(content, "utf-8")
    return next(iter(TimeMl().read(tmp_path / "a.tml")))


def test_marks_become_spans_and_other_marks_stay_text(tmp_path):
    found = read(tmp_path, FILE)
    assert found.text == "See you tomorrow & talk."
    [span] = found.spans
    assert (found.covered_by(span), span.label) == ("tomorrow", "DATE")
    assert span.attributes == Metadata({"tid": "t1", "value": "2014-04-05"})
    assert found.metadata["at"] == "2014-04-04"


def test_what_is_written_reads_back(tmp_path):
    spans = Spans([Span(4, 7, "TIME", attributes=Metadata({"value": "2014-04-04T10"}))])
    document = Document("a", "at <10 & so on", metadata=Metadata({"at": "2014-04-04"}), spans=spans)
    TimeMl().write([document], tmp_path / "a.tml")
    assert next(iter(TimeMl().read(tmp_path / "a.tml"))) == document


def test_a_folder_keeps_the_creation_times(tmp_path):
    (tmp_path / "in").mkdir()
    read(tmp_path / "in", FILE)
    assert [one.metadata["at"] for one in TimeMl().read(tmp_path / "in")] == ["2014-04-04"]


def test_a_mark_without_a_type_is_an_error_with_its_line(tmp_path):
    with pytest.raises(FormatError, match="TIMEX3"):
        read(tmp_path, FILE.replace('type="DATE" value="2014-04-05"', 'value="2014-04-05"'))


def test_other_labels_and_metadata_are_refused(tmp_path):
    named = Document("a", "Ana", spans=Spans([Span(0, 3, "NAME")]))
    with pytest.raises(CannotCarryError):
        TimeMl().write([named], tmp_path / "b.tml")
    other = Document("a", "Ana", metadata=Metadata({"ward": "3"}), spans=Spans())
    with pytest.raises(CannotCarryError):
        TimeMl().write([other], tmp_path / "b.tml")
