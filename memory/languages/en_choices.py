"""Signs of English that something is corrected, decided, liked or planned."""

from __future__ import annotations

from memory.languages.forming import GAP, Signs, any_of, joined

_DEGREE = joined(
    r"""(?: (?:really|absolutely|don'?t|doesn'?t|do not|does not|do|quite|also|all|both|secretly
            |still|particularly|much|honestly))*"""
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = joined(
    r"""(?:january|february|march|april|may|june|july|august|september|october|november|december|jan
            |feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"""
)

CORRECTION: Signs = (
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
            incorrect, it turns out, turns out, turns out it, turned out to be, after all, typo, i wasn't clear,
            i was unclear, i got … wrong, i got … mixed, i mixed, i had … wrong, i wrote … wrong, i gave you the
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
        |\s+(?=(?:it|that|he|she|they|we|i|i'm|my|not|no|sorry|wait|on|at|\d|the|actually)\b))(?!(?:thanks|thank|problem|worries|idea|need|way|one
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

PREFERENCE: Signs = (
    (
        1.0,
        any_of(
            """you can call me, i go by, if possible no, rather a, rather small, is the only music, is the only
            thing i, instead of long, only for me, nothing for me, voice notes instead, call me old-fashioned,
            as long as it's, i could live on, wouldn't touch, won't touch, i'd never, i would never, i'm picky,
            can't get enough, can't do without, can't live without, not keen, i prefer, prefers"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:i|we|he|she|they|guests|kids|children|(?:my|our|the|his|her) [\w -]{2,25}?) (?:don'?t
        |doesn'?t|do not|does not|won'?t|wouldn'?t|never) (?:drink|eat|touch|wear|watch|read|listen
        |answer|do|want|fly|smoke|discuss|take)\b|, always\b"""
        ),
    ),
    (
        1.0,
        any_of(
            """prefer, prefers, preferred, favourite*, favorite*, dislike, dislikes, hates, hate, adore, adores,
            detest*, loathe*, despise*, fond of, keen on, can't stand, cant stand, cannot stand, can't bear,
            cannot bear, don't care for, big fan, huge fan, a fan of, not a fan, my go-to, my goto, sucker for,
            obsessed with, swear by, swears by, i never, i always, never … for me, call me, just say, address
            me, address us, refer to me, my pronouns, she/her, he/him, they/them, i'd rather, i would rather,
            we'd rather, i don't do, i won't, i refuse to, i only, works best for me, suits me, suit me, not my
            thing, cup of tea, stresses me out, drives me mad, drives me crazy, makes me anxious, nothing beats,
            pet peeve, for me please, none for me, nothing … for me, no sugar, no milk, black no sugar,
            disgusting, tastes like, gets on my nerves, annoys me, bothers me, better than, way more than, more
            than, rather than, sweet tooth, weakness for, into, no thanks to, i avoid, we avoid, i try to avoid,
            don't like being, never wear, never eat, never drink, refuses to, insists on, minds it, can't abide,
            refuse to, refuse, only eats, only drinks, only watches, only listens, only wears, only reads, only
            plays, only answers, never eats, never drinks, never wears, can't work with, can't sleep with, can't
            concentrate, always without, always with, person give me, more of a, not for me, is not for me,
            isn't for me, exhausting, overrated, underrated, the best thing, yuck, yummy"""
        )
        .replace("|\\binto\\b", r"|\b(?:really |very |so |big |super )into\b")
        .replace("|\\bmore than\\b", r"|\b(?:like|love|enjoy)s? \w+(?: \w+)? (?:way |much |far )?more than\b")
        .replace("|\\bbetter than\\b", r"|\blikes? \w+ better than\b"),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:i|we|he|she|they|who|\w+ and i|(?:my|our|the) \w+(?: \w+)?){_DEGREE} (?:like|likes|love
        |loves|enjoy|enjoys|mind|minds)\b(?! (?:that|this|it|to know|you|how|what|the idea)\b)"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:patients|customers|guests|people|parents|members|kids|children|students|users|clients
        |(?:the|our|my) \w+)(?: \w+)? (?:(?:don'?t|doesn'?t|do not|does not
        |never) )?want (?!to (?:go|meet|see|launch|buy|move|visit))\b|\b(?:not (?:really )?
        |more of )?an? (?:\w+ )?(?:cat|dog|beach|morning|night|people|tea|coffee|city|mountain|book
        |winter|summer) person\b|\bi find \w+(?:[ -]\w+){0, 3} (?:\w+ing|boring|disgusting|hard
        |difficult|awful|ugly|great|relaxing)\b|\b(?:wants?|like[sd]?) (?:it|them|things|everything
        |\w+ \w+) (?:on|in|with|without|hot|cold|early|short|plain)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:please|pls) (?:keep|don'?t|do not|never|always|only|no|use|avoid|stick to|write|send
        |call|speak)\b{GAP}\b(?:before|after|when|in (?:here|letters|this|the|all|english|french
        |german|writing)|to me|me|for me|at|during|on {_DAY}|minds?|because|always|every)\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""^(?:please,? )?(?:no|never|don'?t|do not|always|only) (?:\w+ ){1,5}(?:in here|please|before
        |after|for me|with me|to me|me|when|during|at the table|on)\b"""
        ),
    ),
    (0.6, r"\b(?:because|since|otherwise|so that) (?:it|i|he|she|they|that)\b|\bplease\b"),
)

PLAN: Signs = (
    (
        1.0,
        joined(
            r"""\bi(?:'d| would) like to (?:start|learn|go|visit|try|move|buy|take|see|do)\b|\b(?:once
        |as soon as|when) [^,.]{3,50},? (?:i'm|i am|we're|we are|i'll|we'll) (?:off|going|moving
        |leaving|\w+ing)\b|\b(?:appointment|review|trip|meeting|viewing|interview|inspection
        |rehearsal|party|wedding)\b[^.]*\b(?:monday|tuesday|wednesday|thursday|friday|saturday
        |sunday|\d{1,2}:\d\d)\b|\bin (?:spring|summer|autumn|fall|winter)\b"""
        ),
    ),
    (-1.0, r"\bbirthday\b|\banniversary\b|\bborn\b|\bexpires?\b"),
    (
        1.0,
        any_of(
            """going to, gonna, plan to, plans to, planning to, plan on, planning on, planned for, intend to,
            intends to, aim to, aiming to, hope to, hoping to, about to start, looking to, scheduled, signed up
            for, signed up to, is due on, are due on, due on, due by, due in, due next, due tomorrow, my plan
            is, the plan is, our goal is, booked for, booked in for, booked us, have an appointment, has an
            appointment, got an appointment, we're expecting, save the date, i've booked, we've booked, we have
            booked, i booked, we booked, i have booked, next week, next month, next year, next summer, next
            winter, next spring, next autumn, next fall, next weekend, coming week, coming month, week after
            next, tomorrow, day after tomorrow, a fortnight from now, from now"""
        ).replace("|\\bfrom now\\b", r"|\b(?:week|weeks|days|day|months|month|years|fortnight) from (?:now|today)\b"),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:i|we|he|she|they|it|you|\w+)(?:'ll| will| shall)(?! (?:always|never|be (?:fine|ok|okay
        |great)|see|do|not have)\b)|\b(?:i|we|he|she|they) (?:have|has|need|needs|want|wants
        |wants? us) to \w+{GAP}\b(?:on|by|before|next|this|until|in|at)\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\bnext (?:{_DAY}|{_MONTH}|semester|term|season|quarter|sprint|round)\b|\b(?:this
        |coming) (?:{_DAY}|week|weekend|month|summer|winter|autumn|fall|spring|evening|afternoon)\b
        |\btonight\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\bin (?:a|an|one|two|three|four|five|six|seven|ten|\d+|a few|a couple of) (?:days?|weeks?
        |months?|years?|hours?|fortnight)(?:' time)?\b|\b(?:starting|from|by|before|in (?:early|late
        |mid)) (?:next|{_MONTH}|{_DAY}|\d+(?:st|nd|rd|th)? {_MONTH})\b"""
        ),
    ),
    (
        0.8,
        joined(
            rf"""\bon (?:{_DAY}|the \d+(?:st|nd|rd|th)?|\d+ {_MONTH}|{_MONTH} \d+|\d+/\d+)\b|\b{_DAY} (?:at
        |morning|evening|afternoon)\b|\bin {_MONTH}\b"""
        ),
    ),
    (
        1.0,
        joined(
            rf"""\b(?:is|are|'s|'re|am|'m) \w+ing{GAP}(?:\b\d+/\d+/\d+|\bon (?:the )?\d|\b(?:on|in|until|from
        |by) (?:{_DAY}|{_MONTH}))"""
        ),
    ),
    (
        0.4,
        joined(
            r"""\b(?:appointment|booked|reserved|reservation|interview|deadline|exam|viewing|check-?up
        |flight|surgery|operation|dentist|visit|due|back on|opening|closing|wedding|trip|journey)\b"""
        ),
    ),
)
