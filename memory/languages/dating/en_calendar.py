"""Days of the calendar as they are named in English: "March 3rd", "3-5 May", "May 2027", "in June", "the 5th"."""

from __future__ import annotations

import re
from datetime import date

from memory.languages.dating import calendar
from memory.languages.dating.en_words import (
    ALL_DAYS,
    ANY_DAY,
    AWAY,
    FIXED,
    MONTH,
    MONTHS,
    NTH,
    NUMBERS,
    ORDINAL,
    YEAR,
    day_number,
)
from memory.languages.dating.form import NOTHING, UNSURE, Meant, Moment, Tense, either, form
from memory.languages.pack import pattern
from memory.theories.date_match import Span

_VERBS = frozenset({"may", "march"})
_NAMES = frozenset({"april", "may", "june"})
_SETS_A_DATE = re.compile(r"\b(?:on|by|until|till|til|before|after|since|from|due|around|for)\s+$")
_NO_OBJECT = pattern(
    r"""\s*(?:[.,!?;:)\]"”\n–—-]|$|(?:at|and|to|for|in|we|i|he|she|they|you|the|is|was|are|were|am|has|have|had|does
|did|i'm|we're|they're|we've|i've|will|works|until|or|if|so|but|not|exactly|noon|onwards?|through
    |because|when|with|then|our|my|please|around|from|as|already|that|this)\b)"""
)
_IT_IS = re.compile(r"\b(?:already|today is|today's|it's|its|is it|it is) the $")
_ANY_YEAR = re.compile(
    r"\b(?:born|birthdays?|b-?day|anniversary|(?:every|each) (?:year|summer|winter|spring|autumn|fall|season|time|\d"
    rf"|(?:the )?{ORDINAL}|{MONTH})|annual(?:ly)?(?! leave)|yearly|always|traditionally)\b"
)

_TURNS = re.compile(rf"\bturn(?:s|ed|ing)? (?:\d+|{either(NUMBERS)}) (?:on )?(?:the )?$")
"""Before a birthday: "the twins turn nine on 14 March"."""
_BACK_FROM = re.compile(r"\x00{5,}[^.!?\n]*\b(?:back|returns?|returning|home)\b[^.!?\n]*$")
"""Before the 12th of "away from 4 to 11 May, back on the 12th", which is of the month that was named."""
_EVERY_MONTH = re.compile(r"\b(?:every|each|per) month\b|\bmonthly\b")

_TH = r"(?P<th>st|nd|rd|th)?\b"
_DAY_MONTH = (
    rf"(?<![\d.,:/$€£#-])(?:(?P<day>\d{{1,2}}){_TH}(?: of)?|\b(?P<ordinal>{ORDINAL}) of) (?P<month>{MONTH})\b\.?"
)
_MONTH_DAY = (
    rf"\b(?P<month>{MONTH})\b\.? (?:the )?(?:(?P<day>\d{{1,2}}){_TH}|(?P<ordinal>{ORDINAL})\b)"
    r"(?![.:/,]\d|\s?%|\s?[ap]\.?m\b)"
)
_TO = r"\s?(?:-|–|—|\bto\b|\bthrough\b|\bthru\b|\buntil\b)\s?(?:the )?(?P<to>\d{1,2})(?:st|nd|rd|th)?\b"
_DAYS_MONTH = rf"(?<![\d.,:/$€£#-])(?P<day>\d{{1,2}}){_TH}{_TO}(?: of)? (?P<month>{MONTH})\b\.?"
_MONTH_DAYS = rf"{_MONTH_DAY}{_TO}(?![.:]\d|\s?[ap]\.?m\b)"
_WITH_YEAR = rf"(?:,? (?P<year>{YEAR})\b|,? (?:of )?(?P<away>this|next|last) year\b)?"
_WITH_WEEKDAY = rf"(?:\b(?P<weekday>{ANY_DAY})\b\.?,? (?:the )?)?"
_IN = (
    r"(?:in|come|roll on|since|until|till|til|during|early|late|mid|mid-|(?:end|beginning|start|middle) of"
    r"|early in|late in)"
)
_MAYBE_OF = r"(?:by|from|before|after|for|of)"
_COUNTED_THINGS = (
    r" (?!(?:was|is|has|does|this|his|as|its|plus)\b)(?:\w+s|people|km|kg|gb|mb|kb|m|eur|usd|men|women|children)\b"
)
_PLAIN_MONTH = r"(?:january|february|july|september|october|november|december)"


