"""Paraphrases: whether two sentences say the same."""

from textveil.models.paraphrase.bundle import load_paraphrase
from textveil.models.paraphrase.model import ParaphraseModel

__all__ = ["ParaphraseModel", "load_paraphrase"]
