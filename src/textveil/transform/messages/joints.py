"""Joints: other ways to join clauses, and other tenses that say the same.

"I moved, and I love it" is "I moved. I love it"; "I will be there" is "I'm going to be there"; "I
have lived there for years" is "I have been living there for years". Nothing of this says more.
"""

from collections.abc import Iterator

from textveil.lexicon.tables.facts import facts
from textveil.values.messages.parse import Parse

__all__ = ["future_form", "joints", "lasting_form"]

Joint = tuple[int, int, tuple[str, ...]]
"""Start and end of a passage between two words, and its other forms."""


def joints(parse: Parse) -> Iterator[Joint]:
    """Yield what stands between two clauses, with the other ways to join them.

    Only a pronoun may follow; if it is not "I", its first letter becomes small or a capital.
    """
    for at in range(2, len(parse)):
        if not _begins_clause(parse, at):
            continue
        word, before = parse.words[at], parse.words[at - 1]
        joiners, first = facts().words("adding-joiner"), parse.text[word.start]
        same = parse.text_of(at) == "I"
        end = word.start + (0 if same else 1)
        if parse.text_of(at - 1) in joiners:
            mark = parse.words[at - 2]
            begin = mark.start if mark.tag == "," else mark.end
            yield begin, end, (". " + ("" if same else first.upper()),)
        elif parse.text_of(at - 1) == "." and _is_statement(parse, at - 2):
            rest = "" if same else first.lower()
            beside = parse.text[before.end : word.start] == " "
            if beside:
                yield before.start, end, tuple(f", {one} {rest}" for one in joiners)


def _begins_clause(parse: Parse, at: int) -> bool:
    """Tell whether a pronoun opens a statement that can stand alone."""
    word = parse.words[at]
    head = parse.words[word.head]
    if word.tag != "PRP" or word.relation != "nsubj" or word.head < at:
        return False
    joined = head.relation == "conj" and parse.words[head.head].tag.startswith("VB")
    asks = parse.text_of(parse.sentence_of(at)[-1]) == "?"
    return (head.head == word.head or joined) and not asks


def _is_statement(parse: Parse, at: int) -> bool:
    """Tell whether the sentence of a word is a statement with a subject."""
    sentence = parse.sentence_of(at)
    return any(facts().is_a(parse.words[one].relation, "subject-relation") for one in sentence)


def future_form(parse: Parse, at: int) -> str:
    """Return the other form of "will" before a verb: "am going to"; empty if there is none."""
    word = parse.words[at]
    follows = parse.words[at + 1].tag if at + 1 < len(parse) else ""
    subjects = [one for one in parse.children(word.head) if parse.words[one].relation == "nsubj"]
    if not at or word.tag != "MD" or follows != "VB" or subjects[-1:] != [at - 1]:
        return ""
    if not facts().is_a(parse.text_of(at), "future-word"):
        return ""
    plural = parse.words[at - 1].tag in ("NNS", "NNPS")
    form = facts().value("being", "they" if plural else parse.text_of(at - 1))
    return f"{form} going to" if form else ""


def lasting_form(parse: Parse, at: int) -> str:
    """Return the other form of what lasts, behind "have": "lived" is "been living"."""
    word = parse.words[at]
    before = parse.words[at - 1] if at else word
    if word.tag != "VBN" or before.tag not in ("VBP", "VBZ") or before.relation != "aux":
        return ""
    form = facts().value("lasting-verb", word.lemma)
    return f"been {form}" if form else ""
