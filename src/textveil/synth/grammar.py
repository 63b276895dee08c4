r"""A small template grammar: rules with alternative wordings, nested as deep as one likes.

A file of wordings holds rules. `== name` begins a rule with one wording a line, `=== name` one
whose wordings are blocks of lines with a line of `---` between them. Lines that begin with `#` are
comments outside of blocks. A wording may begin with `?F` or `?M`: it is said of women or of men
only. Inside a wording stand

- `{slot}` and `{slot:argument,argument}`: a value that the scene fills in;
- `<rule>`: a wording of that rule, `<^rule>` with a capital, `<rule*2-4>` two to four different
  ones with blanks between them, `<rule*2-4/, >` with something else between them;
- `[one|other|]`: one of these; they nest;
- `\n`, and `\` before a character that is meant as such.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, Protocol

from textveil.errors import InvalidValueError
from textveil.synth.page import Page
from textveil.synth.people.share import Share

__all__ = ["Grammar", "SlotFiller", "Wording", "parse_rules"]

_WHOLE: Final = "doc."
"""Rules of whole documents. There are few of each, and no two shares may have one in common."""

_FEW: Final = 6
"""Rules with fewer wordings repeat themselves in a document."""


class SlotFiller(Protocol):
    """The scene of a wording: it fills the slots and makes random choices.

    `template` is the id of the first wording with words of its own; empty before there is one.
    `told` are the ids of all wordings so far.
    """

    rng: Random
    page: Page
    template: str
    told: set[str]

    @property
    def guard(self) -> str:
        """Gender of the person the document is about."""

    def fill(self, slot: str, arguments: tuple[str, ...]) -> None:
        """Write the value of a slot to the page."""


@dataclass(frozen=True, slots=True)
class _Text:
    text: str


@dataclass(frozen=True, slots=True)
class _Slot:
    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    options: tuple["Nodes", ...]


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    low: int = 1
    high: int = 1
    joiner: str = " "
    capital: bool = False


Node = _Text | _Slot | _Choice | _Rule
Nodes = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording: its id, its source, the people it fits, and its parts."""

    id: str
    source: str
    guard: str
    nodes: Nodes

    @property
    def bare(self) -> bool:
        """Whether it has no words of its own and only leads on to other rules."""
        return all(
            isinstance(node, _Rule) or (isinstance(node, _Text) and not node.text.strip())
            for node in self.nodes
        )


