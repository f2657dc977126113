"""The judge of pairs, by onnxruntime. It is made of the bundled model on the first use, and loaded when first asked."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from adapters.models.embedders.exported import NEEDED, TOKENIZER, Export, has
from adapters.models.embedders.exporting import MODEL
from adapters.models.embedders.source import Source
from adapters.models.relations import exporting
from adapters.models.relations.fitted import WEIGHTS, fitted
from adapters.models.relations.reading import Reader
from memory.formation.pairs import RELATIONS, Pair
from memory.vocabulary.errors import EmbedderFault, JudgeFault

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_log = logging.getLogger(__name__)

MADE_AFTER_S = 60.0
"""A fleet that has just started has other things to do, and one that soon ends needs no judge."""


def judge(source: Source | None, folder: Path) -> RelationsByModel | None:
    """None where it can neither be loaded nor made. `folder`: of exported models."""
    if source is None or not has("onnxruntime", "tokenizers"):
        return None
    found = RelationsByModel(source, folder)
    return found if found.is_at_hand or has(*NEEDED) else None


class RelationsByModel:
    """A RelationJudge. Any thread may ask it; while its model is being made it raises JudgeFault."""

    def __init__(self, source: Source, folder: Path) -> None:
        known = fitted()
        self.sure, self.unsure = known.sure, known.unsure
        self.name = f"relations-{known.sha256[:12]}"
        self._sha256 = known.sha256
        self._temperature = known.temperature
        self._reads_gap = known.reads_gap
        self._target = folder / self.name
        self._export = Export(folder, source, module=exporting.__name__, target=self._target)
        self._loaded: tuple[Reader, InferenceSession] | None = None
        self._making: threading.Timer | None = None
        self._fault = ""
        self._lock = threading.Lock()

    @property
    def is_at_hand(self) -> bool:
        return (self._target / MODEL).is_file()

    def __call__(self, pairs: Sequence[Pair]) -> list[Mapping[str, float]]:
        """One pair after the other: in company a pair would get other numbers, as with the embedder."""
        reader, session = self._ready()
        return [self._judged(pair, reader, session) for pair in pairs]

    def make(self) -> None:
        """Blocking, some fifteen seconds where it was not made before. Raises JudgeFault."""
        if self.is_at_hand:
            return
        try:
            if sha256(WEIGHTS.read_bytes()).hexdigest() != self._sha256:
                raise JudgeFault(f"{WEIGHTS.name} is not what was fitted: its hash is another one")
            self._export()
        except (OSError, EmbedderFault) as error:
            raise JudgeFault(f"the judge of pairs cannot be made: {error}") from error

    def _ready(self) -> tuple[Reader, InferenceSession]:
        with self._lock:
            if self._loaded is None:
                if not self.is_at_hand:
                    self._begin()
                    raise JudgeFault(self._fault or "the judge of pairs is being made")
                self._loaded = self._load()
            return self._loaded

    def _begin(self) -> None:
        if self._making is None:
            self._making = threading.Timer(MADE_AFTER_S, self._make)
            self._making.daemon = True
            self._making.start()

    def _make(self) -> None:
        try:
            self.make()
        except JudgeFault as fault:
            self._fault = str(fault)
            _log.warning("no later statement replaces an earlier one: %s", fault)

    def _load(self) -> tuple[Reader, InferenceSession]:
        from onnxruntime import InferenceSession, SessionOptions

        options = SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            session = InferenceSession(self._target / MODEL, options, providers=["CPUExecutionProvider"])
            return Reader.load(self._target / TOKENIZER, reads_gap=self._reads_gap), session
        except Exception as error:  # each of the two libraries raises what it likes
            raise JudgeFault(f"the model in {self._target} cannot be read: delete that folder") from error

    def _judged(self, pair: Pair, reader: Reader, session: InferenceSession) -> Mapping[str, float]:
        import numpy as np

        ids, sides = (np.asarray([row], np.int64) for row in reader.read(pair))
        logits = session.run(None, {"ids": ids, "sides": sides, "mask": np.ones_like(ids)})[0][0] / self._temperature
        raised = np.exp(logits - logits.max())
        return dict(zip(RELATIONS, map(float, raised / raised.sum()), strict=True))
