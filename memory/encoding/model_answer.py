"""A model's answer about a burst of messages, read message by message: one that is malformed spoils no other."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from memory.vocabulary.event import Json

LONGEST_ANSWER = 100_000
MOST_FACTS = 12
"""Of one message; more of them are made up."""

Short = Annotated[str, Field(max_length=120)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)


class FormedFact(_Model):
    """One fact as the model tells it; nothing of it is believed yet."""

    text: str = Field(min_length=2, max_length=500)
    category: Literal["correction", "preference", "decision", "plan", "fact", "entity"]
    quote: str = Field(min_length=1, max_length=2000)
    subject: Short = ""
    attribute: Short = ""
    value: Short = ""
    entities: tuple[Short, ...] = Field(default=(), max_length=8)
    valid_from: date | None = None
    valid_until: date | None = None
    reported: bool = False


class FormedByModel(_Model):
    """The facts of one message."""

    id: str
    facts: tuple[FormedFact, ...] = Field(max_length=MOST_FACTS)


@dataclass(slots=True)
class Answer:
    """What could be read, by the messages' labels, and what was wrong."""

    formed: dict[str, FormedByModel] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def read_answer(text: str, labels: Collection[str]) -> Answer:
    """Of a message that is answered twice nothing is read, for who knows which answer is forged."""
    answer, twice = Answer(), set[str]()
    entries = _entries(text)
    if entries is None:
        answer.problems.append("the answer is no JSON of the form that was asked for")
    for entry in entries or ():
        try:
            formed = FormedByModel.model_validate(entry)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            answer.problems.append(f"{'.'.join(map(str, first['loc']))}: {first['msg']}")
            continue
        if formed.id not in labels:
            answer.problems.append("an answer for a message that was not asked about")
        elif formed.id in answer.formed:
            answer.problems.append("two answers for one message")
            twice.add(formed.id)
        else:
            answer.formed[formed.id] = formed
    answer.formed = {id: formed for id, formed in answer.formed.items() if id not in twice}
    return answer


def _entries(text: str) -> list[Json] | None:
    if len(text) > LONGEST_ANSWER:
        return None
    start, end = text.find("{"), text.rfind("}")
    try:
        told = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        return None
    entries = told.get("messages") if isinstance(told, Mapping) else None
    return entries if isinstance(entries, list) else None
