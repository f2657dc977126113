"""The fleet's own words to people, in the configured language: one file a language in `locales/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

WORDS: Mapping[str, Mapping[str, str]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((Path(__file__).parent / "locales").glob("*.toml"))
}


def word(language: str, key: str, **values: str) -> str:
    """The sentence in that language, in English where it has none."""
    table = WORDS.get(language, WORDS["en"])
    return table.get(key, WORDS["en"].get(key, key)).format(**values)
