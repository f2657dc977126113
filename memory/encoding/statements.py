"""What a sentence states, thing by thing: each stands alone, and says which question it answers where there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from memory.encoding.attribution import QUOTED, REPORTED, Attribution, attributed
from memory.encoding.classification import FACT, PLAN, Classified, classify, compiled, confidence, is_question
from memory.encoding.cued import CUES, Cued, cued
from memory.encoding.entities import Entity
from memory.encoding.hollow import solid
from memory.encoding.rewriting import retold, shortened
from memory.encoding.said import Said, Statement
from memory.encoding.sentences import Sentence, sentence_of
from memory.encoding.slots import Slot, Speaking, first_slot, told_in
from memory.encoding.stated_value import is_weekday, normal, with_days
from memory.encoding.validity_of import valid
from memory.languages.cues import Cues
from memory.languages.en_slots import ENGLISH_SLOTS
from memory.languages.forming import Forming, Slots
from memory.languages.ja_slots import JAPANESE_SLOTS
from memory.languages.said_dates import SaidDate, said_dates
from memory.languages.telling import TELLING, Telling
from memory.languages.tr_slots import TURKISH_SLOTS

_LEAST_WORDS = {"tr": 2}  # its verbs tell who
_LEAST_WORDS_ELSEWHERE = 3
_LEAST_LETTERS = 5
_LEAST_TOLD = 2
SLOTS = {"en": ENGLISH_SLOTS, "ja": JAPANESE_SLOTS, "tr": TURKISH_SLOTS}


@dataclass(frozen=True, kw_only=True)
class Context:
    """A message while what it states is taken from it: its days and names have their places in the message."""

    said: Said
    forming: Forming
    dates: Sequence[SaidDate] = ()
    entities: Sequence[Entity] = ()
    cues: dict[tuple[int, int], Cued | None] = field(default_factory=dict, compare=False, repr=False)
    asked: dict[tuple[str, Speaking], Slot | None] = field(default_factory=dict, compare=False, repr=False)
    valueless: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def telling(self) -> Telling:
        return TELLING[self.forming.code]

    @cached_property
    def slots(self) -> Slots:
        return SLOTS[self.forming.code]

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
    referent = ""
    for classified in kept:
        for part in parted(classified, context):
            statement = _statement(part, context, referent)
            if statement.subject and statement.subject != context.said.person:
                referent = statement.subject
            yield statement


def parted(classified: Classified, context: Context) -> list[Classified]:
    """Clauses that are joined by "and", where each of them has a statement of its own, or a value."""
    return [part for one in _joined(classified, context) for part in _listed(one, context)]


def _listed(classified: Classified, context: Context) -> list[Classified]:
    """What gives values of several attributes; whatever gives none goes with what stands before it."""
    sentence, telling = classified.sentence, context.telling
    between = [match.span() for match in compiled(telling.lists).finditer(sentence.folded)]
    if not between or compiled(telling.shared).search(sentence.folded):
        return [classified]
    by_cue = told_by_cue(sentence, context)
    if by_cue and ":" not in by_cue.subject:  # of a thing it tells but one
        return [classified]
    if not is_told(sentence, context):  # a sentence that gives no value seldom has clauses that do, and most give none
        return [classified]
    starts = [0, *(end for _, end in between)]
    ends = [*(start for start, _ in between), len(sentence.text)]
    clauses = [_completed(sentence, start, end, context) for start, end in zip(starts, ends, strict=True)]
    slots = [_told_slot(clause, context) for clause in clauses]
    telling_at = [number for number, slot in enumerate(slots) if slot and slot not in slots[:number]]
    if len(telling_at) < _LEAST_TOLD or (by_cue and by_cue.slot not in slots):
        return [classified]
    found = []
    for number, after in zip(telling_at, [*telling_at[1:], len(clauses)], strict=True):
        whole = _completed(sentence, starts[number], ends[after - 1], context)
        part = whole if _told_slot(whole, context) == slots[number] else clauses[number]
        judged = classify(part, context.said)
        found.append(judged if judged.category else replace(judged, category=FACT))
    return found


def _told_slot(part: Sentence, context: Context) -> str:
    by_cue = told_by_cue(part, context)
    by_slot = None if by_cue else told_by_slot(part, context)
    return by_cue.slot if by_cue else by_slot.name if by_slot else ""


def _completed(sentence: Sentence, start: int, end: int, context: Context) -> Sentence:
    """With the speaker ahead of a verb that shares the one of the clause before."""
    part, telling = _clause(sentence, start, end), context.telling
    before = part.start - sentence.start
    who = compiled(telling.elided).search(part.folded) and compiled(telling.elides).search(sentence.folded, 0, before)
    if not who or before < len(telling.i):
        return part
    return replace(
        part, text=telling.i + part.text, folded=telling.i.lower() + part.folded, start=part.start - len(telling.i)
    )


def _joined(classified: Classified, context: Context) -> list[Classified]:
    sentence = classified.sentence
    start, found = 0, []
    for match in compiled(context.telling.and_).finditer(sentence.folded):
        found.append((start, match.start()))
        start = match.end()
    if not found:
        return [classified]
    found.append((start, len(sentence.text)))
    parts = [_clause(sentence, *place) for place in found]
    if any(_is_too_short(part, context.forming.code) for part in parts) or _tells_as_a_whole(sentence, parts, context):
        return [classified]
    judged = [classify(part, context.said) for part in parts]
    return judged if len(judged) > 1 and all(one.category for one in judged) else [classified]


def _tells_as_a_whole(sentence: Sentence, parts: Sequence[Sentence], context: Context) -> bool:
    """What it tells is in none of the clauses alone: one names what has changed, the next what it is now."""
    whole = told_by_cue(sentence, context)
    return whole is not None and not any(
        (told := told_by_cue(part, context)) is not None and told.slot == whole.slot for part in parts
    )


def _is_too_short(part: Sentence, code: str) -> bool:
    """Who and what it says of them cannot both be in it."""
    if code == "ja":
        return len(part.text) < _LEAST_LETTERS
    return len(part.text.split()) < _LEAST_WORDS.get(code, _LEAST_WORDS_ELSEWHERE)


def _clause(sentence: Sentence, start: int, end: int) -> Sentence:
    part = sentence_of(sentence.text, start, end)
    return replace(part, start=sentence.start + part.start, end=sentence.start + part.end)


def _statement(classified: Classified, context: Context, referent: str) -> Statement:
    part, said = classified.sentence, context.said
    source = attributed(part.folded, context.telling, context.forming.personal)
    dates = context.dates_in(part)
    found = told_by_cue(part, context)
    if found and (not source.kind or found.is_reported or _is_of_name(found, source, context, part)):
        return _cued(classified, found, context, dates)
    slot = _slot(part, source, context, referent)
    times = valid(
        part.folded,
        dates,
        classified.category,
        said.at,
        context.telling,
        has_state=_has_state(slot),
        told=told_in(part.folded, slot) if slot else (0, len(part.folded)),
    )
    is_later = classified.category == PLAN and slot is not None and _has_state(slot) and times.from_ is None
    if slot is None or is_later:  # what is only meant to come some time is not so yet
        slot = None
    subject = (slot.of or slot.attribute) if slot else (said.person if _is_about_speaker(part, source, context) else "")
    return Statement(
        text=_standing_alone(with_days(part.text, dates), source, context, is_about_speaker=subject == said.person),
        category=classified.category,
        subject=subject,
        slot=slot.name if slot else "",
        value=normal(slot, dates, context.telling) if slot else "",
        valid_from=times.from_,
        valid_until=None if slot and classified.category == PLAN and times.from_ is None else times.until,
        reported=source.kind,
        entities=context.names_in(part),
        corrects=classified.corrects or (slot is not None and instead_in(part.folded, context) is not None),
        confidence=confidence(classified.category, classified.share),
        start=part.start,
        end=part.end,
    )


def _is_of_name(found: Cued, source: Attribution, context: Context, part: Sentence) -> bool:
    """Who "says Bello to the dog" is not quoted; nor is who "asks for my number: 555 0147"."""
    if source.kind == QUOTED and compiled(context.forming.personal).search(part.folded, source.start, source.end):
        return False
    return found.attribute.endswith(" name") or (found.attribute == "phone" and source.start > 0)


def told_by_cue(part: Sentence, context: Context) -> Cued | None:
    """Looked for once in each part."""
    place = part.start, part.end
    if place not in context.cues:
        context.cues[place] = None if gives_no_value(part.folded, context) else _cued_in(part, context)
    return context.cues[place]


def _cued_in(part: Sentence, context: Context) -> Cued | None:
    code = context.forming.code
    if gone := instead_in(part.folded, context):
        text = _without(part.text, gone)
        return cued(text, context.said, said_dates(text, context.said.at), code)
    found = cued(part.text, context.said, context.dates_in(part), code)
    return None if found and _is_a_product(found, part, context) else found


def _is_a_product(found: Cued | Slot, part: Sentence, context: Context) -> bool:
    """Who moves to one still lives where they did."""
    if found.attribute != "home":
        return False
    products = (one for one in context.entities if one.uri.startswith("entity://tech/"))
    return any(part.start + found.start <= one.start < part.start + found.end for one in products)


def gives_no_value(folded: str, context: Context) -> bool:
    """It asks for one, makes one up, or wants it forgotten."""
    if folded not in context.valueless:
        told_off = compiled(CUES[context.forming.code].told_off)
        context.valueless[folded] = is_question(folded) or told_off.search(folded) is not None
    return context.valueless[folded]


def instead_in(folded: str, context: Context) -> tuple[int, int] | None:
    """Where the clause says what is not so, right before what is: "not Rex but"."""
    match = compiled(CUES[context.forming.code].instead).search(folded)
    return match.span() if match else None


def _without(text: str, gone: tuple[int, int]) -> str:
    return text[: gone[0]] + text[gone[1] :]


def told_by_slot(part: Sentence, context: Context) -> Slot | None:
    """As the speaker's own word."""
    speaking = Speaking(person=context.said.person, workspace=context.said.workspace)
    return slot_in(part.folded, part.text, speaking, context)


