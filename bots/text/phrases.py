"""Words in a text: the fleet's own, one file a language in `locales/`, and other people's, quoted inside a prompt."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

FLEET_WORDS: Mapping[str, Mapping[str, str]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((Path(__file__).parent / "locales").glob("*.toml"))
}


def fleet_word(language: str, key: str, **values: str) -> str:
    """The sentence in that language, in English where it has none."""
    table = FLEET_WORDS.get(language, FLEET_WORDS["en"])
    return table.get(key, FLEET_WORDS["en"].get(key, key)).format(**values)


# --- quoting --------------------------------------------------------------------------------------------------------
# Other people's words inside a prompt: quoted, on one line, never a heading of ours.


LONGEST_QUOTED_NAME = 80
_LOOKS_LIKE_OURS = re.compile(r"^(?=\s{0,3}(?:#|---|===|\*\*\*|```))", re.MULTILINE)


def quote_words(text: str, longest: int = LONGEST_QUOTED_NAME) -> str:
    """A name or topic as data: without line breaks and control characters, cut, in quotation marks."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    plain = " ".join(printable.split()).replace('"', "'")
    return f'"{plain[:longest]}…"' if len(plain) > longest else f'"{plain}"'


def without_title(text: str) -> str:
    """A file's text without the title that it begins with; it stands under a heading of ours."""
    first, _, rest = text.strip().partition("\n")
    return rest.strip() if first.startswith("# ") else text.strip()


def tame_words(text: str) -> str:
    """A longer text as data: no line of it can pass for a heading, a rule or a fence of the prompt."""
    # Some signs break lines for a reader though they are none to a regular expression.
    lines = "\n".join(text.splitlines())
    return _LOOKS_LIKE_OURS.sub("    ", lines).strip("\n")
