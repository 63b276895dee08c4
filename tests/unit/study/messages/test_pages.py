import pytest

from textveil.errors import InvalidValueError
from textveil.study.chart import Line, Panel
from textveil.study.messages.pages import write_experiment
from textveil.study.page import Study
from textveil.study.table import ShownTable

pytest.importorskip("matplotlib")


def study():
    panel = Panel("a < b", "x", "y", [Line("one", [(1, 0.5), (2, 0.7)])])
    return Study(
        {"rows": [1]}, [ShownTable(("name", "f"), [["a<b", "0.5"]])], {"c": [panel]}, ["r"]
    )


def test_tables_numbers_chart_and_page_stand_in_the_folder(tmp_path):
    write_experiment(tmp_path / "out", "Title", study)
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"experiment.json", "table.csv", "c.png", "c.svg", "index.html"}
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "a&lt;b" in page
    assert "src=" not in page


def test_a_failed_measurement_leaves_nothing(tmp_path):
    def fails():
        raise InvalidValueError("no")

    with pytest.raises(InvalidValueError):
        write_experiment(tmp_path / "out", "Title", fails)
    assert list(tmp_path.iterdir()) == []
