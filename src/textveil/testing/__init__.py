"""Public checks for people who write plug-ins: each contract as something that can be run.

`check_detector`, `check_tagger`, `check_parser`, `check_screen`, `check_transformer`,
`check_companion`, `check_verifier`, `check_attack`, `check_strategy` (of query strategies) and
`check_format` raise `AssertionError` with a message that says which promise is broken and never
quotes a text. They run on textveil's own components too. The hypothesis strategies live in
`textveil.testing.strategies`, because hypothesis is not needed for anything else.

Examples
--------
>>> from textveil.testing import check_transformer
>>> from textveil.transform.masks.mask import Mask
>>> check_transformer(Mask())
"""

from textveil.testing.attacks import check_attack
from textveil.testing.companions import check_companion
from textveil.testing.detectors import check_detector
from textveil.testing.formats import check_format
from textveil.testing.parsers import check_parser
from textveil.testing.query_strategies import check_strategy
from textveil.testing.screens import check_screen
from textveil.testing.taggers import check_tagger
from textveil.testing.transformers import check_transformer
from textveil.testing.verifiers import check_verifier

__all__ = [
    "check_attack",
    "check_companion",
    "check_detector",
    "check_format",
    "check_parser",
    "check_screen",
    "check_strategy",
    "check_tagger",
    "check_transformer",
    "check_verifier",
]
