"""Words in a text: the fleet's own, `fleet.toml` of each language, and other people's, quoted inside a prompt."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory.language.folders import FALLBACK, language_toml, languages_with

FLEET_WORDS: Mapping[str, Mapping[str, str]] = {
    code: language_toml(code, "fleet.toml") for code in languages_with("fleet.toml")
}


def fleet_word(language: str, key: str, **values: str) -> str:
    """The sentence in that language, in that of the fallback where it has none."""
    fallback = FLEET_WORDS[FALLBACK]
    return FLEET_WORDS.get(language, fallback).get(key, fallback.get(key, key)).format(**values)


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
    first, _, body = text.strip().partition("\n")
    return body.strip() if first.startswith("# ") else text.strip()


def tame_words(text: str) -> str:
    """A longer text as data: no line of it can pass for a heading, a rule or a fence of the prompt."""
    # Some signs break lines for a reader though they are none to a regular expression.
    lines = "\n".join(text.splitlines())
    return _LOOKS_LIKE_OURS.sub("    ", lines).strip("\n")
