"""Signs of English that something is corrected or decided."""

from __future__ import annotations

from memory.languages.forming import GAP, Signs, any_of, joined

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = joined(
    r"""(?:january|february|march|april|may|june|july|august|september|october|november|december|jan
            |feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"""
)

CORRECTION: Signs = (
    (
        1.0,
        joined(
            r"""\bshould (?:read|say)\b|\bhad (?:it|that|this) wrong\b|\bgot (?:it|that
            |this) (?:the wrong way|backwards)\b|\bpeople keep (?:writing|saying)\b"""
        ),
    ),
    (0.6, r"\bafter all\b"),
    (
        1.0,
        joined(
            r"""\b(?:isn'?t|is not|aren'?t|wasn'?t) (?:my|our|the|his|her|their) [\w ]{2,30} any ?(?:more
            |longer)\b|^(?:erratum|corrigendum|amendment)\b|\bi said (?!yes|no|that)[^.]{2,40}, (?:she
            |he|it|they|but|actually)\b|\bnever (?:in|on|at) [\w ]+,? (?:it|but)\b
            |^on second thoughts?\b"""
        ),
    ),
    (
        1.0,
        any_of(
            """the wrong, apologies … was, apologies … were, apologies … is, apologies … ends, swapped, mixed up,
            mixed that up, mixed them up, my earlier, my previous, my last message, earlier note, please
            correct, corrected, is wrong, are wrong, out of date, now and not, misquoted, miscounted,
            misremembered, never mind the, it's spelled, it's spelt, i told you … but, i wrote … but, isn't
            called, wasn't called, it was me who, i should clarify, to clarify, for clarity"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:isn'?t|wasn'?t|aren'?t|weren'?t|is not|was not|are not|don'?t|doesn'?t
        |didn'?t)\b[^.!?]{2,50}(?:,|;|:|–|—) ?(?:but )?(?:it|he|she|they|that|we|i|the [\w ]+?)(?:'s
        | is|'re| are|'m| am| was| were)\b"""
        ),
    ),
    (0.5, r"\bnow\b[^?]*$"),
    (1.0, r"^(?:hm+,? |oh,? |ah,? |well,? )*(?:no|nope|nah)[,.:]? (?:that|it|he|she|they|we|i|my|the) \w+"),
    (
        1.0,
        any_of(
            """scratch that, scratch what, strike that, i take that back, i take it back, ignore my last, ignore my
            previous, ignore what i, forget what i, disregard my, disregard what, correction, i stand corrected,
            i was wrong, i was mistaken, my mistake, my bad, my error, by mistake, i misspoke, i mistyped, i
            misread, i misremembered, i misheard, i meant, that's outdated, thats outdated, out of date now,
            that's old, no longer true, not true any more, not true anymore, not right any more, that's wrong,
            that is wrong, that was wrong, that's not right, that isn't right, that's not correct, that's
            incorrect, it turns out, turns out, turns out it, turned out to be, typo, i wasn't clear, i was
            unclear, i got … wrong, i got … mixed, i mixed, i had … wrong, i wrote … wrong, i gave you the
            wrong, i said … but, i told you … but, i confused, not what i said, i should have said, should have
            been, should be … not, was meant to be, is meant to be, let me correct, to correct myself, make
            that, ignore that, ignore it, ignore this, forget the, forget that, to be exact, to be precise, it's
            spelled, it's spelt, it is spelled, is spelled, is spelt, is wrong, are wrong, was off, were off,
            got it wrong, got that wrong, got this wrong, typed it wrong, wrote it wrong, got the wrong, used
            the wrong, sent the wrong, said the wrong, had the wrong, earlier i said, earlier i wrote, i said
            earlier, i wrote earlier, i told you earlier, before i said, yesterday i said, i previously, isn't
            right, isn't true, not true, no longer correct, no longer valid, is outdated, is old, the correct,
            the right one is, the real, we called it off, called off, don't … any more i"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:@\w+,? )?(?:no|nope|nah|no no|wrong|oops|whoops|wait|hang on|hold on|sorry|oh no|ah no
        |er|erm|argh|update|edit|fix|actually|correction|small correction
        |well actually)\b(?:\s*[,.:!;–—-]+\s*
        |\s+(?=(?:it|that|he|she|they|we|i|i'm|my|not|no|sorry|wait|on|at|\d|the|actually)\b))(?!(?:thanks|thank
        |problem|worries|idea|need|way|one
        |i (?:don'?t|do not|haven'?t) know|but)\b)(?:.*\b(?:it'?s|its|is|are|was|were|the|at|on|in
        |i'?m|he'?s|she'?s|they'?re|we'?re|not|my|we|i|five|six|seven|eight|nine|ten)\b
        |[\w\d]+[.,!]*)"""
        ),
    ),
    (0.6, r",? actually[.!]*$|\bactually\b"),
    (
        1.0,
        joined(
            r"""\d[\w:.,]*,? (?:and )?not \w*\d|\b(\w+ )?not (?:two|three|four|five|six|seven|eight|nine|ten
        |twelve)\b"""
        ),
    ),
    (0.8, r",? (?:and )?not (?:on |in |at |the |a |an |for |by |to |from )?[\w:.%']+(?: [\w:.%']+)?[.!]*$"),
    (
        1.0,
        joined(
            rf"""\bnot {GAP}(?:,|;|–|—) ?(?:but|it'?s|it is|rather)\b|\b(?:isn'?t|wasn'?t|aren'?t
        |weren'?t) {GAP}(?:,|;|–|—|:) ?(?:it'?s|it was|they|but|rather|that was)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:has|have|was|been|is|got|'s) (?:now |since |just )?(?:been )?(?:changed|moved|pushed
        |postponed|shifted|rescheduled|renamed|brought forward){GAP}\b(?:from|to|by)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:changed|pushed|rescheduled|postponed) (?:from {GAP} to|to)\b
        |\bmoved (?:from {_DAY}|to (?:{_DAY}|\d|{_MONTH}|room|next|the \d))
        |\bwe(?:'ve| have)? (?:moved|pushed|shifted|changed|rescheduled) (?:the|our) (?!office|house)
        |\bmy (?:\w+ ){{0,2}}(?:has |have |'s )?(?:just )?changed\b"""
        ),
    ),
    (
        0.6,
        joined(
            r"""\b(?:is|are|it'?s|'s) now\b|\bnow(?: it)?(?:'s| is)\b|\b(?:closes|opens|starts|begins|ends
        |costs) \w+ \w+ now\b|\bany ?more\b|\bno longer\b|\binstead\b"""
        ),
    ),
    (
        0.4,
        joined(
            r"""^(?:ah|oh|wait|hm+|ok|no|so)\b|\bsorry\b|\bwrong\b|\bold (?:one|number|config|job|address
        |plan|version)\b|\bnot \w+[,:;] \w+"""
        ),
    ),
)

