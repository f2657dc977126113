"""What tells an attribute in English, however it is worded."""

from __future__ import annotations

from memory.languages.cue_words import ENGLISH_DISHES, ENGLISH_NO_TRADE, ENGLISH_PLAIN, ENGLISH_TRADES
from memory.languages.cues import (
    ADDRESS,
    DAY,
    EMAIL,
    FOOD,
    FULL_NAME,
    MEETING,
    NAME,
    NOUN,
    PET_NAME,
    PHONE,
    PRICE,
    TITLED,
    VERSION,
    Cue,
    Cues,
)
from memory.languages.forming import joined, named

_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_TRADE = joined(
    r"""(?:[\w-]+ ){0,2}?(?:[a-z-]+(?:er|or|ist|ian|ant|smith|man|woman|herd|wright|ect|monger)|nurse|vet|cook|pilot
    |chef|clerk|judge|guard|coach|guide|surgeon|monk|priest|midwife|mechanic|scribe|tailor)"""
)
_ARTICLE = r"(?:an? |the |being an? |that of an? |now )*"
_NOUN = joined(
    r"""(?P<value>[a-z][a-z'-]+(?: (?!(?:by|at|for|in|now|until|till|these|since|and|again|or|but|from|to|on|any|with
    |who|so|here|there|too|again|instead|best|most|more|than|every|last|this|next|over|is|are|was|the|a|an|if|when
    |because|as|no|not|of|after|before|all|though|then)\b)[a-z'-]+){0,2})"""
)
_WAS = joined(
    r"""(?<!be )(?<!is )(?<!are )(?<!'s )(?<!'m )(?<!am )(?<!'ve )(?<!have )(?<!has )(?<!will )\b(?:\w{2,}ed|sold|paid
    |kept|held|gave|took|came|went|wrote|drove|taught|saw|ate|made|led|built|found|had|got|cost|set|put|let|could)\b"""
)
_FOOD_WORD = r"(?:food|dish|meal|thing to eat|snack|dinner|lunch)"

