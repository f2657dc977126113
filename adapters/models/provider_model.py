"""A chat model over a provider's library: asks, listens within the deadlines, tries again what may pass, and says
what it took.

How to ask and what an end is worth is the library's part (`ProviderAnswer`).
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from adapters.models.prices import FREE, USUAL_CONTEXT_TOKENS, is_near, price_of
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Price, Spent, ToolSpec, Usage
from bots.turn.thinking.tool_loop import used_tokens
from memory.vocabulary.ports import Clock

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """Seconds. `total_s` holds even where the caller's own deadline is later."""

    first_token_s: float = 30.0
    gap_s: float = 20.0
    total_s: float = 180.0


class AnswerTimer:
    """The limits of one answer while it comes."""

    def __init__(self, limits: Deadlines, total_s: float) -> None:
        self._limits = limits
        self._began = asyncio.get_running_loop().time()
        self._last = self._began
        self.is_talking = False
        self._end = self._began + max(0.0, min(total_s, limits.total_s))

    def progress(self) -> None:
        """Something arrived that brings the answer on."""
        self.is_talking = True
        self._last = asyncio.get_running_loop().time()

    async def prepare(self, step: Awaitable[None]) -> None:
        """Our own preparation: it takes from the whole, not from the model's time for a first word."""
        try:
            async with asyncio.timeout_at(self._end):
                await step
        except TimeoutError:
            raise ModelFault("too_long", "the model library was not ready in time") from None
        self._last = asyncio.get_running_loop().time()

    @property
    def left_s(self) -> float:
        """Of the whole."""
        return self._end - asyncio.get_running_loop().time()

    async def rest(self, seconds: float) -> None:
        """Between two tries; the next one has the whole patience for a first word again."""
        await asyncio.sleep(seconds)
        self._last = asyncio.get_running_loop().time()

    async def wait(self, step: Awaitable[T]) -> T:
        """The step's result within what is left. Raises ModelFault: no_first_token, stalled or too_long."""
        limit = asyncio.timeout_at(self._until())
        try:
            async with limit:
                return await step
        except TimeoutError:
            if limit.expired():
                raise self._fault() from None
            raise

    def _until(self) -> float:
        patience = self._limits.gap_s if self.is_talking else self._limits.first_token_s
        return min(self._end, self._last + patience)

    def _fault(self) -> ModelFault:
        if self._until() >= self._end:
            return ModelFault("too_long", f"no whole answer within {self._end - self._began:g} s")
        if self.is_talking:
            return ModelFault("stalled", f"nothing came for {self._limits.gap_s:g} s")
        return ModelFault("no_first_token", f"no first word within {self._limits.first_token_s:g} s")


# --- retrying -------------------------------------------------------------------------------------------------------
# Which failures of a model are tried again, and when: only while nothing of the answer has been passed on.


logger = logging.getLogger(__name__)

PASSING_FAULTS = frozenset({"rate_limited", "provider_fault", "unreachable", "cut"})
"""Reasons that may be gone a moment later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """`attempts` in all; pauses double from `first_pause_s`, with chance, up to `longest_pause_s`. A provider's own
    Retry-After holds instead, up to `longest_wish_s`; who wishes for more is not asked again."""

    attempts: int = 3
    first_pause_s: float = 0.5
    longest_pause_s: float = 8.0
    longest_wish_s: float = 30.0


async def with_retries(model: str, retries: Retries, pace: AnswerTimer, once: Callable[[], Awaitable[T]]) -> T:
    """What `once` gives, after as many tries as it takes and there is time for. Raises its last ModelFault."""
    doubling = wait_exponential(multiplier=retries.first_pause_s, max=retries.longest_pause_s)
    backoff = doubling + wait_random(0, retries.first_pause_s)

    def pause(state: RetryCallState) -> float:
        wish = _fault(state).retry_after_s
        return float(backoff(state)) if wish is None else wish

    def is_passing(error: BaseException) -> bool:
        if not isinstance(error, ModelFault) or error.reason not in PASSING_FAULTS:
            return False
        wish = error.retry_after_s or 0.0
        return wish <= retries.longest_wish_s and wish < pace.left_s

    def stop(state: RetryCallState) -> bool:
        return bool(stop_after_attempt(retries.attempts)(state)) or state.upcoming_sleep >= pace.left_s

    def tell(state: RetryCallState) -> None:
        extra = {"model": model, "reason": _fault(state).reason, "attempt": state.attempt_number}
        logger.info("the model is asked again", extra={**extra, "pause_s": round(state.upcoming_sleep, 2)})

    retrying = AsyncRetrying(
        retry=retry_if_exception(is_passing), wait=pause, stop=stop, sleep=pace.rest, before_sleep=tell, reraise=True
    )

    async def one() -> T:  # the library looks whether it is told to await
        return await once()

    return await retrying(one)


def _fault(state: RetryCallState) -> ModelFault:
    error = state.outcome.exception() if state.outcome else None
    return error if isinstance(error, ModelFault) else ModelFault("unreachable")


# --- speaking -------------------------------------------------------------------------------------------------------


BY_STATUS = {401: "key_refused", 403: "key_refused", 404: "unknown_model", 429: "rate_limited"}

ANTHROPIC_READ = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
"""In which counts Anthropic tells what was read."""


def reason_of_status(status: int) -> str:
    return BY_STATUS.get(status) or ("refused" if status < 500 else "provider_fault")


def retry_after_seconds(header: str) -> float | None:
    """Retry-After: seconds, or a date; None where it says neither."""
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderTrouble:
    """What went wrong; `is_within`: an answer had begun to come."""

    reason: str
    is_within: bool = False
    status: int | None = None
    retry_after_s: float | None = None
    request_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """How a provider's model is reached, and what a call may take.

    `provider` goes with a bare name of a model; `context_tokens` None: what the library knows of the model, as with
    `sees` (images are shown to it) and `price`, which is asked for once, beside the loop. `spent` is told of every call
    that was answered, if only in part.
    """

    clock: Clock
    api_key: str = ""
    base_url: str = ""
    provider: str = ""
    max_tokens: int = 4096
    context_tokens: int | None = None
    sees: bool | None = None
    limits: Deadlines = Deadlines()
    retries: Retries = Retries()
    spent: Callable[[Spent], None] | None = None
    price: Callable[[], Price | None] | None = None

    @property
    def key(self) -> str:
        """A word where there is none, for a library would then look for one in the environment."""
        return self.api_key or "none"

    @property
    def url(self) -> str:
        return self.base_url.rstrip("/")


class ProviderAnswer(ABC):
    """One answer while it comes. `has_spoken`: something of it was there to be passed on."""

    def __init__(self) -> None:
        self.is_over = False
        self.has_spoken = False

    @abstractmethod
    async def ask(self) -> None:
        """Send the question; the head of the answer is there on return."""

    @abstractmethod
    async def hear(self) -> bool:
        """One piece more, or `is_over`; True when it brings the answer on."""

    @abstractmethod
    def text(self) -> str:
        """What was not taken yet."""

    @abstractmethod
    def last(self) -> Chunk:
        """The end of a whole answer. Raises ModelFault when it is not whole."""

    @abstractmethod
    def trouble(self, error: Exception) -> ProviderTrouble:
        """The library's error, less its words: providers repeat keys and prompts in them."""

    @abstractmethod
    async def hang_up(self) -> None:
        """Close what is still open, so that the provider stops working for nobody."""


