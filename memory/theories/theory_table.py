"""The theories, in the order in which the README tells them; each module's docstring is its row."""

from __future__ import annotations

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
    text_retrieval,
    text_retrieval,
    text_retrieval,
    retention,
    retention,
    tiers,
    tiers,
    tiers,
    tiers,
    retention,
    utility,
    salience,
    salience,
    ranking_signals,
    salience,
    similarity,
    retention,
    retention,
    association,
    utility,
    association,
    association,
    retention,
    ranking_signals,
    truth,
    truth,
    truth,
    tiers,
    ranking_signals,
    ranking_signals,
    ranking_signals,
    ranking_signals,
    tokens,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TheoryRow:
    """A theory as a table tells it."""

    name: str
    idea: str
    formula: str
    source: str


def theory_row(theory: ModuleType) -> TheoryRow:
    """The row that a theory's docstring holds. Raises ValueError where a part is missing."""
    first, _, rest = (theory.__doc__ or "").partition("\n")
    return TheoryRow(
        name=theory.__name__.rpartition(".")[2],
        idea=first.partition(": ")[2],
        formula=_part(rest, "Formula"),
        source=_part(rest, "Source"),
    )


def _part(text: str, label: str) -> str:
    """A labelled line with the indented lines that follow it."""
    found: list[str] = []
    for line in text.splitlines():
        if line.startswith(label):
            found.append(line.removeprefix(label).strip())
        elif found and line.startswith(" "):
            found.append(line.strip())
        elif found:
            break
    if not found:
        raise ValueError(f"the docstring has no line that begins with {label}")
    return " ".join(found)
