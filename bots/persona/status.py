"""status.json: whether an anima is enabled, its role, and model settings of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What the file says. An empty text: the config decides."""

    enabled: bool = True
    role: str = ""
    speciality: str = ""
    supervisor: str = ""
    model: str = ""
    credential: str = ""


def parse(text: str) -> Status:
    """A broken file, and a value of a wrong kind, count as not said: an anima is not silenced by a stray comma."""
    try:
        raw = json.loads(text)
    except ValueError:
        return Status()
    if not isinstance(raw, dict):
        return Status()
    texts = {key: value for key in _TEXTS if isinstance(value := raw.get(key), str)}
    return Status(enabled=raw.get("enabled") is not False, **texts)


def dump(status: Status) -> str:
    """The file's text; what is not said is left out."""
    said = {key: value for key in _TEXTS if (value := getattr(status, key))}
    return json.dumps({"enabled": status.enabled, **said}, ensure_ascii=False, indent=2) + "\n"


_TEXTS = ("role", "speciality", "supervisor", "model", "credential")
