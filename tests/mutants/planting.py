"""Plants a defect into a function, wherever that is used.

The code of the function is exchanged in the function object itself. So names that other modules
imported, tables of functions, cached functions and methods all have the defect.
"""

import functools
import gc
import sys
import types
from collections import defaultdict
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE

from tests.mutants.defects import kinds_for

PACKAGE = "textveil"
MAKERS = ("detect", "transform", "models", "pipeline")
JUDGES = ("verify", "certify")
TABLES = ("formats", "values", "lexicon", "strings", "store", "certify")
"""Packages whose functions count as makers' only if no verifier runs them."""
PLANTED = {}


def functions():
    """Return the functions and methods of the package that stand in modules, by their names."""
    found = {}
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType) and is_ours(one):
            found.setdefault(f"{one.__module__}:{one.__qualname__}", one)
    return found


def is_ours(function):
    code = function.__code__
    return (
        function.__module__ is not None
        and function.__module__.split(".")[0] == PACKAGE
        and code.co_filename.endswith(f"{function.__module__.replace('.', '/')}.py")
        and "<" not in function.__qualname__
        and not function.__name__.startswith("__")
        and not code.co_flags & (CO_COROUTINE | CO_ASYNC_GENERATOR)
    )


def caches():
    """Return the caches of the package by the code of the function that each holds."""
    found = {}
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper):
            wrapped = one.__wrapped__
            if (wrapped.__module__ or "").startswith(PACKAGE):
                made = wrapped.__init__ if isinstance(wrapped, type) else wrapped
                found[made.__code__] = one
    return found


def name_of(code):
    return code.co_filename.partition(f"/{PACKAGE}/")[2].removesuffix(".py").replace("/", ".")


class Trace:
    """Watches a run: which functions ran, for whom, and inside which caches.

    Attributes
    ----------
    made, judged
        Codes that ran outside, and inside, of verifiers.
    inside
        For each code the caches whose values it helped to compute.
    kinds
        The kinds of defects that fit, by the first calls of each code.
    """

    def __init__(self):
        self.made, self.judged = set(), set()
        self.inside, self.kinds = defaultdict(set), defaultdict(dict)
        self._stack, self._seen = [], defaultdict(int)
        self._cached = set(caches())

    def __call__(self, frame, event, value):
        code = frame.f_code
        if event == "call":
            judging, active = self._stack[-1][1:] if self._stack else (False, frozenset())
            if f"/{PACKAGE}/" in code.co_filename:
                judging = judging or name_of(code).split(".")[0] in JUDGES
                (self.judged if judging else self.made).add(code)
                if active:
                    self.inside[code] |= active
                if code in self._cached:
                    active |= {code}
            self._stack.append((code, judging, active))
        elif event == "return" and self._stack:
            self._stack.pop()
            if self._seen[code] < 3 and f"/{PACKAGE}/" in code.co_filename:
                self._seen[code] += 1
                self._learn(frame, code, value)

    def _learn(self, frame, code, value):
        names = code.co_varnames[: code.co_argcount]
        arguments = tuple(frame.f_locals.get(name) for name in names)
        method = bool(names) and names[0] in ("self", "cls")
        if code.co_flags & 0x20:
            value = iter(())
        self.kinds[code] |= dict.fromkeys(kinds_for(value, arguments, method=method))


def traced(run, trace):
    """Run something under a trace."""
    sys.setprofile(trace)
    try:
        run()
    finally:
        sys.setprofile(None)


def copied(function):
    """Return a function with the right code, that stays right."""
    made = types.FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def _wrong(*arguments, **named):
    from tests.mutants.planting import PLANTED

    right, defect = PLANTED["the function's name"]
    return defect(right, arguments, named)


def code_for(name, function):
    """Return code that asks the planted defect; it has the free variables of the function."""
    constants = tuple(name if c == "the function's name" else c for c in _wrong.__code__.co_consts)
    return _wrong.__code__.replace(co_consts=constants, co_name=function.__name__)


def can_have(function):
    """Tell whether a defect can be planted: code with free variables cannot be exchanged."""
    return function.__closure__ is None


@contextmanager
def planted(name, function, defect, clear=()):
    """Plant a defect into a function, and empty the caches that it helped to fill."""
    right, code = copied(function), function.__code__
    PLANTED[name] = right, defect
    for cache in clear:
        cache.cache_clear()
    function.__code__ = code_for(name, function)
    try:
        yield
    finally:
        function.__code__ = code
        for cache in clear:
            cache.cache_clear()
        del PLANTED[name]
