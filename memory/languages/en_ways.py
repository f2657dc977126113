"""Further signs of English: constructions by which people correct, settle, wish, plan and tell."""

from __future__ import annotations

from memory.languages.forming import Signs, joined

_DAY = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tues?|weds?|thurs?|fri)"
_MONTH = joined(
    r"""(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun
        |jul|aug|sept?|oct|nov|dec)"""
)
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|both|all)"
_BODY = joined(
    r"""(?:council|board|jury|committee|parents|members|management|legal|court|judge|owners?|club|assembly|union
        |team|family
        |landlord|principal|director|boss|chair(?:man|woman|person)?|ceo|cto|client|customer|editor|council|school
        |coach
        |captain|crew|band|choir|class|staff|leadership|partners|trustees|elders|community|mods?|moderators
        |maintainers
        |everyone|everybody|majority|group|finance|hr|it|security|head office|headquarters|ministry|insurance|bank
        |judges)"""
)

CORRECTION_WAYS: Signs = (
    (
        1.0,
        joined(
            r"""^(?:@\w+,? )?(?:(?:eh|ugh+|oh|ah+|ok|hm+|uh+|um+|er+m?|gah|argh+|damn|d'?oh|ooh|lol|lmao|haha|crap
        |shoot|hey|and|so|yikes|dang)[ ,.!…-]*)*
        (?:sorry|no|nope|wait|actually|my bad|whoops?|oops|my mistake|correction)[ ,.!:;-]+(?:ah|no|all|everyone
        |everybody|folks|guys|team|people|both|again|lads|friends|that'?s|that is|it'?s
        |its|the|i meant|i mean|it was|he'?s|she'?s|they'?re|wrong|meant|not|make that|should)\b(?! (?:to|for|about
        |i can'?t|i'?m|i am|you|way|time|idea|problem|worries|point|one)\b)
        |^sorry (?:about|for) (?:that|the (?:confusion|mix-?up|noise|mistake|error|wrong|false|double|typo))\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:wrong|incorrect|outdated|old|mistaken|bad|stale) (?:date|day|time|branch|link|file|number|room
        |address|version|name|price|figure|figures|month|year|place|street
        |floor|level|e-?mail|spelling|order|size|colou?r|amount|document|draft|attachment|url|dose|quantity
        |ingredient|temperature|train|bus|platform|gate|flight|exit|door|code|pin|password
        |host|port|config|key|column|row|table|sheet|invoice|account|iban|total|units?|dates|hours|alex|sam|chris
        |team|country|city|model|ticket|issue|pr|release|quote|score|result|page|chapter|recipe)\b
        (?! again\b)(?=[^?]*(?:\.|,|:|;|—|–|-|\bis|\bwas|\bit'?s|\bthe right|\bshould))
        |\bi (?:told|gave|sent|showed|promised|posted to|handed) (?:you|them|y'?all|everyone|everybody|the group
        |people|him|her)(?: all| both| guys)? (?:the wrong|an old|a wrong|the old|it was|it is|it's|wrong)
        |\bi (?:told|gave|sent|said|wrote|posted|quoted|filled|listed|announced|put|typed|named|tagged|claimed
        |handed|shared|reported|counted|calculated|entered|noted|called|read)\b[^.!?;]{0,40}
        \b(?:earlier|before|wrong|incorrectly|upside down|backwards|by accident|by mistake|too early|too soon
        |in error|last time|was the old|had the old|had it|was the wrong|without checking|from memory)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:spoke too soon|jumped the gun|too quick to|gave out|handed round|passed (?:round|around)
        |fat.?fingered|fat fingers?|fat thumbs|brain fart|senior moment|copy.?paste (?:error|mistake|fail)
        |autocorrect (?:got|changed|struck|strikes|again|turned|made)|as you were|no,? wait|wait,? no|hold up
        |belay that|i lied|on closer (?:look|inspection|reading)|reading (?:it|that|this|the \w+) again
        |looking (?:at it |closer |again)|looked again|double.?check(?:ed|ing)|checked again|re-?check(?:ed|ing)
        |re-?read(?:ing)?|just checked|having checked|looked it up|contrary to what|despite what i|unlike what i
        |not what i (?:said|wrote|told)|the other way (?:a)?round|vice versa|slight correction|small (?:fix
        |correction)|minor correction|quick correction|one correction|two corrections
        |amending|retract\w*|i withdraw|withdrawn|supersedes?|superseded|not any ?more|replaces? (?:my|the (?:one
        |message|list|version) (?:i|from|above))|cancel (?:that|my last|what i)
        |(?:disregard|ignore|forget|bin|delete|scrap|strike|discard|throw away|tear up) (?:the|my|that|this|what
        |all)(?: \w+){0,4} (?:i|we|from|above|said|sent|earlier|before|yesterday)
        |please (?:disregard|ignore) (?:the|my|that|this|previous|all)|i (?:had|got|mixed|muddled|confused|swapped
        |switched|transposed|misjudged|miscalculated|miscounted|misspelled|misspelt|misquoted|misspoke
        |misdialled|misfiled|mislabelled|misreported|mispronounced|misplaced the)\b[^.!?]{0,40}\b(?:mixed up|up
        |wrong|confused|backwards|round|around|with|swapped)|i (?:misjudged|miscalculated|miscounted|misspelled
        |misspelt
        |misspoke|mistook|miswrote)|the real (?:one|date|number|figure|name|reason)|should'?ve (?:said|been|written)
        |was supposed to (?:say|be|read)|meant to (?:say|write|type|send|put)
        |instead of what i|turns? out (?:it|he|she|they|that|the|we|my|i|there)|it'?s actually|is actually
        |was actually|are actually|actually it|we'?re actually|i'?m actually|they'?re actually
        |what i (?:wrote|said|sent|posted) (?:earlier|before|above|yesterday|was|is|about)|(?:was|were) not granted
        |(?:was|were) never affected|i was (?:reading|looking at|thinking of|off by|a (?:day|week|month|year) (?:off
        |early|late))
        |off by one|off by (?:a|an|\d)|one (?:day|hour|week|zero|digit) (?:off|too)|missing a zero|one zero too
        |extra zero|two digits? (?:swapped|reversed)|digits are swapped)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b((?!the\b|and\b|for\b|with\b)\w{3,}) [\w.:/#-]+(?: is
        |,)? (?:and )?not (?:on |at |in |the |my )?\1 [\w.:/#-]+|\b(?:with|has) (?:a|an|one|two|no
        |double) ['"]?\w['"]?(?:s|'s)?\b[^.!?]{0,20}(?:,|and)? (?:not|no)\b
        |\b(?:spell\w*|spelt|written|pronounced|accent|hyphen|hyphenated)\b[^.!?]{0,30}\bnot\b|\bnot \w+!
        |, please, (?:the|not)\b|\b(?:gave|offered|got|picked|sent|chose|went for|went with|assigned|booked) (?:me
        |us|him|her|them)?[^.!?,]{1,30}\binstead\b
        |\b(?:back|moved|moving) (?:to|in|into|on) [^.!?]{2,40}\bfor (?:practice|rehearsal|training|the meeting
        |class|now|this week)\b|\bmeant (?:the|to|for|my|\w+day|\d)
        |^scratch (?!my|an|the surface)\w+[\w ]{0,20},|\bit'?s (?:not|never) [^.,;]{1,40}[,;—–-] ?(?:it'?s|but
        |the)\b|\b(?:the|my|our) (?:[\w-]+ ){1,3}(?:isn'?t|is not|wasn'?t|aren'?t
        |are not) [^.!?,;]{2,30}[.;,] ?(?:it|they|but)\b
        |^(?:not|it wasn'?t|it isn'?t|that wasn'?t|that isn'?t) [^.!?,;]{2,30}[,;.—–-] ?(?:it|they|he|she|the
        |but)\b"""
        ),
    ),
)

