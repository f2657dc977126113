"""The birth of a fact: from a statement to what will be remembered, with its importance and its feeling."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from memory.encoding.said import Said, Statement
from memory.theories import flashbulb
from memory.theories.importance import importance
from memory.vocabulary.fact import CALM, Fact, Feeling

LONGEST = 500
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
class Circumstances:
    """What importance is made of, each 0 … 1; `may_pin` where a flashbulb of this speaker may still be pinned today.

    `is_asked`: the person said "remember". `novelty` and `reward` come from the closest memory.
    """

    novelty: float = 1.0
    reward: float = 0.5
    attention: float = 0.5
    feeling: Feeling = CALM
    is_asked: bool = False
    may_pin: bool = False
    written_by: str = "observer"


def born(statement: Statement, said: Said, number: int, how: Circumstances) -> Fact:
    """The fact of the statement; `number` counts the statements of a message."""
    is_flashbulb = flashbulb.is_flashbulb(how.feeling.arousal) and not said.trust
    return Fact(
        id=id_of(said.id, number),
        text=statement.text[:LONGEST],
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


def id_of(event: str, number: int) -> str:
    """The same for the same statement of the same message, whenever it is understood."""
    return f"fact:{sha256(f'{event} {number}'.encode()).hexdigest()[:16]}"


def _confidence(statement: Statement, said: Said) -> float:
    sure = statement.confidence * (REPORTED if statement.reported else 1.0)
    return round(min(sure, SELDOM_TRUSTED) if said.trust else sure, 4)


def _importance(statement: Statement, said: Said, how: Circumstances, *, is_flashbulb: bool) -> float:
    """Who shouts is not important for that; what a trusted person asks to be remembered is."""
    arousal = how.feeling.arousal
    worth = importance(
        novelty=how.novelty,
        arousal=arousal,
        reward=how.reward,
        attention=how.attention,
        boost=BOOSTS.get(statement.category, 1.0),
    )
    worth = flashbulb.importance(worth, arousal) if is_flashbulb else worth
    if said.trust:
        return min(worth, MOST_OF_LITTLE_TRUST)
    return max(worth, LEAST_WHERE_ASKED) if how.is_asked else worth
