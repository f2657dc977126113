"""What the model server answers with: replies, the faults in them, and what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from bots.turn.prompt.briefing import NEWEST_FIRST_SECTIONS

Trouble = Literal[
    "",
    "stall",  # after `after` pieces nothing more comes, the connection stays open
    "drip",  # a piece each `gap_s`, without end
    "comments",  # only SSE comments (keep-alive), one each `gap_s`
    "cut",  # the connection breaks after `after` pieces
    "eof",  # the stream ends cleanly after `after` pieces, without a finish
    "garbage",  # after `after` pieces a data line that is no JSON
    "garbage_within",  # a data line that is no JSON, then the rest to a proper end
    "error_event",  # after `after` pieces an error inside the 200 stream
    "empty",  # a 200 stream without one event
    "wrong_type",  # 200 with an HTML page
    "wrong_shape",  # after `after` pieces JSON of another shape
    "silence",  # the request is never answered at all
    "401",
    "403",
    "404",
    "429",
    "500",
    "529",
]
TROUBLES: tuple[Trouble, ...] = Trouble.__args__[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool call; `arguments` is JSON text, right or wrong."""

    name: str
    arguments: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """One answer: text first, then calls, in pieces of `piece` characters, `gap_s` apart, the first after `first_s`."""

    text: str = ""
    calls: tuple[Call, ...] = ()
    end: Literal["", "stop", "length"] = ""
    trouble: Trouble = ""
    after: int = 2
    piece: int = 7
    first_s: float = 0.0
    gap_s: float = 0.0
    usage: tuple[int, int] | None = (11, 7)
    retry_after: str = ""

    def pieces(self) -> list[str]:
        return [self.text[at : at + self.piece] for at in range(0, len(self.text), self.piece)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message of the dialogue, the same for both protocols."""

    role: str  # system, user, assistant, tool
    text: str
    calls: tuple[Call, ...] = ()
    call_id: str = ""
    images: tuple[str, ...] = ()  # `type;base64`


@dataclass(slots=True, kw_only=True)
class Request:
    """A request as the server saw it. `whole` once the answer went out to its end; `left` once the client hung up."""

    shape: Literal["openai", "anthropic"]
    model: str
    said: tuple[Said, ...]
    tools: tuple[str, ...]
    key: str
    max_tokens: int
    at: float  # time.monotonic
    marked: int = 0  # blocks that the provider is asked to keep
    whole: bool = False
    left: bool = False

    @property
    def system(self) -> str:
        return "\n".join(said.text for said in self.said if said.role == "system")

    @property
    def asked(self) -> str:
        """The last thing that a person said, without what the fleet tells of the moment in front of it."""
        last = next((said.text for said in reversed(self.said) if said.role == "user"), "")
        return last.rpartition(NEWEST_FIRST_SECTIONS)[2].lstrip("\n")


Script = Callable[[Request], "Reply | str"]


def queue(replies: Sequence[Reply | str]) -> Script:
    """The replies in turn; the last one again and again."""
    waiting = list(replies)
    return lambda _: waiting.pop(0) if len(waiting) > 1 else waiting[0]
