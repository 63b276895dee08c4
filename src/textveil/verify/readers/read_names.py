"""Names as verifiers read them: the words of a name, from given name to family name.

Words are taken off from both ends, as a clerk would do it: titles in front, degrees and generations
behind. What is left is the name. Its family name is what stands before the comma, what alone is
in capitals, or the last word with the particles before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from textveil.lexicon.tables.languages import ENGLISH, language_named
from textveil.lexicon.tables.words import look_up
from textveil.verify.readers.tables import WordRoles, facts, fold, formal_names, given_bearers

__all__ = ["NameRead", "each_name", "may_be_one", "name_words", "the_name"]

_MARKED: Final = re.compile(
    r"\W{0,99}[\[<{(].{0,999}[\]>})]\W{0,99}|\W{0,99}\*.*|[\W\d_]*|(\w)\1*", re.DOTALL
)
"""A tag, blanks, or one letter again and again: nobody's name."""
_TOKEN: Final = re.compile(r"[^\W\d_]+(?:['\u2010\u2011-]{1,9}[^\W\d_]+)*")
_DOTTED: Final = re.compile(r"(?<=\S)[.,\s]{1,20}((?:[^\W\d_]{1,3}\.){2,})")
_OPENED: Final = tuple("'([")
_KEPT: Final = 1 << 13
_CALLED, _OFTEN_CALLED, _OFTEN_BORNE = 3, 5, 4
"""Steps of bearers from which a title may be a name, is one, and is a family name at a comma."""


class _Token(NamedTuple):
    """A word in small letters, how it is written, and what stands right before and after it."""

    word: str
    written: str
    before: str
    after: str

    @property
    def is_short(self) -> bool:
        return len(self.word) == 1

    @property
    def is_loud(self) -> bool:
        """Whether it is in capitals and no pair of initials."""
        loud = self.written.isupper() and not self.is_short
        return loud and (len(self.word) > 2 or _leaning(self.word) < 0)


@dataclass(frozen=True, slots=True, repr=False)
class NameRead:
    """One person's name.

    Attributes
    ----------
    given, family
        Words of more than one letter, squeezed: given and middle names, and the family name.
    initial
        The letter that stands for the given name, where it is not written out.
    mark
        What tells namesakes apart: initials of middle names, and the generation.
    """

    given: tuple[str, ...] = ()
    family: tuple[str, ...] = ()
    initial: str = ""
    mark: str = ""

    def __repr__(self) -> str:
        return f"NameRead({len(self.words)} words)"

    @property
    def words(self) -> tuple[str, ...]:
        """All words, given name first."""
        return self.given + self.family

    @property
    def is_full(self) -> bool:
        """Whether there is a given name and a family name."""
        return bool(self.given and self.family)


def name_words(text: str, *, language: str = ENGLISH) -> tuple[str, ...]:
    r"""Return the words of one person's name; none for a tag, or the names of several persons.

    Examples
    --------
    >>> name_words("Dr. SMITH, John Q."), name_words("[NAME]"), name_words("Li and Wu")
    (('john', 'smith'), (), ())
    >>> name_words("Ana Ruiz\nLUND, EVA"), name_words("Ana\nRuiz"), name_words("RUIZ Ana")
    ((), ('ana', 'ruiz'), ('ana', 'ruiz'))
    """
    return the_name(text, language=language).words


def the_name(text: str, *, language: str = ENGLISH) -> NameRead:
    """Return the name of the one person in a text; one without words where there are several.

    Examples
    --------
    >>> the_name("John Q. Smith Jr.").mark, the_name("Smith, John").mark
    ('qjr', '')
    >>> the_name("Ann Marie de la Cruz").family
    ('de', 'la', 'cruz')
    """
    found = each_name(text, language=language)
    return found[0] if len(found) == 1 else NameRead()


@lru_cache(maxsize=_KEPT)
def each_name(text: str, *, language: str = ENGLISH) -> tuple[NameRead, ...]:
    r"""Return each name of a passage that may hold several.

    Examples
    --------
    >>> [one.words for one in each_name("Ana Ruiz\nLUND, EVA")]
    [('ana', 'ruiz'), ('eva', 'lund')]
    """
    if _MARKED.fullmatch(text):
        return ()
    known = facts(language)
    whole = _DOTTED.sub(
        lambda found: "" if known.is_a(found[1], "credential") else found[0],
        re.sub(r"'[sS]\b", "", fold(text.replace("-\n", "")).text),
    )
    names: list[NameRead] = []
    for part in re.split("[/;|&]", whole):
        lines = [list(_between(_tokens(line), known)) for line in part.split("\n")]
        apart = all(sum(_weight(one, known) for one in line) > 1 for line in lines)
        for line in lines if apart else [_between(_tokens(part), known)]:
            names += line
    return tuple(names)