class _Reader:
    """Reads one wording, character by character."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def whole(self) -> Nodes:
        """Read all of it."""
        nodes = self.sequence("")
        if self.at < len(self.source):
            raise self.wrong("a bracket closes that was not opened")
        return nodes

    def sequence(self, stops: str) -> Nodes:
        """Read up to one of `stops`, which stays unread."""
        nodes: list[Node] = []
        text: list[str] = []

        def settle() -> None:
            if text:
                nodes.append(_Text("".join(text)))
                text.clear()

        while self.at < len(self.source) and self.source[self.at] not in stops:
            letter = self.source[self.at]
            if letter in "{<[":
                settle()
                nodes.append(self.bracket(letter))
            elif letter in "]}":
                raise self.wrong(f"{letter} stands alone")
            else:
                text.append(self.letter())
        settle()
        return tuple(nodes)

    def letter(self) -> str:
        """Read one character, escaped or not."""
        if self.source[self.at] != "\\" or self.at + 1 == len(self.source):
            self.at += 1
            return self.source[self.at - 1]
        self.at += 2
        escaped = self.source[self.at - 1]
        return {"n": "\n", "t": "\t"}.get(escaped, escaped)

    def bracket(self, opening: str) -> Node:
        """Read what a bracket holds."""
        if opening == "[":
            return self.choice()
        closing = "}" if opening == "{" else ">"
        end = self.source.find(closing, self.at)
        if end < 0:
            raise self.wrong(f"{opening} is not closed")
        inside = self.source[self.at + 1 : end]
        self.at = end + 1
        return self.slot(inside) if opening == "{" else self.rule(inside)

    def choice(self) -> _Choice:
        """Read alternatives."""
        options = []
        while True:
            self.at += 1
            options.append(self.sequence("|]"))
            if self.at == len(self.source):
                raise self.wrong("[ is not closed")
            if self.source[self.at] == "]":
                self.at += 1
                return _Choice(tuple(options))

    def slot(self, inside: str) -> _Slot:
        """Read a slot."""
        name, _, rest = inside.partition(":")
        return _Slot(name.strip(), tuple(rest.split(",")) if rest else ())

    def rule(self, inside: str) -> _Rule:
        """Read a reference to a rule."""
        body, slash, joiner = inside.partition("/")
        body, _, times = body.partition("*")
        low, _, high = times.partition("-")
        if times and not (low.isdecimal() and (high or low).isdecimal()):
            raise self.wrong("a repetition is written *2 or *2-4")
        return _Rule(
            body.removeprefix("^"),
            int(low or 1),
            int(high or low or 1),
            joiner.replace("\\n", "\n") if slash else " ",
            body.startswith("^"),
        )

    def wrong(self, what: str) -> InvalidValueError:
        """Return the error for this place."""
        return InvalidValueError(what, where=f"column {self.at + 1}")


def _wording(name: str, number: int, source: str) -> Wording:
    guard = source[1] if source[:3] in ("?F ", "?M ") else ""
    body = source[3:] if guard else source
    try:
        nodes = _Reader(body).whole()
    except InvalidValueError as error:
        raise InvalidValueError(error.what, where=f"{name}-{number}, {error.where}") from None
    return Wording(f"{name}-{number}", source, guard, nodes)


def _headed(lines: Iterable[str]) -> Iterator[tuple[str, bool, list[str]]]:
    name, blocks = "", False
    body: list[str] = []
    for line in lines:
        if line.startswith(("== ", "=== ")):
            if name:
                yield name, blocks, body
            name, blocks, body = line.lstrip("= ").strip(), line.startswith("==="), []
        else:
            body.append(line.rstrip())
    if name:
        yield name, blocks, body


def parse_rules(text: str) -> dict[str, tuple[Wording, ...]]:
    r"""Read the rules of a file.

    Examples
    --------
    >>> rules = parse_rules("== greeting\nHello {name}.\n[Hi|Dear] {name}!\n")
    >>> [wording.id for wording in rules["greeting"]]
    ['greeting-1', 'greeting-2']
    """
    rules: dict[str, tuple[Wording, ...]] = {}
    for name, blocks, body in _headed(text.splitlines()):
        if blocks:
            sources = [block.strip("\n") for block in "\n".join(body).split("\n---\n")]
        else:
            sources = [line for line in body if line and not line.startswith("#")]
        sources = [source for source in sources if source]
        if name in rules or not sources:
            raise InvalidValueError("a rule is given twice or is empty", where=name)
        found = tuple(_wording(name, at, source) for at, source in enumerate(sources, 1))
        own = [wording.source for wording in found if not wording.bare]
        if len(set(own)) != len(own):
            raise InvalidValueError("a rule has one wording twice", where=name)
        rules[name] = found
    return rules


class Grammar:
    r"""Rules of which one share of the wordings is used.

    Parameters
    ----------
    rules
        Wordings by the name of their rule.
    share
        The part of every rule's wordings that is used. Wordings that only lead on to other rules
        belong to every share. Of a rule for whole documents nothing may be left.

    Examples
    --------
    >>> len(Grammar(parse_rules("== a\none\ntwo\n"), Share.parse("A")).wordings("a"))
    1
    """

    def __init__(self, rules: Mapping[str, Sequence[Wording]], share: Share) -> None:
        self._rules: dict[str, tuple[Wording, ...]] = {}
        self._guarded: set[str] = set()
        for name, wordings in rules.items():
            own = [w.source for w in wordings if not w.bare]
            deal = share.of_scarce if name.startswith(_WHOLE) else share.of_short
            sources = set(deal(own))
            self._rules[name] = tuple(w for w in wordings if w.bare or w.source in sources)
            if any(w.guard for w in wordings):
                self._guarded.add(name)

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def wordings(self, rule: str, guard: str = "") -> tuple[Wording, ...]:
        """Return the wordings of a rule that fit a person."""
        try:
            found = self._rules[rule]
        except KeyError:
            raise InvalidValueError("there is no such rule", where=rule) from None
        if rule not in self._guarded:
            return found
        return tuple(w for w in found if not w.guard or w.guard == guard)

    def tell(self, rule: str, scene: SlotFiller) -> None:
        """Write one wording of a rule to the scene's page."""
        self._say(self._pick(self.wordings(rule, scene.guard), scene), scene)

    def _pick(self, found: tuple[Wording, ...], scene: SlotFiller) -> Wording:
        """Choose a wording, if possible one that the document does not have already."""
        for _ in range(3):
            chosen = scene.rng.choice(found)
            if chosen.id not in scene.told or len(found) < _FEW:
                break
        return chosen

    def _say(self, wording: Wording, scene: SlotFiller) -> None:
        if not scene.template and not wording.bare:
            scene.template = wording.id
        scene.told.add(wording.id)
        self.expand(wording.nodes, scene)

    def expand(self, nodes: Nodes, scene: SlotFiller) -> None:
        """Write the parts of a wording."""
        for node in nodes:
            if isinstance(node, _Text):
                scene.page.write(node.text)
            elif isinstance(node, _Slot):
                scene.fill(node.name, node.arguments)
            elif isinstance(node, _Choice):
                self.expand(scene.rng.choice(node.options), scene)
            else:
                self._expand_rule(node, scene)

    def _expand_rule(self, node: _Rule, scene: SlotFiller) -> None:
        if node.capital:
            scene.page.capitalize_next()
        found = self.wordings(node.name, scene.guard)
        if node.high == 1:
            self._say(self._pick(found, scene), scene)
            return
        count = min(len(found), scene.rng.randint(node.low, node.high))
        fresh = [wording for wording in found if wording.id not in scene.told]
        for at, wording in enumerate(
            scene.rng.sample(fresh if len(fresh) >= count else found, count)
        ):
            if at:
                scene.page.write(node.joiner)
            if node.capital:
                scene.page.capitalize_next()
            self._say(wording, scene)

    def mentions(self) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """Yield what the wordings refer to: ("slot" or "rule", its name, its arguments)."""
        for wordings in self._rules.values():
            for wording in wordings:
                yield from _mentions(wording.nodes)


def _mentions(nodes: Nodes) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for node in nodes:
        if isinstance(node, _Slot):
            yield "slot", node.name, node.arguments
        elif isinstance(node, _Rule):
            yield "rule", node.name, ()
        elif isinstance(node, _Choice):
            for option in node.options:
                yield from _mentions(option)
