"""Embedders that can be had on this machine without loading any of them."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
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


LEXICAL = EmbedderCandidate(name=Hashed.name, load=Hashed)
"""No model at all: always at hand."""


def candidates(source: ModelFolder, folder: Path) -> Iterator[EmbedderCandidate]:
    """The form that a model has here; nothing where the libraries are missing. `folder`: of exported models."""
    if exported.is_exported(folder, source) or exported.can_be_exported(source):
        yield _taught(_exported(source, folder), source)
    elif all(find_spec(name) is not None for name in ("torch", "sentence_transformers")):
        yield _taught(EmbedderCandidate(name=transformers_name(source), load=lambda: Full.load(source)), source)


def _taught(candidate: EmbedderCandidate, source: ModelFolder) -> EmbedderCandidate:
    """The bundled model is English; beside it stands its student of other languages."""
    if source.name != MINILM:
        return candidate
    return replace(
        candidate,
        name=multilingual_name(candidate.name),
        load=lambda: Multilingual(candidate.load(), Student.load()),
    )


def _exported(source: ModelFolder, folder: Path) -> EmbedderCandidate:
    """As int8 ONNX, made on its first use."""
    export = exported.Export(folder, source)

    def is_made() -> bool:
        return exported.is_exported(folder, source)

    def load() -> Embedder:
        if not is_made():
            export()
        return Int8.load(source, exported.export_folder(folder, source))

    return EmbedderCandidate(name=exported.exported_name(source), load=load, is_made=is_made, stop=export.stop)