def _weight(name: NameRead, known: WordRoles) -> int:
    """Return the number of words of a name, without particles."""
    inner = sum(not known.is_a(word, "particle") for word in name.family[:-1])
    return len(name.given) + inner + bool(name.family)


def _tokens(text: str) -> list[_Token]:
    """Return the words of a text: letters, with hyphens and apostrophes between them."""
    found = list(_TOKEN.finditer(text))
    ends = [0, *(match.end() for match in found)]
    starts = [*(match.start() for match in found), len(text)]
    tokens = []
    for at, match in enumerate(found):
        written = match.group()
        word = "".join(filter(str.isalpha, written.casefold()))
        before, after = text[ends[at] : starts[at]], text[ends[at + 1] : starts[at + 1]]
        tokens.append(_Token(word, written, before, after))
    return tokens


def _between(tokens: list[_Token], known: WordRoles) -> Iterator[NameRead]:
    """Yield the names between words such as `and`; Mr. and Mrs. Li are one name."""
    joints = [at for at, one in enumerate(tokens) if known.is_a(one.word, "joining")]
    begun: list[_Token] = []
    for before, joint in pairwise([-1, *joints, len(tokens)]):
        begun += tokens[before + 1 : joint]
        titles = all(known.is_a(one.word, "title") for one in begun)
        if joint == len(tokens) or not titles:
            name = _read(begun, known)
            yield from [name] if name.words else []
            begun = []


def _read(tokens: list[_Token], known: WordRoles) -> NameRead:
    """Return the name in a row of words."""
    titled, own, former = "", list[_Token](), list[_Token]()
    generation, into = "", own
    shouted = all(one.written.isupper() for one in tokens)
    for at, one in enumerate(tokens):
        if known.is_a(one.word, "former-name"):
            into = former if own else own
        elif known.is_a(one.word, "name-link") or (
            not own and _is_kin(one, tokens[at + 1 :], known)
        ):
            continue
        elif _is_title(one, tokens[at + 1 :], named=bool(own), known=known):
            titled = one.word
        elif own and (one.before[-1:] == '"' or (one.before[-1:] in _OPENED and tokens[at + 1 :])):
            former.append(one)
        elif own and _is_behind(one, tokens[at + 1 :], len(own), shouted, known):
            generation += known.value("generation", one.word) or ""
        else:
            into.append(one)
    given, family = _halves(own, titled, known)
    second = list[_Token]()
    if language_named(known.language).surnames > 1:
        given, family, second = _goes_by(given, family, titled, known)
    first, middle = given[:1], [*given[1:], *second, *former]
    return NameRead(
        tuple(one.word for one in (*first, *middle) if not one.is_short),
        tuple(one.word for one in family if not one.is_short),
        "".join(one.word for one in first if one.is_short),
        "".join(one.word[:1] for one in middle) + generation,
    )


def _leaning(word: str) -> int:
    """Return how much more often a word is a given name than a family name."""
    return given_bearers(word) - look_up(word).surname


def _is_credential(written: str, known: WordRoles) -> bool:
    """Tell whether a word is a degree, perhaps with endings: FNP-BC."""
    roles = ("credential", "rare-credential")
    head, *ends = re.split("[-/]", written)
    ended = known.is_a(head, *roles) and all(known.is_a(end, "credential-ending") for end in ends)
    return ended or known.is_a(written, *roles)


def _agree(one: str, other: str, language: str) -> bool:
    """Tell whether two given names may be one person's: an initial, or of one formal name."""
    if 1 in (len(one), len(other)):
        return one[0] == other[0]
    return not formal_names(one, language).isdisjoint(formal_names(other, language))


def _is_kin(one: _Token, rest: list[_Token], known: WordRoles) -> bool:
    """Tell whether a word is for a relative: son Bob."""
    return one.written.islower() and known.is_a(one.word, "kin") and bool(rest)


def _is_title(one: _Token, rest: list[_Token], *, named: bool, known: WordRoles) -> bool:
    """Tell whether a word is a title: a name must follow, and few people may be called so."""
    if not rest or not known.is_a(one.word, "title"):
        return False
    if one.is_short:
        return known.is_a(one.word, "given-title") and _leaning(rest[0].word) > 0
    called, borne = given_bearers(one.word), max(look_up(one.word)[:3])
    point = one.after.startswith(".")
    if named:
        # Smith, Dr. John
        return "," in one.before and (point or called < _CALLED)
    loud = one.written.isupper() and not rest[0].written.isupper()
    if "," in one.after:
        full = sum(not other.is_short for other in rest) > 1 and not rest[-1].is_short
        return full and not loud and look_up(one.word).surname < _OFTEN_BORNE
    if point or borne < _CALLED:
        return True
    if loud or (rest[0].is_short and called >= _CALLED):
        return False
    return len(rest) > 1 or called < _OFTEN_CALLED


