"""Ladders of words: what a thing or an action is a kind of, by WordNet.

The usual sense of the word counts, and the longest chain where there are several. It ends at the
first of the most general kinds, such as *person* or *food*: what is above them says nothing.
"""

from textveil.lexicon.relations.wordnet import NOUN, wordnet
from textveil.values.messages.ladder import Ladder, Rung

__all__ = ["word_ladder"]

_TOPS = "noun.Tops"


def word_ladder(text: str, part: str = NOUN) -> Ladder | None:
    """Return the ladder of a noun or verb; None if WordNet has nothing above it.

    A name that WordNet does not have, but whose last word it has, is one of these.

    Examples
    --------
    >>> [rung.text for rung in word_ladder("student").rungs]
    ['student', 'enrollee', 'person']
    >>> [rung.text for rung in word_ladder("Tokyo University").rungs]
    ['Tokyo University', 'university']
    """
    graph = wordnet()
    base = graph.base(text.strip(), part)
    if base is None:
        head = text.split()[-1].lower() if len(text.split()) > 1 and part == NOUN else ""
        known = bool(head) and graph.base(head, NOUN) is not None
        return Ladder((Rung((text,)), Rung((head,)))) if known else None
    sense = graph.senses(base, part)[0]
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
