"""Trials: one mutant after another, each in a process of its own with a time limit.

The parent traces a clean run of each plan, warms the caches, and forks. A child plants one defect
and makes the release; a second child, without the defect, judges what was written.
"""

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.mutants import plans
from tests.mutants.defects import Defect
from tests.mutants.outcomes import is_harmful
from tests.mutants.planting import MAKERS, TABLES, Trace, caches, can_have, functions, planted
from tests.mutants.planting import traced as watched

from textveil.detect.tagging.tagger import TaggerDetector

SECONDS, WALL = 20, 60
MEMORY = 8 << 30


class Mutant(NamedTuple):
    """Where a defect is planted, and of which kind."""

    plan: str
    function: str
    kind: str
    shared: bool = False


class Site(NamedTuple):
    """A function that a plan runs: the kinds that fit, and the caches that it helps to fill."""

    kinds: tuple
    shared: bool
    inside: tuple


def remembered():
    """Let the tagger remember what it read: the model would take most of the time of a trial."""
    known, right = {}, TaggerDetector.detect

    def detect(self, document):
        if document.text not in known:
            known[document.text] = right(self, document)
        return known[document.text]

    TaggerDetector.detect = detect
    return right.__code__, known


class Bench:
    """Plans that were run once, and the functions in which defects can be planted."""

    def __init__(self, names, *, trace=True):
        plans.as_made()
        self._tagger, self._known = remembered()
        self.folder = Path(tempfile.mkdtemp(prefix="mutants"))
        self.sites = {}
        self._names = list(names)
        for name in names:
            (self.folder / name).mkdir()
            plans.PLANS[name].prepare(self.folder / name)
        if trace:
            self._trace()
        else:
            for name in names:
                self._run(name, judge=True)
            self._functions, self._caches = functions(), caches()

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, name, judge=False):
        plan, out = plans.PLANS[name], Path(tempfile.mkdtemp(dir=self.folder))
        plan.make(self.folder / name, out)
        if judge:
            given = self.folder / name
            wrong = plan.false(given, out), plan.refuted(out), plan.told(given, out)
            assert not any(wrong), f"{name}: without a defect {wrong}"
        shutil.rmtree(out)

    def _trace(self):
        """Run every plan once to load, and once under a trace with caches that fill anew."""
        for name in self._names:
            self._run(name, judge=True)
        judged, seen = set(), {}
        for name in self._names:
            trace = Trace()
            trace._cached.add(self._tagger)
            for cache in caches().values():
                if name == self._names[0] or small(cache):
                    cache.cache_clear()
            self._known.clear()
            watched(lambda name=name: self._run(name), trace)
            later = Trace()
            watched(lambda name=name: self._later(name), later)
            judged |= trace.judged | later.judged | later.made
            seen[name] = trace
        self._functions, self._caches = functions(), caches()
        by_code = {one.__code__: name for name, one in self._functions.items()}
        for name, trace in seen.items():
            self._run(name, judge=True)
            self.sites[name] = dict(self._sites(trace, judged, by_code))

    def _later(self, name):
        plan, out = plans.PLANS[name], Path(tempfile.mkdtemp(dir=self.folder))
        trace = sys.getprofile()
        sys.setprofile(None)
        plan.make(self.folder / name, out)
        sys.setprofile(trace)
        plan.told(self.folder / name, out)
        shutil.rmtree(out)

    def _sites(self, trace, judged, by_code):
        for code in trace.made:
            name = by_code.get(code)
            kinds = tuple(sorted(trace.kinds.get(code, ())))
            if name is None or not kinds or not can_have(self._functions[name]):
                continue
            room = name.split(".")[1].split(":")[0]
            inside = tuple(trace.inside.get(code, ()))
            if room in MAKERS or (room in TABLES and code not in judged and room not in FIXED):
                yield name, Site(kinds, shared=False, inside=inside)
            elif room in TABLES:
                yield name, Site(kinds, shared=True, inside=inside)

    def mutants(self, *, shared=False):
        """Return all mutants of the makers, or of what they share with verifiers."""
        return [
            Mutant(plan, function, kind, site.shared)
            for plan, sites in self.sites.items()
            for function, site in sorted(sites.items())
            if site.shared == shared
            for kind in site.kinds
        ]

    def sampled(self, number, seed, *, shared=False):
        """Return some mutants: as many functions as possible, then other kinds and plans."""
        rng = Random(seed)  # noqa: S311 - a sample
        pool = self.mutants(shared=shared)
        rng.shuffle(pool)
        turns, ranked = {}, []
        for one in pool:
            room = one.function.split(".")[1].split(":")[0]
            turn = turns[one.function] = turns.get(one.function, 0) + 1 / SHARES.get(room, 1)
            ranked.append((turn, one))
        return [one for _, one in sorted(ranked, key=lambda pair: pair[0])[:number]]

    def followed(self, found, number, seed):
        """Return other mutants of the functions that did harm: other kinds, other plans."""
        tried = {tuple(one[name] for name in Mutant._fields[:3]) for one in found}
        harmful = {one["function"] for one in found if is_harmful(one)}
        pool = [one for one in self.mutants() if one.function in harmful and one[:3] not in tried]
        Random(seed).shuffle(pool)  # noqa: S311 - a sample
        return pool[:number]

    def tried(self, mutant):
        """Plant a defect, make the release, and judge it; return what happened."""
        if mutant.function not in self._functions:
            return {**mutant._asdict(), "outcome": "gone", "why": "", "differs": 0}
        out = Path(tempfile.mkdtemp(dir=self.folder))
        told = in_child(lambda: self._planted(mutant, out), out / "planted.json")
        if told.get("outcome") == "written" and told["differs"]:
            told |= in_child(lambda: self._judged(mutant, out), out / "judged.json")
        shutil.rmtree(out, ignore_errors=True)
        return {**mutant._asdict(), **told}

    def _planted(self, mutant, out):
        # What was not traced is no part of what caches hold, or it would not be in the sample.
        site = self.sites.get(mutant.plan, {}).get(mutant.function, Site((), False, ()))
        own = self._functions[mutant.function].__code__
        clear = [self._caches[code] for code in (*site.inside, own) if code in self._caches]
        if self._tagger in site.inside or mutant.function.endswith("TaggerDetector.detect"):
            self._known.clear()
        function = self._functions[mutant.function]
        method = function.__code__.co_varnames[:1] in (("self",), ("cls",))
        defect = Defect(mutant.kind, mutant.function if method else "")
        with planted(mutant.function, function, defect, clear):
            try:
                plans.PLANS[mutant.plan].make(self.folder / mutant.plan, out)
                outcome, why = "written", ""
            except Exception as error:  # noqa: BLE001 - what a defect raises is the outcome
                outcome, why = "error", type(error).__name__
        return {"outcome": outcome, "why": why, "differs": defect.differs, "calls": defect.calls}

    def _judged(self, mutant, out):
        plan, given = plans.PLANS[mutant.plan], self.folder / mutant.plan
        try:
            false = plan.false(given, out)
        except Exception as error:  # noqa: BLE001 - any files may have been written
            false = {"files": f"they cannot be read: {type(error).__name__}"}
        refuted, later = [], []
        try:
            refuted = plan.refuted(out)
        except Exception:  # noqa: BLE001 - there may be no certificate
            refuted = []
        if false and not refuted:
            try:
                later = plan.told(given, out)
            except Exception as error:  # noqa: BLE001 - any files may have been written
                later = [type(error).__name__]
        return {"false": false, "refuted": refuted, "later": later}


