"""YAML frontmatter of a Markdown file: split off, read with limits, written back.

A hostile or broken head must cost neither time nor the body: it is at most 16 KB, at most 20 levels deep and has no
aliases, all checked before anything is built from it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from itertools import accumulate

import yaml

from memory.vocabulary.event import Json

try:
    from yaml import CSafeLoader as _Safe  # many times as fast
except ImportError:  # not every build of PyYAML has it
    from yaml import SafeLoader as _Safe  # type: ignore[assignment]

MAX_BYTES = 16 * 1024
MAX_DEPTH = 20

_MAX_BRACKETS = 100  # text in quotes may hold some

_HEAD = re.compile(r"\A---[ \t]*\r?\n(?P<head>.*?)(?:^|\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)

_BREAKS = re.compile("[\r\x85\u2028\u2029]")


class FrontmatterError(ValueError):
    """The head of the Markdown file is no readable YAML mapping; the message says why."""


def split(text: str) -> tuple[str | None, str]:
    """The head (None: the file has none) and the body. Raises FrontmatterError when the head never ends."""
    text = text.removeprefix("\ufeff")
    match = _HEAD.match(text)
    if match:
        return match["head"], text[match.end() :].lstrip("\r\n")
    if re.match(r"---[ \t]*\r?\n[ \t]*[\w\"'-]+[ \t]*:", text):
        raise FrontmatterError("the line --- that ends the frontmatter is missing")
    return None, text


def parse(head: str) -> dict[str, Json]:
    """The fields. Raises FrontmatterError."""
    return {**_parsed(head)}


@lru_cache(maxsize=512)  # a night looks at the same heads again and again, and YAML takes a millisecond for each
def _parsed(head: str) -> Mapping[str, Json]:
    if len(head.encode(errors="replace")) > MAX_BYTES:
        raise FrontmatterError(f"longer than {MAX_BYTES} bytes")
    try:
        _check_shape(head)
        fields = yaml.load(head, _Loader)
    except FrontmatterError:
        raise
    except (yaml.YAMLError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        # PyYAML's own converters fail with all of these on values like `!!int ""`.
        raise FrontmatterError(f"{type(error).__name__} in the YAML") from error
    if fields is None:
        return {}
    if not isinstance(fields, dict):
        raise FrontmatterError("the YAML is no list of `name: value`")
    return {_key(name): _plain(value) for name, value in fields.items()}


def render(fields: Mapping[str, Json], body: str) -> str:
    """The whole file. Raises FrontmatterError when the head would be too long to be read again."""
    head = yaml.dump(dict(fields), Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100_000)
    if len(head.encode(errors="replace")) > MAX_BYTES:
        raise FrontmatterError(f"the fields need more than {MAX_BYTES} bytes: shorten sources or move them to the body")
    return f"---\n{head}---\n\n{body.lstrip(chr(10))}"


class _Loader(_Safe):
    """SafeLoader that refuses to choose between two values of one name."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[object, object]:
        names = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode)]
        if len(names) != len(set(names)):
            raise FrontmatterError("a name stands there twice")
        return super().construct_mapping(node, deep)


class _Dumper(yaml.SafeDumper):
    """SafeDumper that writes a shared list twice rather than an alias, which would not be read again."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    # PyYAML writes the line breaks of Unicode as they are and then reads a space: quoted they are escaped.
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if _BREAKS.search(text) else None)


_Dumper.add_representer(str, _text)


def _check_shape(head: str) -> None:
    if _bracket_depth(head) > _MAX_BRACKETS:
        raise FrontmatterError(f"nested deeper than {MAX_DEPTH} levels")
    depth = 0
    for event in yaml.parse(head, _Safe):
        if isinstance(event, yaml.AliasEvent):
            raise FrontmatterError("aliases are not read")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise FrontmatterError(f"nested deeper than {MAX_DEPTH} levels")


def _bracket_depth(head: str) -> int:
    """An upper bound: brackets in quotes count too. PyYAML looks ahead over open brackets in quadratic time."""
    steps = ({"[": 1, "{": 1, "]": -1, "}": -1}.get(char, 0) for char in head)
    return max(accumulate(steps), default=0)


def _key(name: object) -> str:
    if isinstance(name, bool | int | float | str):
        return str(name)
    raise FrontmatterError("a name is no text")


def _plain(value: object) -> Json:
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {_key(name): _plain(item) for name, item in value.items()}
    raise FrontmatterError(f"a value of the kind {type(value).__name__} is not read")
