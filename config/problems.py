"""What is wrong with a config, one line each: `path.with.dots: value — what is allowed (did you mean …)`.

A value is shown only where no secret can stand: never at a secret's key, never at a key that nobody knows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, SecretStr, ValidationError
from pydantic_core import ErrorDetails

from config.redaction import HIDDEN, without_tokens


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing to mend in the config."""

    path: str
    value: str
    allowed: str
    nearest: str = ""

    def __post_init__(self) -> None:
        """A token where none belongs is a mistake that people make: told of, it is not told on."""
        object.__setattr__(self, "path", without_tokens(self.path))
        object.__setattr__(self, "value", without_tokens(self.value))

    def __str__(self) -> str:
        hint = f" (did you mean {self.nearest}?)" if self.nearest else ""
        return f"{self.path}: {self.value} — {self.allowed}{hint}"


def nearest(word: str, words: Iterable[str]) -> str:
    """The word that was probably meant; empty when none is near."""
    by_fold = {one.casefold(): one for one in words}
    found = get_close_matches(word.casefold(), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else ""


def shown(value: object) -> str:
    """A value as a person typed it, short; of objects and lists only that they are one."""
    match value:
        case Mapping():
            return "an object" if value else "{}"
        case str() if len(value) > 60:
            return json.dumps(value[:57] + "…", ensure_ascii=False)
        case str() | int() | float() | None:
            return json.dumps(value, ensure_ascii=False)
        case Sequence():
            return "a list" if value else "[]"
    return type(value).__name__


def dotted(path: Iterable[str | int]) -> str:
    return ".".join(str(step) for step in path)


def of_validation(error: ValidationError, model: type[BaseModel]) -> list[Problem]:
    """Pydantic's errors in plain words. The error must carry its inputs (`errors()` does)."""
    return [_problem(one, model) for one in error.errors(include_url=False)]


def _problem(error: ErrorDetails, model: type[BaseModel]) -> Problem:
    path = tuple(step for step in error["loc"] if step != "[key]")
    kind = error["type"]
    if kind == "extra_forbidden":
        keys = _keys(annotation_at(model, path[:-1]))
        return Problem(
            dotted(path), "unknown key", f"allowed are {', '.join(sorted(keys))}", nearest(str(path[-1]), keys)
        )
    allowed, choices = _allowed(kind, error.get("ctx", {}), error["msg"])
    value = error["input"]
    if error["loc"][-1] == "[key]":
        return Problem(dotted(path), "the name", allowed)
    if kind == "missing":
        return Problem(dotted(path), "missing", allowed)
    hint = nearest(value, choices) if isinstance(value, str) else ""
    return Problem(dotted(path), _visible(value, annotation_at(model, path)), allowed, hint)


def _visible(value: object, annotation: Any) -> str:
    if _holds_secret(annotation):
        return HIDDEN
    expects_object = get_origin(annotation) is Mapping or bool(_keys(annotation))
    return "a text" if expects_object and isinstance(value, str) else shown(value)


_PLAIN = {
    "missing": "required",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "string_type": "a text in quotes",
    "string_too_short": "a text that is not empty",
    "string_too_long": "a shorter text",
    "model_type": "an object {…}",
    "model_attributes_type": "an object {…}",
    "dict_type": "an object {…}",
    "mapping_type": "an object {…}",
    "tuple_type": "a list […]",
    "list_type": "a list […]",
}
_BOUNDS = {
    "greater_than": ("gt", "more than"),
    "greater_than_equal": ("ge", "at least"),
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}
_PATTERNS = (
    ("https?", "an address like https://host/path"),
    (r"[0-3]):[0-5]\d-", "hours like 22:00-07:00"),
    (r"[0-3]):[0-5]\d", "a time like 03:00"),
    (r"[\w-]", "a name of letters, digits, _ and -, at most 40 characters"),
)


def _allowed(kind: str, context: Mapping[str, Any], message: str) -> tuple[str, tuple[str, ...]]:
    """The words, and the choices that a typing mistake may be near to."""
    if kind == "literal_error":
        expected = str(context["expected"])
        choices = tuple(part.strip(" '") for part in expected.replace(" or ", ",").split(","))
        return f"allowed {'is' if len(choices) == 1 else 'are'} {', '.join(choices)}", choices
    if kind in _BOUNDS:
        key, words = _BOUNDS[kind]
        return f"{words} {context[key]:g}", ()
    if kind == "string_pattern_mismatch":
        pattern = str(context["pattern"])
        return next((words for part, words in _PATTERNS if part in pattern), message), ()
    return _PLAIN.get(kind, message), ()


# ------------------------------------------------------------------------------------------- walking along types


def annotation_at(model: type[BaseModel], path: Sequence[str | int]) -> Any:
    """The type of the value at a path; None where the path leaves the schema."""
    found: Any = model
    for step in path:
        found = _step(bare(found), step)
    return bare(found)


def _step(annotation: Any, step: str | int) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        field = annotation.model_fields.get(str(step))
        return field.annotation if field else None
    inner = get_args(annotation)
    if not inner:
        return None
    return inner[0] if isinstance(step, int) else inner[-1]


def bare(annotation: Any) -> Any:
    """Without Annotated and without `| None`."""
    if get_origin(annotation) is Annotated:
        return bare(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        (first, *_rest) = [one for one in get_args(annotation) if one is not NoneType]
        return bare(first)
    return annotation


def _keys(annotation: Any) -> list[str]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return list(annotation.model_fields)
    return []


def _holds_secret(annotation: Any) -> bool:
    return annotation is SecretStr or annotation is None


def secret_paths(model: BaseModel, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], SecretStr]]:
    """Every secret that a config holds, with its path."""
    for name, value in model:
        yield from _secrets_in(value, (*path, name))


def _secrets_in(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], SecretStr]]:
    match value:
        case SecretStr():
            yield path, value
        case BaseModel():
            yield from secret_paths(value, path)
        case Mapping():
            for key, inner in value.items():
                yield from _secrets_in(inner, (*path, str(key)))
