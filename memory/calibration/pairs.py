"""The labelled pairs: what people say in chats, in English, Japanese and Turkish.

`same` says the same in other words; `overlapping` is about the same thing and says something else of it; `unrelated`
is about something else, often with words in common.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LABELS = ("same", "overlapping", "unrelated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two sentences, and how near they are in meaning."""

    language: str
    label: str
    first: str
    second: str


@cache
def pairs() -> tuple[Pair, ...]:
    lines = (files(__package__) / "calibration_pairs.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Pair(**json.loads(line)) for line in lines)
