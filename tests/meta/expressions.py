"""Expressions of `re` in the sources, and whether their time grows with the text alone.

An unbounded repeat is harmless in three places, and `unbounded` names all others:

*last*: nothing behind it can fail, so what it reads becomes a match, and is read once;
*guarded*: the expression begins with a look-behind that refuses to begin inside what is repeated;
*whole*: the expression is only ever asked for a full match, so it has one beginning.

An expression that is asked at places which the caller chooses has no unbounded repeat at all.

Guarded and whole repeats must also be certain: no character that may follow a repeat can be
repeated. Otherwise the engine tries every place where the one could end and the other begin.
"""

import ast
import re
import re._compiler as compiler
import re._constants as opcode
import re._parser as parser
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

SOURCE = Path(__file__).parents[2] / "src"
ASKING = {"compile", "search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn"}
SAMPLE = frozenset(map(chr, [*range(128), *b"\xa0\xb2\xb7\xbd\xc9\xdf\xe9"])) | frozenset(
    "\u0301\u0430\u0663\u2013\u2019\u201c\u2028\u2167\u4e2d\U0001f600"
)
"""Characters of every kind that expressions tell apart."""
LONG = 8
"""Times from which on a repeat inside a repeat must be certain."""
REPEATS = (opcode.MAX_REPEAT, opcode.MIN_REPEAT, opcode.POSSESSIVE_REPEAT)


class Expression(NamedTuple):
    """An expression: where it stands, how it is written, whether only full matches are asked."""

    place: str
    pattern: str
    flags: int
    whole: bool
    anywhere: bool = False
    """Whether it is asked at places of a text that the caller chooses."""


