"""Three tiers of tests: what `make quick`, `make test` and `make nightly` run and leave out.

Each tier runs all of the one before it. Nothing is left out silently: when it ends, pytest names
the folders and the marks that the tier does not run.
"""

from pathlib import Path

TIERS = ("quick", "test", "nightly")

CORE = (
    "tests/contracts",
    "tests/unit/certify",
    "tests/unit/cli",
    "tests/unit/detect",
    "tests/unit/evaluate",
    "tests/unit/formats",
    "tests/unit/games",
    "tests/unit/lexicon",
    "tests/unit/policy",
    "tests/unit/store",
    "tests/unit/trace",
    "tests/unit/transform",
    "tests/unit/values",
    "tests/unit/verify",
)
"""What `make quick` runs: what makes a release, what checks it, and what both are made of.

Left out are whole runs (`e2e`, `pipeline`, `web`), models and learning, kernels of sequences,
studies, generated corpora, properties, and the checks of this repository (`meta`, `package`).
"""

LONG = {"quick": ("slow", "nightly", "browser"), "test": ("nightly",), "nightly": ()}
"""Marks of the tests that a tier leaves out, wherever they stand."""

ROOT = Path(__file__).parents[1]


def reads(tier: str, path: Path) -> bool:
    """Tell whether a tier looks for tests at a path."""
    place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    return tier != "quick" or any(
        f"{one}/".startswith(f"{other}/") for core in CORE for one, other in both(place, core)
    )


def both(place: str, core: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return two pairs: a place may lie in a folder of the core, or have one in it."""
    return (place, core), (core, place)


def left_out(tier: str) -> list[str]:
    """Return the folders and marks that a tier leaves out."""
    tests = ROOT / "tests"
    folders = sorted(
        path.relative_to(ROOT).as_posix()
        for path in (*tests.iterdir(), *(tests / "unit").iterdir())
        if path.is_dir() and any(path.rglob("test_*.py")) and not reads(tier, path)
    )
    return [*folders, *(f"tests marked {mark}" for mark in LONG[tier])]
