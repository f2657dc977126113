"""The shape of a tool: declared once as a typed async function, surfaced to models as JSON Schema.

    async def search_memory(scene: Scene, query: str, limit: int = 10) -> str:
        '''Search your memory.

        query: what to look for
        '''

The first parameter is the scene of the turn, which the model neither sees nor chooses. The others must be str, int,
float, bool or a Literal of words; one with a default may be left out. The docstring's lines `name: …` explain them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, get_args, get_origin

from bots.errors import BotFault
from bots.message import File
from bots.ports import ToolSpec
from bots.tools.reach import Reach
from bots.trust.clearance import OUTSIDE, Destination
from memory.engine import MemoryEngine
from memory.vocabulary.event import Json
from memory.vocabulary.recall import Cue

_JSON_TYPES: Mapping[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number"}


class NotPermitted(BotFault):
    """The anima's permissions.md does not allow it; the message is for the model."""


class ToolFault(BotFault):
    """The tool cannot do this; the message is for the model and says what it may do instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a tool works in. `cue` binds the audience, the person and the time; `event_id` names this one use."""

    engine: MemoryEngine
    cue: Cue
    event_id: str
    seen: dict[str, str] = field(default_factory=dict)
    """Which versions of its own notes the turn has read."""
    budget_tokens: int | None = None
    """How much of a result the model sees."""
    outgoing: list[File] = field(default_factory=list)
    """What goes out with the answer."""
    sees: Callable[[str], bool] = lambda _: True
    """Which files of its memory the anima may see."""
    reach: Reach | None = None
    """How others are reached from this turn; None where nothing may leave it."""
    destination: Destination | None = None
    """Where this use goes, as it was cleared; None where it stays with those who are present."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter as the model sees it."""

    name: str
    type: type
    required: bool
    help: str
    choices: tuple[str, ...]

    @property
    def schema(self) -> dict[str, Json]:
        schema: dict[str, Json] = {"type": _JSON_TYPES[self.type]}
        if self.help:
            schema["description"] = self.help
        if self.choices:
            schema["enum"] = list(self.choices)
        return schema


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool; `run` takes (scene, **arguments), returns text for the model and raises ToolFault."""

    run: Callable[..., Awaitable[str]]
    brings: bool = False
    """Its result may hold words of others."""
    destination: Callable[..., Awaitable[Destination | None]] | None = None
    """Where such a use, called as `run` is, goes besides to those who are present; None: it stays. Raises ToolFault for
    what cannot be done, so that nobody is asked for it."""
    reads: str = ""
    """The parameter that names a file to read."""
    writes: str = ""
    """The parameter that names a file to write."""
    outside: bool = False
    """It reaches another service: it must be named in permissions.md, its words leave the house whether it reads or
    writes there, and what it brings has the least trust."""
    acts: bool = False
    """It changes something there: it is not begun again after a restart."""
    asks: bool = False
    """Every use needs a person's yes."""
    files: bool = False
    """It makes files that go out with the answer."""
    lacks: str = ""
    """What keeps it from working; it is not offered then."""
    told: ToolSpec | None = None
    """As somebody else declares it, who checks its arguments, too."""

    @property
    def name(self) -> str:
        return self.told.name if self.told else self.run.__name__

    @property
    def description(self) -> str:
        return re.split(r"\n\s*\n", inspect.getdoc(self.run) or "")[0].replace("\n", " ")

    @property
    def spec(self) -> ToolSpec:
        if self.told is not None:
            return self.told
        known = parameters(self.run)
        return ToolSpec(
            name=self.name,
            description=self.description,
            parameters={
                "type": "object",
                "properties": {parameter.name: parameter.schema for parameter in known},
                "required": [parameter.name for parameter in known if parameter.required],
                "additionalProperties": False,
            },
        )

    async def bound_for(self, scene: Scene, arguments: Mapping[str, object]) -> Destination | None:
        """None where nothing leaves the talk by this use. Raises ToolFault."""
        if self.destination is not None:
            return await self.destination(scene, **arguments)
        return OUTSIDE if self.outside else None

    def arguments(self, given: Mapping[str, object]) -> dict[str, object]:
        """The arguments checked against the declaration. Raises ToolFault that names what is wrong."""
        if self.told is not None:
            return dict(given)
        known = {parameter.name: parameter for parameter in parameters(self.run)}
        if unknown := sorted(set(given) - set(known)):
            raise ToolFault(f"{self.name} has no argument {unknown[0]!r}; it takes {', '.join(known)}")
        if missing := [name for name, one in known.items() if one.required and name not in given]:
            raise ToolFault(f"{self.name} needs the argument {missing[0]!r}")
        return {name: _checked(known[name], value) for name, value in given.items()}


@cache
def parameters(run: Callable[..., Awaitable[str]]) -> tuple[Parameter, ...]:
    """All parameters but the scene."""
    declared = list(inspect.signature(run, eval_str=True).parameters.values())[1:]
    helps = dict(re.findall(r"^(\w+): (.+)$", inspect.getdoc(run) or "", re.MULTILINE))
    return tuple(_parameter(one, helps.get(one.name, "")) for one in declared)


def _parameter(one: inspect.Parameter, help: str) -> Parameter:
    choices = get_args(one.annotation) if get_origin(one.annotation) is Literal else ()
    return Parameter(
        name=one.name,
        type=str if choices else one.annotation,
        required=one.default is inspect.Parameter.empty,
        help=help,
        choices=tuple(str(choice) for choice in choices),
    )


def _checked(parameter: Parameter, value: Any) -> object:
    if parameter.choices and value not in parameter.choices:
        raise ToolFault(f"{parameter.name!r} must be one of {', '.join(parameter.choices)}")
    if parameter.type is int and isinstance(value, float) and value.is_integer():
        return int(value)
    if parameter.type is float and type(value) is int:
        return float(value)
    # bool is an int to isinstance, but not to a model.
    if type(value) is not parameter.type:
        raise ToolFault(f"{parameter.name!r} must be of type {_JSON_TYPES[parameter.type]}")
    return value
