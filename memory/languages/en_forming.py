"""English, as formation reads it: folded, with one kind of apostrophe, which people also leave out."""

from __future__ import annotations

from memory.languages.forming import Forming, joined

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

ENGLISH = Forming(
    code="en",
    hostile=HOSTILE,
    yes=joined(
        r"""^(?:yes|yep|yeah|yup|sure|correct|right|exactly|i am|i do|we do|i have|definitely|of course
            |absolutely|always)\b"""
    ),
    no=r"^(?:no|nope|nah|not|never|i don'?t|i'?m not)\b",
    unsure=r"\b(?:no idea|dunno|don'?t know|not sure|maybe|good question|who knows|idk|no clue|why|what|let me|hm+"
    r"|depends|let'?s see|we'?ll see|tricky|hard to say|ask me)\b",
    personal=r"\b(?:i|i'm|i've|i'd|my|me|mine|im|ive)\b",
)
