"""The parser passes the check that plug-in authors are given, and broken ones do not."""

from dataclasses import dataclass, replace

import pytest

from textveil.models.parser import SpacyParser, default_parser
from textveil.testing import check_parser
from textveil.values.messages.parse import Parse


def test_the_parser_that_textveil_uses():
    check_parser(default_parser())
    check_parser(SpacyParser(), ["Mary eeats sushiii at nite \U0001f363 in  Boston.", " ", "ok"])


def shifted(parse: Parse) -> Parse:
    words = tuple(replace(word, start=word.start + 1, end=word.end + 1) for word in parse.words)
    return replace(parse, words=words)


def without_sentences(parse: Parse) -> Parse:
    return replace(parse, sentences=())


def of_another_text(parse: Parse) -> Parse:
    return replace(parse, text=parse.text + " ")


@dataclass
class Broken:
    how: object

    def parse(self, text: str) -> Parse:
        return self.how(default_parser().parse(text))


@pytest.mark.parametrize("how", [shifted, without_sentences, of_another_text])
def test_a_broken_parser_is_told(how):
    with pytest.raises(AssertionError, match="Broken"):
        check_parser(Broken(how), ["Ana came. Nobody else did."])
