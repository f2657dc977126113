"""Short-term memory of a long piece of thinking: what a fresh session needs to go on.

When the dialogue with the model fills more of its window than it should, what was found out is externalised and the
thinking goes on in a new session that starts from it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bots.ports import ChatMessage, Prompt
from memory.theories import tokens

CONTEXT_THRESHOLD = 0.50
MAX_CHAINS = 2
#: The state may fill this share of the window, so that a fresh session is fresh.
_STATE_SHARE = 0.15
_SAID_TOKENS = 500
_CALL_TOKENS = 64
_IMAGE_TOKENS = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStep:
    """One tool that was used, and (the beginning of) what it said."""

    tool: str
    arguments: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionState:
    """What was asked, what was said and found out so far. `chain` counts the continuations, from 1."""

    task: str
    said: str
    steps: tuple[SessionStep, ...]
    chain: int

    def to_markdown(self) -> str:
        """For the next session's prompt. What tools said is quoted: data, not instructions."""
        steps = [f"- {step.tool} {step.arguments}\n  {_indented(step.result)}" for step in self.steps]
        parts = [
            f"# Your work so far (continuation {self.chain})",
            "You began to answer and your context became full. Go on from here; do not repeat these steps.",
            "## Already said to the person\n" + (self.said or "Nothing yet."),
            "## Steps and what they gave (quoted)\n" + ("\n".join(steps) or "None."),
        ]
        return "\n\n".join(parts)


#: Keeps the state as `shortterm/session_state.json` and `.md`.
Save = Callable[[SessionState], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interrupted:
    """A chained session of this very turn that a crash has ended: its work so far, and how often it was continued."""

    work: str
    chain: int


async def _nothing_waits() -> Interrupted | None:
    return None


async def _done() -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Chaining:
    """When and how often a session is continued in a fresh one. `resume` gives what a crash has left of this turn's
    session; `end` puts it away once the turn has come to an end."""

    save: Save
    resume: Callable[[], Awaitable[Interrupted | None]] = _nothing_waits
    end: Callable[[], Awaitable[None]] = _done
    context_threshold: float = CONTEXT_THRESHOLD
    max_chains: int = MAX_CHAINS


def going_on(prompt: Prompt, work: str) -> Prompt:
    """What a fresh session starts from: the work so far instead of the talk before it."""
    return replace(prompt, history=(), moment="\n\n---\n\n".join(filter(None, [work, prompt.moment])))


def used_tokens(messages: Sequence[ChatMessage]) -> int:
    """What the dialogue takes of the model's window, estimated."""
    return sum(
        tokens.count(message.content)
        + _IMAGE_TOKENS * len(message.images)
        + sum(tokens.count(call.name + call.arguments) for call in message.tool_calls)
        for message in messages
    )


def externalise(task: str, said: str, steps: Sequence[SessionStep], chain: int, window: int) -> SessionState:
    """The state, small enough for a fresh session; each step keeps an equal share."""
    budget = max(1, int(window * _STATE_SHARE) - _SAID_TOKENS)
    share = max(16, budget // max(1, len(steps)))
    small = tuple(
        SessionStep(
            tool=step.tool, arguments=tokens.cut(step.arguments, _CALL_TOKENS), result=tokens.cut(step.result, share)
        )
        for step in steps
    )
    return SessionState(task=task, said=said[-_SAID_TOKENS * 4 :], steps=small, chain=chain)


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")
