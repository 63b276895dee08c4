"""Dates and times in the forms in which people write them, and ages."""

# ruff: noqa: E501 - long tables are the point

import pytest

from textveil.detect.patterns import Patterns
from textveil.values.document import Document


def found(text: str, **options: object) -> list[tuple[str, str]]:
    spans = Patterns(**options).detect(Document("d", text))  # type: ignore[arg-type]
    return [(span.label, text[span.start : span.end]) for span in spans]


# What is found stands between brackets.
DATES = """
[2016-05-03] | [2016/05/03] | [2016/5/3] | [2016.05.03] | [20160503] | [2016-05-03T10:22:00Z]
[2016-05-03T10:22:00+02:00] | [2016-05-03 10:22] | [2016-05-03T10:22:00.123Z] | [20160503T102200Z]
[05/03/2016] | [5/3/2016] | [25/03/2016] | [5/3/16] | [05-03-2016] | [05-03-16] | [25-03-2016] | [3.5.2016]
[03.05.2016] | [3. 5. 2016] | [05 / 03 / 2016] | [5/3/'16] | [05/2016] | [2016-05] | seen in [05-2016] | since [05.2016]
DOB [05 03 1980] | DOB: [05031980] | DOB [1980 05 03] | born [050380]
[3 May 2016] | [3 May, 2016] | [3rd May 2016] | [03 May 2016] | [3 MAY 2016] | [3 may 2016] | [3 May '16] | [3-May-2016]
[3/May/2016] | [3.May.2016] | [03MAY2016] | [12Jan2015] | [12-Mar-98] | [3 May] | [3rd May] | [the 3rd of May 2016] | [the 3rd of May]
[3rd of May, 2016] | [the 3rd day of May, 2016] | [3 Sept. 2016] | [3-4 May 2010] | [3 and 4 May 2010] | [3 to 5 May 2010]
between [3 and 5 May 2010] | [3/4 May 2010] | from [3 May] to [5 June 2010] | [Monday 3 May 2016] | [Mon 3 May 2016] | [Monday, 3 May]
[Mon., 3 May 2016] | [Tue, 03 May 2016] [10:22:00 GMT]
[May 3, 2016] | [May 3 2016] | [May 3rd, 2016] | [MAY 3, 2016] | [Sept. 3, 2016] | [Sep 3 2016] | [May 3] | [May 3rd] | [May 3-5, 2016]
[May 3 and 5, 2016] | [May-03-2016] | [May.3.2016] | [May the 3rd, 2016] | [Monday, May 3, 2016] | [Tue May 3] | [Tue May 3 10:22:00 2016]
[Thurs. May 3rd] | [December 24 of 2015] | [May 3,2016] | [October 12-14]
[May 2016] | [May, 2016] | [May of 2016] | [MAY 2016] | [Jan. 2015] | [Jan2015] | [May '16] | [May-2016] | [Sept 2016] | [2016 May 3]
[2016-May-03] | [2016May03] | [2016 May] | [early March 1998] | [late March 1998] | [mid-March 1998] | [the beginning of January 1997]
[the third of May 2016] | [the twenty-first of June] | [May the third, 2016] | [June twenty-first, 1999] | [Third day of May, 2016]
[3 de mayo de 2016] | [3. Mai 2016] | [3 mai 2016] | [1er juillet 2010] | [3 maggio 2016] | [3 maart 2016] | [3. März 2016] | [août 1944] | [3 de março de 2016]
[3.V.2016] | [29-VII-1918] | [3 XII 1999]
in [1994] | since [1998] | born [1954] | during [2017] | until [1976] | by [1999] | circa [1950] | in the year [1994] | ([1994]) | (born [1954])
[1994-1996] | [1994/95] | [2010-12] | [1994/1996] | from [1996] to [2001] | between [1980] and [1981] | in [1956], [1959] and [1965] | the years [1997-1999]
[early 2014] | [late 1998] | [mid-2009] | [end of 2009] | the [beginning of 1998] | class of [2009]
the [1990s] | [1990s] | the [mid-1990s] | the [early 1980s] | the ['90s] | the [90s] | the [nineties] | ['80s] | the [late 1700s]
[Spring 2014] | the [summer of 1998] | [summer 1998] | [winter 2009/10] | [fall '98] | [early autumn 1995] | [Fall semester 2012] | [last summer]
[Q3 2015] | [Q3/2015] | [Q3 '15] | [3Q15] | [2015 Q3] | [2015-Q3] | [H1 2012] | the [third quarter of 2015] | the [first half of 2008] | the [second semester of 2011]
[FY2013] | [FY 2013] | [FY13] | [fiscal year 2013] | [FY2013/14] | [academic year 2010-11] | [tax year 1995/96] | [school year 2006-2007] | [model year 2012]
[2015-W03] | [2015W03] | [2015-W03-5] | [week 3 of 2015] | [week 12, 2015] | [CW12/2015] | week of [3 March]
[Christmas] | [Christmas Eve 2014] | [Christmas Day, 1998] | [Easter Monday 2011] | [Thanksgiving 2012] | [New Year's Eve 1999] | [Labor Day] | [Fourth of July 2003]
[Good Friday 2010] | [Ramadan 2016] | [Valentine's Day] | [thanksgiving 2012] | [Independence Day '96] | [Boxing Day]
on [Monday] | [last Friday] | [next Friday] | [this Tuesday] | [Thursday] at [noon] | [Monday] morning | every [Sunday] | until [WEDNESDAY]
[last May] | [next June] | [this March] | in [September] | in [early June] | since [April] | [late July] | by [Jan.] | [mid-October]
on [5/3] | from [9/25 - 11/4] | DOB [5/3] | seen on [the 3rd]. | until [the 23rd], he
"""