DECISION: Signs = (
    (
        1.0,
        any_of(
            """accepted the, declined the, turned down, nobody objected, no objections, talked it over, talked
            about it, slept on it, thought it over, that's fixed, it's fixed now, it's final, idea is dead, plan
            is dead, is off the list, the winner is, said so, handed in my notice, put my foot down, sealed the
            deal, we're not going to, we are not going to, we're staying, we are staying, we're stopping, we are
            stopping, we're ending, we're closing, we are closing, not doing it, i'm quitting, won the bid, gets
            the job, got the job, we'll stay"""
        ),
    ),
    (0.6, r"\bi'?m (?:keeping|leaving|staying|taking|selling)\b"),
    (
        1.0,
        any_of(
            """gone for the, gone with the, went for the, went with the, it'll be … then, it will be … then, both
            sides signed, shook hands, 's call, chose, chosen, opted, agreed with, agreed on, green light,
            has been cancelled,
            hiring freeze, as of monday, as of now, with immediate effect, scrapped,
            shelved, appointed, elected, ruled in favour, got the nod, gave the nod, gave us the go-ahead, final
            version, locked in, it's a go, so we keep, so we take, we stay with, we keep the, in the end we"""
        ),
    ),
    (1.0, r"\b(?:strike|deal|trip|wedding|match|party|event|tour|project|sale|merger|contract) is (?:off|on)\b"),
    (0.6, r"\bin the end\b|\bafter all\b|\bno \w+ this year\b|\beveryone can make it\b|\bas of\b"),
    (
        1.0,
        any_of(
            """i've chosen, i have chosen, we have chosen, picked, i chose, passed it, passed the, giving up the,
            is giving up, have given up, contract is signed, signed the contract, no more debate, enough debate,
            settled on a, it's a yes, it's a no, we said yes, we said no, got the contract, gets the contract,
            won the vote, was elected, is elected, will stay as it is, by majority, all in favour, motion"""
        ),
    ),
    (1.0, r"\blet'?s\b.*,? (?:then|agreed|settled|decided|done)[.!]*$"),
    (
        1.0,
        joined(
            r"""^(?:ok(?:ay)?|fine|right|so|alright|good)[, ]+(?:then )?(?:we|it'?s|it is) (?:keep|take|drop
        |stay|use|leave|the|go|do|stick|cancel|skip|\w+ it is)\b(?! (?:fine|ok|good|true|just|hard
        |late))|\bit is[.!]*$"""
        ),
    ),
    (
        0.6,
        joined(
            r"""\b(?:council|board|jury|committee|parents|members|management|legal|court|judge|owners|club
        |assembly|union|team)\b"""
        ),
    ),
    (
        1.0,
        any_of(
            """decided, we agreed, was agreed, is agreed, as agreed, everybody agreed, everyone agreed, all agreed,
            they agreed, we chose, we've chosen, was chosen, we settled, settled on, that settles it, settled
            then, we picked, we voted, was voted, voted for, voted to, after the vote, the vote, we opted, opted
            for, opted to, unanimous*, majority, consensus, decision, resolved to, ruled out, approved, signed
            off, gave the go-ahead, got the go-ahead, green light, conclusion, verdict, off the table, done
            discussing, made up my mind, made up our minds, made our choice, made the call, it's official,
            sorted then, that's final, it is final, final call, final answer, done deal, it's a deal, we're
            going with, we are going with, we go with, we'll go with, i'm going with, going ahead with, let's go
            with, let's stick with, stick with, sticking with, we're dropping, we're switching, we are
            switching, we're keeping, we are keeping, has chosen, have chosen, has picked, have picked, has
            approved, have approved, have agreed, has agreed, has voted, have voted, has decided, rejected,
            voted, agreed to, agreed that, the outcome, we're skipping, we are skipping, we're cancelling, we're
            closing, we're stopping, we will not support, we will no longer, we no longer, so … it is, after a
            long debate, after long debate, after much, chose, selected, elected, we're sticking, we're
            ditching, we won't renew, we're not renewing, we're moving to, we're staying with, we're adopting,
            we're retiring, was rejected, rejected the, motion passed, carried, it's settled, has been settled,
            we have settled, no more discussion, case closed, end of discussion"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:ok(?:ay)?,? |so,? |right,? |fine,? |alright,? )*(?:final|decided|agreed|settled|sorted
        |approved|conclusion|decision|verdict|outcome|result)\b\s*[:,–—-]"""
        ),
    ),
    (
        0.6,
        joined(
            rf"""\blet'?s (?:drop|use|keep|settle|call it|make it|do|take|skip|leave it|have
        |hold){GAP}(?:then|agreed|instead|from now on)\b|, agreed[.!]*$|\bwe(?:'ll| will| won'?t
        | take| use| print| drop| keep| stop)\b"""
        ),
    ),
    (
        0.5,
        joined(
            r"""\bfrom (?:now|today|next \w+|the first of \w+|\d+ \w+|\w+) on(?:wards?)?\b|\bafter (?:much
        |a lot of|long|some|the) (?:debate|discussion|thought|call|meeting|talk)\b
        |\bthanks for the (?:long )?(?:thread|discussion)\b"""
        ),
    ),
    (0.5, r"\bnot the \w+[.!]*$|\band not\b|\binstead of\b|\bthen[.!]*$"),
)
