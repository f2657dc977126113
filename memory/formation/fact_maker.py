"""From statements to facts: how one is made, what it does to those that are known, and which go with a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256

from memory.formation.utterances import Statement, Utterance
from memory.language.analyser import query_terms
from memory.theories import salience
from memory.theories.salience import importance_of
from memory.theories.similarity import EncodingDecision, encoding_decision
from memory.vocabulary.fact import CALM_FEELING, FORMED, RELEASED, RETRACTED, Fact, FactChange, Feeling

LONGEST_FACT = 500
"""Characters of a fact."""

BOOSTS = {"correction": 1.3, "preference": 1.2, "decision": 1.2, "plan": 1.1, "fact": 1.0, "entity": 0.9}
"""What a category adds to, or takes from, its importance at encoding."""

LEAST_WHERE_ASKED = 0.8
"""The importance of what a person asks to be remembered."""

MOST_OF_LITTLE_TRUST = 0.59
"""What a stranger says is of normal importance at most."""

SELDOM_TRUSTED = 0.3
"""How sure what a stranger says can be."""

REPORTED = 0.8
"""What is left of the confidence of what somebody says that another one said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCircumstances:
    """What importance is made of, each 0 … 1; `may_pin` where a flashbulb of this speaker may still be pinned today.

    `is_asked`: the person said "remember". `novelty` and `reward` come from the closest memory.
    """

    novelty: float = 1.0
    reward: float = 0.5
    attention: float = 0.5
    feeling: Feeling = CALM_FEELING
    is_asked: bool = False
    may_pin: bool = False
    written_by: str = "observer"


def make_fact(statement: Statement, said: Utterance, number: int, how: FactCircumstances) -> Fact:
    """The fact of the statement; `number` counts the statements of a message."""
    is_flashbulb = salience.is_flashbulb(how.feeling.arousal) and not said.trust
    return Fact(
        id=fact_id(said.id, number),
        text=statement.text[:LONGEST_FACT],
        category=statement.category,
        recorded_at=said.heard_at or said.at,
        valid_from=statement.valid_from or said.at,
        valid_until=statement.valid_until,
        observed_at=said.at,
        order=number,
        subject=statement.subject,
        slot=statement.slot,
        value=statement.value,
        person=said.person,
        speaker=said.speaker,
        addressee=said.addressee,
        reported=statement.reported,
        place=said.place,
        message=said.message,
        question=statement.question,
        audience=said.audience,
        trust=said.trust,
        sources=(said.source or said.id,),
        entities=statement.entities,
        confidence=_confidence(statement, said),
        written_by="manual" if how.is_asked else how.written_by,
        told_by="assistant_message" if said.own else "user_message",
        feeling=how.feeling,
        importance=_importance(statement, said, how, is_flashbulb=is_flashbulb),
        flashbulb=is_flashbulb,
        pinned=is_flashbulb and how.may_pin,
        corrects=statement.corrects,
    )


def fact_id(event: str, number: int) -> str:
    """The same for the same statement of the same message, whenever it is understood."""
    return f"fact:{sha256(f'{event} {number}'.encode()).hexdigest()[:16]}"


def _confidence(statement: Statement, said: Utterance) -> float:
    sure = statement.confidence * (REPORTED if statement.reported else 1.0)
    return round(min(sure, SELDOM_TRUSTED) if said.trust else sure, 4)


def _importance(statement: Statement, said: Utterance, how: FactCircumstances, *, is_flashbulb: bool) -> float:
    """Who shouts is not important for that; what a trusted person asks to be remembered is."""
    arousal = how.feeling.arousal
    worth = importance_of(
        novelty=how.novelty,
        arousal=arousal,
        reward=how.reward,
        attention=how.attention,
        boost=BOOSTS.get(statement.category, 1.0),
    )
    worth = salience.flashbulb_importance(worth, arousal) if is_flashbulb else worth
    if said.trust:
        return min(worth, MOST_OF_LITTLE_TRUST)
    return max(worth, LEAST_WHERE_ASKED) if how.is_asked else worth


# --- gate -----------------------------------------------------------------------------------------------------------
# The gate: whether a fact is new, says more of a known one, says it again, or says otherwise.
#
# Two that say more of each other become one text, which keeps every fact; the old one stays in the log.
#
# Contradiction is looked for first, by slots and their values: what is similar need not contradict, and what
# contradicts need not be similar.


SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class NearFact:
    """A known fact and how similar it is, 0 … 1, calibrated."""

    fact: Fact
    similarity: float


@dataclass(frozen=True, slots=True)
class FactVerdict:
    """What becomes of a fact, and the known one that decided it."""

    decision: EncodingDecision
    known: Fact | None = None


def judge_fact(fact: Fact, of_slot: Sequence[Fact], near: Sequence[NearFact]) -> FactVerdict:
    """`of_slot` are known facts of its slot, the latest first; `near` those that are most similar, best first."""
    if fact.slot and of_slot:
        return _by_value(fact, of_slot)
    closest = next((item for item in near if _is_of_the_same(fact, item.fact)), None)
    if closest is None:
        return FactVerdict("create")
    found = encoding_decision(closest.similarity, fact.importance, contradicts=False)
    if found == "update" and not _can_be_joined(fact, closest.fact):
        found = "create"
    return FactVerdict(found, closest.fact)