def forms(table: str) -> list[str]:
    return [form.strip() for line in table.strip().split("\n") for form in line.split("|")]


def marked(text: str, labels: tuple[str, ...]) -> str:
    """Write brackets around what is found with one of the labels."""
    for span in reversed(list(Patterns(labels=labels).detect(Document("d", text)))):
        text = f"{text[: span.start]}[{text[span.start : span.end]}]{text[span.end :]}"
    return text


def test_there_are_more_than_a_hundred_forms() -> None:
    assert len(set(forms(DATES))) > 200


@pytest.mark.parametrize("form", forms(DATES))
def test_written_forms_of_dates(form: str) -> None:
    plain = form.replace("[", "").replace("]", "")
    assert marked(plain, ("DATE", "TIME")) == form


TIMES = """
at [14:30] | [14:30] | [14:30:15] | [2:15 pm] | [2:15pm] | [2:15 p.m.] | at [2:15] | [2 pm] | [11am] | [4 P.M.] | [10-11 am] | [2.21 p.m.]
[0830 hrs] | [0830 hours] | [0830h] | at [0830] | [14:30 hrs] | [14:30 h] | [14:30 CET] | [09:00 EST] | [14h30] | at [noon] | [noon] on | until [midnight]
[noon] today | [3 o'clock] | [three o'clock] | [half past three] | [quarter to five] | [a quarter past 7] | [ten past six] | [twenty minutes to nine]
@ [9:45] | time: [1530] | [08:15] - [09:45] | from [9:00] to [17:00]
"""


@pytest.mark.parametrize("form", forms(TIMES))
def test_written_forms_of_times(form: str) -> None:
    assert marked(form.replace("[", "").replace("]", ""), ("TIME",)) == form


AGES = """
[87] y/o | [87]yo | [87] yo male | [87] y.o. female | a [93]-year-old man | [45] year old | [45] years old | [45] yrs old | a [6]-month-old | [3] weeks old
[nineteen]-year-old | [thirty-one] years old | aged [92] | age [45] | age: [45] | Age [45] | ages [4 and 7] | at the age of [66] | [66] years of age
in his [80s] | in his [late 80s] | in her [early twenties] | in their [teens] | in the patient's [mid-50s] | he just turned [46] | I'll turn [40]. | turning [65] next week
when he was [65]. | i'm [58] y/o | she is [34], and | [87]F with | [45] yo F admitted | [62]M presenting | [10-12] year olds | aged [15 to 20] | [2 1/2] years old
"""


@pytest.mark.parametrize("form", forms(AGES))
def test_written_forms_of_ages(form: str) -> None:
    assert marked(form.replace("[", "").replace("]", ""), ("AGE",)) == form


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("aged 92", True),
        ("a 93-year-old", True),
        ("in her 90s", True),
        ("ninety-one years old", True),
        ("104 y/o", True),
        ("in her early nineties", True),
        ("aged 89", False),
        ("in his late 80s", False),
        ("nineteen years old", False),
        ("9 years old", False),
    ],
)
def test_ages_over_89_are_marked_by_a_reason(text: str, over: bool) -> None:
    (span,) = Patterns().detect(Document("d", text))
    assert span.explanation is not None
    assert any(reason == "over:89" for reason, _ in span.explanation.reasons) == over


@pytest.mark.parametrize(
    "text",
    [
        "aged 230",
        "150 years old",
        "a 12-year history",
        "turned 90 degrees",
        "turn 2 of 3",
        "page 45",
        "he was 20 minutes late",
        "in 80s mode",
        "45% of those aged",
    ],
)
def test_what_is_no_age(text: str) -> None:
    assert found(text, labels=["AGE"]) == []
