"""English."""

from __future__ import annotations

from memory.languages.pack import LanguagePack, phrases, words

_MONTHS = (
    "january jan",
    "february feb",
    "march mar",
    "april apr",
    "may",
    "june jun",
    "july jul",
    "august aug",
    "september sep sept",
    "october oct",
    "november nov",
    "december dec",
)

_WEEKDAYS = phrases("monday, tuesday, wednesday, thursday, friday, saturday, sunday")
_NUMBERS = phrases("one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve")
_UNITS = ("day", "week", "month", "year")

ENGLISH = LanguagePack(
    code="en",
    stop_words=words(
        """a about after all also am an and any are as at be because been before being but by can could do does doing
        done for from get got had has have having he her hers him his i if in into is it its just let like ll me more
        most my no not of off on one only or other our out over own re s same she should so some such t than that the
        their them then there these they this those through to too up upon us ve very was we were will with would you
        your yours did don didn doesn isn wasn d m o tell know remember please many much kind type during while both"""
    ),
    question_words=words("who whom whose what when where which why how"),
    months={name: number for number, names in enumerate(_MONTHS, start=1) for name in names.split()},
    days_ago={"today": 0, "tonight": 0, "this morning": 0, "yesterday": 1, "last night": 1, "tomorrow": -1},
    of_myself=words("i me my mine myself"),
    of_yourself=phrases("did you, have you, were you, you said, you told, you promised, you wrote, you sent, you did"),
    greetings=frozenset(
        phrases(
            """hi, hello, hey, hey there, hi there, hello there, hi all, hello everyone, good morning, good
            afternoon, good evening, good night, morning, evening, how are you, how are you doing, hi how are
            you, hey how are you, hello how are you, what's up, whats up, sup, yo, greetings, howdy, welcome
            back"""
        )
    ),
    acknowledgements=frozenset(
        phrases(
            """ok, okay, k, kk, yes, yep, yeah, yup, no, nope, nah, sure, sure thing, thanks, thank you, thank you
            very much, thank you so much, thanks a lot, many thanks, ok thanks, okay thanks, great thanks, thx,
            ty, got it, great, nice, cool, perfect, done, alright, all right, sounds good, looks good, fine,
            understood, i see, right, exactly, agreed, bye, goodbye, see you, see you later, lol, haha, yes
            please, no thanks, go ahead, confirmed, approved, wow, noted, never mind, no problem, you're
            welcome, of course, absolutely, correct"""
        )
    ),
    requests=phrases(
        """please, can you, could you, would you, will you, i need you to, i want you to, i'd like you to, help
            me, let's, make, write, create, send, build, fix, prepare, draft, schedule, remind, update, add,
            delete, remove, check, review, summarise, summarize, translate, look up, deploy, run, set up,
            organise, organize, book, cancel, implement"""
    ),
    weekdays={name: number for number, name in enumerate(_WEEKDAYS)},
    spans={
        f"{word} {unit}": (unit, away)
        for word, away in (("last", -1), ("this", 0), ("next", 1))
        for unit in ("week", "weekend", "month", "year")
    },
    numbers={"a": 1, **{word: number for number, word in enumerate(_NUMBERS, start=1)}},
    units={unit: unit for unit in _UNITS} | {f"{unit}s": unit for unit in _UNITS},
    ago=("ago",),
    latest=("last",),
    intents={
        "causal": r"""\bwhy\b|\bhow come\b|\bwhat (?:led|made|caused)\b|\bcaused?\b|\breasons?\b|\bbecause of\b
            |\bresult(?:ed)? (?:in|of|from)\b|\bconsequences?\b|\bdue to\b""",
        "temporal": r"""^(?:and |so |but )?when\b|\b(?:and|know|remember|say|since|until|exactly) when\b
            |\bwh(?:at|ich) (?:date|day|time|week|month|year)\b|\bhow (?:long|often|recently)\b|\btimeline\b
            |\bhistory of\b|\b(?:first|last) time\b|\blatest\b|\bmost recent(?:ly)?\b|\bused to\b|\bpreviously\b
            |\bso far\b|\bover time\b""",
        "preference": r"""\bprefer\w*|\bfavou?rites?\b|\bdislikes?\b|\bhates?\b|\bloves?\b|\bfond of\b|\bkeen on\b
            |\b(?:do|does|did|would|i|you|we|they|she|he) (?:\w+ )?(?:really )?(?:like|enjoy)\b|\blikes\b
            |\btastes? in\b
            |\bwould rather\b""",
        "entity_profile": r"""\bwho(?: is| was|'s)\b(?! (?:\w+ing|coming|responsible|in charge)\b)|\bdescribe\b
            |\btell me (?:more |something |everything )?about\b|\bwhat do (?:you|we) know about\b|\bprofile of\b
            |\beverything (?:you know )?about\b|\bwhat (?:is|was) \w+ like\b""",
        "factual": r"""^(?:and |so |but )?(?:what|which|where|who|whose|whom|is|are|was|were|do|does|did|has
            |have|had|can)\b
            |\bhow (?:many|much|old|big|far|tall)\b|\b(?:know|remember|tell me) (?:what|which|where|who|whose)\b""",
    },
    wishes={
        "howto": r"""\bhow (?:do|does|did|can|could|should|would|to)\b|\bsteps? (?:to|for)\b|\bway to\b
            |\binstructions?\b""",
        "reasoning": r"\bwhy\b|\bhow come\b|\breasons?\b|\bwhat (?:led|made|caused)\b",
        "technical": r"""\berrors?\b|\bbugs?\b|\bdebug\w*|\bcode\b|\bconfig\w*|\bexceptions?\b|\bstack trace\b
            |\bcrash\w*
            |\bdeploy\w*|\bapi\b|\binstall\w*|\bserver\b|\bdatabase\b|\bscript\b""",
        "preference": r"\bprefer\w*|\bfavou?rites?\b|\b(?:dis)?likes?\b|\bhates?\b|\bloves?\b|\benjoys?\b",
        "lookup": r"\bwhere\b|\bfind\b|\blocat\w+|\bwhich (?:file|page|channel|folder|link)\b|\blink to\b",
        "definition": r"""\bwhat(?:'s| is| are| was)\b|\bdefin\w+|\bmeaning of\b|\bwhat does .{1,60} mean\b
            |\bstands? for\b""",
    },
    templates={
        "definition": ("{topic} is", "{topic} means", "by {topic} we mean"),
        "howto": ("to do {topic}, first", "the steps for {topic} are", "this is how {topic} works"),
        "reasoning": ("{topic} because", "the reason for {topic} was"),
        "lookup": ("{topic} is at", "you find {topic} in"),
        "technical": ("the error with {topic} was fixed by", "{topic} is configured with", "the setting for {topic}"),
        "preference": ("I like {topic}", "I prefer {topic}", "my favourite {topic} is"),
        "general": ("about {topic}", "we talked about {topic}"),
    },
    rule=r"\balways\b|\bnever\b|\brules?\b",
    way=r"\bhow to\b",
    name_link=r"and|&",
    connectives=phrases("and also, and, as well as, plus, also"),
    openers=words("is are was were do does did has have had can could will would should"),
    together=phrases(
        "between, together, each other, same, both, both of them, in common, meet, met, married, difference"
    ),
)
