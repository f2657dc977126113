"""The ports: what bots need from platforms, models and servers of tools.

Fakes pass the same contract suites as the real ones.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal, Protocol

from bots.message import Act, File, Message, Receipt
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.cue import MemoryEffect, Recollection
from memory.vocabulary.event import Json
from memory.vocabulary.fact import Fact


class Connection(StrEnum):
    """An account's state. FAILED is for good (bad token, missing intent); CONNECTING retries with back-off."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    FAILED = "failed"


class Sink(Protocol):
    """Where an adapter puts what it hears."""

    async def deliver(self, message: Message) -> bool:
        """Durable on return, so the platform may be acknowledged then; False: seen before.

        Raises NotStored: do not acknowledge.
        """
        ...

    async def connection(self, account: Account, state: Connection, detail: str = "") -> None:
        """Tell each change of state once. CONNECTED after every (re)connect starts the catch-up by history."""
        ...

    def readers_changed(self, what: Person | Place) -> None:
        """Who can read the room, or what the person can read, is no longer as the platform last said. A place without
        a channel stands for all rooms of its workspace."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What a platform can do, as a value.

    `split` cuts Markdown into chunks each within the platform's limit once rendered, fences balanced, nothing
    missing. `streaming` is how an unfinished answer is shown: by edits of a post, by a draft (Typing.preview),
    or not at all; `edit_interval_s` is the pace. `longest_editable` is the characters of Markdown that may safely
    stand in a post that will be edited.
    """

    split: Callable[[str], list[str]]
    streaming: Literal["edits", "draft", "none"]
    edit_interval_s: float
    longest_editable: int
    threads: bool
    replies: bool
    personas: bool  # name and avatar on each message
    private_answers: bool
    buttons: bool  # Send.choices
    history: bool
    deletes: bool
    tells_deletions: bool = True  # somebody who deletes a message there is heard of
    joins: bool = False  # somebody who joins the room is told there
    greets: bool = False  # people begin to write without any word of ours before
    answers_in_threads: bool = False  # in rooms, an answer begins or joins the thread of its question


class Adapter(Protocol):
    """A platform is four verbs."""

    account: Account

    def capabilities(self, place: Place) -> Capabilities: ...

    async def run(self, sink: Sink) -> None:
        """Connect, hand every normalised Message to the sink, reconnect by itself; return on cancellation only
        after the connection is closed, or when the account has FAILED for good."""
        ...

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        """Do it once, honouring rate limits. Raises Refused, Unreachable, InDoubt (their docstrings are the law)."""
        ...

    async def history(self, place: Place, after: str) -> list[Message]:
        """Messages of the place after the message with that `order`, oldest first. [] where it cannot be known."""
        ...

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        """Whether a post of ours with one of these nonces stands in the place, after the message `question`; None where
        the platform cannot tell. Raises SendFault."""
        ...

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        """Rooms in which something may have been said since then -> the `order` to ask history after. {} where the
        platform cannot tell, or keeps messages for us by itself. Raises Unreachable."""
        ...

    def fetch(self, file: File) -> AsyncGenerator[bytes]:
        """The content of an inbound file, piece by piece. Raises Refused, Unreachable."""
        ...

    async def find(self, query: str) -> list[Person | Place]:
        """People and rooms by name, best first."""
        ...

    async def direct(self, person: Person) -> Place:
        """Where to write to the person alone. Raises Refused, Unreachable."""
        ...

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """Those of the rooms (without threads) that the person, or everybody who can read the room `present`, can read
        as the platform says now or said less than five minutes ago. What it cannot tell is left out.

        Raises SendFault.
        """
        ...


