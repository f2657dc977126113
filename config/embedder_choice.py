"""Which embedder the config means, which one there is, and what is said of it. Nothing is loaded here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from adapters.models.embedders import source
from adapters.models.embedders.embedder_candidates import LEXICAL, candidates
from adapters.models.embedders.lazy import EmbedderCandidate, LazyEmbedder
from adapters.models.entailment import LocalEntailment, on_this_machine
from config.home import Home
from config.settings.config_schema import Config, Rag
from config.settings.problems import Problem, shown

DEFAULT = "intfloat/multilingual-e5-small"
MODELS = "ANIMA_MODELS"
"""A folder of exported models that several homes share."""

_INSTALL = "`make run` installs the embeddings"
_PATH = "rag.embedding_model"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderChoice:
    """The embedders in the order in which they are tried; none: recall goes by words.

    `ok` is None where a better one could be had, False where the one that was named is not here.
    """

    candidates: tuple[EmbedderCandidate, ...] = ()
    ok: bool | None = True
    finding: str
    advice: str = ""

    @property
    def name(self) -> str:
        return self.candidates[0].name if self.candidates else "lexical"

    @property
    def is_at_hand(self) -> bool:
        return bool(self.candidates) and self.candidates[0].is_at_hand

    def embedder(self, patience_s: float = 0.0) -> LazyEmbedder | None:
        """One for the whole process; a question waits so long for it to be loaded."""
        return LazyEmbedder(self.candidates, patience_s) if self.candidates else None


def choose(config: Config, home: Home) -> EmbedderChoice:
    """What the config asks for, else the next best that is on this machine."""
    rag, folder = config.rag, models_folder(home)
    wished = rag.embedding_model.strip()
    if not rag.enabled or wished.casefold() == "none":
        return EmbedderChoice(finding="by words, as the config says")
    if wished.casefold() == "hashed":
        return EmbedderChoice(candidates=(LEXICAL,), finding=_by(LEXICAL.name))
    chain = tuple(_chain(wished, folder))
    best = chain[0]
    if wished.casefold() == "auto":
        return _automatic(chain)
    if _is_wished(wished, folder):
        return EmbedderChoice(candidates=chain, finding=_by(best.name))
    missing = _missing(rag)
    finding = f"{missing.value} cannot be had: {_by(best.name)} instead"
    return EmbedderChoice(candidates=chain, ok=False, finding=finding, advice=missing.allowed)


def entailment_of(config: Config) -> LocalEntailment | None:
    """What checks in the night whether one text follows from another, where it is on this machine."""
    name = config.consolidation.nli_model.strip()
    return None if name.casefold() == "none" else on_this_machine(name, use_gpu=config.rag.use_gpu)


def embedding_problems(config: Config | None, home: Home) -> list[Problem]:
    """A model that is named and not here: nothing stops for it, but it is said."""
    return [_missing(config.rag)] if config is not None and choose(config, home).ok is False else []


def models_folder(home: Home) -> Path:
    named = os.environ.get(MODELS)
    return Path(named).expanduser() if named else home.models


def _automatic(chain: tuple[EmbedderCandidate, ...]) -> EmbedderChoice:
    best = chain[0]
    if best.name == LEXICAL.name:
        return EmbedderChoice(
            candidates=chain, ok=None, finding=f"{_by(best.name)}: no model is installed", advice=_INSTALL
        )
    if best.name.startswith(source.MINILM):
        advice = f"it knows English best, three languages by a small student; {DEFAULT} in the hub's cache knows more"
        return EmbedderChoice(candidates=chain, ok=None, finding=_by(best.name), advice=advice)
    return EmbedderChoice(candidates=chain, finding=_by(best.name))


def _chain(wished: str, folder: Path) -> Iterator[EmbedderCandidate]:
    if wished.casefold() not in ("minilm", "auto"):
        yield from _model(wished, folder)
    if wished.casefold() != "minilm":
        yield from _model(DEFAULT, folder) if wished != DEFAULT else ()
    if (bundled := source.minilm()) is not None:
        yield from candidates(bundled, folder)
    yield LEXICAL


def _model(name: str, folder: Path) -> Iterator[EmbedderCandidate]:
    found = source.named(name)
    if found is not None:
        yield from candidates(found, folder)


def _is_wished(wished: str, folder: Path) -> bool:
    found = source.minilm() if wished.casefold() == "minilm" else source.named(wished)
    return found is not None and any(True for _ in candidates(found, folder))


def _missing(rag: Rag) -> Problem:
    wished = rag.embedding_model.strip()
    if wished.casefold() == "minilm":
        return Problem(_PATH, shown(wished), f"its packages are not installed ({_INSTALL})")
    return Problem(
        _PATH,
        shown(wished),
        f"a model whose weights (safetensors) are on this machine: a folder, or a name in the hub's cache; {_INSTALL}",
        is_any_name=True,
    )


def _by(name: str) -> str:
    if name == LEXICAL.name:
        return f"by words, and by vectors made of them ({name})"
    return f"by meaning and by words ({name})"
