"""The theories as a table: each is told where it stands, in its file's docstring or in the comment above its part."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import ModuleType

from memory.theories import (
    association,
    ranking_signals,
    retention,
    salience,
    similarity,
    text_retrieval,
    tiers,
    tokens,
    truth,
    utility,
)

THEORIES: tuple[ModuleType, ...] = (
    text_retrieval,
    similarity,
    ranking_signals,
    retention,
    tiers,
    utility,
    salience,
    association,
    truth,
    tokens,
)
"""In the order in which the documents tell them."""

_COMMENT = re.compile(r"(?:^#.*\n)+", re.MULTILINE)
_HASH = re.compile(r"^# ?(?:--- .*)?", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class TheoryRow:
    """A theory as a table tells it; `module` is the file that holds it."""

    name: str
    module: str
    idea: str
    formula: str
    source: str


def theory_rows(modules: Iterable[ModuleType] = THEORIES) -> list[TheoryRow]:
    """Every theory of these modules, as they stand. Raises ValueError where a part of one is missing."""
    return [_row(module, text) for module in modules for text in _texts(module)]


def _texts(module: ModuleType) -> Iterator[str]:
    """The docstring and the comments that tell a formula."""
    comments = (_HASH.sub("", found[0]) for found in _COMMENT.finditer(inspect.getsource(module)))
    yield from (text for text in (module.__doc__ or "", *comments) if re.search(r"^Formula", text, re.MULTILINE))


def _row(module: ModuleType, text: str) -> TheoryRow:
    before, _, _ = text.partition("\nFormula")
    name, _, idea = " ".join(before.strip().rpartition("\n\n")[2].split()).partition(": ")
    return TheoryRow(
        name=name,
        module=module.__name__.rpartition(".")[2],
        idea=idea,
        formula=_part(text, "Formula"),
        source=_part(text, "Source"),
    )


def _part(text: str, label: str) -> str:
    """A labelled line with the indented lines that follow it."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith(f"{label}  "):
            found.append(line.removeprefix(label).strip())
        elif found and line.startswith(" "):
            found.append(line.strip())
        elif found:
            break
    if not found:
        raise ValueError(f"a theory has no line that begins with {label}")
    return " ".join(found)
