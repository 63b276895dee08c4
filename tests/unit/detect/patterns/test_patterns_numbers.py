"""Numbers, names of accounts, places and amounts; and what only looks like them."""

# ruff: noqa: E501 - long tables are the point

import pytest

from textveil.detect.patterns import Patterns
from textveil.values.document import Document


def marked(text: str) -> list[tuple[str, str]]:
    spans = Patterns().detect(Document("d", text))
    return [(span.label, text[span.start : span.end]) for span in spans]


# What is found stands between brackets; every row has one finding of the label.
FOUND = {
    "FAX": ["fax [617-555-0134]", "Fax: [(617) 555-0134]", "fax no. [+44 20 7946 0958]", "[617-555-0134] (fax)", "Fax:\n[617-555-0134]", "[617-555-0134] is her fax"],
    "PHONE": ["[617-555-0134] is his phone number", "(office) [020 7946 0958] mobile", "Phone:\n[0161 496 0123]", "not answering at [079 2718 1155]", "messages to [699 956 915]", "home: [0161-496-0123]"],
    "PLAN": ["member ID: [XYZ123456789]", "policy no. [A-1234567]", "Group # [0012345]", "subscriber id [W123456789]", "Medicare number [1EG4-TE5-MK73]", "[1EG4-TE5-MK73]", "Medicaid no. [12345678]", "RxBIN [610014]", "Medicare [2123 45670 1]", "insurance number: [99887766]"],
    "LICENSE": ["NPI [1234567893]", "NPI: [1234567893]", "[1234567893] (NPI)", "[AB1234563]", "DEA # [AB1234563]", "driver's license no. [D1234567]", "passport no. [X1234567]", "Passport: [123456789]", "bar no. [123456]", "license number [A123456]", "medical licence no [G12345]"],
    "VEHICLE": ["VIN [1M8GDM9AXKP042788]", "[1M8GDM9AXKP042788]", "VIN: [WVWZZZ1JZXW000001]", "license plate [7ABC123]", "number plate [AB12 CDE]", "vehicle registration mark [EYX 622]", "plate no. [B-MW 1234]"],
    "DEVICE": ["serial number [SN12345678]", "S/N [1112-A3]", "IMEI [490154203237518]", "IMEI: [49-015420-323751-8]", "[(01)00643169007222(17)160712(21)A213B1]", "[00:1A:2B:3C:4D:5E]", "[00-1A-2B-3C-4D-5E]", "[001A.2B3C.4D5E]", "pacemaker serial no. [PZQ123456]", "device id: [A1234567]"],
    "BIOMETRIC": ["fingerprint ID [FP-12345]", "voiceprint no. [88123]", "retinal scan id: [R12345]", "face print record no. [A123]", "DNA sample number [D-4412]"],
    "ACCOUNT": ["account number [12345678]", "routing number [021000021]", "ABA: [021000021]", "SWIFT [DEUTDEFF500]", "BIC: [NWBKGB2L]", "sort code [12-34-56]", "[1BoatSLRHtKNngkdXEeobR76b53LETtpyT]", "[bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4]", "[0x52908400098527886E0F7030069857D2E4169EE7]", "checking account no. [000123456]", "customer number [4455667]"],
    "SSN": ["[XXX-XX-6789]", "[***-**-6789]", "last four of his SSN [6789]", "SSN ending in [6789]", "SSN (last 4): [6789]", "last 4 digits of the social security number: [6789]"],
    "MRN": ["NHS number [943 476 5919]", "[943 476 5919] (NHS)", "NHS No: [9434765919]", "MR# [1234567]", "unit no. [123-45-67]", "chart #[123456]", "hospital number [H123456]", "EMRN 123456".replace("123456", "[123456]")],
    "OTHER-ID": [
        "[AB 12 34 56 C]", "NI number [QQ123456C]".replace("QQ", "AB"), "Aadhaar [2341 2341 2346]", "PAN [ABCPE1234F]", "SIN [046 454 286]", "TFN: [123 456 782]", "Steuer-ID [86095742719]",
        "CPF [111.444.777-35]", "DNI [12345678Z]", "[X1234567L]", "application no. [36110/97]", "an application (no. [36110/97])", "no. [287/03]", "Case [C-12/05]", "[1:12-cv-03456-ABC]", "docket [12-cr-345]", "file no. [A-12345]",
        "ticket #[123456]", "order no. [112-3456789]", "tracking number [1Z999AA10123456784]", "[1Z999AA10123456784]", "invoice no. [2015-0042]", "[ECLI:EU:C:2012:123]", "[RA123456785GB]", "incident no. [55512]", "confirmation # [889900]",
    ],
    "ROOM": ["room [412B]", "bed [3]", "Rm. [12-A]", "ward [7]", "Room: [210]", "room no. [5]", "Bed [12A]", "bay [4]"],
    "STREET": [
        "[12 Oak Street]", "[123 N. Main St.]", "[1411 S. Ridgeview Dr.]", "[45 West 34th Street]", "[12 Oak Street, Apt 4B]", "[1600 Pennsylvania Ave NW]", "[87 Eaton Square]", "[221B Baker Street]", "[12-14 High Street]", "[P.O. Box 149]", "[PO Box 12]",
        "[Apt 4B]", "[Apt. 297]", "[Suite 442]", "[Rue de la Paix 12]", "[33 avenue de Provence]", "[12, rue de Rivoli]", "[Via Tasso 129]", "[Calle Mayor 5]", "[Avenida Otoniel Dutra 1277]", "[Bahnhofstrasse 31]", "[Strickstra\u00dfe 61]", "[Ziegelgasse 19]",
        "[Kerkstraat 12]", "[Nybyv\u00e4gen 65]", "[Puruntie 82]", "[Unit 8524 Box 0979]", "[Flat 12], High House", "[3911 fourth avenue]", "[12 Oak street]", "[Ul. Portovaya 16]", "[2747 Broadway]", "[10 Downing Street]",
    ],
    "ZIP": ["ZIP: [2200]", "zip code is [94110]", "postcode [SW1A 1AA]", "London [SW1A 1AA]", "[K1A 0B1]", "K1A-0B1".replace("K1A-0B1", "[K1A-0B1]"), "postcode [840 24]", "D-[10115] Berlin", "MA [02134-1234]"],
    "ADDRESS": ["[40.7128, -74.0060]", "[40.446195, -79.948862]", "[40\u00b026'46\"N 79\u00b058'56\"W]", "[22\u00b022'S, 135\u00b046'E]"],
    "USERNAME": ["ask [@ana_ruiz]", "user name: [anaruiz]", "username [ana.ruiz7]", "login: [aruiz]", "login [aruiz_7]", "user id: [aruiz01]", "logged in as [aruiz9]", "skype: [ana.ruiz]"],
    "EMAIL": ["email: [ana at example dot org]", "write to [ana dot ruiz at mail dot example dot org]", "contact me at [ana at example dot com]"],
    "QUANTITY": ["[EUR 25,000]", "[$1.2 million]", "[25,000 euros]", "[\u00a3300]", "[\u20ac25]", "[USD 20 million]", "[100,000 pounds sterling]", "[US$40]", "[950,803.60 DKK]", "[$1,234.56]", "[697 pounds sterling (GBP)]", "[250,000 Swedish kronor]", "[IR\u00a38,800]"],
}  # fmt: skip


