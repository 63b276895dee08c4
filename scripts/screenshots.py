"""Pictures of the workbench for the documentation: the sample notes, before and after."""

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.e2e.workbench.workbench_pages import browser, entered, serving  # noqa: E402 - beside this folder

WIDTH, HEIGHT = 1280, 800
TRIALS = ("compose", "trace", "plan", "kanon", "dictionary", "sequences", "policies")
OTHERS = ("risk", "models")


def _shot(page: "Page", name: str) -> None:
    page.screenshot(path=ROOT / "docs" / f"workbench-{name}.png")


def main() -> None:
    """Write the pictures into docs/."""
    folder = tempfile.TemporaryDirectory()
    with folder as place, serving(Path(place)) as (base, link, _), browser() as made:
        page = entered(made, base, link)
        page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        page.click("form[action='/release/sample'] button")
        page.wait_for_selector(".tiles", timeout=120_000)
        page.click("a.button.main")
        page.wait_for_selector(".find")
        page.focus(".find >> nth=1")
        page.screenshot(path=ROOT / "docs" / "workbench-review.png")
        page.click("aside .end button")
        page.wait_for_selector(".tiles", timeout=120_000)
        result = page.url
        page.screenshot(path=ROOT / "docs" / "workbench-release.png")
        page.goto(result.replace("/jobs/", "/release/") + "/compare/1")
        page.screenshot(path=ROOT / "docs" / "workbench-compare.png")
        for name in TRIALS:
            page.goto(f"/{name}")
            page.click("button[value=example]")
            page.wait_for_selector("#found h2", timeout=120_000)
            page.wait_for_selector("#found:not([aria-busy])")
            _shot(page, name)
        for name in OTHERS:
            page.goto(f"/{name}")
            _shot(page, name)
        sys.stderr.write("wrote docs/workbench-*.png\n")


if __name__ == "__main__":
    main()