DECISION_WAYS: Signs = (
    (
        -1.0,
        joined(
            r"""\b(?:not|n'?t|still|yet to|never|to be|can ?not
        |no) (?:been |yet |have |fully |really |even )?(?:decid\w+|agree\w*|settled|approved|voted|chosen)\b
        |\bundecided\b|\bif (?:we|they|the board|it|you) (?:decide|agree|approve|vote)\w*
        |\b(?:should|could|might|would|maybe|perhaps) (?:we|go with|pick|choose|be (?:approved|decided))\b
        |\bdecides? (?:later|next|tomorrow|on \w+day|by|what|whether|if|how|who)\b|\bto decide\b|\bhelp me (?:choose
        |decide|pick)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:it'?s|its|it is|now|made it|make it) official\b(?!ly)|\bhas (?:spoken|ruled)\b
        |\bcast(?:ing)? (?:vote|the vote|it)\b|\b(?:the |our )?vote (?:was|is|went|came|of|fell|passed)\b
        |\bvotes? (?:to|for|against|in favou?r)\b
        |\b(?:\w+|\d+) (?:votes? )?(?:to|against|vs\.?) (?:one|two|three|nil|none|zero|\d+)\b(?= in favou?r|,? (?:we
        |the|so))|\bshow of hands\b|\b(?:poll|ballot|referendum) (?:closed|is closed|says?|said|came|result)
        |\b(?:coin toss|drew straws|drawn lots|flipped a coin|coin flip)\b|\bput (?:their|his|her|our
        |my) names? (?:under|to|on)\b|\b(?:is|was|been|are|gets?|got) (?:terminated|axed|binned|nixed|vetoed
        |overruled|ratified|endorsed|called off|cancelled
        |canceled|scrapped|dropped|shelved|killed|discontinued|retired|abandoned|dissolved|disbanded|abolished
        |adopted|confirmed as|switched off|sunset|phased out|decommissioned|finali[sz]ed|greenlit|green.?lit
        |granted to|awarded to|signed off|okayed|ok'?d)\b
        |\b(?:contract|lease|deal|agreement|merger|name change|sale|offer|motion|proposal|budget|bid|amendment
        |papers?) (?:is |was |has been |has |went |got )?(?:through|signed|done|agreed|accepted|approved|passed
        |terminated|sealed|closed|final|inked)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:landed on|ended up (?:with|choosing|going|picking)|came down on|went ahead with|plumped for
        |pull(?:ed|ing)? the plug on|drew a line|put (?:it|this|that) to bed|call(?:ed|ing)? it quits|call(?:ed
        |ing)? time on|shut(?:ting)? down the|wind(?:ing)? down the
        |done (?:looking|arguing|debating|deliberating|searching|choosing|comparing|dithering)|talked (?:it|this
        |that) (?:through|over)|back and forth|slept on (?:it|this)|as discussed|we discussed and|after discussing
        |thought (?:about it )?long|weighed (?:it|everything|the|up)
        |crunched the numbers|we have a winner|winner is|wins? (?:it|out|over|by)|won (?:out|over|by)|edged out
        |we have it:|we(?:'ve| have) got (?:it|a result|a decision|a verdict|sign-?off|approval)|sign-?off (?:from
        |by|came|is)|said (?:yes|no) to|saying (?:yes|no) to
        |(?:it'?s|its|that'?s|is|was) (?:a|an) (?:firm |clear |hard |definite |unanimous |final )?(?:no|yes|go|no-go
        |done deal) (?:to|for|from|on)|it'?s a (?:no|yes|go|no-go|wrap)|gave (?:it|us|me|her|him|them) (?:the|its
        |their|his|her) (?:blessing|ok|okay|nod|approval|thumbs|go)
        |(?:got|has|have|with) (?:the|their|his|her|its) (?:blessing|thumbs.?up|final ok|go.?ahead)|thumbs up from
        |not happening|won'?t be (?:happening|renew\w+|continuing|doing|going ahead|replac\w+|hiring|support\w+)
        |going ahead|goes ahead|go ahead as planned|call(?:ing)? it off
        |we(?:'re| are) (?:hiring|keeping|naming|calling it|moving (?:off|away)|standardi[sz]ing|freezing|killing
        |axing|binning|scrapping|ditching|abandoning|giving up|postponing|committing to|settling|pulling|phasing
        |cutting
        |replacing|merging|splitting|ending|doing away)|i(?:'m| am) (?:dropping (?!out)|quitting|accepting|declining
        |turning down|taking the|giving up|pulling out|stepping down|cancelling|ditching|withdrawing)
        |(?:took|taking|accepted|accepting|signed|declined|turned down|refused|rejected) (?:the|their|an|his|her|my
        |that|\w+'s) (?:\w+ )?(?:job|offer|contract|position|role|place|deal|bid|flat|apartment|lease|proposal)
        |(?:said|says|put|gave|voted|named|picked|backed|blessed|okayed) (?:yes|no) (?:by|from)|so that'?s (?:that
        |settled|decided|sorted|it then|what we)|that'?s (?:that|settled|decided|sorted) then|and that'?s (?:final
        |that)|no ifs|not up for (?:debate|discussion)|non.?binding
        |made (?:the|our|their|my|his|her|up) (?:final )?(?:choice|decision|pick|mind|minds|call|ruling)
        |the (?:ruling|verdict|decision|outcome|result|conclusion|upshot|consensus|compromise|answer|choice
        |pick) (?:is|was|from|of|:)|compromise:|we compromised|met in the middle|agreed on|we all agreed
        |agreed (?:with|at|in|last|yesterday|today|between|by|that|we|to)|shook on it|hashed (?:it )?out
        |ironed (?:it )?out|nailed down|pinned down|locked (?:it )?in|set in stone|cast in stone|inked
        |rubber.?stamped|greenlit|green-lit|got the axe|gets the axe|for the chop|is getting the boot)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""^(?:ok(?:ay)?|right|so|well|alright|all right|fine|anyway|hi all|hey all|fyi|update|folks|lads|team
        |everyone|good news|news)?[ ,:!-]*(?:so,? )?(?:(?:\w+ ){{0,4}}(?:council|meeting|committee|vote|poll|board
        |team|family|retro|standup|ballot|call) (?:result|outcome|decision|verdict|ruling|says?|said|voted|agreed
        |decided|settled|conclusion)|settled|decided|agreed|resolved|concluded|approved|confirmed|voted|ruled
        |scrapped|dropped|cancelled)\b(?! (?:to (?:be|check)|yet)\b)
        |\b(?:settled|decided|agreed|concluded|resolved) (?:at|in|over|during|after|with|w/|between|by|today
        |yesterday|last|on the|this) [^.!?]{{0,40}}[:,]|\b{_BODY} (?:has |have |just |finally |all )*(?:decided
        |voted|agreed|approved|signed|picked|chose|chosen|opted|went (?:with|for)|settled|said (?:yes|no)|ruled
        |turned|rejected|refused|landed|backed|okayed
        |ok'?d|accepted|granted|confirmed|cancelled|scrapped|dropped|blessed|vetoed|overruled|passed|cleared|green
        |cast)\b|\b(?:boss|manager|director|board|ceo|lawyer|landlord|everyone|everybody|both|they|she|he
        |we) (?:has |have |just |all )*(?:signed (?:it|off|the|on|both)|okayed|ok'?d it)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""(?:,|;|:|\bso|\band|\bthen) (?:so )?we (?:take|pull|start|stop|keep|drop|use|go|stay|buy|sell|move
        |switch|pay|hire|cancel|skip|cut|ship|merge|close|rename|stick|leave|postpone|pick)\b(?! (?:care|it easy
        |turns))|\b(?:so|,|the) [\w'-]+(?: [\w'-]+){{0,4}} it is\b(?! (?:\w))
        |\bfrom \d+(?:st|nd|rd|th)? {_MONTH} (?:on )?(?:the|we|all|it|no)\b[^.!?]{{0,40}}\b(?:drops?|changes?
        |becomes?|is called|switch\w*|move[sd]?|stops?|uses?|closes?|only)\b|\b{_NUMBER} votes? (?:to|for|against)\b
        |\b{_NUMBER} (?:in favou?r|for and|for,|against)\b|\bno (?:more )?(?:trailer|party|trip|tour) this year\b
        |\b(?:stops?|ends?|moves?|closes?|goes|drops?|changes?) (?:at|to|on|from|for good)\b[^.!?]{{0,40}}\b(?:voted
        |votes?|decided|agreed|until the|as agreed|by order|final)\b|\bthe \w+(?: \w+){{0,3}} (?:gets|got|wins
        |won) (?:it|the (?:job|contract|gig|vote|nod|slot|bid|role))\b|\bwe(?:'ve| have) (?:taken|gone with
        |cancelled|dropped|sold|named|bought|hired|picked|scrapped|ended)\b"""
        ),
    ),
)

