"""Fit the judge of what a message does to earlier ones: `python -m training changing`. Seeded, half a minute.

It learns from chats in which things change (`examples/threads`) and from plain ones (`examples/chat`): by the message
and the one before it, never by what is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from memory.language.linear_judge import text_features
from memory.recall import belief
from memory.recall.belief import CHANGES, CHANGING, NOTHING
from training import linear
from training.linear import Example, Shape

EXAMPLES = Path(__file__).parent / "examples"
WEIGHTS = Path(belief.__file__).with_name(f"{CHANGING}.npz")
SHAPE = Shape(labels=(NOTHING, *CHANGES), is_exclusive=True, size=40_000)


def main() -> None:
    linear.write(linear.fit(list(examples()), SHAPE), WEIGHTS, digest())


def digest() -> str:
    return linear.digest(file.read_text(encoding="utf-8") for folder in ("chat", "threads") for file in _files(folder))


def examples() -> Iterator[Example]:
    """Every message but the first of a chat."""
    for file in _files("threads"):
        for block in _blocks(file):
            rows = [line.split("\t") for line in block.splitlines()]
            for (_, _, before), (mark, _, text) in pairwise(rows):
                yield _example(text, before, next(iter(marks(mark).values()), NOTHING))
    for file in _files("chat"):
        for block in _blocks(file):
            said = [line.partition(": ")[2] for line in block.splitlines()]
            for before, text in pairwise(said):
                yield _example(text, before, NOTHING)


def marks(mark: str) -> Mapping[int, str]:
    """What a mark says of earlier lines, counted from 0."""
    each = [part.split() for part in mark.split(",") if mark != "-"]
    return {int(line) - 1: relation for relation, line in each}


def _example(text: str, before: str, label: str) -> Example:
    return Example(text=f"{before}\n{text}", blocks=text_features(text, before), labels=frozenset({label}))


def _blocks(file: Path) -> list[str]:
    return re.split(r"\n\n+", file.read_text(encoding="utf-8").strip())


def _files(folder: str) -> list[Path]:
    return sorted((EXAMPLES / folder).glob("*.t*"))


if __name__ == "__main__":
    main()
