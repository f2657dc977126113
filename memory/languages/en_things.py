"""Attributes of things and projects that have one value at a time, as they are told in English."""

from __future__ import annotations

from memory.languages.forming import Slotted, joined

V = r"(?P<value>(?:(?:dr|mr|mrs|ms|prof|st)\. )?[^,.;!?]+(?:[.,]\d[^,.;!?]*)*)"
_THING = r"\b(?:the|our|this|that|my) (?P<of>[\w'/.+#-]+(?: [\w'/.+#-]+){0,4}?)"
IS_NOW = joined(
    r"""(?:'s| is| are| was| were| used to be| has changed to| changed to| has moved to| moved to| will be
            | has been moved to| was moved to| got moved to| is going to be|:)(?: now| actually
            | currently| still)*"""
)
DAY = joined(
    r"""(?:(?:next |this |coming )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d{4}-\d\d-\d\d
            |\d{1,2}(?:st|nd|rd|th)?(?: of)? (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*
            |(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* \d{1,2}(?:st|nd|rd|th)?
            |the \d{1,2}(?:st|nd|rd|th)|tomorrow|today|(?:january|february|march|april|may|june|july
            |august|september|october|november|december)|\d{1,2}/\d{1,2}(?:/\d+)?)(?: \d{4})?"""
)
_CLOCK = r"(?:half past |quarter past |quarter to )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]\.?m\.?| o'clock)?|noon|midnight"
_BARE = r"(?:^|[,;:] |\b(?:that|and|but|now) )(?P<of>(?!(?:i|we|you|he|she|it|they|there|what|who)\b)[a-z][\w.+#-]+)"
_IP = r"(?P<value>(?:https?://)?(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:/\S*)?)"
_NUMBERED = r"(?P<value>v?\d+(?:\.\d+){1,2}(?!\.?\d)\w*)"
_FULL_NAME = joined(
    r"""(?P<value>(?:dr\.? )?(?!(?:the|a|an|by|with|now)\b)[^\W\d_][\w'-]*(?: (?!(?:now|since|from
            |and|because|who|instead|has|will)\b)[^\W\d_][\w'-]*)?)"""
)
_TEAM = r"(?P<what>(?:[\w-]+ ){0,2}?[\w-]+) (?:team|squad|group|project|crew)"


def _of_things(attribute: str, told: str) -> tuple[Slotted, Slotted]:
    """Of "the shop", and of "Garnet" where a clause begins with it."""
    return Slotted(attribute, _THING + told), Slotted(attribute, _BARE + told)


