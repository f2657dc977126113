"""The plan of formation: from one understood message to changes of the memory log, which the writer applies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import islice

from memory.formation.classification import CORRECTION
from memory.formation.fact_maker import (
    FactCircumstances,
    FactVerdict,
    NearFact,
    fact_id,
    judge_fact,
    make_fact,
    merge_facts,
)
from memory.formation.known_facts import KnownFacts
from memory.formation.utterances import Statement, Understood, Utterance
from memory.language.analyser import query_terms
from memory.language.attribute_cues import PET_NAME
from memory.theories import association, salience
from memory.theories.text_retrieval import text_cosine
from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError
from memory.vocabulary.fact import (
    ASKED,
    CONTRADICTS,
    FORMED,
    MERGED,
    QUARANTINED,
    REINFORCED,
    RELATED,
    SUPERSEDES,
    Fact,
    FactChange,
    Feeling,
)

COPIES = 3
"""From so many alike of one who is little trusted, all of them are put aside for a person to look at."""

ALIKE = 0.6
WITHIN = timedelta(days=1)
LOOKED_AT = 100
"""So many of a stranger's latest facts are compared."""

MOST_LINKS = 3
_EVER = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class FormationPlan:
    """The changes, and how often the gate decided what."""

    changes: list[FactChange] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)


def plan_formation(
    said: Utterance,
    understood: Understood,
    feeling: Feeling,
    view: KnownFacts,
    now: datetime,
    *,
    is_asked: bool = False,
) -> FormationPlan:
    """What the message changes. `now` is when it is formed; `is_asked`: the person said "remember"."""
    plan = FormationPlan()
    written_by = "formation" if understood.because.startswith("model") else "observer"
    for number, stated in enumerate(sorted(understood.statements, key=lambda item: item.start)):
        statement = _of_one_animal(_of_a_person(stated, said, view), said, view)
        if view.has(fact_id(said.id, number)) or (said.own and statement.subject not in ("", said.person)):
            continue  # formed before a crash; or the anima's word, which is evidence of nothing about others
        if statement.category == CORRECTION:
            statement = _of_what_is_known(statement, said, view)
        near = view.near(statement.text, said.audience)
        how = FactCircumstances(
            novelty=1.0 - max((item.similarity for item in near), default=0.0),
            reward=view.strength(near[0].fact.id, said.audience).utility if near else 0.5,
            attention=1.0 if said.addressee else 0.5,
            feeling=feeling,
            is_asked=is_asked and not said.trust,
            may_pin=_may_pin(said, feeling, view),
            written_by=written_by,
        )
        _plan_statement(plan, said, make_fact(statement, said, number, how), near, view, now)
    return plan


def _of_a_person(stated: Statement, said: Utterance, view: KnownFacts) -> Statement:
    """Whom a name means is known where one person alone is called so; what is said of them is then about them."""
    if not stated.subject or _is_person(stated.subject):
        return stated
    person = view.person_called(stated.subject, said.audience)
    if not person:
        return stated
    is_theirs = stated.slot.startswith(stated.subject)
    slot = f"{person}{stated.slot.removeprefix(stated.subject)}" if is_theirs else stated.slot
    return replace(stated, subject=person, slot=slot)


def _of_what_is_known(stated: Statement, said: Utterance, view: KnownFacts) -> Statement:
    """A correction is of something that these readers know; else it is what it tells."""
    if stated.slot and view.of_slot(stated.slot, said.audience):
        return stated
    return replace(stated, category=stated.otherwise, corrects=False)


def _of_one_animal(stated: Statement, said: Utterance, view: KnownFacts) -> Statement:
    """Which animal has another name now is known where its owner has told these readers of one alone."""
    if stated.slot != f"{said.person} {PET_NAME}":
        return stated
    told = (fact for fact in view.of_person(said.person, _EVER) if fact.audience == said.audience)
    slots = {fact.slot for fact in told if fact.subject == said.person and fact.slot.endswith(" name")}
    slots -= {stated.slot, f"{said.person} name"}
    return replace(stated, slot=slots.pop()) if len(slots) == 1 else replace(stated, slot="", value="")


def _plan_statement(
    plan: FormationPlan, said: Utterance, fact: Fact, near: Sequence[NearFact], view: KnownFacts, now: datetime
) -> None:
    of_slot = view.of_slot(fact.slot, fact.audience) if fact.slot else ()
    fact = _in_order(fact, of_slot)
    verdict = judge_fact(fact, of_slot, near)
    plan.decisions.append(verdict.decision)
    key = f"{said.at.isoformat()}/{fact.id}"
    copies = _copies(fact, view) if said.trust and not said.own else []
    if len(copies) + 1 >= COPIES:
        plan.changes += _put_aside(fact, copies, key, now)
        return
    match verdict:
        case FactVerdict("skip", _):
            return
        case FactVerdict("reinforce", Fact() as known) if not said.trust:
            if known not in view.of_sources([said.id]):  # else it was heard before, and what has been heard was lost
                plan.changes.append(_again(known, said, key, now))
            return
        case FactVerdict("reinforce", Fact() as known) if known.text == fact.text:
            return
        case FactVerdict("update", Fact() as known):
            if (both := merge_facts(known, fact)) is not None:
                plan.changes.append(
                    FactChange(ts=now, key=key, type=MERGED, ids=(known.id,), fact=both, because="it says more of it")
                )
                return
    replaced = verdict.known if verdict.decision == "supersede" else None
    because = f"another value than {replaced.id}" if replaced else f"a new {fact.category}"
    plan.changes.append(FactChange(ts=now, key=key, type=FORMED, fact=fact, because=because))
    plan.changes += _links(fact, verdict, near, key, now)