PREFERENCE_WAYS: Signs = (
    (
        1.0,
        joined(
            r"""\b(?:non.?negotiable|house rules?|(?:our|my|team|family|golden|ground|first|one|only|simple|strict
        |general|unwritten) rule(?: is| here| of| no|:|,)|rule (?:number|no\.?) ?(?:one|1)|rule of thumb|as a rule
        |we stick to|(?:i|we) stick with|that'?s (?:how|the way) (?:we|i) (?:do|like|want|write|work|run|roll|take)
        |so that is how we|that'?s how i take
        |(?:i|we) (?:wo ?n'?t|will not|am not going to) (?:bend|budge|compromise|negotiate|eat|touch|wear|work|use
        |do|accept|answer|attend|tolerate|discuss|share)|will not be taking questions|no exceptions?
        |without exception|always has been that way|always been that way|over my dead body|hard pass|hard no|big no
        |deal.?breaker|dealbreaker|no way i'?m|not under my roof|at my table|in my (?:house|kitchen|car|repo|class)
        |that goes for (?:every|all|everyone|me)|goes without saying|i mean it|i feel (?:shouted|judged|rushed
        |ignored|watched|awkward|weird|uneasy|seen|safest|better)|gives? me (?:hives|the creeps|the ick|anxiety
        |a headache|a migraine|chills|goosebumps|joy|life|nightmares|the heebie\w*|peace)|makes? me (?:gag|cringe
        |itch|cry|anxious|twitch|want to|feel|jump|smile|queasy|angry|sneeze)
        |makes my (?:skin|day|teeth|blood)|drives? me (?:nuts|insane|mad|crazy|bonkers|bananas|up)|sets my teeth
        |do my head in|does my head in|get(?:s)? under my skin|can'?t (?:be doing with|get on with|get into
        |deal with|do|handle|cope with|eat|work without|start the day|function)|not (?:for me|my (?:jam|bag|style
        |scene|cup|idea|kind|type|favou?rite|speed|flavou?r)|into|bothered about|a (?:huge |big |great )?(?:fan
        |lover)|much of an?|fussed about|wild about|crazy about|sold on)
        |my (?:jam|happy place|comfort|pet (?:peeve|hate)|go-?to|usual|kind of|type of|ideal|dream|style
        |favou?rites?|faves?|preference|poison|drink of choice|biggest (?:fear|peeve|ick)|ick|kryptonite|weakness)
        |fave|favs?|partial to|fond of|big on|all about|swear by|sworn off|swore off|live for|lives? and breathe
        |could eat|can eat|eat every day|never get tired|never tire|never gets old|can'?t go wrong with
        |hits? different|hits the spot|beats? (?:any|every|all|a)|over (?:any|everything|all)
        |any day(?: of the week)?|every time over|hands down|10/10|best (?:\w+ )?(?:ever|in the world|of all)
        |top tier|s tier|superior|team (?:tea|coffee|cat|cats|dog|dogs|tabs|spaces|android|ios|vim|emacs|dark|light)
        |or i (?:stay|walk|leave|quit|riot|don'?t|won'?t|will not|go home|cancel)|or nothing|or not at all
        |at (?:all )?costs|(?:pure|strict|strictly) (?:veg|vegetarian|vegan|halal|kosher|jain)|pure veg|no (?:onion
        |garlic|pork|beef|meat|dairy|sugar|alcohol|coriander|cilantro|olives|mushrooms|anchovies|nuts|spice|chilli
        |ice) (?:for|please|in|on|ever)
        |don'?t (?:eat|drink|do|like|enjoy|trust|wear|smoke|touch|want|need|fancy|ever want|watch|read|answer|use
        |work|talk|dance|celebrate)|do not (?:eat|drink|like|enjoy|wear|want|work|fancy|watch|answer|celebrate)
        |dont (?:eat|drink|do|like|enjoy|trust|wear|want|fancy|watch|answer)|never (?:again|liked
        |understood the appeal|saw the appeal|been (?:a|into|one))|grew out of|gone off|went off|lost my taste
        |acquired taste|used to love|used to hate)\b"""
        )
        .replace("|don'?t (?:eat", r"|(?:i|we) don'?t (?:eat")
        .replace("|do not (?:eat", r"|(?:i|we) do not (?:eat")
        .replace("|dont (?:eat", r"|(?:i|we) dont (?:eat")
        .replace("|over (?:any|everything|all)", ""),
    ),
    (
        1.0,
        joined(
            r"""\b(?:please|pls|plz|kindly),? (?:no|don'?t|dont|do not|never|only|always|avoid|stop|refrain|keep
        |stick|leave|try to|try not|respect|use|remember to|make sure|put|call me|just|wait|ask|knock|mute|speak
        |write|tag|ping me|text|mail|email|dm)\b(?! (?:send|me know|hold|stand by|a moment|disregard|ignore|help|fix
        |check|tell))[^.!?]{0,60}\b(?:no|not|don'?t|dont|never|only|always|surprise|in|on|for me|me|before|after
        |during|unless|until|instead|without|every|when|whenever|each|with|while|at|here|first|short|quiet
        |to a minimum)\b
        |\b(?:can|could) (?:we|people|everyone|everybody|you all|you guys|y'?all
        |folks) (?:please |pls |all |just |maybe |not |at least )*(?:stop|not|keep|agree|refrain|avoid|quit)\b
        |\b(?:dont|don'?t|do not|stop|quit|no) (?:@|call(?:ing)? me|dm(?:ing)?|ping(?:ing)?|text(?:ing)?
        |ring(?:ing)?|phon(?:e|ing)|mention(?:ing)?|tag(?:ging)?|cc(?:ing)?|touch(?:ing)?|feed(?:ing)?
        |assign(?:ing)?|book(?:ing)? me|send(?:ing)? me|schedul(?:e|ing)|spoil(?:ing)?|wak(?:e|ing) me|includ\w+ me
        |expect me)\b
        |\b(?:call|text|mail|e-?mail|message|dm|ping|write|ring|phone|reach|wake|address|contact
        |tell) me (?:\w+ )?(?:instead|only|first|before|by|on|at|rather|if|not|never|any ?time|directly|privately
        |and i (?:answer|reply)|any|via|over|through)\b|\b\w{3,} will do(?: nicely| just fine| fine
        | for me)?[.!]*$|\b(?:is|are|name is) fine (?:by|with|for) me\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:also |and |btw |ps |fyi |reminder:? |so |hi all,? |note:? |folks,? |team,? )*(?:no|never|only
        |always|nothing|nobody|whenever|everything)\b(?!,| (?:worries|problem|idea|clue|way|one (?:knows|cares|told
        |asked)|thanks|thank|luck|news|rush|signal|seriously|mind|wonder|doubt|matter|need|pressure|offence|offense
        |time to|more (?:coffee|excuses)|but|i|it|he|she|they|we|that|this|the|longer|joke|kidding|comment|chance
        |cap)\b)[^.!?]{3,60}\b(?:before|after|on|in|without|unless|until|till|during|at|please|for me|near|with
        |when|while|keep|put|use|write|goes|over|around|between|past|from|to|upstairs)\b
        |^(?:neither|none|black|window|aisle|rare|medium|well done|just (?:the|a|one|water|black|milk)|tea|coffee
        |decaf|tabs|spaces|always|never|whichever|anything but|everything but|whatever but|ideally|preferably
        |definitely (?:the|not)|by (?:text|mail|e-?mail|phone|train)|short|long|early|late|dark|light|veggie|vegan
        |still|sparkling)\b[,.:;!]*(?: [\w', ]+)?[.,!;]* *(?:please|for me|i |seat|thanks|or)\b
        |\b(?:preferably|ideally|if possible|if at all possible|by preference|for preference|at most|tops
        |max(?:imum)?|at the latest|no later than|no earlier than|not before|minimum|at a minimum)\b[.,!]*(?:$
        | (?:and|no|nothing|for|i|we|because|or|in|on|with|please)\b)|\b(?:short|small|plain|simple|quiet|clear
        |early|late|long|loud|hot|cold|weak|strong|sweet|spicy|mild|black|dark|light|warm) [\w ]{2,25}(?:,
        |and) (?:no|not too|never|only|one [\w]+ each|please)\b
        |\b[\w -]{3,30} (?:only|always),? (?:please|thanks|at my|for me|in this|on this|in here)\b|\bALWAYS\b
        |\balways,? (?:even|no matter|whatever|and i mean|without)\b|\b(?:like|want|need|expect|ask|asks|asked
        |prefer|insist)(?:s|ed)? (?:to be|being|that (?:you|we|people|everyone|nobody)|everyone to|people to|on
        |me to|us to) (?:\w+ed|called|thanked|told|asked|left|given|spoken|addressed|kept|seated|paid|included
        |\w+ing)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bi (?:skip|ignore|mute|delete|block|unsubscribe|answer|check|read|reply|respond|take|drink|eat
        |order|listen|sleep|work|write|type|code|learn|focus|only|usually|normally|generally|tend to|always
        |mostly)\b[^.!?]{0,40}\b(?:anything|everything|twice a day|once a day|only|instead|faster|slower|better
        |longer than|shorter than|without|black|best|never|rather|by (?:mail|text|hand|phone)|over the phone
        |on paper|in the morning|in the mornings|at night|within|and not)\b
        |\b(?:anything|everything|nothing) (?:but|except|over|longer|shorter|above|below|under|that (?:has|is|was
        |needs)|with|without|spicy|sweet|loud|early|past|before|after)\b[^.!?]{0,40}\b(?:i|me|please|goes|gets
        |is fine|no|not|has to|us|rather)\b|\b(?:is|are) (?:for|meant for) (?:silence|emergencies|quitters
        |other people|everyone else|me|weekends|breakfast)\b|\b(?:the|a) (?:perfect|ideal|only (?:acceptable|correct
        |proper|right|real|decent)|best|worst|right|proper|correct) (?:way|time|place|kind|sort|breakfast|coffee|tea
        |music|weather|season|day|pizza|holiday|weekend|evening|seat|gift|present|temperature)\b
        |\b(?:juniors?|seniors?|women|guests|kids|elders|ladies|host|safety|tests?|docs|customers?|quality|food
        |coffee|tea|breakfast) first\b|\bfirst\b[^.!?]{0,40}\b(?:always|before anything|then and only then
        |every time|no discussion)\b|\bkeep \w+(?: \w+){0,4} (?:in cc|in copy|in the loop|out of|short|brief|civil
        |english|private|quiet|simple|offline|to yourself|to a minimum|separate|clean)\b|\b(?:yes|sure|fine
        |ok), but (?:the ones|only|not|no|never|without)\b|\b\w+ yes, (?:but|\w+ no)\b|\bnobody (?:in|on|at) (?:this
        |my|our|the) \w+ (?:gets|is allowed|may|should|touches|uses|wears|eats)\b
        |\b(?:we|i) (?:try to|like to|prefer to|choose to|make a point of|insist on|believe in|avoid|refuse to|value
        |aim for)\b|\b(?:respect my|leave me|let me) (?:sleep|alone|finish|be|work|pronouns|boundaries|space
        |time)\b"""
        ).replace(r"|\bALWAYS\b", ""),
    ),
)

