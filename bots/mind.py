"""One anima as the fleet runs it: who it is, what it thinks with, where its memory lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bots.ports import ChatModel, NamedTool, Thinker
from memory.archive.attachments import Attachments
from memory.archive.awaited import AwaitedAnswers
from memory.archive.calls import Calls
from memory.archive.conversations import Conversations
from memory.archive.directory import AnimaDirectory
from memory.archive.journal import StreamingJournal
from memory.archive.questions import Questions
from memory.archive.reminders import Reminders
from memory.archive.reports import TurnReports
from memory.engine import MemoryEngine


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """The anima's settings that a turn needs. The shares are of the model's window: the talk as it was said, and the
    system prompt."""

    role: str = ""
    speciality: str = ""
    supervisor: str = ""
    language: str = "en"
    mode: Literal["A1", "A2", "B"] = "A2"
    history_share: float = 0.3
    prompt_share: float = 0.5
    expressions: Mapping[str, str] = field(default_factory=dict)  # feeling -> a face's address, or an emoji


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
    questions: Questions
    reminders: Reminders
    calls: Calls
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
