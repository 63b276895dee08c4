"""Run a command of textveil, and tell which functions ran both under a verifier and under a maker.

    python shared_calls.py release notes.jsonl out -p tag-only

Prints them as JSON, `file:function` each. A function outside of verifiers and makers counts for the
nearest of them that called it. What a cache answers is not seen; so each run is a process of its
own.
"""

import json
import sys
import threading
from collections import defaultdict
from pathlib import Path

import textveil
from textveil.__main__ import main

HOUSE = f"{Path(textveil.__file__).parent}/"
SIDES = {
    **dict.fromkeys(("detect", "transform", "models"), "maker"),
    **dict.fromkeys(("verify", "certify"), "verifier"),
}
LEFT_OUT = frozenset({"pipeline", "cli", "evaluate", "learn", "errors.py"})


def room(frame):
    """Return the package of textveil whose code a frame runs; nothing for other code."""
    file = frame.f_code.co_filename
    return file[len(HOUSE) :].split("/")[0] if file.startswith(HOUSE) else ""


def watcher(seen):
    """Return a hook that notes for each function on which sides it ran."""

    def watch(frame, event, _):
        here = room(frame)
        if event != "call" or not here or here in SIDES or here in LEFT_OUT:
            return
        if frame.f_code.co_name.startswith("<"):
            return
        caller = frame.f_back
        while caller is not None and room(caller) not in SIDES:
            caller = caller.f_back
        if caller is not None:
            name = f"{frame.f_code.co_filename[len(HOUSE) :]}:{frame.f_code.co_name}"
            seen[name].add(SIDES[room(caller)])

    return watch


def run(arguments):
    """Run a command, and return the functions of both sides."""
    seen = defaultdict(set)
    sys.argv = ["textveil", *arguments]
    threading.setprofile(watcher(seen))
    sys.setprofile(watcher(seen))
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
    finally:
        sys.setprofile(None)
    return sorted(name for name, sides in seen.items() if len(sides) == 2)


if __name__ == "__main__":
    sys.stdout.write(f"\n{json.dumps(run(sys.argv[1:]))}\n")
