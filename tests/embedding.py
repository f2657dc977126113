"""Embedders for tests: the bundled model, exported once in a session, and one that does as it is told."""

from __future__ import annotations

import os
import threading
from functools import cache
from pathlib import Path

from adapters.models.embedders import exported, source
from adapters.models.embedders.exported import Int8
from adapters.models.embedders.hashed import Hashed
from adapters.models.embedders.student import Multilingual, Student
from memory.vocabulary.errors import EmbedderFault


def models_folder() -> Path:
    """Shared by all tests of a session and by the fleets that they start (see tests/conftest.py)."""
    return Path(os.environ["ANIMA_MODELS"])


@cache
def minilm() -> Int8:
    """Takes some ten seconds where nothing of this session has exported it yet."""
    found = source.minilm()
    assert found is not None, "the embeddings are not installed"
    if not exported.is_exported(models_folder(), found):
        exported.Export(models_folder(), found)()
    return Int8.load(found, exported.export_folder(models_folder(), found))


@cache
def multilingual() -> Multilingual:
    """The same with its student, as a home has it where nothing else is configured."""
    return Multilingual(minilm(), Student.load())


class Candidate:
    """Loads when it is let, fails where it has a `fault`."""

    is_at_hand = True

    def __init__(self, name: str = "hashed-384", fault: str = "") -> None:
        self.name = name
        self.fault = fault
        self.loads = 0
        self.may_load = threading.Event()

    def load(self) -> Hashed:
        self.loads += 1
        self.may_load.wait(20)
        if self.fault:
            raise EmbedderFault(self.fault)
        return Hashed()

    def stop(self) -> None:
        self.fault = "stopped"
        self.may_load.set()
