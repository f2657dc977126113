"""Signs of English that a sentence tells nothing to be kept."""

from __future__ import annotations

from memory.languages.forming import GAP, Signs, joined

_I_AM = r"\b(?:i'?m|i am|we'?re|we are)\b"
_SO = joined(
    r"""(?: (?:so|really|very|just|still|also|a bit|too|kind of|kinda|super|absolutely|completely
            |pretty|already|quite|not|now|all|both|actually))*"""
)

AGAINST: Signs = (
    (
        3.0,
        joined(
            r"""\b(?:sell my soul|speaking terms|such a long day|argh+|trust me
            |i'?d kill for|could murder a|not on speaking|are you kidding|says no$|the irony
            )\b"""
        ),
    ),
    (
        3.0,
        joined(
            r"""\b(?:wrong (?:channel|chat|window|thread|person|group)
        |as always|as usual|my diet)\b|\b(?:my|the
        |our) (?:cats?|dogs?|parrot|hamster|toddler|baby|goldfish) (?:thinks?|believes?|is (?:the
        |now the|our) (?:boss|ceo|king|queen|manager)|judges|runs)\b"""
        ),
    ),
    (0.8, r"\btoday\b|\b(?:terrible|awful|good|bad|great|horrible|delicious|tasty|boring)\b[.!]*$"),
    (
        3.0,
        joined(
            r"""\b(?:lol+|lmao+|rofl|(?:ha){2,}\w*|hehe\w*|jk|just kidding|only kidding|kidding|joking
        |sarcasm|xd|ffs)\b|(?<!\w)/s\b|😂|🤣|😜|🙃|😹|(?<!\w);-?\)"""
        ),
    ),
    (
        3.0,
        joined(
            r"""\b(?:yeah,? right|sure,? (?:because|and)|oh great|i'?ll eat my|spirit animal|last brain cell
        |i can'?t even|i live here now|forever\b.*\bsofa|wizard|pope|(?:king|queen|emperor|prince
        |princess|duke) of|unicorn|llama|potato|vampire|superhero|ninja|overlord|world domination
        |retire at|nobel prize|an? (?:alien|robot|genius|legend|god|ghost)
        |plotting|mars|the moon|ghosts?|existential
        |black hole|time travel\w*)\b"""
        ),
    ),
    (
        1.5,
        joined(
            rf"""\b(?:printer|code|laptop|computer|fridge|spreadsheet|keyboard|alarm clock|coffee machine
        |build|compiler|brain|sofa|bed|duvet|couch|autocorrect|calendar|inbox|router|kettle
        |sourdough|plants?|houseplants?|cactus|vacuum|bug|bugs|deadline|wallet|bank account|diet
        |gym)\b{GAP}\b(?:believes?|thinks?|hates? me|loves? me|wants?|knows?|talks?|speaks?|laughs?
        |married|better job|judg\w+|misses? me|crying|dead|died|filed|sent me|ghosted
        |on strike)\b|\b(?:married|engaged) to (?:this|my
        |the) (?:\w+ )?(?:spreadsheet|laptop|sofa|code|bed|job|printer|project)\b"""
        ),
    ),
    (
        3.0,
        joined(
            r"""^day \d+:|^breaking:|\bmy (?:brain|social battery|bank account|diet|wallet) is\b|\b(?:dying
        |dead) (?:inside|of laughter)\b|\bi'?m (?:basically|literally|officially|legally|now) (?:a
        |an|the|made|one)\b|\b\d+ ?% (?:coffee|caffeine|water)\b"""
        ),
    ),
    (
        1.5,
        joined(
            rf"""{_I_AM}{_SO} (?:tired|hungry|bored|sleepy|cold|hot|busy|late|back|here|afk|done|off|ready
        |starving|exhausted|stuck|lost|confused|on my way|omw|in a (?:meeting|call)|fine|good
        |ok(?:ay)?|well|happy|sad|glad|sorry|excited|freezing|thirsty|dying|home now|around|free
        |running late|up|awake|melting|grumpy|hungover|sure|curious|impressed|jealous|proud
        |frustrated|annoyed|dead|shattered|knackered|wiped|nervous|out|in|there|speechless|listening
        |soaked|broke|useless today)\b(?! (?:of|at work|for|from|with|\w+ing)\b)"""
        ),
    ),
    (
        1.5,
        joined(
            r"""^(?:so |too |very )(?:tired|hungry|bored|sleepy|cold|hot|true|cute|good|funny|annoying)\b
        |\b(?:it'?s|its|it is)(?: \w+)? (?:raining|snowing|hot|cold|sunny|windy|freezing|late
        |pouring|dark|boiling|hailing|grey|loud|quiet|friday|monday)\b|\beverything hurts\b
        |\b(?:need|want) (?:a |more |some |another )?(?:coffee|sleep|break|nap|drink|snack|tea
        |holiday|vacation|chocolate)\b|\bwhat a (?:day|week|night|mess|game|goal|match)\b
        |\b(?:do not|don'?t) disturb\b.*(?:🌴|on\b)
        |\bcan'?t (?:sleep|focus|concentrate|think)\b|\bmy (?:head|back|feet|eyes|stomach
        |legs?) (?:hurts?|aches?|is killing)\b|\bone (?:sec|moment|minute)\b|\bjust (?:woke
        |got (?:home|back|here)|arrived|landed|ate)\b|\b(?:heading|popping|stepping) (?:out|off|home
        |to)\b|^(?:off to |to )?lunch\b[.!]*$|\bback in (?:\d+|five|ten|a)\b"""
        ),
    ),
    (
        1.5,
        joined(
            r"""^(?:so |and |but |well |hm+ )?(?:maybe|perhaps|probably|possibly|i guess|i wonder|i suppose
        |i bet|i feel like|what if|no idea|not sure|who knows|dunno|imagine|hopefully|idk|i doubt
        |could be|might be|sounds like|looks like|feels like|seems like|if only|i wish
        |fingers crossed|good luck|happy|congrat\w+|have (?:a|fun)|welcome|thanks?|thank you|cheers
        |wow|omg|aww+|ugh+|yay|hooray|oof|yikes|nice|cool|great|awesome|sweet|phew|good (?:morning
        |night|evening|afternoon|point|question|idea|job|one|work)|love (?:it|this|that)|same
        |exactly|agreed|true|lgtm|sounds good|got it|noted|will do|hello|hi|hey|bye|see you|later
        |any (?:updates?|news)|who else|anyone|any ?one|anybody|someone should)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:who knows|i wonder|could be|might be|at some point|one day|someday|some day
        |should really|we really should|for all i know|or maybe|no clue|no idea why|in another life
        |let'?s (?:see|park|wait|talk|chat|speak|hope|discuss)|let me (?:think|check|see|look|get back)|never mind
        |nevermind)\b|\bif (?:this|that|he|she|it|i|they) \w+ .*\bi'?(?:ll|d)\b"""
        ),
    ),
    (
        0.7,
        joined(
            r"""^(?:that|this|it|these|those)(?:'s| is| was| are| were| looks?| sounds?| seems?| feels?
        | makes?| took| felt)\b|^(?:that|what|how) \w+!"""
        ),
    ),
    (
        0.6,
        joined(
            r"""\b(?:awesome|amazing|hilarious|adorable|gorgeous|insane|lovely|cute|brilliant|wow|omg|song
        |already|weird|funny|crazy)\b|!!|🎉|❤|🔥|😍|💀|🤞|😴"""
        ),
    ),
    (1.5, r"\b(?:wow|omg)\b|^let'?s (?:see|talk|chat|wait|hope)\b"),
    (0.6, r"\byou(?:'re|r| are| have| were|'ve)?\b"),
)

