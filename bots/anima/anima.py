"""One anima as the fleet runs it: who it is, what it thinks with, where its memory lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bots.ports import ChatModel, NamedTool, Thinker
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.conversations import Attachments, Conversations
from memory.archive.operations_log import TurnReports
from memory.archive.requests import AwaitedAnswers, PersonCalls, PersonQuestions, Reminders
from memory.archive.unfinished_turns import StreamingJournal
from memory.engine import MemoryEngine
from memory.language.folders import FALLBACK


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimaTraits:
    """The anima's settings that a turn needs. The shares are of the model's window: the talk as it was said, and the
    system prompt."""

    role: str = ""
    speciality: str = ""
    supervisor: str = ""
    language: str = FALLBACK
    mode: Literal["A1", "A2", "B"] = "A2"
    history_share: float = 0.3
    prompt_share: float = 0.5
    expressions: Mapping[str, str] = field(default_factory=dict)  # feeling -> a face's address, or an emoji


@dataclass(slots=True, kw_only=True)
class Anima:
    """An enabled anima. The memory is opened at the first use."""

    name: str
    directory: AnimaDirectory
    model: ChatModel
    thinker: Thinker
    traits: AnimaTraits
    engine: MemoryEngine
    conversations: Conversations
    journal: StreamingJournal
    reports: TurnReports
    questions: PersonQuestions
    reminders: Reminders
    calls: PersonCalls
    awaited: AwaitedAnswers
    more_tools: Callable[[], Sequence[NamedTool]] = tuple  # those that reach other services, as they are there now

    @property
    def attachments(self) -> Attachments:
        """Files that came with messages."""
        return Attachments(self.directory.path)

    @property
    def history_tokens(self) -> int:
        """How much of a talk stands verbatim in the prompt. A model may learn its window when it is first asked."""
        return int(self.traits.history_share * self.model.context_tokens)

    @property
    def prompt_tokens(self) -> int:
        return int(self.traits.prompt_share * self.model.context_tokens)
