"""The application command: shapes to Discord's payload, and what was asked back to words. Pure data.

A shape's words become subcommands and groups. Discord takes either values or subcommands under one name; where a
word is both a command and the start of others (`dream`, `dream undo`), the bare one is offered as `dream run`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bots.commands.command import ROOT_DESCRIPTION, CommandOption, CommandShape
from memory.vocabulary.event import Json

_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _BOOLEAN = 1, 2, 3, 4, 5
_AT_MOST = 25
_BARE = "run"
_KEYS = ("name", "description", "type", "required", "options", "choices")


def payload(root: str, shapes: Sequence[CommandShape]) -> dict[str, Json]:
    """The command as Discord registers it. Raises ValueError where Discord has no room for it."""
    top: dict[str, dict[str, Json]] = {}
    for shape in shapes:
        path = _path(shape, shapes)
        if len(path) == 1:
            top[path[0]] = _subcommand(path[0], shape)
            continue
        group = top.setdefault(path[0], _group(path[0]))
        options = group["options"]
        assert isinstance(options, list)
        options.append(_subcommand(path[1], shape))
    entries: list[Json] = list(top.values())
    command: dict[str, Json] = {
        "name": root,
        "type": 1,
        "description": ROOT_DESCRIPTION,
        "contexts": [0, 1],
        "options": entries,
    }
    for entry in (*top.values(), command):
        _check_count(entry)
    return command


def words(data: Mapping[str, Any], shapes: Sequence[CommandShape]) -> str:
    """What was asked, as it would have been typed after `/anima`."""
    path: list[str] = []
    options: Sequence[Mapping[str, Any]] = data.get("options") or ()
    while options and options[0].get("type") in (_SUBCOMMAND, _GROUP):
        path.append(str(options[0]["name"]))
        options = options[0].get("options") or ()
    shape = next((offered for offered in shapes if _path(offered, shapes) == tuple(path)), None)
    given = {str(option["name"]): option.get("value") for option in options}
    known = {_name(option.name): option for option in (shape.options if shape else ())}
    spoken = list(shape.words if shape else path)
    spoken += [_quoted(str(given[name])) for name, option in known.items() if name in given and option.form == "word"]
    for name, value in given.items():
        option = known.get(name)
        if option is None or option.form not in ("word", "rest"):
            spoken += _named(option.name if option else name, value)
    free_text = [str(given[name]).split() for name, option in known.items() if name in given and option.form == "rest"]
    for line in free_text:
        spoken += ["--", *line] if any(word.startswith("-") for word in line) else line
    return " ".join(spoken)


def same(registered: Json, wanted: Json) -> bool:
    """Whether Discord has it already (it adds fields of its own and leaves out empty ones)."""
    return _bare(registered) == _bare(wanted)


def _bare(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _bare(value[key]) for key in _KEYS if value.get(key) not in (None, False, [], "")}
    return [_bare(part) for part in value] if isinstance(value, list) else value


def _path(shape: CommandShape, shapes: Sequence[CommandShape]) -> tuple[str, ...]:
    if not 1 <= len(shape.words) <= 2:
        raise ValueError(f"the command {' '.join(shape.words)!r} has {len(shape.words)} words; Discord nests two")
    first = shape.words[0]
    if len(shape.words) == 1 and any(len(other.words) > 1 and other.words[0] == first for other in shapes):
        return (_name(first), _BARE)
    return tuple(_name(word) for word in shape.words)


def _name(word: str) -> str:
    return word.lower()[:32]


def _group(name: str) -> dict[str, Json]:
    options: list[Json] = []
    return {"type": _GROUP, "name": name, "description": f"{name} …", "options": options}


def _subcommand(name: str, shape: CommandShape) -> dict[str, Json]:
    ordered = sorted(shape.options, key=lambda option: not _is_required(option))
    options: list[Json] = [_option(option) for option in ordered]
    return {"type": _SUBCOMMAND, "name": name, "description": _short(shape.description or name), "options": options}


def _option(option: CommandOption) -> dict[str, Json]:
    kind = {"number": _INTEGER, "flag": _BOOLEAN}.get(option.form, _STRING)
    shown: dict[str, Json] = {
        "type": kind,
        "name": _name(option.name),
        "description": _short(option.description or option.name),
        "required": _is_required(option),
    }
    if option.choices:
        shown["choices"] = [{"name": choice, "value": choice} for choice in option.choices[:_AT_MOST]]
    return shown


def _is_required(option: CommandOption) -> bool:
    return option.required or option.form == "word"


def _named(name: str, value: object) -> list[str]:
    if value is True:
        return [f"--{name}"]
    return [] if value is False else [f"--{name}", _quoted(str(value))]


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return line if line and " " not in line and '"' not in line else '"' + line.replace('"', "'") + '"'


def _short(text: str) -> str:
    line = text.strip().splitlines()[0] if text.strip() else "…"
    return line if len(line) <= 100 else line[:99] + "…"


def _check_count(entry: Mapping[str, Json]) -> None:
    options = entry.get("options")
    if isinstance(options, list) and len(options) > _AT_MOST:
        raise ValueError(f"/{entry['name']} has {len(options)} subcommands; Discord takes {_AT_MOST}: group some")
