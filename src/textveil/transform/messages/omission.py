"""Leaving out: takes a time or place phrase out of a sentence where the sentence can do without.

A phrase can go if it hangs on the rest by a relation of an adverbial: then nothing else depends on
it (paper 5, 4.3). Subjects, objects and predicates stay, as "Today" in "Today was my day".
"""

from collections.abc import Sequence

from textveil.lexicon.tables.facts import facts
from textveil.values.edit import Edit
from textveil.values.messages.parse import Parse, ParsedWord

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
    if _stands_aside(parse, words):
        return True
    tops = [at for at in words if parse.words[at].head not in words or parse.words[at].head == at]
    gone = words | {at for one in others for at in parse.words_in(*one)}
    return bool(tops) and all(_hangs_freely(parse, at, words, gone) for at in tops)


def _stands_aside(parse: Parse, words: set[int]) -> bool:
    """Tell whether a passage stands between brackets, or owns what follows: "today's meeting"."""
    if not words or max(words) + 1 >= len(parse):
        return False
    first, following = min(words), parse.words[max(words) + 1]
    bracketed = first > 0 and parse.text_of(first - 1) == "(" and following.tag == "-RRB-"
    return bracketed or (following.tag == "POS" and following.head in words)


def _hangs_freely(parse: Parse, at: int, words: set[int], gone: set[int]) -> bool:
    """Tell whether a word hangs on what stays, and nothing that stays hangs on a set of words."""
    top = parse.words[at]
    if facts().is_a(top.relation, "premodifier-relation") and top.head > max(words):
        # "Our 2-day course" becomes "our course"; "to Dublin leaves" was not read as it is meant.
        before = parse.words[min(words) - 1].tag if min(words) else ""
        return before not in ("IN", "TO") or not top.tag.startswith("NNP")
    if top.head == at or not facts().is_a(top.relation, "free-relation"):
        return False
    head = parse.words[top.head]
    if facts().is_a(head.lemma, "place-needing-verb") and not _has_complement(
        parse, top.head, gone
    ):
        return False
    if top.lemma == "of" or _stands_for_subject(parse, top.head, min(words)):
        return False
    hanging = (child for at in words for child in parse.children(at) if child not in words)
    return all(_stays_whole(parse, child, max(words)) for child in hanging)


def _stays_whole(parse: Parse, child: int, last: int) -> bool:
    """Tell whether what hangs on a passage can hang on the verb: a place behind a time."""
    word = parse.words[child]
    beside = word.relation == "prep" and child == last + 1
    return word.relation == "punct" or (beside and facts().is_a(word.lemma, "rehanging"))


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
    needs = facts().is_a(parse.words[verb].lemma, "predicate-verb")
    return any(
        facts().is_a(one.relation, "complement-relation")
        and not (needs and _says_nothing_of_it(one))
        for one in others
    )


def _says_nothing_of_it(word: ParsedWord) -> bool:
    """Tell whether a phrase is nothing that somebody can be: "for a conference"."""
    if word.relation == "ccomp":
        return True
    beside = word.relation in ("prep", "advmod")
    return beside and facts().is_a(word.lemma, "no-predicate")


def left_out(text: str, start: int, end: int, label: str) -> Edit:
    """Return the edit that takes a passage out with one blank and a comma that is left over.

    Examples
    --------
    >>> left_out("Mary eeats sushiii at nite", 19, 26, "TIME").start
    18
    >>> left_out("Today, I rest.", 0, 5, "DATE")
    Edit(DATE[0,8) -> 1 characters)
    """
    start, end = _with_brackets(text, start, end)
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


def _with_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a range with the brackets around it, and with the end of one that opens in it."""
    before = text[:start].rstrip()
    if before.endswith("(") and text[end : end + 1] == ")":
        return len(before) - 1, end + 1
    opens = text.count("(", start, end) - text.count(")", start, end)
    return start, end + 1 if opens == 1 and text[end : end + 1] == ")" else end
