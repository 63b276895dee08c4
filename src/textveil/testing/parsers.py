"""The contract of a parser, as something that can be run."""

from collections.abc import Sequence
from itertools import pairwise

from textveil.testing.requirement import attempt, require, require_silence
from textveil.testing.samples import CANARIES, samples
from textveil.values.contracts import Parser
from textveil.values.messages.parse import Parse

__all__ = ["check_parser"]


def check_parser(parser: Parser, texts: Sequence[str] | None = None) -> None:
    """Raise `AssertionError` if a parser breaks its contract.

    Checked: words stand in order inside the text as it was given, are not empty and do not overlap;
    sentences together are all words; ranges of noun phrases and names lie inside the words; a text
    is parsed alike twice; an empty text has no words; no `repr` shows text.

    Parameters
    ----------
    parser
        The parser, as it would be used.
    texts
        Texts to parse; made-up samples unless given.
    """
    require(isinstance(parser, Parser), parser, "lacks `parse`")
    given = [one.text for one in samples()] if texts is None else list(texts)
    parsed = [_parsed(parser, text) for text in given]
    for text, parse in zip(given, parsed, strict=True):
        _check_words(parser, text, parse)
        require(_parsed(parser, text) == parse, parser, "a text is parsed otherwise a second time")
    require(not len(_parsed(parser, "")), parser, "finds words in an empty text")
    told = "\n".join(repr(one) for parse in parsed for one in (parser, parse, *parse.words))
    require_silence(parser, told, CANARIES, "`repr`")


def _parsed(parser: Parser, text: str) -> Parse:
    return attempt(parser, lambda: parser.parse(text), "parsing the samples")


def _check_words(parser: Parser, text: str, parse: Parse) -> None:
    require(parse.text == text, parser, "a parse is not of the text that was given")
    edges = [edge for word in parse.words for edge in (word.start, word.end)]
    inside = not edges or (edges[0] >= 0 and edges[-1] <= len(text))
    ordered = all(a <= b for a, b in pairwise(edges))
    require(inside and ordered, parser, "words lie outside the text, or overlap")
    require(all(one.start < one.end for one in parse.words), parser, "a word is empty")
    covered = [at for first, end in parse.sentences for at in range(first, end)]
    require(covered == list(range(len(parse))), parser, "sentences are not all words, once each")
    ranges = [*parse.noun_phrases, *((first, end) for first, end, _ in parse.names)]
    sound = all(0 <= first < end <= len(parse) for first, end in ranges)
    require(sound, parser, "a noun phrase or a name lies outside the words")
