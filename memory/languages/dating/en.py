"""Days as they are named in English: from now, by weekdays, by weeks; those of the calendar are in `en_calendar`."""

from __future__ import annotations

import re

from memory.languages.dating import calendar
from memory.languages.dating.en_calendar import CALENDAR
from memory.languages.dating.en_words import (
    ALL_DAYS,
    ANY_DAY,
    AWAY,
    DAYS_FROM_NOW,
    FIXED,
    FULL_DAY,
    FULL_DAYS,
    MONTH,
    NUMBER,
    ORDINAL,
    SHORT_DAY,
    YEAR,
    number,
)
from memory.languages.dating.form import NOTHING, UNSURE, Grammar, Meant, Moment, Tense, either, form
from memory.languages.dating.tense import tense
from memory.languages.pack import pattern

_ROUGHLY = "(?:within|about|around|roughly|approximately|maybe|perhaps|at least|almost|nearly|over|under|up to|~)"
_UNITS = "(?:days?|weeks?|months?|years?)"
_SOME = rf"(?:\d+\s?[-–]\s?\d+|{NUMBER} (?:or|to) {NUMBER}|a few|a couple(?: of)?|several|some|many)"
_NEAR = "(?:today|tomorrow|yesterday)"
_WITH_TIME = (
    r"(?= (?:at )?\d{1,2}(?::\d\d| ?[ap]m|$|\W)"
    r"| (?:morning|noon|afternoon|arvo|evening|night|am|pm|lunch(?:time)?|first thing)\b)"
)
_TAKES_DAYS = pattern(
    r"""\b(?:finish\w*|do|done|did|built|build|learn\w*|complet\w*|takes?|took|within|every|times?|written|wr[io]te
    |read|made|make|lost|lose|gain\w*|sold out|all)\b"""
)