def is_told(part: Sentence, context: Context) -> bool:
    """It gives the value of an attribute."""
    return told_by_cue(part, context) is not None or told_by_slot(part, context) is not None


def slot_in(folded: str, text: str, speaking: Speaking, context: Context) -> Slot | None:
    """Looked for once in each clause; what is put in doubt, or is a joke, gives no value. `text` is what is folded."""
    asked = folded, speaking
    if asked not in context.asked:
        context.asked[asked] = _slot_in(folded, text, speaking, context)
    return context.asked[asked]


def _slot_in(folded: str, text: str, speaking: Speaking, context: Context) -> Slot | None:
    language = CUES[context.forming.code]
    if compiled(language.doubt).search(folded) or gives_no_value(folded, context):
        return None
    gone = instead_in(folded, context) or (0, 0)
    folded, text = _without(folded, gone), _without(text, gone)
    found = first_slot(folded, speaking, context.slots, context.telling.denied)
    if found and not _is_void(found, folded, speaking, language):
        found = solid(found, folded, text, language)
        length = gone[1] - gone[0] if found and found.start >= gone[0] else 0
        return replace(found, start=found.start + length, end=found.end + length) if found else None
    return None


def _is_void(found: Slot, folded: str, speaking: Speaking, language: Cues) -> bool:
    """It is about somebody of somebody, or gives no value of what a person is or has."""
    if (found.of == speaking.person or "'" in found.of) and compiled(language.kin).search(folded):
        return True
    is_owned = found.attribute.endswith(("home", "employer", "job", "lead", "name", "doctor"))
    return is_owned and compiled(language.void).search(found.value) is not None


