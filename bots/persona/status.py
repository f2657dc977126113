"""status.json: whether an anima is enabled, its role, and model settings of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.vocabulary.event import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What the file says. An empty text: the config decides."""

    enabled: bool = True
    role: str = ""
    speciality: str = ""
    supervisor: str = ""
    model: str = ""
    credential: str = ""


_TEXTS = ("role", "speciality", "supervisor", "model", "credential")


def parse(raw: Mapping[str, Json]) -> Status:
    """A value of a wrong kind counts as not said: an anima is not silenced by a slip of the hand."""
    texts = {key: value for key in _TEXTS if isinstance(value := raw.get(key), str)}
    return Status(enabled=raw.get("enabled") is not False, **texts)
