"""config.json as its owner handles it: `config check | show | schema | get | set | describe`, and the first config of a
new home with its example.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, get_args, get_origin
from zoneinfo import available_timezones

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from config import embedder_choice
from config.command_line.arguments import DONE, FAILED, Say, fail
from config.home import Home
from config.settings.config_schema import LATER, Config
from config.settings.load import Loaded, load, parse, save
from config.settings.problems import bare, nearest, secret_paths
from config.settings.redaction import HIDDEN, Redaction
from config.settings.toolbox import outside_names
from memory.archive.audit_log import AuditLog
from memory.vocabulary.event import Json


@dataclass(frozen=True, slots=True)
class Key:
    """`path` has NAME where any name may stand. `default` is JSON, "required", "none" or empty for a map's entries."""

    path: str
    default: str
    description: str


class NoSuchKey(LookupError):
    """The message names the key and what was probably meant."""

    def __init__(self, path: str, known: Mapping[str, object]) -> None:
        *_, last = path.split(".")
        hint = nearest(last, known)
        told = f"did you mean {hint}?" if hint else f"there are: {', '.join(known) or 'none'}"
        super().__init__(f"{path}: no such key ({told})")


def all_keys(model: type[BaseModel] = Config, before: str = "") -> Iterator[Key]:
    """Every key, in the order of the schema."""
    for name, field in model.model_fields.items():
        path, annotation = f"{before}{name}", bare(field.annotation)
        if field.json_schema_extra is LATER:
            what = field.description or "its keys are checked"
            yield Key(path, "", f"nothing yet: a later version ({what})")
        elif get_origin(annotation) is Mapping:
            inner = bare(get_args(annotation)[1])
            if is_section(inner):
                yield from all_keys(inner, f"{path}.NAME.")
            else:
                yield Key(f"{path}.NAME", "", field.description or "")
        elif is_section(annotation):
            yield from all_keys(annotation, f"{path}.")
        else:
            yield Key(path, _default_text(field, annotation), field.description or "")


def keys_below(path: str) -> list[Key]:
    """The keys at this path, whose names may be given or be NAME. Raises NoSuchKey."""
    steps = path.split(".") if path else []
    found = [key for key in all_keys() if _begins(key.path.split("."), steps)]
    if not found:
        raise NoSuchKey(path, Config.model_fields)
    return found


def value_at(data: Mapping[str, Any], path: str) -> Any:
    """What stands at the path. Raises NoSuchKey."""
    found: Any = data
    steps = path.split(".")
    for number, step in enumerate(steps):
        rest = ".".join(steps[number:])
        if isinstance(found, Mapping) and rest in found:  # the name of an entry may have dots of its own
            return found[rest]
        if not isinstance(found, Mapping) or step not in found:
            raise NoSuchKey(".".join(steps[: number + 1]), found if isinstance(found, Mapping) else {})
        found = found[step]
    return found


