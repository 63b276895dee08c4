"""Write the words that the program itself may put into the report of a release.

`textveil verify` explains every word of a published report: it stands in a template, in the
certificate, or in this list. Run this after changing what a report says.

    python scripts/report_words.py
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "textveil"
WORDS = SOURCE / "certify" / "pages" / "words.txt"
SPEAKERS = (
    "pipeline/release/report.py",
    "pipeline/release/page.py",
    "pipeline/attack/attacks.py",
    "pipeline/kanon/run.py",
    "pipeline/sanitize/hidden_patterns.py",
    "pipeline/evaluation/evaluation.py",
    "verify/sequence.py",
    "evaluate/attacks/*.py",
    "models/caution.py",
    "values/attacking.py",
    "values/label.py",
    "values/meaning.py",
    "values/round_counts.py",
)
"""The modules whose sentences stand in reports."""


def sentences(module: Path) -> Iterator[str]:
    """Yield the strings of a module, without its docstrings."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        for child in ast.iter_child_nodes(node):
            told = isinstance(child, ast.Constant) and isinstance(child.value, str)
            if told and not isinstance(node, ast.Expr):
                yield child.value


def report_words() -> str:
    """Return the list, one word a line."""
    modules = [path for one in SPEAKERS for path in sorted(SOURCE.glob(one))]
    said = (text for module in modules for text in sentences(module))
    return (
        "\n".join(sorted({word for text in said for word in re.findall(r"[^\W\d_]+", text)})) + "\n"
    )


if __name__ == "__main__":
    WORDS.write_text(report_words(), "utf-8")