@pytest.mark.parametrize(("label", "row"), [(k, v) for k, vs in FOUND.items() for v in vs])
def test_finds(label: str, row: str) -> None:
    start, end = row.index("["), row.rindex("]")
    text = row[:start] + row[start + 1 : end] + row[end + 1 :]
    assert (label, row[start + 1 : end]) in marked(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("applications nos. 1/02, 2/03 and 36110/97", ["1/02", "2/03", "36110/97"]),
        ("(nos. 33994/06 and 36271/06)", ["33994/06", "36271/06"]),
        ("cases 10/90; 11/91 or 12/92 here", ["11/91", "12/92"]),
    ],
)
def test_lists_of_numbers(text: str, values: list[str]) -> None:
    assert [value for label, value in marked(text) if label == "OTHER-ID"] == values


SILENT = [
    # measures, doses and laboratory values
    "1/2", "120/80", "BP 120/80, 130/90 and 140/85", "3.5-4.2", "WBC 7.4", "Na 138 K 4.2", "2.5 mg", "500 mg twice daily", "1000 mL", "5-10 mg", "0.5-1.0", "98.6 F", "INR 2.0-3.0",
    "SpO2 98%", "6/10 pain", "T 37.2", "pH 7.35", "1:1000 epinephrine", "ratio 10:20", "a titer of 1:320", "20/20 vision", "45 kg", "12 cm x 15 cm", "3 x 4 cm", "grade 2/6", "4+ edema", "10 mg/kg",
    "glucose 110", "HbA1c 6.5", "2 tablets", "q6h", "150 pounds", "5 x 10", "L4-L5", "T12", "C5-6", "stage IIIB", "3/4 cup", "7 out of 10", "x2", "24 hours", "for 5 days", "two weeks ago",
    # codes, versions, sections, statutes
    "ICD E11.9", "I10", "J45.909", "Z79.4", "CPT 99213", "version 2.4.1", "v1.2.3", "section 3.2.1", "Article 34", "Article 6 \u00a7 1", "chapter 12", "page 123", "pp. 62-63", "figure 3.1", "table 2",
    "42 CFR 11", "RFC 2616", "ISO 9001", "HTTP/1.1", "UTF-8", "COVID-19", "H1N1", "B12", "Python 3.11", "x86-64", "Windows 10", "A4 paper", "G8", "MP3", "Boeing 747",
    # counts and scores
    "2000 people", "in 2000 patients", "of 1998 cells", "won 3-2", "21-14", "score 3:16", "John 3:16", "3,500 men", "about 1500 m", "100 metres", "12 miles of road", "25 kilometer road", "5 minute drive", "ten to one",
    "5 years", "28 days", "a 12-year history", "turned 90 degrees", "model 30", "Flat 6 engine", "bed 3 days", "No. 17/18 Florida", "20 percent", "45M users", "1.5 million people",
    # words
    "you may go", "they march on", "the second opinion", "fall asleep", "spring water", "the may tree", "sun", "Mark said", "in room temperature", "the bar", "login page", "username is required", "the user agent", "handle non-terminals", "meet me at the dot", "point at it",
    "MRN pending", "no account", "policy of truth", "group of ten", "serial killer", "plate of food", "passport control", "visa on arrival", "license to drive", "case in point", "Supreme Court", "Wall Street", "In 2010 Wall", "the Park", "second street", "Suite in D",
    "std::vector", "a::b", "@", "a@b", "f(@x)", "#123", "12345", "123456789", "4155552671", "1234567893", "490154203237518", "021000021", "DEUTDEFF", "046 454 286", "AB1234567", "1M8GDM9A1KP042788", "943 476 5919x", "2341 2341 2347", "12345678A", "111.444.777-36",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "1BoatSLRHtKNngkdXEeobR76b53LETtpyU", "BG123456C", "91.5000, -74.0060", "10.12.14", "1.2.3.4.5",
]  # fmt: skip


