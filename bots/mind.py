"""One anima as the fleet runs it: who it is, what it thinks with, where its memory lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bots.ports import ChatModel, Thinker
from memory.archive.conversations import Conversations
from memory.archive.directory import AnimaDirectory
from memory.archive.journal import StreamingJournal
from memory.archive.reports import TurnReports
from memory.engine import MemoryEngine


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """The anima's settings that a turn needs. `history_tokens` is how much of a talk stands verbatim in the prompt."""

    role: str = ""
    speciality: str = ""
    supervisor: str = ""
    language: str = "en"
    mode: Literal["A1", "A2", "B"] = "A2"
    history_tokens: int = 4000
    prompt_tokens: int = 16000


@dataclass(slots=True, kw_only=True)
class Mind:
    """An enabled anima. The memory is opened at the first use."""

    name: str
    directory: AnimaDirectory
    model: ChatModel
    thinker: Thinker
    traits: Traits
    engine: MemoryEngine
    conversations: Conversations
    journal: StreamingJournal
    reports: TurnReports