def _in_order(fact: Fact, of_slot: Sequence[Fact]) -> Fact:
    """After what was said of the slot before it at the same instant: many a platform counts whole seconds."""
    before = [item.order for item in of_slot if item.said_at == fact.said_at]
    return replace(fact, order=fact.order + 1 + max(before)) if before else fact


def _again(known: Fact, said: Utterance, key: str, now: datetime) -> FactChange:
    return FactChange(
        ts=now,
        key=f"{key}/again",
        type=REINFORCED,
        ids=(known.id,),
        person=said.person,
        source=said.id,
        because="it was said again",
    )


def _may_pin(said: Utterance, feeling: Feeling, view: KnownFacts) -> bool:
    """Only who is known to be trusted, and three times a day at most: shouting cannot fill the memory."""
    if said.own or said.trust or not said.is_trusted or not salience.is_flashbulb(feeling.arousal):
        return False
    begin = said.at.replace(hour=0, minute=0, second=0, microsecond=0)
    there = (fact for fact in view.of_person(said.person, begin) if fact.audience == said.audience)
    pinned = sum(fact.flashbulb and fact.pinned for fact in there)
    return salience.is_pinned_flashbulb(feeling.arousal, is_trusted=True, pinned_today=pinned)


def _copies(fact: Fact, view: KnownFacts) -> list[Fact]:
    """What the same stranger said nearly alike to the same people within a day, whatever has become of it."""
    words = query_terms(fact.text)
    said = view.of_person(fact.person, fact.recorded_at - WITHIN)
    recent = islice((item for item in said if item.audience == fact.audience), LOOKED_AT)
    return [item for item in recent if text_cosine(words, query_terms(item.text)) >= ALIKE]


def _put_aside(fact: Fact, copies: Sequence[Fact], key: str, now: datetime) -> Iterator[FactChange]:
    because = "many alike from somebody who is little trusted"
    yield FactChange(ts=now, key=key, type=FORMED, fact=fact, because=because)
    ids = (fact.id, *(copy.id for copy in copies))
    yield FactChange(ts=now, key=f"{key}/aside", type=QUARANTINED, ids=ids, because=because, person=fact.person)


def _links(fact: Fact, verdict: FactVerdict, near: Sequence[NearFact], key: str, now: datetime) -> Iterator[FactChange]:
    if verdict.decision == "supersede" and verdict.known:
        is_replaced = fact.corrects or fact.person == verdict.known.person
        kind = SUPERSEDES if is_replaced else CONTRADICTS
        yield _link(fact, verdict.known, kind, 1.0 if is_replaced else 0.7, key, now)
        if kind == CONTRADICTS and _is_person(fact.subject):
            yield _question(fact, verdict.known, now)
    words, entities, linked = set(query_terms(fact.text)), set(fact.entities), 0
    for known in (item.fact for item in near if item.fact is not verdict.known):
        theirs = set(query_terms(known.text))
        overlap = len(words & theirs) / min(len(words), len(theirs)) if words and theirs else 0.0
        shared = len(entities & set(known.entities))
        found = association.relation_between(shared, overlap, known.category == fact.category)
        if found and linked < MOST_LINKS:
            linked += 1
            yield _link(fact, known, *found, key, now)


def _question(fact: Fact, known: Fact, now: datetime) -> FactChange:
    """To whom it is about: nobody else knows better. Asked once for these two."""
    return FactChange(
        ts=now,
        key=f"asked/{known.id}/{fact.id}",
        type=ASKED,
        ids=(known.id, fact.id),
        person=fact.subject,
        audience=fact.audience,
        because=f"{known.speaker} and {fact.speaker} say different things",
    )


def _is_person(subject: str) -> bool:
    """Subjects that are people are addresses, others are folded names."""
    try:
        Person.parse(subject)
    except AddressError:
        return False
    return True


def _link(fact: Fact, known: Fact, kind: str, confidence: float, key: str, now: datetime) -> FactChange:
    ids = (fact.id, known.id)
    return FactChange(
        ts=now,
        key=f"{key}/{kind}/{known.id}",
        type=RELATED,
        ids=ids,
        how=kind,
        confidence=confidence,
        audience=fact.audience,
    )