@pytest.mark.parametrize("text", SILENT)
def test_stays_silent(text: str) -> None:
    wrong = [pair for pair in marked(text) if not (pair[0] == "DATE" and pair[1] == "2010")]
    assert wrong == []


def test_broad_rules_have_low_scores() -> None:
    text = "He paid $300 in 1994 for 12 Oak Street."
    labels = [span.label for span in Patterns(min_score=0.6).detect(Document("d", text))]
    assert labels == ["DATE", "STREET"]
    assert ("QUANTITY", "$300") in marked(text)


def test_words_after_a_number_help() -> None:
    alone, called = (
        Patterns(labels=["PHONE"]).detect(Document("d", text))
        for text in ("0161 496 0123", "0161 496 0123 is her phone number")
    )
    assert not alone
    assert [span.label for span in called] == ["PHONE"]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("NPI 1234567893", "license.npi"),
        ("1M8GDM9AXKP042788", "vehicle.vin"),
        ("AB1234563", "license.dea"),
        ("111.444.777-35", "id.cpf"),
    ],
)
def test_check_digits_are_reasons(text: str, rule: str) -> None:
    (span,) = Patterns().detect(Document("d", text))
    assert span.explanation is not None
    assert span.explanation.rule == rule
    assert any(reason.startswith("checksum") for reason, _ in span.explanation.reasons)
