"""Where secrets are taken out of what is about to be kept. Which texts are secrets, the wiring knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from memory.vocabulary.event import Json

Redact: TypeAlias = Callable[[str], str]


def nothing(text: str) -> str:
    """The redaction that finds no secrets."""
    return text


def redacted(value: Json, redact: Redact) -> Json:
    """The value with every text in it redacted; names of fields stay."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [redacted(item, redact) for item in value]
    if isinstance(value, Mapping):
        return {name: redacted(item, redact) for name, item in value.items()}
    return value