REQUEST = joined(
    r"""^(?:hey |hi |ok(?:ay)?,? |so |and |now |then |also |@?[\w-]+[,:] |@\w+ |just )*
        (?:please |pls |plz |kindly |just\s
        |can (?:you
        |someone|somebody|anyone|we|i) |could (?:you|someone|somebody|anyone|we
        |i) |would you |will you )*(?:translate|summari[sz]e|write|draft|send|show|list|find|search
        |look|tell|give|make|create|explain|fix|check|open|close|run|delete|remove|add|set|remind
        |help|book|order|stop|start|turn|generate|convert|count|calculate|compare|review|rewrite
        |post|reply|respond|forward|schedule|cancel|print|read|repeat|describe|let me know|sort
        |rename|merge|deploy|restart|ping|google|proofread|shorten|format|suggest|recommend|wake
        |compute|plot|paste|upload|download|have a look|take a look|do me|bring|roll|pick|draw|sing
        |say something|ask|invite|unlock|guess|throw|spell|share|get me|put|move|archive|save|export
        |mute|pin|play)\b|^(?:@\w+ )?(?:can|could|would|will) (?:you|someone|anyone|somebody|anybody
        |we|i)\b|\bi need you to\b"""
)

QUESTION = joined(
    r"""^(?:so |and |but |hey |ok |well |also |btw |hi |@\w+ |quick question:? )*
        (?:what(?! (?:i|we) (?:like|love|want|need|do|eat)\b[^?]*\bis\b)|where|when
        |why|who|whose|which|how(?! (?:i|we))|is|are|was|were|do|does|did|can|could|would|should|shall|has
        |have you|have we|have they|will|am i|any(?:one|body)|any \w+|isn'?t|aren'?t|don'?t you
        |doesn'?t|wanna)\b(?!(?:'s| is| are)? (?:that|the|more|ever)\b.*[^?]$)"""
)

