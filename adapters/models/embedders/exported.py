"""Where exported models stand, and having one made: `<folder>/<name>-<fingerprint>/`, put there whole or not at all."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from adapters.models.embedders import exporting
from adapters.models.embedders.exporting import MODEL
from adapters.models.embedders.source import Source
from memory.vocabulary.errors import EmbedderFault

_log = logging.getLogger(__name__)

NEEDED = ("torch", "transformers", "onnx", "onnxscript", "onnxruntime", "tokenizers")
TOKENIZER = "tokenizer.json"


def place(folder: Path, source: Source) -> Path:
    """Where the exported model of the source is, or will be."""
    return folder / f"{source.name}-{source.fingerprint}"


def is_there(folder: Path, source: Source) -> bool:
    return (place(folder, source) / MODEL).is_file() and has("onnxruntime", "tokenizers")


def can_be_made(source: Source) -> bool:
    return bool(source.pooling) and has(*NEEDED)


class Export:
    """The making of one exported model, which another thread may stop."""

    def __init__(
        self, folder: Path, source: Source, module: str = exporting.__name__, target: Path | None = None
    ) -> None:
        """`module` makes it, called with the source's folder and where to; `target`: where it will be."""
        self._folder = folder
        self._source = source
        self._module = module
        self._target = target
        self._child: subprocess.Popen[bytes] | None = None
        self._is_over = False
        self._lock = threading.Lock()

    def __call__(self) -> Path:
        """Blocking, about ten seconds; the folder of the exported model. Raises EmbedderFault."""
        self._source.check()
        target = self._target or place(self._folder, self._source)
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
        command = [sys.executable, "-W", "ignore", "-m", self._module, str(self._source.folder), str(target)]
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


def has(*packages: str) -> bool:
    return all(find_spec(package) is not None for package in packages)


def _import_path() -> str:
    """The child finds this program where this process found it."""
    return os.pathsep.join([path or os.getcwd() for path in sys.path])
