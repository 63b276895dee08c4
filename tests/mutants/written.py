"""What stands for a passage, and what a report shows: judged by the definitions of the pages.

Of fakes nothing is said here. Where views of hidden writing could differ, nothing is said either.
"""

import json
import re

from tests.mutants.corpus import PHYSICIAN, SUBJECTS

MASK = "textveil.mask.v1"


def wrong_replacement(notes, publish):
    """A replacement is none that the policy lets anybody write for its label."""
    policy = json.loads((publish / "certificate.json").read_text("utf-8"))["policy"]
    rules, count = policy["transform"], 0
    for note in notes:
        for edit in note.edits:
            count += 1
            step = rules.get("labels", {}).get(edit.label, rules["default"])
            if edit.shown != f"[{edit.label}]" and is_wrong(step, edit, count):
                return f"something else stands for a {edit.label}"
    return ""


def is_wrong(step, edit, count):
    if step == "keep":
        return edit.shown != edit.value
    style = step.get("style", "tag") if step["use"] == MASK else step["use"]
    if style in ("character", "blank"):
        return bool(set(edit.shown) - {step.get("character", "*"), " ", "\n", "\t"})
    if style == "hash":
        return not re.fullmatch(rf"\[{edit.label}:[0-9a-f]{{{step['digits']}}}\]", edit.shown)
    if style == "numbered":
        number = re.fullmatch(r"\[[A-Z]+-([0-9]+)\]", edit.shown)
        return number is None or not 0 < int(number[1]) <= count
    if style == "textveil.surrogate.v1":
        return edit.shown.startswith("[")
    return style == "tag"


def shown_in_report(publish):
    """A name or number of the notes stands in the published report."""
    page = publish / "report.html"
    text = page.read_text("utf-8") if page.is_file() else ""
    values = [*PHYSICIAN.split(), *(one.family for one in SUBJECTS)]
    values += [value for one in SUBJECTS for value in (one.record, one.account)]
    return "source text in the report" if any(one in text for one in values) else ""
