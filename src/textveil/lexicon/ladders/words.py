"""Ladders of words: what a thing or an action is a kind of, by WordNet.

The usual sense of the word counts, and the longest chain where there are several. It ends at the
first of the most general kinds, such as *person* or *food*: what is above them says nothing.
"""

from textveil.lexicon.wordnet import NOUN, VERB, wordnet
from textveil.values.ladder import Ladder, Rung

__all__ = ["word_ladder"]

_TOPS = "noun.Tops"


def word_ladder(text: str, part: str = NOUN) -> Ladder | None:
    """Return the ladder of a noun or verb; None if WordNet has nothing above it.

    Of a phrase that WordNet does not have, its last word counts.

    Examples
    --------
    >>> [rung.text for rung in word_ladder("student").rungs]
    ['student', 'enrollee', 'person']
    """
    graph = wordnet()
    sense = _sense(text, part)
    if sense is None:
        return None
    rungs, seen = [Rung((text,))], {text.casefold()}
    if graph.class_of(sense) == _TOPS:
        return None
    for higher in graph.longest_chain(sense)[1:]:
        forms = tuple(word for word in graph.words(higher) if word.casefold() not in seen)[:2]
        if forms:
            seen |= {form.casefold() for form in forms}
            rungs.append(Rung(forms))
        if graph.class_of(higher) == _TOPS:
            break
    return Ladder(tuple(rungs)) if len(rungs) > 1 else None


def _sense(text: str, part: str) -> int | None:
    graph = wordnet()
    whole = text.strip()
    for words in (whole, whole.split()[-1] if part == NOUN and whole.split() else ""):
        base = graph.base(words, part) if words else None
        if base is not None and part in (NOUN, VERB):
            return graph.senses(base, part)[0]
    return None
