"""Letters of scripts, each as it stands in a class of a pattern; scripts.toml is the table."""

from __future__ import annotations

import tomllib
from importlib.resources import files

_TABLE = tomllib.loads((files("memory.vocabulary") / "scripts.toml").read_text(encoding="utf-8"))

HAN: str = _TABLE["han"]
HIRAGANA: str = _TABLE["hiragana"]
KATAKANA: str = _TABLE["katakana"]
LENGTH_MARK: str = _TABLE["length_mark"]
MIDDLE_DOT: str = _TABLE["middle_dot"]
UNSPACED: str = _TABLE["unspaced"]
LATIN_LOOK_ALIKES = str.maketrans(*_TABLE["look_alikes"])
