"""What a sentence states, thing by thing: each stands alone, and says which question it answers where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from memory.formation.classification import (
    CORRECTION,
    DECISION,
    FACT,
    PLAN,
    Classified,
    category_confidence,
    classify,
    compiled_pattern,
    is_question,
    matches_pattern,
)
from memory.formation.cued_attributes import clause_validity, cued_value
from memory.formation.entities import NamedEntity
from memory.formation.utterances import GivenValue, Statement, Utterance
from memory.language.analyser import has_cjk, is_silent, level
from memory.language.attribute_cues import ATTRIBUTE_CUES
from memory.language.dating.grammars import BY_CALENDAR
from memory.language.dating.said_dates import SaidDate, is_bare_weekday, iso_date, with_iso_dates
from memory.language.dating.said_times import clock
from memory.language.folders import FALLBACK
from memory.language.language_packs import TELLING_WORDS, TellingWords
from memory.language.pack_tables import NEVER, pattern_of_any_language, read_table
from memory.language.prose import Sentence, sentence_of, without
from memory.language.retelling import retell, shorten

_WHAT, _MY = "{what}", "my "
_MENTION = re.compile(r"<@!?(\w+)[^>]*>")
_MINE = pattern_of_any_language("marks", "mine")
_EDGES = " '\"“”«»()「」"


@dataclass(frozen=True, slots=True, kw_only=True)
class _AttributeRule:
    attribute: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _AttributeTable:
    """No value is `bad`; nothing is told where it is `denied`, and what is `off` is not read."""

    bad: re.Pattern[str]
    denied: re.Pattern[str]
    off: re.Pattern[str] = re.compile(NEVER)
    names: Mapping[str, str]
    rules: tuple[_AttributeRule, ...]

    def named(self, word: str) -> str:
        """By its one name for all languages, where it has one."""
        return self.names.get(word, word)


def find_attribute(folded: str, text: str, said: Utterance, dates: Sequence[SaidDate], code: str) -> GivenValue | None:
    """The first that a rule finds. `text` is what is folded, letter by letter; `dates` have their places in it."""
    table = _attribute_table(code)
    read = table.off.sub(lambda match: " " * len(match[0]), folded)
    if table.denied.search(read):
        return None
    for rule in table.rules:
        for match in rule.pattern.finditer(read):
            if found := _found(match, rule.attribute, text, said, dates, table):
                return found
    return None


def _found(
    match: re.Match[str], attribute: str, text: str, said: Utterance, dates: Sequence[SaidDate], table: _AttributeTable
) -> GivenValue | None:
    groups = {name: item for name, item in match.groupdict().items() if item}
    name = next((item for item in ("value", "proper", "proper2") if item in groups), "")
    start, end = match.span(name) if name else (0, 0)
    if name.startswith("proper"):
        end = _capitals(text, start, end)
    value = match.string[start:end].strip(_EDGES)
    if not value or table.bad.match(value):
        return None
    what = groups.get("what") or groups.get("what2") or ""
    if attribute.startswith(_WHAT):
        subject, attribute = _of_thing(attribute, what, groups.get("thing", "").strip(), table)
    else:
        subject = _whose(groups.get("of", ""), said, table)
        attribute = table.named(attribute.removeprefix(_MY).replace(_WHAT, table.named(what)))
    if not subject:
        return None
    read = value if attribute == "birthday" else _normal(value, start, end, dates)
    return GivenValue(subject=subject, attribute=attribute, value=read, start=start, end=end)


def _of_thing(attribute: str, what: str, thing: str, table: _AttributeTable) -> tuple[str, str]:
    """The release of "release date", the payments team of "payments lead"; of a port alone the port."""
    if attribute != _WHAT:
        return what, attribute.removeprefix(_WHAT).strip()
    of, _, named = what.rpartition(" ")
    named = table.named(named)
    return (of, named) if (of := thing or of) else (named, "")


def _whose(of: str, said: Utterance, table: _AttributeTable) -> str:
    """Empty where nobody knows."""
    of = of.strip()
    if not of:
        return said.person
    if mentioned := _MENTION.fullmatch(of):
        return said.workspace + mentioned[1].upper()
    if mine := _MINE.match(of):
        return f"{said.person} {table.named(of[mine.end() :])}"
    if of in table.names:
        return f"{said.person} {table.names[of]}"
    return "" if is_silent(of) else of


def _capitals(text: str, start: int, end: int) -> int:
    """Where the words with a capital end; all of it where a script has none."""
    words = text[start:end].split(" ")
    if has_cjk(text[start:end]):
        return end
    kept = 0
    while kept < len(words) and words[kept][:1].isupper():
        kept += 1
    return start + len(" ".join(words[:kept]))


def _normal(value: str, start: int, end: int, dates: Sequence[SaidDate]) -> str:
    for said in dates:
        within = min(said.end, end) - max(said.start, start)
        if not said.unsure and within * 2 > end - start:
            return iso_date(said)
    return clock(value)


@cache
def _attribute_table(code: str) -> _AttributeTable:
    return read_table(_AttributeTable, code, "attributes")


# --- statements -----------------------------------------------------------------------------------------------------


REPORTED, QUOTED = "reported", "quoted"
"""Whose word a clause is, where it is not the speaker's own: another's that is told, or that stands between marks."""


@dataclass(frozen=True, kw_only=True)
class StatementContext:
    """A message while what it states is taken from it: its days and names have their places in the message."""

    said: Utterance
    code: str
    dates: Sequence[SaidDate] = ()
    entities: Sequence[NamedEntity] = ()
    values: dict[tuple[int, int], GivenValue | None] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def speech(self) -> str:
        """The language whose attributes are read: German speaks for itself."""
        folded = level(self.said.text)
        own = (code for code, grammar in BY_CALENDAR.items() if grammar.sign.search(folded))
        return next(own, self.code) if self.code == FALLBACK else self.code

    @cached_property
    def telling(self) -> TellingWords:
        return TELLING_WORDS[self.code]

    def dates_in(self, part: Sentence) -> list[SaidDate]:
        """With their places in the part; without the weekday on which something is every week."""
        recurs = compiled_pattern(self.telling.recurring).search(part.folded)
        inside = (
            date
            for date in self.dates
            if part.start <= date.start and date.end <= part.end and not (recurs and is_bare_weekday(date))
        )
        return [replace(date, start=date.start - part.start, end=date.end - part.start) for date in inside]

    def names_in(self, part: Sentence) -> tuple[str, ...]:
        return tuple(entity.uri for entity in self.entities if part.start <= entity.start and entity.end <= part.end)


def state(kept: Sequence[Classified], context: StatementContext) -> Iterator[Statement]:
    return (_statement(part, context) for classified in kept for part in split_clauses(classified, context))


def split_clauses(classified: Classified, context: StatementContext) -> list[Classified]:
    """Clauses that are joined by "and", where each of them has a statement of its own."""
    sentence = classified.sentence
    joints = [match.span() for match in compiled_pattern(context.telling.and_).finditer(sentence.folded)]
    if not joints:
        return [classified]
    starts, ends = (0, *(end for _, end in joints)), (*(start for start, _ in joints), len(sentence.text))
    parts = [sentence_of(sentence.text, *place, sentence.start) for place in zip(starts, ends, strict=True)]
    judged = [classify(part, context.said) for part in parts]
    slots = {given.slot for part in parts if (given := stated_value(part, context))}
    if len(slots) == len(parts):
        return [replace(item, category=item.category or FACT) for item in judged]
    return judged if all(item.category for item in judged) else [classified]


def _statement(classified: Classified, context: StatementContext) -> Statement:
    part, said = classified.sentence, context.said
    source, dates, given = (
        _attributed(part.folded, context.telling),
        context.dates_in(part),
        stated_value(part, context),
    )
    category = _settled(classified, dates, said)
    if given and source and not given.is_reported:
        given = None  # it is another's value
    lasts = given is not None and not given.slot.endswith(("date", "time", "deadline"))
    times = (given and given.valid) or clause_validity(
        part.folded, dates, category, said.at, context.telling, is_state=lasts
    )
    is_own = not source and matches_pattern(context.telling.personal, part.folded)
    subject = given.subject if given else said.person if is_own else ""
    is_new = given is not None and given.is_new and ":" not in subject and not times.until
    text = with_iso_dates(part.text, dates)
    if source != QUOTED:  # between quotation marks "I" is another
        text = retell(text, said.speaker, context.code, is_about_speaker=subject == said.person)
    return Statement(
        text=shorten(text),
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
        confidence=category_confidence(category, classified.share),
        start=part.start,
        end=part.end,
    )


def _settled(classified: Classified, dates: Sequence[SaidDate], said: Utterance) -> str:
    """What people decide or plan is more likely that than all else together, or has a day ahead; in doubt it is a
    fact. What the anima says of itself is its word."""
    if classified.category not in (DECISION, PLAN) or said.own:
        return classified.category
    ends = [date.last for date in dates if date.last and not date.unsure]
    if classified.category == PLAN and ends:
        return PLAN if max(ends) >= said.at.date() else FACT
    return classified.category if classified.share > 0.5 else FACT


def stated_value(part: Sentence, context: StatementContext) -> GivenValue | None:
    """What a cue tells, else what an attribute's pattern finds; looked for once in each part."""
    place = part.start, part.end
    if place not in context.values:
        context.values[place] = None if _gives_none(part.folded, context) else _value(part, context)
    return context.values[place]