def _dated(match: re.Match[str], moment: Moment) -> Meant:
    """A day and a month, perhaps with a weekday, a year or a last day."""
    groups = match.groupdict()
    if _is_verb(match, groups):
        return NOTHING
    found = _first_day(match, groups, moment)
    return calendar.days_until(found, int(groups["to"])) if groups.get("to") else found


def _first_day(match: re.Match[str], groups: dict[str, str | None], moment: Moment) -> Meant:
    number, of_month = MONTHS[match["month"]], day_number(match["day"] or match["ordinal"])
    weekday = ALL_DAYS[name] if (name := groups.get("weekday")) else None
    if year := _year(groups, moment):
        return calendar.certain(date(year, number, of_month), weekday)
    if _ANY_YEAR.search(match.string) or _TURNS.search(match.string, 0, match.start()):
        return UNSURE  # of which year is not said
    return calendar.dated(moment, number=number, of_month=of_month, weekday=weekday)


def _year(groups: dict[str, str | None], moment: Moment) -> int | None:
    if year := groups.get("year"):
        return int(year)
    return moment.today.year + AWAY[away] if (away := groups.get("away")) else None


def _is_verb(match: re.Match[str], groups: dict[str, str | None]) -> bool:
    """ "May 2 people come?", "3 may fail", "march 3 steps"."""
    if match["month"] not in _VERBS or groups.get("th") or _year_said(groups):
        return False
    said_so = _SETS_A_DATE.search(match.string, max(0, match.start() - 12), match.start())
    return not said_so and not _NO_OBJECT.match(match.string, match.end())


def _year_said(groups: dict[str, str | None]) -> bool:
    return any(groups.get(name) for name in ("year", "away", "weekday"))


def _week_of(match: re.Match[str], moment: Moment) -> Meant:
    found = _dated(match, moment)
    return calendar.week(found.first, 0) if isinstance(found, Span) else found


def _week_of_the(match: re.Match[str], moment: Moment) -> Meant:
    found = calendar.day_of_month(moment, int(match["day"]))
    return calendar.week(found.first, 0) if isinstance(found, Span) else found


def _month_of_year(match: re.Match[str], moment: Moment) -> Meant:
    year = _year(match.groupdict(), moment)
    return calendar.month(year, MONTHS[match["month"]]) if year else UNSURE


def _away_month(match: re.Match[str], moment: Moment) -> Meant:
    number, away = MONTHS[match["month"]], match["away"]
    if match["month"] in _VERBS and not _NO_VERB.match(match.string, match.end()):
        return NOTHING
    if away == "this":
        return calendar.this_month_named(moment, number)
    return (calendar.last_month_named if away == "last" else calendar.next_month_named)(moment.today, number)


_NO_VERB = re.compile(r"\s*(?:[.,!?;)]|$|(?:i|we|he|she|they|our|my)\b)")


def _month(match: re.Match[str], moment: Moment) -> Meant:
    return UNSURE if _ANY_YEAR.search(match.string) else calendar.named_month(moment, MONTHS[match["month"]])


def _maybe_month(match: re.Match[str], moment: Moment) -> Meant:
    """April, May and June are names of people too."""
    if match["month"] in _NAMES and not (match["month"] == "june" and match["of"] in ("by", "before")):
        return UNSURE
    found = _month(match, moment)
    if found == calendar.month_away(moment.today, 11):
        return calendar.month_away(moment.today, -1)  # "the bill for May is wrong", said in June
    return found


def _quarter(match: re.Match[str], moment: Moment) -> Meant:
    year, quarter = int(match["year"]), int(match["quarter"])
    return Span(calendar.month(year, 3 * quarter - 2).first, calendar.month(year, 3 * quarter).last)


