"""Embedders that can be had on this machine without loading any of them."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.models.embedders import exported
from adapters.models.embedders.exported import Int8
from adapters.models.embedders.hashed import Hashed
from adapters.models.embedders.lazy import EmbedderCandidate
from adapters.models.embedders.source import MINILM, ModelFolder
from adapters.models.embedders.student import Multilingual, Student, multilingual_name
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.ports import Embedder, Matrix

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BATCH = 8
"""Texts that go through the model together; of like length, for sentence-transformers sorts them."""


def transformers_name(source: ModelFolder) -> str:
    return f"{source.versioned}/fp32"


class Full:
    """An Embedder. Any thread may ask it; they take turns."""

    def __init__(self, source: ModelFolder, model: SentenceTransformer) -> None:
        self.name = transformers_name(source)
        self._source = source
        self._model = model
        self._turn = threading.Lock()

    @classmethod
    def load(cls, source: ModelFolder) -> Full:
        """Several seconds. Raises EmbedderFault."""
        source.check()
        os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"  # read when the library is imported
        try:
            import torch
            from sentence_transformers import SentenceTransformer

            torch.set_num_threads(1)
            return cls(source, SentenceTransformer(str(source.folder), device="cpu", local_files_only=True))
        except Exception as error:  # the library raises what it likes
            raise EmbedderFault(f"{source.name} cannot be loaded: {error}") from error

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        prefix = self._source.query_prefix if query else self._source.passage_prefix
        with self._turn:
            rows: Matrix = self._model.encode(
                [prefix + text for text in texts],
                batch_size=BATCH,
                show_progress_bar=False,
                normalize_embeddings=True,
            )
        return rows


# --- candidates -----------------------------------------------------------------------------------------------------


def candidates(source: ModelFolder, folder: Path) -> Iterator[EmbedderCandidate]:
    """The form that a model has here; nothing where the libraries are missing. `folder`: of exported models."""
    if exported.is_exported(folder, source) or exported.can_be_exported(source):
        yield _taught(ExportedCandidate(source, folder), source)
    elif all(find_spec(name) is not None for name in ("torch", "sentence_transformers")):
        yield _taught(TransformersCandidate(source), source)


def _taught(candidate: EmbedderCandidate, source: ModelFolder) -> EmbedderCandidate:
    """The bundled model has a student of other languages."""
    return StudentCandidate(candidate) if source.name == MINILM else candidate


class ExportedCandidate:
    """A model as int8 ONNX, made on its first use."""

    def __init__(self, source: ModelFolder, folder: Path) -> None:
        self.name = exported.exported_name(source)
        self._source = source
        self._folder = folder
        self._export = exported.Export(folder, source)

    @property
    def is_at_hand(self) -> bool:
        return exported.is_exported(self._folder, self._source)

    def load(self) -> Embedder:
        if not self.is_at_hand:
            self._export()
        return Int8.load(self._source, exported.export_folder(self._folder, self._source))

    def stop(self) -> None:
        self._export.stop()


class TransformersCandidate:
    """A model by sentence-transformers."""

    is_at_hand = True

    def __init__(self, source: ModelFolder) -> None:
        self.name = transformers_name(source)
        self._source = source

    def load(self) -> Embedder:
        return Full.load(self._source)

    def stop(self) -> None:
        """It cannot be."""


class StudentCandidate:
    """An English model, and beside it its student of other languages."""

    def __init__(self, english: EmbedderCandidate) -> None:
        self.name = multilingual_name(english.name)
        self._english = english

    @property
    def is_at_hand(self) -> bool:
        return self._english.is_at_hand

    def load(self) -> Embedder:
        return Multilingual(self._english.load(), Student.load())

    def stop(self) -> None:
        self._english.stop()


class LexicalCandidate:
    """No model at all: always at hand."""

    name = Hashed.name
    is_at_hand = True

    def load(self) -> Embedder:
        return Hashed()

    def stop(self) -> None:
        """There is nothing to stop."""
