"""Words that names of organizations are made of: kinds, fields, saints, and words of fancy.

Lists of this module say what stays in a name and what may stand for what is replaced. All were
written for this project.
"""

from functools import cache
from typing import Final

from textveil.lexicon.folding import squeeze_text
from textveil.lexicon.terms import hospital_words, organization_words

__all__ = [
    "CAMEL",
    "DEDICATIONS",
    "DENOMINATIONS",
    "FORMS",
    "PARTICLES",
    "PARTIES",
    "RINGS",
    "SAINTS",
    "SMALL",
    "fancies",
    "is_type",
]

SAINTS: Final = (
    *("Agnes", "Alban", "Ambrose", "Andrew", "Anne", "Anthony", "Augustine", "Barnabas", "Basil"),
    *("Benedict", "Bernard", "Brendan", "Catherine", "Cecilia", "Charles", "Clare", "Columba"),
    *("David", "Dominic", "Edmund", "Elizabeth", "Francis", "Gabriel", "George", "Gregory"),
    *("Helen", "Hilda", "Ignatius", "James", "Jerome", "John", "Joseph", "Jude", "Lawrence"),
    *("Leo", "Louis", "Lucy", "Luke", "Margaret", "Mark", "Martin", "Mary", "Matthew", "Michael"),
    *("Monica", "Nicholas", "Patrick", "Paul", "Peter", "Philip", "Raphael", "Rita", "Rose"),
    *("Stephen", "Theresa", "Thomas", "Timothy", "Ursula", "Vincent", "William"),
)
"""Saints that hospitals, schools and parishes are named after."""

DEDICATIONS: Final = (
    *("Mercy", "Providence", "Trinity", "Bethesda", "Bethany", "Emmanuel", "Nazareth", "Zion"),
    *("Calvary", "Grace", "Resurrection", "Shiloh", "Siloam", "Carmel", "Epiphany", "Nativity"),
    *("Sacred Heart", "Good Samaritan", "Good Shepherd", "Holy Cross", "Holy Family", "Holy Name"),
    *("Holy Spirit", "Holy Redeemer", "Precious Blood", "Divine Savior", "Divine Providence"),
    *("Mount Carmel", "Mount Sinai", "Mount Zion", "Mount Tabor", "Mount Olivet", "All Saints"),
    *("Beth Israel", "Christ the King", "Immaculate Conception", "Little Flower"),
    *("Our Lady of Hope", "Our Lady of Lourdes", "Our Lady of Grace", "Our Lady of Peace"),
    *("Our Lady of Mercy", "Our Lady of Victory", "Our Lady of Fatima"),
)
"""What hospitals, schools and parishes are dedicated to besides saints."""

RINGS: Final = tuple(
    frozenset(line.split())
    for line in (
        "Agriculture Commerce Culture Defence Education Energy Finance Health Housing Industry"
        " Interior Justice Labour Revenue Tourism Trade Transport Welfare",
        "Agriculture Commerce Defense Labor Treasury Transportation Veterans State Energy Health",
        "Supreme High District Superior Municipal Circuit Appellate County Constitutional Regional",
        "Cardiology Oncology Neurology Urology Nephrology Radiology Dermatology Gastroenterology"
        " Hematology Endocrinology Pulmonology Rheumatology Pediatrics Psychiatry Orthopedics"
        " Ophthalmology Gynecology Surgery Medicine Pathology",
        "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth",
        "North South East West",
        "Northern Southern Eastern Western Central",
        "National Regional Federal Central United",
        "Memorial General Community Regional",
        "Police Fire Water Parks Health Sheriff Housing",
        "Appeal Appeals Cassation Session Claims Chancery Audit",
        "ICU CCU MICU SICU NICU PACU",
        "European African Asian Nordic Baltic Balkan Arab Caribbean Mediterranean",
    )
)
"""Words of which another one of the same ring may stand for a name that says only its type."""

