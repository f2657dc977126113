"""What a sentence states, thing by thing: each stands alone, and says which question it answers where there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from memory.encoding.attributes import attribute_in
from memory.encoding.classification import (
    CORRECTION,
    DECISION,
    FACT,
    PLAN,
    Classified,
    classify,
    compiled,
    confidence,
    is_question,
    says,
)
from memory.encoding.cued import cued
from memory.encoding.naming import Entity
from memory.encoding.prose import without
from memory.encoding.said import Given, Said, Statement
from memory.encoding.sentences import Sentence, sentence_of
from memory.encoding.validity_of import valid
from memory.languages.analyser import level
from memory.languages.catalogue import FIRST, TELLING, Telling
from memory.languages.cues import CUES
from memory.languages.dating.catalogue import BY_CALENDAR
from memory.languages.retelling import retold, shortened
from memory.languages.said_dates import SaidDate, is_weekday, rewritten

REPORTED, QUOTED = "reported", "quoted"
"""Whose word a clause is, where it is not the speaker's own: another's that is told, or that stands between marks."""


@dataclass(frozen=True, kw_only=True)
class Context:
    """A message while what it states is taken from it: its days and names have their places in the message."""

    said: Said
    code: str
    dates: Sequence[SaidDate] = ()
    entities: Sequence[Entity] = ()
    values: dict[tuple[int, int], Given | None] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def speech(self) -> str:
        """The language whose attributes are read: German speaks for itself."""
        folded = level(self.said.text)
        own = (code for code, grammar in BY_CALENDAR.items() if grammar.sign.search(folded))
        return next(own, self.code) if self.code == FIRST else self.code

    @cached_property
    def telling(self) -> Telling:
        return TELLING[self.code]

    def dates_in(self, part: Sentence) -> list[SaidDate]:
        """With their places in the part; without the weekday on which something is every week."""
        recurs = compiled(self.telling.recurring).search(part.folded)
        inside = (
            date
            for date in self.dates
            if part.start <= date.start and date.end <= part.end and not (recurs and is_weekday(date))
        )
        return [replace(date, start=date.start - part.start, end=date.end - part.start) for date in inside]

    def names_in(self, part: Sentence) -> tuple[str, ...]:
        return tuple(one.uri for one in self.entities if part.start <= one.start and one.end <= part.end)


def statements(kept: Sequence[Classified], context: Context) -> Iterator[Statement]:
    return (_statement(part, context) for classified in kept for part in parted(classified, context))


def parted(classified: Classified, context: Context) -> list[Classified]:
    """Clauses that are joined by "and", where each of them has a statement of its own."""
    sentence = classified.sentence
    joints = [match.span() for match in compiled(context.telling.and_).finditer(sentence.folded)]
    if not joints:
        return [classified]
    starts, ends = (0, *(end for _, end in joints)), (*(start for start, _ in joints), len(sentence.text))
    parts = [sentence_of(sentence.text, *place, sentence.start) for place in zip(starts, ends, strict=True)]
    judged = [classify(part, context.said) for part in parts]
    slots = {given.slot for part in parts if (given := value_in(part, context))}
    if len(slots) == len(parts):
        return [replace(one, category=one.category or FACT) for one in judged]
    return judged if all(one.category for one in judged) else [classified]


def _statement(classified: Classified, context: Context) -> Statement:
    part, said = classified.sentence, context.said
    source, dates, given = _attributed(part.folded, context.telling), context.dates_in(part), value_in(part, context)
    category = _settled(classified, dates, said)
    if given and source and not given.is_reported:
        given = None  # it is another's value
    lasts = given is not None and not given.slot.endswith(("date", "time", "deadline"))
    times = (given and given.valid) or valid(part.folded, dates, category, said.at, context.telling, is_state=lasts)
    is_own = not source and says(context.telling.personal, part.folded)
    subject = given.subject if given else said.person if is_own else ""
    is_new = given is not None and given.is_new and ":" not in subject and not times.until
    text = rewritten(part.text, dates)
    if source != QUOTED:  # between quotation marks "I" is another
        text = retold(text, said.speaker, context.code, is_about_speaker=subject == said.person)
    return Statement(
        text=shortened(text),
        category=category,
        otherwise=classified.otherwise,
        subject=subject,
        slot=given.slot if given else "",
        value=given.value if given else "",
        valid_from=times.from_,
        valid_until=times.until,
        reported=REPORTED if given and given.is_reported else source,
        entities=context.names_in(part),
        corrects=category == CORRECTION or is_new,  # what is new of a thing corrects whoever told it first
        confidence=confidence(category, classified.share),
        start=part.start,
        end=part.end,
    )


def _settled(classified: Classified, dates: Sequence[SaidDate], said: Said) -> str:
    """What people decide or plan is more likely that than all else together, or has a day ahead; in doubt it is a
    fact. What the anima says of itself is its word."""
    if classified.category not in (DECISION, PLAN) or said.own:
        return classified.category
    ends = [date.last for date in dates if date.last and not date.unsure]
    if classified.category == PLAN and ends:
        return PLAN if max(ends) >= said.at.date() else FACT
    return classified.category if classified.share > 0.5 else FACT


def value_in(part: Sentence, context: Context) -> Given | None:
    """What a cue tells, else what an attribute's pattern finds; looked for once in each part."""
    place = part.start, part.end
    if place not in context.values:
        context.values[place] = None if _gives_none(part.folded, context) else _value(part, context)
    return context.values[place]


def _gives_none(folded: str, context: Context) -> bool:
    """It asks for one, makes one up, or wants it forgotten."""
    return is_question(folded) or compiled(CUES[context.code].told_off).search(folded) is not None


def _value(part: Sentence, context: Context) -> Given | None:
    """Who moves to a product still lives where they did."""
    dates = context.dates_in(part)
    instead = compiled(CUES[context.code].instead).finditer(part.folded)
    text = without(part.text, [match.span() for match in instead])
    found = cued(text, context.said, dates, context.code)
    if found and found.attribute == "home":
        start, end = part.start + found.start, part.start + found.end
        if any(one.uri.startswith("entity://tech/") and start <= one.start < end for one in context.entities):
            found = None
    return found or attribute_in(part.folded, part.text, context.said, dates, context.speech)


def _attributed(folded: str, telling: Telling) -> str:
    """QUOTED or REPORTED where something tells that it is another's word."""
    for kind, pattern in ((QUOTED, telling.quoted), (REPORTED, telling.reported)):
        if match := compiled(pattern).search(folded):
            groups = match.groupdict()
            said = next(name for name in ("what", "what2", "what3") if groups.get(name))
            if (groups.get(said.replace("what", "who")) or "") not in telling.oneself:
                return kind
    return ""