def _gives_none(folded: str, context: StatementContext) -> bool:
    """It asks for one, makes one up, or wants it forgotten."""
    return is_question(folded) or compiled_pattern(ATTRIBUTE_CUES[context.code].told_off).search(folded) is not None


def _value(part: Sentence, context: StatementContext) -> GivenValue | None:
    """Who moves to a product still lives where they did."""
    dates = context.dates_in(part)
    instead = compiled_pattern(ATTRIBUTE_CUES[context.code].instead).finditer(part.folded)
    text = without(part.text, [match.span() for match in instead])
    found = cued_value(text, context.said, dates, context.code)
    if found and found.attribute == "home":
        start, end = part.start + found.start, part.start + found.end
        if any(entity.uri.startswith("entity://tech/") and start <= entity.start < end for entity in context.entities):
            found = None
    return found or find_attribute(part.folded, part.text, context.said, dates, context.speech)


def _attributed(folded: str, telling: TellingWords) -> str:
    """QUOTED or REPORTED where something tells that it is another's word."""
    for kind, pattern in ((QUOTED, telling.quoted), (REPORTED, telling.reported)):
        if match := compiled_pattern(pattern).search(folded):
            groups = match.groupdict()
            said = next(name for name in ("what", "what2", "what3") if groups.get(name))
            if (groups.get(said.replace("what", "who")) or "") not in telling.oneself:
                return kind
    return ""
