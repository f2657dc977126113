"""What the benchmarks of recall share: the embedder that is wanted, a temporary home, figures as JSON."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.score import MEASURES as MEASURES
from bench.score import Result, by_category, interval, means
from bench.telling import Progress
from config import embedding
from config.arguments import WrongUsage
from config.home import Home
from config.schema import Config
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder

LOADED_WITHIN_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A temporary home, and the embedder, loaded. `embedder` None: recall goes by words."""

    folder: Path
    embedder: Embedder | None

    @property
    def name(self) -> str:
        return self.embedder.name if self.embedder else "none"


@contextmanager
def place(wanted: str, progress: Progress) -> Iterator[Place]:
    """Where a benchmark of recall runs. Raises WrongUsage where the embedder that is wanted cannot be had."""
    with tempfile.TemporaryDirectory(prefix="anima-bench-") as folder:
        home = Home(Path(folder))
        choice = embedding.choose(Config.model_validate({"rag": {"embedding_model": wanted}}), home)
        if choice.ok is False:
            raise WrongUsage(f"--embedder {wanted}: {choice.finding}; {choice.advice}")
        embedder = choice.embedder(patience_s=LOADED_WITHIN_S)
        if embedder is not None:
            progress(f"loading {embedder.name}")
            try:
                embedder.embed(["ready"])
            except EmbedderFault as fault:
                raise WrongUsage(f"--embedder {wanted}: {fault}") from None
        try:
            yield Place(folder=home.path, embedder=embedder)
        finally:
            if embedder is not None:
                embedder.close()


def told(results: Sequence[Result]) -> dict[str, Json]:
    """Every figure in per cent with its interval, over all questions and by category."""
    return {
        "questions": len(results),
        "all": {name: _per_cent(value) for name, value in means(results).items()},
        "intervals_95": {
            name: [_per_cent(end) for end in interval([of(one) for one in results])] for name, of in MEASURES.items()
        }
        if results
        else {},
        "by_category": {
            category: {"questions": sum(one.category == category for one in results), **_all_per_cent(figures)}
            for category, figures in by_category(results).items()
        },
    }


def _all_per_cent(figures: Mapping[str, float]) -> dict[str, Json]:
    return {name: _per_cent(value) for name, value in figures.items()}


def _per_cent(value: float) -> float:
    return round(100 * value, 1)
