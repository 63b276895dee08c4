"""Draw `docs/report.png`, the picture of a report on the home page.

Usage: python scripts/build_report_picture.py

Generates notes about nobody real, releases them with surrogates, opens the published report in
Chromium, and lays what the first two screens show side by side, like two sheets of paper.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

TARGET = Path(__file__).parents[1] / "docs" / "report.png"
WIDTH, HEIGHT, GAP, LARGEST = 820, 1160, 24, 200_000
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def release(folder: Path) -> Path:
    """Return the published report of a generated hospital of 60 notes."""
    command = [sys.executable, "-m", "textveil"]
    notes, key, out = folder / "notes.jsonl", folder / "key.txt", folder / "out"
    synth = ["synth", "hospital", "--number", "60", "--subjects", "15", "-o", notes, "--quiet"]
    subprocess.run([*command, *synth], check=True)
    key.write_text("bm9ib2R5IHJlYWwgaXMgaW4gdGhpcyBwaWN0dXJlISE=\n", "utf-8")
    options = ["--policy", "hide-in-plain-sight", "--key", key, "--quiet"]
    subprocess.run([*command, "release", notes, out, *options], check=True)
    return out / "publish" / "report.html"


def photograph(page: Path, picture: Path) -> None:
    """Write what Chromium shows of the first two screens of a page."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        sys.exit("there is no Chromium")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"]
    profile = f"--user-data-dir={picture.parent / 'profile'}"
    size = [f"--window-size={WIDTH},{2 * HEIGHT}", f"--screenshot={picture}"]
    subprocess.run([browser, *flags, profile, *size, page.as_uri()], check=True, timeout=120)


def sheets(picture: Image.Image) -> Image.Image:
    """Return the two halves side by side; the first one ends in white between two lines."""
    rows = picture.convert("L").resize((1, picture.height), Image.Resampling.BOX).tobytes()
    blank = (at for at in range(HEIGHT, HEIGHT // 2, -1) if rows[at - 12 : at] == b"\xff" * 12)
    end = next(blank, HEIGHT)
    both = Image.new("RGB", (2 * WIDTH + 3 * GAP, HEIGHT + 2 * GAP), "#d5d9e2")
    for column, (top, bottom) in enumerate(((0, end), (end - GAP, end - GAP + HEIGHT))):
        sheet = Image.new("RGB", (WIDTH, HEIGHT), "white")
        sheet.paste(picture.crop((0, top, WIDTH, bottom)), (0, 0))
        both.paste(sheet, (GAP + column * (WIDTH + GAP), GAP))
    return both


def main() -> None:
    """Make the picture, with few colours so that it stays small."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        photograph(release(folder), folder / "report.png")
        picture = sheets(Image.open(folder / "report.png").convert("RGB"))
        picture.quantize(64, dither=Image.Dither.NONE).save(TARGET, optimize=True)
    size = TARGET.stat().st_size
    print(f"{TARGET.name}: {picture.width} x {picture.height}, {size:,} bytes")
    if size > LARGEST:
        sys.exit(f"the picture has more than {LARGEST:,} bytes")


if __name__ == "__main__":
    main()
