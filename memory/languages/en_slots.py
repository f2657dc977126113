"""Attributes that have one value at a time, as they are told in English."""

from __future__ import annotations

from memory.languages.cue_words import ENGLISH_NO_TRADE
from memory.languages.en_things import DAY, IS_NOW, OF_THINGS, V
from memory.languages.forming import Slots, Slotted, joined, named

_NOW = r"(?:(?:now|just|currently|still|recently|both|also|finally|already|actually|officially|have|had|\w+ly) )*"
_WE = joined(
    rf"""\b(?:i|we)(?:'ll|'ll be| will| will be|'m going to| am going to|'re going to| plan to
            |'m planning to| want to|'m|'re|'ve|m|ve| am| are| have| was| were)? {_NOW}"""
)
_NAME = r"(?P<value>(?:(?:dr|mr|mrs|ms|prof|st)\.? )?[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*)?)"
_WHO = r"(?P<of>(?:my|our) (?:\w+[ -]){0,2}?\w+|[a-z][\w.-]*|<@!?\w+>)(?:'s| is| has)?"
_ALONE = r"(?<!the )(?<!our )(?<!the new )(?<!'s )(?<!\bthis )(?<!\bthat )(?<!\ban )(?<!\ba )(?<! of )(?:\b|(?=<))"
_PET = joined(
    r"""(?P<what>dog|cat|horse|parrot|rabbit|hamster|puppy|kitten|tortoise|turtle|guinea pig|budgie
            |goldfish|pony|ferret|snake)"""
)
_IS = joined(
    r"""(?:'s| is| are| was| will be| has been| became| is going to be|:)(?: now| actually
            | currently| still| always)*"""
)
_ATTRIBUTE = joined(
    r"""(?:date|day|time|place|location|venue|version|price|cost|fee|rent|port|address|ip|url|host
            |owner|deadline|lead|leader|head|status|colou?r|name|number|code|budget|capital|size|manager
            |contact|room|floor|password|author|maintainer|title|theme|logo|currency|language|database
            |provider|supplier|host|editor|framework|capacity|limit|interval|region|schedule|start|end
            |opening|closing|hours|topic|goal|slogan|motto|mascot|captain|coach|chef|director|principal
            |chair|chairman|chairwoman|president|treasurer|secretary|sponsor|landlord|caretaker|champion
            |branch|domain|timeout|retention|quota|license|licence|salary|income|weight|height|length
            |age|speed|temperature|doctor|dentist|teacher|accountant|lawyer|vet|therapist|plumber
            |mechanic|supervisor|boss|mentor|roommate|flatmate|hairdresser|barber|trainer|blood type
            |shoe size|timezone|time zone|e-?mail|phone|mobile|birthday|anniversary|nickname|hometown
            |job|employer|occupation|profession|car|bike|school|university|college|gym|bank|diet
            |pronouns|desk|office|team|department|nationality|surname|last name|first name|middle name
            |full name|maiden name|username|handle|landline|dish|food|drink|film|movie|book|band|song
            |sport|season|animal|hobby|star sign)"""
)

_MOVED = r"(?:mov|push|postpon|delay|reschedul|shift|defer|bump|slip)(?:p?ed)?"
_AWAY = r"(?: back| forward| up| out)*"
_WAS = r"(?:(?:has been|was|got|is|is being|has) )?(?:now )?"

