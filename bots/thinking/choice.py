"""Which way to think a model is asked in: as configured, else by the model's name. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Literal

Mode = Literal["A1", "A2", "B"]
"""A1: Claude by its own SDKs · A2: our tool loop · B: one shot, assisted."""

#: In this order; the first pattern that fits holds. Small local models cannot be trusted with tool calls.
BY_NAME: tuple[tuple[str, Mode], ...] = (
    ("offline", "A2"),
    ("claude*", "A1"),
    ("anthropic/claude*", "A1"),
    ("ollama*/qwen3*", "A2"),
    ("ollama*/gpt-oss*", "A2"),
    ("ollama*/llama3.[13]*", "A2"),
    ("ollama*/mistral-small*", "A2"),
    ("ollama*/*", "B"),
    ("llamafile/*", "B"),
    ("lm_studio/*", "B"),
    ("*", "A2"),
)


def choose(model: str, execution_mode: str | None = None, model_modes: Mapping[str, Mode] | None = None) -> Mode:
    """`execution_mode` ("autonomous", "assisted") comes first, then the config's map, then the table above.

    Patterns fit the whole model string or its bare name. Of several in the map the most exact (longest) holds.
    """
    if execution_mode == "assisted":
        return "B"
    mapped = _mapped(model, model_modes or {})
    by_name = next(mode for pattern, mode in BY_NAME if fnmatchcase(model, pattern))
    wanted = by_name if mapped is None else mapped
    if execution_mode == "autonomous":
        return "A1" if wanted == "A1" else "A2"
    return wanted


def _mapped(model: str, modes: Mapping[str, Mode]) -> Mode | None:
    bare = model.rpartition("/")[2]
    fitting = [pattern for pattern in modes if fnmatchcase(model, pattern) or fnmatchcase(bare, pattern)]
    return modes[max(fitting, key=len)] if fitting else None