PLAN_WAYS: Signs = (
    (
        0.2,
        joined(
            r"""\b(?:i|we)(?:'ll| will| shall)\b|\bwill be \w+ed\b|\b(?:at|by|before) the (?:end|start|beginning)\s
            of the (?:day|week|month|year|quarter|term|season|sprint)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:first thing|come|straight after|right after|soon after|later) (?:on )?(?:{_DAY}|tomorrow
        |{_MONTH})\b|\b(?:the )?(?:first|second|third|last|final|whole|other|middle|end|start|beginning) (?:week
        |weekend|days?|half|{_DAY})? ?(?:of|in) (?:next )?{_MONTH}\b(?! (?:19|20)\d\d)|\b(?:{_DAY}|tomorrow
        |today) (?:week|fortnight)\b|\ba week (?:on|from) (?:{_DAY}|today|tomorrow)\b
        |\bthis time (?:next|tomorrow)\b|\bmid-?{_MONTH}\b|\bby (?:the )?(?:end of|{_DAY}|{_MONTH}|christmas|easter
        |ramadan|eid|diwali|then|new year|summer|autumn|winter|spring|the weekend|noon)\b|\b(?:over|before|after
        |during|for|at) (?:the )?(?:christmas|easter|eid|diwali|half.?term|holidays|new year'?s?|thanksgiving
        |bank holiday|weekend|summer holidays?)\b
        |^(?:i |we |and |ok |so |yes,? |me!? |)*will (?:have|be|send|bring|do|finish|start|come|call|get|make|take
        |meet|fly|join|drop|ship|post|write|update|try|look|arrive|pick)\b|\b(?:i|we|you|they|he|she|it|that
        |there)'?ll (?:be|have|get|go|take|bring|do|start|come|make|send|call|pick|meet|fly|finish|join|drop|move
        |run|drive|cook|host|pay|need to|try|write|ship|present|stay|miss|book|buy)\b
        |\b(?:i|we|he|she|they|who) (?:get in|gets in|arrives?|lands?|leaves?|departs?|flies|fly|starts? (?:at|on|in
        |my|her|his|the|a|as|with)|hand in|begins?|moves? (?:in|out|to)|sails?|returns?|checks? in|set off|sets off
        |heads? (?:to|off|back)|travels? (?:to|on)|graduates?|enlist|ord|retires?|sits? (?:the|my|his|her)|present
        |take the|takes the|defend|defends) ?(?:on|at|in|around|from|by|to|the|this|next|{_DAY}|tomorrow
        |{_MONTH})?\b"""
        ).replace("(?:get in|gets in|", "(?:get in|gets in|"),
    ),
    (
        0.7,
        joined(
            rf"""\b(?:booked|scheduled|planned|pencil\w*|arranged|fixed|set|slated|due|reserved|organised|organized
        |registered|enrolled|signed up|entered|lined up|confirmed|ordered|invited|earmarked|penned)\b|\b(?:flight
        |train|ferry|bus|coach|ticket|tickets|table|appointment|slot|session|lesson|exam|test|audition|interview
        |scan|check-?up|surgery|operation|procedure|vaccination|jab|dentist|hygienist|gp|vet|physio|therapy|hearing
        |court date|viewing|move|moving day|delivery|installation|inspection|launch|release|demo|go-?live|cutover
        |stream|gig|concert|recital|rehearsal|match|tournament|race|marathon|wedding|party|reunion|baptism|funeral
        |graduation|trip|holiday|retreat|camp|conference|talk|workshop|meetup|hearing)
        (?: is| are|'s| has been| was)?(?: now| all)?(?: on| at| booked| set| scheduled| due| for| in
        | the)? (?:{_DAY}|\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d|tomorrow|next|the \d+)"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:on|until|till|from|by|before|after|for|,) (?:the )?(?:\d{{1,2}}(?:st|nd|rd
        |th)?(?: of)? {_MONTH}|{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th))\b|\b(?:i
        |we)(?:'m|'re| am| are) (?:\w+ )?(?:flying|moving|leaving|travelling|traveling|starting|driving|visiting
        |meeting|seeing|hosting|getting (?:married|a|the|my|our|rid)|having (?:a|the|my|our|surgery|people)
        |taking (?:a|the|my|our|\w+ to|\w+ off|time)|coming|heading|launching|presenting|running (?:a|the|in)
        |doing (?:a|the|my) \w+ (?:on|in|next)|expecting (?:a|our|twins|number)|planning|hoping|aiming
        |thinking of (?:\w+ing)|saving (?:up )?for|training for|retiring|graduating|opening|closing on|joining
        |interviewing|babysitting|volunteering (?:at|on)|going|migrating|rolling out|shipping|releasing)\b
        |^(?:moving|flying|leaving|travelling|traveling|starting|hosting|visiting|launching|shipping|releasing
        |migrating|running|doing|taking|getting|having|picking|meeting|seeing|presenting|interviewing|driving|off
        |back|bringing|painting|planting|building|cooking|giving) [^.!?]{{2,50}}\b(?:on|in|next|this|tomorrow|for
        |until|from|at|by) ?(?:the )?(?:{_DAY}|{_MONTH}|week|weekend|month|\d+|last week|first week|end of)\b
        |\b(?:then|and then|straight|off|back|over|up|down|out) (?:to|in) [\w ]{{2,25}} for (?:a|an|one|two|three
        |the|\d+) (?:weeks?|months?|days?|years?|weekend|summer|semester|term|fortnight|conference|wedding)\b
        |\b(?:counting (?:down|the days)|can'?t make it|won'?t (?:be (?:there|in|able|around|at|available|coming)
        |make it)|out of office|ooo|on leave|on holiday|on vacation|on annual leave|away|off (?:work|sick)|wfh
        |on call) (?:from|until|till|next|on|this|all|for|the|tomorrow|{_DAY}|{_MONTH})\b|\b(?:has|have|got|had
        |'ve got|ve got) (?:my|our|a|an|the|his|her) (?:[\w -]{{2,30}}) (?:on|at|next|this|tomorrow|in) (?:{_DAY}
        |the \d|\d|week|month|morning|afternoon|evening|{_MONTH}|tomorrow)\b"""
        ),
    ),
    (
        -0.7,
        joined(
            r"""\b(?:was|were|did|had|went|came|met|saw|said|told|happened|happens|last (?:week|month|year|night
        |\w+day)|ago|yesterday|used to|every (?:year|week|month|\w+day)|each (?:year|week|month)|always|usually
        |normally|since|died|started in|began in|opened in|back in|moved here|joined in|founded)\b"""
        ),
    ),
)

