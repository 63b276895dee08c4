"""Schemes of general text: anonymization and named-entity recognition outside the clinic."""

from typing import Final

from textveil.lexicon.scheme import Scheme

__all__ = ["BTC", "ONTONOTES", "PRESIDIO", "TAB", "WNUT17"]

# Named-entity corpora mark names of things; numbers and addresses are no names.
_UNNAMED: Final = frozenset({"EMAIL", "IP", "OTHER-ID", "PHONE", "PROFESSION", "URL"})

TAB: Final = Scheme(
    "tab",
    "the eight types of the Text Anonymization Benchmark (Pilán et al. 2022, section 3)",
    {
        "PERSON": "NAME",
        "CODE": "OTHER-ID",
        "LOC": "ADDRESS",
        "ORG": "ORGANIZATION",
        "DEM": "DEMOGRAPHIC",
        "DATETIME": "DATE",
        "QUANTITY": "QUANTITY",
        "MISC": "OTHER",
    },
    into={
        # Demographic there: descent, job, rank, education, age; a person: also by a user name.
        "AGE": "DEM",
        "PROFESSION": "DEM",
        "USERNAME": "PERSON",
        **dict.fromkeys(("EMAIL", "IP", "PHONE", "URL"), "CODE"),
    },
)

_PRESIDIO_NUMBERS: Final = {
    "MRN": ("UK_NHS",),
    "PLAN": (
        *("US_MBI", "US_HEALTH_INSURANCE_MEMBER_ID", "AU_MEDICARE", "DE_HEALTH_INSURANCE"),
        *("US_CLAIM_NUMBER", "US_PRIOR_AUTHORIZATION_NUMBER"),
    ),
    "LICENSE": (
        *("US_DRIVER_LICENSE", "MEDICAL_LICENSE", "US_NPI", "DE_FUEHRERSCHEIN", "DE_LANR"),
        *("DE_BSNR", "IT_DRIVER_LICENSE", "KR_DRIVER_LICENSE", "UK_DRIVING_LICENCE"),
        "ZA_DRIVER_LICENSE",
    ),
    "VEHICLE": (
        *("DE_KFZ", "IN_VEHICLE_REGISTRATION", "NG_VEHICLE_REGISTRATION", "TR_LICENSE_PLATE"),
        *("UK_VEHICLE_REGISTRATION", "ZA_LICENSE_PLATE", "ZA_TRAFFIC_REGISTER_NUMBER"),
    ),
    "ZIP": ("CA_POSTAL_CODE", "DE_PLZ", "UK_POSTCODE"),
    "PHONE": ("ZA_MOBILE_NUMBER", "ZA_TELEPHONE_NUMBER"),
    "OTHER-ID": (
        *("UUID", "US_ITIN", "US_PASSPORT", "US_PRESCRIPTION_NUMBER", "US_PROVIDER_TAX_ID"),
        *("US_REFERRAL_NUMBER", "AU_ABN", "AU_ACN", "AU_TFN", "CA_SIN", "DE_HANDELSREGISTER"),
        *("DE_ID_CARD", "DE_PASSPORT", "DE_SOCIAL_SECURITY", "DE_TAX_ID", "DE_TAX_NUMBER"),
        *("DE_VAT_ID", "ES_NIE", "ES_NIF", "ES_PASSPORT", "FI_PERSONAL_IDENTITY_CODE"),
        *("IN_AADHAAR", "IN_GSTIN", "IN_PAN", "IN_PASSPORT", "IN_VOTER", "IT_FISCAL_CODE"),
        *("IT_IDENTITY_CARD", "IT_PASSPORT", "IT_VAT_CODE", "KR_BRN", "KR_FRN", "KR_PASSPORT"),
        *("KR_RRN", "NG_NIN", "PH_PASSPORT", "PH_TIN", "PH_UMID", "PL_PESEL", "SE_PERSONNUMMER"),
        *("SE_ORGANISATIONSNUMMER", "SG_NRIC_FIN", "SG_UEN", "TH_TNIN", "TR_NATIONAL_ID"),
        *("UK_NINO", "UK_PASSPORT", "ZA_COMPANY_REGISTRATION", "ZA_ID_NUMBER"),
        *("ZA_INCOME_TAX_NUMBER", "ZA_PASSPORT", "ZA_VAT_NUMBER"),
    ),
}