def expressions() -> Iterator[Expression | str]:
    """Yield every expression of the sources; the place alone where a call cannot be evaluated."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        if any(
            isinstance(n, ast.Import) and any(a.name == "re" for a in n.names)
            for n in ast.walk(tree)
        ):
            yield from _of_module(path, tree)


def _of_module(path: Path, tree: ast.Module) -> Iterator[Expression | str]:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    module, asked, placed = import_module(name), _asked_whole(tree), _asked_anywhere(tree)
    local = path.relative_to(SOURCE / "textveil").as_posix()
    told = set()
    for variable, value in vars(module).items():
        for one in _patterns(value):
            told.add(one.pattern)
            whole, anywhere = variable in asked, variable in placed
            yield Expression(f"{local}: {variable}", one.pattern, one.flags, whole, anywhere)
    for call in ast.walk(tree):
        if _is_of_re(call):
            found = _evaluated(call, module)
            if found is None:
                yield f"{local}: {ast.unparse(call.args[0])}"
            elif found[0] not in told:
                yield Expression(f"{local}: {call.lineno}", *found, call.func.attr == "fullmatch")


def _patterns(value: object) -> Iterator[re.Pattern]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        yield from (one for inner in value.values() for one in _patterns(inner))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (one for inner in value for one in _patterns(inner))


def _is_of_re(node: ast.AST) -> bool:
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return called and node.func.attr in ASKING and ast.unparse(node.func.value) == "re"


def _evaluated(call: ast.Call, module: ModuleType) -> tuple[str, int] | None:
    """Return an expression and its flags; what is put into it in a function counts as a word."""
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    flags += call.args[1:2] if call.func.attr == "compile" else []
    value = sum(int(eval(ast.unparse(one), vars(module))) for one in flags)  # noqa: S307 - our own
    pattern = call.args[0]
    if isinstance(pattern, ast.Call) and ast.unparse(pattern.func).endswith(".encode"):
        pattern = pattern.func.value
    try:
        written = eval(ast.unparse(pattern), vars(module))  # noqa: S307 - our own sources
    except NameError:
        written = _put_together(pattern, module)
    if isinstance(written, bytes):
        return written.decode("latin-1"), value | re.ASCII
    return (written, value) if isinstance(written, str) else None


def _put_together(pattern: ast.expr, module: ModuleType) -> str | None:
    if not isinstance(pattern, ast.JoinedStr):
        return None
    pieces = []
    for one in pattern.values:
        if isinstance(one, ast.Constant):
            pieces.append(one.value)
            continue
        try:
            pieces.append(str(eval(ast.unparse(one.value), vars(module))))  # noqa: S307
        except NameError:
            pieces.append("(?:word)")
    return "".join(pieces)


def _asked_whole(tree: ast.Module) -> set[str]:
    """Return the names that are used for full matches and for nothing else."""
    full: set[str] = set()
    other: set[str] = set()
    inner = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            inner[id(node.value)] = node.attr
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            attribute = inner.get(id(node), "")
            if attribute == "fullmatch":
                full.add(node.id)
            elif attribute != "pattern":
                other.add(node.id)
    return full - other


def _asked_anywhere(tree: ast.Module) -> set[str]:
    """Return the names that are asked for a match at a place, with no place where to stop."""
    return {
        node.func.value.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.attr == "match"
        and len(node.args) == 2
    }


def unbounded(expression: Expression) -> list[str]:
    """Return why an expression may read a place again and again; nothing if it does not."""
    tree = parser.parse(expression.pattern, expression.flags)
    if expression.anywhere and tree.getwidth()[1] >= opcode.MAXREPEAT:
        return ["read from many places"]
    loose = list(_loose(list(tree), (), last=not expression.whole))
    if any(not _is_certain(one, follow) for one, follow in _nested(list(tree), ())):
        return ["uncertain inside a repeat"]
    if not loose:
        return []
    shy = [str(one) for one, follow in loose if not _is_certain(one, follow)]
    if shy:
        return ["uncertain"]
    if expression.whole or _begins_once(list(tree)):
        return []
    guard = _guard(list(tree))
    return ["not guarded" for one, _ in loose if not _characters(one) <= guard][:1]


def _loose(items: list, follow: tuple, *, last: bool) -> Iterator[tuple[list, tuple]]:
    """Yield unbounded repeats behind which something can fail, each with what follows it."""
    for at, (op, value) in enumerate(items):
        rest = items[at + 1 :]
        ends = last and all(_is_optional(one) for one in rest)
        behind = (*rest, *follow)
        if op in REPEATS:
            body, endless = list(value[2]), value[1] is opcode.MAXREPEAT
            if endless and not ends:
                yield body, behind
            yield from _loose(body, (*body, *behind) if endless else behind, last=ends)
        elif op in (opcode.ASSERT, opcode.ASSERT_NOT):
            yield from _loose(list(value[1]), (), last=True)
        else:
            for inner in _inner(op, value):
                yield from _loose(inner, behind, last=ends)


def _nested(items: list, follow: tuple, *, inside: bool = False) -> Iterator[tuple[list, tuple]]:
    """Yield long repeats inside a repeat, bounded or not, each with what follows it.

    If they are uncertain, the engine tries all ways to share a text among them.
    """
    for at, (op, value) in enumerate(items):
        behind = (*items[at + 1 :], *follow)
        if op in REPEATS:
            least, most, body = value
            if (
                inside
                and op is not opcode.POSSESSIVE_REPEAT
                and (most is opcode.MAXREPEAT or most - least >= LONG)
            ):
                yield list(body), behind
            again = most is opcode.MAXREPEAT or most >= LONG // 2
            yield from _nested(
                list(body), (*list(body), *behind) if again else behind, inside=again
            )
        else:
            for inner in _inner(op, value):
                yield from _nested(inner, behind, inside=inside)


def _inner(op: object, value: tuple) -> Iterator[list]:
    if op is opcode.SUBPATTERN:
        yield list(value[-1])
    elif op is opcode.ATOMIC_GROUP:
        yield list(value)
    elif op is opcode.BRANCH:
        yield from map(list, value[1])
    elif op is opcode.GROUPREF_EXISTS:
        yield from (list(way) for way in value[1:] if way)


def _is_optional(item: tuple) -> bool:
    op, value = item
    if op is opcode.SUBPATTERN:
        return all(_is_optional(one) for one in value[-1])
    return op in REPEATS and value[0] == 0


def _is_certain(body: list, follow: tuple) -> bool:
    """Tell whether the first character behind a repeat says that it is over."""
    read, nothing = _first(tuple(body))
    after, _ = _first(follow)
    return not nothing and not read & after


def _characters(body: list) -> frozenset[str]:
    """Return the sample characters that a repeat of single characters takes; none if of others."""
    if sum(1 for _ in body) != 1 or not _is_single(body[0]):
        return frozenset()
    return _taken(repr(body), body)


_SETS: dict[str, frozenset[str]] = {}


def _taken(name: str, body: list) -> frozenset[str]:
    if name not in _SETS:
        tree = parser.SubPattern(parser.State(), list(body))
        tree.state.str = ""
        tree.state.flags = re.UNICODE.value
        matcher = compiler.compile(tree, re.UNICODE.value)
        _SETS[name] = frozenset(one for one in SAMPLE if matcher.fullmatch(one))
    return _SETS[name]


def _is_single(item: tuple) -> bool:
    op, value = item
    if op is opcode.SUBPATTERN:
        return len(value[-1]) == 1 and _is_single(value[-1][0])
    if op is opcode.BRANCH:
        return all(len(way) == 1 and _is_single(way[0]) for way in value[1])
    return op in (opcode.IN, opcode.LITERAL, opcode.NOT_LITERAL, opcode.ANY)


def _first(items: tuple) -> tuple[frozenset[str], bool]:
    """Return the sample characters that may come first, and whether nothing need come."""
    found: frozenset[str] = frozenset()
    for op, value in items:
        first, empty = _first_of(op, value)
        found |= first
        if not empty:
            return found, False
    return found, True


def _first_of(op: object, value: tuple) -> tuple[frozenset[str], bool]:
    if op in (opcode.AT, opcode.ASSERT, opcode.ASSERT_NOT):
        return frozenset(), True
    if op in REPEATS:
        first, empty = _first(tuple(value[2]))
        return first, empty or not value[0]
    ways = [_first(tuple(inner)) for inner in _inner(op, value)]
    if ways:
        return frozenset().union(*(first for first, _ in ways)), any(empty for _, empty in ways)
    single = _is_single((op, value))
    return _taken(repr([(op, value)]), [(op, value)]) if single else SAMPLE, False


def _begins_once(items: list) -> bool:
    return bool(items) and items[0][0] is opcode.AT and items[0][1] is opcode.AT_BEGINNING_STRING


def _guard(items: list) -> frozenset[str]:
    """Return the sample characters behind which the expression does not begin."""
    guarded: frozenset[str] = frozenset()
    for op, value in items:
        if op is opcode.ASSERT_NOT and value[0] < 0:
            body = list(value[1])
            if len(body) == 1 and _is_single(body[0]):
                guarded |= _taken(repr(body), body)
        elif op is opcode.ASSERT and value[0] < 0:
            body = list(value[1])
            if len(body) == 1 and _is_single(body[0]):
                guarded |= SAMPLE - _taken(repr(body), body)
        else:
            break
    return guarded
