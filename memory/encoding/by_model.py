"""Formation with a model's help: one question for a burst of messages, and no word of the answer unchecked.

Ask only about messages of which rules would keep something (`is_worth_asking`). Where an answer is missing, cut,
malformed or says more than its message, that message is not in the result, and rules decide about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memory.archive.operations_log import Operation
from memory.encoding.grounded import Grounds, Ungrounded
from memory.encoding.model_answer import FormedByModel, read_answer
from memory.encoding.model_request import INSTRUCTIONS, Request, requests
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.understanding import by_rules, understand
from memory.threads import BEHIND
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.fact import CATEGORIES
from memory.vocabulary.ports import Clock, Judge, Judged

OPERATION = "formation"
DEADLINE_S = 30.0

BECAUSE = "model"
"""How the reason of what a model understood begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Formed:
    """What a model understood, by the messages' ids, and why it is not believed about the others."""

    understood: dict[str, Understood]
    problems: tuple[str, ...] = ()


class FormationByModel:
    """Asks `judge`; `note` keeps a record of each question."""

    def __init__(
        self, judge: Judge, clock: Clock, note: Callable[[Operation], None], deadline_s: float = DEADLINE_S
    ) -> None:
        self._judge = judge
        self._clock = clock
        self._note = note
        self._deadline_s = deadline_s

    async def __call__(self, messages: Sequence[Said]) -> dict[str, Understood]:
        """Never raises for what a model does. After a fault no further question is asked about these messages."""
        understood: dict[str, Understood] = {}
        for request in requests(messages):
            formed = await self._ask(request)
            if formed is None:
                break
            understood |= formed.understood
        return understood

    async def _ask(self, request: Request) -> Formed | None:
        judged, formed, began = Judged(text="broken off"), None, self._clock()
        try:
            judged = await self._judge(INSTRUCTIONS, request.text, self._deadline_s)
            formed = await BEHIND.run(checked, judged.text, request)
        except JudgeFault as fault:
            judged = Judged(text=str(fault))
        finally:
            self._record(request, began, judged, formed)
        return formed

    def _record(self, request: Request, began: datetime, judged: Judged, formed: Formed | None) -> None:
        understood = formed.understood if formed else {}
        problems = f"[not believed: {'; '.join(formed.problems)}] " if formed and formed.problems else ""
        self._note(
            Operation(
                ts=began,
                op=OPERATION,
                input=" | ".join(said.text for said in request.messages.values()),
                output=f"{problems}{judged.text}",
                model=judged.model or self._judge.name,
                latency_ms=round((self._clock() - began).total_seconds() * 1000),
                success=formed is not None,
                fallback=len(understood) < len(request.messages),
                result_count=sum(len(one.statements) for one in understood.values()),
                input_tokens=judged.input_tokens,
                output_tokens=judged.output_tokens,
                sources=tuple(said.id for said in request.messages.values()),
            )
        )


def is_worth_asking(said: Said) -> bool:
    """It is a person's, and rules find something in it."""
    return not said.own and bool(by_rules(said).category)


def checked(text: str, request: Request) -> Formed:
    """What of a model's answer may be believed."""
    answer = read_answer(text, request.messages)
    understood, problems = dict[str, Understood](), answer.problems
    for label, formed in answer.formed.items():
        said = request.messages[label]
        try:
            understood[said.id] = _understood(_statements(formed, said))
        except Ungrounded as lie:
            problems.append(f"{label}: {lie}")
    return Formed(understood=understood, problems=tuple(problems))


def _understood(statements: tuple[Statement, ...]) -> Understood:
    if not statements:
        return Understood(because=f"{BECAUSE}: nothing worth keeping")
    entities = tuple(dict.fromkeys(uri for one in statements for uri in one.entities))
    category = min((one.category for one in statements), key=CATEGORIES.index)
    return Understood(category=category, because=f"{BECAUSE}: {category}", statements=statements, entities=entities)


def _statements(formed: FormedByModel, said: Said) -> tuple[Statement, ...]:
    """Each once. Raises Ungrounded: who makes up one of them is not believed about the rest."""
    grounds = Grounds(said)
    slots = {one.value: one for one in understand(said).statements if one.slot}
    found = (_as_ruled(grounds.statement(fact), slots) for fact in formed.facts)
    return tuple({one.text: one for one in found}.values())


def _as_ruled(statement: Statement, slots: Mapping[str, Statement]) -> Statement:
    """The slot has the name that rules give it; about whom it is, rules and model must agree."""
    ruled = slots.get(statement.value)
    if ruled is None or not statement.slot:
        return statement
    if ruled.subject != statement.subject:
        raise Ungrounded("rules see that it is about somebody else")
    return replace(statement, slot=ruled.slot)
