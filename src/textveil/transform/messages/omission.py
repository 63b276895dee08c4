"""Leaving out: takes a time or place phrase out of a sentence where the sentence can do without.

A phrase can go if it hangs on the rest by a relation of an adverbial: then nothing else depends on
it (paper 5, 4.3). Subjects, objects and predicates stay, as "Today" in "Today was my day".
"""

from collections.abc import Sequence

from textveil.lexicon.tables.facts import facts
from textveil.values.edit import Edit
from textveil.values.messages.parse import Parse

__all__ = ["can_be_left_out", "left_out"]


def can_be_left_out(
    parse: Parse, start: int, end: int, others: Sequence[tuple[int, int]] = ()
) -> bool:
    """Tell whether the words of a passage hang on the rest as an adverbial and nothing on them.

    Parameters
    ----------
    parse
        The parsed message.
    start, end
        The passage.
    others
        Passages that may go too: the sentence must be whole without them.
    """
    words = set(parse.words_in(start, end))
    tops = [at for at in words if parse.words[at].head not in words or parse.words[at].head == at]
    if len(tops) != 1:
        return False
    top = parse.words[tops[0]]
    if facts().is_a(top.relation, "premodifier-relation") and top.head > max(words):
        # "Our 2-day course" becomes "our course".
        return True
    if top.head == tops[0] or not facts().is_a(top.relation, "free-relation"):
        return False
    head = parse.words[top.head]
    if facts().is_a(head.lemma, "place-needing-verb") and not _has_complement(
        parse, top.head, words | {at for one in others for at in parse.words_in(*one)}
    ):
        return False
    if top.lemma == "of" or _stands_for_subject(parse, top.head, min(words)):
        return False
    hanging = (child for at in words for child in parse.children(at) if child not in words)
    return all(parse.words[child].relation == "punct" for child in hanging)


def _stands_for_subject(parse: Parse, verb: int, first: int) -> bool:
    """Tell whether a passage before a verb is all the subject it has: "Today was my day"."""
    head = parse.words[verb]
    finite = head.tag in ("VBD", "VBZ", "VBP") and head.relation != "conj"
    relations = (parse.words[at].relation for at in parse.children(verb))
    has_subject = any(facts().is_a(one, "subject-relation") for one in relations)
    return finite and first < verb and not has_subject


def _has_complement(parse: Parse, verb: int, words: set[int]) -> bool:
    """Tell whether a verb keeps something that makes it whole without some words."""
    others = (parse.words[at] for at in parse.children(verb) if at not in words and at > verb)
    return any(facts().is_a(one.relation, "complement-relation") for one in others)


def left_out(text: str, start: int, end: int, label: str) -> Edit:
    """Return the edit that takes a passage out with one blank and a comma that is left over.

    Examples
    --------
    >>> left_out("Mary eeats sushiii at nite", 19, 26, "TIME").start
    18
    >>> left_out("Today, I rest.", 0, 5, "DATE")
    Edit(DATE[0,8) -> 1 characters)
    """
    before, after = text[:start], text[end:]
    if not before.strip() or before.rstrip()[-1] in ".!?\n":
        stop = end
        while stop < len(text) and text[stop] in ", ":
            stop += 1
        first = text[stop : stop + 1]
        capital = first.upper() if text[start : start + 1].isupper() else first
        changed = stop + 1 if first else stop
        return Edit(start, changed, capital, label)
    begin = len(before.rstrip(" "))
    if before[:begin].endswith(",") and (not after.strip() or after.lstrip()[:1] in ",.!?;:"):
        begin -= 1
    return Edit(begin, end, "", label)
