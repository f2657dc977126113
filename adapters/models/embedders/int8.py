"""An exported int8 model: ONNX runtime on one thread, tokenizers and numpy; nothing of torch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from adapters.models.embedders.exported import TOKENIZER
from adapters.models.embedders.exporting import MODEL
from adapters.models.embedders.source import Source
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.ports import Matrix

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

    Ids = NDArray[np.int64]

BATCH = 8
"""Texts that go through the model together; more at once would take longer, for more of them would be padding."""


def name_of(source: Source) -> str:
    return f"{source.versioned}/int8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Int8:
    """An Embedder. Any thread may ask it."""

    name: str
    source: Source
    tokenizer: Tokenizer
    session: InferenceSession
    dimensions: int

    @classmethod
    def load(cls, source: Source, folder: Path) -> Self:
        """The exported model in the folder, a third of a second. Raises EmbedderFault."""
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
            session = InferenceSession(folder / MODEL, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # each of the two libraries raises what it likes
            raise EmbedderFault(f"the exported model in {folder} cannot be read: delete that folder") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(source.longest)
        width = int(session.get_outputs()[0].shape[-1])
        return cls(name=name_of(source), source=source, tokenizer=tokenizer, session=session, dimensions=width)

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        import numpy as np

        prefix = self.source.query_prefix if query else self.source.passage_prefix
        pieces = [self.tokenizer.encode(prefix + text).ids for text in texts]
        rows = np.empty((len(texts), self.dimensions), np.float32)
        by_length = sorted(range(len(pieces)), key=lambda at: len(pieces[at]))
        for first in range(0, len(by_length), BATCH):
            chosen = by_length[first : first + BATCH]
            rows[chosen] = self._embedded([pieces[at] for at in chosen])
        return rows

    def _embedded(self, pieces: Sequence[Sequence[int]]) -> Matrix:
        import numpy as np

        ids = np.zeros((len(pieces), max(2, *map(len, pieces))), np.int64)
        mask = np.zeros_like(ids)
        for row, text in enumerate(pieces):
            ids[row, : len(text)] = text
            mask[row, : len(text)] = 1
        hidden: Matrix = self.session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        pooled = hidden[:, 0] if self.source.pooling == "cls" else _mean(hidden, mask)
        return unit(pooled)


def unit(rows: Matrix) -> Matrix:
    """The rows with length one."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Matrix = (rows / np.maximum(lengths, 1e-12)).astype(np.float32, copy=False)
    return found


def _mean(hidden: Matrix, mask: Ids) -> Matrix:
    weights = mask[:, :, None].astype(hidden.dtype)
    mean: Matrix = (hidden * weights).sum(axis=1) / weights.sum(axis=1)
    return mean
