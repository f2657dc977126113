"""What tells an attribute in English, however it is worded."""

from __future__ import annotations

from memory.languages.cue_words import (
    ENGLISH_DISHES,
    ENGLISH_HOLLOW,
    ENGLISH_NO_TRADE,
    ENGLISH_PLAIN,
    ENGLISH_TRADES,
    ENGLISH_VAGUE,
)
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
    |who|so|starts?|begins?|ended|ends|here|there|too|again|instead|best|most|more|than|every|last|this|next|over|is
    |are|was|the|a|an|if|when
    |because|as|no|not|of|after|before|all|though|then)\b)[a-z'-]+){0,2})"""
)
_WAS = joined(
    r"""(?<!\bbe )(?<!\bis )(?<!\bare )(?<!'s )(?<!'m )(?<!\bam )(?<!'ve )(?<!have )(?<!\bhas )(?<!will )
    \b(?:\w{2,}ed|sold|paid
    |kept|held|gave|took|came|went|wrote|drove|taught|saw|ate|made|led|built|found|had|got|cost|set|put|let|did|could
    |stood|oversaw|spoke|meant|knew|beat|hung|slept|stuck|bore|wore|rose|fell|swore|said|told|topped)\b"""
)
_FOOD_WORD = r"(?:food|dish|meal|thing to eat|snack|dinner|lunch)"

