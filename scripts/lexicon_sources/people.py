"""First names and surnames with counts, capitalised as they are usually written."""

from collections.abc import Iterator

from lexicon_sources.origin import census, census_1990

_JUNK_WORDS = """
    MALE FEMALE BABY THE AND SIR BOY GIRL INFANT UNKNOWN NONAME MISS MR MRS DR JR SR OTHER
"""
_JUNK = frozenset(_JUNK_WORDS.split())
_GENDERS = ("female", "male")
_SHARE = 0.25
_FIRST = {"female": 4300, "male": 2600}
_LAST = 30_000
_GROUPS = ("pctwhite", "pcthispanic", "pctapi", "pctblack", "pctaian")
_LEADING = 50.0
_AMERICANS_1990 = 2.5e8

_IRISH_WORDS = """
    BANION BANNION BANNON BOYLE BRIAN BRIEN BRYAN BRYANT BYRNE CALLAGHAN CASEY CONNELL
    CONNER CONNOR DANIEL DANIELS DAY DEA DELL DONNELL DONOGHUE DONOHUE DONOVAN DOWD DWYER
    FARRELL FLAHERTY FLYNN GARA GORMAN GRADY GUIN GUINN HAGAN HAIR HALLORAN HANLON HARA HARE
    HEARN HERN KANE KEEFE KEEFFE KEIFE KELLEY KELLY LAUGHLIN LEARY LOUGHLIN MALLEY MARA
    MEARA MELIA NAN NEAL NEIL NEILL QUIN QUINN REAR REGAN REILLY RILEY ROARK ROURKE RYAN
    SHAUGHNESSY SHEA SHEA SULLIVAN TOOLE
"""
_IRISH = frozenset(_IRISH_WORDS.split())
_MAC_WORDS = """
    ALISTER ARTHUR BETH BRIDE CALLUM CORMACK DONALD DONNELL DOUGALL DOUGAL DOWELL DUFF
    DUFFIE EACHERN FARLAND FARLANE GILLIVRAY GREGOR INNES INTOSH INTYRE IVER KAY KENNA
    KENZIE KINNON LACHLAN LAREN LAUGHLIN LEAN LEISH LELLAN LENNAN LEOD MASTER MILLAN MULLEN
    MURRAY NAB NAMARA NEIL NEILL NICOL PHAIL PHEE PHERSON QUARRIE RAE TAGGART TAVISH VICAR
    WILLIAMS
"""
_MAC = frozenset(_MAC_WORDS.split())
_ITALIAN_WORDS = """
    ADAMO AGOSTINO ALESSANDRO AMATO AMBROSIO AMICO ANDREA ANGELO
"""
_ITALIAN = frozenset(_ITALIAN_WORDS.split())


def usual_case(name: str) -> str:
    """Return a surname given in capitals as it is usually written."""
    for prefix, shown, rest in (("O", "O'", _IRISH), ("MAC", "Mac", _MAC), ("D", "D'", _ITALIAN)):
        if name.startswith(prefix) and name.removeprefix(prefix) in rest:
            return shown + name.removeprefix(prefix).capitalize()
    if name.startswith("MC") and len(name) > 4 and name not in {"MCINTOSH"}:
        return "Mc" + name[2:].capitalize()
    return name.capitalize()


def gender_counts() -> dict[str, dict[str, int]]:
    """Return for each gender the first names in capitals with the number of bearers."""
    counts: dict[str, dict[str, int]] = {gender: {} for gender in _GENDERS}
    for row in census("2020_first_names"):
        if row["name"] in _JUNK:
            continue
        for gender in _GENDERS:
            share = row[f"pct{gender}"] / 100
            if share >= 0.02 and row["count"] * share >= 20:
                counts[gender][row["name"]] = round(row["count"] * share)
    for gender in _GENDERS:
        for name, share in census_1990(f"{gender}.first").items():
            counts[gender].setdefault(name, round(share / 200 * _AMERICANS_1990))
    return counts


def surname_counts() -> dict[str, int]:
    """Return all surnames in capitals with the number of bearers."""
    counts = {row["name"]: int(row["count"]) for row in census("2020")}
    for row in census("2010"):
        counts.setdefault(row["name"], int(row["count"]))
    for name, share in census_1990("all.last").items():
        counts.setdefault(name, round(share / 100 * _AMERICANS_1990))
    return counts


def first_name_rows(gender: str) -> Iterator[tuple[str, int]]:
    """Yield the most frequent first names of a gender with counts."""
    rows = [
        (row["name"], row["count"] * row[f"pct{gender}"] / 100)
        for row in census("2020_first_names")
        if row[f"pct{gender}"] >= 100 * _SHARE and len(row["name"]) > 1 and row["name"] not in _JUNK
    ]
    rows.sort(key=lambda row: (-row[1], row[0]))
    for name, count in rows[: _FIRST[gender]]:
        yield name.capitalize(), round(count)


def surname_rows() -> Iterator[tuple[str, int, int]]:
    """Yield the most frequent surnames with counts and the number of their origin."""
    rows = sorted(census("2020"), key=lambda row: (-row["count"], row["name"]))
    for row in rows[:_LAST]:
        shares = [row[group] or 0.0 for group in _GROUPS]
        best = max(range(len(shares)), key=shares.__getitem__)
        yield usual_case(row["name"]), row["count"], best + 1 if shares[best] >= _LEADING else 0