SHARES = {"transform": 4, "strings": 4, "pipeline": 2}
"""How many mutants a function of a package has for each one of others."""
FIXED = ("formats", "values", "store", "certify")
"""Formats, values and stores count as shared, whoever runs them."""


def small(cache):
    """Tell whether a cache is filled anew in little time: tables and models are not."""
    return cache.cache_info().currsize > 12


def in_child(work, result):
    """Do some work in a child with a time limit; return what it tells."""
    child = os.fork()
    if not child:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            signal.alarm(WALL)
            result.write_text(json.dumps(work()), "utf-8")
            code = 0
        except BaseException:  # noqa: BLE001 - a child must not return
            traceback.print_exc()
        finally:
            os._exit(code)
    os.waitpid(child, 0)
    if not result.exists():
        return {"outcome": "stopped", "why": "time or memory", "differs": 1}
    return json.loads(result.read_text("utf-8"))


def try_all(bench, mutants, workers=2):
    """Try mutants, two at a time; yield what happened to each."""
    files = []
    for worker in range(workers):
        path = bench.folder / f"worker-{worker}.jsonl"
        child = os.fork()
        if not child:
            try:
                with path.open("w", buffering=1, encoding="utf-8") as sink:
                    for mutant in mutants[worker::workers]:
                        sink.write(json.dumps(bench.tried(mutant)) + "\n")
            except BaseException:  # noqa: BLE001 - a child must not return
                traceback.print_exc()
            finally:
                os._exit(0)
        files.append((child, path))
    for child, path in files:
        os.waitpid(child, 0)
        yield from map(json.loads, path.read_text("utf-8").splitlines())
