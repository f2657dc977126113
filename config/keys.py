"""The keys of config.json as paths with dots: what each is for, what stands there, and how it is changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_origin

from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from config.problems import bare, nearest
from config.schema import Config
from config.section import LATER


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


def keys(model: type[BaseModel] = Config, before: str = "") -> Iterator[Key]:
    """Every key, in the order of the schema."""
    for name, field in model.model_fields.items():
        path, annotation = f"{before}{name}", bare(field.annotation)
        if field.json_schema_extra is LATER:
            what = field.description or "its keys are checked"
            yield Key(path, "", f"nothing yet: a later version ({what})")
        elif get_origin(annotation) is Mapping:
            inner = bare(get_args(annotation)[1])
            if is_section(inner):
                yield from keys(inner, f"{path}.NAME.")
            else:
                yield Key(f"{path}.NAME", "", field.description or "")
        elif is_section(annotation):
            yield from keys(annotation, f"{path}.")
        else:
            yield Key(path, _default(field, annotation), field.description or "")


def below(path: str) -> list[Key]:
    """The keys at this path, whose names may be given or be NAME. Raises NoSuchKey."""
    steps = path.split(".") if path else []
    found = [key for key in keys() if _begins(key.path.split("."), steps)]
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


def changed(raw: Mapping[str, Any], path: str, value: object) -> dict[str, Any]:
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
    return len(wanted) <= len(known) and all(one in ("NAME", other) for one, other in pairs)


def _default(field: FieldInfo, annotation: object) -> str:
    if field.is_required():
        return "required"
    if annotation is SecretStr:
        return "none"
    value = field.get_default(call_default_factory=True, validated_data={})
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
