"""English, as formation reads it: folded, with one kind of apostrophe, which people also leave out."""

from __future__ import annotations

from memory.languages.forming import GAP, Forming, any_of, joined

_I_AM = r"\b(?:i'?m|i am|we'?re|we are)\b"
_SO = joined(
    r"""(?: (?:so|really|very|just|still|also|a bit|too|kind of|kinda|super|absolutely|completely
            |pretty|already|quite|not|now|all|both|actually))*"""
)
_DEGREE = joined(
    r"""(?: (?:really|absolutely|don'?t|doesn'?t|do not|does not|do|quite|also|all|both|secretly
            |still|particularly|much|honestly))*"""
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = joined(
    r"""(?:january|february|march|april|may|june|july|august|september|october|november|december|jan
            |feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"""
)
_KIN = joined(
    r"""(?:wife|husband|partner|girlfriend|boyfriend|fianc\w+|daughter|son|sons|daughters|kids?
            |children|child|twins?|baby|sister|brother|siblings?|mother|father|mum|mom|dad|parents
            |grandm\w+|grandf\w+|grandad|granny|grandparents|aunt|uncle|cousin|niece|nephew|in-laws
            |family|dog|cat|horse|parrot|rabbit|landlord|landlady|boss|roommate|flatmate|neighbou?rs?
            |doctor|therapist|ex|best friend|stepson|stepdaughter|godson|goddaughter|grandson
            |granddaughter|puppy|kitten)"""
)
_CONDITION = joined(
    r"""(?:allerg\w+|intoleran\w+|vegan|vegetarian|pescatarian|halal|kosher|gluten.?free|coeliac
            |celiac|lactose|diabet\w+|asthma\w*|epilep\w+|migraines?|adhd|autis\w+|dyslexi\w+
            |colou?r.?blind|deaf|blind|pregnan\w+|diagnosed|surgery|chemo|dialysis|cancer|hearing aids?
            |wheelchair|left.?handed|insomnia|anxiety|depression|arthritis|pacemaker|blood (?:type
            |pressure|group)|disab\w+|phobi\w+|afraid of|scared of|appendix|appendicitis|knee
            |hip replacement|stroke|heart attack|broke (?:my|her|his) \w+|prescription|medication
            |insulin|inhaler|vaccinated)"""
)
_LIFE = joined(
    r"""(?:live|lived|work|worked|own|owned|study|studied|teach|taught|grew|moved|married|graduated
            |speak|spoke|play|played|drive|drove|rent|rented|run|ran|was born|were born|quit|joined
            |started|finished|bought|sold|lost|won|broke|adopted|met|went|took|became|passed|failed
            |learned|learnt|built|wrote|visited|suffer|coach|volunteer|commute|sing|sang|keep|kept
            |manage|managed|lead|led|came|spent|switched|left|retired|trained|swim|swam|share|belong
            |inherited|turned|did|made|paid|owe|collect|raise|raised|breed|grow|climbed|cycled|hiked
            |flew|published|founded|renovated|gave|stopped|feed|served|used to|once|sleep|slept|walk|pay
            |earn|cook|look after|care for|have)"""
)

ENGLISH = Forming(
    code="en",
    correction=(
        (
            1.0,
            any_of(
                """scratch that, scratch what, strike that, i take that back, i take it back, ignore my last,
                ignore my previous, ignore what i, forget what i, disregard my, disregard what, correction, i
                stand corrected, i was wrong, i was mistaken, my mistake, my bad, my error, by mistake, i
                misspoke, i mistyped, i misread, i misremembered, i misheard, i meant, that's outdated, thats
                outdated, out of date now, that's old, no longer true, not true any more, not true anymore, not
                right any more, that's wrong, that is wrong, that was wrong, that's not right, that isn't right,
                that's not correct, that's incorrect, it turns out, turns out, turns out it, turned out to be,
                after all, typo, i wasn't clear, i was unclear, i got … wrong, i got … mixed, i mixed, i had …
                wrong, i wrote … wrong, i gave you the wrong, i said … but, i told you … but, i confused, not
                what i said, i should have said, should have been, should be … not, was meant to be, is meant to
                be, let me correct, to correct myself, make that, ignore that, ignore it, ignore this, forget
                the, forget that, to be exact, to be precise, it's spelled, it's spelt, it is spelled, is
                spelled, is spelt, is wrong, are wrong, was off, were off, got it wrong, got that wrong, got
                this wrong, typed it wrong, wrote it wrong, got the wrong, used the wrong, sent the wrong, said
                the wrong, had the wrong, earlier i said, earlier i wrote, i said earlier, i wrote earlier, i
                told you earlier, before i said, yesterday i said, i previously, isn't right, isn't true, not
                true, no longer correct, no longer valid, is outdated, is old, the correct, the right one is,
                the real, we called it off, called off, don't … any more i"""
            ),
        ),
        (
            1.0,
            joined(
                r"""^(?:@\w+,? )?(?:no|nope|nah|no no|wrong|oops|whoops|wait|hang on|hold on|sorry|oh no|ah no
            |er|erm|argh|update|edit|fix|actually|correction|small correction
            |well actually)\b[\s,.:!;–—-]+(?!(?:thanks|thank|problem|worries|idea|need|way|one
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
                rf"""\b(?:changed|moved|pushed|rescheduled|postponed) (?:from {GAP} to|to)\b
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
    ),
    decision=(
        (
            1.0,
            any_of(
                """decided, we agreed, was agreed, is agreed, as agreed, everybody agreed, everyone agreed, all
                agreed, they agreed, we chose, we've chosen, was chosen, we settled, settled on, that settles
                it, settled then, we picked, we voted, was voted, voted for, voted to, after the vote, the vote,
                we opted, opted for, opted to, unanimous*, majority, consensus, decision, resolved to, ruled
                out, approved, signed off, gave the go-ahead, got the go-ahead, green light, conclusion,
                verdict, off the table, done discussing, made up my mind, made up our minds, made our choice,
                made the call, it's official, sorted then, that's final, it is final, final call, final answer,
                done deal, it's a deal, we're going with, we are going with, we go with, we'll go with, i'm
                going with, going ahead with, let's go with, let's stick with, stick with, sticking with, we're
                dropping, we're switching, we are switching, we're keeping, we are keeping, has chosen, have
                chosen, has picked, have picked, has approved, have approved, have agreed, has agreed, has
                voted, have voted, has decided, rejected, voted, agreed to, agreed that, the outcome, we're
                skipping, we are skipping, we're cancelling, we're closing, we're stopping, we will not support,
                we will no longer, we no longer, so … it is, after a long debate, after long debate, after much,
                chose, selected, elected, we're sticking, we're ditching, we won't renew, we're not renewing,
                we're moving to, we're staying with, we're adopting, we're retiring, was rejected, rejected the,
                motion passed, carried, it's settled, has been settled, we have settled, no more discussion,
                case closed, end of discussion"""
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
    ),
    preference=(
        (
            1.0,
            any_of(
                """prefer, prefers, preferred, favourite*, favorite*, dislike, dislikes, hates, hate, adore,
                adores, detest*, loathe*, despise*, fond of, keen on, can't stand, cant stand, cannot stand,
                can't bear, cannot bear, don't care for, big fan, huge fan, a fan of, not a fan, my go-to, my
                goto, sucker for, obsessed with, swear by, swears by, i never, i always, never … for me, call
                me, just say, address me, address us, refer to me, my pronouns, she/her, he/him, they/them, i'd
                rather, i would rather, we'd rather, i don't do, i won't, i refuse to, i only, works best for
                me, suits me, suit me, not my thing, cup of tea, stresses me out, drives me mad, drives me
                crazy, makes me anxious, nothing beats, pet peeve, for me please, none for me, nothing … for me,
                no sugar, no milk, black no sugar, disgusting, tastes like, gets on my nerves, annoys me,
                bothers me, better than, way more than, more than, rather than, sweet tooth, weakness for, into,
                no thanks to, i avoid, we avoid, i try to avoid, don't like being, never wear, never eat, never
                drink, refuses to, insists on, minds it, can't abide, refuse to, refuse, only eats, only drinks,
                only watches, only listens, only wears, only reads, only plays, only answers, never eats, never
                drinks, never wears, can't work with, can't sleep with, can't concentrate, always without,
                always with, person give me, more of a, not for me, is not for me, isn't for me, exhausting,
                overrated, underrated, the best thing, yuck, yummy"""
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
    ),
    plan=(
        (
            1.0,
            any_of(
                """going to, gonna, plan to, plans to, planning to, plan on, planning on, planned for, intend to,
                intends to, aim to, aiming to, hope to, hoping to, about to start, looking to, scheduled, signed
                up for, signed up to, is due on, are due on, due on, due by, due in, due next, due tomorrow, my
                plan is, the plan is, our goal is, booked for, booked in for, booked us, have an appointment,
                has an appointment, got an appointment, we're expecting, save the date, i've booked, we've
                booked, we have booked, i booked, we booked, i have booked, next week, next month, next year,
                next summer, next winter, next spring, next autumn, next fall, next weekend, coming week, coming
                month, week after next, tomorrow, day after tomorrow, a fortnight from now, from now"""
            ).replace(
                "|\\bfrom now\\b", r"|\b(?:week|weeks|days|day|months|month|years|fortnight) from (?:now|today)\b"
            ),
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
    ),
    relation=(
        (
            1.0,
            any_of(
                """replaced, replaces, dropped, fork, forked, acquired, acquires, owned by, owns, bought, part of,
                belongs to, is built on, built on, built on top, built with, built by, written in, made by,
                developed by, maintained by, based on, runs on, running on, powered by, backed by, backed,
                compatible with, integrates with, integrates, talks to, reads from, pulls from, scrapes, writes
                to, sends, exports to, imports from, depends on, relies on, wrapper, wraps, wrap, plugin for,
                plugin, alternative to, competitor, competes with, rival*, successor, predecessor, merged with,
                merged into, spun off, subsidiary, invested in, partner*, draws on, on top of, under the hood,
                uses, use, supports, support, instead of, speaks, reads, stores, hosts, ships with, comes with,
                comes from, originated at, started at, invented at, created by, created at, founded by,
                sponsored by, drop-in, same api, api of, works with, is a client, front end for, frontend for,
                hands its, hands, does it, a docker thing, switched from, switched to, moved from, moved to,
                sold to, sold, licen*, runs, deploys to, syncs with, sits on, behind, language of, framework
                for, library for, dialect of, superset of, subset of, implementation of, engine"""
            ),
        ),
    ),
    fact=(
        (1.0, rf"\b(?:my|our|his|her|their|\w+'s) (?:\w+ ){{0,2}}{_KIN}\b"),
        (
            0.8,
            joined(
                r"""\b(?:my|our) (?:[\w-]+ ){1,4}?(?:is|are|was|were|has|have|had|lives?|works?|died|passed|got
            |runs?|goes|plays?|teaches|studies|speaks?|can'?t|rehearses|'s)\b"""
            ),
        ),
        (1.0, rf"\b{_CONDITION}\b"),
        (1.0, rf"\b(?:i|we)(?:'ve|'d)?(?: \w+ly| also| still| both| now| all| have| had)? {_LIFE}\b(?! (?:no|you)\b)"),
        (
            1.0,
            joined(
                rf"""{_I_AM}{_SO} (?:a|an|the|from|in charge|based|married|divorced|engaged|single|widowed
            |originally|born|responsible|\d+|studying|learning|training|recovering|retired|unemployed
            |freelanc\w+|half|part|at|with|on call|the one|one of)\b"""
            ),
        ),
        (
            0.9,
            joined(
                r"""\b(?:he|she|they|who|\w+) (?:lives?|works?|moved|was born|were born|died|owns?|studies
            |teaches|joined|quit|graduated|married|speaks|leads|manages|takes over|took over|owes
            |handles|maintains|retired|looks after|is (?:in|on|at|from|a|an|the) \w+)\b"""
            ),
        ),
        (
            0.8,
            joined(
                r"""\bthe (?:[\w'./-]+ ){1,7}?(?:is|are|was|were|has|have|hangs?|lives?|runs?|listens?|opens?
            |closes?|expires?|costs?|belongs?|sits?|stands?|needs?|uses?|takes?|starts?|ends?|goes|went
            |holds|comes|works|doesn'?t|isn'?t|aren'?t|can|can'?t|only|stores?|supports?|allows?|fits?
            |charges|requires|includes|contains|serves|weighs|changed|moved|accepts?|ships?|lies
            |arrives?|gets?|must)\b"""
            ),
        ),
        (
            0.7,
            joined(
                r"""\b(?:is|are|was|were|'s|lives?|sits?|stands?|runs?|listens?|stays?|kept|stored|parked
            |hangs?) (?:\w+ )?(?:in|on|at|under|behind|next to|near|inside|above|below|between|opposite
            |over|by|called|named)\b"""
            ),
        ),
        (
            0.5,
            joined(
                r"""\b(?:since|until|for (?:\w+ ){1,2}years?|years? ago|in (?:19|20)\d\d|as of|last (?:week
            |month|year|\w+day)|yesterday|uncle|founded|established)\b"""
            ),
        ),
        (0.5, r"\d"),
        (
            0.5,
            joined(
                r"""\b(?:costs?|open(?:s|ed)?|closed|closes|expires?|password|phone|number|address|port|version
            |birthday|anniversary|called|named|born|belongs|code|rent|salary|budget|capital|size
            |warranty|insurance|contract|invoices?|key|keys|spare|limit|rule|signatures?|backup|backups
            |server|staging|production|database|license|ph\.?d|degree|university|school|village|office
            |warehouse)\b"""
            ),
        ),
        (
            0.6,
            joined(
                r"""\bwe (?:use|run|host|have|keep|store|deploy|ship|support|pay|serve|sell|are|back up|stock
            |charge|open|close|write|do|work)\b"""
            ),
        ),
        (0.5, r"\b(?:every|always|only|except|must|needs?|at least|more than|the only|per|each)\b"),
    ),
    against=(
        (
            2.0,
            joined(
                r"""\b(?:lol+|lmao+|rofl|(?:ha){2,}\w*|hehe\w*|jk|just kidding|only kidding|kidding|joking
            |sarcasm|xd|ffs)\b|(?<!\w)/s\b|😂|🤣|😜|🙃|😹|(?<!\w);-?\)"""
            ),
        ),
        (
            2.0,
            joined(
                r"""\b(?:yeah,? right|sure,? (?:because|and)|oh great|i'?ll eat my|spirit animal|last brain cell
            |i can'?t even|i live here now|forever\b.*\bsofa|wizard|pope|(?:king|queen|emperor|prince
            |princess|duke) of|unicorn|llama|potato|vampire|superhero|ninja|overlord|world domination
            |retire at|nobel prize|an? (?:alien|robot|genius|legend|god|ghost)|toaster
            |personal(?:ly)? attack\w*|followers than|plotting|mars|the moon|ghosts?|soup|existential
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
            |married|better job|judg\w+|open up|misses? me|crying|dead|died|filed|sent me|ghosted
            |on strike|unionised|a life of)\b|\b(?:married|engaged) to (?:this|my
            |the) (?:\w+ )?(?:spreadsheet|laptop|sofa|code|bed|job|printer|project)\b"""
            ),
        ),
        (
            2.0,
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
            |soaked|broke|useless today)\b(?! (?:of|at work|for|from)\b)"""
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
            |\bteeth chattering\b|\b(?:do not|don'?t) disturb\b.*(?:🌴|on\b)|\broll on\b
            |\bcan'?t (?:sleep|focus|concentrate|think)\b|\bmy (?:head|back|feet|eyes|stomach
            |legs?) (?:hurts?|aches?|is killing)\b|\bone (?:sec|moment|minute)\b|\bjust (?:woke
            |got (?:home|back|here)|arrived|landed|ate)\b|\b(?:heading|popping|stepping) (?:out|off|home
            |to)\b|\blunch\b[.!]*$|\bback in (?:\d+|five|ten|a)\b"""
            ),
        ),
        (
            1.0,
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
            |let'?s (?:see|park|wait|talk)|let me (?:think|check|see|look|get back)|never mind
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
        (0.6, r"\byou(?:'re|r| are| have| were|'ve)?\b"),
    ),
    request=(
        joined(
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
    ),
    question=(
        joined(
            r"""^(?:so |and |but |hey |ok |well |also |btw |hi |@\w+ |quick question:? )*(?:what|where|when
            |why|who|whose|which|how|is|are|was|were|do|does|did|can|could|would|should|shall|has
            |have you|have we|have they|will|am i|any(?:one|body)|any \w+|isn'?t|aren'?t|don'?t you
            |doesn'?t|wanna)\b(?!(?:'s| is| are)? (?:that|the|more|ever)\b.*[^?]$)"""
        )
    ),
    hostile=(
        joined(
            r"""\b(?:ignore|disregard|forget|override
            |bypass) (?:all |any |every |your |the |these |those )*
            (?:previous |prior |earlier |above |other )?(?:instructions?
            |rules|prompts?|guidelines|safety|filters|directions|restrictions)\b|\bsystem prompt\b
            |\bhidden prompt\b|^system\b ?:|\byou are now\b|\bdeveloper mode\b|\bjailbreak\b
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
    ),
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
    unsure=r"\b(?:no idea|dunno|don'?t know|not sure|maybe|good question|who knows|idk|no clue|why|what|let me|hm+)\b",
    offer=joined(
        r"""\b(?:would you like|shall i|should i|can i|could i|may i|do you want|do you need|want me to
            |anything else|is that (?:ok|all|right|fine)|ready|okay)\b"""
    ),
    tag=joined(
        r"""(?:\bright|\bcorrect|,? (?:isn'?t|hasn'?t|aren'?t|don'?t|doesn'?t|wasn'?t|didn'?t|haven'?t
            |won'?t) (?:it|he|she|they|you|we|i))\s*\?"""
    ),
    choice=r"\b(?:shall (?:it|we|i)|should (?:it|we|i)|which (?:one|of)|would you rather|do we (?:take|want|go))\b",
    yours=r"\b(?:you|your)\b",
    personal=r"\b(?:i|i'm|i've|i'd|my|me|mine|im|ive)\b",
)
