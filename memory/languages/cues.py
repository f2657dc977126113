"""What tells an attribute however a sentence is worded: words that belong to it, and the type of its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.languages.tables import CODES, read_table

ADDRESS, VERSION, PRICE, PHONE, EMAIL = "address", "version", "price", "phone", "email"
MEETING, DAY = "meeting", "day"
NAME, TITLED, FULL_NAME, NOUN, FOOD = "name", "titled", "full name", "noun", "food"
TYPED = frozenset({ADDRESS, VERSION, PRICE, PHONE, EMAIL, MEETING, DAY})
"""Values that are known by their letters."""

PET_NAME = "pet name"
"""Of an animal that a sentence does not name: the one of which the same person has told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """An attribute with one value at a time, of the type `sort`; all patterns are over folded text.

    `cue` stands anywhere in a sentence that tells it, `against` in one that does not unless `sure` is there; where
    `mine` is it is the speaker's, whoever acts. `nouns` give the `value` where
    no letters tell it; names stand behind `before` and ahead of `behind`; ahead of `first` where they begin their
    sentence. `what` in the cue is part of the attribute. Of the values that are `known` by heart the only one in a
    sentence is told where `known_with` stands, whatever is around it. `despite` puts nothing in doubt beside this cue,
    a sentence that is `elliptic` is the speaker's, who is not in it.
    `is_of_thing`: of what is named, else of a person. `is_superlative`: a denial may praise ("nothing beats").
    """

    attribute: str
    sort: str
    cue: str
    against: str = ""
    sure: str = r"(?!)"
    nouns: tuple[str, ...] = ()
    before: str = ""
    behind: str = ""
    mine: str = r"(?!)"
    first: str = r"^ (?:is|has been|will be|was)\b"
    known: str = r"(?!)"
    known_with: str = r"(?!)"
    despite: str = r"(?!)"
    elliptic: str = r"(?!)"
    is_of_thing: bool = False
    is_superlative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """The cues of a language, the surest first, and how its sentences say of whom and when.

    `doubt` is in sentences that state nothing for sure, `denied` in clauses that deny (`is_denied_behind`: after
    what they deny; `is_denied_anywhere`: before or after it). `past` is in clauses about what is over, unless a day
    says until when. `heard` is hearsay, and cut off. `me` is the speaker; `others` are people without a name
    (`theirs` is what belongs to somebody, who may have one), `relation` somebody of the speaker's; `elliptic`
    sentences are the speaker's, who is not in them. `plain` are words that are no name though they begin with a
    capital. `whose` stands behind somebody who has something, `who` behind somebody who does something; `thing`
    stands behind a thing, `of_thing` before it, `topic` behind what all is about, `beside` behind what nothing is
    about; `kin` are people of somebody, who is not meant,
    `owned` what others have, whom the words around do not tell;
    `void` are no values of what somebody is or has. `names`
    finds names where letters do not tell them from other words. `ends_names`: endings stand apart from names, by
    which they are told from the words of every day that many of them are. `joins_dishes`: a dish has its name of
    several words, the last of which is a dish too. `since` and `until` stand behind a day or month, or before it.
    `ahead` is in what was settled of a day that is still to come. `meeting` is a weekday with a time, `price` an
    amount, `version` a number with a word for it. `in_names` is a word of every day that may be part of a name
    beside another one. `new` says that something was otherwise before. `foods` are dishes (the `value`), `kinds`
    the words for animals with the one name that all languages have. `amends` is in a correction, of whose words
    `empty` say nothing of the value; a part of it with `slip` is about nothing but the slip. `not_so` stands before
    a value that is taken back, `not_so_behind` behind it. A few words and a comma before a value take back too, but
    for those in `greets`. `surely` is in a correction whose value may be a trade or dish that nobody knows by
    heart. `trades` are trades with their endings (the `value`), `no_noun` is in what is neither a trade nor a dish.
    `team` stands behind a thing that a person's name may stand right before. `reason` is a clause that gives no
    more than the reason. What stands `apart` in a clause of its own puts nothing in doubt, unless it is
    `unsettled`. `owns` stands behind who may be meant, `opens` behind a day from which on it is so, whatever the
    tense; `ended` is in what was so until a day. `given_up` stands behind a value that is no longer so, `no_longer`
    denies nothing but what was before, `changed` is in what says that something is otherwise now. `leads` begins
    what looks like a value and is none of it. `proper` is a name of a thing for certain, `full_name` that of a
    person; who is called `no_person` is nobody, unless the words around say so. What is `headed` is a name, though it
    looks like another word, by its ending like one that is `inflected`; `year_end` is until the last year ended.
    What is `hollow` is no value of anything, what is `vague` none but of a `taste` or state; values of what is
    `counted` have a number or a day, something is in those of what is `placed`. A whole value may be a `town`, or a
    `trade`. A dish is made of what stands right before it (`of_a_dish`), by a `link`. A name that begins with what
    else is a particle has none behind one (`amid_a_name`). Around a name stands no `letter`; it may be `addressed`.
    `marks_topic` stands behind who is spoken of; `in_a_year` writes a day with its year. `instead` is what is not
    so, right before what is; `told_off` makes up what follows, or wants it to be forgotten.
    """

    cues: tuple[Cue, ...]
    doubt: str
    denied: str
    is_denied_behind: bool = False
    is_denied_anywhere: bool = False
    past: str
    heard: str
    me: str
    others: str
    theirs: str = r"(?!)"
    elliptic: str = r"(?!)"
    relation: str
    plain: str
    whose: str
    who: str
    thing: str
    of_thing: str = r"(?!)"
    topic: str = r"(?!)"
    beside: str = r"(?!)"
    kin: str = r"(?!)"
    owned: str = r"(?!)"
    void: str = r"(?!)"
    names: str = ""
    ends_names: bool = False
    joins_dishes: bool = False
    since_before: str = r"(?!)"
    since_behind: str = r"(?!)"
    until_before: str = r"(?!)"
    until_behind: str = r"(?!)"
    meeting: str
    weekdays: Mapping[str, str]
    price: str
    version: str
    month: str
    day: str
    ahead: str = r"(?!)"
    new: str
    amends: str
    empty: str
    slip: str = r"(?!)"
    not_so: str = r"(?!)"
    not_so_behind: str = r"(?!)"
    greets: str = ""
    surely: str = ""
    trades: str = r"(?!)"
    team: str = r"(?!)"
    in_names: str = ""
    no_noun: str = r"(?!)"
    reason: str = r"(?!)"
    owns: str = r""
    full_name: str = r"(?!)"
    apart: str = r"(?!)"
    unsettled: str = r"(?!)"
    opens: str = r"(?!)"
    ended: str = r"(?!)"
    given_up: str = r"(?!)"
    no_longer: str = r"(?!)"
    changed: str = r"(?!)"
    leads: str = r"(?!)"
    proper: str = r"(?!)"
    headed: str = r"(?!)"
    inflected: str = r"(?!)"
    year_end: str = r"(?!)"
    no_person: str = r"(?!)"
    hollow: str = r"(?!)"
    vague: str = r"(?!)"
    taste: str = r"(?!)"
    counted: str = r"(?!)"
    placed: str = r"(?!)"
    instead: str = r"(?!)"
    told_off: str = r"(?!)"
    of_a_dish: str = r"(?!)"
    amid_a_name: str = r"(?!)"
    link: str = ""
    letter: str = r"\w"
    addressed: str = ""
    marks_topic: str = r"(?!)"
    marks_topic_of_name: str = r"(?!)"
    in_a_year: str = "{day} {year}"
    town: str = r"(?!)"
    trade: str = r"(?!)"
    foods: str
    kinds: Mapping[str, str]


CUES: Mapping[str, Cues] = {code: read_table(Cues, code, "cues") for code in CODES}
