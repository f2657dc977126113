"""The tense of an English clause: by the verb that stands nearest before a day, else the one after it.

Some verbs of the past speak of what is to come ("moved to Friday", "booked", "was going to"): they leave it open
unless a preposition, or what stands behind the day, decides. A clause without a verb looks ahead ("dentist on
Tuesday"), unless it only goes on with what was told, or names what nobody plans, or what is often over.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.languages.dating.form import Tense
from memory.languages.pack import pattern

_IRREGULAR = r"""went|came|met|saw|said|told|took|gave|made|(?<!store )(?<!shop )bought|brought|thought|found|lost|knew
|ate|drank|drove|flew|wrote|ran|began|(?<!'m )(?<!im )(?<!are )broke|built|chose|fell
|felt|forgot|grew|heard|held|kept|led|paid|sent|slept|sold
|spent|spoke|stood|taught|won|wore|woke|swam|sang|threw|caught|became|understood|sat|rode|rose|shook|stole|hid|drew
|blew|dug|fought|froze|hung|laid|lent|rang|sank|shot|slid|spun|stuck|swore|tore|struck|left(?! on (?!\w+day\b|$)| off\b)
|(?<!'ve )(?<!\bive )(?<!weve )(?<!have )(?<!has )(?<!'s )got(?! to\b| an? )|dealt|dreamt|fled|flung|forgave|knelt
|leapt|learnt|overslept|overran|overtook|outdid|quit|burst|undercut|resold|reran|redid
|(?:hurt|cut|hit|split) my|arose|awoke|misled|mistook|outgrew|overcame|overheard
|rewrote|redrew|repaid|remade|retold|foresaw|strode|strove|stung
|trod|undertook|wove|spoilt|burnt|leant|misunderstood|outran|withstood|withheld|wrung|unwound|bore
|rebuilt|shone|shrank|sped|spilt|sprang|stank|swept|swung|undid|withdrew|wept|clung|crept|spat|sought|threw up"""
_CHANGE = r"""moved|postponed|rescheduled|pushed|delayed|shifted|cancel+ed|booked|scheduled|planned|arranged|agreed
|decided|promised|confirmed|announced|invited|asked|signed(?: \w+)? up|bumped|brought forward|put back|registered
|rebooked|rearranged
|reserved|swapped|scrapped|axed|called off|switched|offered|proposed|suggested|settled
|ordered|wanted|hoped|intended|needed|expected|extended|fixed|picked(?! up)|assigned|penciled|pencilled
|(?<!the )(?<!a )set"""
_NO_PAST = """need|feed|speed|seed|weed|bleed|breed|exceed|succeed|proceed|indeed|hundred|naked|wicked|sacred|embed
|shed|sled|supposed|interested|excited|tired|married|united|limited|unlimited|closed|red|bed|wed|ted|ed|fred|med
|scared|worried|bored|overdue|shared|detailed|related|advanced|animated|airbed|biased|dead|speed|medicated
|distributed|hosted|managed|embedded|automated|encrypted|federated|signed-in|undefined|combined|led"""
_PARTICIPLE = (
    r"(?:\w+ed|\w+en|gone|done|set|put|cut|built|held|sent|sold|paid|made|met|found|left|lost|meant|kept|begun|run|come"
    r"|become|stuck|hung|taught|brought|lit|fed|laid|swept|struck|torn|worn|born|\w+wn|won|bought|told|caught|had|read|shut|hit|spent|lent|drunk|sung|rung|swum|shrunk|sunk)"
)
_GONE = (
    r"(?:gone|done|been|seen|known|grown|thrown|shown|flown|taken|given|written|broken|eaten|driven|fallen|forgotten)"
)
_SCHEDULED = r"""fly|flies|leaves?|departs?|arrives?|starts?|begins?|opens?|closes?|ends?|lands?|ships?|launch(?:es)?
|returns?|expires?|goes live|go live|gets? back|takes? place
|suits? (?:me|us|him|her|them|you|every\w+|best)|suits(?= ?[?.,!]| ?$)|works? for
|(?<!at )(?<!from )(?<!to )(?<!of )works?(?= ?[?.!]| ?$)|kicks? (?:off|in)|resumes?
|gets? married|turns(?! out)|is back|comes?|play against|finishes|moves|shifts|switches|slips|changes|reopens|rolls out
|go(?:es)? (?:in|out|up|under|into|on sale|to the)|sets off|drops|renews?|sounds good|happens?"""
_IMPERATIVE = """call|send|bring|come|meet|book|schedule|submit|finish|deploy|ping|tell|make|prepare|review
|join|don't|dont|do not|remember|buy|pick|take|get|give|write|post|publish|cancel|add|return|hand|keep|save|reserve
|invite|email|mail|text|visit|wait|order|be|remind|pay|clean|fix|merge|test|talk|check|push|move|reschedule|postpone
|let me|let us|ship|collect|drop|swing by|water|feed|bake|cook|go|help|ask|expect|plan|stay|leave|start|try|use|skip
|count (?:me|us)|grab|feed|turn up|show up|hop|claim|register|apply|enter|vote|reply|respond|confirm|check in
|wear|park|hold|block|mark|note|tidy|empty|wash|choose|decide|draft|print|upload|download|update|upgrade|restart
|rotate|renew|assign|file|sort|wrap|pack|deliver|fetch|ring|phone|nudge|chase|answer|share|forward|swap|cover|stop
|avoid|arrive|assume|sign(?: up)?|unplug|lock|vacate|dress|figure on|aim
|see (?:me|him|her|us|them)|redo|strike|sleep in"""

_DOUBT = rf"""meant(?! to)
|(?:i|we|you|they) (?:both |just |all |also )?(?:put|cut|let|hit|hurt|read|shut|set|split|spread|cast|bet|cost)
|(?:was|were|wasn't|weren't)(?: [a-z]+)? (?:(?:going to|gonna|supposed to|meant to|to)(?: \w+)?|due
|coming|leaving|flying|moving|starting|arriving)|(?:would|could|should|might|must|'d) have(?: \w+)?
|(?:was|were|got|been|being) (?:{_CHANGE})\b
|(?:said|told \w+|thought|promised|hoped|knew)(?: \w+){{0,3}}(?: (?:would|could|might)|'d)(?: be)?(?: \w+)?
|(?:thought|assumed|figured|imagined|guessed)(?: \w+){{0,4}} (?:was|were|had)|wish\w*(?: \w+){{1,2}} (?:was|were|had
|could)
|(?:wanted|hoped|intended|needed|planned|agreed|decided|promised|expected) to(?: \w+)?|got an?\b
|(?:has|have|had|'ve)(?: (?:just|already|now|also|been))* (?:{_CHANGE})\b"""
_PAST = rf"""(?:was|were|wasn't|weren't) (?:\w+ ){{0,3}}(?:open|closed|free|available|back|ready)
|(?:i|we|you|they|he|she|it) (?:fed|bit|lit|led|bent)|(?:have|has|had|'ve|haven't|hasn't|hadn't|never)(?: (?:not
|already|just|also|ever|recently|only|really))*
(?: been)? (?:been|had|{_PARTICIPLE})\b|(?:had|used) to(?: \w+)?
|(?:i|we|they|he|she) closed|(?:i|we|they|you)(?: finally| just| only)? beat|left (?:open|on|off|out|unlocked|behind)
|moved (?:in|out|house|home)\b(?! (?:to|till|until) )|couldn't|couldnt
|'d (?:just |already |never )?{_GONE}\b|(?:i|we|they|he|she)
(?: just| only| finally)? moved (?:house|home|in|into|out|here|away|back
|to (?!(?:the )?(?:\w+day|\d)))|did(?: (?:the|my|your|our|his|her|their|this|that|any|some)(?: \w+){{1,3}}
| \w+){{0,2}}|(?:didn't|didnt)(?: \w+){{0,2}}|(?:has|have) (?:\w+ ){{1,2}}(?:{_PARTICIPLE}|been)\b
|(?<![a-z'] )(?:has|have) (?:the|my|your|our|his|her|their|any|some)(?: \w+){{1,4}} (?:{_PARTICIPLE}|been)\b
|was|were|wasn't|weren't|wasnt|had|hadn't|been since
|(?:he|she|it) (?:let|put|cut|shut|hit|set|cost|quit|read|hurt|beat|spread)
|(?!(?:please|just|then|also|always|never|not|will|can|to|you|and|or|people|who|could|would|should|might|must)\b)
[a-z]{{2,}}[a-rt-z] (?:put|cut|hit|shut|quit|hurt) (?:in|on|out|off|up|down|the|my|our|his|her|an?|us|me|him)\b
|(?:the|my|our|your|his|her|their|that|this) (?:\w+ ){{0,2}}\w*[a-rt-z] (?:put|cut|shut|let|hit|quit
|hurt|beat|spread)(?! to\b)"""
_WILL = r"""will|won't|wont|shall|(?:i|we) (?:want|need) (?:this|it|that|these|them|the|my|your|our|all|everything)
|shan't|shant|gonna|going to|about to|(?<!\bthe )(?<!\bour )(?<!\bmy )plan(?:s|ning)? (?:to
|on)|wants? to|wanna|needs? to
|ha(?:ve|s) to|got to|gotta|must|should|ought to|can|can't|cannot|could|might|(?:i|we|you|he|she|they|it|that) may
|let's|lets|would|hop(?:e|es|ing) to|expect(?:s|ing)?|intends?|aim(?:s|ing)? (?:to|for)|looking forward|roll on
|upcoming|effective|how about|what about|see (?:you|u|ya|y'all|yall|yous|everyone|everybody|them)
|remind (?:me|us|him|her|them)|free|available|(?<!got )ready
|(?<!after )(?<!before )(?<!since )(?<!of )getting (?:\w+ed|done|cut|put)
|imma|ima|tryna|finna|fixing to|bout to|keen (?:on|for)
|due(?! date)|deadline(?! was)|rsvp|please|pls|plz|until then"""
_PRESENT = rf"""(?:is|are|am|isn't|aren't|ain't|be|gets?)(?: (?:not|now|already|also|still|just|only|all|being|been))*
(?: {_PARTICIPLE}\b)?|(?:has|have|having)(?! to\b)
|(?<!\bthe )(?<!\ba )(?<!\bour )(?<!\bmy )(?<!\bthis )(?:{_SCHEDULED})"""
_NO_PRESENT = rf"""(?:\w+ed|{_GONE}
|{_IRREGULAR}|am|are|is|was|were|be|been|will|would|can|could|should|shall|may|might|must
|do|did|does|don't|dont|didn't|didnt|have|had|has|won't|wont|can't|cant|haven't|hadn't|never|not|all|both|each|just
|also|only|still|even|then|now|really|always|often|usually|sometimes|finally|already|ever|once|who|that|which
|think|guess|know|believe|remember|mean|hope|hear|suppose|reckon|bet|say|wonder|feel|swear|love|hate|like|prefer
|understand|see|gets?|want|wish|need|put|let|cut|hit|hurt|quit|read|shut|set|split|spread|beat|cast|burst|shed|bid
|bet|cost
|and|or|but|so|if|in|on|at|of|to|for|from|by|with|as|than|the|an?|my|our|your|his|her|their|its|this|these|those
|us|me|him|them|it|two|three|four|five|too|yes|no|thus|plus|always|perhaps|besides|across|unless|less|i|we|you|he
|she|they|out|up|off|down|back|home|here|there|today|tomorrow|yesterday|there's|who's|what's|guys|folks)"""
_MAYBE_PAST = (
    "bit|lit|lay|ground|wound|bound|fed|bent|burnt|spelt|bred|bled|dove|fit|forecast|got|gave|upset|wet|rid"
    "|thrust|broadcast"
)
_ADVERB = r"(?:all|both|also|just|then|finally|probably|only|still|even|actually|really|already|either|now|usually) "
_MANY = "(?:the|my|our|your|his|her|their) (?:family|staff|crew|team|police|kids|parents|others)"
_BARE = rf"""(?:i|we|you|they|ya|{_MANY}) (?:{_ADVERB})?(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{2,}}
|(?:he|she|it|who|everyone|everybody|nobody|someone) (?:{_ADVERB})?(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{2,}}s"""
"""The present, which of a day that is not today means what is planned: "we pick it up", "the shop shuts its doors"."""
_MAYBE_BARE = rf"""(?!(?:{_NO_PRESENT}|{_MAYBE_PAST})\b)[a-z]{{3,}}s (?:the|an?|my|our|your|his|her|their|its|me|us|him
|them|up|off|out|down|back)"""
_CUE = pattern(
    rf"""\b(?:(?P<doubt>{_DOUBT})|(?P<past>{_PAST})|(?P<will>{_WILL})|(?P<present>{_PRESENT})|(?P<bare>{_BARE})
|(?P<maybe>{_MAYBE_BARE})
    |(?P<adjective>(?:the|an?|my|our|your|his|her|their|its)(?: \w+ed)+)|(?P<change>{_CHANGE})
    |(?P<did>{_IRREGULAR}|(?!(?:{_NO_PAST})\b)[a-z]{{2,}}ed))\b
    |'(?P<soon>ll|m|re|d (?:like|love|prefer|rather|be|need))\b(?: {_PARTICIPLE}\b)?
    |\b(?:it|that|he|she|there|what|who|when|where|how|here|everyone|everything)'s (?:{_PARTICIPLE}\b)?(?P<its>)
    |\b[a-z]+'s (?:on|up|booked|off|out|away|back|here|coming|going|closed|open|free|not|due|in)\b(?P<its_too>)

|(?<!into )(?<!in )(?<!at )(?<!of )(?<!from )(?<!for )\b[a-z]+'s (?!(?:morning|evening|thing|string
|spring|building|nothing|king|ring)\b)[a-z]{{2,}}ing\b(?P<its_doing>)"""
)
_IMPERATIVE_FIRST = pattern(
    rf"^[^\w]*(?:(?:please|pls|ok|okay|so|and|then|also|hey|hi|\w+,)[, ]+)?"
    rf"(?:{_IMPERATIVE}|[a-z]{{3,}}ing(?! (?:\w+ed|{_IRREGULAR})\b))\b"
)
_EVENT = pattern(
    r"""\b(?:meeting|call|appointment|appt|dentist|doctor|flight|train|deadline|exam|interview|party|dinner|lunch
    |breakfast|brunch|demo|release|launch|concert|wedding|game|match|delivery|standup|stand-up|workshop|webinar
    |conference|lesson|session|checkup|check-up|surgery|shift|kickoff|retro|retrospective|presentation|rehearsal|gig
    |practice|training|haircut|vet|audition|hearing|viewing|ceremony|graduation|go-live|drinks|barbecue|bbq|picnic
    |sprint planning|offsite|off-site|onsite|field trip|recital|physio|therapy|scan|inspection|reminder|funeral|op
|operation|replacement|christening|baptism|fete|festival|race|marathon|tournament|derby|prom
    |parade|tasting|tryouts|auditions|open day|(?:first|last) day|day one|bake sale|jumble sale|car boot|agm
|by-?election|election|playgroup|play ?date|sleepover|potluck|sound ?check|matinee|midterms?|finals|orthodontist
|optician|physician|mri|x-?ray|stock ?take|audit|fitting|pick-?up|drop-?off|plant sale|garage sale|yard sale
|parents' evening|sports day|school trip|fire drill|induction|orientation|cutover|cut-off|cutoff|maintenance
|new (?:date|day|time|slot))s?\b"""
)
_GOING = pattern(
    r"""\b(?:coming|going|leaving|flying|driving|moving|starting|arriving|visiting|getting|having|taking|heading|doing
    |opening|closing|staying|travelling|traveling|bringing|picking|hosting|returning|joining|landing|shipping|finishing
    |closed|off|away|free|out of office|ooo|wfh|booked|tickets?|no school|save the date|sign ?ups?|registration)\b"""
)
_IS_IT = re.compile(r"\b(?:is it|it's|its|it is)(?: (?:really|only|just|already|still|finally|not))* $")
_YET = re.compile(r"\b(?:only|already|really|still|finally|how|why|yet)\b")
_ITS_DAY = re.compile(
    r" is (?:my|our|his|her|their|the|an?) (?:only|favou?rite|usual|regular|best|worst|\w+ day|day|\w+ night)\b"
)
_DAY_OF = re.compile(
    r"\b(?:\w+ (?:day|night)(?: here| for us)?|choir|yoga|football|training|practice|band|pilates|class|club|church"
    r"|bingo"
    r"|quiz)(?:'s| is)(?: on)? $"
)
_ONES_DAY = re.compile(
    r"\b(?:first|last|launch|wedding|moving|move|exam|election|release|big|polling|sports?|open|due|next) (?:day"
    r"|night)\b"
)
"""Before or after a day that comes every week: "bin day is Thursday", "Sunday is my only free day"."""
_NAMED_BY = re.compile(
    r" (?!is |are )\w+ (?:is|are) (?!\w+ed\b|\w+ing\b|on\b|at\b|off\b|in\b|out\b|now\b|still\b|not\b|due\b)"
)
_THING_ON = re.compile(r"\b(?:the|my|our|your|his|her|their)(?: \w+){1,2} on $")
_CHOSEN = re.compile(r"\b(?:(?P<surely>settled|landed|plumped)|agreed|decided|voted) (?:on|for) (?:the )?$")
_CLAUSE_STOPS = re.compile(r"\s*(?:[.,;!)]|$)")
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_NEVER_AHEAD = ("had ", "would have", "should have", "could have", "hoped", "intended", "wanted")
_BUT = re.compile(r"\b(?:but|and then)\b")
_HABIT = pattern(
    rf"""\b(?:usually|normally|generally|often|always|typically|regularly|sometimes|never (?:on|before|after)|as a rule
    |(?:i|we|they|you) never (?!\w+ed\b|\w+en\b|(?:{_IRREGULAR}|got|had|been|really|thought|did|was|were)\b)\w+
    |these days|nowadays|(?:never|not) once|never (?:comes|goes|works|runs|shows|starts|arrives)
    |(?:house|a|the|our|one|new|golden) rule
    |tradition\w*|ritual|routine|traditionally|religiously|(?:every|each) (?:(?:other|single|second
|third|last|first) )?(?:day|week|month
    |year|time|morning|evening|night|afternoon|weekend|weekday|spring|summer|autumn|fall|winter|season|term|quarter
    |sprint|\w+day|jan\w*|feb\w*|mar\w*|apr\w*|may|jun\w*|jul\w*|aug\w*|sep\w*|oct\w*|nov\w*|dec\w*|\d))\b"""
)
_SENTENCE_END = re.compile(r"[.!?…]+(?=\s|$)|\n")
_CLAUSE_END = pattern(
    r"[,;()–—]|:(?!\d)|\s-\s|(?<!-)\b(?:but|so|because|although|though|while|then|and|or|which|who|when|if|that)\b(?!['-])"
)
_AHEAD = re.compile(r"(?:\b(?:for|to|till|until|til|by|before|from|on to|onto|due|starting)|:)\s*(?:the )?$")
_OPEN = re.compile(
    r"\b(?:(?:for|to) (?:the )?(?:\w+ ){0,2}of|for|to|till|until|til|about|of|regarding|from \w+ \d+ to"
    r"|to \w+(?: \w+){0,5} (?:by|before))\s*(?:the )?$"
)
_THANKED = re.compile(
    r"\b(?:thanks|thank you|thx|ta|owes?|sorry|congrat\w*|cheers|kudos|well done)\b[^,;.!?]* (?:for|about|on) $"
)
_PLACE_FOR = re.compile(
    r"\b(?:tickets?|seats?|table|rooms?|bookings?|reservations?|slots?|appointments?|spots?|invite|invitation)"
    r" for (?:the )?$"
)
_FIGURE = re.compile(r"\d")
_OF_DAY = re.compile(r"\W*(?:\w+ ){1,2}from ")
_FROM_ITS = re.compile(r"\bfrom (?:the |this )?$")
_WHOSE = re.compile(r"\b(?:the|our|my|your|that|his|her|their) $")
_FROM = re.compile(r"\b(?:the|my|your|our|that|this|an?|any|all) (?:\w+ ){1,2}from $")
"""Before a day that only says which thing is meant: "check the Monday report", "send the notes from Tuesday"."""
_SURELY_AHEAD = re.compile(r"\b(?:for|until|till|til|by|before|due|as of|effective|starting|from)\s*(?:the )?$")
_ASKED_OF = re.compile(r"\b(?:check|tell|ask|see|know)(?: \w+)? (?:what|who|how|why|where|whether) ")
_NAMED_ONLY = re.compile(
    r"\b(?:said|says|told(?: (?!on )\w+){0,2}|thought|heard|meant|wrote|mentioned) (?:it was |it's |its )?$"
)
"""Before a day that somebody only named: "the movers said Friday"."""
_AWAY_FROM = re.compile(r"\b(?:from|off) (?:the )?$")
_LED_SOMEWHERE = re.compile(
    r"(?:moved|switched|shifted|pushed)\b.* (?:into|in|out|over|back|onto|away)\b|got "
    r"|(?:asked|announced|ordered|scrapped|axed)\b(?!.* (?:to|for|about)\b)"
    r"|(?:decided|offered|proposed|suggested)\b(?!.* (?:to|for)\b).* on $|confirmed on $"
)
"""From a verb on that otherwise leaves open whether it tells what was done or when it will be."""
_IT_WAS_SAID = re.compile(r" that\b")
"""Behind "we agreed on Monday": what was agreed."""
_CAME_TO_NOTHING = re.compile(
    r"(?: \w+){0,3},? (?:and|but)(?: \w+){0,3} (?:didn't|did not|never|wasn't|couldn't|wouldn't)\b"
)
_CONTRAST = re.compile(r"(?:\band not|\bbut not|, not|\binstead of|\brather than)(?: on| for| the)? $")
"""Before a day that is named to say that it is not meant: it lies where the right one does."""
_BACK = re.compile(
    r"(?:^|[,;:.!?–—-]|\band|\bthen)\s*(?:\w+ )?(?:back|off|out|away|still|closed|shut|open)(?: \w+){0,4} $"
)
"""The beginning of a clause without a verb: "back Monday", "still Thursday"."""
_JOINED = re.compile(
    r"\b(?P<first>(?:mon|tue|tues|wed|weds|wednes|thu|thur|thurs|fri|satur|sun)(?:day)?"
    r"|\d{1,2}(?:st|nd|rd|th))(?: (?:night|morning|afternoon|evening))?(?: and| or| &|,|, and|, or)(?: on| the)? $"
)
_JOINS = re.compile(
    r"(?: (?:night|morning|afternoon|evening))?(?: and| or| &|,|, and|, or) "
    r"(?:(?:mon|tues?|weds?|wednes|thur?s?|fri|satur|sun)(?:day)?|(?:the )?\d{1,2}(?:st|nd|rd|th))\b"
)
_SHORTENED = re.compile(r"\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.$")
_IF = re.compile(r"\b(?:if|unless)\b[^.!?]* (?:by|before|until|till|til) (?:the )?$")
_GRANTED = re.compile(r"\b(?:gave|gives?|given|got|have)(?: \w+){0,2} (?:until|till|til)(?: the)? $")
"""Before a day that is left for something: "they gave us until Friday"."""
_LOOKS = re.compile(r" looks\b(?! (?:like it was|back))")
_OR_SO = re.compile(
    r",? (?:or something|who cares|who knows|or so(?! )|or whatever|or thereabouts|i think|i guess|i reckon|idk)\b"
)
_HEADED = re.compile(r"(?:^|[.!?\n])\s*$")
"""Before a day that heads a list: "Sunday: closed"."""
_AT_A_TIME = re.compile(r" (?:at )?\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b| (?:at )?(?:noon|midday)\b")
_ORDER_BEHIND = pattern(
    rf"(?:[,;.!–—]|\s-|\b(?:so|and)\b) *(?:(?:please|pls|so|and|then|just|also|don't forget to),? )*"
    rf"(?:{_IMPERATIVE})\b(?! (?:is|was|are|were|has)\b)"
)
_UNTIL = re.compile(r"\b(?:until|till|til)\s*(?:the )?$")
_BARE_CORRECTION = re.compile(
    r"^\W*(?:\w+,? ){0,2}(?:it's|its|it is|it was|i meant|not)(?: on)? (?:\w+day,? (?:\w+,? )?(?:and |but )?not )?$"
)
_IS_MY = re.compile(r"'s (?:my|the|our|an?|his|her|their|when)\b")
_SOMETHING_ON = re.compile(r"\b[a-z]\w+ on (?:the )?$")
_JUDGED = pattern(
    r"""\b(?:great|nice|fun|rough|good|lovely|tough|awful|brilliant|terrible|fantastic|best|worst|happy(?! hour)|amazing
|weird
    |thanks|cheers|never|always|only|rules?|hours|days|or|what an?|such an?|whoever|whichever|whatever|cares)\b"""
)
_THING = re.compile(
    r"\b(?!(?:then|and|the|for|maybe|also|today|tomorrow|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)"
    r"[a-z]{3,}"
)
_RULE = re.compile(r"\W*(?:no (?!(?:school|class|lesson|training|practice|rehearsal)s\b)\w+s|never|none|nobody)\b")
_COMPARED = re.compile(r"\b(?:against|than|versus|vs|compared (?:to|with))\b[^,;.]*$")
_STARTING = re.compile(r"\b(?:effective|due|starting|as of|until|till|til)(?: on)?(?: the)? $")
_AGAIN = re.compile(r"\W*(?:(?:and|then|or|on|the|in) )*(?:again|also|once more|nor) (?:(?:on|in|the) )*")
"""Before a day that only goes on with what was told: "it was late on Thursday and again Friday"."""
_OTHER_THING = re.compile(
    r"\s(?:so |then |now |the |my |our |his |her )*"
    r"(?!(?:and|but|or|nor|one|two|three|another|more|some|half|both|again|mostly|all|only|just|also|even|last|early|late"
    r"|on|in|at|from|by|since|before|after|of|during|around|with|about) )(?:[a-z']+ ){1,3}"
    r"(?:(?:on|in|from|around|by|at|for) (?:the |mid |early |late )?)?"
)
"""A clause that names something else than what was told before it."""
_TOLD_ON = pattern(rf"[^,;.]*[,;] (?:and )?(?:\w+ed|had|got|was|{_IRREGULAR})\b")
"""From a day on, where the telling goes on without naming who: "frost on Wednesday, lost the basil"."""
_UNFORESEEN = pattern(
    r"""\b(?:flat ty?i?re|puncture|accident|crash|burglary|break-?in|migraine|fever|(?:the|at) (?:er|a&e)|goals?
    |new record|(?:first|personal) best|no (?:sleep|luck|answer|reply|joy)|what an?)\b|^ in (?:the er|a&e|hospital)\b"""
)
"""What nobody knows of before it has come."""
_OFTEN_OVER = pattern(
    r"""\b(?:great|nice|lovely|tough|rough|awful|brilliant|terrible|fantastic|best|worst|amazing|weird|wonderful|huge|crazy
    |horrible|such an?|storm|snow(?:fall|storm)?|rain|hail|frost|outage|power cut|blackout|flood|emergency)\b"""
)
"""What is praised or complained of, and what comes by itself; some of it is announced."""
_COUNTED = re.compile(
    r"\W*(?:\d+(?! (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|one|two|three|four|five|six|seven"
    r"|eight|nine|ten|twelve) (?:(?!on )\w+ ){1,3}"
)
_OVER = frozenset({"past", "did", "change", "doubt"})
_SINCE = re.compile(
    r"\bsince\s*(?:the )?(?:(?:\w+ ){1,4}(?:in|on|of) (?:the )?)?"
    r"(?:(?:very )?(?:end|start|beginning|middle) of |early |late |mid[ -]?|last )?$"
)
_CORRECTS = re.compile(r"\b(?:sorry|oops|whoops|my bad|scratch|correction|typo|not|actually|wrong|mixed)\b")

Cue = tuple[str, int, int]
_WISHES = frozenset({"will", "order", "soon", "bare", "maybe"})
_PRESENTS = frozenset({"present", "its", "its_too", "its_doing", "bare", "maybe"})


def tense(text: str, start: int, end: int) -> Tense:
    """Of the clause around the characters from `start` to `end`; text is folded."""
    if text[end - 1] == "." and not _SHORTENED.search(text, start, end):
        end -= 1
    if joined := _JOINED.search(text, 0, start):
        start = joined.start("first")  # "Tuesday and Wednesday": both lie where the first one does
    if joined := _JOINS.match(text, end):
        end = joined.end()
    from_, to = _between(_SENTENCE_END, text, start, end, 0, len(text))
    if _SINCE.search(text, from_, start):
        return Tense.PAST
    if (recurring := _recurring(text, from_, start, end, to)) is not None:
        return recurring
    if _IS_MY.match(text, end) or _GRANTED.search(text, from_, start) or _IF.search(text, from_, start):
        return Tense.COMING
    if _LOOKS.match(text, end):
        return Tense.COMING
    if _OR_SO.match(text, end) or (text.startswith(":", end) and _HEADED.search(text, 0, start)):
        return Tense.DOUBT
    habit = _HABIT.search(text, from_, to)
    if habit and not _BUT.search(text, habit.end(), start) and not _BUT.search(text, end, habit.start()):
        return Tense.HABIT
    if _THANKED.search(text, from_, start):
        return Tense.DOUBT
    if text.startswith(("'s", "s "), end) and _FROM_ITS.search(text, from_, start):
        return Tense.PAST  # "leftovers from Sunday's lunch"
    if _BARE_CORRECTION.match(text[from_:start]) and _CORRECTS.search(text):
        return Tense.DOUBT  # "it's Saturday, sorry, not Sunday"
    if _CONTRAST.search(text, from_, start) and (cues := _cues(text, start, end, from_, to)):
        if text[start].isalpha() and _FIGURE.search(text, from_, start):
            return Tense.DOUBT  # "it is Sunday 6 December, not Saturday"
        return _nearest(cues, text, from_, start, end)
    near = _between(_CLAUSE_END, text, start, end, from_, to)
    if cues := _cues(text, start, end, *near):
        return _nearest(cues, text, from_, start, end)
    cues = _cues(text, start, end, from_, to)
    before, behind = text[near[0] : start], text[end : near[1]]
    told_on = {kind for kind, _, _ in cues} <= {"past", "did"} and _goes_on(text, cues, start, end)
    if told_on or _UNFORESEEN.search(before) or _UNFORESEEN.match(behind):
        return Tense.PAST
    if _OFTEN_OVER.search(before) or (_COUNTED.match(before) and not _EVENT.search(before)):
        return Tense.DOUBT  # "a lovely walk on Sunday", "two loaves on Saturday"
    found = _shared(cues, from_, text[from_:to], text[from_:start], before)
    return _alone(text, from_, start, end, to) if found is Tense.NONE else found


def _recurring(text: str, from_: int, start: int, end: int, to: int) -> Tense | None:
    """What comes every week, and the day that it is: "bin day is Thursday", "is it Friday yet"."""
    if text[start : start + 3] not in _WEEKDAYS:
        return None
    if _ITS_DAY.match(text, end):
        return Tense.HABIT
    if _DAY_OF.search(text, from_, start) and not _ONES_DAY.search(text, from_, start):
        return Tense.HABIT
    if _IS_IT.search(text, from_, start) and _YET.search(text, from_, to):
        return Tense.DOUBT
    if _WHOSE.search(text, from_, start) and _NAMED_BY.match(text, end):
        return Tense.HABIT  # "the Monday meeting is pointless"
    return None


def _alone(text: str, from_: int, start: int, end: int, to: int) -> Tense:
    """ "Pizza on Tuesday": something on a day, in a message that tells of nothing that is over."""
    verbs = {kind for kind, _, _ in _cues(text, start, end, 0, len(text))}
    if verbs & _OVER:
        return Tense.NONE
    if _AT_A_TIME.match(text, end) or _ORDER_BEHIND.match(text, end):
        return Tense.COMING
    if _JUDGED.search(text, from_, to) or (text[start].isalpha() and _WHOSE.search(text, from_, start)):
        return Tense.NONE
    th_day = text[start].isdecimal() and text[end - 1].isalpha()
    things = len(_THING.findall(text, from_, start)) + len(_THING.findall(text, end, to))
    told_of = (
        (th_day or text.startswith(_WEEKDAYS, start)) and things > 1 and not _NAMED_ONLY.search(text, from_, start)
    )
    return Tense.COMING if told_of or _SOMETHING_ON.search(text, from_, start) else Tense.NONE


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
    if not before and kind in _PRESENTS and _names_a_thing(text, from_, start, end, cues[0]):
        return Tense.DOUBT  # "the report from Monday is wrong"
    if _NAMED_ONLY.search(text, from_, start) and not text.startswith(" that ", end):
        return Tense.DOUBT
    ahead = bool(_AHEAD.search(text, from_, start)) or _is_chosen(text, from_, start, end)
    if kind in ("change", "doubt"):
        if before:
            open_ = text.startswith(_NEVER_AHEAD, before[-1][1])
            if ahead and not open_:
                return Tense.DOUBT if _AWAY_FROM.search(text, from_, start) else Tense.COMING
            told = _IT_WAS_SAID if kind == "change" else _CAME_TO_NOTHING
            over = told.match(text, end) or _LED_SOMEWHERE.match(text, before[-1][1], start)
            return Tense.PAST if over and not ahead else Tense.DOUBT
        of_thing = _THING_ON.search(text, from_, start)
        return Tense.PAST if kind == "change" and not of_thing else Tense.DOUBT
    if kind in ("past", "did"):
        mixed = any(cue[0] in ("will", "soon", "order") and text[cue[2] - 3 : cue[2]] != "ing" for cue in before)
        mixed = mixed and not _ASKED_OF.search(text, from_, start)
        verb = before[-1][2] if before else from_
        if _PLACE_FOR.search(text, verb, start):
            return Tense.COMING  # "got two tickets for Saturday"
        return Tense.DOUBT if mixed or _OPEN.search(text, verb, start) else Tense.PAST
    if kind == "order" and any(cue[0] in ("past", "did", "change", "doubt") for cue in cues):
        return Tense.DOUBT
    return Tense.COMING


def _is_chosen(text: str, from_: int, start: int, end: int) -> bool:
    """ "All agreed on the 21st", "we settled on Thursday"; "agreed on Thursday" may tell when."""
    chosen = _CHOSEN.search(text, from_, start)
    named = chosen and (chosen["surely"] or text[start:end][:1].isdecimal())
    return bool(named and _CLAUSE_STOPS.match(text, end))


def _is_of_a_thing(text: str, from_: int, start: int, end: int) -> bool:
    """ "Tuesday's call", "the Monday report", "the invoice from 3 March"."""
    named = text[start].isalpha() and _WHOSE.search(text, from_, start)
    return bool(named or text.startswith("'s", end) or _FROM.search(text, from_, start))


def _names_a_thing(text: str, from_: int, start: int, end: int, verb: Cue) -> bool:
    """ "The Monday crew is …", "the 17 Oct incident is …", "the report from Monday is …": which thing is meant."""
    apart = verb[1] > end + 1 or (verb[1] == end + 1 and verb[0] in ("its_too", "its_doing"))
    if _OF_DAY.fullmatch(text, from_, start) and verb[1] == end + 1:
        return True  # "photos from Saturday are in the folder"
    named = apart and _WHOSE.search(text, from_, start) and text[end : end + 1] in " '"
    return bool(named or _FROM.search(text, from_, start))


def _goes_on(text: str, cues: Sequence[Cue], start: int, end: int) -> bool:
    """Nothing is told before the day, and what is told behind it has no subject: "frost on Friday, lost the basil"."""
    return bool(cues) and cues[0][0] == "did" and cues[0][1] > start and bool(_TOLD_ON.match(text, end))


def _shared(cues: Sequence[Cue], from_: int, sentence: str, before: str, clause_before: str) -> Tense:
    """Of a clause without a verb: where the sentence tells what is over, it may go on telling; else it looks ahead."""
    kinds = {kind for kind, _, _ in cues}
    if not cues:
        if _RULE.match(sentence) and not _UNTIL.search(before):
            return Tense.HABIT  # "no deploys on Friday" is a rule
        ahead = _EVENT.search(sentence) or _GOING.search(sentence) or _SURELY_AHEAD.search(before)
        return Tense.COMING if ahead or _BACK.search(before) else Tense.NONE
    if _COMPARED.search(before):
        return Tense.DOUBT
    if kinds - _OVER or _BACK.search(before) or _STARTING.search(before):
        return Tense.COMING
    if _AGAIN.fullmatch(clause_before):
        return Tense.PAST
    kind, _, told_until = cues[-1]
    put_off = kind == "change" and not clause_before.strip()
    if told_until <= from_ + len(before) and (put_off or _OTHER_THING.fullmatch(clause_before)):
        return Tense.COMING  # "standup moved, Thursday at ten"; "we said yes to the farm, settlement 30 June"
    return Tense.DOUBT