_KIN = joined(
    r"""(?:abuel[ao]|nonn[ao]|oma|opa|nana|nanna|nan|nain|taid|halmoni|harabeoji|ah ?(?:ma|gong|kong|pa|mah)|popo
        |gong ?gong|lol[ao]|tit[ao]|titi|t[ií]a|t[ií]o|dad[ai]|nan[ai]|amma|appa|ammi|abbu|baba|bibi|chacha|mama
        |papa|bhai|bhaiya|didi|akka|anna|teta|jiddo|yiayia|papou|babushka|dedushka|babcia
        |sis|bro|hubby|hubs|missus|wifey|other half|better half|so|mil|fil|sil|bil|step(?:mum|mom|dad|mother|father
        |brother|sister|kids?|children)|foster\w*|toddler|newborn|infant|teenager|teen|eldest|oldest|youngest
        |firstborn|granda|gramps|grandpa\w*|grandma\w*|grand(?:kids?|children|son|daughter)|great-?(?:aunt|uncle
        |grand\w+)|auntie|aunty|mam|mammy|mummy|mommy|daddy|pops?|folks
        |lads?|girls|boys|little one|spouse|fianc[ée]+|widow\w*|godmother|godfather|godchild|nanny|carer|caregiver
        |tenant|housemate|cousin|uncle|aunt|grandmother|grandfather|brother|sister|mother|father|mum|mom|dad|husband
        |wife|son|daughter|nephew|niece|partner)"""
)
_DOES = joined(
    r"""(?:lives?|works?|drives?|teaches|taught|raised|runs|ran|owns?|owned|built|played|plays|sings?|sang|studies
        |studied|moved|grew|sells?|sold|makes?|keeps?|kept|cooks?|bakes?|speaks?|served|died|passed|turned|turns|has
        |had|was|is|comes?|came|went|goes|wakes?|looks after|takes? care|retired|married|divorced|lost|won|swims?
        |coaches|manages?|leads?|farms?|paints?|writes?|wrote|rides?|flew|flies|started|founded|learned|learnt
        |fought|fled|emigrated|immigrated|nurses?|volunteers?|sleeps?|snores?|walks?|sits?|collects?|used to|can
        |can'?t|doesn'?t|still|never|worked|lived)"""
)

FACT_WAYS: Signs = (
    (
        1.0,
        joined(rf"""(?:^|[.,;:] |\b(?:my|our|his|her|their|your|and|but|that|because|since|with
        |\w+'s) ){_KIN}(?: \w+)? {_DOES}\b"""),
    ),
    (1.0, rf"^(?:my|our|his|her) {_KIN}\b"),
    (
        1.0,
        joined(
            r"""<@\w+> (?:runs|leads|owns|manages|handles|maintains|looks after|is|has|does|teaches|works|lives
        |keeps|organi[sz]es|takes|knows|speaks|wrote|built|writes|studies|plays|moved|joined|used to|can|covers
        |signs|approves|reviews|coordinates|hosts|drives)\b
        |\b(?:mrs?|ms|miss|dr|prof|professor|sir|father|sister|coach|chef|captain|sgt|rev|auntie|uncle|aunt|cousin
        |granny|grandpa|grandma)\.? [a-z][\w'-]+,? (?:\w+ )?(?:who |she |he )?(?:lives?|works?|drives?|teaches
        |taught|runs|ran|owns?|is|was|has|had|keeps|kept|makes|does|plays|raised|moved|retired|sells?|died|handles
        |leads?|built|speaks|wrote|used to|knows|can|studied|looks)\b
        |\b(?:no|little|partial|poor|lost (?:my|his|her|the)) (?:hearing|eyesight|sight|sense of smell|feeling)\b
        |\b(?:hard of hearing|short.?sighted|near.?sighted|lip-?read\w*|glasses|contact lenses|braces|stoma
        |scoliosis|eczema|psoriasis|tinnitus|endometriosis|pcos|ibs|crohn'?s|lupus|parkinson'?s|dementia
        |alzheimer'?s|ms|als|hiv|sickle cell|thyroid|kidney|transplant|donor|anaemi\w+|anemi\w+|gout|hernia|sciatica
        |vertigo|tourette'?s|ocd|ptsd|bipolar|bpd|panic attacks|in recovery|rehab|sober|quit smoking|miscarriage|ivf
        |c-?section|due date|trimester|breastfeed\w*|menopause|hay ?fever|mumps|measles|polio|epi-?pen|bee stings?
        |penicillin|peanuts?|shellfish|latex|statins|beta blockers|blood thinners|antidepressants|ssri)\b"""
        ),
    ),
    (
        0.9,
        joined(
            r"""\b(?:taught|raised|looked after|brought up|supported|fed|worked|lived|ran|drove|played|sang|served
        |sold|owned|built|founded|studied|trained)\b[^.!?]{0,40}\b(?:street|village|town|years?|decades?|family|kids
        |children|shop|school|farm|army|navy|church|mine|factory|hospital|bank|railway|ship|business|market|company
        |band)\b
        |\b(?:drives|works|codes|cooks|cleans|nurses|writes|plays|volunteers|guards|waits tables|tends bar) (?:for
        |at|with|in) [\w .&'-]{2,30}\b|\bso (?:that|thats|that's) (?:how|what|where|why|who)\b|\b(?:answers?
        |responds?|opens?|closes?|picks up|delivers?|collects?|runs?|sails?|meets?) (?:the \w+ )?(?:from|between
        |until|only|on|at)\b|\b(?:in charge of|responsible for|point of contact|contact for|go-?to person
        |the person for|reports? to|looks after|takes care of|runs the|owns the|maintains the|keeps the)\b
        |\b(?:was|were|is|are) (?:built|founded|started|made|written|designed|named|born|hired|installed|painted
        |moved|bought|sold|painted|filmed|printed|hosted|deployed|stored|kept|hidden|located|backed up|encrypted
        |insured|allergic|left-handed) (?:by|in|on|after|for|at|with|under|behind|of)\b|\b(?:years?|decades?
        |months?) (?:old|already|now|in a row|straight|together|running)\b|\b(?:turns|turned|turning|aged
        |age) (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|sixteen
        |eighteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b"""
        ),
    ),
)

