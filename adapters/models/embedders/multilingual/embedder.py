"""An English model for English, its student for the languages that the student has learned."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.models.embedders.multilingual.student import Student, version
from memory.vocabulary.ports import Embedder, Matrix
from memory.wants.tongue import tongue

LANGUAGES = ("ja", "tr", "de")
STUDENT = "+student-"


def name_of(english: str) -> str:
    return f"{english}{STUDENT}{version()}"


class Multilingual:
    """An Embedder: one space for four languages. Any thread may ask it, as far as any may ask the English one."""

    def __init__(self, english: Embedder, student: Student) -> None:
        self.name = name_of(english.name)
        self._english = english
        self._student = student

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        """What is in none of the student's languages goes to the English one."""
        import numpy as np

        if not texts:
            return self._english.embed(())
        known = [self._student.vector(text) if tongue(text) in LANGUAGES else None for text in texts]
        others = [text for text, row in zip(texts, known, strict=True) if row is None]
        rest = iter(self._english.embed(others, query=query) if others else ())
        return np.stack([next(rest) if row is None else row for row in known]).astype(np.float32, copy=False)