OF_THINGS = (
    *_of_things(
        "price",
        rf"""(?:{IS_NOW}(?: at)?(?= \S*\d[\d.,]*(?: ?(?:euro|dollar|pound|yen|lira|eur|usd|€|\$|£)))"""
        r"""|(?: now| only)* (?:costs?|goes for|sells for|sells at)(?: now| only)*) """
        r"""(?P<value>[€$£]?\d[\d.,]*(?: ?(?:euros?|dollars?|pounds?|yen|lira|eur|usd|€|\$|£))?)"""
        r"""(?=$|[,.;!?]| (?:now|a|per|each|instead|from)\b)""",
    ),
    *_of_things("version", rf"(?:{IS_NOW})(?: on| running| at)*(?: version| release)? {_NUMBERED}"),
    *_of_things(
        "version",
        joined(
            rf""" (?:was|is|got|has been) (?:upgraded|updated|bumped|moved)(?: to|,? (?:it's
            |it is)(?: now)?)(?: version)? {_NUMBERED}"""
        ),
    ),
    Slotted(
        "version",
        joined(
            rf"""\bwe(?:'ve| have|'re| are)?(?: now)? (?:run|use|running|moved|upgraded|updated|bumped
            |migrated|switched) (?:the )?(?P<of>[\w.+#-]+) (?:in|on|to|at)(?: version)? {_NUMBERED}"""
        ),
    ),
    *_of_things(
        "address",
        joined(
            rf"""(?: server)?(?:{IS_NOW}| lives| runs| listens| answers)(?: now| reachable| available
            | found)* (?:at|on|under) {_IP}"""
        ),
    ),
    Slotted(
        "address",
        joined(
            rf"""\byou (?:can |will |'ll )?(?:now )?(?:find
            |reach) (?:the )?(?P<of>[\w.+#-]+(?: [\w-]+)?) (?:now )?(?:at|on|under) {_IP}"""
        ),
    ),
    *_of_things(
        "release date",
        joined(
            rf""" (?:now |will )?(?:goes? out|comes? out|goes? live|launch(?:es)?|ships?|releases?
            |is released|will be released|is out|appears)(?: now| only)? on (?P<value>{DAY})"""
        ),
    ),
    Slotted(
        "release date",
        joined(
            rf"""\bwe(?:'ll| will)? (?:now )?(?:ship|release|launch
            |publish) (?:the )?(?P<of>[\w.+#-]+) (?:now )?on (?P<value>{DAY})"""
        ),
    ),
    Slotted(
        "release date",
        joined(
            rf"""(?:^|[,;] )(?:the )?(?P<of>[\w.+#-]+) (?:slips|slipped|is late|is delayed
            |has slipped)\b[^.!?]*?(?:releas|ship|launch|out|publish
            |now)\w* (?:it )?on (?P<value>{DAY})"""
        ),
    ),
    *_of_things(
        "meeting date",
        joined(
            rf""" (?:team )?(?:now )?(?:meets|gathers
            |gets together)(?: now)? (?:every |on )?(?:each )?(?P<value>{DAY})"""
        ),
    ),
    Slotted(
        "{what} lead",
        joined(
            rf"""\bthe {_TEAM} (?:now )?(?:reports to|is led by|answers to|has a new (?:lead|leader|head
            |boss),?|is headed by|is run by|belongs to)(?: now)? {_FULL_NAME}"""
        ),
        is_of_thing=True,
    ),
    Slotted(
        "{what} lead",
        joined(
            rf"""(?:^|[,;] ){_FULL_NAME} (?:has taken over|has taken on|took over|takes over|is in charge of
            |now leads|leads|heads|runs|is leading) (?:the )?{_TEAM}"""
        ),
        is_of_thing=True,
    ),
    Slotted(
        "price",
        joined(
            rf"""{_THING}(?: now| only| currently)* (?:costs?|went up to|goes for|is down to
        |sells for)(?: now| only| about)* (?P<value>[^,.;!?]*\d[^,;!?]*)"""
        ),
    ),
    Slotted(
        "address",
        joined(
            rf"""{_THING}(?: is| are|'s|{IS_NOW})(?: now| reachable| available)* (?:at|on
        |under) (?P<value>(?:https?://)?(?:\d{{1,3}}(?:\.\d{{1,3}}){{3}}
        |[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:/\S*)?)"""
        ),
    ),
    Slotted(
        "version",
        joined(
            rf"""{_THING}(?: is| are|'s) (?:now |still |currently )*(?:on|running
        |at) (?:version )?(?P<value>v?\d+(?:\.\d+)+\w*)
        |{_THING.replace("<of>", "<of2>")} runs (?:on )?version (?P<value2>[\w.]+)|\bwe(?:'re
        | are) (?:now )?on (?P<of3>[\w.+#-]+) (?P<value3>v?\d+(?:\.\d+)*)\b"""
        ),
    ),
    Slotted("port", rf"{_THING} (?:now )?(?:listens|runs|is|answers) on (?:port )?(?P<value>\d{{2,5}})\b"),
    Slotted(
        "date",
        joined(
            rf"""{_THING}{IS_NOW}(?: moved| planned| scheduled| set| due| postponed| pushed)?(?: on| for| to
        | until| by)? (?P<value>{DAY})\b|{_THING.replace("<of>", "<of2>")} (?:happens|takes place
        |starts|begins|goes live|launches|ships|opens)(?: now)? (?:on|in) (?P<value2>{DAY})\b"""
        ),
    ),
    Slotted(
        "time",
        joined(
            rf"""{_THING}(?:{IS_NOW}|(?: starts| begins| opens| closes)(?: now)?)(?: moved| scheduled
        | set)?(?: at| to| for) (?P<value>{_CLOCK})\b"""
        ),
    ),
    Slotted(
        "place",
        joined(
            rf"""{_THING}(?: is| are|'s| takes place| happens| will be| has moved| moved| sits| stands| lives
        | lies| hangs)(?: now| still| held| kept| stored| located| hosted)*(?: in| at| under| behind
        | near| next to| to| inside| on) (?:the )?{V}"""
        ),
    ),
    Slotted("name", rf"{_THING}(?: is|'s)(?: now)? (?:called|named) {V}"),
)
