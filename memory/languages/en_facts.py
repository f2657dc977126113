"""Signs of English that products are related, and that something is so."""

from __future__ import annotations

from memory.languages.forming import Signs, any_of, joined

_I_AM = r"\b(?:i'?m|i am|we'?re|we are)\b"
_SO = joined(
    r"""(?: (?:so|really|very|just|still|also|a bit|too|kind of|kinda|super|absolutely|completely
            |pretty|already|quite|not|now|all|both|actually))*"""
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

RELATION: Signs = (
    (
        1.0,
        any_of(
            """replaced, replaces, dropped, fork, forked, acquired, acquires, owned by, owns, bought, part of,
            belongs to, is built on, built on, built on top, built with, built by, written in, made by,
            developed by, maintained by, based on, runs on, running on, powered by, backed by, backed,
            compatible with, integrates with, integrates, talks to, reads from, pulls from, scrapes, writes to,
            sends, exports to, imports from, depends on, relies on, wrapper, wraps, wrap, plugin for, plugin,
            alternative to, competitor, competes with, rival*, successor, predecessor, merged with, merged into,
            spun off, subsidiary, invested in, partner*, draws on, on top of, under the hood, uses, use,
            supports, support, instead of, speaks, reads, stores, hosts, ships with, comes with, comes from,
            originated at, started at, invented at, created by, created at, founded by, sponsored by, drop-in,
            same api, api of, works with, is a client, front end for, frontend for, hands its, hands, does it,
            switched from, switched to, moved from, moved to, sold to, sold, licen*, runs, deploys to, syncs
            with, sits on, behind, language of, framework for, library for, dialect of, superset of, subset of,
            implementation of, engine"""
        ),
    ),
)

FACT: Signs = (
    (1.0, r"\b(?:i|we) \w+ (?:two|three|four|five|six|seven|eight|nine|ten|\d+) \w+"),
    (
        1.0,
        joined(
            r"""\b(?:i|we|he|she|they) (?:can'?t|cannot|couldn'?t) (?!wait|believe|even|help|sleep|focus
            |find|stop|stand|decide|tell|say)\w+"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:i|we|he|she|they)(?:'ve| have|'s| has) been \w+ (?:\w+ )?(?:for|since)\b|\bsober\b
            |\bex-(?:wife|husband)\b|\b(?:\w+ )?in-law\b"""
        ),
    ),
    (
        1.0,
        joined(
            r"""\b(?:i|we)(?:'ve|'d| have| had| own)? (?:got |adopted |keep )?(?:an?|one|two|three|four|five|six
        |seven|\d+|no)\s
        (?!idea|clue|problem|minute|second|question|feeling|bit|moment|thought|point|lot|go|look|chance|wish)\w{2}"""
        ),
    ),
    (0.14, r"\b(?:says?|said|told|mentioned|according to|heard|reckons)\b"),
    (0.7, r"^(?:grandpa|grandma|gran|granny|grandad|mum|mom|mother|dad|father|uncle|aunt|auntie)\b"),
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
)
