"""Schemes of clinical text: the law, the shared tasks, and the study that this project follows."""

from typing import Final

from textveil.lexicon.scheme import Scheme

__all__ = ["HIPAA", "I2B2_2006", "I2B2_2014", "MEDDOCAN", "SHARP", "TABLE_A1", "VANDERBILT"]

_TRAITS: Final = frozenset({"DEMOGRAPHIC", "PROFESSION", "QUANTITY"})

HIPAA: Final = Scheme(
    "hipaa",
    "the eighteen identifiers of 45 CFR 164.514(b)(2)(i), (A) to (R)",
    {
        "NAMES": "NAME",
        "GEOGRAPHIC_SUBDIVISIONS": "ADDRESS",
        "DATES": "DATE",
        "TELEPHONE_NUMBERS": "PHONE",
        "FAX_NUMBERS": "FAX",
        "EMAIL_ADDRESSES": "EMAIL",
        "SOCIAL_SECURITY_NUMBERS": "SSN",
        "MEDICAL_RECORD_NUMBERS": "MRN",
        "HEALTH_PLAN_BENEFICIARY_NUMBERS": "PLAN",
        "ACCOUNT_NUMBERS": "ACCOUNT",
        "CERTIFICATE_LICENSE_NUMBERS": "LICENSE",
        "VEHICLE_IDENTIFIERS": "VEHICLE",
        "DEVICE_IDENTIFIERS": "DEVICE",
        "WEB_URLS": "URL",
        "IP_ADDRESSES": "IP",
        "BIOMETRIC_IDENTIFIERS": "BIOMETRIC",
        "FULL_FACE_PHOTOGRAPHS": "BIOMETRIC",
        "OTHER_UNIQUE_IDENTIFIERS": "OTHER-ID",
    },
    into={
        "AGE": "DATES",  # (C) holds ages over 89
        "ORGANIZATION": "NAMES",  # (i) speaks of the individual, relatives, employers, household
        "OTHER": "OTHER_UNIQUE_IDENTIFIERS",  # (R): number, characteristic, or code
    },
    # (B) is about what is smaller than a state; who gives care is neither relative nor employer.
    nothing=_TRAITS | {"COUNTRY", "HOSPITAL", "STATE"},
    aliases={
        "A": "NAME",
        "B": "ADDRESS",
        "C": "DATE",
        "D": "PHONE",
        "E": "FAX",
        "F": "EMAIL",
        "G": "SSN",
        "H": "MRN",
        "I": "PLAN",
        "J": "ACCOUNT",
        "K": "LICENSE",
        "L": "VEHICLE",
        "M": "DEVICE",
        "N": "URL",
        "O": "IP",
        "P": "BIOMETRIC",
        "Q": "BIOMETRIC",
        "R": "OTHER-ID",
    },
)

I2B2_2006: Final = Scheme(
    "i2b2-2006",
    "the i2b2 de-identification challenge of 2006 (Uzuner, Luo and Szolovits 2007)",
    {
        "PATIENT": "PATIENT",
        "DOCTOR": "PROVIDER",
        "HOSPITAL": "HOSPITAL",
        "LOCATION": "ADDRESS",
        "DATE": "DATE",
        "AGE": "AGE",
        "PHONE": "PHONE",
        "ID": "OTHER-ID",
    },
    # Rooms of patients belong to the hospital there, not to the location.
    into={"NAME": "PATIENT", "ORGANIZATION": "HOSPITAL", "ROOM": "HOSPITAL"},
    nothing=_TRAITS | {"EMAIL", "IP", "OTHER", "URL"},
)

I2B2_2014: Final = Scheme(
    "i2b2-2014",
    "the i2b2/UTHealth de-identification task of 2014 (Stubbs and Uzuner 2015)",
    {
        "PATIENT": "PATIENT",
        "DOCTOR": "PROVIDER",
        "USERNAME": "USERNAME",
        "PROFESSION": "PROFESSION",
        "HOSPITAL": "HOSPITAL",
        "DEPARTMENT": "HOSPITAL",
        "ORGANIZATION": "ORGANIZATION",
        "STREET": "STREET",
        "CITY": "CITY",
        "STATE": "STATE",
        "COUNTRY": "COUNTRY",
        "ZIP": "ZIP",
        "ROOM": "ROOM",
        "LOCATION-OTHER": "ADDRESS",
        "AGE": "AGE",
        "DATE": "DATE",
        "PHONE": "PHONE",
        "FAX": "FAX",
        "EMAIL": "EMAIL",
        "URL": "URL",
        "IPADDRESS": "IP",
        "SSN": "SSN",
        "MEDICALRECORD": "MRN",
        "HEALTHPLAN": "PLAN",
        "ACCOUNT": "ACCOUNT",
        "LICENSE": "LICENSE",
        "VEHICLE": "VEHICLE",
        "DEVICE": "DEVICE",
        "BIOID": "BIOMETRIC",
        "IDNUM": "OTHER-ID",
    },
    into={"NAME": "PATIENT"},
    nothing=frozenset({"DEMOGRAPHIC", "OTHER", "QUANTITY"}),
    # The categories, for data that has lost the types below them.
    aliases={
        "NAME": "NAME",
        "LOCATION": "ADDRESS",
        "ID": "OTHER-ID",
        "IPADDR": "IP",
        **dict.fromkeys(("CONTACT", "OTHER", "PHI"), "OTHER"),
    },
)

