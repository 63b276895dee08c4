"""Properties of lists: allowed words stay, denied words go, whatever the text is."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from textveil.detect.lists.listed import ListedWords
from textveil.lexicon.tables.folding import fold
from textveil.pipeline.release.engine import Engine
from textveil.pipeline.release.search.allowed import Allowance
from textveil.policy.policy import parse_policy
from textveil.values.contracts import Case
from textveil.values.document import Document
from textveil.values.span import Span, Spans
from textveil.values.terms.word_lists import WordLists
from textveil.verify.leftovers.denied import Denied

POLICY = parse_policy(
    "name: p\ndetect: [{use: textveil.patterns.v1}]\n"
    "transform: {default: {use: textveil.mask.v1, style: tag}}\n"
)
WORDS = ["Foley", "Zoë", "foley cath", "Bo", "1617", "12345678", "May", "ANA-RUIZ", "has an"]
words = st.lists(st.sampled_from(WORDS), max_size=4)
texts = st.lists(
    st.sampled_from(
        [*WORDS, "FOLEY", "zoe", "3 May 2016", "Hasan", "16 17", "ana@example.org", "x"]
    )
).flatmap(
    lambda parts: st.lists(
        st.sampled_from([" ", ", ", "\n", "-", "", ". "]), min_size=len(parts), max_size=len(parts)
    ).map(lambda gaps: "".join(a + b for a, b in zip(parts, gaps, strict=True)))
)


def tokens(text):
    return [word.casefold() for word in re.findall(r"[^\W_]+", fold(text).text)]


def stands_at(text, word):
    """Return the numbers of the tokens where a word stands."""
    many, few = tokens(text), tokens(word)
    return [at for at in range(len(many)) if many[at : at + len(few)] == few]


@settings(max_examples=150)
@given(texts, words, words)
def test_denied_words_go_and_the_verdicts_hold(text, allow, deny):
    policy = POLICY.with_lists(WordLists.of(allow, deny))
    [made], outcome = Engine(policy).release([Document("d", text)])
    assert all(verdict.holds for verdict in outcome.verdicts)
    without_tags = re.sub(r"\[[A-Z-]+\]", "|", made.release.text)
    for word in deny:
        assert not stands_at(without_tags, word)


@settings(max_examples=150)
@given(st.data(), texts, words, words)
def test_passages_are_cut_exactly_around_allowed_words(data, text, allow, deny):
    document, lists = Document("d", text), WordLists.of(allow, deny)
    pairs = data.draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    found = Spans(Span(a, b, "NAME") for a, b in pairs if a < b) | ListedWords(lists).detect(
        document
    )
    left = Allowance(lists).cut(document, found)
    before = {at for start, end in found.covered() for at in range(start, end)}
    after = {at for start, end in left.covered() for at in range(start, end)}
    assert after <= before
    denied = {
        at for span in ListedWords(lists).detect(document) for at in range(span.start, span.end)
    }
    assert denied <= after
    free = {at for span in _exact(text, allow) for at in span} - denied
    assert not free & after
    # Only marks and forms of address go besides.
    assert not any(text[at].isalnum() for at in before - after - free)


def _exact(text, allow):
    """Yield the places of allowed words, found word by word."""
    view = fold(text)
    spots = [match.span() for match in re.finditer(r"[^\W_]+", view.text)]
    for word in allow:
        for at in stands_at(text, word):
            last = at + len(tokens(word)) - 1
            low, high = view.locate(spots[at][0], spots[last][1])
            # Marks between the words of a phrase must be the same ones.
            if " ".join(fold(text[low:high]).text.casefold().split()) == fold(word).text.casefold():
                yield range(low, high)


@given(texts, st.permutations(WORDS[:5]), st.permutations(WORDS[3:]))
def test_the_order_of_words_does_not_matter(text, allow, deny):
    document = Document("d", text)
    one, two = WordLists.of(allow, deny), WordLists.of(sorted(allow), sorted(deny))
    assert ListedWords(one).detect(document) == ListedWords(two).detect(document)
    assert one.commitment(b"k") == two.commitment(b"k")
    assert Denied(one).verify([Case(None, _untouched(document))]) == Denied(two).verify(
        [Case(None, _untouched(document))]
    )


def _untouched(document):
    from textveil.values.edit import Release

    return Release.of(document, [])
