"""Corrections: what people do about memories besides telling something: confirm, refuse, take back, edit, delete.

Pure but for what it asks of the facts; what it returns are notes of the memory log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import TypeAlias

from memory.archive.memory_log import MemoryNote
from memory.formation.classification import FACT, Classified, code_of
from memory.formation.known_facts import KnownFacts
from memory.formation.message_span import SURELY_MEANT, meant, meant_span
from memory.formation.self_corrections import self_correction
from memory.formation.statements import StatementContext, split_clauses
from memory.formation.utterances import Utterance
from memory.language.analyser import fold, is_silent
from memory.language.pack_tables import pattern_of_any_language, words_of
from memory.language.prose import Sentence, sentence_of, sentences, spoken
from memory.vocabulary.cue import MemoryEffect
from memory.vocabulary.fact import REFUTED, RETRACTED, USED, Fact, FactChange, Use
from memory.vocabulary.scripts import HAN, HIRAGANA, KATAKANA, MIDDLE_DOT

TellsForgotten: TypeAlias = Callable[[str], bool]
"""Whether a clause, a sentence or a text tells what is to be forgotten."""

_EVER = datetime.min.replace(tzinfo=UTC)
_JOINTS = pattern_of_any_language("telling", "and_")


def text_without(text: str, person: str, tells: TellsForgotten) -> str:
    """The message without what tells it; empty where nothing is left that says anything."""
    said = spoken(text)
    context = StatementContext(
        said=Utterance(id="", text=text, at=_EVER, person=person, speaker=""), code=code_of(said)
    )
    gone = [span for sentence in sentences(said) for span in _told(sentence, context, tells)]
    if not gone:
        return ""
    kept, at = list[str](), 0
    for start, end in gone:
        kept.append(text[at:start])
        at = end
    left = "".join((*kept, text[at:])).strip()
    if spoken(left) != left and tells(left):
        return ""
    return left if any(map(str.isalnum, left)) else ""


def _told(sentence: Sentence, context: StatementContext, tells: TellsForgotten) -> Iterator[tuple[int, int]]:
    """The spans of the message that go with it: a clause with what joins it to the next one, the last one with what
    joins it to the one before."""
    clauses = [
        split_clause.sentence
        for split_clause in split_clauses(Classified(sentence=sentence, category=FACT, share=1.0), context)
    ]
    if len(clauses) == 1:
        clauses = _joined(sentence)
    told = [tells(clause.text) for clause in clauses]
    if not any(told) and not tells(sentence.text):
        return
    if all(told) or not any(told):
        yield sentence.start, sentence.end
        return
    last = max(number for number, is_told in enumerate(told) if not is_told)
    for number, clause in enumerate(clauses[:last]):
        if told[number]:
            yield clause.start, clauses[number + 1].start
    if last + 1 < len(clauses):
        marks = sum(1 for _ in takewhile(lambda letter: not letter.isalnum(), reversed(sentence.text)))
        yield clauses[last].end, sentence.end - marks


def _joined(sentence: Sentence) -> list[Sentence]:
    """Its parts between the words that join clauses in any language, whether they stand alone or not: only what is
    meant goes."""
    joints = [joint.span() for joint in _JOINTS.finditer(sentence.folded)]
    starts, ends = [0, *(end for _, end in joints)], [*(start for start, _ in joints), len(sentence.text)]
    spans = [(start, end) for start, end in zip(starts, ends, strict=True) if sentence.text[start:end].strip()]
    return [sentence_of(sentence.text, *span, sentence.start) for span in spans]


# --- amends ---------------------------------------------------------------------------------------------------------


CONFIRMED = "confirmed"
FORGET = "forget"

_UNCHANGING = re.compile(rf"[{HAN}{KATAKANA}{MIDDLE_DOT}]+|[^\W{HAN}{HIRAGANA}{KATAKANA}{MIDDLE_DOT}_]+")
"""Of Japanese what has no endings."""
_ONESELF = words_of("telling", "oneself")
_MOST = 0.5
"""More of its words than that, and a clause tells a fact."""
_ENOUGH, _ALIKE = 0.5, 0.9
"""A share of the words from which something may be meant; what has nearly as many as the best is meant as much."""
_MOST_ASKED = 5
_STEM = 4
"""So many letters of a word are the same with every ending, at least; of a shorter one all."""


def judge_memories(
    memories: Sequence[str], was_right: bool, event: str, audience: str, now: datetime
) -> Iterator[MemoryNote]:
    """A person called these memories right, or wrong; `event` is where they did."""
    if memories:
        type, how = (USED, CONFIRMED) if was_right else (REFUTED, "")
        yield Use(ts=now, key=f"{event}/{type}", type=type, ids=tuple(memories), how=how, audience=audience)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedOut:
    """The notes that a wish makes, and what is to be said of it. `choices` are the events that may be meant."""

    effect: MemoryEffect
    notes: tuple[MemoryNote, ...] = ()
    choices: tuple[str, ...] = ()


def forget(said: Utterance, known: KnownFacts, now: datetime) -> CarriedOut:
    """What the wish means by its words: where it names nothing, what the person said last; all that tells the whole of
    it; else what tells most of it, if that is one thing."""
    wanted = _telling(meant(said.text, FORGET))
    if not wanted:
        return _forget_last(said, known, now)
    turns = {turn.id: turn.text for turn in known.turns_of(said.person, wanted) if turn.id != said.id}
    facts = known.of_person(said.person, _EVER)
    beside = _telling(said.text.replace(meant(said.text, FORGET), " "))
    texts = {**turns, **{fact.id: fact.text for fact in facts}}
    shares = {id: _share_of(wanted, text) for id, text in texts.items()}
    best = max(shares.values(), default=0.0)
    if best < _ENOUGH and meant_span(said.text, FORGET, SURELY_MEANT) is None:
        return _forget_last(said, known, now)
    if best < _ENOUGH:
        return CarriedOut(effect=MemoryEffect(kind="nothing_to_forget"))
    found = _nearest({id: texts[id] for id, share in shares.items() if share >= best * _ALIKE}, beside)
    chosen = [fact for fact in facts if fact.id in found]
    events = dict.fromkeys([*(id for id in turns if id in found), *known.said_in(chosen)])
    if best < 1.0 and len(events) > 1:
        asked = tuple(dict.fromkeys(known.words(event) for event in events))[:_MOST_ASKED]
        return CarriedOut(effect=MemoryEffect(kind="which_to_forget", told=asked), choices=tuple(events)[:_MOST_ASKED])
    tells = partial(_tells_most, wanted, best * _ALIKE)
    told = {event: tells for event in events if tells(known.words(event))}
    others = [fact for fact in chosen if told.keys().isdisjoint(known.said_in([fact]))]
    taken = take_out(others, known, told)
    beside_those = [
        fact
        for event in told
        for fact in known.of_sources([event])
        if _share_of(wanted, fact.text) > _share_of(wanted, taken.left.get(event, ""))
    ]
    gone = {fact.id: fact for fact in (*taken.facts, *chosen, *beside_those)}
    note = _forgotten(tuple(gone.values()), taken.turns, said, now, taken.left)
    return CarriedOut(effect=MemoryEffect(kind="forgot"), notes=(note,))


def _nearest(texts: Mapping[str, str], beside: Sequence[str]) -> frozenset[str]:
    """Those that have most of the words which stand in the wish beside what is meant."""
    counts = {id: sum(_occur([word], text) for word in beside) for id, text in texts.items()}
    return frozenset(id for id, count in counts.items() if count == max(counts.values()))


def _tells_most(wanted: Sequence[str], least: float, text: str) -> bool:
    return _share_of(wanted, text) >= least


def forget_chosen(said: Utterance, choices: Sequence[str], known: KnownFacts, now: datetime) -> CarriedOut | None:
    """The answer to "which?": the number of one, or words that one of them has and the others have not."""
    texts = [known.words(event) for event in choices]
    number = said.text.strip().rstrip(".")
    at = int(number) - 1 if number.isdecimal() and len(number) == 1 else -1
    if not 0 <= at < len(choices):
        wanted = _telling(said.text)
        shares = [_share_of(wanted, text) for text in texts]
        best = max(shares, default=0.0)
        if not best or shares.count(best) > 1:
            return None
        at = shares.index(best)
    told = known.of_sources([choices[at]])
    return CarriedOut(effect=MemoryEffect(kind="forgot"), notes=(_forgotten(told, (choices[at],), said, now),))


def _share_of(wanted: Sequence[str], text: str) -> float:
    """How many of the words stand in the text, 0 … 1."""
    return sum(_occur([word], text) for word in wanted) / len(wanted) if wanted else 0.0


def _forget_last(said: Utterance, known: KnownFacts, now: datetime) -> CarriedOut:
    """The person's own facts of the last message of theirs that told any, or what they said last, with all words that
    told it; once, however often heard."""
    own = [earlier.id for earlier in reversed(said.before) if earlier.person == said.person]
    if known.has_taken_back(said.id) or not own:
        return CarriedOut(effect=MemoryEffect(kind="forgot" if own else "nothing_to_forget"))
    for id in own:
        if told := [fact for fact in known.of_sources([id]) if fact.person == said.person]:
            note = _forgotten(told, (id, *known.said_in(told)), said, now)
            return CarriedOut(effect=MemoryEffect(kind="forgot"), notes=(note,))
    return CarriedOut(effect=MemoryEffect(kind="forgot"), notes=(_forgotten((), own[:1], said, now),))


def corrected(said: Utterance, known: KnownFacts, now: datetime) -> tuple[CarriedOut, str] | None:
    """What the right value changes in what the speaker said shortly before, and the sentence as it is meant; None where
    it takes the place of nothing."""
    found = self_correction(said)
    if found is None:
        return None
    event = found.earlier.source or found.earlier.id
    told = [fact for fact in known.of_sources([event]) if _occur(_telling(found.old) or [fold(found.old)], fact.text)]
    note = replace(
        _forgotten(told, (event,), said, now, {event: found.text}), because="they corrected it", turns=(event,)
    )
    effect = MemoryEffect(kind="corrected", told=(found.text,), old=found.old, new=found.new)
    return CarriedOut(effect=effect, notes=(note,)), found.text


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOutFacts:
    """The facts that go, the events that told them, and by event the words that stay, where some do."""

    facts: Sequence[Fact]
    turns: tuple[str, ...]
    left: Mapping[str, str]


def take_out(
    facts: Sequence[Fact], known: KnownFacts, told: Mapping[str, TellsForgotten] | None = None
) -> TakenOutFacts:
    """What goes with these facts: the clauses that told them, those that are `told` of by event, and all that was
    understood of such a clause alone."""
    gone, left = {fact.id: fact for fact in facts}, dict[str, str]()
    telling = {event: [tells] for event, tells in (told or {}).items()}
    for fact in facts:
        for event in known.said_in([fact]):
            telling.setdefault(event, []).append(_told_by(fact, known.words(event)))
    for event, each in telling.items():
        words = known.words(event)
        rest = text_without(words, known.speaker(event), partial(_told_by_any, each))
        if not rest:
            continue
        left[event] = rest
        besides = known.of_sources([event])
        gone |= {item.id: item for item in besides if _told_by(item, words)(words) and not _told_by(item, words)(rest)}
    return TakenOutFacts(facts=tuple(gone.values()), turns=tuple(telling), left=left)


def _told_by_any(each: Sequence[TellsForgotten], text: str) -> bool:
    return any(tells(text) for tells in each)


def _told_by(fact: Fact, words: str) -> TellsForgotten:
    """By its value where that stands in the words, else by most words of the one standing in the other."""
    value = _telling(fact.value)
    if value and _occur(value, words):
        return lambda text: _occur(value, text)
    return lambda text: _share(text, fact.text) > _MOST or _share(fact.text, text) > _MOST


def _share(text: str, other: str) -> float:
    """How many of its words that tell something stand in the other one, 0 … 1."""
    own = _telling(text)
    return sum(_occur([word], other) for word in own) / len(own) if own else 0.0


def _forgotten(
    facts: Sequence[Fact], turns: Sequence[str], said: Utterance, now: datetime, left: Mapping[str, str] | None = None
) -> FactChange:
    """The wish itself says the words again."""
    return FactChange(
        ts=now,
        key=f"{said.id}/retracted",
        type=RETRACTED,
        ids=tuple(fact.id for fact in facts),
        because="they asked to forget it",
        person=said.person,
        source=said.id,
        turns=tuple(dict.fromkeys((*turns, said.id))),
        left=left or {},
    )


def _telling(what: str) -> list[str]:
    return [word for word in _UNCHANGING.findall(fold(what)) if not is_silent(word) and word not in _ONESELF]


def _occur(wanted: Collection[str], text: str) -> bool:
    there = _UNCHANGING.findall(fold(text))
    return all(any(_is_form_of(word, item) for item in there) for word in wanted)


def _is_form_of(word: str, other: str) -> bool:
    """ "kedim" of "kedisi": the same but for an ending."""
    if min(len(word), len(other)) < _STEM:
        return word == other
    same = max(_STEM, min(len(word), len(other)) - 2)
    return word[:same] == other[:same]
