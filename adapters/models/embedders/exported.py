"""Models exported as int8 ONNX: where they stand (`<folder>/<name>-<fingerprint>/`, put there whole or not at all),
having one made, and running one.
"""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Self

from adapters.models.embedders import exporting
from adapters.models.embedders.exporting import MODEL
from adapters.models.embedders.source import ModelFolder
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.ports import Matrix

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_log = logging.getLogger(__name__)

NEEDED_PACKAGES = ("torch", "transformers", "onnx", "onnxscript", "onnxruntime", "tokenizers")
TOKENIZER = "tokenizer.json"


def export_folder(folder: Path, source: ModelFolder) -> Path:
    """Where the exported model of the source is, or will be."""
    return folder / f"{source.name}-{source.fingerprint}"


def is_exported(folder: Path, source: ModelFolder) -> bool:
    return (export_folder(folder, source) / MODEL).is_file() and are_installed("onnxruntime", "tokenizers")


def can_be_exported(source: ModelFolder) -> bool:
    return bool(source.pooling) and are_installed(*NEEDED_PACKAGES)


class Export:
    """The making of one exported model, which another thread may stop."""

    def __init__(self, folder: Path, source: ModelFolder) -> None:
        self._folder = folder
        self._source = source
        self._child: subprocess.Popen[bytes] | None = None
        self._is_over = False
        self._lock = threading.Lock()

    def __call__(self) -> Path:
        """Blocking, about ten seconds; the folder of the exported model. Raises EmbedderFault."""
        self._source.check()
        target = export_folder(self._folder, self._source)
        half_done = target.with_name(f"{target.name}.{os.getpid()}.half")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            _sweep(self._folder)
            half_done.mkdir()
            self._run(half_done)
            shutil.copyfile(self._source.folder / TOKENIZER, half_done / TOKENIZER)
            with suppress(OSError):  # another process was faster: what it made is the same
                half_done.rename(target)
        except OSError as error:
            raise EmbedderFault(f"{self._source.name} could not be exported to {self._folder}: {error}") from error
        finally:
            shutil.rmtree(half_done, ignore_errors=True)
        return target

    def stop(self) -> None:
        """End the child; what it had made is removed by whoever waits for it."""
        with self._lock:
            self._is_over = True
            if self._child is not None:
                self._child.kill()

    def _run(self, target: Path) -> None:
        command = [sys.executable, "-W", "ignore", "-m", exporting.__name__, str(self._source.folder), str(target)]
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        env = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "PYTHONPATH": _import_path()}
        with self._lock:
            if self._is_over:
                raise EmbedderFault(f"the export of {self._source.name} was stopped")
            self._child = subprocess.Popen(
                command, stdin=pipe, stdout=nothing, stderr=pipe, env=env, start_new_session=True
            )
        child, said = self._child, b""
        with child:  # its input stays open while it works: it ends when this process does
            said = child.stderr.read() if child.stderr else b""
        if self._is_over:
            raise EmbedderFault(f"the export of {self._source.name} was stopped")
        if child.returncode != 0 or not (target / MODEL).is_file():
            last = (said.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
            raise EmbedderFault(f"{self._source.name} could not be exported to ONNX: {last[:200]}")


def _sweep(folder: Path) -> None:
    """Remove what processes that are no more had begun."""
    for half_done in folder.glob("*.half"):
        pid = half_done.suffixes[-2].removeprefix(".") if len(half_done.suffixes) > 1 else ""
        if pid.isdigit() and int(pid) != os.getpid() and not Path(f"/proc/{pid}").exists():
            _log.info("removed a half-made model: %s", half_done.name)
            shutil.rmtree(half_done, ignore_errors=True)


def are_installed(*packages: str) -> bool:
    return all(find_spec(package) is not None for package in packages)


def _import_path() -> str:
    """The child finds this program where this process found it."""
    return os.pathsep.join([path or os.getcwd() for path in sys.path])


# --- int8 -----------------------------------------------------------------------------------------------------------
# An exported int8 model: ONNX runtime on one thread, tokenizers and numpy; nothing of torch.


def exported_name(source: ModelFolder) -> str:
    return f"{source.versioned}/int8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Int8:
    """An Embedder. Any thread may ask it."""

    name: str
    source: ModelFolder
    pooling: str  # the source reads it from its files each time
    tokenizer: Tokenizer
    session: InferenceSession
    dimensions: int

    @classmethod
    def load(cls, source: ModelFolder, folder: Path) -> Self:
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
            name=exported_name(source),
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
        return unit_rows(rows)

    def _pooled(self, text: str) -> NDArray[np.float32]:
        import numpy as np

        ids = np.asarray([self.tokenizer.encode(text).ids], np.int64)
        hidden: NDArray[np.float32] = self.session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[
            0
        ][0]
        pooled: NDArray[np.float32] = hidden[0] if self.pooling == "cls" else hidden.mean(axis=0)
        return pooled


def unit_rows(rows: Matrix) -> Matrix:
    """The rows with length one."""
    import numpy as np

    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: Matrix = (rows / np.maximum(lengths, 1e-12)).astype(np.float32, copy=False)
    return found