_DENOMINATIONS_WORDS: Final = (
    "Adventist Anglican Baptist Catholic Episcopal Jewish Lutheran Mennonite Methodist Moravian"
    " Nazarene Pentecostal Presbyterian Quaker Unitarian"
)
DENOMINATIONS: Final = frozenset(_DENOMINATIONS_WORDS.split())
"""Faiths in names of hospitals and colleges."""

_TYPES_WORDS: Final = (
    "academic affairs appeals appellate arts assembly bar bros cancer care central children"
    " childrens circuit city civil clinical college community constitutional correctional county"
    " court criminal day dental department dept district elementary emergency eye family federal"
    " fire first general geriatric global health heart high home house human human-rights"
    " information institute insurance international junior justice juvenile law library medical"
    " medicine memorial mental middle military ministry municipal national navy nursing office"
    " pediatric pharmacy police polytechnic post practice primary prison programme program"
    " psychiatric public regional rehabilitation research rights royal school science sciences"
    " secondary security senior service services social sons state superior supreme surgery"
    " surgical technical technology teaching trauma treatment trust tribunal union united"
    " university urgent veterans va ward women womens youth unit icu nicu picu ccu pacu hmo ppo epo"
    " pc pllc plc llc llp lp sa asa ab aps oy ag bv nv kg gmbh inc corp co ltd intl natl univ hosp"
    " ctr assn institut universitat universite universidad hopital klinikum krankenhaus"
)
_SMALL_WORDS: Final = "of the and for at in on de la du del des di & und et y e a an to with by"
SMALL: Final = frozenset(_SMALL_WORDS.split())
"""Words between words."""

_PARTICLES_WORDS: Final = (
    "van von der den ter ten te zu zum vom da das dos do bin ibn el al ben mac le"
)
PARTICLES: Final = frozenset(_PARTICLES_WORDS.split())
"""Small words that surnames begin with."""

_PARTIES_WORDS: Final = (
    "people state commonwealth crown regina rex r queen king republic government city county"
    " anonymous doe roe others another"
)
PARTIES: Final = frozenset(_PARTIES_WORDS.split())
"""Parties to a lawsuit that are nobody in particular."""

FORMS: Final = ("in re", "in the matter of", "matter of", "estate of", "ex parte", "re")
"""What may stand before the party of a lawsuit that has one alone."""

