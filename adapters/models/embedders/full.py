"""A model as sentence-transformers runs it: where it cannot be exported, or does what an exported one does not."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from adapters.models.embedders.source import Source
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.ports import Matrix

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

BATCH = 8
"""Texts that go through the model together; of like length, for sentence-transformers sorts them."""


def name_of(source: Source) -> str:
    return f"{source.versioned}/fp32"


class Full:
    """An Embedder. Any thread may ask it; they take turns."""

    def __init__(self, source: Source, model: SentenceTransformer) -> None:
        self.name = name_of(source)
        self._source = source
        self._model = model
        self._turn = threading.Lock()

    @classmethod
    def load(cls, source: Source) -> Full:
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