def with_value(raw: Mapping[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy in which the value stands at the path, with the objects around it. Raises NoSuchKey."""
    steps = _steps(Config, path.split("."), path)
    copy: dict[str, Any] = json.loads(json.dumps(raw))
    holder = copy
    for step in steps[:-1]:
        inner = holder.setdefault(step, {})
        if not isinstance(inner, dict):
            raise NoSuchKey(path, {})
        holder = inner
    holder[steps[-1]] = value
    return copy


def _steps(model: type[BaseModel], steps: list[str], path: str) -> list[str]:
    """The path as the names of nested objects: an entry of a map of plain values takes all that is left."""
    field = model.model_fields.get(steps[0])
    if field is None:
        raise NoSuchKey(path, model.model_fields)
    annotation, rest = bare(field.annotation), steps[1:]
    if not rest:
        return steps
    if is_section(annotation):
        return [steps[0], *_steps(annotation, rest, path)]
    if get_origin(annotation) is not Mapping:
        raise NoSuchKey(path, {})
    inner = bare(get_args(annotation)[1])
    if not is_section(inner):
        return [steps[0], ".".join(rest)]
    return [*steps[:2], *(_steps(inner, rest[1:], path) if rest[1:] else [])]


def is_section(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _begins(known: list[str], wanted: list[str]) -> bool:
    pairs = zip(known, wanted, strict=False)
    return len(wanted) <= len(known) and all(pair in ("NAME", other) for pair, other in pairs)


def _default_text(field: FieldInfo, annotation: object) -> str:
    if field.is_required():
        return "required"
    if annotation is SecretStr:
        return "none"
    value = field.get_default(call_default_factory=True, validated_data={})
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


# --- example --------------------------------------------------------------------------------------------------------
# config.example.jsonc: every key that does something, with its default and what it is for, made
# from the schema.


_HEAD = """\
// Every key of config.json that does something, with its default. Copy what you need
// into config.json, without the comments: JSON takes none. A secret is best kept in a variable:
// "env:NAME" is looked up at start.
"""
#: What an entry of a map is called in the example.
_NAMES = {
    "help_lines": "DE",
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
    "name": "Germany",
    "emergency": "112",
}


def commented_example() -> str:
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


# --- configuring ----------------------------------------------------------------------------------------------------


def run_config_command(
    what: str, home: Home, say: Say, *, who: str, key: str = "", value: str = "", as_json: bool
) -> int:
    """The exit code. `who` asks for it."""
    if what == "schema":
        say("stdout", json.dumps(Config.model_json_schema(), ensure_ascii=False, indent=2) + "\n")
        return DONE
    try:
        match what:
            case "describe":
                return _describe(key, say, as_json=as_json)
            case "set":
                return _set(home, key, value, say, who)
    except NoSuchKey as error:
        return fail(say, error)
    loaded = load(home.config, os.environ, home.anima_names())
    if what == "check":
        return _check(loaded, home, say, as_json=as_json)
    if loaded.raw is not None and loaded.config is None and not _readable(loaded):
        return _check(loaded, home, say, as_json=False)
    try:
        found = value_at(shown(loaded), key) if what == "get" else shown(loaded)
    except NoSuchKey as error:
        return fail(say, error)
    is_text = isinstance(found, str) and not as_json
    say("stdout", (str(found) if is_text else json.dumps(found, ensure_ascii=False, indent=2)) + "\n")
    return DONE


def _describe(key: str, say: Say, *, as_json: bool) -> int:
    found = keys_below(key)
    if as_json:
        say("stdout", json.dumps([asdict(item) for item in found], ensure_ascii=False) + "\n")
        return DONE
    for item in found:
        default = f" (default {item.default})" if item.default else ""
        say("stdout", f"{item.path}{default}\n    {item.description}\n")
    return DONE


def _set(home: Home, key: str, value: str, say: Say, who: str) -> int:
    """Change one key; what would leave the config unusable is told, and nothing is written."""
    loaded = load(home.config, os.environ, home.anima_names())
    if loaded.raw is not None and not isinstance(loaded.raw, Mapping):
        return _check(loaded, home, say, as_json=False)
    raw = with_value(loaded.raw or {}, key, _typed(value))
    before = {str(problem) for problem in loaded.problems}
    after = parse(json.dumps(raw).encode(), os.environ, home.anima_names())
    new = [problem for problem in after.problems if str(problem) not in before]
    for problem in new:
        say("stderr", f"{problem}\n")
    if new:
        return FAILED
    AuditLog(home.logs, lambda: datetime.now(UTC), Redaction(after.secrets)).record(who, "config set", key, "done")
    save(home.config, raw)
    say("stdout", f"{key} is set; a fleet that runs takes it up at its next start\n")
    return DONE


def _typed(text: str) -> object:
    """JSON where it is some, else the text as it is: `true`, `8801`, `["slack:T01/U01"]`, `env:NAME`."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _readable(loaded: Loaded) -> bool:
    """Whether it can be shown although something is missing from the environment or the home."""
    try:
        Config.model_validate_json(json.dumps(loaded.raw), strict=True)
    except ValueError:
        return False
    return True


def _check(loaded: Loaded, home: Home, say: Say, *, as_json: bool) -> int:
    problems = [*loaded.problems, *embedder_choice.embedding_problems(loaded.config, home)]
    for problem in problems:
        say("stderr", f"{problem}\n")
    from config.permission_notes import permission_notes, schedule_notes  # which knows all tools, and so all of memory

    outside = outside_names(loaded.config) if loaded.config else ()
    notes = [*loaded.notes, *(f"{name}'s permissions.md: {line}" for name, line in permission_notes(home, outside))]
    notes += [f"{name}'s {line}" for name, line in schedule_notes(home)]
    for note in notes:
        say("stderr", f"note: {note}\n")
    if as_json:
        found = [asdict(problem) for problem in problems]
        data = {"ok": not found, "problems": found, "notes": notes}
        say("stdout", json.dumps(data, ensure_ascii=False) + "\n")
    elif not problems:
        say("stdout", f"{home.config}: no problems\n")
    return FAILED if problems else DONE


def shown(loaded: Loaded) -> Mapping[str, Any]:
    """The whole config with its defaults. A secret is ***; one in a variable is told by the variable's name."""
    config = Config.model_validate_json(json.dumps(loaded.raw or {}), strict=True)
    data = config.model_dump(mode="json")
    for path, secret in secret_paths(config):
        holder = data
        for step in path[:-1]:
            holder = holder[step]
        text = secret.get_secret_value()
        holder[path[-1]] = text if text.startswith("env:") else HIDDEN
    return data


def write_first(home: Home, animas: Mapping[str, str]) -> None:
    """config.json as small as it can be, and beside it every key with a word on each: JSON takes no comments.
    `animas` are names with their roles."""
    raw: dict[str, Json] = {
        "version": 1,
        "system": {"timezone": local_timezone(os.environ)},
        "animas": {name: {"role": role} for name, role in animas.items()},
    }
    save(home.config, raw)
    home.config_example.write_text(commented_example(), encoding="utf-8")


def local_timezone(environ: Mapping[str, str]) -> str:
    """The machine's own, where it tells; else UTC."""
    link = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    return next((name for name in (environ.get("TZ", ""), link) if name in available_timezones()), "UTC")
