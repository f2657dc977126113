"""The theories, in the order in which the README tells them; each module's docstring is its row."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from memory.theories import (
    adaptive_threshold,
    bm25,
    calibration,
    category_decay,
    coactivation,
    date_match,
    dual_strength,
    emotion,
    flashbulb,
    fsrs6,
    importance,
    length,
    mood,
    neighbour_evolution,
    neighbours,
    open_question,
    prediction_error,
    procedure_confidence,
    rank_fusion,
    rehearsal,
    relations,
    retention,
    source_confidence,
    spreading_activation,
    synaptic_tagging,
    testimony,
    text_cosine,
    tiers,
    timeline,
    tokens,
    truth_anchors,
    utility,
    validity,
    working_memory,
    z_score,
)

THEORIES: tuple[ModuleType, ...] = (
    bm25,
    calibration,
    z_score,
    rank_fusion,
    text_cosine,
    retention,
    fsrs6,
    category_decay,
    tiers,
    adaptive_threshold,
    truth_anchors,
    dual_strength,
    utility,
    importance,
    emotion,
    mood,
    flashbulb,
    prediction_error,
    synaptic_tagging,
    rehearsal,
    relations,
    procedure_confidence,
    spreading_activation,
    coactivation,
    neighbour_evolution,
    source_confidence,
    validity,
    timeline,
    testimony,
    working_memory,
    neighbours,
    length,
    date_match,
    open_question,
    tokens,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A theory as a table tells it."""

    name: str
    idea: str
    formula: str
    source: str


def row(theory: ModuleType) -> Row:
    """The row that a theory's docstring holds. Raises ValueError where a part is missing."""
    first, _, rest = (theory.__doc__ or "").partition("\n")
    return Row(
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
