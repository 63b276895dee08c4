"""Graphs as data: whatever is not plain arithmetic on numbers of its own is refused."""

from importlib.resources import files

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.models.onnx_messages import (
    field,
    message,
    model,
    node,
    number,
    tagger_graph,
    tensor,
)

from textveil.errors import ModelError
from textveil.models.networks.onnx_graph import OPERATORS, check_graph

SHIPPED = (files("textveil.models") / "data" / "neural-en" / "graph.onnx").read_bytes()
WEIGHTS = np.ones((4, 3), np.float32)
SMALL = tagger_graph(WEIGHTS)
ADD = node("Add", ["a", "b"], ["c"])


def refused(graph):
    """Tell whether a graph is refused; any other exception than a model error is passed on."""
    try:
        check_graph(graph)
    except ModelError:
        return True
    return False


def test_the_shipped_graph_and_a_small_one_may_be_used():
    assert not refused(SHIPPED)
    assert not refused(SMALL)


def test_every_listed_operator_may_be_used():
    assert not refused(model(*((1, node(name, ["a"], ["b"])) for name in sorted(OPERATORS))))


@pytest.mark.parametrize(
    "name", ["If", "Loop", "Scan", "Constant", "Conv", "PyOp", "", "add", "Addé"]
)
def test_an_operator_that_is_not_listed_is_refused(name):
    with pytest.raises(ModelError, match="not listed"):
        check_graph(model((1, ADD), (1, node(name, ["a"], ["b"]))))


@pytest.mark.parametrize("domain", ["com.microsoft", "ai.onnx.ml", "mine", " "])
def test_an_operator_of_another_domain_is_refused(domain):
    with pytest.raises(ModelError, match="not listed"):
        check_graph(model((1, node("Add", ["a"], ["b"], (7, domain)))))


def test_the_last_name_of_an_operator_counts_as_it_does_for_readers():
    with pytest.raises(ModelError, match="not listed"):
        check_graph(model((1, node("Add", ["a"], ["b"], (4, "Loop")))))


@pytest.mark.parametrize(
    "more",
    [
        [(14, 1)],
        [(13, message((1, "location"), (2, "/etc/passwd")))],
        [(14, 1), (14, 0), (13, message((1, "location"), (2, "weights.bin")))],
    ],
)
def test_numbers_in_another_file_are_refused(more):
    with pytest.raises(ModelError, match="another file"):
        check_graph(model((1, ADD), (5, tensor("w", WEIGHTS, *more))))


def test_sparse_numbers_are_refused():
    with pytest.raises(ModelError, match="sparse"):
        check_graph(model((1, ADD), (15, tensor("w", WEIGHTS))))


def test_functions_are_refused():
    with pytest.raises(ModelError, match="functions"):
        check_graph(SMALL + field(25, message((1, "mine"), (7, ADD))))


@pytest.mark.parametrize("inner", [5, 6, 10, 11, 22, 23])
def test_numbers_and_graphs_inside_an_operator_are_refused(inner):
    attribute = message((1, "value"), (inner, message((13, message((2, "/etc/passwd"))))))
    with pytest.raises(ModelError, match="inside an operator"):
        check_graph(model((1, node("Add", ["a"], ["b"], (5, attribute)))))


def test_a_second_graph_hides_nothing():
    """Readers join messages that come twice, so each is looked at."""
    foreign = message((1, node("Loop", ["a"], ["b"])))
    for both in (SMALL + field(7, foreign), field(7, foreign) + SMALL):
        with pytest.raises(ModelError, match="not listed"):
            check_graph(both)


def test_a_tag_of_more_than_32_bits_hides_nothing():
    """Readers cut such a tag: it would be a node for them and nothing for us."""
    hidden = node("Loop", ["a"], ["b"])
    part = number(1 << 32 | 1 << 3 | 2) + number(len(hidden)) + hidden
    with pytest.raises(ModelError):
        check_graph(field(7, message((1, ADD)) + part))


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x3a", b"\x3b\x3c", b"\x80" * 20, b"\x38\x01"])
def test_what_is_no_graph_is_refused(data):
    with pytest.raises(ModelError):
        check_graph(data)


def test_a_graph_that_is_cut_short_anywhere_is_refused():
    after_graph = len(field(8, message((1, ""), (2, 17))))
    whole = len(SMALL) - after_graph
    check_graph(SMALL[:whole])
    for size in {*range(whole), *range(whole + 1, len(SMALL))}:
        with pytest.raises(ModelError):
            check_graph(SMALL[:size])


@pytest.mark.parametrize("share", range(0, 100, 7))
def test_the_shipped_graph_cut_short_is_refused(share):
    with pytest.raises(ModelError):
        check_graph(SHIPPED[: len(SHIPPED) * share // 100])


@given(
    st.one_of(
        st.binary(max_size=200),
        st.tuples(st.integers(0, len(SMALL) - 1), st.integers(1, 255)).map(
            lambda one: SMALL[: one[0]] + bytes([SMALL[one[0]] ^ one[1]]) + SMALL[one[0] + 1 :]
        ),
    )
)
def test_random_and_changed_bytes_raise_nothing_but_a_model_error(data):
    # Field 7 with bytes is the graph; nothing passes without one.
    assert refused(data) or b"\x3a" in data


def test_a_name_that_is_written_as_a_number_hides_no_operator():
    # Field 4 as four bytes: a reader skips it, and so must we.
    hidden = node("RandomNormalLike", ["a"], ["b"]) + b"\x25Relu"
    with pytest.raises(ModelError, match="not listed"):
        check_graph(model((1, hidden)))
