"""Clauses: what goes where a private passage can neither be covered nor be left out alone.

"My boyfriend and I broke up" without "broke" is no sentence. The smallest clause that holds the
passage goes instead, and what joins it to the rest: "I was drunk and I crashed my car" becomes "I
crashed my car".
"""

from collections.abc import Iterator

from textveil.lexicon.tables.facts import facts
from textveil.values.edit import Edit
from textveil.values.messages.parse import Parse

__all__ = ["clause_edit"]


def clause_edit(parse: Parse, start: int, end: int, label: str) -> Edit | None:
    """Return the edit that takes out the clause of a passage; None if it has no word.

    Parameters
    ----------
    parse
        The parsed message.
    start, end
        The passage.
    label
        Its label.
    """
    within = parse.words_in(start, end)
    if not within:
        return None
    sentence = parse.sentence_of(within[0])
    first, last = _clause(parse, within, sentence)
    first, last = _joined(parse, first, last, sentence)
    return _edit(parse, first, last, sentence, label)


def _clause(parse: Parse, within: range, sentence: range) -> tuple[int, int]:
    """Return the first and, behind it, the last word of the smallest clause that can go."""
    for verb in (within[-1], *parse.ancestors(within[-1])):
        if not _can_go(parse, verb):
            continue
        own = set(_below(parse, verb))
        whole = own >= set(within) and max(own) - min(own) + 1 == len(own)
        if whole and len(own) < len(sentence):
            return min(own), max(own) + 1
    return sentence.start, sentence.stop


def _can_go(parse: Parse, verb: int) -> bool:
    """Tell whether a word is the head of a clause that the rest of its sentence can do without."""
    word = parse.words[verb]
    if not word.tag.startswith("VB"):
        return False
    if word.relation == "conj":
        return parse.words[word.head].tag.startswith("VB")
    if facts().is_a(word.relation, "clause-relation"):
        return True
    # "I have asthma" before ": I can't believe it" goes; "I think I have asthma" goes as a whole.
    return word.head == verb or (word.relation == "ccomp" and verb < word.head)


def _has_subject(parse: Parse, verb: int) -> bool:
    relations = (parse.words[at].relation for at in parse.children(verb))
    return any(facts().is_a(one, "subject-relation") for one in relations)


def _below(parse: Parse, verb: int) -> Iterator[int]:
    """Yield a word and all that hangs on it, but not what could stand alone beside it."""
    yield verb
    for child in parse.children(verb):
        word = parse.words[child]
        beside = word.relation == "conj" and _has_subject(parse, child)
        before = word.relation == "ccomp" and child < verb and _has_subject(parse, child)
        joins = word.relation in ("cc", "punct") and child > verb
        if not beside and not before and not (joins and _stands_alone_after(parse, verb, child)):
            yield from _below(parse, child)


def _stands_alone_after(parse: Parse, verb: int, at: int) -> bool:
    """Tell whether a clause of its own follows a word that joins."""
    return any(
        child > at and parse.words[child].relation == "conj" and _has_subject(parse, child)
        for child in parse.children(verb)
    )


def _joined(parse: Parse, first: int, last: int, sentence: range) -> tuple[int, int]:
    """Return a range of words with the words and marks that join it to the rest."""
    opens = first == sentence.start
    if opens:
        while last < sentence.stop - 1 and _joins(parse, last):
            last += 1
    else:
        while first > sentence.start and _joins(parse, first - 1):
            first -= 1
        # The mark at the end of the sentence stays.
        while last - 1 > first and parse.words[last - 1].tag == ".":
            last -= 1
    rest = [*range(sentence.start, first), *range(last, sentence.stop)]
    if not any(_says(parse, at) for at in rest):
        return sentence.start, sentence.stop
    return first, last


def _says(parse: Parse, at: int) -> bool:
    return any(letter.isalnum() for letter in parse.text_of(at))


def _joins(parse: Parse, at: int) -> bool:
    tag = parse.words[at].tag
    return tag in ("CC", ",", ":", "HYPH") or facts().is_a(parse.text_of(at), "clause-joiner")


def _edit(parse: Parse, first: int, last: int, sentence: range, label: str) -> Edit:
    """Return the edit that takes words out, with one blank; what begins gets a capital."""
    text = parse.text
    start, end = parse.span_of(first, last)
    if first == sentence.start:
        while end < len(text) and text[end].isspace():
            end += 1
        following = text[end : end + 1]
        if last == sentence.stop:
            # Behind a whole sentence nothing changes; at the end of the text the blank goes.
            return Edit(len(text[:start].rstrip()) if end == len(text) else start, end, "", label)
        if not following or not text[start].isupper():
            return Edit(start, end, "", label)
        return Edit(start, end + 1, following.upper(), label)
    return Edit(len(text[:start].rstrip()), end, "", label)