ENGLISH = Cues(
    cues=(
        Cue(
            attribute="address",
            sort=ADDRESS,
            cue=joined(
                r"""\b(?:servers?|hosts?|hosted|address|ip|runs?|running|ran|lives?|lived|moves?|moved|moving
                |migrat\w+|find|found|reach\w*|at|on|under|to|machine|box|answers?|sits?|is|listens?)\b"""
            ),
            against=joined(
                r"""\b(?:block\w*|bann?\w*|ping\w*|ssh|attack\w*|scan\w*|requests?|errors?|log|logs|logged|login
                |from(?= \d{1,3}\.)|dns|gateway|router|subnet|netmask|traffic|packets?|clients?|whitelist\w*|allow\w*
                |firewall)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="version",
            sort=VERSION,
            cue=r"",
            against=joined(
                r"""\b(?:bugs?|crash\w*|fails?|failed|broken|breaks?|fix\w*|since version|requir\w*|needs?|depends?
                |compatible|before version|download\w*|test(?:ed|ing)?|error|skip\w*|regression|changelog|docs
                |documentation|read|section|chapter|tried|try|removed|deprecated|introduced|added|buggy|slow|unstable
                |install\w*|compil\w*|not|can't|cannot|never|starts?)\b|n't\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="price",
            sort=PRICE,
            cue=joined(
                r"""\b(?:cost\w*|pric\w*|pay|pays|charg\w*|sells?|sold|selling|sale|go(?:es)? for|is|are|be|at|to|for
                |now|asks?|licen[cs]e\w*|fee|rate|per|raised|lowered|dropped|rose|went|set|stays?|comes?)\b"""
            ),
            against=joined(
                r"""\b(?:raised(?= [\d$€£])|bus|train|flight|hotel|per night|stock|spent|spend|budget|invest\w*
                |donat\w+|bonus|owes?|owed|lost|lose|saved?|saving|worth|discount|refund\w*|salary|wage|rent|earn\w*
                |loan|debt|fine|fined|raised (?:by|over)|fund\w*|revenue|turnover|cheaper|more than|less than|off
                |short|behind|ahead|richer|poorer|bet|paid|invoice[ds]?|per cent|tip|beers?|coffees?|pint|ticket|lunch
                |dinner|cost us|bill)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="meeting time",
            sort=MEETING,
            cue=joined(
                r"""\b(?:meet|meets|met|meeting|meetings|standup|stand-up|sync|weekly|every|gather\w*|sit down
                |sits down|slot|round|catch-up|come together|comes together|get together|gets together|session|call
                |always|regular\w*|assembl\w+|convenes?|scheduled|appointment)\b"""
            ),
            against=joined(
                r"""\b(?:drinks?|eats?|runs|plays?|sleep\w*|gym|yoga|jog\w*|swim\w*|beer|church|train(?:s|ing)?
                |cancel\w*|skip\w*|this week only|just once|once this|missed?|next (?:week|mon|tue|wed|thu
                |fri)\w* only)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="release date",
            sort=DAY,
            cue=joined(
                r"""\b(?:releas\w+|ship|ships|shipped|shipping|launch\w*|goes? live|go(?:es)? out|going out|comes? out
                |coming out|out on|due|roll\w* out|publish\w*|slip\w*|postpone\w*|delay\w*|available|deliver\w*|lands
                |drops|hits)\b"""
            ),
            against=joined(
                r"""\b(?:meeting|party|notes|review|demo|rehearsal|bug|beta|candidate|invoice|payment|flight
                |holiday)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="lead",
            sort=FULL_NAME,
            cue=joined(
                r"""\b(?:leads?|leading|led|leader|heads?|headed|heading|runs?|running|ran|in charge|responsible
                |charge of|responsibility|reports? to|reported to|reporting to|tak(?:es?|en|ing) over|took over
                |taken on|manag\w+|steers?|steered|captain|boss|chief|hands?|handed|helm|supervis\w+|coordinat\w+
                |answers? to|takes? care|looks? after)\b"""
            ),
            against=joined(
                r"""\b(?:your|says?|said|kitchen|cake|life|marathon|errands|intern|customer|client|leads? to|deputy
                |helps?|assist\w*|interview\w*|birthday|sick|holiday|leave)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="email",
            sort=EMAIL,
            cue=joined(
                r"""mail|\b(?:address|reach\w*|writ\w+|contact\w*|messages?|drop|ping|inbox|line|get (?:hold of )?me
                |find me|i'm|mine|my|me|at)\b"""
            ),
            against=joined(
                r"""\b(?:bounc\w+|spam\w*|phish\w*|newsletter|no-?reply|(?:support|info|sales|admin|office|team|hello
                |help|contact|billing|press|jobs)@\S+|wrote|sent|received?|got|unsubscrib\w*|subscrib\w*|forward\w*|cc
                |bcc|invoice|from(?= \S+@))\b"""
            ),
        ),
        Cue(
            attribute="phone",
            sort=PHONE,
            cue=joined(
                r"""\b(?:call\w*|reach\w*|numbers?|phone\w*|mobile|cell|ring|rings|text|line|dial|contact|tel
                |telephone|handset|extension|answer|whatsapp|get (?:hold of )?me|find me|mine|available)\b"""
            ),
            against=joined(
                r"""\b(?:invoice|order|ticket|case|customer|serial|account|part|tracking|hotline|support|fax|reception
                |office|company)\b"""
            ),
        ),
        Cue(
            attribute="doctor",
            sort=TITLED,
            cue=joined(
                r"""\b(?:doctors?|gp|physician|clinic|practice|surgery|patient|ill|sick|treats?|treated|treating|sees?
                |seeing|saw|go to|goes to|going to|went to|check-?ups?|prescri\w+|medical|health|looks? after|flu|cold
                |fever|examin\w+|unwell|feel bad|ache|switch\w*|chang\w+|registered|under the care)\b"""
            ),
            against=joined(
                r"""\b(?:dentist|supervisor|professor|lecture|thesis|paper|colleague|conference|talk|book|invited|met
                |interview\w*|vet)\b"""
            ),
        ),
        Cue(
            attribute="{what} name",
            sort=NAME,
            cue=joined(
                r"""^(?=.*\b(?:call|calls|called|calling|names?|named|listens?|listened|answers?|answered|hears to
                |hears the name|heeds|goes by|comes when|christened|renamed|known as|responds?)\b).*\b(?P<what>dog
                |puppy|cat|kitten|horse|parrot|rabbit|hamster|pony|tortoise)\b"""
            ),
            against=joined(
                r"""\b(?:vet|breeder|street|film|movie|book|trainer|neighbou?rs?|shelter|food|park|next door
                |across the)\b"""
            ),
        ),
        Cue(
            attribute=PET_NAME,
            sort=NAME,
            cue=r"\b(?:old|former|previous|first|earlier) name\b.*\b(?:call|named|renamed|listens?|answers?|goes)\b",
            before=r"\b(?:(?:call|named|renamed) (?:him|her|it|them)|listens to|answers to|goes by)(?: now| just)?\s$",
            against=r"\b(?:project|product|company|team|channel|repo\w*|branch|file|variable)\b",
        ),
        Cue(
            attribute="favourite food",
            sort=FOOD,
            cue=joined(
                r"""\b(?:favou?rite|best|most|nothing (?:beats|tops|is better|better|more)|better than|even more
                |more than|love nothing|than anything|prefer|crazy about|can't get enough|every day|number one|die for
                |top|rather have|beats|above all)\b"""
            ),
            nouns=(
                joined(rf"""\bfavou?rite {_FOOD_WORD}(?:'s| is| are| was| were| will be| has been| has become
                    |:)? (?:now |still |actually )*{_NOUN}"""),
                rf"\b{_NOUN}(?:'s| is| are)? (?:now )?my favou?rite {_FOOD_WORD}\b",
                joined(
                    rf"""\b(?:like|likes|love|loves|enjoy|prefer)\w* to eat (?:most|best|the most|above all
                    |more than anything)?(?: of all)? (?:is|are) (?:now )?{_NOUN}"""
                ),
                rf"\b(?:like|love|enjoy|prefer)s? (?:to eat|eating) {_NOUN} (?:best|most|more than|the most|above)",
            ),
            against=joined(
                r"""\b(?:the best (?!food|dish|meal|thing)|allerg\w+|hate|hates|recipe|restaurant|order|ordered
                |tonight|today|yesterday|menu|shop|dog|cat)\b"""
            ),
            is_superlative=True,
        ),
        Cue(
            attribute="job",
            sort=NOUN,
            cue=joined(
                r"""\b(?:as an?|by trade|by profession|for a living|job|profession|occupation|trade|become|became
                |becoming|i'm|i am|i'll be|i will be|is now|work|works|career|am now|is an?|was an?|am an?)\b"""
            ),
            nouns=(
                joined(
                    rf"""\b(?:work\w*|living|bread|money|trained|qualified|employed|career|paid|hired|start\w*|earn\w*
                    |job|retrained|switch\w*|keep|wage)\b[^,.;]{{0,24}}?\bas {_ARTICLE}(?!well\b|usual\b|soon\b|long\b
                    |much\b|part\b|if\b){_NOUN}"""
                ),
                joined(
                    rf"""\b(?:job|job title|profession|trade|occupation|line of work)(?:'s| is| was| will be
                    |:) {_ARTICLE}(?!to\b|not\b|very\b|so\b|too\b|hard\b|boring\b|over\b|done\b|in\b|at\b|great\b
                    |fun\b|gone\b|safe\b|what\b|still\b){_NOUN}"""
                ),
                rf"(?:^|[:,.] ){_NOUN}(?:'s| is) (?:now )?my (?:job|profession|trade|occupation)\b",
                rf"\b(?:what i do|what i do for a living|my living) is (?:now )?{_ARTICLE}{_NOUN}",
                joined(
                    rf"""\b(?:become|became|becoming|turned|turn into
                    |retrained to be) (?:now )?an? {ENGLISH_NO_TRADE}(?P<value>{_TRADE})\b"""
                ),
                joined(rf"""\b(?:i'm|i am|am now|i'll be|i will be|i was|i've been|is now|has been) (?:now
                    |actually |going to be )*an? {ENGLISH_NO_TRADE}(?P<value>{_TRADE})\b"""),
                rf"\bis (?:working as )?an? {ENGLISH_NO_TRADE}(?P<value>{_TRADE}) (?:now|these days)\b",
                rf"\b(?:is|was|i'm|i am|am) an? {ENGLISH_NO_TRADE}(?P<value>(?:[a-z-]+ )?{ENGLISH_TRADES})\b(?!'s|-)",
                joined(
                    r"""\b(?:i'm|i am|is|i'll be|was) (?:now )?an? (?P<value>[a-z-]+(?: [a-z-]+)?) (?:by (?:trade
                    |profession)|for a living)\b"""
                ),
                joined(
                    r"""\b(?:by trade|by profession|for a living)[, ]+(?:i'm|i am
                    |i'll be) an? (?P<value>[a-z-]+(?: [a-z-]+)?)\b"""
                ),
            ),
            against=r"\b(?:job (?:offer|interview)|like an?|interview\w*|colleague|such an?)\b",
        ),
        Cue(
            attribute="employer",
            sort=NAME,
            cue=joined(
                r"""\b(?:work(?:s|ed|ing)? (?:for|at|now)|employ\w*|job (?:is )?(?:now )?(?:at|with)|company|firm
                |hired?|hires|join\w*|payroll|salary|pays? my|paid by|earn\w*|start(?:s|ed|ing)? (?:at|work\w*)
                |chang\w+ to|switch\w* (?:jobs? )?to|(?:i'm now|i am now|is now|i'll be|i will be|been) with
                |with \w+(?: \w+)? (?:now|these days|since)|wages?|contract with|work is at|signed (?:with|on)
                |on board at|bread|position at|desk (?:is )?at|workplace|boss is|staff|where i(?: now)? work
                |took me on|taken me on|gave me work|signed)\b"""
            ),
            before=joined(
                r"""\b(?:at|for|with|by|join(?:s|ed|ing)?|to|is|of|employer|company|firm|me|on|called|named
                |from(?= the payroll)|(?:salary|wages?|pay|money) from)(?: now| the| a)*\s$|(?:employer|company|firm
                |job|workplace): $"""
            ),
            first=joined(
                r"""^ (?:is|has been|will be|was) (?:now )?(?:my|our|where|the (?:company|firm|place))\b
                |^ (?:now )?(?:pays?|employs?|hired|has (?:now )?(?:hired|employed)|took me on|has taken me on
                |gave me)\b"""
            ),
            behind=joined(
                r"""(?:$|[,.;!]|\s(?:now|until|till|since|from|as|pays?|took|gave|these|hired|employs?|and|these|in|on
                |has|is|last|again|again)\b)"""
            ),
            against=joined(
                r"""\b(?:meeting|lunch|call|dinner|customer|client|spoke|talk\w*|agree|stay\w*|help\w*|slack|python
                |ticket|demo|project|chang\w+ (?:the|our|my|it)|switch\w* (?:the|our|my|it) |(?:join\w*
                |chang\w+) (?:the|us|me|you|our|my)|to (?:the|a|an|light|dark))\b"""
            ),
        ),
        Cue(
            attribute="home",
            sort=NAME,
            cue=joined(
                r"""\b(?:lives?|living|lived|home|flat|apartment|house|based|reside\w*|residing|settl\w+|mov(?:e|es|ed
                |ing)|relocat\w+|dwell\w*|town|city|roof|neighbou?rhood|place|hometown|roots|lease (?:in|on a)
                |residents?|residence|address|digs|my street)\b"""
            ),
            before=r"\b(?:in|to|into|near|outside|around|of|is|at|for|call|it's|called)(?: now)?\s$",
            behind=r"(?:$|[,.;!]|\s(?!(?:team|project|server|office|meeting|release|price|version|'s)\b))",
            against=joined(
                r"""\b(?:mov(?:e|es|ed|ing) (?:the|our|my|it|this|that|them|all|everything|on)|office|meeting
                |conference|visit\w*|trip|holiday|travel\w*|hotel|server|deploy\w*|parents|grew up|born
                |for the (?:week|weekend|summer|night)|tonight|work\w* (?:for|at)|sell\w*|ticket|go(?:es|ing)? home
                |at home|from home|home office|concert|live (?:stream|music|show|demo|coding)|took place|take place
                |takes place|town hall|in place)\b"""
            ),
        ),
    ),
    doubt=joined(
        r"""\?|'d\b|\b(?:if|would|wouldn't|could(?! (?:reach|get|find|call|ring|phone) me\b)|might|maybe|perhaps|wish
        |wants?|wanted|supposed|think|thinking|considering|consider|hope|hoping|dream\w*|imagine|suppose|plan to
        |planning|planned to|should|unless|probably|joking|kidding|jk|lol|haha|almost|nearly|either|whether|or|guess
        |used to think|likely|seems|try|trying|tempted|offer|offered|considered|applied|applying|apply|when (?:i
        |we)[ ](?:was|were|lived|worked|had)|back when|as a (?:child|kid)|looking for|look for|pretend\w*|supposedly
        |april fool\w*|next life|someday|one day|what about|how about|let's|can we|can you|could you|book|sometimes
        |usually not|old joke|in the film|in the book|stuck|passing through)\b"""
    ),
    denied=joined(
        r"""\b(?:no longer|not|dont|doesnt|isnt|never|without|nor|hardly|anything but|nobody|no|none)\b|n't\b
        |\b(?:left|quit)\s(?:the )?$"""
    ),
    past=joined(
        rf"""\b(?:lived|worked|was (?:employed|called|named|based|known|led|run|due|planned|scheduled|located|hosted
        |priced|living|working|headed|sold|a|an|at|in|on|with|under|from)|were|had|liked|loved|ran|met|listened
        |answered|went to|saw|stayed|resided|cost(?= \d.*\b(?:then|back|last))|(?:until|till
        |up to(?= (?:last )?{_MONTH}))\b.*{_WAS}|{_WAS}(?=.*\b(?:until|till|up to(?= (?:last )?{_MONTH}))\b)
        |was(?! (?:hired|moved|put|made|appointed|promoted|given|taken|recruited|handed|renamed|raised|lowered|changed
        |set|migrated|upgraded|relocated|transferred|updated|bumped|switched|picked|chosen|recently|just)\b)|sat
        |used to|formerly|once|back then|took place)\b"""
    ),
    heard=joined(
        r"""^(?:(?:so |and |by the way,? )?(?:i(?:'ve)? (?:heard|was told|read|gather|hear)(?: (?:from [\w ]+
        |somewhere))?(?: that)?|(?:they|people|folks) say(?: that)?|word (?:has it|is)(?: that)?
        |rumou?r has it(?: that)?|apparently|someone (?:told me|said|says)(?: that)?|somebody (?:told me|said
        |says)(?: that)?|it seems(?: that)?|the word is(?: that)?|i'm told(?: that)?),? )|,? (?:i(?:'ve)? heard|i hear
        |i'm told|apparently|they say|people say|or so i heard|so i heard|as i heard|from what i hear\w*)(?=[.! ]*$)"""
    ),
    me=r"\b(?:i|i'm|im|i've|ive|i'll|i'd|my|mine|me|myself|we|we're|we've|we'll|our|ours|us)\b",
    others=joined(
        r"""\b(?:it (?:has|also|got|works|lives|lived|had|eats|loves|likes)|he|she|hers|they|theirs|someone|somebody
        |everyone|everybody|people)\b"""
    ),
    theirs=r"\b(?:his|her|their)\b(?! names?\b)",
    elliptic=joined(
        r"""^(?:new |since |now |just |moved |living |working |back |phone|mobile|number|started |joined[ ]
        |from \w+.{0,12} on|.*\b(?:the|that|this) (?:\w+ )?(?:dog|puppy|cat|kitten|horse|parrot|rabbit|hamster|pony
        |tortoise)\b)"""
    ),
    relation=joined(
        r"""\b(?:my|our) (?:\w+ ){1,2}?(?:works|lives|sees|likes|loves|prefers|eats|joins|joined|became|becomes|hears
        |says?|said|told|met|wants|knows|thinks|drinks)\b|\b(?:my|our) (?:\w+ ){0,2}?(?:sister|brother|mother|father
        |mum|mom|dad|parents|son|daughter|kids?|children|wife|husband|partner|girlfriend|boyfriend|friends?
        |colleagues?|neighbou?rs?|boss|manager|cousin|aunt|uncle|nephew|niece|grand\w+|flatmate|roommate|team|office
        |client|customer|landlord|ex)\b(?!(?:'s)? (?:now )?(?:reports|meets))"""
    ),
    plain=ENGLISH_PLAIN,
    whose=r"^(?:'s?\b)",
    who=joined(
        r"""^ (?:(?:has )?(?:quit|left|resigned|retrained|moved on|split up) (?:[\w ]{1,20} )?and )?(?:(?:now|just
        |still|recently|finally|also|has|have|had|is|was|will|'s) )*(?:lives?|lived|works?|worked|moved|moves|sees|saw
        |goes|calls|called|named|can be|likes|liked|loves|prefers|eats|joined|joins|became|become|becomes|started
        |starts|switched|changed|resides|settled|relocated|with|a|an|at|in|working|living|based|employed|earns|makes
        |got|has|is|was|will|answers|picks|treated|hired|trained|retrained|qualified|drives|found|dwells?|stays|took
        |returned|bought|rented|signed|gave|listens|earned|runs)\b"""
    ),
    thing=joined(
        r"""^(?:'s?)? ?(?:\w+ )?(?:team|project|squad|group|crew|people|server|meeting|release|product|programme
        |program|unit|department|side)\b|^'s?\b"""
    ),
    of_thing=r"\b(?:of|for|over|behind|inside|about|on) (?:the |our )?$|\b(?:project|product|team)\s$",
    until_before=r"\b(?:until|till|til|up to|through|before)\s+(?:the )?(?:end of )?(?:last )?$",
    since_before=r"\b(?:from|as of|starting|since)\s(?:the )?$",
    until_behind=r"^,? (?:it was|that was the end)\b",
    meeting=joined(
        rf"""\b(?P<day>{_WEEKDAY})(?:,| mornings?| afternoons?)? ?(?:at |from[ ]
        |@ ?)?(?P<clock>\d{{1,2}}[:.]\d\d(?: ?[ap]\.?m\b\.?)?|\d{{1,2}} ?[ap]\.?m\b\.?|\d{{1,2}} o'clock)
        |\b(?P<clock2>\d{{1,2}}[:.]\d\d(?: ?[ap]\.?m\b\.?)?|\d{{1,2}} ?[ap]\.?m\b\.?)(?: on
        | every)? (?P<day2>{_WEEKDAY})\b"""
    ),
    weekdays=named("mon: monday; tue: tuesday; wed: wednesday; thu: thursday; fri: friday; sat: saturday; sun: sunday"),
    price=joined(
        r"""(?<![\w.])(?:[$€£] ?\d[\d.,]*(?: ?k)?\b|\d[\d.,]* ?(?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf
        |crowns?|[$€£](?!\w)))(?: (?:a|per|each|every) ?\w*)?"""
    ),
    version=r"\b(?:version|release|v)\.? ?(?P<value>\d+(?:\.\d+)+[\w-]*)|\bv(?P<value2>\d+(?:\.\d+)*)\b",
    month=_MONTH,
    day=rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)\b",
    new=joined(
        r"""\b(?:now|instead|no longer|not any ?more|changed|changes|moved|moves|taken over|took over|takes over|new
        |switched|replaced|from now on|upgraded|migrated|raised|lowered|slips|postponed|since)\b"""
    ),
    amends=joined(
        r"""\b(?:sorry|soz|sry|oops\w*|whoops|woops|ups|i mean|meant|(?:no )?wait|hang on|hold on|hold up|of course
        |obviously|naturally|clearly|typos?|correct\w*|corrig\w+|mistakes?|mistaken|mis(?:typed|spoke|spelt|spelled|read
        |wrote|remembered|said|heard|placed)|wrong\w*|slip\w*|error|erratum|rather|scratch that|strike that|pardon
        |apolog\w+|forgive me|my bad|my fault|excuse me|should(?:'ve| have)? (?:be|been|read|say|said)|should've been
        |supposed to (?:be|say|read)|(?:wanted|going|trying) to (?:say|write|type)|make (?:that|it)|actually|nonsense
        |rubbish|not (?:right|true)|(?:ignore|disregard|forget|delete|cancel|replace) (?:that|this|what|my|the)|edit
        |edited|auto-?correct\w*|spell-?check\w*|keyboard|fat.?finger\w*|(?:fingers|thumbs?)|brain\w*|rephrase|amend\w*
        |mix(?:ed)? (?:it |that |them |things )?up|mix-up|muddled|confus\w+|argh+|aargh|ugh+|gah|dang|damn|darn|shoot
        |crap|bah|oh no|d'oh|doh|duh|erm*|err+|uhm*|um+|ah|oh|hm+|ach|oof|eek|yikes|blast|facepalm|oh dear|dear me
        |in fact|let me|nope|nah|nvm|never mind|i (?:said|wrote|typed)|did i (?:say|write|type)|instead of|read:
        |beg your|to be (?:precise|exact|correct)|strictly speaking|that is to say|or rather|well)\b|^(?:no+|not)\b
        |\bs/|🤦|🙈"""
    ),
    empty=joined(
        r"""\b(?:(?:it|that|there|he|she|what|here|who)'s|i'(?:m|d|ve|ll)|should'?ve|(?:is|was|do|did)n't
        |beg|myself|sorry|soz|sry|oops\w*|whoops|woops|ups|i|meant?|means|to|say|saying|said|write|writing|wrote|type|typed
        |no+|nope|nah|wait|hang|hold|up|second|sec|minute|moment|of|course|typos?|correct\w*|corrig\w+|mistakes?
        |mistaken|mistakenly|mis(?:typed|spoke|spelt|spelled|read|wrote|remembered|said|heard)|wrong\w*|a|slip\w*|error
        |erratum|rather|scratch|strike|ignore|disregard|forget|delete|cancel|replace|that|pardon|apolog\w+|forgive|my
        |bad|fault|excuse|me|us|should|supposed|wanted|want|going|trying|be|been|read|reads|have|had|make
        |actually|nonsense|rubbish|it|its|is|was|the|ah|oh|aah|ooh|argh+|aargh|ugh+|gah|dang|damn|darn|shoot|crap
        |bah|d'?oh|duh|erm*|err+|uhm*|um+|hm+|ach|oof|eek|yikes|blast|dear|facepalm|well|and|not|right|true|one|ones
        |there|thats|again|obviously|naturally|clearly|on|at|in|for|with|as|an|value|line|above|all|but|just
        |only|please|pls|plz|got|what|which|thinking|thought|you|your|today|fingers?|thumbs?|hand
        |tongue|instead|so|then|now|yes|yeah|let|put|this|these|in fact|fact|mine|lapse|keyboard|meaning|edit|edited
        |auto-?correct\w*|silly|stupid|clumsy|typing|did|do|nvm|never|mind|really|properly|precise|exact|precisely
        |exactly|quite|course|worries|problem|problems|idea|clue|way|kidding|joke|joking|thanks|thank|lol|haha\w*|hehe
        |brb|late|lunch|dinner|coffee|same|here|too|late|fine|good|great|cool|nice|how|they|we|he|she|who|why|when
        |where|will|can|about|message|last|previous|earlier|first|little|small|old|new|bit|change|change[ds]
        |update|updated|note|noted|everyone|guys|folks|all|team|look|looks|sure)\b|[^\w\s@+:/.-]|[-–—:…]+(?=\s|$)
        |(?<!\bdr)(?<!\bprof)\.(?!\d)"""
    ),
    slip=joined(
        r"""\b(?:typos?|auto-?correct\w*|spell-?check\w*|keyboard|keys|fingers?|thumbs?|tongue|brains?|head|mis(?:typed
        |spoke|spelt|spelled|read|wrote|remembered|said|heard)|correction|correct (?:my|that|this|it)|mistakes?|wrong
        |slip\w*|error|erratum|rephrase|mix(?:ed)?.up|mix(?:ed)? \w+ up|muddled|confus\w+|apolog\w+|my (?:bad|fault)
        |(?:ignore|disregard|forget|scratch|strike|delete|cancel) (?:that|this|what|my|the)|i (?:said|wrote|typed|put)
        |did i (?:say|write|type)|awake|asleep|coffee|long day|too early|getting old|senior moment|tired|message|line
        |my mind|old habits|reading|glasses|copy.?past\w+|clipboard|nonsense|rubbish|(?:not|isn't|wasn't) (?:right|true)
        |what am i (?:saying|writing|typing|talking)|memory|can't (?:type|spell|read|count))\b"""
    ),
    not_so=r"\bnot|instead of|rather than|\bisn't|\bwasn't",
    foods=ENGLISH_DISHES,
    kinds={"puppy": "dog", "kitten": "cat"},
)