PRESIDIO: Final = Scheme(
    "presidio",
    "the entities of Presidio's recognizers, and those of its makers' synthetic sentences",
    {
        "PERSON": "NAME",
        "LOCATION": "ADDRESS",
        "NRP": "DEMOGRAPHIC",
        "ORGANIZATION": "ORGANIZATION",
        "DATE_TIME": "DATE",
        "AGE": "AGE",
        "PHONE_NUMBER": "PHONE",
        "EMAIL_ADDRESS": "EMAIL",
        "URL": "URL",
        "IP_ADDRESS": "IP",
        "MAC_ADDRESS": "DEVICE",
        "CREDIT_CARD": "CARD",
        "CRYPTO": "ACCOUNT",
        "IBAN_CODE": "IBAN",
        "US_BANK_NUMBER": "ACCOUNT",
        "ABA_ROUTING_NUMBER": "ACCOUNT",
        "US_SSN": "SSN",
        "ID": "OTHER-ID",
        **{label: ours for ours, labels in _PRESIDIO_NUMBERS.items() for label in labels},
    },
    into={
        "ACCOUNT": "US_BANK_NUMBER",
        "ZIP": "LOCATION",
        # Its names for these belong to one country or one kind.
        **dict.fromkeys(("DEVICE", "LICENSE", "MRN", "PLAN", "VEHICLE"), "ID"),
    },
    nothing=frozenset({"OTHER", "PROFESSION", "QUANTITY"}),
    aliases={
        # The generator of synthetic sentences, presidio-research.
        "STREET_ADDRESS": "STREET",
        "GPE": "ADDRESS",
        "TITLE": "DEMOGRAPHIC",
        "ZIP_CODE": "ZIP",
        "DOMAIN_NAME": "URL",
        # Names that models of the engine give.
        "EMAIL": "EMAIL",
        "PHONE": "PHONE",
        "ORG": "ORGANIZATION",
        "HOSPITAL": "HOSPITAL",
        "PATIENT": "PATIENT",
        "STAFF": "PROVIDER",
        "HCW": "PROVIDER",
        "LOC": "ADDRESS",
        "CITY": "CITY",
        "STATE": "STATE",
        "COUNTRY": "COUNTRY",
        "PER": "NAME",
        "DATE": "DATE",
        "TIME": "TIME",
        "NORP": "DEMOGRAPHIC",
        "FAC": "ADDRESS",
        **dict.fromkeys(
            (
                *("MEDICAL_DISEASE_DISORDER", "MEDICAL_MEDICATION", "MEDICAL_CLINICAL_EVENT"),
                *("MEDICAL_THERAPEUTIC_PROCEDURE", "MEDICAL_BIOLOGICAL_ATTRIBUTE"),
                *("MEDICAL_BIOLOGICAL_STRUCTURE", "MEDICAL_FAMILY_HISTORY", "MEDICAL_HISTORY"),
            ),
            "OTHER",
        ),
    },
)

ONTONOTES: Final = Scheme(
    "ontonotes",
    "the eighteen types of OntoNotes 5, which spaCy's English models give",
    {
        "PERSON": "NAME",
        "NORP": "DEMOGRAPHIC",
        "ORG": "ORGANIZATION",
        "GPE": "ADDRESS",
        "LOC": "ADDRESS",
        "FAC": "ADDRESS",
        "DATE": "DATE",
        "TIME": "TIME",
        "LANGUAGE": "DEMOGRAPHIC",
        "QUANTITY": "QUANTITY",
        "MONEY": "QUANTITY",
        "PERCENT": "QUANTITY",
        "CARDINAL": "QUANTITY",
        "ORDINAL": "QUANTITY",
        "PRODUCT": "OTHER",
        "EVENT": "OTHER",
        "WORK_OF_ART": "OTHER",
        "LAW": "OTHER",
    },
    # A facility is a building or a road; an age is a span of time there.
    into={"AGE": "DATE", "ROOM": "FAC", "STREET": "FAC"},
    nothing=_UNNAMED | {"OTHER", "ZIP"},
    # Models of other languages.
    aliases={"PER": "NAME", "MISC": "OTHER"},
)

WNUT17: Final = Scheme(
    "wnut17",
    "the six types of the WNUT 2017 task on emerging entities (Derczynski et al. 2017)",
    {
        "person": "NAME",
        "location": "ADDRESS",
        "corporation": "ORGANIZATION",
        "group": "ORGANIZATION",
        "product": "OTHER",
        "creative-work": "OTHER",
    },
    nothing=_UNNAMED | {"AGE", "DATE", "DEMOGRAPHIC", "OTHER", "QUANTITY"},
)

BTC: Final = Scheme(
    "btc",
    "the three types of the Broad Twitter Corpus (Derczynski, Bontcheva and Roberts 2016)",
    {"PER": "NAME", "LOC": "ADDRESS", "ORG": "ORGANIZATION"},
    nothing=_UNNAMED | {"AGE", "DATE", "DEMOGRAPHIC", "OTHER", "QUANTITY"},
)
