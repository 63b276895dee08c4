"""Charts of pages: the panels of studies, as SVG with every value at hand."""

from collections.abc import Mapping
from typing import Any

from textveil.formats.display.svg_charts import ChartLine, LineChart
from textveil.study.chart import DOTTED, Panel
from textveil.study.page import Study

__all__ = ["chart_of", "shown_study"]


def chart_of(panel: Panel) -> LineChart:
    """Return a panel as a chart of a page."""
    lines = [
        ChartLine(line.name, line.points, line.style == DOTTED)
        for line in panel.lines
        if line.points
    ]
    y = panel.y.replace("\n", " ")
    return LineChart(panel.title, panel.x, y, lines, panel.marks, log=panel.scales[0] == "log")


def shown_study(study: Study) -> Mapping[str, Any]:
    """Return what a page shows of a study: its remarks, tables and charts."""
    panels = [one for some in study.charts.values() for one in some if isinstance(one, Panel)]
    return {
        "remarks": [*study.remarks, *([study.refused.what] if study.refused else ())],
        "tables": [(list(one.columns), [list(row) for row in one.rows]) for one in study.tables],
        "charts": [chart_of(panel) for panel in panels if any(one.points for one in panel.lines)],
    }