# ---------------------------------------------------------------------------------------------------- models


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A finished tool call of the model; `arguments` is its JSON text, unparsed."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Image:
    """A picture for a model that sees: PNG, JPEG, GIF or WebP."""

    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class StructuredPrompt:
    """What a prompt is made from, for a model of our own that reads no text of it.

    `now` is in the house's zone. `name` is what the platform calls the speaker. `said` are their earlier messages
    here, oldest first; `found` is what came to mind, best first; `facts` what is believed, latest first, and `words`
    those of the events that they were understood from. `is_first`: nothing was answered here before. `colleagues` are
    the names of other animas: what they said is no news. `effect` is what the message has done to memory already.
    """

    anima: str
    text: str
    now: datetime
    person: str = ""
    name: str = ""
    said: tuple[str, ...] = ()
    found: tuple[Recollection, ...] = ()
    facts: tuple[Fact, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    is_first: bool = False
    colleagues: tuple[str, ...] = ()
    effect: MemoryEffect | None = None


#: Looks up what is known for one turn; asked by nobody but a model that wants it.
StructuredPromptSource = Callable[[], Awaitable[StructuredPrompt]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of the dialogue with a model. `images` are those of a user's; a model that sees none is told so.
    `known` comes with the system prompt of a turn.
    """

    role: Literal["system", "user", "assistant", "tool"]
    content: str
    images: tuple[Image, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    known: StructuredPromptSource | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens; `estimated` where the provider did not say."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What one call of a model took. `outcome` is "answered", or the reason of its failure; `usd` is None where no
    price is known; `is_fallback`: another model had failed before."""

    model: str
    usage: Usage
    outcome: str
    usd: float | None = None
    is_fallback: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """US dollars a token."""

    input_usd: float
    output_usd: float

    def of(self, usage: Usage) -> float:
        return usage.input_tokens * self.input_usd + usage.output_tokens * self.output_usd


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A piece of a model's answer. The last one, and only it, has `end`: "stop", "tool_calls" or "length".

    A stream without a chunk with `end` was cut, whatever it looked like.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    end: str = ""
    usage: Usage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as a model sees it; `parameters` is JSON Schema."""

    name: str
    description: str
    parameters: Json


class ChatModel(Protocol):
    """One way to ask a model. `name` is what the person reads in `status`."""

    @property
    def name(self) -> str: ...

    @property
    def context_tokens(self) -> int: ...

    def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        """Raises ModelFault; never ends without either raising or a chunk with `end`."""
        ...


class NamedTool(Protocol):
    """A tool as an anima keeps it; what it does is known to `bots.tools`."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool gives back to the model. Errors are results, too; `refused`: it was not permitted."""

    text: str
    ok: bool = True
    refused: bool = False


class Tools(Protocol):
    """The tools of one turn: audience, permissions and budgets are bound already; the model cannot choose them."""

    def specs(self) -> Sequence[ToolSpec]: ...

    def files(self) -> Sequence[File]:
        """What the tools have made that goes out with the answer."""
        ...

    async def call(self, call: ToolCall) -> ToolResult:
        """Never raises through the turn."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a thinker starts from: the system prompt, the conversation so far, the message to answer.

    `system` stays the same over turns, so that a provider can keep what it has read; what holds for this turn alone
    (time, place, memories) is `moment`, which stands beside the message.
    """

    system: str
    history: tuple[ChatMessage, ...] = ()
    moment: str = ""
    message: str = ""
    images: tuple[Image, ...] = ()
    known: StructuredPromptSource | None = field(default=None, compare=False, repr=False)

    def dialogue(self) -> list[ChatMessage]:
        """As messages, in this order; the moment is the system's word, too."""
        moment = [ChatMessage(role="system", content=self.moment)] if self.moment else []
        return [
            ChatMessage(role="system", content=self.system, known=self.known),
            *self.history,
            *moment,
            ChatMessage(role="user", content=self.message, images=self.images),
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thought:
    """A piece of thinking: text for the person, or a tool starting or ending.

    The last one, and only it, has `finished`: False means that the answer is not whole (with `reason`).
    """

    text: str = ""
    tool: str = ""
    arguments: str = ""
    result: ToolResult | None = None
    finished: bool | None = None
    reason: str = ""
    usage: Usage | None = field(default=None)


class Thinker(Protocol):
    """A way to think over one ChatModel."""

    def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        """Raises ModelFault when there is no answer at all or it must not be shown as whole."""
        ...


# --- tool server ----------------------------------------------------------------------------------------------------
# How a server of tools (MCP) stands.


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """A server of tools (MCP): `state` is what a person reads of it, `lasts_s` for how many seconds it is so, `starts`
    how often it was connected."""

    name: str
    state: str
    is_connected: bool
    lasts_s: float
    starts: int