HOSTILE = joined(
    r"""\b(?:ignore|disregard|forget|override
        |bypass) (?:all |any |every |your |the |these |those )*
        (?:previous |prior |earlier |above |other )?(?:instructions?
        |rules|prompts?|guidelines|safety|filters|directions|restrictions)\b|\bsystem prompt\b
        |\bhidden prompt\b
        |\bapprove (?:all|every)\b|\bforget (?:that )?i asked\b
        |^system\b ?:|\byou are now\b|\bdeveloper mode\b|\bjailbreak\b
        |\bremember (?:that )?i(?:'m| am) (?:the|your|an) (?:\w+ )?(?:admin\w*|owner|root|boss
        |creator)\b|\bi(?:'m| am) (?:the|your|an|now the|now an?) (?:\w+ )?(?:admin(?:istrator)?
        |root)\b|\bpretend (?:to be|that you|you)\b|\bgrant me\b|\bgive me (?:access|admin|root)\b
        |\breveal your\b|\b(?:from now on|always),? (?:you|obey|trust|always|answer|approve
        |reply with)\b|\bobey\b|\bnew instructions?\b|\badmin (?:override|mode|rights|access)\b
        |\btrust (?:me|my|everything|all)\b|\bappend \".*\" to\b|\byour (?:notes|memory|memories
        |instructions)\b|\blink in bio\b|\bdouble your\b|\d+ ?% off\b|\bonly today\b
        |\bwrite (?:to )?me in private\b|\bclick (?:here|below|the link)\b|\bunsubscribe\b
        |\bdear (?:user|customer|friend|winner)\b|\byou(?:'ve| have) (?:won|been selected)\b
        |\bfree (?:money|crypto|bitcoin|coins|gift)\b|\b(?:earn|make) \$?\d+\w* (?:a|per) (?:day
        |week|month|hour)\b|\blimited offer\b|\bgiveaway\b|\bcrypto\b.*\b(?:profit|invest
        |guarante\w+)\b|\bdm me\b|\bhot singles\b"""
)
