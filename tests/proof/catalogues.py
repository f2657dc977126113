"""Probes out of the catalogues: every command and every tool there is, with arguments made from its signature.

Nothing is listed by hand, so a new one is asked by itself.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass

from bots.commands.catalogue import COMMANDS
from bots.commands.command import Command, command_parameters
from bots.ports import ToolSpec
from bots.tools.tool import Tool
from bots.tools.tool_catalogue import TOOLS
from tests.proof import texts
from tests.proof.town import Layout

_TYPES = {"boolean": bool, "integer": int, "number": float}
OPTION = 0.3
"""How often what may be left out is given."""


def command(rng: random.Random, layout: Layout, chosen: Command | None = None) -> str:
    """A command as somebody types it."""
    chosen = chosen or rng.choice(COMMANDS)
    words = [chosen.name]
    for one in command_parameters(chosen.run):
        if not one.required and rng.random() > OPTION:
            continue
        value = _value(rng, layout, one.name, one.type, one.choices)
        match one.shape:
            case "flag":
                words.append(one.flag)
            case "option":
                words += [one.flag, f'"{value}"' if " " in value else value]
            case _:
                words.append(value)
    return " ".join(words)


def tool(rng: random.Random, layout: Layout, chosen: Tool | None = None) -> str:
    """An instruction to use a tool."""
    chosen = chosen or rng.choice(TOOLS)

    def value(one: Argument) -> object:
        drawn = _value(rng, layout, one.name, one.type, one.choices)
        return one.type(drawn) if one.type in (int, float) else one.type is bool or drawn

    given = arguments(chosen.spec, lambda one: one.required or rng.random() < OPTION, value)
    return f"[[{chosen.name} {json.dumps(given)}]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """What a tool takes, as models are told of it."""

    name: str
    type: type
    choices: tuple[str, ...]
    required: bool


def arguments(
    spec: ToolSpec, wanted: Callable[[Argument], bool], value: Callable[[Argument], object]
) -> dict[str, object]:
    """Those that are wanted, each with its value, whoever has declared the tool."""
    assert isinstance(spec.parameters, dict)
    properties, required = spec.parameters["properties"], spec.parameters.get("required") or []
    assert isinstance(properties, dict)
    assert isinstance(required, list)
    told = [
        Argument(
            name=name,
            type=_TYPES.get(str(schema.get("type")), str),
            choices=tuple(map(str, schema.get("enum") or ())),
            required=name in required,
        )
        for name, schema in properties.items()
    ]
    return {one.name: value(one) for one in told if wanted(one)}


def _value(rng: random.Random, layout: Layout, name: str, kind: type, choices: tuple[str, ...]) -> str:
    """By its type; a text is something of the world that goes by such a name, or anything of it."""
    if choices:
        return rng.choice(choices)
    if kind is not str:
        return str(rng.choice((1, 5, 30)))
    pair = rng.choice(texts.PAIRS)
    people = [one.key for one in layout.people.values()] + [str(one.person) for one in layout.people.values()]
    known = {
        "name": ["alice"],
        "anima": ["alice"],
        "colleague": ["bob"],
        "to": ["bob", *people],
        "person": people,
        "people": people,
        "board": ["board0"],
        "path": list(texts.PATHS),
        "memory": ["{fact0}", "{path0}"],
        "query": [pair.question, *pair.values],
        "text": [pair.of(0), pair.of(1)],
    }
    anything = ["{fact0}", "{path0}", "{reminder0}", "{letter0}", "here", *people, *texts.PATHS, *pair.values]
    return rng.choice(known.get(name, anything) if rng.random() < 0.9 else anything).replace("'", " ").replace('"', " ")