_PLAIN_FANCIES: Final = (
    "Adventure Alliance Allegro Almond Alpine Amber Anchor Anthem Apex Apogee Apple Arbor Arcadia"
    " Archer Arrow Aspen Atlas Aurora Autumn Avalon Azure Badger Balance Bamboo Banner Barley"
    " Basalt Bayberry Bear Bison Bluebird Bluebonnet Boulder Breeze Bridge Bronze Buffalo"
    " Butterfly Cactus Canary Candle Canopy Canyon Capstone Cardinal Caravan Cascade Castle Cedar"
    " Champion Chariot Cherry Cipher Citadel Citrus Clover Coastal Colony Comet Compass Concord"
    " Condor Continental Coral Cornerstone Cosmos Cottage Cove Crane Crescent Crest Crown Crystal"
    " Current Cypress Dawn Diamond Discovery Dogwood Dolphin Dove Driftwood Eagle Eclipse Element"
    " Elm Ember Emerald Empire Endeavor Enterprise Epic Equinox Everest Excel Fable Fern Fidelity"
    " Field Fir Flagship Flint Forest Forge Fountain Foxglove Freedom Fusion Galaxy Garden Garnet"
    " Gazelle Genesis Glacier Globe Golden Grove Guardian Gulf Hammer Harbor Harmony Harvest"
    " Haven Hawthorn Hazel Hearth Heron Hickory Hillside Honey Ibis Icon Impact Imperial Indigo"
    " Infinity Inland Insight Integrity Iris Iron Island Ivory Ivy Jade Jasmine Journey Jubilee"
    " Kestrel Keynote Kite Lagoon Lake Lancer Landmark Lark Latitude Laurel Lavender Legacy Legend"
    " Lighthouse Lilac Lily Lion Locust Lotus Lunar Lynx Magnet Magnolia Majestic Mango Maple"
    " Marble Mariner Marlin Matrix Meadow Mercury Mesa Midland Midway Milestone Mission Mistral"
    " Momentum Monarch Monument Mosaic Mountain Mustang Myrtle Navigator Nexus Noble Nova Oak"
    " Oasis Ocean Odyssey Olive Olympic Omega Onyx Opal Optimum Oriole Osprey Otter Owl Pacific"
    " Palm Panther Paradise Paragon Paramount Park Patriot Pearl Pebble Pelican Pegasus Phoenix"
    " Pine Pinion Plaza Polar Poplar Portal Premier Prestige Prime Prism Progress Puffin Pyramid"
    " Quarry Quartz Quest Radiant Rainbow Rampart Ranger Raven Reef Regal Regent Reliance"
    " Renaissance River Robin Rocket Rocky Rose Ruby Saffron Sage Sail Salmon Sandstone Sapphire"
    " Savanna Scholar Sentinel Serenity Shamrock Shore Signal Silver Skyline Slate Solstice Spark"
    " Sparrow Spectrum Spire Spring Spruce Star Station Stellar Stone Storm Stratus Stream"
    " Sunflower Sunset Superior Swan Swift Sycamore Talon Tempest Terra Thistle Thunder Tiger"
    " Timber Titan Topaz Tower Trail Tranquil Triad Tribune Trident Triumph Tropic Tulip Tundra"
    " Turtle Twilight Unity Universal Vector Velvet Venture Victory Villa Vine Vineyard Violet"
    " Vision Vista Vital Voyager Walnut Waterfall Wheat Whisper Wildflower Willow Windmill Winter"
    " Wolverine Wren Yarrow Zephyr"
)
_HEADS: Final = (
    "Arrow Ash Autumn Bay Black Blue Bright Cedar Clear Cliff Cold Crest Crown Crystal Deer Eagle"
    " East Elm Ever Fair Far Fern Forest Fox Gold Grand Gray Green Harbor Hawk Hearth High Hill"
    " Iron Lake Light Maple Meadow Mill Moon New North Oak Open Pine Red River Rock Sand Sea"
    " Silver Sky South Spring Star Stone Summer Sun Swift True Water West White Wild Wind Winter"
    " Wolf Wood"
)
_TAILS: Final = (
    "bank beacon berry bluff branch bridge brook cliff coast cove crest dale edge fall field forge"
    " gate glen grove guard haven heart hill hollow keep lake land leaf light line mark meadow mill"
    " mont mount oak path peak pine point pond port quest ridge rise river rock root sail shield"
    " shire shore side song spire spring star stone stream trail tree vale view wall water way"
    " well wind wood works"
)


@cache
def fancies() -> tuple[str, ...]:
    """Return words that a company may be called after, single and put together."""
    heads, tails = _HEADS.split(), _TAILS.split()
    joined = (f"{head}{tail}" for head in heads for tail in tails if head.lower() != tail)
    return (*_PLAIN_FANCIES.split(), *joined)


_CAMEL_WORDS: Final = (
    "Acute Alta Anchor Bright Care Carta Clear Core Crest Ever First Heart Health Help Inter Key"
    " Life Line Link Med Mind Net North Nova Omni Path Peak Plus Point Prime Pro Quest Source South"
    " Spring Star Sure Tele Terra Tri True Uni Vita Way Well West"
)
CAMEL: Final = tuple(_CAMEL_WORDS.split())
"""What brands with a capital inside are put together from."""


@cache
def _type_words() -> frozenset[str]:
    listed = " ".join((*organization_words(), *hospital_words())).split()
    rings = {word for ring in RINGS for word in ring}
    return frozenset(_TYPES_WORDS.split()) | {squeeze_text(word) for word in (*listed, *rings)}


def is_type(word: str) -> bool:
    """Tell whether a word says what an organization is, and not which one.

    Examples
    --------
    >>> is_type("Hospital"), is_type("Women's"), is_type("of"), is_type("Kowalski")
    (True, True, True, False)
    """
    key = squeeze_text(word.removesuffix("'s").removesuffix("\u2019s"))
    return word.lower() in SMALL or key in SMALL or key in _type_words() or not key
