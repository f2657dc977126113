"""English, as formation reads it: folded, with one kind of apostrophe, which people also leave out."""

from __future__ import annotations

from memory.languages.en_against import AGAINST, HOSTILE, QUESTION, REQUEST
from memory.languages.en_changes import CORRECTION, DECISION
from memory.languages.en_choices import PLAN, PREFERENCE
from memory.languages.en_facts import FACT, RELATION
from memory.languages.en_idle import IDLE
from memory.languages.en_ways import CORRECTION_WAYS, DECISION_WAYS, FACT_WAYS, GROUNDLESS, PLAN_WAYS, PREFERENCE_WAYS
from memory.languages.forming import Forming, joined

ENGLISH = Forming(
    code="en",
    correction=CORRECTION + CORRECTION_WAYS,
    decision=DECISION + DECISION_WAYS,
    preference=PREFERENCE + PREFERENCE_WAYS,
    plan=PLAN + PLAN_WAYS,
    relation=RELATION,
    fact=FACT + FACT_WAYS,
    against=AGAINST + IDLE + GROUNDLESS,
    request=REQUEST,
    question=QUESTION,
    hostile=HOSTILE,
    keep=joined(
        r"""^(?:please |pls |hey |ok |and |just |@\w+ )*(?:remember|note|keep in mind|don'?t forget|fyi
            |for the record|for the archive|heads.?up|reminder|psa|btw|by the way|fun fact|note to self
            |for your information|so you know|just so you know|honestly)(?: that|:|,| -)?\s+"""
    ),
    yes=joined(
        r"""^(?:yes|yep|yeah|yup|sure|correct|right|exactly|i am|i do|we do|i have|definitely|of course
            |absolutely|always)\b"""
    ),
    no=r"^(?:no|nope|nah|not|never|i don'?t|i'?m not)\b",
    unsure=r"\b(?:no idea|dunno|don'?t know|not sure|maybe|good question|who knows|idk|no clue|why|what|let me|hm+"
    r"|depends|let'?s see|we'?ll see|tricky|hard to say|ask me)\b",
    offer=joined(
        r"""\b(?:would you like|shall i|should i|can i|could i|may i|do you want|do you need|want me to
            |anything else|is that (?:ok|all|right|fine)|ready|okay)\b"""
    ),
    tag=joined(
        r"""(?:\bright|\bcorrect|,? (?:isn'?t|hasn'?t|aren'?t|don'?t|doesn'?t|wasn'?t|didn'?t|haven'?t
            |won'?t) (?:it|he|she|they|you|we|i))\s*\?"""
    ),
    choice=r"\b(?:shall (?:it|we|i)|should (?:it|we|i)|which (?:one|of)|would you rather|do we (?:take|want|go))\b",
    polar=r"^(?:@\w+ )?(?:so )?(?:is|are|was|were|does|do|did|has|have|will)\b",
    taste=r"\b(?:like|likes|prefer|favou?rite|love|hate|enjoy|take your|rather|dislike)\b",
    yours=r"\b(?:you|your)\b",
    personal=r"\b(?:i|i'm|i've|i'd|my|me|mine|im|ive)\b",
)