ENGLISH_SLOTS = Slots(
    patterns=(
        Slotted(
            "date",
            joined(
                rf"""\b(?:{_MOVED}|brought|put) (?:the |our |my )(?P<of>\w+(?: \w+)?){_AWAY} (?:to|until
            |till) (?:the )?(?P<value>{DAY})|\b(?:the |our |my )(?P<of2>\w+(?: \w+)?) {_WAS}{_MOVED}{_AWAY} (?:to
            |until|till) (?:the )?(?P<value2>{DAY})"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "doctor",
            joined(
                r"""\bi(?:'m|'ll| am| will)? (?:\w+ )?(?:go|went|see|visit|change|changed|changing|switch
            |switched|switching|with|moved)(?: over)? (?:to )?(?P<value>dr\.? [^\W\d_]+)"""
            ),
        ),
        Slotted(
            "doctor",
            joined(
                r"""(?P<of>[a-z][\w-]+) (?:now )?(?:sees|goes to|changed to|switched to
            |visits) (?P<value>dr\.? [^\W\d_]+)"""
            ),
        ),
        Slotted(
            "favourite {what}",
            joined(
                r"""\b(?P<of>(?:my )?[a-z]\w+)'s (?:new )?favou?rite (?P<what>\w+)(?:'s
            | is)(?: now)? (?P<value>[^,.;!?]+)"""
            ),
        ),
        Slotted(
            "favourite food",
            joined(
                r"""\bwhat i (?:like|love) to eat (?:most|best) is (?P<value>[^,.;!?]+)|\bi (?:like
            |love) to eat (?P<value2>\w+) (?:most|best)|\bthe food i (?:like|love) (?:most
            |best) is (?P<value3>[^,.;!?]+)"""
            ),
        ),
        Slotted(
            "job",
            joined(
                r"""\bi (?:make|earn) (?:my|a) living as an? (?P<value>[^,.;!?]+)|\bi(?:'m
            | am) an? (?P<value2>[\w -]+?) (?:by trade|by profession|for a living)
            |\bmy trade is (?P<value3>[^,.;!?]+)"""
            ),
        ),
        Slotted(
            "employer",
            joined(
                r"""\bi (?:earn|make) my (?:bread|money|living) (?:at|with|for) (?P<value>[^,.;!?]+)|\bi(?:'m
            | am|'ve been| was) (?:now )?(?:employed|hired) (?:at|by|with) (?P<value2>[^,.;!?]+)"""
            ),
        ),
        Slotted(
            "phone",
            joined(
                r"""(?:^|[,;] |\bthat )(?P<of>(?!my\b
            |the\b)[a-z]\w+)(?:'s)? (?:(?:new |phone |mobile )*number is|can be reached (?:on|at|under)
            |is reachable (?:on|at))(?: now)? (?P<value>\+?\d[\d ()/.-]{4,}\d)"""
            ),
        ),
        Slotted(
            "home",
            joined(
                rf"""{_WE}(?:live|living|lived|stay|staying|reside|based|settled|settled down|relocated
            |relocating|moved|move|moving|lives
            |home is) (?:here |back |over |house |away |out |up |down |together |from [^,.;]+? )*(?:in
            |to|at|near) {V}"""
            ),
        ),
        Slotted("birthplace", rf"{_WE}(?:born|i was born)(?: and (?:raised|grew up))? in (?!(?:19|20)\d\d){V}"),
        Slotted("hometown", rf"{_WE}(?:originally |come |comes )*from {V}|\bi grew up in (?P<value2>[^,.;!?]+)"),
        Slotted(
            "employer",
            joined(
                rf"""{_WE}(?:(?:work|working|worked|employed|started(?: working)?|start|began|got a job
            |took a job|accepted a job) (?:there |full.time |part.time |as an? [\w ]+? )?(?:for|at
            |by)|(?:employed|a job|started) with|joined|(?:switched|moved|went) (?:jobs )?to work (?:for
            |at)|with) (?!home\b|night\b|\d|the (?:call|meeting|chat)
            |(?:\w+ )*on (?:this|that|it)\b|the moment\b|(?:a|an) (?:new )?(?:company|firm|place|startup)\b){V}"""
            ),
        ),
        Slotted(
            "job",
            joined(
                rf"""{_WE}(?:(?:work|working) as(?: an?| the)?|became (?:an?|the)|been promoted to(?: an?)?
            |promoted to(?: an?)?|a qualified|retrained as(?: an?)?) {ENGLISH_NO_TRADE}{V}
            |\bi(?:'m| am|m) (?:now )?(?:an? ){ENGLISH_NO_TRADE}(?P<value2>(?!(?:vegan
            |vegetarian|big|huge|bit|little|member|fan|parent|mother|father|mum|dad|morning|night|cat
            |dog|beach|people|person|sucker|llama|new|single|twin|native|light
            |heavy)\b)(?:[\w-]+ ){{0,3}}?(?:\w+(?:er|or|ist|ian|ant|yst|eer|man|woman|smith)|chef|nurse
            |clerk|vet|cook|pilot|judge|guard|coach|guide|surgeon|professor|student|intern|monk
            |priest))\b(?!['-]| (?!(?:over|after|never|under|later|either|together|rather|ever|other)\b)
            \w\w+(?:er|or|ist|ian)\b)"""
            ),
        ),
        Slotted(
            "nickname",
            joined(rf"""\b(?:call me(?! (?:back|later|when|if|on|at|now|tomorrow|tonight|again|maybe|asap|any|please
            |in|after|before|once)\b)|just say|i go by|goes by|people call me|everyone calls me|known as) {_NAME}"""),
        ),
        Slotted("name", rf"\bmy (?:full |real )?name(?:'s| is) (?:now |actually )?{_NAME}"),
        Slotted(
            "age",
            joined(
                r"""\bi(?:'m| am|m) (?:now |already |just )*(?P<value>\d{1,2})(?: years old)?(?=$|[,.;!]| and\b
            | now\b)|\bi(?: just)? turned (?P<value2>\d{1,2})\b"""
            ),
        ),
        Slotted("birthday", rf"\b(?:my birthday(?:'s| is)|i was born) (?:on )?(?:the )?(?P<value>{DAY})"),
        Slotted(
            "phone",
            joined(
                rf"""\bmy (?:new |current |private |work )?(?:phone|mobile|cell|telephone|whatsapp)?(?: ?number
            | phone number)?{IS_NOW} (?P<value>\+?\d[\d ()/.-]{{4,}}\d)
            |\bmy (?:new |phone |mobile |cell )?number (?:has )?changed\b[^\d+]{{0,30}}
            (?P<value3>\+?\d[\d ()/.-]{{4,}}\d)
            |\b(?:call|reach|text) me (?:on|at|under) (?P<value2>\+?\d[\d ()/.-]{{4,}}\d)"""
            ),
        ),
        Slotted(
            "email",
            joined(
                r"""\b(?:my (?:new |work |private )?(?:e-?mail)?(?: address)?(?: is|'s|:)(?: now)?|reach me at
            |write to me at) (?P<value>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"""
            ),
        ),
        Slotted(
            "diet",
            joined(
                r"""\bi(?:'m|m| am| went| turned| became|'ve become|'ve gone)(?: \w+ly| now| a| strictly
            | going)* (?P<value>vegan|vegetarian|pescatarian|pescetarian|flexitarian|kosher|halal)\b
            |\bi eat (?P<value2>vegan|vegetarian|kosher|halal)\b"""
            ),
        ),
        Slotted(
            "{what}",
            joined(
                rf"""\bmy (?P<what>wife|husband|partner|girlfriend|boyfriend|fiancee?|boss|manager|doctor|dentist
            |landlord|landlady|therapist|teacher|supervisor|roommate|flatmate)(?:'s name)?(?:'s
            | is) (?:called |named )?(?!(?:a|an|the|in|from|on|at|not|very|so|called|pregnant|allergic
            |away|also|working|still|now|really|quite|too|out|ill|sick|here|over|back|coming
            |going)\b){_NAME}(?=$|[,.;!]| and\b| now\b)"""
            ),
        ),
        Slotted(
            "{what} name",
            joined(
                rf"""\b(?:my|our) (?:new |old )?(?P<what>\w+)(?:'s name)(?:'s| is) (?:now )?{_NAME}|\b(?:my
            |our) (?:new |old |little |big )?(?P<what2>\w+) (?:is|was) (?:called
            |named) (?!(?:after|in|out|off|up|the)\b)(?P<value2>[^\W\d_][\w'-]*)
            |\b(?:i|we)(?:'ve)? (?:have|got|own|adopted
            |keep) (?:got )?an? (?:\w+ )?(?P<what3>dog|cat|horse|parrot|rabbit|hamster|puppy|kitten
            |tortoise|pony|son|daughter|boat|budgie) (?:called|named) (?P<value3>[^\W\d_][\w'-]*)"""
            ),
        ),
        Slotted(
            "{what} name",
            joined(
                rf"""\b(?:my|our) {_PET} (?P<value>(?!(?:is|was|has|had|went|goes|answered|and|ate|isn|wasn|doesn|loves
                |likes|died|in|on|needs|can|will
            |hates|got|sleeps|barks|had|the|at|a|who|that|does|just|never|always)\b)[a-z]+)\b"""
            ),
        ),
        Slotted(
            "partner",
            joined(
                r"""\bmy (?:wife|husband|partner|girlfriend|boyfriend|fianc\w+)(?:'s
            | is) (?:called |named )?(?!(?:a|an|the|in|from|on|at|not|very|so|pregnant|allergic|away
            |also|working)\b)(?P<value>[^\W\d_]+)(?=$|[,.;!]| and\b)|\b(?:married to|engaged to
            |going out with|dating) (?!a\b|an\b|the\b|my\b|this\b)(?P<value2>[^\W\d_]+)"""
            ),
        ),
        Slotted(
            "native language",
            joined(
                r"""\bmy (?:native language|mother tongue|first language)(?:'s| is) (?P<value>\w+)
            |\bi'?m a native (?P<value2>\w+) speaker|\bi grew up speaking (?P<value3>\w+)"""
            ),
        ),
        Slotted(
            "favourite {what}",
            joined(
                rf"""\bmy (?:all.time |absolute |new )?(?:favou?rite) (?P<what>[\w -]+?){_IS} {V}
            |\b(?P<value2>[\w' -]+?)(?:'s| is| are)(?: \w+ly| now
            | still)* my (?:all.time |absolute |new )?favou?rite (?P<what2>\w+)
            |\bfavou?rite (?P<what3>[\w -]+?)(?: of all time)?: ?(?P<value3>[^,.;!?]+)"""
            ),
        ),
        Slotted("car", rf"\bi (?:now )?drive (?:an? |my )(?:new |old )?{V}|\bmy car is an? (?P<value2>[^,.;!?]+)"),
        Slotted(
            "home",
            joined(
                rf"""{_ALONE}{_WHO} {_NOW}(?:lives|live|living|moved|relocated
            |based|moves) (?:back |over |out |away )*(?:in|to|near) {V}"""
            ),
        ),
        Slotted(
            "employer",
            joined(
                rf"""{_ALONE}{_WHO} {_NOW}(?:works|work|working|started working|employed|started) (?:for|at
            |with|by) (?!home\b|night\b){V}|\b(?P<of2>[a-z][\w.-]*) joined (?!(?:the|an?|my|our|us|you|in|it|this
            |that|late|them|him|her|me|forces)\b)(?P<value2>[^,.;!?]+)"""
            ),
        ),
        Slotted(
            "job",
            joined(
                rf"""(?:\b|(?=<)){_WHO} {_NOW}(?:works as|became|was promoted to) (?:an? |the )?{V}
            |\b(?P<of2>my (?!(?:dog|cat|pet|puppy|kitten|horse|parrot|rabbit|hamster|car|bike)\b)\w+)(?:'s
            | is) an? {ENGLISH_NO_TRADE}(?P<value2>(?:\w+ )?(?:\w+(?:er|or|ist|ian|ant)|nurse|vet
            |cook|pilot|chef|surgeon|student))\b"""
            ),
        ),
        Slotted(
            "{what} lead",
            joined(
                r"""\b(?P<value>(?!(?:he|she|it|and|that|who)\b)[a-z][\w.-]*(?: (?!(?:now)\b)[a-z][\w.-]*)?)\s
            (?:now )?(?:leads|is leading|heads|runs|took over
            |takes over) the (?P<what>(?:[\w-]+ ){0,2}\w+)(?: now)?(?=$|[,.;!]| from| since| in)"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "{what} lead",
            joined(
                rf"""\bthe (?:lead|leader|head|boss) of (?:the )?(?P<what>[\w -]+?){_IS} {_NAME}
            |\b(?P<value2>[a-z][\w.-]*)(?:'s| is) (?:now )?the (?:new )?(?:lead|leader|head
            |boss) of (?:the )?(?P<what2>[\w -]+?)(?=$|[,.;!]| now)"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "{what}",
            joined(
                r"""\b(?P<value>[a-z][\w.-]*)(?:'s| is) (?:now )?(?:our|(?P<my>my)
            |the) (?:new )?(?P<what>(?:[\w-]+ ){0,2}(?:lead|leader|manager|doctor|dentist|boss
            |landlord|owner|treasurer|captain|coach|chef|director|principal|accountant|lawyer|vet
            |therapist|teacher|supervisor|mentor))\b(?! of)"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "{what}",
            joined(
                rf"""\bthe (?:new |current )?(?P<what>(?:[\w-]+ )?{_ATTRIBUTE} (?:of
            |for) (?:the |our |my )?[\w'/.+#-]+(?: [\w'/.+#-]+){{0,2}}?){IS_NOW} (?:on |at |in |to )?(?:the )?{V}"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "{what}",
            joined(
                rf"""\b(?:(?P<my>my)|our
            |the) (?:new |current |old )?(?P<what>(?:[\w'/.+#-]+ ){{0,3}}?{_ATTRIBUTE}){IS_NOW}\s
            (?:called |on |at |in |to )?(?:an? |the )?(?!hosted
            |kept|stored|located|down\b|broken|closed|open\b|not\b|very\b|so\b|too\b|always|being
            |going){V}"""
            ),
            is_of_thing=True,
        ),
        Slotted(
            "{what}",
            joined(
                rf"""\b(?:(?P<my>my)|our
            |the) (?P<what>(?:[\w'-]+ ){{0,3}}?{_ATTRIBUTE}) (?:has |have |was |got )?(?:changed|moved
            |updated)\b[^.!?]*?(?:it is|it's|is|to|:) (?:now |on |at |in )*{V}"""
            ),
            is_of_thing=True,
        ),
        *OF_THINGS,
    ),
    names=named(
        """date: day, start date, when; place: location, venue, where; price: cost, fee; address: ip, ip
        address, url, host; lead: leader, head; colour: colour, color; phone: telephone, phone number,
        mobile, mobile number, cell, cell number; email: e-mail, email address, e-mail address; dog:
        puppy; cat: kitten; film: film, movie; food: meal, dish; deadline: due date; doctor: gp; job:
        occupation, profession; employer: company; partner: husband, wife, girlfriend, boyfriend, fiance,
        fiancee; native language: mother tongue, first language; mother: mum, mom; father: dad; sister:
        little sister, big sister, older sister, younger sister; brother: big brother, little brother;
        timezone: time zone; license: licence; cat name: cats name; dog name: dogs name"""
    ),
    is_denied_before=True,
    mine=r"^(?:my|our) ",
    theirs=r"^(?:he|she|it|they|this|that|his|her|their)$",
    nobody=joined(
        r"""^(?:who|what|which|there|everyone|everybody|someone|somebody|nobody|anyone|people|i|we|you
            |and|but|so|also|then|now|here|where|when|that|this|if|because|since|who|team|the|not|only|been|became
            |moved|quit|left|know|let's|like|whoever|my|your
            |just|still|all|both|one|in|on|at|to|says?|said|is|was|are)$"""
    ),
    genitive=joined(
        r"""^(?P<attribute>[\w -]+?) (?:of|for) (?:the |our |my |a )?(?P<of>.+)$
            |^(?P<of2>.+?)'s (?P<attribute2>[\w -]+)$"""
    ),
    cut=joined(
        r"""^(?:now |currently |actually |the |an? |called |named |about |on |at |in )+|(?:\s+(?:now
            |currently|these days|instead|actually|then|though|too|again|already|please|anymore|any more
            |at the moment|from now on|today|as well|by the way|btw|right now|so far
            |atm|rn|tbh|lol|haha|since .*|for (?:a
            |two|three|four|five|six|\d+|many|some) .*|last (?:week|month|year|summer|winter|spring
            |autumn|\w+day)|(?:this|next) (?:week|month|year)|yesterday|in (?:19|20)\d\d|(?:two|three
            |four|five|a few|\d+|a) (?:days|weeks|months|years|week|month|year) ago|because .*|so .*
            |but .*|where .*|which .*|who .*|and (?:i|we|he|she|they|it|not|the|my|our|love|work|speak
            |have|teach|also|now)\b.*|not .*|with (?:my|our|his|her) .*|as (?:an?|the) .*|until .*
            |after .*|before .*|when .*|if .*|while .*|though .*|, .*))+$
            |[\s)\"'”»\U0001F300-\U0001FAFF\u2600-\u27bf\ufe0f]+$"""
    ),
    bare=joined(
        r"""^(?:the |our |my |a |an |this |that |new |old |current |next |weekly |daily |monthly |regular |usual )+
            |\s+(?:now|itself|also|still)$|'s$"""
    ),
)