def _from_now(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.days_from(moment.today, DAYS_FROM_NOW[match[0].removeprefix("the ")])


def _beside(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.beside(moment, DAYS_FROM_NOW[match["near"]], FULL_DAYS[match["said"]])


def _in_days(match: re.Match[str], moment: Moment) -> Meant:
    """ "In three days": with verbs of doing, or of the past, it is how long something takes."""
    days = number(match["number"])
    lasts = _TAKES_DAYS.search(match.string, 0, match.start()) and not match["time"]
    if days < 2 or lasts or moment.tense() in (Tense.PAST, Tense.DOUBT, Tense.HABIT):
        return UNSURE
    return calendar.days_from(moment.today, days)


def _days_ago(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.days_from(moment.today, -number(match["number"]))


def _counted_from(match: re.Match[str], moment: Moment) -> Meant:
    """ "A week from tomorrow", "three days from today", "two weeks from Friday"; but "two weeks from now" is vague."""
    each = {"week": 7, "fortnight": 14}.get(match["unit"], 1)
    start, days = match["from"], number(match["number"]) * each
    if start == "now" and each > 1:
        return UNSURE
    if start in ("now", "today", "tomorrow"):
        return calendar.days_from(moment.today, days + (start == "tomorrow"))
    if FULL_DAYS[start] == moment.today.weekday():
        return UNSURE
    return calendar.days_from(calendar.coming(moment.today, FULL_DAYS[start]).first, days)


def _counted_back(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.days_from(moment.today, -7 * number(match["number"]) - (match["from"] == "yesterday"))


def _of_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.of_week(moment.today, AWAY[match["away"]], ALL_DAYS[match["weekday"]])


def _of_second_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.of_week(moment.today, 2, FULL_DAYS[match["weekday"]])


def _week_further(match: re.Match[str], moment: Moment) -> Meant:
    """ "Friday week", "a week on Friday", "two weeks tomorrow": counted from the coming one."""
    if moment.tense() not in (Tense.COMING, Tense.NONE):
        return UNSURE
    groups = match.groupdict()
    weeks = {"a fortnight": 2}.get(groups.get("number") or "one") or number(groups.get("number") or "one")
    if (near := match["from"]) in DAYS_FROM_NOW:
        return calendar.days_from(moment.today, DAYS_FROM_NOW[near] + 7 * weeks)
    if ALL_DAYS[near] == moment.today.weekday():
        return UNSURE
    return calendar.days_from(calendar.coming(moment.today, ALL_DAYS[near]).first, 7 * weeks)


def _before_last(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.days_from(calendar.latest(moment.today, FULL_DAYS[match["weekday"]]).first, -7)


def _exactly(match: re.Match[str], moment: Moment) -> Meant:
    groups = match.groupdict()
    return calendar.exactly(moment.today, match["unit"], (-1 if groups.get("ago") else 1) * number(match["number"]))


def _unit(match: re.Match[str], moment: Moment) -> Meant:
    if match["unit"] == "weekend" and match["away"] == "next":
        return UNSURE  # the coming one, or that of next week
    return calendar.unit("week" if match["unit"] == "wk" else match["unit"], AWAY[match["away"]], moment.today)


def _coming_weekend(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.weekend(moment.today, 0) if moment.today.weekday() < 5 else UNSURE


def _coming_week(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.week(moment.today, 1) if moment.today.weekday() else UNSURE


def _one_further(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.unit(match["unit"], 2 if "after" in match[0] else -2, moment.today)


def _end_of(match: re.Match[str], moment: Moment) -> Meant:
    """The end of the week, the month or the year: this one's, if it lies ahead."""
    ahead = moment.tense() in (Tense.COMING, Tense.NONE)
    return calendar.unit(match["unit"], 0, moment.today) if ahead else UNSURE


def _away_weekday(match: re.Match[str], moment: Moment) -> Meant:
    weekday, away = ALL_DAYS[match["weekday"]], match["away"]
    if away in ("last", "past", "this past"):
        return calendar.latest(moment.today, weekday)
    if away == "next":
        return UNSURE  # the coming one, or that of next week
    if away == "this":
        today = weekday == moment.today.weekday()
        return calendar.days_from(moment.today, 0) if today else calendar.this_weekday(moment, weekday)
    return UNSURE if weekday == moment.today.weekday() else calendar.coming(moment.today, weekday)


def _weekday_the(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.weekday_the(moment, ALL_DAYS[match["weekday"]], int(match["day"]))


def _weekday(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.weekday(moment, ALL_DAYS[match["said"]])


_SHORT_DAYS = ("mon", "tue", "wed", "thu", "fri")
_NO_DAYS = (
    form(
        rf"\b{FULL_DAY} (?:pizza|beers?|blues|vibes?|mood|feels?|energy|club|papers?|best|fun ?day|funday|lunches"
        rf"|brain|motivation|madness|special|afternoons?|me|you)\b(?= (?:is|are|was|at|for|again|hates?)\b|\W"
        rf"|$)(?! (?:at|with)\b)",
        UNSURE,
    ),
    form(
        rf"\b(?:might as well be|feels? like|felt like|seems? like|like) (?:it's |its )?(?:a |an )?{FULL_DAY}\b",
        UNSURE,
    ),
    form(
        rf"\b(?:black|good|ash|cyber|shrove|palm|easter|super|holy|whit|casual|giving|bloody|ruby|blue"
        rf"|fat|manic|pancake"
        rf"|maundy|stormy|girl|man|sheffield) {ANY_DAY}\b|\bfriday,? the 13th\b|\bgod (?:it's |its )?friday\b"
        rf"|\bsunday (?:times|roast|league|school|driver|best)\b|\bwednesday addams|\bsaturday night (?:live|fever)"
        rf"|\b{FULL_DAY} is the new {FULL_DAY}\b|\b{FULL_DAY}\.com\b"
        rf"|\bluck? friday\b|\b(?:dr|mr|mrs|ms|miss|prof|named|name is)\.? {ANY_DAY}\b"
        rf"|\b(?:is|'s|he|she|it|hes|shes|dog|cat|puppy|kitten|horse|pony) called {FULL_DAY}\b",
        NOTHING,
    ),
    form(r"\b(?:usa|psychology) today\b|\bhere today,? gone tomorrow|\bno tomorrow\b|\btomorrow never\b", NOTHING),
    form(
        rf"\b{FULL_DAY} (?:nights|mornings|afternoons|evenings)\b"
        rf"|\b{FULL_DAY} is (?:\w+ )?(?!holiday)\w*(?:night|day)\b",
        NOTHING,
    ),
    form(
        rf"\b(?:every|each|any|some|most|(?<!new )(?<!next )(?<!other )(?<!this )one|another|per|a|alternate)"
        rf"(?: other| single)? {FULL_DAY}\b",
        NOTHING,
    ),
)
_NOT_CERTAIN = (
    form(
        rf"\b(?:mov(?:ed?|es|ing)|postponed?|pushed|rescheduled?|shift(?:ed|s)?|chang(?:ed?|es|ing)|switch(?:ed)?"
        rf"|brought"
        rf" forward|put back|bumped|slipped)(?: \w+){{0,4}} from {FULL_DAY} to (?P<said>{FULL_DAY})\b",
        _weekday,
    ),
    form(
        rf"\b(?:first|1st|second|2nd|third|3rd|fourth|4th|last|final) (?:{ANY_DAY}|days?|weeks?|weekend|half)"
        rf" (?:of|in) (?:each|every|the (?:month|year|week)|(?:this|next|last) (?:year|week))\b"
        rf"|\b(?:second|third|middle|final|last) (?:weeks|weekend|half|days) (?:of|in) {MONTH}\b(?: {YEAR}\b)?"
        rf"|\b(?:second|third|2nd|3rd) week (?:of|in) {MONTH}\b",
        UNSURE,
    ),
    form(
        rf"\b{ANY_DAY}\s?(?:-|–|—|\bto\b|\bthrough\b|\bthru\b)\s?{ANY_DAY}\b"
        rf"|\b(?:{FULL_DAY}|weekend) (?:after next|after that)\b|\bweekend before last\b"
        rf"|\b{NUMBER} (?:days?|weeks?) (?:after|before) (?:tomorrow|yesterday|today|{FULL_DAY})\b"
        rf"|\b(?:{NUMBER} weeks?|a fortnight),? yesterday\b"
        rf"|\b{NUMBER} (?:months?|years?) (?:today|tomorrow|yesterday)\b"
        rf"|\b{NUMBER} weeks? (?:ago (?:on |last )?{FULL_DAY}|next {FULL_DAY})\b"
        rf"|\bday (?:after|before) (?:last |next |this )?{FULL_DAY}\b|\bthis time (?:next|last|tomorrow"
        rf"|yesterday)(?: \w+)?"
        rf"|\bthe {FULL_DAY} (?:after|before|following)\b|\b{FULL_DAY} (?:after|before)(?=\s*(?:[.,!?;)]|$))"
        rf"|\bthe (?:next|last) {FULL_DAY}\b(?! (?:of|in)\b)|\b(?:on|by|until|for|since) the {FULL_DAY}\b",
        UNSURE,
    ),
)
_COUNTED = (
    form(rf"\b(?P<near>{_NEAR})(?:,| is| was|'s)? \(?(?P<said>{FULL_DAY})\b", _beside),
    form(rf"\b(?P<said>{FULL_DAY})(?:,| is| was| already)? \(?(?P<near>{_NEAR})\b", _beside),
    form(
        rf"\b(?:in )?exactly (?P<number>{NUMBER}) (?P<unit>week|month|year)s?(?:'? time)?"
        rf"(?: (?:(?P<ago>ago|back)|from now|from today))(?: today)?\b",
        _exactly,
    ),
    form(rf"\bin exactly (?P<number>{NUMBER}) (?P<unit>week|month|year)s?(?:'? time)?\b", _exactly),
    form(
        rf"\b(?P<number>{NUMBER}) (?P<unit>day|week|fortnight)s?(?: time)?"
        rf" from (?P<from>now|today|tomorrow|{FULL_DAY})\b",
        _counted_from,
    ),
    form(rf"\b(?P<number>{NUMBER}) weeks? ago,? (?P<from>today|yesterday)\b", _counted_back),
    form(rf"\b(?P<number>{NUMBER}) (?P<unit>month|year)s? (?P<ago>ago) today\b", _exactly),
    form(rf"\b(?:the )?(?P<weekday>{FULL_DAY}) before last\b", _before_last),
    form(rf"\b(?P<from>{FULL_DAY}|{SHORT_DAY}|today|tomorrow) week\b(?! (?:of|long))", _week_further),
    form(
        rf"\b(?P<number>{NUMBER}(?= week)|a fortnight)(?: weeks?)?,? (?:on )?(?P<from>today|tomorrow)\b(?!')",
        _week_further,
    ),
    form(rf"\b(?P<number>{NUMBER}(?= week)|a fortnight)(?: weeks?)? on (?P<from>{FULL_DAY})\b(?!')", _week_further),
    form(
        rf"\b{_ROUGHLY} {NUMBER} {_UNITS}(?: ago| from now)?\b|\b{_SOME} {_UNITS} (?:ago|from now|back)\b"
        rf"|\bin (?:{_SOME}|{_ROUGHLY} {NUMBER}) {_UNITS}\b|\bin {NUMBER} (?:weeks?|months?|years?)\b"
        rf"|\b{NUMBER} (?:weeks?|months?|years?) (?:ago|back|from now)\b"
        rf"|\b{NUMBER} days? (?:later|earlier|after|before|prior)\b|\b{NUMBER} and a half {_UNITS} ago\b"
        rf"|\d[.,]\d+ {_UNITS} ago\b|\b(?:hundred|thousand|dozen|twenty|thirty|forty|fifty)[ -]"
        rf"(?:and )?{NUMBER} days ago",
        UNSURE,
    ),
    form(rf"\b(?<![-.,])(?P<number>{NUMBER}) days? (?:ago|back)\b", _days_ago),
    form(rf"\bin (?:just )?(?P<number>{NUMBER}) days?(?P<time>'? time| from now)?\b(?! (?:of|or)\b)", _in_days),
    form(rf"\b(?:the )?(?:{either(DAYS_FROM_NOW)})\b", _from_now),
)
_WEEKS = (
    form(rf"\bweek after next,?(?: on)?(?: the)? (?P<said>(?P<weekday>{FULL_DAY}))\b", _of_second_week),
    form(
        rf"\b(?P<away>this|next|last) week,? on the (?P<said>(?P<weekday>{FULL_DAY}))\b",
        _of_week,
    ),
    form(rf"\b(?P<weekday>{FULL_DAY})(?: of|,)? the week after next\b", _of_second_week),
    form(rf"\b(?P<away>this|next|last) week(?:'s)?,?(?: on)? (?P<weekday>{FULL_DAY}|{SHORT_DAY})\b", _of_week),
    form(rf"\b(?P<weekday>{FULL_DAY}|{SHORT_DAY})(?: of|,)? (?P<away>this|next|last) week\b", _of_week),
    form(r"\b(?:the )?(?P<unit>week|month|year) (?:after next|before last)\b", _one_further),
    form(
        r"\bthe (?:last|next|past|coming|following|previous) (?:few |couple of |couple |\w+ )?(?:week"
        r"|month|year)s?\b",
        UNSURE,
    ),
    form(r"\b(?P<said>(?P<away>this|next|last) (?P<unit>week|wk|weekend|month|year))\b", _unit),
    form(r"\b(?P<said>(?P<away>next|last) (?P<unit>year|week|month))s(?= [a-z])", _unit, "last ", "next "),
    form(r"\b(?:this |the )?(?:coming|upcoming) weekend\b", _coming_weekend),
    form(r"\b(?:this |the )?(?:coming|upcoming) week\b(?! ?end)", _coming_week),
    form(r"\bend of (?P<said>the (?P<unit>week|month|year))\b", _end_of),
    form(r"\b(?P<said>the weekend)\b", lambda match, moment: calendar.the_weekend(moment)),
)
_WEEKDAYS = (
    form(
        rf"\b(?P<away>(?:this )?past|(?:this )?(?:coming|upcoming)|this|last|next) "
        rf"(?P<weekday>{FULL_DAY}|{SHORT_DAY}|sat|sun)\b",
        _away_weekday,
    ),
    form(rf"\b(?P<weekday>{SHORT_DAY}|sat|sun),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b", _weekday_the),
    form(
        rf"\b(?P<weekday>{FULL_DAY}),? (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b"
        r"(?!\s?(?:[:.]\d|[ap]\.?m\b|h\b|o'?clock|uhr|-|–|(?:to|till|til|until) \d))",
        _weekday_the,
    ),
    form(rf"(?<![-'])\b(?P<said>{FULL_DAY}|fri)\b", _weekday),
    form(rf"\b(?:on|by|until|till|til|since|due|before|from|for|come|after) (?P<said>{SHORT_DAY})\b(?!')", _weekday),
    form(
        r"(?<!newly )(?<!the )(?<!to )(?<!are )(?<!were )(?<![-'&$£€])\b(?P<said>mon|tues?|weds?|thur?s?|fri)\b"
        r"(?![-'&]| (?:ami|dieu|cheri)\b)",
        _weekday,
        *_SHORT_DAYS,
    ),
    form(
        rf"\b(?:do|does|doing|hours|off|closed|shut|open|free|available|see (?:you|u|ya|yous|yall|y'all)|back|up|bbq"
        rf"|match|game|lunch|dinner|brunch|party|gig|{SHORT_DAY},?(?: and| or| &)?|\x00,? ?(?:and|or|&|/))"
        rf" (?P<said>sat|sun)\b"
        rf"(?=\s*(?:[.,!?;)]|$|and\b|at\b|we\b|i\b|if\b|with\b|so\b|or\b|mine\b|from\b))",
        _weekday,
        " sat",
        " sun",
    ),
    form(
        rf"\b(?P<said>{FULL_DAY})s(?= (?:in-?service|meeting|game|match|session|class|lesson|training|demo|retro|call"
        rf"|standup|rehearsal|practice|lunch|dinner|lecture|seminar|exam|test|shift|party|gig|sermon|service|talk"
        rf"|episode|paper|vote|storm|outage|incident|release|launch|deploy)\b)",
        _weekday,
        "days ",
    ),
    form(
        r"\b(?:on|by|til|till|until|since|from|for) (?P<said>sat|sun)\b(?=\s*(?:[.,!?;)]|$|and\b|at\b|we\b|i\b|if\b"
        r"|with\b|so\b|or\b))",
        _weekday,
    ),
    form(rf"\b(?P<said>{ANY_DAY})\b{_WITH_TIME}", _weekday),
)

_HINT = rf"""\b(?:{either(DAYS_FROM_NOW)}|{ANY_DAY}|{FULL_DAY}s|{MONTH}|weekend|the {ORDINAL}|days?|weeks?|wk|months?
    |years?|fortnights?|\d+(?:st|nd|rd|th)|\d\d?/\d\d?|q[1-4]
    |tomorrow|since '\d\d|{either(FIXED)}|(?:19|20)\d\d)\b"""

ENGLISH = Grammar(
    hint=pattern(_HINT),
    forms=(*_NO_DAYS, *_NOT_CERTAIN, *CALENDAR, *_COUNTED, *_WEEKS, *_WEEKDAYS),
    tense=tense,
)
