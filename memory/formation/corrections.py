"""Corrections: what people do about memories besides telling something: confirm, refuse, take back, edit, delete.

Pure but for what it asks of the facts; what it returns are notes of the memory log.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import takewhile
from typing import TypeAlias

from memory.archive.memory_log import MemoryNote
from memory.formation.classification import FACT, Classified, code_of
from memory.formation.known_facts import KnownFacts
from memory.formation.statements import StatementContext, split_clauses
from memory.formation.utterances import Utterance
from memory.language.analyser import fold, is_silent
from memory.language.pack_tables import words_of
from memory.language.prose import Sentence, sentences, spoken
from memory.vocabulary.fact import REFUTED, RETRACTED, USED, Fact, FactChange, Use
from memory.vocabulary.scripts import HAN, HIRAGANA, KATAKANA, MIDDLE_DOT

TellsForgotten: TypeAlias = Callable[[str], bool]
"""Whether a clause, a sentence or a text tells what is to be forgotten."""

_EVER = datetime.min.replace(tzinfo=UTC)


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


# --- amends ---------------------------------------------------------------------------------------------------------


CONFIRMED = "confirmed"

_UNCHANGING = re.compile(rf"[{HAN}{KATAKANA}{MIDDLE_DOT}]+|[^\W{HAN}{HIRAGANA}{KATAKANA}{MIDDLE_DOT}_]+")
"""Of Japanese what has no endings."""
_ONESELF = words_of("telling", "oneself")
_MOST = 0.5
"""More of its words than that, and a clause tells a fact."""
_STEM = 4
"""So many letters of a word are the same with every ending, at least; of a shorter one all."""


def judge_memories(
    memories: Sequence[str], was_right: bool, event: str, audience: str, now: datetime
) -> Iterator[MemoryNote]:
    """A person called these memories right, or wrong; `event` is where they did."""
    if memories:
        type, how = (USED, CONFIRMED) if was_right else (REFUTED, "")
        yield Use(ts=now, key=f"{event}/{type}", type=type, ids=tuple(memories), how=how, audience=audience)


def forget_last(said: Utterance, known: KnownFacts, now: datetime) -> Iterator[MemoryNote]:
    """ "Forget that": the person's own facts of the last message of theirs that told any, or what they said last, with
    all words that told it; once, however often heard."""
    if known.has_taken_back(said.id):
        return
    own = [earlier.id for earlier in reversed(said.before) if earlier.person == said.person]
    for id in own:
        if told := [fact for fact in known.of_sources([id]) if fact.person == said.person]:
            yield _forgotten(told, (id, *known.said_in(told)), said, now)
            return
    if own:
        yield _forgotten((), own[:1], said, now)


def forget_about(said: Utterance, what: str, known: KnownFacts, now: datetime) -> Iterator[MemoryNote]:
    """ "Forget that I have a cat": all that the person has told in which these words occur, and the clauses in which
    they said so."""
    wanted = _telling(what)
    told = known.of_person(said.person, _EVER) if wanted else ()
    facts = [fact for fact in told if _occur(wanted, fact.text)]
    turns = [turn.id for turn in known.turns_of(said.person, wanted) if _occur(wanted, turn.text)] if wanted else []
    taken = take_out(facts, known, {turn: lambda text: _occur(wanted, text) for turn in turns})
    yield _forgotten(taken.facts, taken.turns, said, now, taken.left)


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
