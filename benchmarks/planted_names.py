"""Names planted in every place that has a name: none may stand in a byte that is published."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.e2e.planted_names import plants
from tests.e2e.textveil_cli import textveil

from benchmarks.measure import Row


def rows() -> Iterator[Row]:
    """Release every planted input, and look for the name in all that is published."""
    found = released = refused = 0
    for _, name, make, options in plants():
        with TemporaryDirectory() as folder:
            root = Path(folder)
            textveil("release", make(root), "-o", root / "out", *options)
            published = root / "out" / "publish"
            released += published.is_dir()
            refused += not published.is_dir()
            paths = [path for path in published.rglob("*") if path.is_file()]
            shown = b"\n".join(str(path.relative_to(root)).encode() for path in paths)
            shown += b"\n".join(path.read_bytes() for path in paths)
            found += name.lower().encode() in shown.lower()
    runs = released + refused
    what = f"{runs} runs with names planted in fields, keys, files, folders, channels, headers, ids"
    figure = f"{found} publish one; {released} released, {refused} refused"
    yield Row("planted_names", what, figure, "", "none", not found, 1)
