"""The languages: each is a folder of data beside this module, named by its code, and to add one is to add a folder.

README.md lists the files of a folder. Where a language lacks one, its texts are read, or answered, as the fallback's.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

ANY = "any"
"""The folder of what languages share, or people mix."""

_CODE_LETTERS = 2


def has_file(code: str, name: str) -> bool:
    return (files("memory.language") / code / name).is_file()


def language_file(code: str, name: str) -> Traversable:
    """The fallback's where the language has no such file."""
    return files("memory.language") / (code if has_file(code, name) else FALLBACK) / name


@cache
def language_toml(code: str, name: str) -> Mapping[str, Any]:
    return tomllib.loads(language_file(code, name).read_text(encoding="utf-8"))


FALLBACK: str = language_toml(ANY, "languages.toml")["fallback"]
"""The language of a text that no other claims, and of what another lacks."""

_FOLDERS = sorted(folder.name for folder in files("memory.language").iterdir() if folder.is_dir())
LANGUAGES = (FALLBACK, *(code for code in _FOLDERS if len(code) == _CODE_LETTERS and code != FALLBACK))
"""Their codes: the fallback first, the others by the alphabet."""


def languages_with(name: str) -> tuple[str, ...]:
    """The languages that have the file."""
    return tuple(code for code in LANGUAGES if has_file(code, name))