def _is_behind(
    one: _Token, rest: list[_Token], named: int, shouted: bool, known: WordRoles
) -> bool:
    """Tell whether a word after a name is a generation mark or a degree."""
    comma = "," in one.before
    if known.is_a(one.word, "generation"):
        alone = all(other.is_short or _is_credential(other.written, known) for other in rest)
        return not (comma and named == 1 and alone and given_bearers(one.word) >= _CALLED)
    if not _is_credential(one.written, known):
        return False
    borne = max(look_up(one.word)[:3])
    if sum(map(str.isupper, one.written)) < 2:
        return not borne and len(one.word) > 2
    return borne < 2 or not shouted or (comma and named > 1)


def _halves(own: list[_Token], titled: str, known: WordRoles) -> tuple[list[_Token], list[_Token]]:
    """Return given names and family name, by a comma, by capitals, by particles, by order."""
    comma = next((at for at, one in enumerate(own) if at and "," in one.before), 0)
    if comma:
        return own[comma:], own[:comma]
    loud = [
        one.is_loud or (one.written.isupper() and known.is_a(one.word, "particle")) for one in own
    ]
    quiet = loud.index(False) if False in loud else len(own)
    if any(one.is_loud for one in own[:quiet]) and not own[-1].written.isupper():
        return own[quiet:], own[:quiet]
    if len(own) == 1:
        before_given = known.is_a(titled, "given-title")
        return (own, []) if before_given else ([], own)
    split = len(own) - 1
    for at, one in enumerate(own[:-1]):
        again = not one.is_short and known.is_a(own[at + 1].word, "particle")
        leads = again or _leads(one, at == 0, bool(titled), known)
        if known.is_a(one.word, "particle") and leads:
            split = at
            break
    return own[:split], own[split:]


def _goes_by(
    given: list[_Token], family: list[_Token], titled: str, known: WordRoles
) -> tuple[list[_Token], list[_Token], list[_Token]]:
    """Return given names, the family name that somebody goes by, and the one after it."""
    if not given or not family:
        return given, family, []
    if "," in given[0].before:
        parts = _led(family, known)
        return given, parts[0], [one for part in parts[1:] for one in part]
    parts = _led([*given, *family], known)
    leans = [_leaning(part[-1].word) for part in parts]
    count = max(1, len(parts) - 2)
    if len(parts) in (2, 3) and min(leans[:2]) > 0:
        count = 2
    if len(parts) == 2 and leans[1] <= 0 and (leans[0] < 0 or (titled and not leans[0])):
        # Two family names: nobody is named in full.
        return [], [*given, *family], []
    before, own, after = (
        [one for part in some for one in part]
        for some in (parts[:count], parts[count : count + 1], parts[count + 1 :])
    )
    return before, own, after


def _led(words: list[_Token], known: WordRoles) -> list[list[_Token]]:
    """Return the words of a name, each with the particles that lead to it."""
    parts: list[list[_Token]] = []
    open_part = False
    for one in words:
        if open_part:
            parts[-1].append(one)
        else:
            parts.append([one])
        open_part = known.is_a(one.word, "particle") and _leads(one, False, False, known)
    return parts


def _leads(one: _Token, first: bool, titled: bool, known: WordRoles) -> bool:
    """Tell whether a particle begins the family name; with a capital it may be a given name."""
    if one.written.islower() or (first and titled):
        return True
    if one.is_short or (first and known.is_a(one.word, "inner-particle")):
        return False
    return given_bearers(one.word) < (_OFTEN_CALLED - 1 if first else _OFTEN_CALLED)


def may_be_one(one: tuple[str, ...], other: tuple[str, ...], *, language: str = ENGLISH) -> bool:
    """Tell whether two names can be one person's: a word is shared, the others agree.

    Examples
    --------
    >>> may_be_one(("bob", "smith"), ("robert", "smith")), may_be_one(("ann", "li"), ("bo", "li"))
    (True, False)
    """
    if "".join(one) == "".join(other) or set(one) <= set(other) or set(other) <= set(one):
        return True
    shared = set(one) & set(other)
    rest = [[word for word in words if word not in shared] for words in (one, other)]
    if not shared or not rest[0] or not rest[1]:
        return bool(shared)
    return any(_agree(here, there, language) for here in rest[0] for there in rest[1])
