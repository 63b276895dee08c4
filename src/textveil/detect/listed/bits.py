"""The flags of `lexicon.words.Kind` as plain numbers: several times as fast to test."""

from typing import Final

from textveil.lexicon.words import Kind

__all__ = ["Bit"]


class Bit:
    """What a word can be; see `Kind`."""

    CITY: Final = int(Kind.CITY)
    TOWN: Final = int(Kind.TOWN)
    STATE: Final = int(Kind.STATE)
    STATE_CODE: Final = int(Kind.STATE_CODE)
    COUNTRY: Final = int(Kind.COUNTRY)
    DEMONYM: Final = int(Kind.DEMONYM)
    OCCUPATION: Final = int(Kind.OCCUPATION)
    OCCUPATION_START: Final = int(Kind.OCCUPATION_START)
    HOSPITAL: Final = int(Kind.HOSPITAL)
    DRUG: Final = int(Kind.DRUG)
    DISEASE: Final = int(Kind.DISEASE)
    EPONYM: Final = int(Kind.EPONYM)
    EPONYM_HEAD: Final = int(Kind.EPONYM_HEAD)
    ORGANIZATION: Final = int(Kind.ORGANIZATION)
    LEGAL_FORM: Final = int(Kind.LEGAL_FORM)
    STREET: Final = int(Kind.STREET)
    TITLE: Final = int(Kind.TITLE)
    CREDENTIAL: Final = int(Kind.CREDENTIAL)
    RELIGION: Final = int(Kind.RELIGION)
    MONTH: Final = int(Kind.MONTH)
    WEEKDAY: Final = int(Kind.WEEKDAY)
    NICKNAME: Final = int(Kind.NICKNAME)
    PHRASE_START: Final = int(Kind.PHRASE_START)
    WORD: Final = int(Kind.WORD)
    PROPER: Final = int(Kind.PROPER)