def _by_value(fact: Fact, of_slot: Sequence[Fact]) -> FactVerdict:
    """The same value of the same one is said again; from somebody else it is a word of its own."""
    latest = of_slot[0]
    if latest.value != fact.value or latest.valid_until != fact.valid_until:
        return FactVerdict("supersede", next((item for item in of_slot if item.value != fact.value), latest))
    same = next((item for item in of_slot if item.value == fact.value and _is_of_the_same(fact, item)), None)
    is_again = same is not None and same.valid_from <= fact.valid_from
    return FactVerdict("reinforce", same) if is_again else FactVerdict("create", latest)


def _is_of_the_same(fact: Fact, known: Fact) -> bool:
    """Whose words they are, about whom, and to whom: what two people say alike are two facts, and so is what one says
    here and there. Nothing that is counted or told of a fact comes from where others could not hear it."""
    return all(getattr(fact, item) == getattr(known, item) for item in ("person", "audience", "subject", "slot"))


def _can_be_joined(fact: Fact, known: Fact) -> bool:
    """One text with one span and one audience can be made of them."""
    same = fact.trust == known.trust and not known.immutable
    return same and fact.category == known.category and fact.valid_until == known.valid_until and not fact.corrects


def merged_parts(fact: Fact) -> list[str]:
    """What each of the messages told that it was understood from."""
    return fact.text.split(SEPARATOR)


def own_parts(fact: Fact, merged: Iterable[Fact]) -> list[str]:
    """What its own message told: all but what it has of those that it was `merged` of."""
    others = {part for item in merged for part in merged_parts(item)}
    return [part for part in merged_parts(fact) if part not in others] or merged_parts(fact)


def merge_facts(known: Fact, fact: Fact) -> Fact | None:
    """The new fact with what the old one tells besides; None where both together are too long for one."""
    is_told = set(query_terms(known.text)) <= set(query_terms(fact.text))
    text = fact.text if is_told else f"{known.text}{SEPARATOR}{fact.text}"
    if len(text) > LONGEST_FACT:
        return None
    return replace(
        fact,
        text=text,
        valid_from=min(known.valid_from, fact.valid_from),
        sources=tuple(dict.fromkeys((*fact.sources, *known.sources))),
        entities=tuple(dict.fromkeys((*known.entities, *fact.entities))),
        importance=max(known.importance, fact.importance),
        confidence=max(known.confidence, fact.confidence),
        pinned=known.pinned or fact.pinned,
        flashbulb=known.flashbulb or fact.flashbulb,
    )


# --- taking back ----------------------------------------------------------------------------------------------------
# Taking back: which facts go when a message is deleted or edited, and what of them stays for others have told it.
#
# A fact goes with the message that it was understood from, unless its person said the same again in one that stands; so
# does every fact that holds its words, be it merged with them or an answer to them. What other messages told of such a
# fact is kept as facts of their own.


BECAUSE_TAKEN_BACK = "what others told of it besides"


@dataclass(frozen=True, slots=True, kw_only=True)
class RestingFact:
    """A fact that holds words of the message: `merged` are those that it took the place of, `again` the event, the
    message and the audience in which its person said the same again, where that stands."""

    fact: Fact
    merged: tuple[Fact, ...] = ()
    again: tuple[str, str, str] = ("", "", "")


def take_back(
    resting: Sequence[RestingFact], message: str, event: str, because: str, person: str, at: datetime, now: datetime
) -> Iterator[FactChange]:
    """`resting` are all facts of the message, and after them the facts that those were merged into; `at` is when it
    became known that it was changed."""
    gone = {part for item in resting if item.fact.message == message for part in _own(item)}
    doomed = [item for item in resting if _is_doomed(item, message, gone)]
    ids = tuple(item.fact.id for item in doomed)
    if ids:  # these were never so, as far as this anima may say
        key = f"{event}/retracted"
        yield FactChange(ts=now, key=key, type=RETRACTED, ids=ids, because=because, person=person, source=event)
    for number, fact in enumerate(_kept(doomed, message, gone)):
        anew = replace(fact, id=fact_id(f"{event}/besides", number), recorded_at=at)
        yield FactChange(ts=now, key=f"{event}/besides/{number}", type=FORMED, because=BECAUSE_TAKEN_BACK, fact=anew)
    for fact in {item.id: item for each in doomed for item in each.merged if item.id not in ids}.values():
        key = f"{event}/besides/{fact.id}"
        yield FactChange(ts=now, key=key, type=RELEASED, ids=(fact.id,), because=BECAUSE_TAKEN_BACK, fact=fact)


def _is_doomed(resting_fact: RestingFact, message: str, gone: set[str]) -> bool:
    return message in (resting_fact.fact.message, resting_fact.fact.question) or bool(
        gone & set(merged_parts(resting_fact.fact))
    )


def _kept(doomed: Sequence[RestingFact], message: str, gone: set[str]) -> Iterator[Fact]:
    """What other messages told in them, one fact for each."""
    for item in doomed:
        event, again, audience = item.again
        if item.fact.message == message and event:
            yield replace(item.fact, text=" ".join(_own(item)), sources=(event,), message=again, audience=audience)
        elif item.merged and message not in (item.fact.message, item.fact.question) and not gone & set(_own(item)):
            yield replace(item.fact, text=" ".join(_own(item)), sources=item.fact.sources[:1])


def _own(resting_fact: RestingFact) -> list[str]:
    return own_parts(resting_fact.fact, resting_fact.merged)
