"""How much of a file is taken in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """`most_bytes` of a file, `most` files of a message; `pages` of a PDF and `characters` of any text are read, within
    `read_s`; `prompt_tokens` of all texts of a message stand in the prompt."""

    most_bytes: int = 20 * 1024 * 1024
    most: int = 10
    pages: int = 200
    characters: int = 400_000
    prompt_tokens: int = 6000
    fetch_s: float = 60.0
    read_s: float = 20.0
    first_pause_s: float = 1.0
