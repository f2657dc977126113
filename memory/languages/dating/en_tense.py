"""The tense of an English clause: by the verb that stands nearest before a day, else the one after it.

Some verbs of the past speak of what is to come ("moved to Friday", "booked", "was going to"): they leave it open
unless a preposition decides. Without any verb, what one has appointments for ("dentist on Tuesday") lies ahead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.languages.dating.form import Tense
from memory.languages.pack import pattern

_IRREGULAR = r"""went|came|met|saw|said|told|took|gave|made|bought|brought|thought|found|lost|knew|ate
|drank|drove|flew|wrote|ran|began|broke|built|chose|fell|felt|forgot|grew|heard|held|kept|led|paid|sent|slept|sold
|spent|spoke|stood|taught|won|wore|woke|swam|sang|threw|caught|became|understood|sat|rode|rose|shook|stole|hid|drew
|blew|dug|fought|froze|hung|laid|lent|rang|sank|shot|slid|spun|stuck|swore|tore|struck|left(?! on\b| off\b)
|(?<!'ve )(?<!\bive )(?<!weve )(?<!have )(?<!has )(?<!'s )got(?! to\b| an? )|dealt|dreamt|fled|flung|forgave|knelt
|leapt|learnt|overslept
|rebuilt|shone|shrank|sped|spilt|sprang|stank|swept|swung|undid|withdrew|wept|clung|crept|spat|sought|threw up"""
_CHANGE = r"""moved|postponed|rescheduled|pushed|delayed|shifted|cancel+ed|booked|scheduled|planned|arranged|agreed
|decided|promised|confirmed|announced|invited|asked|signed(?: \w+)? up|bumped|brought forward|put back|registered
|reserved|offered|proposed|suggested|settled
|ordered|wanted|hoped|intended|needed|expected|extended|fixed|picked(?! up)|assigned|penciled|pencilled|set"""
_NO_PAST = """need|feed|speed|seed|weed|bleed|breed|exceed|succeed|proceed|indeed|hundred|naked|wicked|sacred|embed
|shed|sled|supposed|interested|excited|tired|married|united|limited|unlimited|closed|red|bed|wed|ted|ed|fred|med
|scared|worried|bored|overdue|shared|detailed|related|advanced|animated|airbed|biased|dead|speed|medicated
|distributed|hosted|managed|embedded|automated|encrypted|federated|signed-in|undefined|combined|led"""
_PARTICIPLE = r"(?:\w+ed|\w+en|gone|done|set|put|cut|built|held|sent|sold|paid|made|met|found|left|lost|meant|kept)"
_SCHEDULED = """fly|flies|leaves?|departs?|arrives?|starts?|begins?|opens?|closes?|ends?|lands?|ships?|launch(?:es)?
|returns?|expires?|goes live|go live|gets? back|takes? place|suits?|works? for
|(?<!at )(?<!from )(?<!to )(?<!of )works?(?= ?[?.!]| ?$)|kicks? off|resumes?
|gets? married|turns|is back|comes?|play against|finishes|renews?|sounds good|happens?"""
_IMPERATIVE = """call|send|bring|come|meet|book|schedule|submit|finish|deploy|ping|tell|make|prepare|review
|join|don't|dont|do not|remember|buy|pick|take|get|give|write|post|publish|cancel|add|return|hand|keep|save|reserve
|invite|email|mail|text|visit|wait|order|be|remind|pay|clean|fix|merge|test|talk|check|push|move|reschedule|postpone
|let me|let us|ship|collect|drop|swing by|water|feed|bake|cook|go|help|ask|expect|plan|stay|leave|start|try|use|skip
|count (?:me|us)|grab|feed|turn up|show up|hop"""

_DOUBT = rf"""meant(?! to)
|(?:was|were|wasn't|weren't)(?: \w+)? (?:(?:going to|gonna|supposed to|meant to|to)(?: \w+)?|due
|coming|leaving|flying|moving|starting|arriving)|(?:would|could|should|might|must|'d) have(?: \w+)?
|(?:was|were|got|been|being) (?:{_CHANGE})\b
|(?:said|told \w+|thought|promised|hoped|knew)(?: \w+){{0,3}}(?: (?:would|could|might)|'d)(?: \w+)?
|(?:thought|assumed|figured|imagined|guessed)(?: \w+){{0,4}} (?:was|were|had)|wish\w*(?: \w+){{1,2}} (?:was|were|had
|could)
|(?:wanted|hoped|intended|needed|planned|agreed|decided|promised|expected) to(?: \w+)?|got an?\b
|(?:has|have|had|'ve)(?: (?:just|already|now|also|been))* (?:{_CHANGE})\b"""
_PAST = rf"""(?:was|were|wasn't|weren't) (?:\w+ ){{0,3}}(?:open|closed|free|available|back)
|(?:i|we|you|they|he|she|it) (?:fed|bit|lit|led|bent)|(?:have|has|had|'ve|haven't|hasn't|hadn't|never)(?: (?:not
|already|just|also|ever|recently|only|really))*
(?: been)? (?:been|had|{_PARTICIPLE})\b|(?:had|used) to(?: \w+)?
|(?:did|didn't|didnt)(?: \w+){{0,2}}|(?:has|have) (?:\w+ ){{1,2}}(?:{_PARTICIPLE}|come|been)\b
|was|were|wasn't|weren't|wasnt|had|hadn't|been since
|(?:he|she|it) (?:let|put|cut|shut|hit|set|cost|quit|read|hurt|beat|spread)
|(?:the|my|our|your|his|her|their|that|this) (?:\w+ ){{0,2}}\w*[a-rt-z] (?:put|cut|shut|let|hit|quit
|hurt|beat|spread)(?! to\b)"""
_WILL = r"""will|won't|wont|shall|gonna|going to|about to|(?<!\bthe )(?<!\bour )(?<!\bmy )plan(?:s|ning)? (?:to
|on)|wants? to|wanna|needs? to
|ha(?:ve|s) to|got to|gotta|must|should|ought to|can|can't|cannot|could|might|(?:i|we|you|he|she|they|it|that) may
|let's|lets|would|hop(?:e|es|ing) to|expect(?:s|ing)?|intends?|aim(?:s|ing)? (?:to|for)|looking forward|roll on
|upcoming|how about|what about|see (?:you|u|ya)|remind (?:me|us|him|her|them)|free|available|ready (?:by|on|for)
|imma|ima|tryna|finna|fixing to|bout to|keen (?:on|for)
|due|deadline|rsvp|please|pls|plz|until then"""
_PRESENT = rf"""(?:is|are|am|isn't|aren't|ain't|be|gets?)(?: (?:not|now|already|also|still|just|only|all|being|been))*
(?: {_PARTICIPLE}\b)?|(?:has|have|having)(?! to\b)|(?:{_SCHEDULED})"""
_NO_PRESENT = rf"""(?:\w+ed|{_IRREGULAR}|am|are|is|was|were|be|been|will|would|can|could|should|shall|may|might|must
|do|did|does|don't|dont|didn't|didnt|have|had|has|won't|wont|can't|cant|haven't|hadn't|never|not|all|both|each|just
|also|only|still|even|then|now|really|always|often|usually|sometimes|finally|already|ever|once|who|that|which
|think|guess|know|believe|remember|mean|hope|hear|suppose|reckon|bet|say|wonder|feel|swear|love|hate|like|prefer
|understand|see|gets?|want|wish|need|put|let|cut|hit|hurt|quit|read|shut|set|split|spread|beat|cast|burst|shed|bid|bet|cost
|and|or|but|so|if|in|on|at|of|to|for|from|by|with|as|than|the|an?|my|our|your|his|her|their|its|this|these|those
|us|me|him|them|it|two|three|four|five|too|yes|no|thus|plus|always|perhaps|besides|across|unless|less|i|we|you|he
|she|they|out|up|off|down|back|home|here|there|today|tomorrow|yesterday|there's|who's|what's|guys|folks)"""
_MAYBE_PAST = (
    "bit|lit|lay|ground|wound|bound|fed|bent|burnt|spelt|bred|bled|dove|fit|forecast|got|gave|upset|wet|rid"
    "|thrust|broadcast"
)
_ADVERB = r"(?:all|both|also|just|then|finally|probably|only|still|even|actually|really|already|either|now|usually) "
_BARE = rf"""(?:i|we|you|they|ya) (?:{_ADVERB})?(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{2,}}
|(?:he|she|it|who|everyone|everybody|nobody|someone) (?:{_ADVERB})?(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{2,}}s"""
"""The present, which of a day that is not today means what is planned: "we pick it up", "the shop shuts its doors"."""
_MAYBE_BARE = rf"""(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{3,}}s (?:the|an?|my|our|your|his|her|their|its|me|us|him"
    rf"|them|up|off|out|down|back)"""
_CUE = pattern(
    rf"""\b(?:(?P<doubt>{_DOUBT})|(?P<past>{_PAST})|(?P<will>{_WILL})|(?P<present>{_PRESENT})|(?P<bare>{_BARE})
|(?P<maybe>{_MAYBE_BARE})
    |(?P<adjective>(?:the|an?|my|our|your|his|her|their|its)(?: \w+ed)+)|(?P<change>{_CHANGE})
    |(?P<did>{_IRREGULAR}|(?!(?:{_NO_PAST})\b)[a-z]{{2,}}ed))\b
    |'(?P<soon>ll|m|re|d (?:like|love|prefer|rather|be|need))\b(?: {_PARTICIPLE}\b)?
    |\b(?:it|that|he|she|there|what|who|when|where|how|here|everyone|everything)'s (?:{_PARTICIPLE}\b)?(?P<its>)
    |\b[a-z]+'s (?:on|off|out|away|back|here|coming|going|closed|open|free|not|due|in)\b(?P<its_too>)"""
)
_IMPERATIVE_FIRST = pattern(
    rf"^[^\w]*(?:(?:please|pls|ok|okay|so|and|then|also|hey|hi|\w+,)[, ]+)?(?:{_IMPERATIVE}|[a-z]{{3,}}ing)\b"
)
_EVENT = pattern(
    r"""\b(?:meeting|call|appointment|appt|dentist|doctor|flight|train|deadline|exam|interview|party|dinner|lunch
    |breakfast|brunch|demo|release|launch|concert|wedding|game|match|delivery|standup|stand-up|workshop|webinar
    |conference|lesson|session|checkup|check-up|surgery|shift|kickoff|retro|retrospective|presentation|rehearsal|gig
    |practice|training|haircut|vet|audition|hearing|viewing|ceremony|graduation|go-live|drinks|barbecue|bbq|picnic
    |sprint planning|offsite|off-site|onsite|field trip|recital|physio|therapy|scan|inspection|reminder|funeral|op
|operation|replacement|christening|baptism|fete|festival|race|marathon|tournament|derby|prom
    |parade|tasting|tryouts|auditions|open day|bake sale|jumble sale|car boot|agm|by-?election|election)\b"""
)
_GOING = pattern(
    r"""\b(?:coming|going|leaving|flying|driving|moving|starting|arriving|visiting|getting|having|taking|heading|doing
    |opening|closing|staying|travelling|traveling|bringing|picking|hosting|returning|joining|landing|shipping|finishing
    |closed|off|away|free|out of office|ooo|wfh|booked|tickets?|no school|save the date|sign ?ups?|registration)\b"""
)
_NONE_OF = re.compile(r"\W*(?:no|never|none|nobody|not)\b")
_WORD = re.compile(r"[a-z']+")
_FEW_WORDS = 4
_HABIT = re.compile(r"\b(?:usually|normally|generally|often|always|typically|regularly|every|each|sometimes)\b")
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)|\n")
_CLAUSE_END = pattern(
    r"[,;:()–—]|\s-\s|\b(?:but|so|because|although|though|while|then|and|or|which|who|when|if|that)\b(?!'s)"
)
_AHEAD = re.compile(r"(?:\b(?:for|to|till|until|til|by|before|from|on to|onto|due|starting)|:)\s*(?:the )?$")
_OPEN = re.compile(
    r"\b(?:for|to|till|until|til|(?<!came )(?<!went )(?<!dropped )(?<!stopped )(?<!swung )by|before|about|of|regarding"
    r"|from \w+ \d+ to)\s*(?:the )?$"
)
_THANKED = re.compile(r"\b(?:thanks|thank you|thx|sorry|congrat\w*|cheers|kudos|well done)\b.* (?:for|about|on) $")
_WHOSE = re.compile(r"\b(?:the|our|my|your|that|his|her|their) $")
_FROM = re.compile(r"\b(?:the|my|your|our|that|this|an?|any|all) (?:\w+ ){1,2}from $")
"""Before a day that only says which thing is meant: "check the Monday report", "send the notes from Tuesday"."""
_SURELY_AHEAD = re.compile(r"\b(?:for|until|till|til|by|due|as of|effective|starting|from)\s*$")
_NAMED_ONLY = re.compile(r"\b(?:said|says|told(?: \w+)?|thought|heard|meant|wrote|mentioned) (?:it was |it's |its )?$")
"""Before a day that somebody only named: "the movers said Friday"."""
_AND_DOES = pattern(rf"(?:and|but|then),? (?:then |also )?(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{2,}}s\b[^,;]*$")
_IS_MY = re.compile(r"'s (?:my|the|our|an?|his|her|their|when)\b")
_SINCE = re.compile(r"\b(?:since|ever since)\s*(?:the )?$")

Cue = tuple[str, int, int]
_WISHES = frozenset({"will", "order", "soon", "bare", "maybe"})
_PRESENTS = frozenset({"present", "its", "its_too", "bare", "maybe"})


def tense(text: str, start: int, end: int) -> Tense:
    """Of the clause around the characters from `start` to `end`; text is folded."""
    from_, to = _between(_SENTENCE_END, text, start, end, 0, len(text))
    if _SINCE.search(text, from_, start):
        return Tense.PAST
    if _IS_MY.match(text, end):
        return Tense.COMING
    if _HABIT.search(text, from_, to):
        return Tense.HABIT
    if _THANKED.search(text, from_, start):
        return Tense.DOUBT
    near = _between(_CLAUSE_END, text, start, end, from_, to)
    if cues := _cues(text, start, end, *near):
        return _nearest(cues, text, from_, start, end)
    return _shared(_cues(text, start, end, from_, to), text[from_:to], text[near[0] : near[1]], text[from_:start])


def _between(ends: re.Pattern[str], text: str, start: int, end: int, lowest: int, highest: int) -> tuple[int, int]:
    before = [match.end() for match in ends.finditer(text, lowest, start)]
    after = ends.search(text, end, highest)
    return (before[-1] if before else lowest), (after.start() if after else highest)


def _cues(text: str, start: int, end: int, from_: int, to: int) -> list[Cue]:
    """The verbs of the clause with their places; those of the date itself ("the May release") do not count."""
    found = [
        (match.lastgroup or "", match.start(), match.end())
        for part in ((from_, start), (end, to))
        for match in _CUE.finditer(text, *part)
        if match.lastgroup != "adjective"
    ]
    if any(kind != "maybe" for kind, _, _ in found):
        found = [cue for cue in found if cue[0] != "maybe"]
    if order := _IMPERATIVE_FIRST.match(text[from_:start]):
        found.append(("order", from_ + order.start(), from_ + order.end()))
    return sorted(found, key=lambda cue: cue[1])


def _nearest(cues: Sequence[Cue], text: str, from_: int, start: int, end: int) -> Tense:
    before = [cue for cue in cues if cue[2] <= start]
    kind = before[-1][0] if before else cues[0][0]
    if before and kind in _WISHES and _is_of_a_thing(text, from_, start, end):
        return Tense.DOUBT
    if not before and kind in _PRESENTS and _FROM.search(text, from_, start):
        return Tense.DOUBT  # "the report from Monday is wrong"
    if _NAMED_ONLY.search(text, from_, start):
        return Tense.DOUBT
    ahead = bool(_AHEAD.search(text, from_, start))
    if kind in ("change", "doubt"):
        if before:
            return Tense.COMING if ahead else Tense.DOUBT
        return Tense.PAST if kind == "change" else Tense.DOUBT
    if kind in ("past", "did"):
        mixed = any(cue[0] in ("will", "soon", "order") for cue in before)
        return Tense.DOUBT if mixed or _OPEN.search(text, from_, start) else Tense.PAST
    if kind == "order" and any(cue[0] in ("past", "did", "change", "doubt") for cue in cues):
        return Tense.DOUBT
    return Tense.COMING


def _is_of_a_thing(text: str, from_: int, start: int, end: int) -> bool:
    """ "Tuesday's call", "the Monday report", "the invoice from 3 March"."""
    named = text[start].isalpha() and _WHOSE.search(text, from_, start)
    return bool(named or text.startswith("'s", end) or _FROM.search(text, from_, start))


def _shared(cues: Sequence[Cue], sentence: str, clause: str, before: str) -> Tense:
    """Of a clause without a verb: that of the whole sentence, where its verbs agree."""
    if not cues:
        if _NONE_OF.match(sentence):
            return Tense.HABIT  # "no deploys on Friday" is a rule
        ahead = _EVENT.search(sentence) or _GOING.search(sentence) or _SURELY_AHEAD.search(before)
        return Tense.COMING if ahead else Tense.NONE
    kinds = {kind for kind, _, _ in cues}
    if kinds <= {"past", "did"}:
        if _AND_DOES.search(before):
            return Tense.DOUBT  # "he had surgery Monday and goes home Friday"
        return Tense.DOUBT if _OPEN.search(before) else Tense.PAST
    if kinds <= _PRESENTS and len(_WORD.findall(clause)) > _FEW_WORDS and not _EVENT.search(clause):
        return Tense.DOUBT  # it has a verb of its own, which is not known
    if kinds <= _PRESENTS | _WISHES:
        return Tense.COMING
    return Tense.COMING if _AHEAD.search(before) and kinds <= {"change", "doubt"} else Tense.DOUBT
