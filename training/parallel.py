"""Texts of other languages beside their English, for judges and embedders to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

EXAMPLES = Path(__file__).parent / "examples" / "parallel"
GROUPS, WORDS = "groups", "words"
LANGUAGES = "ja", "tr", "de"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text beside its English; words have no group and no role."""

    language: str
    group: str
    role: str
    text: str
    english: str


def lines(language: str, kind: str) -> list[str]:
    """As they stand in the file of GROUPS or of WORDS."""
    return (EXAMPLES / f"{language}.{kind}.tsv").read_text(encoding="utf-8").splitlines()


def grouped(language: str) -> Iterator[Text]:
    for line in lines(language, GROUPS):
        group, role, text, english = line.split("\t")
        yield Text(language=language, group=group, role=role, text=text, english=english)


def words(language: str) -> Iterator[Text]:
    for line in lines(language, WORDS):
        word, english = line.split("\t")
        yield Text(language=language, group="", role="", text=word, english=english)
