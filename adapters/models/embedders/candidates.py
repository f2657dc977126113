"""Embedders that can be had on this machine without loading any of them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from adapters.models.embedders import exported, full, int8
from adapters.models.embedders.full import Full
from adapters.models.embedders.hashed import Hashed
from adapters.models.embedders.int8 import Int8
from adapters.models.embedders.lazy import Candidate
from adapters.models.embedders.multilingual.embedder import Multilingual, name_of
from adapters.models.embedders.multilingual.student import Student
from adapters.models.embedders.source import MINILM, Source
from memory.vocabulary.ports import Embedder


def candidates(source: Source, folder: Path) -> Iterator[Candidate]:
    """The form that a model has here; nothing where the libraries are missing. `folder`: of exported models."""
    if exported.is_there(folder, source) or exported.can_be_made(source):
        yield _taught(Exported(source, folder), source)
    elif all(find_spec(name) is not None for name in ("torch", "sentence_transformers")):
        yield _taught(Whole(source), source)


def _taught(candidate: Candidate, source: Source) -> Candidate:
    """The bundled model has a student of other languages."""
    return WithStudent(candidate) if source.name == MINILM else candidate


class Exported:
    """A model as int8 ONNX, made on its first use."""

    def __init__(self, source: Source, folder: Path) -> None:
        self.name = int8.name_of(source)
        self._source = source
        self._folder = folder
        self._export = exported.Export(folder, source)

    @property
    def is_at_hand(self) -> bool:
        return exported.is_there(self._folder, self._source)

    def load(self) -> Embedder:
        if not self.is_at_hand:
            self._export()
        return Int8.load(self._source, exported.place(self._folder, self._source))

    def stop(self) -> None:
        self._export.stop()


class Whole:
    """A model by sentence-transformers."""

    is_at_hand = True

    def __init__(self, source: Source) -> None:
        self.name = full.name_of(source)
        self._source = source

    def load(self) -> Embedder:
        return Full.load(self._source)

    def stop(self) -> None:
        """It cannot be."""


class WithStudent:
    """An English model, and beside it its student of other languages."""

    def __init__(self, english: Candidate) -> None:
        self.name = name_of(english.name)
        self._english = english

    @property
    def is_at_hand(self) -> bool:
        return self._english.is_at_hand

    def load(self) -> Embedder:
        return Multilingual(self._english.load(), Student.load())

    def stop(self) -> None:
        self._english.stop()


class Lexical:
    """No model at all: always at hand."""

    name = Hashed.name
    is_at_hand = True

    def load(self) -> Embedder:
        return Hashed()

    def stop(self) -> None:
        """There is nothing to stop."""