_GROUND = joined(
    r"""\d|[@€$£#%]|\b(?:teams?|office|branch|servers?|staging|prod\w*|databases?|db|repo\w*|api|endpoints?
        |clusters?|nodes?|ports?|keys?|keycards?|badges?|codes?|passwords?|passwd|pin|wifi password|tokens?|certs?
        |certificates?|licen[cs]es?|backups?|logs? (?:are|go|live)|dashboards?|docs?|wiki|runbooks?|tickets?
        |invoices?|billing|payroll|budgets?|contracts?|leases?|rent|mortgage|salary|insurance|warranty|policies
        |policy|rules?
    |limits?|quota|deadlines?|suppliers?|vendors?|clients?|customers?|patients?|members?|tenants?|volunteers?
        |students?|pupils?|teachers?|staff|employees?|interns?|managers?|leads?|owners?|founders?|chair\w*|treasurer
        |secretary|director|principal|president|ceo|cto|cfo|hr|legal|finance|accounting|accounts|admin|it desk
        |helpdesk|warehouse|factory|plant manager|depot|workshop|lab|clinic|hospital|surgery|practice
    |school|university|uni|college|academy|course|degree|thesis|phd|diploma|scholarship|kindergarten
        |nursery|library|museum|church|mosque|temple|synagogue|parish|club|choir|band|orchestra|league|society
        |association|union|co-?op|charity|shelter|allotments?|garden|greenhouse|farm|barn|stable|hall|kitchen
        |basement|cellar|attic|garage|shed|cupboard|cabinet|drawer|locker|shelf|shelves|rack|room|floor|building
    |house|flat|apartment|cottage|street|road|avenue|lane|square|village|town|city|country|county|state|province
        |island|district|suburb|north|south|east|west|border|station|platform|airport|harbou?r|port|parking
        |car park|gate|entrance|exit|stairs|lift shaft|roof|fence|boiler room|meter|fuse|valve|tap|sensor
        |alarm code|camera|projector|printer(?:s|'s)? (?:is|are|on|in)|router|firewall|vpn|dns|domain|subdomain
        |hostname|config\w*
    |schema|tables?|columns?|fields?|versions?|releases?|builds? (?:are|is made)|pipelines?|cron\w*|jobs?|scripts?
        |library|libraries|framework|package|module|plugins?|deploys?|deployments?|integration|webhooks?|callbacks?
        |queue size|cache|bucket|region|timezone|time zone|utc|format|csv|pdf|json|xml|encoding|font|brand
        |colou?r code|catalogue|inventory|stock|orders?|shipments?|delivery|deliveries|courier|post office|address
        |phone number
    |extension|e-?mail|mailbox|hotline|website|domain name|handle|username|account|bank|iban|vat|tax|customs|visa
        |passport|permit|citizenship|resident|residency|nationality|language|speaks?|fluent|dialect|accent
        |surname|maiden|middle name|nickname|named|called|known as|stands for|short for|initials|birthday|born
        |anniversary|married|wedding|divorced|widow\w*|engaged|single mother|adopted|pregnant|expecting|retired
        |pension\w*
    |allerg\w*|intoleran\w*|vegan|vegetarian|halal|kosher|diabet\w*|asthma\w*|surgery|diagnosed|medication|pills
        |insulin|dyslexi\w*|adhd|autis\w*|deaf|blind|wheelchair|hearing|glasses|doctor|nurse|engineer|developer
        |programmer|designer|teacher|lawyer|solicitor|accountant|electrician|plumber|carpenter|mechanic|baker|chef
        |barista|farmer|fisherman|driver|pilot|sailor|soldier|officer|firefighter|paramedic|midwife|vet|dentist
        |therapist
    |psychologist|physio\w*|pharmacist|librarian|architect|surveyor|builder|welder|tailor|seamstress|hairdresser
        |barber|florist|butcher|translator|interpreter|journalist|editor|writer|author|poet|painter|sculptor
        |photographer|musician|guitarist|drummer|pianist|violin\w*|cellist|singer|conductor|dancer|actor|actress
        |referee|coach|trainer|captain|goalkeeper|postman|postdoc|professor|lecturer|researcher|scientist|analyst
        |consultant
    |auditor|broker|clerk|cashier|receptionist|caretaker|janitor|cleaner|landlord|landlady|neighbou?rs?|tutor
        |apprentice\w*|trainee|contractor|freelanc\w*|self-?employed|works?|worked|working at|employed|hired|jobs?
        |career|shifts?|night shift|part.?time|full.?time|degree|exams?|trained|studied|studies|graduated|lives?
        |lived|living in|moved to|grew up|owns?|owned|belongs?|inherited|bought|sold|collects?
        |plays? (?:the|in|for)
    |sings? in|for (?:\w+ )?years|years? (?:ago|old)|years|months|decades?|generations?|founded
        |established|opened|closes|opens|closing|hours|daily|weekly|monthly|yearly|annual\w*
        |every (?:\w+day|day|week|month|year|morning|evening|night|summer|winter|spring|autumn|other|second|third
        |two|time)|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekdays|weekends|mornings
        |evenings|nights
    |noon|midnight|always been|only (?:works?|accepts?|takes?|opens?|supports?|has|on|in|from|via|through|with|after
        |the)|need(?:s|ed)? (?:a|an|to|the|at)|requires?|required|costs?|price\w*|free of|pays?
        |paid|charges?|fee|fees|deposit|weighs?|holds|fits|measures|consists|contains|includes?|made of|made by
        |built|designed|written (?:in|by)|runs? (?:on|the|in|at)|hosted|stored|stores|lives (?:in|on|at|under)|kept
        |sits|stands
    |spare|hangs|located|next to|behind|under(?:neath)?|above|below|opposite|between|inside|upstairs|downstairs
        |left of|right of|on top|in the (?:back|front|corner|drawer|cellar|cupboard|basement|attic)|responsible
        |in charge|handles|maintains|manages|leads|runs|heads|covers|organi[sz]es|takes care|looks after|reports to
        |contact|ask for|signs|approves|signature|expires?|valid|renew\w*|serial|reg(?:istration)? (?:number|plate)
        |number plate|model|size \w+|blood|left.?handed)\b"""
)
GROUNDLESS: Signs = (
    (
        0.75,
        joined(rf"""^(?!.*(?:{_GROUND}|\b{_KIN}\b|\b(?:i|we|he|she|they)(?: \w+)? (?:had|went|came|made
        |learn\w*|grew|lost|won|broke|spent|started|finished|passed|failed|became|used to|suffer\w*|met|adopted|left
        |turned|quit|cycled?|ran|swam|climbed|taught|teach|drive|rent|volunteer\w*|speak|spoke|play\w*|paint\w*
        |knit\w*|bake[ds]?|moved)\b
        |\b(?:i|we)(?:'ve|'d)? (?:have |had |own |got )+(?:an?|one|two|three|four|five|six|no)\b|\bgran\w*\b
        |\b(?:son|daughter|wife|husband|kids?|child\w*|baby|twins?|parents
        |cousins?|boss|roommate|flatmate|my (?:dog|cat|horse|parrot|rabbit|name|ex|first|old|best)|someone|knee|hip
        |back pain|heart|stroke|died|passed away|funeral|pacemaker|phobia|afraid of|scared of)\b))"""),
    ),
)
"""Against taking for a fact what has no word of work, place, family, number or rule."""

