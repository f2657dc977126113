"""config.example.jsonc: every key that does something, with its default and what it is for, made from the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from config.keys import is_section
from config.problems import bare
from config.schema import Config
from config.section import LATER

_HEAD = """\
// Every key of config.json that does something, with its default. Copy what you need
// into config.json, without the comments: JSON takes none. A secret is best kept in a variable:
// "env:NAME" is looked up at start.
"""
#: What an entry of a map is called in the example.
_NAMES = {
    "credentials": "anthropic",
    "animas": "alice",
    "accounts": "main",
    "boards": "general",
    "model_modes": "ollama/*",
    "tools": "web_search",
    "mcp": "time",
    "eligible_tools": "web_search",
    "env": "LOCAL_TIMEZONE",
}
_VALUES: Mapping[str, object] = {
    "model_modes": "B",
    "user_aliases": ["slack:T01/U01", "telegram:5678"],
    "expressions": "joyful.png",
    "owner": ["slack:T01/U01", "discord:1234", "telegram:5678"],
    "channels": ["slack:main/C0123", "discord:main/111/222", "telegram:alice/-100555"],
    "animas": ["alice"],
    "threshold_s": 10,
    "env": "Europe/Berlin",
}


def commented() -> str:
    return _HEAD + "\n".join(_section(Config, 0, ())) + "\n"


def _section(model: type[BaseModel], depth: int, path: tuple[str, ...]) -> Iterator[str]:
    yield "{"
    fields = [(name, field) for name, field in model.model_fields.items() if field.json_schema_extra is not LATER]
    for number, (name, field) in enumerate(fields):
        lines = list(_value(name, field, depth + 1, (*path, name)))
        comma = "," if number + 1 < len(fields) else ""
        remark = f"  // {field.description}" if field.description else ""
        pad = "  " * (depth + 1)
        if len(lines) == 1:
            yield f"{pad}{json.dumps(name)}: {lines[0]}{comma}{remark}"
        else:
            yield f"{pad}{json.dumps(name)}: {lines[0]}{remark}"
            yield from lines[1:-1]
            yield f"{lines[-1]}{comma}"
    yield "  " * depth + "}"


def _value(name: str, field: FieldInfo, depth: int, path: tuple[str, ...]) -> Iterator[str]:
    annotation = bare(field.annotation)
    if is_section(annotation):
        yield from _section(annotation, depth, path)
    elif get_origin(annotation) is Mapping:
        yield from _map(name, bare(get_args(annotation)[1]), depth, path)
    elif annotation is SecretStr:
        yield json.dumps(f"env:{_variable(path)}")
    elif field.is_required() or (name in _VALUES and len(path) > 1 and path[0] in ("admins", "boards")):
        yield json.dumps(_VALUES[name])
    else:
        yield json.dumps(_default(field), ensure_ascii=False)


def _map(name: str, inner: Any, depth: int, path: tuple[str, ...]) -> Iterator[str]:
    key = json.dumps(_NAMES.get(name, "name"))
    pad = "  " * (depth + 1)
    yield "{"
    if is_section(inner):
        first, *rest = _section(inner, depth + 1, path)
        yield f"{pad}{key}: {first}"
        yield from rest
    else:
        yield f"{pad}{key}: {json.dumps(_VALUES.get(name))}"
    yield "  " * depth + "}"


def _default(field: FieldInfo) -> object:
    value = field.get_default(call_default_factory=True, validated_data={})
    return list(value) if isinstance(value, tuple) else value


def _variable(path: tuple[str, ...]) -> str:
    """external_messaging.slack.accounts.bot_token → SLACK_BOT_TOKEN"""
    parts = [step for step in path if step not in ("external_messaging", "accounts")]
    return "_".join("anthropic" if step == "credentials" else step for step in parts).upper()
