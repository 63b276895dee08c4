"""Templates: which generic words of an organization's name stay in its surrogate.

A generic word may be rare: one listed hospital is a "Sanatorium". So a template is used only if at
least 20 listed names are *released* under it (decision 0009 calls this mutual: that 20 names would
match it is not enough). A name whose template is too rare takes a more general one: first the
kinds of its holes are forgotten, then holes are joined, then the rarest generic word goes, and so
on. A name that finds none becomes a wholly new one.

`docs/methods/surrogates.md` has the proof and what a reader can gain.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from textveil.lexicon.tables.built_lists import rows
from textveil.lexicon.tables.facts import facts
from textveil.lexicon.tables.folding import squeeze_text
from textveil.lexicon.tables.languages import ENGLISH
from textveil.lexicon.tables.terms import companies, hospitals, universities
from textveil.transform.surrogates.organizations.pieces import (
    COMMA,
    SAINT,
    NamePiece,
    key_of,
    read_pieces,
)

__all__ = [
    "BUILT",
    "ENOUGH",
    "LISTS",
    "NameForm",
    "Own",
    "Template",
    "TemplateTable",
    "computed",
    "forms_of",
    "released",
    "templates",
]

ENOUGH: Final = 20
"""Listed names that must be released under a template."""

Template = tuple[str, ...]
"""Generic and small words by their keys, and the kinds of holes behind an asterisk."""

LISTS: Final[Mapping[str, Callable[[], tuple[str, ...]]]] = {
    names.__name__: names for names in (hospitals, universities, companies)
}
"""The shipped lists of names."""
BUILT: Final = "organization_templates.tsv"
"""File that keeps what was computed from the shipped lists; reading them takes seconds."""
_HOLE: Final = "*"
_FORM_WORD: Final = re.compile(r"\S+")
_GAP: Final = "\u2026"
"""Where the name stands in a form that the facts say."""
_STAGES: Final = 3
"""Forms of a name with the same generic words."""
_ALONE: Final = (
    *("acronym", "city", "country", "dedication", "fancy", "made"),
    *("name", "number", "people", "person", "state"),
)
"""Kinds of holes that are names by themselves."""
Own = tuple[tuple[str, tuple[str, ...]], ...]
"""Names that a policy lists, by label."""


class NameForm(NamedTuple):
    """A way to release a name: its template, and the pieces that the template keeps.

    A piece that stands for several of the name's reaches from the first to the last of them.
    """

    template: Template
    pieces: tuple[NamePiece, ...]

    @property
    def generic(self) -> int:
        """How many generic words stay."""
        return sum(piece.role == "generic" for piece in self.pieces)


def forms_of(pieces: Sequence[NamePiece], frequency: Mapping[str, int]) -> Iterator[NameForm]:
    """Yield the forms of a name, the most specific first; the last has no generic word.

    Parameters
    ----------
    pieces
        The name.
    frequency
        How many listed names have a generic word; of a name's words the rarest goes first.
    """
    kept = _trimmed(pieces)
    while True:
        yield _form(kept)
        free = _without_kinds(kept)
        yield _form(free)
        yield _form(_joined(free))
        generic = [piece for piece in kept if piece.role == "generic"]
        if not generic:
            return
        kept = _without(kept, min(generic, key=lambda p: (frequency.get(p.key, 0), p.key)))


def _without_kinds(pieces: Sequence[NamePiece]) -> tuple[NamePiece, ...]:
    """Return pieces in which holes are just names; saints stay saints behind their title.

    What stands behind a generic word is nearly always a place: "Mercy Hospital Lincoln".
    """
    kept: list[NamePiece] = []
    kind = "name"
    for piece in pieces:
        if piece.role == "generic" and piece.key != SAINT:
            kind = "city"
        is_free = piece.role == "hole" and piece.key != SAINT
        kept.append(piece._replace(key=kind) if is_free else piece)
    return tuple(kept)


def _form(pieces: tuple[NamePiece, ...]) -> NameForm:
    words = (_HOLE + piece.key if piece.role == "hole" else piece.key for piece in pieces)
    return NameForm(tuple(words), pieces)


def _trimmed(pieces: Iterable[NamePiece]) -> tuple[NamePiece, ...]:
    """Return pieces without small words at either end."""
    kept = list(pieces)
    while kept and kept[0].role == "small":
        del kept[0]
    while kept and kept[-1].role == "small":
        del kept[-1]
    return tuple(kept)


def _without(pieces: Sequence[NamePiece], gone: NamePiece) -> tuple[NamePiece, ...]:
    """Return pieces without a generic word, the small words beside it, and holes that then meet."""
    at = pieces.index(gone)
    before, after = list(_trimmed(pieces[:at])), list(_trimmed(pieces[at + 1 :]))
    if gone.key == SAINT and after:
        after[0] = after[0]._replace(key="name")
    if before and after and before[-1].role == after[0].role == "hole":
        before[-1] = _spanning(before[-1], after.pop(0))
    return (*before, *after)


def _joined(pieces: Sequence[NamePiece]) -> tuple[NamePiece, ...]:
    """Return pieces in which holes with small words between them are one."""
    kept: list[NamePiece] = []
    for piece in pieces:
        holes = [at for at, one in enumerate(kept) if one.role == "hole"]
        if piece.role == "hole" and holes:
            between = kept[holes[-1] + 1 :]
            if all(one.role == "small" for one in between):
                kept[holes[-1] :] = [_spanning(kept[holes[-1]], piece)]
                continue
        kept.append(piece)
    return tuple(kept)


def _spanning(one: NamePiece, other: NamePiece) -> NamePiece:
    return NamePiece("hole", SAINT if one.key == SAINT else "name", one.start, other.end)


@dataclass(frozen=True, slots=True, repr=False)
class TemplateTable:
    """Which templates are used, and by how many listed names.

    Attributes
    ----------
    counts
        For each list how many of its names are released under a template.
    labels
        For each list the label of its names; empty for forms that fit any.
    list_of
        For each listed name, squeezed, the number of its list.
    used
        For each list the templates that it uses; at the end those of all lists together.
    frequency
        How many listed names have a generic word.
    written
        How generic words are written.
    """

    counts: tuple[Mapping[Template, int], ...]
    labels: tuple[str, ...]
    list_of: Mapping[str, int]
    used: tuple[frozenset[Template], ...]
    frequency: Mapping[str, int]
    written: Mapping[str, str]

    def form_of(self, value: str, pieces: Sequence[NamePiece]) -> NameForm | None:
        """Return how a name is released; None if it becomes a wholly new name.

        A listed name counts with its own list, so that those who share its template are on it.
        """
        used = self.used[self.list_of.get(squeeze_text(value), -1)]
        for form in forms_of(pieces, self.frequency):
            if form.template in used and (form.generic or _is_bare(pieces)):
                return form
        return None

    def drawn_from(self, label: str) -> Mapping[Template, int]:
        """Return the templates of wholly new names, with their weights."""
        lists = zip(self.labels, self.counts, strict=True)
        chosen = [counts for of, counts in lists if of == label] or self.counts
        return {t: n for counts in chosen for t, n in counts.items() if _says_what(t)}


def _is_bare(pieces: Iterable[NamePiece]) -> bool:
    return all(piece.role != "generic" for piece in pieces)


def _says_what(template: Template) -> bool:
    return any(not word.startswith(_HOLE) for word in template)


@lru_cache(maxsize=8)
def templates(language: str = ENGLISH, own: Own = ()) -> TemplateTable:
    """Return the templates of a language; names that a policy lists are lists of their own.

    Those of the shipped lists were computed when the package was built.
    """
    frequency, counts = _built() if language == ENGLISH else (Counter[str](), {})
    shipped = [frozenset(map(squeeze_text, LISTS[name]())) for name in counts]
    read = [_read(names, language) for _, names in own]
    frequency = frequency + _frequency(read)
    tables = [*counts.values(), *(released(names.values(), frequency) for names in read)]
    forms, written = _said(language)
    every = (*tables, dict.fromkeys(forms, ENOUGH))
    labels = (*map(_label, counts), *(label for label, _ in own), "")
    used = tuple(frozenset(one) for one in every)
    list_of = {key: at for at, names in reversed([*enumerate((*shipped, *read))]) for key in names}
    everything = frozenset[Template]().union(*used)
    return TemplateTable(every, labels, list_of, (*used, everything), frequency, written)


def _label(name: str) -> str:
    return "HOSPITAL" if LISTS[name] is hospitals else "ORGANIZATION"


def _built() -> tuple[Counter[str], dict[str, dict[Template, int]]]:
    """Return what was computed from the shipped lists."""
    frequency: Counter[str] = Counter()
    counts: dict[str, dict[Template, int]] = {name: {} for name in LISTS}
    for of, text, count in rows(BUILT):
        if of in counts:
            counts[of][tuple(text.split(" "))] = int(count)
        else:
            frequency[text] = int(count)
    return frequency, counts


def computed() -> Iterator[tuple[str, str, int]]:
    """Yield what `templates` needs to know of the shipped lists: templates, and generic words."""
    read = {name: _read(names(), ENGLISH) for name, names in LISTS.items()}
    frequency = _frequency(read.values())
    for name, names in read.items():
        for template, count in sorted(released(names.values(), frequency).items()):
            yield name, " ".join(template), count
    yield from (("word", word, count) for word, count in sorted(frequency.items()))


def _frequency(read: Iterable[Mapping[str, Sequence[NamePiece]]]) -> Counter[str]:
    every = (piece for names in read for pieces in names.values() for piece in pieces)
    return Counter(piece.key for piece in every if piece.role == "generic")


def _read(names: Iterable[str], language: str) -> dict[str, list[NamePiece]]:
    """Return the pieces of each name of a list, by the squeezed name."""
    return {squeeze_text(name): read_pieces(name, language=language) for name in names}


def released(
    names: Iterable[Sequence[NamePiece]], frequency: Mapping[str, int]
) -> dict[Template, int]:
    """Return how many names of a list are released under each template that is used.

    Forms of a name come level by level, each more general than the one before: a form of level k
    is reached only from more specific ones. So one pass from the most specific level on decides
    each level for good, and no count falls afterwards.
    """
    counts: Counter[Template] = Counter()
    waiting: dict[int, list[tuple[Iterator[NameForm], bool]]] = {}
    for pieces in names:
        generic = sum(piece.role == "generic" for piece in pieces)
        waiting.setdefault(generic, []).append((forms_of(pieces, frequency), _is_bare(pieces)))
    for generic in range(max(waiting, default=-1), -1, -1):
        here = waiting.get(generic, [])
        for _ in range(_STAGES):
            here = _undecided(here, counts, bare_only=not generic)
        waiting.setdefault(generic - 1, []).extend(here)
    return dict(counts)


def _undecided(
    names: list[tuple[Iterator[NameForm], bool]], counts: Counter[Template], *, bare_only: bool
) -> list[tuple[Iterator[NameForm], bool]]:
    """Count the names of a level that enough others share the form of; return the rest."""
    forms = [(next(rest).template, rest, bare) for rest, bare in names]
    here = Counter(template for template, _, bare in forms if bare or not bare_only)
    enough = {one for one, count in here.items() if counts[one] + count >= ENOUGH}
    counts.update({one: here[one] for one in enough})
    left = (name for name in forms if name[0] not in enough or (bare_only and not name[2]))
    return [(rest, bare) for _, rest, bare in left]


def _said(language: str) -> tuple[list[Template], dict[str, str]]:
    """Return the templates that the facts say, and how generic words are written.

    A role says forms of which every city, state or country has one, or of which public registers
    have thousands ("Ltd"), each with the kinds of its hole. A hole alone is a form too: the lists
    of places and names have far more than enough of each kind.
    """
    known = facts(language)
    written = {squeeze_text(word): word[:1].upper() + word[1:] for word in known.words("generic")}
    written |= {squeeze_text(word): word for word in known.words("small-word")}
    forms: list[Template] = [(f"{_HOLE}{kind}",) for kind in _ALONE]
    groups = Counter(f"={group}" for group in known.values("generic-group").values())
    for form, kinds in known.values("organization-form").items():
        holes = [f"{_HOLE}{kind}" for kind in kinds.split() if groups.get(kind, ENOUGH) >= ENOUGH]
        for words in _spelled(form, language):
            keys = [word if word in (_GAP, COMMA) else key_of(word) for word in words]
            written |= {key: word for key, word in zip(keys, words, strict=True) if key != _GAP}
            forms += (tuple(hole if key == _GAP else key for key in keys) for hole in holes)
    return forms, written


def _spelled(form: str, language: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a form; a role behind an equals sign stands for each of its phrases."""
    choices = [
        facts(language).words(word[1:]) if word.startswith("=") else (word,)
        for word in _FORM_WORD.findall(form)
    ]
    for chosen in product(*choices):
        yield tuple(word for phrase in chosen for word in phrase.split())