TABLE_A1: Final = Scheme(
    "table-a1",
    "the eleven types of the Vanderbilt corpus (paper 4, Table A1)",
    {
        "Address": "ADDRESS",
        "Age": "AGE",
        "Date": "DATE",
        "Email": "EMAIL",
        "Medical Record Number": "MRN",
        "Organization Name": "ORGANIZATION",
        "Other ID": "OTHER-ID",
        "Patient Name": "PATIENT",
        "Provider Name": "PROVIDER",
        "Phone": "PHONE",
        "Social Security Number": "SSN",
    },
    into={"NAME": "Patient Name"},
    # The study left out IP addresses, URLs, rooms and initials (Appendix A1).
    nothing=_TRAITS | {"INITIALS", "IP", "OTHER", "ROOM", "URL"},
)

SHARP: Final = Scheme(
    "sharp",
    "the nineteen types of the SHARP corpus (paper 4, Table A2, left)",
    {
        "ORG_NAME": "HOSPITAL",
        "PT_NAME": "PATIENT",
        "DOC_NAME": "PROVIDER",
        "DATE": "DATE",
        "ADDRESS": "ADDRESS",
        "PHONE": "PHONE",
        "FAX": "FAX",
        "AGE": "AGE",
        "EMAIL": "EMAIL",
        "URL": "URL",
        "VEHICLE_ID": "VEHICLE",
        "CERT_NUM": "LICENSE",
        "ACCT_NUM": "ACCOUNT",
        "PLAN_BENF_NUM": "PLAN",
        "OTHER_ID": "OTHER-ID",
        "MED_REC_NUM": "MRN",
        "SSN": "SSN",
        "DEV_ID": "DEVICE",
        "IP_ADDR": "IP",
    },
    into={"NAME": "PT_NAME", "ORGANIZATION": "ORG_NAME"},
    nothing=_TRAITS | {"INITIALS", "OTHER", "ROOM"},
)

VANDERBILT: Final = Scheme(
    "vanderbilt",
    "the fifteen types of Vanderbilt's own de-identification (paper 4, Table A2, right)",
    {
        "INSTITUTION": "HOSPITAL",
        "NAME": "NAME",
        "DATE": "DATE",
        "STREET-ADDRESS": "STREET",
        "PLACE": "ADDRESS",
        "ZIP-CODE": "ZIP",
        "ROOM": "ROOM",
        "PHONE": "PHONE",
        "AGE": "AGE",
        "EMAIL": "EMAIL",
        "WEB-LOC": "URL",
        "ID-NUM": "OTHER-ID",
        "DEVICE-ID": "DEVICE",
        "PATH-NUMBER": "OTHER-ID",
        "INITIALS": "INITIALS",
    },
    into={"ORGANIZATION": "INSTITUTION"},
    nothing=_TRAITS | {"IP", "OTHER"},
)

MEDDOCAN: Final = Scheme(
    "meddocan",
    "the 29 types of the MEDDOCAN shared task on Spanish cases (Marimon et al. 2019)",
    {
        "NOMBRE_SUJETO_ASISTENCIA": "PATIENT",
        "NOMBRE_PERSONAL_SANITARIO": "PROVIDER",
        "EDAD_SUJETO_ASISTENCIA": "AGE",
        "SEXO_SUJETO_ASISTENCIA": "DEMOGRAPHIC",
        # Words such as mother or brother, not names.
        "FAMILIARES_SUJETO_ASISTENCIA": "DEMOGRAPHIC",
        "OTROS_SUJETO_ASISTENCIA": "OTHER",
        "PROFESION": "PROFESSION",
        "FECHAS": "DATE",
        "HOSPITAL": "HOSPITAL",
        "CENTRO_SALUD": "HOSPITAL",
        "INSTITUCION": "ORGANIZATION",
        "CALLE": "STREET",
        # Towns, provinces and postal codes alike.
        "TERRITORIO": "ADDRESS",
        "PAIS": "COUNTRY",
        "NUMERO_TELEFONO": "PHONE",
        "NUMERO_FAX": "FAX",
        "CORREO_ELECTRONICO": "EMAIL",
        "URL_WEB": "URL",
        "DIREC_PROT_INTERNET": "IP",
        "ID_SUJETO_ASISTENCIA": "MRN",
        "ID_ASEGURAMIENTO": "PLAN",
        "NUMERO_BENEF_PLAN_SALUD": "PLAN",
        "ID_TITULACION_PERSONAL_SANITARIO": "LICENSE",
        "OTRO_NUMERO_IDENTIF": "OTHER-ID",
        "ID_CONTACTO_ASISTENCIAL": "OTHER-ID",
        "ID_EMPLEO_PERSONAL_SANITARIO": "OTHER-ID",
        "IDENTIF_VEHICULOS_NRSERIE_PLACAS": "VEHICLE",
        "IDENTIF_DISPOSITIVOS_NRSERIE": "DEVICE",
        "IDENTIF_BIOMETRICOS": "BIOMETRIC",
    },
    into={"NAME": "NOMBRE_SUJETO_ASISTENCIA", "DEMOGRAPHIC": "OTROS_SUJETO_ASISTENCIA"},
    nothing=frozenset({"QUANTITY", "ROOM"}),
)
