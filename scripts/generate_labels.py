"""Write the tables of `docs/concepts/labels.md` that follow from the code.

They stand between marks; what is around them is written by hand. Without arguments the tables are
written. `--check` writes nothing and exits with 1 if the page is not what would be written.
"""

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from textveil.lexicon.tables.scheme import WITHOUT_KIND
from textveil.lexicon.tables.schemes import SCHEMES
from textveil.values.label import LABELS, family_of, identifies_alone

PAGE = Path(__file__).parents[1] / "docs" / "concepts" / "labels.md"
CLINICAL = ("hipaa", "i2b2-2006", "i2b2-2014", "table-a1", "sharp", "vanderbilt", "meddocan")
GENERAL = ("tab", "presidio", "ontonotes", "wnut17", "btc")


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    head = tuple(head)
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def labels() -> str:
    """Return our labels with meaning, family, and whether a value identifies alone."""
    rows = (
        (
            f"`{label}`",
            meaning,
            "" if family_of(label) == label else f"`{family_of(label)}`",
            "yes" if identifies_alone(label) else "no",
        )
        for label, meaning in LABELS.items()
    )
    return table(("label", "meaning", "family", "identifies alone"), rows)


def schemes() -> str:
    """Return the schemes with the number of their labels."""
    rows = (
        (f"`{one.name}`", str(len(one.labels)), one.about)
        for one in SCHEMES.values()
        if one.name != "textveil"
    )
    return table(("scheme", "labels", "what it is"), rows)


def ours_to(names: tuple[str, ...]) -> str:
    """Return what our labels become in some schemes; a dash is nothing."""
    kinds = [label for label in LABELS if label not in WITHOUT_KIND]
    rows = (
        (f"`{label}`", *(_code(SCHEMES[name].from_ours(label)) for name in names))
        for label in kinds
    )
    return table(("ours", *(f"`{name}`" for name in names)), rows)


def to_ours() -> str:
    """Return what the labels of each scheme mean here, one scheme a row."""
    rows = []
    for one in SCHEMES.values():
        if one.name == "textveil":
            continue
        grouped: dict[str, list[str]] = {}
        for label, ours in {**one.meanings, **one.aliases}.items():
            grouped.setdefault(ours, []).append(f"`{label}`")
        for ours, theirs in sorted(grouped.items()):
            rows.append((f"`{one.name}`", f"`{ours}`", ", ".join(theirs)))
    return table(("scheme", "ours", "is what these mean"), rows)


def _code(label: str | None) -> str:
    return f"`{label}`" if label else "–"  # noqa: RUF001 - a dash for nothing


PARTS = {
    "labels": labels,
    "schemes": schemes,
    "clinical": lambda: ours_to(CLINICAL),
    "general": lambda: ours_to(GENERAL),
    "meanings": to_ours,
}


def written(page: str) -> str:
    """Return the page with every table made anew."""
    for name, part in PARTS.items():
        begin, end = f"<!-- {name} -->", f"<!-- end {name} -->"
        new = f"{begin}\n\n{part()}\n\n{end}"
        old = re.compile(f"{begin}.*?{end}", re.DOTALL)
        page, count = old.subn(lambda _, new=new: new, page)
        if count != 1:
            sys.exit(f"{PAGE.name} has {count} places for the table {name}")
    return page


def main() -> None:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 if outdated")
    chosen = parser.parse_args()
    before = PAGE.read_text("utf-8")
    after = written(before)
    if not chosen.check:
        PAGE.write_text(after, "utf-8")
    elif after != before:
        sys.exit(f"{PAGE.name} is not what the code says: run scripts/generate_labels.py")


if __name__ == "__main__":
    main()