CORRECTION_WAYS += (
    (
        1.0,
        joined(
            r"""^\*\w[\w' -]{1,30}\*?[.!]?$|\bs/\w+/\w+|\bi mean(?! (?:it|that|to|business|well
        |no)\b) (?!,)\w+[.!]*$|\bi meant\b|^(?:my )?apologies[,:. !]|^(?:edit|correction|errata|erratum
        |rectification|update to|change of|new (?:date|time|venue|place|room|link|plan|address))\b ?[:,–—-]
        |\bchange (?:of|in) (?:plans?|venue|date|time|address|room|location|schedule)\b
        |\b(?:and )?not [^.!?,;]{2,30} after all\b|\b(?:n'?t|not|no)\b[^.!?]{2,50} after all\b|\bafter all,? (?:not
        |no)\b|\bfalse alarm\b|\bmea culpa\b|\bmisinformed\b|\btold wrong\b|\bbad info\w*\b
        |\bi (?:said|told|wrote|put|posted|mentioned|promised|claimed|announced
        |thought) (?!i\b)[^.!?]{2,60}\b(?:but (?:it|that|he|she|they|the|actually|in fact|we|my|apparently|turns)
        |it'?s (?:actually|really|in fact|\d)|actually|should (?:be|have)|that was|make it|make that|is really
        |in fact)\b
        |\bthe (?:\w+ ){1,3}i (?:sent|gave|posted|mentioned|quoted|listed|shared|linked|wrote|uploaded|announced
        |attached|read out|passed on|described)\b[^.!?]{0,40}\b(?:is|was|were|had|has|are|isn'?t|wasn'?t)\b|\b(?:in
        |from|about) my (?:last|previous|earlier|first) (?:message|mail|e-?mail|post|note|text|reply|update)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bmy (?:\w+ )?(?:number|address|e-?mail|phone|surname|name|handle|account|username|extension|iban
        |shift|hours)\b[^.!?]{0,20}\b(?:changed|is now|isn'?t)\b|\bmy new (?:number|address|e-?mail|phone number
        |surname|handle|username|extension|iban)\b|\b(?:the )?(?:right|correct|real|true|actual|proper|corrected
        |fixed) (?:one|version|figures?|number|link|address|spelling|dates?|list|name|time|price|amount|place|room
        |total|answer|order|day|value|id|url|recipe|dose) (?:is|was|are|should)\b
        |\b(?:that|it|this|which|there|they|those|these) should (?:be|have been|say|read)\b(?! (?:fine|ok\w*|good
        |easy|possible|there|here|done|ready|fun|illegal|enough|a|an|able|possible|interesting|obvious|in|at least
        |more|less|quick)\b)|\bi (?:overstated|understated|exaggerated|overestimated|underestimated|misremembered
        |misquoted|misread|misheard|overcounted|undercounted|misattributed|misgendered|conflated)\b|\bre-?counted\b
        |\bcounted (?:again|twice)\b|\bforgot (?:to (?:count|include|subtract|add|carry)|that)\b[^.!?]{0,40}\b(?:so
        |it'?s|makes)\b
        |\bno,? (?:it'?s|its|it is|it was|he'?s|she'?s|they'?re|that'?s|not|the other|i meant|on|at|in|wait)\b
        |\bisn'?t [^.!?,;]{2,40}[,;.–—-] ?(?:it'?s|but|he'?s|she'?s|that'?s)\b|\b(?:he|she|it|they|that)(?:'s|'re
        | is| are| was)? (?:not|n'?t) [^.!?,;]{2,30}[,;–—-] ?(?:he|she|it|they|that|but|just|only)\b
        |\b(?:pushed back|brought forward|postponed|rescheduled|moved up|moved back|delayed) (?:to|until|till|by
        |from|a week|an hour|\w+day)\b"""
        ),
    ),
    (
        0.3,
        joined(r"""\b(?:it'?s|its|he'?s|she'?s|they'?re|that'?s|i'?m|we'?re|is|was|are
        |were) [^.,!?;]{1,40},? (?:and )?not (?:\w+ ){0,3}\w+[.!]*$"""),
    ),
)

PREFERENCE_WAYS += (
    (
        1.0,
        joined(
            r"""^(?:give me )?(?!(?:i|we|the|he|she|it|they|this|that|my|there|all|flying|game|hand|started?|going
        |party)\b)[\w-]+(?: [\w-]+)? (?:over|>) [\w-]+(?: [\w-]+)?[.!,]*(?:$| (?:always|any|every|for me|all day
        |please|because))|\b(?:nobody|no ?one)\b[^.!?]{0,30}\b(?:merges?|deploys?|touches|leaves|enters|speaks|wears
        |is allowed|may|should|brings|talks|calls|pushes|gets to|comes|books|eats|ships|commits|interrupts|smokes
        |releases|reviews)\b
        |\b(?:in|on) (?:this|our|my) (?:channel|server|chat|group|team|house|office|repo|kitchen|family|class|club
        |thread|project|car|home|household|codebase|table|band|choir|flat) (?:we|you|no|only|nobody|everyone|people
        |there'?s no|i)(?:'re| are)? ?(?:don'?t|dont|never|always|only|no|not|keep|write|use|take|stick|eat|swear
        |phones?|shoes)\b|\bwe (?:always|never|only|don'?t do|dont do)\b|\b(?:take|have|like|drink|eat|want
        |prefer)s? (?:my|our|his|her|their) (?:coffee|tea|steak|eggs|toast|pizza|news|weekends?|mornings?|bread|rice
        |noodles|curry|food|music|books|films|meetings|notes|updates|drinks?|water|meat|fish|pasta|soup|beer|wine
        |feedback|criticism|chips|fries|sandwich\w*|tacos|burgers?|porridge)\b
        |\b(?:is|are) (?:sacred|off.?limits|a must|a no-?go|banned|forbidden|not allowed|mandatory|taboo|not welcome
        |unwelcome|out of the question|unacceptable|a waste of|overrated|underrated|unbeatable|my favou?rite
        |too (?:sweet|loud|spicy|long|early|noisy|bright|salty|hot|crowded|much|late|strong|bitter) for)\b
        |\bthe \w+er,? the better\b|\ball the way[.!]*$|\bas \w+ as (?:it gets|it comes)\b|\b(?:given the choice
        |if i (?:have|had|get|could) (?:a |the |to )?(?:choice|choose|pick)|if it'?s up to me|if it were up to me
        |(?:better|best|easier|easiest|works?|fine|worse|worst|great) for (?:me|us|my|our)|suits (?:me|us|my)
        |i (?:function|think|focus|concentrate|learn|sleep) (?:better|best|faster|worst))\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bi(?:'d| would) (?:like|love|appreciate|prefer|want|ask|rather|hate) (?:it if|you to|people
        |everyone|nobody|no|my|not|if you|that you|things|for|the)\b|\bi (?:want|need|expect|ask|like
        |require) (?:people|everyone|everybody|nobody|no one|no|you to|my \w+ (?:to|on|in|with|without)|things
        |everything|it|them|quiet|silence)\b|^(?:when|whenever|if) (?:you|writing|booking|cooking|ordering
        |addressing|replying|anyone|someone|people|talking|speaking
        |we)\b[^.!?]{3,70},? (?:please |just |then )?(?:use|keep|do|don'?t|never|always|put|call|make|leave|write
        |say|send|text|ask|knock|take|add|tag|mention|include|avoid|remember|i (?:like|want|prefer|need))\b
        |^(?:please |just |and |so )*(?:use|keep|write|put|leave|take|knock|ask|text|avoid|stick to|mark|label|wrap
        |squash|spell|name|sign|speak|talk|call|answer|serve|skip|spare|address|treat)\b[^.!?]{3,60}\b(?:not|never
        |always|only|from now on|every time|before|unless|instead of|rather than|at all times|or i|or not at all
        |no matter)\b|\b(?:he|she|they|grandma|mum|mom|dad|the (?:cat|dog|baby|kids|twins|little one|customer|client
        |boss)|my \w+) (?:insists?|refuses?|prefers?|hates?|loves?|adores?|detests?|only (?:eats?|drinks?|sleeps?
        |likes?|wants?|takes?|accepts?|wears?|answers?|reads?|listens?)|won'?t (?:eat|drink|touch|sleep|wear|go near
        |let|answer|use|take)|can'?t stand|will only)\b
        |\b(?:comfort|favou?rite|favou?rites|prefers?|preferred|preferably|prefer(?:ring|ence)?|loathes?|detests?
        |despises?|adores?|dislikes?|dreads?|craves?|cherish\w*|can'?t abide|no fan|big lover|lover of|hater
        |addicted to|hooked on|obsessed|mad for|sold on|a sucker|softie for|weakness)\b(?! (?:is|was) (?:dead
        |over))"""
        ),
    ),
)

