"""Names that hide from a reader are found; the shares are those of the suite `hiding`."""

import pytest
from benchmarks.hidden_names import NAMES, WRITINGS, hidden, people
from benchmarks.hiding import MOST_LEFT, share_left

from textveil.pipeline.release.engine import Engine
from textveil.policy.policy import load_policy
from textveil.values.span import Span, Spans

STATED = (
    "zero-width, mixed",
    "soft hyphens",
    "hyphen at a line end",
    "quoted-printable break",
    "quoted-printable bytes",
    "leet",
    "spaced letters",
    "entities, numeric",
    "entities, named",
    "look-alike letters",
    "hyphen before a mail quote",
    "leet, underscore",
    "escapes, `\\x4b`",
    "escapes, RTF",
    "HTML element, attributes",
    "Markdown emphasis",
)


def test_there_are_as_many_names_as_stated_and_each_is_written_in_another_way():
    names = people()
    assert len(names) == NAMES
    clear = {case.document.text for case in hidden(WRITINGS["as it is"], names)}
    for writing in STATED:
        texts = [case.document.text for case in hidden(WRITINGS[writing], names)]
        assert sum(text in clear for text in texts) < NAMES / 10


def test_letters_are_left_where_nothing_covers_them():
    [case] = hidden(WRITINGS["spaced letters"], ["Ana Ruiz"])
    assert case.document.text[8:22] == "A n a  R u i z"
    assert case.left(()) == 7
    assert case.left(((8, 13),)) == 4
    assert case.left(((0, 99),)) == 0


def test_a_reader_that_finds_nothing_leaves_everything():
    assert share_left(WRITINGS["leet"], lambda _: Spans()) > 0.98
    assert share_left(WRITINGS["leet"], lambda one: Spans([Span(0, len(one), "NAME")])) == 0


@pytest.mark.parametrize("writing", STATED)
def test_at_most_one_name_in_fifty_is_left(writing):
    engine = Engine(load_policy("tag-only"))
    assert share_left(WRITINGS[writing], engine.scan) <= MOST_LEFT
