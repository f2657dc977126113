"""The talk set: messages of a first hour, what was said before each, and what a right reply to it is.

The fields stand in talk/README.md. What is held out is for the figures alone, never for tuning.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from importlib.resources import files
from typing import Any, Literal, get_args

LANGUAGES = ("en", "ja", "tr")
ANIMA = "anima"
Part = Literal["open", "held_out"]
PARTS: tuple[Part, ...] = get_args(Part)
_UNITS = {
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
    "mo": timedelta(days=30),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    ago: timedelta
    by: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One of `answer` must stand in the reply's first line; `never` nowhere, `stale` only after the answer."""

    id: str
    language: str
    before: tuple[Earlier, ...]
    by: str
    text: str
    intent: str
    answer: tuple[str, ...]
    never: tuple[str, ...]
    stale: tuple[str, ...]
    name: str
    is_direct: bool

    @property
    def part(self) -> Part:
        return "open" if blake2b(self.id.encode()).digest()[0] < 128 else "held_out"


def items(part: Part, languages: tuple[str, ...] = LANGUAGES) -> list[Item]:
    return [one for language in languages for one in _read(language) if one.part == part]


def _read(language: str) -> list[Item]:
    text = (files("bench") / "data" / "talk" / f"talk.{language}.jsonl").read_text(encoding="utf-8")
    return [_item(json.loads(line), language) for line in text.splitlines() if line.strip()]


def _item(line: dict[str, Any], language: str) -> Item:
    return Item(
        id=line["id"],
        language=language,
        before=tuple(Earlier(ago=_ago(one["ago"]), by=one["by"], text=one["text"]) for one in line["before"]),
        by=line["by"],
        text=line["text"],
        intent=line["intent"],
        answer=tuple(line["answer"]),
        never=tuple(line["never"]),
        stale=tuple(line.get("stale", ())),
        name=line["name"] or "",
        is_direct=line.get("place") != "room",
    )


def _ago(text: str) -> timedelta:
    number, unit = text.split()
    return int(number) * _UNITS[unit]
