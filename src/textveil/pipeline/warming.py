"""Warming: runs every compiled kernel once, so that later processes use the cache."""

from textveil.lexicon.forms.wildcard_forms import Dictionary
from textveil.strings.warm import warm
from textveil.strings.warm_sanitization import warm_sanitization
from textveil.transform.rarity.prepared_corpus import Rarity
from textveil.transform.rarity.suppress import GUARANTEES, UNITS, Suppress, suppress
from textveil.values.document import Document
from textveil.verify.rare.k_anonymity import check_k_anonymity

__all__ = ["compile_kernels"]


def compile_kernels() -> None:
    """Compile the kernels of all methods, as `make install` does; this takes some minutes once."""
    warm()
    warm_sanitization()
    _warm_suppression()
    _warm_dictionary()


def _warm_suppression() -> None:
    wide = "".join(map(chr, range(0x3041, 0x3041 + 300)))
    for texts in (["abracadabra", "cadabra"], [wide, wide]):
        documents = [Document(str(number), text) for number, text in enumerate(texts)]
        rarity = Rarity(documents)
        for guarantee in GUARANTEES:
            for unit in UNITS:
                made = suppress(rarity, Suppress(2, guarantee, unit=unit))
                check_k_anonymity(documents, made.texts, 2, guarantee)


def _warm_dictionary() -> None:
    terms = [f"{first}e{middle}i{last}" for first in "abc" for middle in "lmno" for last in "xyz"]
    dictionary = Dictionary.build([*terms, "a longer term than sixty-four characters " * 2])
    for guarantee in ("count", "mutual"):
        dictionary.form(terms[0], 3, guarantee)
    dictionary.forms([0, 1], 3, "count", 0)
    dictionary.frontier(terms[0])
    dictionary.count("a*x")
