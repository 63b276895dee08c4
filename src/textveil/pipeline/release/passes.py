"""Passes: how often a run reads its documents, and what for."""

from enum import StrEnum
from typing import Final

__all__ = ["PASSES", "Pass"]


class Pass(StrEnum):
    """A pass over all documents."""

    LOOK = "look"
    RECOGNISE = "recognise"
    FIND = "find"
    WEIGH = "weigh"
    LINK = "link"
    SURVEY = "survey"
    REWRITE = "rewrite"
    READ_BACK = "read back"
    VERIFY = "verify"
    ATTACK = "attack"


PASSES: Final = {
    Pass.LOOK: "reads the input: ids, fields and columns that show what is to be removed stop a "
    "release before the search; where ids are shown, a pass before it reads all of them",
    Pass.RECOGNISE: "reads the input: the language of each document is recognised, and a run with "
    "screens, which hold all documents, stops if these do not fit into memory; policies that name "
    "a language and have no screen skip this pass",
    Pass.FIND: "reads the input: detectors look through each document, and the values that they "
    "find are learnt",
    Pass.WEIGH: "reads the input: the engine counts the subjects in whose texts a value stands "
    "that was found with several of them and does not identify by its form; without such values, "
    "this pass is skipped",
    Pass.LINK: "reads the input: the engine finds each known value wherever else it stands, "
    "screens look at all documents together, and the linker learns the people behind the names",
    Pass.SURVEY: "reads the input: transformers that must know every value before they choose one "
    "see all of them; policies without such transformers skip this pass",
    Pass.REWRITE: "reads the input: each document is rewritten and goes to the output",
    Pass.READ_BACK: "reads input and output: the record must fit the texts, and what stands beside "
    "them must be the input's",
    Pass.VERIFY: "reads input and output: each verifier of the policy checks its claim, in as many "
    "passes as it needs",
    Pass.ATTACK: "reads input and output: attackers who see the output guess, and the input says "
    "how many guesses are right.",
}
"""Every pass of a run, in order. Small corpora are read once from each side and held."""