def _cued(classified: Classified, found: Cued, context: Context, dates: Sequence[SaidDate]) -> Statement:
    """However it is worded; what is new of a thing corrects whoever told it first."""
    part, said, is_person = classified.sentence, context.said, ":" in found.subject
    text = with_days(part.text, dates)
    return Statement(
        text=retold(text, said.speaker, context.forming.code, is_about_speaker=found.subject == said.person),
        category=classified.category,
        subject=found.subject,
        slot=found.slot,
        value=found.value,
        valid_from=found.valid.from_,
        valid_until=found.valid.until,
        reported=REPORTED if found.is_reported else "",
        entities=context.names_in(part),
        corrects=classified.corrects
        or instead_in(part.folded, context) is not None
        or (found.is_new and not is_person and not found.valid.until),
        confidence=confidence(classified.category, classified.share),
        start=part.start,
        end=part.end,
    )


def _slot(part: Sentence, source: Attribution, context: Context, referent: str) -> Slot | None:
    """In the words of another "I" is the other."""
    said, folded = context.said, part.folded
    if source.kind and gives_no_value(folded, context):
        return None
    person = said.person if not source.kind else _who(source, context, referent)
    is_personal = compiled(context.forming.personal).search(folded, source.start, source.end)
    if source.kind and is_personal and (not person or (source.kind == REPORTED and context.telling.is_indirect)):
        return None
    speaking = Speaking(person=person, workspace=said.workspace, referent=source.who or referent)
    inner = folded[source.start : source.end]
    found = slot_in(inner, part.text[source.start : source.end], speaking, context)
    found = replace(found, start=found.start + source.start, end=found.end + source.start) if found else None
    return None if found and _is_a_product(found, part, context) else found


def _who(source: Attribution, context: Context, referent: str) -> str:
    """Empty where it is not sure who is quoted."""
    if compiled(context.slots.theirs).search(source.who):
        return referent
    return "" if compiled(context.slots.nobody).search(source.who) else source.who


def _standing_alone(text: str, source: Attribution, context: Context, *, is_about_speaker: bool) -> str:
    """Between quotation marks "I" is another."""
    if source.kind == QUOTED:
        return shortened(text)
    return retold(text, context.said.speaker, context.forming.code, is_about_speaker=is_about_speaker)


def _has_state(slot: Slot | None) -> bool:
    return slot is not None and not slot.attribute.endswith(("date", "time", "deadline"))


def _is_about_speaker(part: Sentence, source: Attribution, context: Context) -> bool:
    return not source.kind and compiled(context.forming.personal).search(part.folded) is not None
