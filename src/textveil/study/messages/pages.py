"""Pages of experiments: a study as CSV, numbers, chart and one page in a folder."""

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Final

from textveil.formats.display.figures import PICTURES, draw_panels_as, require_charts
from textveil.formats.outputs import binary_sink, json_bytes, new_folder
from textveil.study.page import Study
from textveil.study.table import ShownTable, csv_bytes

__all__ = ["write_experiment"]

_NUMBERS: Final = "experiment.json"
_STYLE: Final = (
    "body{font:16px/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .7rem;text-align:left;"
    "border-bottom:1px solid #ccc}svg{max-width:100%;height:auto}"
)


def write_experiment(target: Path, title: str, measure: Callable[[], Study]) -> Study:
    """Measure, and write the tables as CSV, the numbers, the chart and a page into a new folder.

    Parameters
    ----------
    target
        A folder that does not exist, or that holds an earlier experiment.
    title
        Of the page.
    measure
        Does the work; problems with the folder are found before.
    """
    require_charts()
    with new_folder(target, replaces=_NUMBERS) as folder:
        study = measure()
        files = {_NUMBERS: json_bytes(study.to_json())}
        for at, table in enumerate(study.tables):
            rows = [list(row) for row in table.rows]
            name = "table" if at == 0 else f"table-{at + 1}"
            files[f"{name}.csv"] = csv_bytes(list(table.columns), rows)
        pictures = [
            (name, kind, data)
            for name, panels in study.charts.items()
            for kind, data in draw_panels_as(PICTURES, panels).items()
        ]
        files |= {f"{name}{kind}": data for name, kind, data in pictures}
        drawn = [data.decode("utf-8") for _, kind, data in pictures if kind == ".svg"]
        files["index.html"] = _page(title, study, drawn).encode()
        for name, data in files.items():
            with binary_sink(folder / name) as sink:
                sink.write(data)
    return study


def _page(title: str, study: Study, drawn: list[str]) -> str:
    parts = ["<!doctype html><html lang=en><meta charset=utf-8>"]
    parts.append(f"<title>{escape(title)}</title><style>{_STYLE}</style><h1>{escape(title)}</h1>")
    parts += [f"<p>{escape(line)}</p>" for line in study.remarks]
    # The picture stands in the page itself: what comes before its root is of no use there.
    parts += [one[one.index("<svg") :] for one in drawn]
    parts += [_table(table) for table in study.tables]
    return "\n".join((*parts, "</html>\n"))


def _table(table: ShownTable) -> str:
    head = "".join(f"<th>{escape(str(one))}</th>" for one in table.columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(one))}</td>' for one in row)}</tr>" for row in table.rows
    )
    return f"<table><tr>{head}</tr>{body}</table>"
