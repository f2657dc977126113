"""Natural language inference by a model on this machine, in a process of its own: neither threads nor memory are lent.

The process is begun with the first question (spawned, with nothing of this one), and ended when none has come for a
while. Nothing is fetched: without the weights there is no inference, and it is said once.
"""

from __future__ import annotations

import logging
import multiprocessing
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.models.embedders import source
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.ports import Entailed

if TYPE_CHECKING:
    from torch import Tensor

_log = logging.getLogger(__name__)

LOAD_WITHIN_S, ANSWER_WITHIN_S, IDLE_S = 180.0, 120.0, 60.0
BATCH = 8
LONGEST = 512
"""Word pieces of a pair."""


class LocalEntailment:
    """An `Entailment`. Thread-safe; those who ask take turns."""

    def __init__(self, name: str, folder: Path, *, use_gpu: bool = False) -> None:
        self.name = name
        self._folder = folder
        self._use_gpu = use_gpu
        self._lock = threading.Lock()
        self._worker: tuple[BaseProcess, Connection] | None = None
        self._rest: threading.Timer | None = None

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Entailed]:
        """Blocking; seconds for the first. Raises JudgeFault."""
        if not pairs:
            return []
        with self._lock:
            self._wake()
            try:
                return self._asked(list(pairs))
            except (OSError, EOFError) as error:
                self._end()
                raise JudgeFault(f"{self.name}: its process has ended: {error}") from error
            finally:
                self._begin_to_rest()

    def close(self) -> None:
        with self._lock:
            self._end()

    def _asked(self, pairs: list[tuple[str, str]]) -> list[Entailed]:
        process, line = self._worker or self._begun()
        line.send(pairs)
        if not line.poll(LOAD_WITHIN_S + ANSWER_WITHIN_S):
            process.kill()
            raise EOFError("it did not answer in time")
        answer = line.recv()
        if isinstance(answer, str):
            raise JudgeFault(f"{self.name}: {answer}")
        return [Entailed(entailment, contradiction) for entailment, contradiction in answer]

    def _begun(self) -> tuple[BaseProcess, Connection]:
        spawning = multiprocessing.get_context("spawn")
        ours, theirs = spawning.Pipe()
        process = spawning.Process(
            target=serve, args=(theirs, str(self._folder), self._use_gpu), name="entailment", daemon=True
        )
        process.start()
        theirs.close()
        self._worker = (process, ours)
        return self._worker

    def _wake(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
            self._rest = None

    def _begin_to_rest(self) -> None:
        if self._worker is not None:
            self._rest = threading.Timer(IDLE_S, self.close)
            self._rest.daemon = True
            self._rest.start()

    def _end(self) -> None:
        self._wake()
        if self._worker is not None:
            process, line = self._worker
            self._worker = None
            line.close()
            process.terminate()
            process.join(5.0)


def on_this_machine(model: str, *, use_gpu: bool = False) -> LocalEntailment | None:
    """The model of this name, a folder or one in the hub's cache; None where its weights are not here."""
    found = source.named(model)
    if found is None:
        _log.info("%s is not on this machine: what is learned is validated by the model, else by rules", model)
        return None
    return LocalEntailment(model, found.folder, use_gpu=use_gpu)


def serve(line: Connection, folder: str, use_gpu: bool) -> None:
    """The process: answers until the line is closed. A fault is told as text."""
    judge: _EntailmentModel | str
    try:
        judge = _EntailmentModel(folder, use_gpu)
    except Exception as error:  # the library raises what it likes
        judge = f"it cannot be loaded: {error}"
    while True:
        try:
            pairs = line.recv()
        except (EOFError, OSError):
            return
        try:
            line.send(judge if isinstance(judge, str) else judge(pairs))
        except Exception as error:  # the other side must hear of it, whatever it is
            line.send(f"it failed: {error}")


class _EntailmentModel:
    def __init__(self, folder: str, use_gpu: bool) -> None:
        import os

        os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"
        import torch
        from transformers import AutoModelForSequenceClassification, AutoTokenizer

        torch.set_num_threads(1)
        self._device = "cuda" if use_gpu and torch.cuda.is_available() else "cpu"
        self._tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        model = AutoModelForSequenceClassification.from_pretrained(
            folder, local_files_only=True, trust_remote_code=False, use_safetensors=True
        )
        self._model = model.to(self._device).eval()
        labels = {str(label).casefold()[:6]: int(at) for at, label in model.config.id2label.items()}
        self._entailment, self._contradiction = labels["entail"], labels["contra"]

    def __call__(self, pairs: list[tuple[str, str]]) -> list[tuple[float, float]]:
        portions = (pairs[at : at + BATCH] for at in range(0, len(pairs), BATCH))
        rows = [row for portion in portions for row in self._shares(portion).tolist()]
        return [(row[self._entailment], row[self._contradiction]) for row in rows]

    def _shares(self, pairs: list[tuple[str, str]]) -> Tensor:
        import torch

        premises, claims = zip(*pairs, strict=True)
        inputs = self._tokenizer(
            list(premises), list(claims), truncation="longest_first", max_length=LONGEST, padding=True,
            return_tensors="pt",
        ).to(self._device)  # fmt: skip
        with torch.inference_mode():
            shares: Tensor = self._model(**inputs).logits.float().softmax(dim=-1)
        return shares.cpu()