ENGLISH = Cues(
    cues=(
        Cue(
            attribute="address",
            sort=ADDRESS,
            cue=joined(
                r"""\b(?:servers?|hosts?|hosted|address|ip|runs?|running|ran|lives?|lived|moves?|moved|moving
                |migrat\w+|find|found|reach\w*|at|on|under|to|machine|box|answers?|answered|sits?|sat|is|was|listens?
                |listened|points?|resolves|serv\w+|switched|got|gets
                |deployed|hosts?|live|use|connect|new|went|goes)\b|^[\w-]+(?: server| host| ip)?: ?\d"""
            ),
            against=joined(
                r"""\b(?:block\w*|bann?\w*|ping\w*|ssh|attack\w*|scan\w*|requests?|errors?|log|logs|logged|login
                |(?<!served )from(?= \d{1,3}\.)|dns|gateway|router|subnet|netmask|traffic|packets?|clients?
                |whitelist\w*|allow\w*
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
                |install(?:s|ing|er|ation)?(?= )|compil\w*|not|can't|cannot|never|starts?)\b|n't\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="price",
            sort=PRICE,
            cue=joined(
                r"""^[\w-]+(?: \w+)?: ?[$€£\d]|\b(?:cost\w*|(?:re|over)?pric\w*|subscri\w+|retail\w*|pay|pays|charg\w*
                |sells?|sold|selling|sale|go(?:es)? for|is|are|be|at|to|for
                |now|was|were|becomes?|tag|down|up|asks?|asked|licen[cs]e\w*|fee|rate|per|raised|lowered|dropped|rose
                |went|set
                |stays?|comes?)\b"""
            ),
            against=joined(
                r"""\b(?:raised(?= [\d$€£])|bus|train|flight|hotel|per night|stock|spent|spend|budget|invest\w*
                |donat\w+|bonus|owes?|owed|lost|lose|saved?|saving|worth|discount|refund\w*|salary|wage|rent|earn\w*
                |loan|debt|fine|fined|raised (?:by|over)|fund\w*|revenue|turnover|cheaper than|more than|less than|off
                |short|behind|ahead|richer|poorer|bet|(?<!customers )(?<!people )(?<!users )(?<!clients )(?<!you )paid
                |shirts?|mugs?|stickers?|invoice[ds]?|per cent|tip|beers?|coffees?|pint|ticket|lunch
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
                |always|regular\w*|assembl\w+|convenes?|scheduled|appointment|jour fixe|stand ?up|retro\w*|check-?in
                |huddle|scrum|planning|review
                |moved|shifted|rescheduled|catch up|1:1|meetup|syncs|slots?|chat|on|at|switch\w*|agreed|regulars?)\b"""
            ),
            against=joined(
                r"""\b(?:drinks?|eats?|runs(?! (?:every|on))|plays?|sleep\w*|gym|yoga|jog\w*|swim\w*|beer|church
                |train(?:s|ing)?
                |cancel\w*|skip\w*|this week only|just once|once this|missed?|next (?:week|mon|tue|wed|thu
                |fri)\w* only)\b"""
            ),
            is_of_thing=True,
        ),
        Cue(
            attribute="release date",
            sort=DAY,
            cue=joined(
                r"""\b(?:releas\w+|ship|ships|shipped|shipping|launch\w*|go(?:es|ing)? live|see the light|(?:customers
                |users|people|everyone|you) (?:will )?get|slated|announced for|coming|go(?:es)? out|going out|comes? out
                |coming out|out on|due|roll\w* out|publish\w*|slip\w*|postpone\w*|delay\w*|available|deliver\w*|lands
                |drops?|hits?|push\w*|reschedul\w*|brought forward|pulled forward|bring forward|set for|mov(?:e|es
                |ed) to(?= (?:the )?\d)|eta
                |goes? ga|target\w*|planned for|scheduled for|date|comes|arriv\w+|debut\w*|premier\w+|unveil\w*|out by
                |shifted|deploy\w*|go-?live|went (?:from|to)|first (?:ships|available))\b"""
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
                |answer(?:s|ed)? to|looked after|takes? care|looks? after|looking after|leadership|helms?|owns?|owner
                |direct(?:s|ed|ing)
                |director|principal|at the top of
                |successor|replac\w+|succe\w+|reins|baton|calls the shots|oversee\w*|oversaw|stepp?\w* up|promoted
                |appointed
                |made|in front of|guid\w+|head of|under)\b"""
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
                |telephone|handset|extension|answer|whatsapp|get (?:hold of )?me|find me|mine|available|on|use
                |contacts?|sim|digits)\b"""
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
                |fever|examin\w+|unwell|feel bad|ache|hurts?|pains?|in \S+ \S+ care|gps|look(?:s|ed|ing)? after
                |prescribes?|switch\w*|chang\w+|registered|under the care)\b"""
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
                r"""^(?=.*\b(?:dog|pup|pooch|cat|kit|horse|parrot|rabbit|bunny|hamster|pony|tort))(?=.*\b(?:call|calls
                |called|calling|names?|named|listens?|listened|answers?|answered|hears to
                |hears the name|heeds|goes by|comes when|(?:re)?christened|renamed|respond(?:s|ed)|known as|responds?
                |went by|go by|going by|(?:is|was|will be) (?:my|our|\w+'s) (?:\w+ )?(?:dog|pup|puppy|cat
                |kitten)\b|(?:dog|pup|puppy|cat|kitten|horse|parrot|rabbit|hamster|pony|tortoise)(?:,| is| was| will be
                |:) (?:now )?\w+(?:,? now|,? these days| until \w+| since [\w ]+| from [\w ]+)?[.! ]*$
                |(?:he|she)(?:'s| is) \w+ now)(?!\w)).*\b(?P<what>dog
                |pup|doggo|pooch|puppy|cat|kitty|kitten|horse|parrot|rabbit|bunny|hamster|pony|tortoise)\b"""
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
                r"""\b(?:favou?rite|best|most|nothing (?:beats?|tops|topped|is better|better|more)|better than
                |happier than|even more
                |more than|love nothing|than anything|prefer\w*|crazy about|mad about|adore[sd]?|no better|addicted to
                |obsessed with|go-?to
                |comfort food|live on|heaven|can't get enough|every day|number one|die for
                |top(?:s|ped)?|comes? close|swears? by|happy with|(?:rather|picked) .*(?:than|over) any\w*|rather have
                |beats|above all)\b"""
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
                r"""\b(?:as an?|(?:made|hired|promoted|appointed) \w+ (?:to |into )?an?|careers?|by trade
                |by profession|for a living|job|profession|occupation|trade|become|became
                |becoming|i'm|i am|i'll be|i will be|is now|work|works|working|career|am now|is an?|was an?|am an?
                |was still
                |'s an?|been an?|turn(?:s|ed|ing)?|calling|role|ends meet|promoted|practi[sc]e[sd]?|be an?|start\w*
                |begin|began)\b"""
            ),
            nouns=(
                joined(
                    rf"""\b(?:work\w*|living|bread|money|trained|qualified|employed|career|paid|hired|start\w*|earn\w*
                    |job|retrained|switch\w*|keep|wage|bills?|ends meet|calling|practi[sc]e[sd]?|table|post|business
                    |first (?:day|week|shift)|begin\w*
                    |began|serv\w+|day|role
                    |position|living|income|rent|hand|full.?time|part.?time)\b[^,.;]{{0,24}}?\bas {_ARTICLE}(?!well\b
                    |usual\b|soon\b|long\b
                    |much\b|part\b|if\b){_NOUN}"""
                ),
                joined(
                    rf"""\b(?:job|job title|profession|trade|occupation|line of work)(?:'s| is| was| will be
                    |:) {_ARTICLE}(?!to\b|not\b|very\b|so\b|too\b|hard\b|boring\b|over\b|done\b|in\b|at\b|great\b
                    |fun\b|gone\b|safe\b|what\b|still\b){_NOUN}"""
                ),
                rf"(?:^|[:,.] ){_NOUN}(?:'s| is) (?:now )?my (?:job|profession|trade|occupation)\b",
                rf"\b(?:what i do|what i do for (?:a living|work)|my living) is (?:now )?{_ARTICLE}{_NOUN}",
                joined(
                    rf"""\b(?:careers?|trades?|professions?|jobs?|occupations?|retrained|switched)[ ](?:\w+ ){{0,3}}?
                    (?:to|and) (?:i'm |i |is |am |was |now |being |be |become |became |works? as |working as )*
                    (?:an? )?{ENGLISH_NO_TRADE}(?P<value>{_TRADE})\b"""
                ),
                joined(
                    rf"""\b(?:made|make|hired|promoted|appointed) (?:me|\w+) (?:to |into )?an? {ENGLISH_NO_TRADE}
                    (?P<value>{_TRADE})\b"""
                ),
                joined(
                    rf"""\b(?:become|becomes|became|becoming|turned|turn into
                    |retrained to be) (?:now )?an? {ENGLISH_NO_TRADE}(?P<value>{_TRADE})\b"""
                ),
                joined(rf"""\b(?:i'm|i am|am now|i'll be|i will be|i was|i've been|is now|has been)[ ]
                    (?:now |actually |still |officially |going to be |working as )*
                    an? {ENGLISH_NO_TRADE}(?P<value>{_TRADE})\b(?!['-]| (?!(?:over|after|never|under|later|either|rather
                    |together|ever|other)\b)\w\w+(?:er|or|ist|ian)\b)"""),
                rf"(?:\bis|'s) (?:working as )?an? {ENGLISH_NO_TRADE}(?P<value>{_TRADE}) (?:now|these days)\b",
                rf"\bturn(?:s|ed|ing)? (?P<value>(?:[a-z-]+ )?{ENGLISH_TRADES})\b",
                joined(
                    rf"""\b(?:is|was|i'm|i am|am|been|was still|(?:paid|used|pays?
                    |pay me) to be) an? (?:(?:professional|qualified|trained|certified
                    |licensed) )?{ENGLISH_NO_TRADE}(?P<value>(?:[a-z-]+ )?{ENGLISH_TRADES})\b(?!'s|-)"""
                ),
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
                r"""\b(?:work(?:s|ed|ing)? (?:over |out |up |down |remotely )?(?:for|at|now)|employ\w*|jobs?(?:'s| is
                | was)? (?:now )?(?:at|with)|company|firm
                |professionally|moved on to|gig|badge|stayed with|new (?:job|role|position|post)|paycheck|serve at
                |contract (?:is |was )?with
                |work(?:s|ed|ing)? in \w+ (?:at|for|with)|transferred to|(?:begin|began|begins
                |start|starting) at
                |pa(?:ys?|id) my|(?:nine|9).to.(?:five|5)|shifts? (?:at|with)|intern(?:ship)? at|resigned|quit
                |(?:my )?notice|let me go
                |laid me off|first (?:day|week|shift) (?:at|with)|(?:was|am|'m) still (?:at|with)|role (?:at|with)
                |(?:as of|from|starting|since|jobs?|careers?)\b.*\b(?:i'll be|i'm|i am|i will be
                |i've been) (?:now )?(?:at|with)
                |(?:switch|transfer|move|go|went|changes?|crossed|defected)\w* (?:over )?to work
                |hired?|hires|join\w*|payroll|salary|pays? my|paid by|earn\w*|start(?:s|ed|ing)? (?:at|work\w*)
                |chang\w+ to|switch\w* (?:jobs? )?to|(?:i'm now|i am now|is now|i'll be|i will be|been) with
                |with \w+(?: \w+)? (?:now|these days|since)|wages?|contract with|work is at|signed (?:with|on)
                |on board at|bread|position at|desk (?:is )?at|workplace|boss is|staff|where i(?: now)? work(?:ed)?
                |took me on|taken me on|gave me work|signed)\b"""
            ),
            before=joined(
                r"""\b(?:at|for|with|by|join(?:s|ed|ing)?|to|is|was|be|of|employer|company|firm|me|on|called|named
                |from(?= the payroll)|(?:salary|wages?|pay|money|paycheck) (?:came |comes )?from)(?: now| the| a)*\s$
                |(?:employer|company|firm
                |job|workplace|gig|work|employers?|jobs)[:,] $"""
            ),
            first=joined(
                r"""^ (?:is|has been|will be|was) (?:now )?(?:my|our|\w+'s|where|the (?:company|firm|place))\b
                |^ (?:now )?(?:pa(?:ys?|id)|employ(?:s|ed)|hires|will employ|hired|has (?:now )?(?:hired|employed)
                |took me on|has taken me on
                |gave me)\b"""
            ),
            behind=joined(
                r"""(?:$|[,.;!]|\s(?:now|until|till|since|from|as|pays?|took|gave|these|hired|employs?|and|these|in|on
                |has|is|last|again|again)\b)"""
            ),
            against=joined(
                r"""\b(?:meeting|lunch|call|dinner|customer|client|spoke|talk\w*|agree|stay\w*|help\w*|slack|python
                |ticket|demo|project|chang\w+ (?:the|our|my|it)|switch\w* (?:the|our|my|it) |(?:join\w*
                |chang\w+) (?:the|us|me|you|our|my)|to (?:the|a|an|light|dark)(?! (?:new )?(?:jobs?|role|position|post
                |gig|firm|company|employer)))\b"""
            ),
        ),
        Cue(
            attribute="home",
            sort=NAME,
            cue=joined(
                r"""\b(?:lives?|living|lived|home|flat|apartment|house|based|reside\w*|residing|settl\w+|mov(?:e|es|ed
                |ing)|relocat\w+|dwell\w*|town|city|roof|neighbou?rhood|place|roots|lease (?:in|on a)
                |residents?|residence|address|digs|my street|the move|made (?:a|the) move|keys|put down roots|unpack\w*
                |new place|our place|domiciled|stayed(?=.*\b(?:until|till)\b)|(?:room|place|studio|cottage|condo|loft
                |house) in)\b"""
            ),
            nouns=(
                r"\ban? (?P<value>[^\W\d_]+(?: [^\W\d_]+)?) resident\b",
                joined(
                    r"""\b(?:made|makes?|making|calls?|called|calling) (?P<value>(?!it|this|that|the|my
                    |our)[^\W\d_]+(?: (?!my|our|his|her|their|home|now)[^\W\d_]+)?)[ ]
                    (?:my |our |his |her |their )?home\b"""
                ),
            ),
            first=r"^(?:'s| is| has been| will be| was| became| has become| becomes)\b",
            before=joined(
                r"""(?:\b(?:in|to|into|near|outside|around|of|is|at|for|call|it's|called|be|was|means|becomes?|became
                |left|swapped
                |chosen?|town|city|home)(?: now)?\s|home(?: town)?: )$"""
            ),
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
        r"""\?|'d\b(?! (?:die|kill) for| (?:rather|have) .*(?:than|over) any| been an?\b)|\b(?:if(?! (?:you (?:need
        |want)|anything|there|it's|something|you ask me))
        |would(?! (?:ship|launch|come out|go live|be out|be released|go out|go for|cost|take over) )|wouldn't
        |would(?=.*\bif\b)
        |could(?! (?:reach|get|find|call|ring|phone)\b| be (?:reached|found|called)| buy\b|(?: happily)? (?:eat
        |live on)\b)
        |might|maybe|perhaps|wish
        |wants?|wanted(?! to (?:ship|release|launch))|supposed(?! to (?:ship|launch|come out|go live|go out|be))|think
        |thinking|considering|consider|hope|hoping|dream\w*|imagine|suppose|plan to(?! (?:ship|release|launch))
        |planning|planned to(?! (?:ship|release|launch))|should|unless|probably|joking|kidding|jk|lol|haha|almost
        |nearly|either|whether|or(?! not| so\b)|guess(?! what| who)
        |used to think|likely|seems|try|trying|tempted|offer(?:ed)?(?! \S+ (?:at|for) )|considered|applied|applying
        |apply|when (?:i
        |we)[ ](?:was(?! (?:ill|sick|unwell|poorly))|were|lived|worked|had)|back when|as a (?:child|kid)|looking for
        |look for|pretend\w*|supposedly
        |april fool\w*|next life|someday|one day|what about|how about|let's|can we|can you|could you|book|sometimes
        |usually not|old joke|in the film|in the book|stuck|passing through|refus\w+
        |miss (?:living|working)|may (?:move|live|work|join|be)|(?:nobody|no one|no-one) \w+s
        |(?:as soon as|before|unless) (?:i|we))\b"""
    ),
    denied=joined(
        r"""\b(?:no longer|not|dont|doesnt|isnt|never|without|nor|hardly|anything but|nobody|no|none)\b|n't\b
        |\b(?:left|quit)\s(?:the )?$|\bstopped \w+ing\b"""
    ),
    past=joined(
        rf"""\b(?:lived|worked|was (?:employed|called|named|based|known|led|run|due|planned|scheduled|located|hosted
        |priced|living|working|headed|sold|a|an|at|in|on|with|under|from)|were|(?<!be )had|liked|loved|ran|met|listened
        |answered|went to(?= (?:see )?(?:dr|prof))|saw|stayed|resided|cost(?= \d.*\b(?:then|back|last))|would|supposed
        |(?:until|till
        |up to(?= (?:the )?(?:(?:end|start|beginning|middle) of )?(?:last )?{_MONTH}))\b.*{_WAS}
        |{_WAS}(?=.*\b(?:until|till|up to(?= (?:the )?(?:(?:end|start|beginning|middle) of )?(?:last )?{_MONTH}))\b)
        |was(?! (?:hired|moved|put|made|appointed|promoted|given|taken|recruited|handed|renamed|raised|lowered|changed
        |set|migrated|upgraded|relocated|transferred|updated|bumped|rescheduled|postponed|shifted|pushed|delayed
        |brought|repriced|cut|elected|switched|picked|chosen|recently|just|my first
        |the day)\b)|sat
        |used to|formerly|once|back then|took place)\b"""
    ),
    heard=joined(
        r"""^(?:(?:so |and |by the way,? )?(?:i(?:'ve)? (?:heard|was told|read|gather|hear)(?: (?:from [\w ]+
        |somewhere))?(?: that)?|(?:they|people|folks) say(?: that)?|word (?:has it|is)(?: that)?
        |rumou?r has it(?: that)?|apparently|someone (?:told me|said|says)(?: that)?|somebody (?:told me|said
        |says)(?: that)?|it seems(?: that)?|the word is(?: that)?|i'm told(?: that)?),? )|,? (?:i(?:'ve)? heard|i hear
        |i'm told|apparently|they say|people say|or so i heard|so i heard|as i heard|from what i hear\w*
        |as far as i (?:know|can tell)|afaik|if i'm not mistaken|last i heard
        |i believe|it seems|i gather|or so they say|rumou?r has it|word is|if i heard right\w*)(?=[.! ]*$)"""
    ),
    me=r"\b(?:i|i'm|im|i've|ive|i'll|i'd|my|mine|me|myself|we|we're|we've|we'll|our|ours|us)\b",
    others=joined(
        r"""^(?!.*\b(?:my|our) (?:\w+ )?(?:dog|pup|puppy|cat|kitten)\b).*\b(?:he|she)\b
        |\b(?:it (?:has|also|got|works|lives|lived|had|eats|loves|likes)|hers
        |they(?! (?:pay|let|made|took|hired|gave|promoted|fired|sacked|laid|put|appointed|poached|offered) me\b)|theirs
        |\w+ of (?:mine|ours)
        |someone|somebody
        |everyone|everybody|people(?! (?:can |could )?(?:call|reach|get|rang|knew|know)\w* me\b))\b"""
    ),
    theirs=r"\b(?:his|her|their)\b(?! names?\b)",
    elliptic=joined(
        r"""^(?:(?:finally|so|well|ok(?:ay)?|yay|and|news|update|heads.?up|btw|fyi|hey(?: all)?|guess what|psst|also
        |big news
        |life update|quick update|psa|note|today|yesterday|last \w+|this \w+)[,:!]* )*
        (?:new |since |now |just |moved |living |working |back |phone|mobile|cell\b|number
        |started |joined |made |got |left
        |quit |signed |settled |relocat\w+ |switched |changed |bought |rented |(?:day )?job\b|home\b|employer|doctor
        |gp\b
        |occupation|profession|employed |based |registered |favou?rite|renamed |reach me|first day|currently |still[ ]
        |retrained |became |handed |gave up |resigned |packed |upped |swapped |hired |as of |from |starting |until |till
        |up to |been |the move |moving day|(?:please )?(?:forget|delete|scrap|ignore|drop|lose) (?:the|my) old
        |from \w+.{0,12} on|.*\b(?:the|that|this) (?:\w+ )?(?:dog|puppy|cat|kitten|horse|parrot|rabbit|hamster|pony
        |tortoise|pup|doggo|pooch|kitty|bunny)\b)"""
    ),
    relation=joined(
        r"""\b(?:my|our) (?!(?:\w+ )?(?:number|phone|mobile|cell|address|job|employer|doctor|gp|dog|home|trade
        |profession
        |badge|notice)\b)(?:\w+ ){1,2}?(?:works|lives|sees|likes|loves|prefers|eats|joins|joined|became|becomes|hears
        |says?|said|told|met|wants|knows|thinks|drinks)\b|\b(?:my|our) (?:\w+ ){0,2}?(?:sister|brother|mother|father
        |mum|mom|dad|parents|son|daughter|kids?|children|wife|husband|partner|girlfriend|boyfriend|friends?
        |colleagues?|neighbou?rs?|boss|manager|cousin|aunt|uncle|nephew|niece|grand\w+|flatmate|roommate|team|office
        |client|customer|landlord|ex)\b(?!(?:'s)? (?:now )?(?:reports|meets))"""
    ),
    kin=joined(
        r"""\b(?:friend|neighbou?r|colleague|cousin|sister|brother|mother|father|mum|mom|dad|uncle|aunt|boss|wife|husband
        |partner|girlfriend|boyfriend|roommate|flatmate|landlord|ex)s?(?:'s|') (?!(?:\w+ )?name\b)(?!birthday|phone
        |number|job|favou?rite)|\bof (?:mine|ours)\b"""
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
    of_thing=joined(
        r"""(?<!hands )(?<!now )\b(?:of|for|over|behind|inside|about|on) (?:the |our )?$
        |\b(?:project|product|team)\s$"""
    ),
    until_before=joined(
        r"""(?<!delayed )(?<!postponed )(?<!pushed )(?<!back )(?<!deferred )(?<!slipped )\b(?:until|till|til
        |up to|through|before)\s+(?:the )?(?:end of )?(?:last )?$"""
    ),
    since_before=joined(
        r"""\b(?:from|as of|as from|starting|beginning|effective|commencing|since
        |with effect from)(?: on)?\s(?:the )?$"""
    ),
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
        |crowns?|[$€£](?!\w)))(?: each\b| (?:a|per|every) \w+)?"""
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
        |beg your|to be (?:precise|exact|correct)|strictly speaking|that is to say|or rather|well)\b|^(?:(?:ok(?:ay)?
        |so|and|but)[,. ]+)?(?:no+|not)\b|^\.\.\.|\b(?:silly|stupid|clumsy|dumb) me\b|\bplease read\b|\bis (?:right
        |correct)\b|\bright (?:one|answer)\b|\bplease ignore\b|\btry again\b|^stop\b|^corr\b
        |\bproperly\b|\bwhoops\w*|^s/|→|->|=>
        |\bfix(?:ed|ing)?\b|\bmis(?!s\w*|ter\b|t\b|c\b)\w{3,}|\b(?:was|i'm|i am) (?:thinking|getting|looking|off
        |wrong)\b
        |\bs/|🤦|🙈"""
    ),
    empty=joined(
        r"""\bs/|(?<=\w)/(?=\w)|\b(?:mis(?!s|ter\b|t\b|c\b)\w{3,}|whoops\w*|need|stop|corr|answer|try|properly
        |confusion|working|typo|ignore|first|(?:it|that|there|he|she|what|here|who)'s|i'(?:m|d|ve|ll)|should'?ve|(?:is
        |was|do|did)n't|beg|myself
        |sorry|soz|sry|oops\w*|whoops|woops|ups|i|meant?|means|to|say|saying|said|write|writing|wrote|type|typed|no+
        |nope|nah|wait|hang|hold|up|second|sec|minute|moment|of|course|typos?|correct\w*|corrig\w+|mistakes?|mistaken
        |mistakenly|mis(?:typed|spoke|spelt|spelled|read|wrote|remembered|said|heard)|wrong\w*|a|slip\w*|error|erratum
        |rather|scratch|strike|ignore|disregard|forget|delete|cancel|replace|that|pardon|apolog\w+|forgive|my|bad
        |fault|excuse|me|us|should|supposed|wanted|want|going|trying|be|been|read|reads|have|had|make|actually
        |nonsense|rubbish|it|its|is|was|the|ah|oh|aah|ooh|argh+|aargh|ugh+|gah|dang|damn|darn|shoot|crap|bah|d'?oh|duh
        |erm*|err+|uhm*|um+|hm+|ach|oof|eek|yikes|blast|dear|facepalm|well|and|not|right|true|one|ones|there|thats
        |again|obviously|naturally|clearly|on|at|in|for|with|as|an|value|line|above|all|but|just|only|please|pls|plz
        |got|what|which|thinking|thought|you|your|today|fingers?|thumbs?|hand|tongue|instead|so|then|now|yes|yeah|let
        |put|this|these|fact|mine|lapse|keyboard|meaning|edit|edited|stand|or|ok|okay|hey|fix(?:ed|ing)?|else
        |something|somewhere|someone|another|mush|dumb|noticed|realised|realized|misclick\w*|off|by|auto-?correct\w*
        |silly|stupid|clumsy|typing|did|do|nvm|never|mind|really|properly|precise|exact|precisely|exactly|quite|lol
        |haha\w*|hehe|here|too|how|they|we|he|she|who|why|when|where|will|can|about|message|last|previous|earlier
        |first|little|small|old|new|bit|change|change[ds]|update|updated|note|noted|everyone|guys|folks|team|look
        |looks|sure)\b
        |[^\w\s@+:/.-]|[-–—:…]+(?=\s|$)
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
    trades=rf"\b(?P<value>{ENGLISH_TRADES})\b",
    no_noun=joined(
        r"""\b(?:worries|problems?|idea|clue|way|kidding|joke|joking|thanks?|lunch|dinner|breakfast|late|meeting
        |meetings|brb
        |call|back|same|fine|good|great|cool|nice|honestly|seriously|whatever|two|three|four|five|another|both|nothing
        |anything|everything|everyone|nobody|phone|door|doorbell|busy|sigh|sighs|waves?|shrugs?|nods?|hugs?|laughs?
        |cough
        |grins?|yawns?|blush\w*|winks?|gasp\w*|love|luck|time|need|needs|forgot|gone|going|done|ready|bug|bugs|tests?
        |build
        |link|file|files|wifi|internet|train|bus|traffic|kids?|baby|day|days|week|weekend|morning|night|tomorrow|tonight
        |yesterday|later|soon|never|ever|more|less|much|many|few|keys?|typo|question|questions|answer)\b"""
    ),
    hollow=ENGLISH_HOLLOW,
    vague=ENGLISH_VAGUE,
    taste=r"favou?rite|\b(?:hobby|sport|season|place|topic|mood|colou?r|status)$",
    named=joined(
        r"""\b(?:home|hometown|birthplace|employer|nickname|surname|partner|school|university|college|gym|bank|supplier
        |provider|car|bike|team|landlady|boyfriend|girlfriend|fianc\w+|boss|owner|author|maintainer|lead|leader|head
        |manager|captain|coach|chef|director|principal|chair|chairman|chairwoman|president|treasurer|secretary|sponsor
        |landlord|caretaker|champion|doctor|dentist|teacher|accountant|lawyer|vet|therapist|plumber|mechanic|supervisor
        |mentor|roommate|flatmate|hairdresser|barber|trainer)$|:.* name$"""
    ),
    counted=joined(
        r"""\b(?:phone|birthday|anniversary|age|date|deadline|price|cost|rent|fee|budget|salary|income|weight|height
        |length|speed|temperature|quota|timeout|limit|capacity|retention|port|version|time|hours|interval|start|end
        |schedule|opening|closing)$"""
    ),
    placed=r"\b(?:place|location|venue|office|room|floor|desk|region|home|status|language|database|server|address)$",
    instead=joined(
        r""" not (?!(?:only|just|sure|yet)\b)(?:[\w'.@+:-]+ ){1,6}?but(?= (?!(?:also|i|i'm|he|she|it|they|we|not|still
        |that|only|you|my|who|then|when|because|if)\b))
        |(?:(?<=\bis)|(?<=\bwas))(?:n't| not) (?:[\w'.@+:-]+ ){0,5}[\w'.@+:-]+,? (?:but
        |(?:it|he|she|that)(?:'s| is))(?= )"""
    ),
    told_off=joined(
        r"""^(?:hey |hi |ok(?:ay)?,? |so |and |now |@[\w-]+[,:]? |just |please |pls |can you |could you |would you )*
        (?:(?:for example|e\.g\.|example:|as if|type
        |translate|spell|say|stop|don't (?:say|tell|write|call)|sing|paraphrase|rewrite|proofread|pronounce|repeat
        |imagine|suppose|assume|assuming|pretend|guess (?:what|who|where)|let's (?:say|pretend|assume)|fill in
        |tell (?:me|us) (?:what|where|who|which|if|when)|write (?:(?:me|us) )?an? )\b
        |write ["“]|(?:do you )?remember (?:when|how|what|where|who|if|whether)\b
        |(?:you|it)(?:'ve| have| had)? (?:\w+ )?(?:told me|said|says?|thinks?|thought|wrote|claim\w*|believed?)\b
        |prove\b
        |forget (?:that )?(?:i|we|my .* is)\b)
        |\bin (?:the|an?|this|my|that|another|one) (?:\w+ )?(?:film|book|game|movie|story|dream|show|play|song|novel
        |life|universe|timeline|role-?play)\b"""
    ),
    not_so=r"\bnot|instead of|rather than|\bisn't|\bwasn't",
    foods=ENGLISH_DISHES,
    kinds={
        "puppy": "dog",
        "pup": "dog",
        "doggo": "dog",
        "pooch": "dog",
        "kitten": "cat",
        "kitty": "cat",
        "bunny": "rabbit",
    },
)
