"""What is seen of a fleet: every byte that reaches people, and the model on their behalf, by room and by door."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import sha256

from bots.message import Act, Delete, Edit, React, Send, Typing
from bots.ports import ChatMessage, ToolSpec
from memory.vocabulary.address import Place

#: How long something took is no secret of anybody's.
_DURATION = re.compile(r"\b\d+(?:\.\d+)? (?:ms|s)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """Something that was seen in a room at a step, by a door, with the anima's or account's voice."""

    step: int
    place: str
    door: str
    voice: str
    text: str


@dataclass(slots=True)
class Seen:
    """All of it, in order."""

    told: list[Told] = field(default_factory=list)
    command: str = ""
    """The command that is being carried out: its door."""

    def prompt(
        self, step: int, place: Place, voice: str, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> None:
        """What a model is shown on behalf of those in the place."""

        def tell(door: str, text: str) -> None:
            self.told.append(Told(step=step, place=str(place), door=door, voice=voice, text=text))

        asked = max(at for at, message in enumerate(messages) if message.role == "user")
        names = {call.id: call.name for message in messages for call in message.tool_calls}
        tell("prompt: tools", ", ".join(f"{one.name} {one.description}" for one in tools))
        for at, message in enumerate(messages):
            if message.role == "tool":
                kind = "refusal" if message.content.startswith("Error") else "result"
                tell(f"{names.get(message.tool_call_id, 'tool')}: {kind}", message.content)
            elif message.role == "system":
                tell("prompt: system", message.content)
            else:
                tell("prompt: message" if at == asked else "prompt: history", f"{message.role} {message.content}")

    def act(self, step: int, place: Place, act: Act, id: str) -> None:
        """What an adapter is told to do in the place."""
        voice = act.persona.name if isinstance(act, Send | Edit) and act.persona else ""
        for door, text in self._doors(act, id):
            self.told.append(Told(step=step, place=str(place), door=door, voice=voice, text=text))

    def _doors(self, act: Act, id: str) -> Iterable[tuple[str, str]]:
        match act:
            case Send(private_to=None):
                yield "post", f"{id} > {act.reply_to} {act.plainly}"
                if act.choices:
                    yield "buttons", _plainly(act.choices)
                if act.files:
                    yield "file", _plainly(act.files)
            case Send():
                yield f"/anima {self.command}", f"{id} {act.private_to} {_DURATION.sub('…', act.text)}"
            case Edit():
                yield "edit", f"{act.message_id} {act.text}"
            case Delete() | React():
                yield "deletion" if isinstance(act, Delete) else "reaction", _plainly(act)
            case Typing():
                yield "typing", _plainly(act)

    def by_place(self, step: int, place: str) -> dict[tuple[str, str], list[str]]:
        """(voice, door) → texts in order."""
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for one in self.told:
            if one.step == step and one.place.partition("#")[0] == place:
                found[one.voice, one.door].append(one.text)
        return found

    def doors(self) -> Counter[str]:
        return Counter(one.door for one in self.told)


def _plainly(value: object) -> str:
    return json.dumps(_fields(value), ensure_ascii=False, sort_keys=True)


def _fields(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: _fields(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, tuple | list):
        return [_fields(one) for one in value]
    if isinstance(value, bytes):
        return sha256(value).hexdigest()
    return value if isinstance(value, str | int | float | bool | None) else str(value)
