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


def name_of(source: Source) -> str:
    return f"{source.versioned}/int8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Int8:
    """An Embedder. Any thread may ask it."""

    name: str
    source: Source
    pooling: str  # the source reads it from its files each time
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
        return cls(
            name=name_of(source),
            source=source,
            pooling=source.pooling,
            tokenizer=tokenizer,
            session=session,
            dimensions=width,
        )

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        """One text after the other.

        Activations are quantised by the largest of all that go through together, so in company a text would get other
        numbers than alone (cosine 0.99), for a seventh of the time.
        """
        import numpy as np

        prefix = self.source.query_prefix if query else self.source.passage_prefix
        rows = np.empty((len(texts), self.dimensions), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[:] = self._pooled(prefix + text)
        return unit(rows)

    def _pooled(self, text: str) -> NDArray[np.float32]:
        import numpy as np

        ids = np.asarray([self.tokenizer.encode(text).ids], np.int64)
        hidden: NDArray[np.float32] = self.session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[
            0
        ][0]
        pooled: NDArray[np.float32] = hidden[0] if self.pooling == "cls" else hidden.mean(axis=0)
        return pooled


def unit(rows: Matrix) -> Matrix:
    """The rows with length one."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Matrix = (rows / np.maximum(lengths, 1e-12)).astype(np.float32, copy=False)
    return found