def _fixed(match: re.Match[str], moment: Moment) -> Meant:
    number, of_month = FIXED[match["name"]]
    if match["year"]:
        return calendar.day(date(int(match["year"]), number, of_month))
    return UNSURE if _ANY_YEAR.search(match.string) else calendar.dated(moment, number=number, of_month=of_month)


def _plain_month(match: re.Match[str], moment: Moment) -> Meant:
    """A month that no preposition makes a time: "I hate November"."""
    if _ANY_YEAR.search(match.string):
        return UNSURE
    return calendar.named_month(moment, MONTHS[match["month"]], surely=False)


def _month_found(match: re.Match[str], moment: Moment) -> Meant:
    """The month of "the first Monday in May", "the last week of next month"."""
    groups = match.groupdict()
    if whose := groups.get("whose"):
        return calendar.month_away(moment.today, AWAY[whose])
    number = MONTHS[match["month"]]
    if groups.get("year"):
        return calendar.month(int(match["year"]), number)
    if number != moment.today.month:
        return calendar.named_month(moment, number)
    return calendar.month_away(moment.today, 0) if moment.tense() in (Tense.PAST, Tense.COMING) else UNSURE


def _nth_weekday(match: re.Match[str], moment: Moment) -> Meant:
    if _ANY_YEAR.search(match.string):
        return UNSURE
    return calendar.nth_weekday(_month_found(match, moment), NTH[match["nth"]], ALL_DAYS[match["weekday"]])


def _outer_week(match: re.Match[str], moment: Moment) -> Meant:
    if _ANY_YEAR.search(match.string):
        return UNSURE
    return calendar.outer_week(_month_found(match, moment), last=match["nth"] == "last")


def _outer_day(match: re.Match[str], moment: Moment) -> Meant:
    found = _month_found(match, moment)
    if _ANY_YEAR.search(match.string) or not isinstance(found, Span):
        return UNSURE
    return calendar.day(found.last if match["nth"] == "last" else found.first)


def _listed_day(match: re.Match[str], moment: Moment) -> Meant:
    """The first days of "3, 4 and 7 May" are in the month that is named behind them."""
    groups = match.groupdict()
    number, of_month = MONTHS[match["month"]], day_number(match["day"])
    if groups.get("year"):
        return calendar.day(date(int(match["year"]), number, of_month))
    if _ANY_YEAR.search(match.string):
        return UNSURE
    return calendar.dated(moment, number=number, of_month=of_month)


def _th_day(match: re.Match[str], moment: Moment) -> Meant:
    """ "The 5th" without a month; "how is it already the 20th" is told of today."""
    of_month = day_number(match["day"] if "day" in match.re.groupindex else match["ordinal"])
    if of_month == moment.today.day and _IT_IS.search(match.string, 0, match.start("said")):
        return calendar.days_from(moment.today, 0)
    if _EVERY_MONTH.search(match.string) or _BACK_FROM.search(match.string, 0, match.start("said")):
        return UNSURE
    return calendar.day_of_month(moment, of_month)


def _slashed(match: re.Match[str], moment: Moment) -> Meant:
    """ "10/25" and "25/10": only one of both numbers can be a month."""
    number, of_month = int(match["month"] or match["second"]), int(match["day"] or match["first"])
    return calendar.dated(moment, number=number, of_month=of_month)


def _said_year(match: re.Match[str], moment: Moment) -> Meant:
    """ "The 2019 flood", "a 2011 Volvo"; round numbers count things."""
    number = int(match["said"])
    return UNSURE if number % 100 == 0 else calendar.year(number)


def _short_year(match: re.Match[str], moment: Moment) -> Meant:
    """ "Since '09"."""
    number = 2000 + int(match["short"])
    return calendar.year(number if number <= moment.today.year + 10 else number - 100)


def _second_day(match: re.Match[str], moment: Moment) -> Meant:
    """Of "May 3 and 4"; the first is read after it."""
    return NOTHING if _is_verb(match, {}) else _listed_day(match, moment)