class ProviderModel(ABC):
    """A ChatModel."""

    def __init__(self, model: str, options: ModelOptions) -> None:
        self.name = model
        self.context_tokens = options.context_tokens or USUAL_CONTEXT_TOKENS
        self._options = options
        self._price: Price | None = None
        self._preparing = asyncio.Lock()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    def _learn_price(self, provider: str, model: str) -> None:
        """Blocking."""
        if self._options.price is not None:
            self._price = self._options.price()
        else:
            self._price = FREE if is_near(provider, self._options.url) else price_of(provider, model)

    @abstractmethod
    async def prepare(self) -> None:
        """Import the library and learn the model's context window; else this happens with the first question."""

    @abstractmethod
    def answer(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ProviderAnswer:
        """One that is not asked for yet."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        pace = AnswerTimer(self._options.limits, (deadline - self._options.clock()).total_seconds())
        await pace.prepare(self.prepare())
        answer = await with_retries(self.name, self._options.retries, pace, lambda: self._begin(messages, tools, pace))
        usage, outcome = Usage(input_tokens=used_tokens(messages)), "stopped"
        try:
            while not answer.is_over:
                if text := answer.text():
                    yield Chunk(text=text)
                    pace.progress()  # the listener's own time is not the model's
                await _hear(answer, pace)
            if text := answer.text():
                yield Chunk(text=text)
            last = answer.last()
            usage, outcome = last.usage or usage, "answered"
            yield last
        except ModelFault as fault:
            outcome = fault.reason
            raise
        except Exception as error:
            ours = self._fault(error, answer)
            outcome = ours.reason
            raise ours from None
        finally:
            if (tell := self._options.spent) is not None:
                usd = self._price.of(usage) if self._price else None
                tell(Spent(model=self.name, usage=usage, outcome=outcome, usd=usd))
            with suppress(Exception):
                await answer.hang_up()

    async def _begin(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], pace: AnswerTimer
    ) -> ProviderAnswer:
        """Ask, and listen until the answer has begun, or is over with an end that holds."""
        answer, is_begun = self.answer(messages, tools), False
        try:
            await pace.wait(answer.ask())
            while not answer.is_over and not answer.has_spoken:
                await _hear(answer, pace)
            if answer.is_over:
                answer.last()
            is_begun = True
            return answer
        except ModelFault:
            raise
        except Exception as error:
            raise self._fault(error, answer) from None
        finally:
            if not is_begun:
                await answer.hang_up()

    def _fault(self, error: Exception, answer: ProviderAnswer) -> ModelFault:
        """The library's error as ours. Never its message: only its class and status."""
        found, kind = answer.trouble(error), type(error).__name__
        extra = {"model": self.name, "reason": found.reason, "error": kind, "status": found.status}
        logger.warning("a model call failed", extra={**extra, "request": found.request_id})
        within = "within the answer, " if found.is_within else ""
        detail = f"{within}{kind}" + ("" if found.status is None else f", status {found.status}")
        return ModelFault(found.reason, detail, found.retry_after_s)


async def _hear(answer: ProviderAnswer, pace: AnswerTimer) -> None:
    if await pace.wait(answer.hear()):
        pace.progress()