_COUNT = joined(
    r"""(?:\d[\w:.,%]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen
        |sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred
        |first|second|third|fourth|fifth|half|january|february|march|april|may|june|july|august|september|october
        |november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|noon|midnight|am|pm|morning|afternoon
        |evening)"""
)
CORRECTION_WAYS += (
    (
        1.0,
        joined(
            rf"""\b{_COUNT}(?: \w+)?,? (?:and )?not (?:the |on |at |in |a |an )?{_COUNT}\b
        |\bnot (?:the |on |at |in )?{_COUNT}(?: \w+)?[,;.–—-] ?(?:but |it'?s )?(?:the |on |at |in )?{_COUNT}\b
        |^not (?!bad|yet|sure|again|today|now|me|really|great|cool|fair|fun|even|too|funny|true|good|at|a|an|much
        |one|all|exactly|quite|for|necessarily|only|just|gonna|going|kidding|to|everyone|everybody|that|this|long
        |far|many|enough)(?:the |on |at |in )?[\w']+(?: [\w']+)?[.!]*$
        |[,–—-] ?(?:sorry|er+m?|uh+|wait|or rather|i mean|correction|oops
        |no)[ ,]+(?:sorry |no |wait |i meant? |make that |not )*(?:the |on |at |in |it'?s |a |an )?(?:{_COUNT}
        |i meant|not)\b|\bor rather\b|\b(?:oh|no|hang on|hold on|ah+|eh),? wait\b|\bwait,? (?:no|it'?s|that'?s
        |i (?:got|mean|meant|said))\b|\bi (?:never|didn'?t) (?:say|said|mean|meant|write|wrote|promise|promised)\b
        |\b(?:bad|my|ignore my) (?:maths?|arithmetic|spelling|handwriting|memory)\b|\bi can'?t (?:count|read (?:a|my
        |today|dates|maps|clocks|properly)|spell|add(?: up)?|do maths?|type|tell (?:left|my left))\b|\b(?:had
        |have) [^.!?]{{2,30}} in my head\b|\bin my head (?:it|she|he|they)\b|\bi was thinking of\b|\b(?:walk|walking
        |take|taking) (?:that|it|this) back\b|\beat my words\b|\bowe (?:you|everyone|\w+) (?:all )?(?:an apology
        |a correction)\b|\bmisled\b
        |\bbeen (?:spelling|calling|saying|pronouncing|writing|telling|using)\b[^.!?]{{0,40}}\bwrong(?:ly)?\b
        |\ball this time\b|\b(?:silly|stupid|dumb) me\b|\bmy fault\b|\bi (?:goofed|messed up|screwed up|botched
        |bungled|slipped up|mucked up|cocked up|got ahead of myself|blundered|mis\w{{3,}}ed|overlooked)\b
        |\bslip of the\b|\bconfus(?:ed|ing) (?:it|him|her|that|them|this|the \w+|\w+) with\b
        |\bfor ['"]?[\w ]+['"]? read ['"]?\w"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:docs?|wiki|readme|flyer|flier|poster|invite|invitation|calendar|website|site|sheet|minutes
        |schedule|agenda|recipe|sign|label|e-?mail|post|ticket|newsletter|programme|program|page|spreadsheet|list
        |map|menu|changelog|article|paper|app|form|notice|letter|rota|roster)\b[^.!?]{0,30}\b(?:says?|said|shows?
        |lists?|has|had|reads?|states?|claims?|still)\b[^.!?]{2,60}\b(?:but|however|it'?s (?:really|actually)
        |is wrong|that'?s (?:wrong|old|last|not)|should be|in fact)\b
        |\bthat was (?:last (?:year|month|week)|the old|before|an old|my old|out of date|two)\b|\b(?:in error
        |erroneous\w*|inaccurate\w*|not accurate|not quite (?:right|true|correct|accurate|what|so)|isn'?t quite
        |wasn'?t quite|not entirely (?:right|true|correct)|mistaken\w*|misinformation|misunderst(?:ood|anding)
        |mislabell?ed|typo'?d|misprint|a myth)\b|^(?:moved|postponed|rescheduled|corrected|updated|changed
        |wrong)\b ?[:.,!–—-]|\b(?:don'?t|dont|do not) (\w{3,})\b[^.!?]{2,40}[,;] ?(?:but )?\1\b
        |\b(?:thought|assumed|believed|figured|remembered) (?:it|he|she|they|that|the|this|we)\b[^.!?]{2,50}\b(?:but
        |it'?s|turns|actually|apparently|nope|wrong|is really|she'?s|he'?s)\b|\bi (?:wrongly|mistakenly|incorrectly
        |accidentally) \w+|\b(?:was|were) (?:wrongly|mistakenly|incorrectly|accidentally) \w+|\b(?:formerly
        |previously) (?:said|announced|stated|posted|reported|quoted)\b|\bcontrary to\b"""
        ),
    ),
)

PREFERENCE_WAYS += (
    (
        1.0,
        joined(
            r"""\b(?:i|we) (?:don'?t|dont|do not) (?:do|fly|drive|celebrate|take|accept|answer|pick up|reply|read
        |check|use|buy|sit|share|lend|borrow|swim|cycle|dance|sing|hug|shake|gamble|order|tip|date|post|attend
        |respond|listen|follow|bother with|believe in)\b(?! (?:it|that|this|there|here|yet|anything)\b)|\b(?:take
        |choose|pick|want) [^.!?]{2,25} over [\w ]+|\bsooner [^.!?]{2,40} than\b|\b(?:nothing like|you can'?t beat
        |can'?t beat|hard to beat|can'?t be beaten|grew on me|grown on me|(?:not|never been|never) one for
        |never (?:got|get) on with|never warmed to|waste of (?:time|money|space))\b
        |\bmy (?:phone|phones|notifications|slack|laptop|mail|email|teams) (?:is|are|goes|go|stays?) (?:off|on silent
        |muted|away|in the)\b|\boffline (?:after|on|from|between|at)\b|\b(?:phones?|shoes|boots|laptops?|cameras?
        |lights?|hats?|doors?) (?:off|come off|away|down|stay|stays|closed|shut|out|on)\b[^.!?]{0,30}\b(?:please|at
        |in|during|while|when|after|before|always)\b|\b(?:voice (?:notes|messages)|phone calls?|small talk|surprises
        |group chats?|reply.?all|meetings|hugs|crowds|loud \w+|open.plan \w+|early \w+|long \w+|small \w+|cold \w+
        |hot \w+|spicy \w+) (?:are|is|make|makes|give|gives|stress\w*|drain|wear|ruin|kill|freak)\b
        |\b(?:cannot|can'?t) (?:tahan|abide|stomach|be (?:doing|bothered|arsed)|do without)\b|\b(?:die die must
        |shiok|the boak|fierce fond|mad on|mad for|dead keen|dead set|i'?m team|i'?m all for|i'?m against
        |i'?m in favou?r|count me out|include me out|i draw the line|draw the line|where i draw|i'?m strict
        |i'?m particular|particular about|fussy about|picky about|precious about|old.?school|old.?fashioned
        |by principle|religiously|without fail)\b
        |\b(?:my|our) (?:order|coffee|tea|usual|rule|seat|side of the bed|ritual|routine) (?:is|has to|must|needs)\b
        |\b(?:i|we|he|she) (?:always|never|only ever|invariably|religiously|strictly) (?:order|sit|take|drink|eat
        |use|pick|choose|go for|ask|wear|write|buy|carry|start|end|walk|read|listen|travel|sleep|work)\b
        |\bhas to (?:be|have) (?:black|hot|cold|strong|quiet|dark|in|with|without|fresh|real|on)\b|\b(?:unless
        |only if|only when) (?:i|it'?s|the|we|you|someone|there|asked)\b[^.!?]*[.!]*$(?<=please)"""
        ),
    ),
)