def _of_away_month(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.nth_day(moment.today, AWAY[match["away"]], day_number(match["day"] or match["ordinal"]))


_OF_MONTH = rf"(?:of|in) (?:(?P<month>{MONTH})\b(?:,? (?P<year>{YEAR})\b)?|(?P<whose>this|next|last) month\b)"
_WEEK_OF = (
    r"\b(?:(?:week|wk) (?:of|commencing|beginning|starting|from)|w/c|w/b|wc)(?: on)?(?: the)?"
    rf"(?: {ANY_DAY}\b,?)?(?: the)? "
)
_NO_SCORE = (
    r"(?:[:(,] |(?<!\bwas )(?<!\bgot )(?<!scored )(?<!score )(?<!rated )(?<!gave )(?<!with )(?<!only )(?<!passed )"
    r"(?<!\ba )(?<!page )(?<!step )(?<!part )(?<!slide )(?<!item )"
    r"(?<!level )(?<!round )(?<!task )(?<!phase )(?<=[a-z]{2} ))"
)
_NO_SHARE = r"(?![\d/.,-]*\d|/|\s?%|\s?(?:of|in|inch(?:es)?|tests?|points?|stars?|people|pass\w*|done|votes?|seats?)\b)"
"""Not behind "10/25": it is no share of something."""
_NTH = rf"\b(?:the )?(?:very )?(?P<nth>{either(NTH)})"
_TH_DAY = r"(?P<said>(?P<day>\d{1,2})(?:st|nd|rd|th))\b"
_NO_TH_THING = (
    r"(?!'| (?:floors?|street|st|ave|avenue|hole|tee|green|time|grade|graders?|birthday|anniversary|century|place"
    r"|edition|attempt|try|innings?|row|page|chapter|day|night|week|month|year|quarter|rounds?|draft|version|house"
    r"|person|one|item|slide|step|point|line|rep|lap|mile|km|minute|hour|gen|generation|percentile|amendment|district"
    r"|ward|regiment|level|game|match|cup|slot|seat|car|child|kid|baby|guy|man|woman|storey|story|revision|iteration"
    r"|pass|fl|and \w+ floors?|fret|string|key|symphony|season|episode|stop|exit|run|set|bar|letter|win|goal|call"
    r"|email|message|interview)\b)"
)
"""Behind "on the 5th", which is no fifth floor."""
_AFTER_TH_DAY = (
    r"(?=\s*(?:[.,!?;:)–—/]|- |$|(?:at|to|we|i|he|she|they|you|it|is|was|will|or|if|so|but|because|and|instead|not|now"
    r"|when|with|then|our|for|from|in|on|after|before|until|my|the|this|that|around|morning|afternoon|evening|night"
    r"|please|pls|already|works|suits|onwards?|though|as|since|cos|bc|who|where|i'm|i'll|we're|we'll|it's|should"
    r"|must|can"
    r"|can't|could|would|has|have|had|does|did|looks|sounds|through|till|by|are|into|latest|or|off|there|here"
    r"|too|unless|while|still|just|only|ok|okay|fine|some(?:one|body)|every(?:one|body)|nobody|also|again|maybe"
    r"|probably|she's|he's|they're|you're|it'll|she'll|he'll|they'll|we've|i've|i'd|we'd|both|about|per|thanks|thx"
    r"|cheers|sorry|which|what|how|did|do|does|per|via|x|lol)\b))"
)

CALENDAR = (
    form(rf"{_NTH} (?P<weekday>{ANY_DAY}) {_OF_MONTH}", _nth_weekday),
    form(rf"\b(?:the )?(?P<nth>first|last) week {_OF_MONTH}", _outer_week),
    form(rf"\b(?:the )?(?:very )?(?P<nth>first|last) day {_OF_MONTH}", _outer_day),
    form(
        rf"(?<![\d.,:/$€£#-])(?P<said>(?P<day>\d{{1,2}}){_TH})(?=(?:,? (?:and|or|&) |, | ?& ?)(?:the )?"
        rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?:,? (?:and|or|&) |, | ?& ?)(?:the )?){{0,3}}\d{{1,2}}(?:st|nd|rd|th)?"
        rf"(?: of)? (?P<month>{MONTH})\b(?:,? (?P<year>{YEAR})\b)?)",
        _listed_day,
    ),
    form(
        rf"\b(?P<month>{MONTH})\b\.? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?:,? (?:and|or|&) )(?:the )?"
        rf"(?P<said>(?P<day>\d{{1,2}})(?:st|nd|rd|th)?)\b(?![.:/,]\d|\s?%|\s?[ap]\.?m\b| [a-z]+s\b)",
        _second_day,
    ),
    form(rf"{_WEEK_OF}{_DAY_MONTH}{_WITH_YEAR}", _week_of),
    form(rf"{_WEEK_OF}{_MONTH_DAY}{_WITH_YEAR}", _week_of),
    form(rf"{_WEEK_OF}(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b", _week_of_the),
    form(rf"{_DAYS_MONTH}{_WITH_YEAR}", _dated),
    form(rf"{_MONTH_DAYS}{_WITH_YEAR}", _dated),
    form(rf"{_WITH_WEEKDAY}{_DAY_MONTH}{_WITH_YEAR}", _dated),
    form(rf"{_WITH_WEEKDAY}{_MONTH_DAY}{_WITH_YEAR}", _dated),
    form(rf"\b(?P<name>{either(FIXED)})\b(?:,? (?P<year>{YEAR})\b)?", _fixed),
    form(
        rf"\b(?P<month>{MONTH})\b\.?,?(?: of)? (?P<year>{YEAR})\b(?! (?:miles|km|people|steps|users|times))",
        _month_of_year,
    ),
    form(rf"\b(?P<month>{MONTH})\b,?(?: of)? (?P<away>this|next|last) year\b", _month_of_year),
    form(rf"\b(?P<away>this|next|last) year,? in (?P<month>{MONTH})\b(?! \d)", _month_of_year),
    form(rf"(?<!\bthe )\b(?P<away>this|next|last) (?P<month>{MONTH})\b(?! \d)", _away_month),
    form(rf"\b{_IN}[ -]?(?:the )?\b(?P<said>(?P<month>{MONTH}))\b(?!')", _month),
    form(
        rf"\b(?:the|our|my|your|his|her|their) (?P<said>(?P<month>{MONTH}))(?= (?:meeting|release|trip|conference"
        rf"|exams?"
        rf"|retreat|offsite|elections?|fair|festival|concert|gig|party|wedding|payroll|launch|deadline|workshop|holiday"
        rf"|tour|race|marathon|session|review|sprint)\b)",
        _month,
    ),
    form(rf"\b(?P<of>{_MAYBE_OF}) (?P<said>(?P<month>{MONTH}))\b(?!')", _maybe_month),
    form(rf"\b(?P<said>(?P<month>{_PLAIN_MONTH}))\b", _plain_month),
    form(
        rf"\b(?P<said>(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)|(?P<ordinal>{ORDINAL}))(?: of)? (?P<away>this|next"
        rf"|last) month)\b",
        _of_away_month,
    ),
    form(
        rf"\b(?:for|to|was|after|around|say) the (?P<said>(?!(?:first|second|third)\b)(?P<ordinal>{ORDINAL}))"
        rf"{_AFTER_TH_DAY}",
        _th_day,
    ),
    form(
        rf"\b(?:on|by|until|till|til|before|since|due|from|starting|back|home|returns?|returning|leaves?|leaving|arrives?"
        rf"|arriving) {_TH_DAY}{_AFTER_TH_DAY}",
        _th_day,
    ),
    form(
        rf"{_NO_SCORE}(?P<said>(?!24/7)(?:(?P<month>0?[1-9]|1[0-2])/(?P<day>1[3-57-9]|2\d|3[01])"
        rf"|(?P<first>1[3-9]|2\d|3[01])/(?P<second>0?[1-9]|1[0-2])))\b{_NO_SHARE}",
        _slashed,
        "/",
    ),
    form(
        rf"\b(?:as of|as from|effective) the (?P<said>(?P<ordinal>{ORDINAL}))\b"
        r"(?= (?:of the month|we|i|it|all|no)\b|\W|$)",
        _th_day,
    ),
    form(rf"\b(?:is|isn't|not|it's|its) (?P<said>(?P<day>1[3-9]|2\d|3[01])(?:st|nd|rd|th))\b{_AFTER_TH_DAY}", _th_day),
    form(
        rf"\b(?:on|by|until|till|til|before|since|from|is|not|due) the (?P<said>(?P<ordinal>{ORDINAL}))"
        rf"(?: of the month\b|{_AFTER_TH_DAY})",
        _th_day,
    ),
    form(
        rf"\b(?:on|by|until|till|til|before|since|due) the {_TH_DAY}{_NO_TH_THING}",
        _th_day,
    ),
    form(
        rf"\b(?:on|by|until|till|til|before|after|since|from|for|to|is|was|not|be|it's|its|\w+'s|already|that's|say|around"
        rf"|starting|due|between|through|this|and|or|of) the {_TH_DAY}{_AFTER_TH_DAY}",
        _th_day,
    ),
    form(
        rf"\b(?:the|an?|my|our|your|his|her|that|class of) (?P<said>{YEAR})(?= [a-z]|[.,!?]|$)(?!{_COUNTED_THINGS}"
        rf"| (?:or|and|by|x|to|dollars?|bucks|words?|points?|calories)\b)",
        _said_year,
    ),
    form(rf"(?:^|[.!?;,] |\bthan )the {_TH_DAY}{_AFTER_TH_DAY}", _th_day),
    form(
        rf"(?<!\bin )(?<!day )(?<!day, )(?<!mon )(?<!tue )(?<!tues )(?<!wed )(?<!thu )(?<!thurs )(?<!fri )(?<!sat )"
        rf"(?<!sun )\bthe (?P<said>(?P<day>1\d|2\d|3[01])(?:st|nd|rd|th))\b{_AFTER_TH_DAY}",
        _th_day,
    ),
    form(
        rf"\b(?:begins|starts|ends|says|said|comes|opens|closes|arrives|leaves|lands|happens|until|runs) the {_TH_DAY}"
        rf"{_AFTER_TH_DAY}",
        _th_day,
    ),
    form(r"\b(?:the|same as) (?P<said>20[0-4][1-9])(?= [a-z]|[.,!?]|$)", _said_year),
    form(rf"(?:\x00,? ?(?:and|or|&)|\bexcept|\bincluding)(?: on)? (?:the )?{_TH_DAY}{_NO_TH_THING}", _th_day),
    form(rf"\((?P<said>{YEAR})\)", _said_year, "("),
    form(rf"(?:^|[.!?] )(?P<said>{YEAR})(?=,? (?:and )?not {YEAR}\b)", _said_year),
    form(rf"\x00,? (?:and )?not (?P<said>{YEAR})\b(?=[.,!?;]|$)", _said_year),
    form(r", (?P<said>19[5-9]\d|20[0-3]\d)(?=[,.;!?]|$)(?![.,]\d)", _said_year),
    form(rf"\b(?:between|from) {YEAR} (?:and|to|until|till) (?P<said>{YEAR})\b", _said_year),
    form(rf"\b(?:between|from) (?P<said>{YEAR})(?= (?:and|to|until|till) \x00)", _said_year),
    form(rf"(?:^|, )(?P<said>{YEAR})(?= (?:was|is(?! (?:my|a|an|the|by)\b)|will)\b|[.!?]|$)", _said_year),
    form(
        r"\bsince (?P<said>'(?P<short>\d\d))\b(?!')",
        _short_year,
        " '",
    ),
    form(r"\bq(?P<quarter>[1-4])[ /-]?(?P<year>20\d\d)\b", _quarter),
    form(
        rf"\b(?:in|since|until|by|during|before|after|from|of|for|through|born|founded|established|est|vintage"
        rf"|graduated|retired|year|early|late|mid|summer"
        rf"|spring|autumn|fall"
        rf"|winter)[ -](?P<said>{YEAR})\b(?!['.,-]\d|%| ?(?:€|\$)|{_COUNTED_THINGS})",
        lambda match, moment: calendar.year(int(match["said"])),
    ),
)
