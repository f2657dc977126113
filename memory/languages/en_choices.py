"""Signs of English that something is liked or planned."""

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

PREFERENCE: Signs = (
    (
        1.0,
        joined(
            r"""^no [\w ]{2,20} (?:at|in|on|before|after|during) (?:our|my|the|this)\b|, never [\w ]+[.!]*$
            |\bi (?:wish|want|expect|need) (?:people|everyone|everybody|others|guests) (?:to|would)\b
            |\bcan (?:listen|watch|look|sit|walk|talk|read|play) [\w ]{2,20}for hours\b|\b(?:happier
            |happiest|unhappy|comfortable|uncomfortable) (?:with|when|in|without)\b|\bmy rule\b
            |\bfor (?:breakfast|lunch|dinner) (?:i|we)\b"""
        ),
    ),
    (
        1.0,
        any_of(
            """appreciate, appreciates, crazy about, mad about, nuts about, a thing for, soft spot for, weak spot,
            any day, find … tiring, find … annoying, find … boring, is better for me, phone is better, best
            with, best when, enthusiast, addict, can do without, could do without, leaves me cold, happiest
            when, hold the, hate it when, drives me up the wall, pet hate, irritates me, bugs me, puts me off,
            fussy, picky, only ever, never touch, gone off, turns me off, gets me going, rather have, rather
            than a, would rather, not morning people, not an early bird, night owl, early bird, feel
            uncomfortable, makes me nervous, makes me sick, makes me happy, i can't work, we can't work, can't
            do mornings, prefer not, i like, i love, i hate, not much of a, don't feel comfortable, comfort
            food, guilty pleasure, my thing, wishes to be, wants to be called, likes to be called, least
            favourite, no thanks to, on principle, out of principle"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\bnot (?:an? )?\w+ (?:person|people)\b|\bgive me (?:an? )?\w+ (?:over|instead|any day)\b
            |\b(?:no|without|hold the|extra) \w+ for (?:me|my|him|her|us)\b|\bi (?:sleep|work|think
            |learn|study|focus) (?:best|better)\b"""
        ),
    ),
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
        |want|fly|smoke|discuss)\b|, always\b"""
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
            r"""(?<!not )(?<!never )\bgoing to \w+|\b(?:i'?m|we'?re|i am|we are) off to\b|\bi(?:'d
            | would) like to (?!be|know|have|see|think|say)\w+"""
        ),
    ),
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
            """gonna, plan to, plans to, planning to, plan on, planning on, planned for, intend to, intends to, aim
            to, aiming to, hope to, hoping to, about to start, looking to, scheduled, signed up for, signed up
            to, is due on, are due on, due on, due by, due in, due next, due tomorrow, my plan is, the plan is,
            our goal is, booked for, booked in for, booked us, have an appointment, has an appointment, got an
            appointment, we're expecting, save the date, i've booked, we've booked, we have booked, i booked, we
            booked, i have booked, next week, next month, next year, next summer, next winter, next spring, next
            autumn, next fall, next weekend, coming week, coming month, week after next, tomorrow, day after
            tomorrow, a fortnight from now, from now"""
        ).replace("|\\bfrom now\\b", r"|\b(?:week|weeks|days|day|months|month|years|fortnight) from (?:now|today)\b"),
    ),
    (
        0.8,
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
