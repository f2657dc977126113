"""A chat model over a provider's library: asks, listens within the deadlines, tries again what may pass, and says what
it took. How to ask and what an end is worth is the library's part (`Answer`)."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from adapters.models.deadlines import Deadlines, Pace
from adapters.models.prices import FREE, USUAL_CONTEXT_TOKENS, is_near, price_of
from adapters.models.retrying import Retries, tried
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Price, Spent, ToolSpec, Usage
from bots.thinking.session import used_tokens
from memory.vocabulary.ports import Clock

logger = logging.getLogger(__name__)

BY_STATUS = {401: "key_refused", 403: "key_refused", 404: "unknown_model", 429: "rate_limited"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
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
    limits: Deadlines = Deadlines()  # noqa: RUF009 - a frozen value
    retries: Retries = Retries()  # noqa: RUF009 - a frozen value
    spent: Callable[[Spent], None] | None = None
    price: Callable[[], Price | None] | None = None

    @property
    def key(self) -> str:
        """A word where there is none, for a library would then look for one in the environment."""
        return self.api_key or "none"

    @property
    def url(self) -> str:
        return self.base_url.rstrip("/")


class Answer(ABC):
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
    def trouble(self, error: Exception) -> Trouble:
        """The library's error, less its words: providers repeat keys and prompts in them."""

    @abstractmethod
    async def hang_up(self) -> None:
        """Close what is still open, so that the provider stops working for nobody."""


class SpeakingModel(ABC):
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
    def answer(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> Answer:
        """One that is not asked for yet."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        pace = Pace(self._options.limits, (deadline - self._options.clock()).total_seconds())
        await pace.prepare(self.prepare())
        answer = await tried(self.name, self._options.retries, pace, lambda: self._begin(messages, tools, pace))
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

    async def _begin(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], pace: Pace) -> Answer:
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

    def _fault(self, error: Exception, answer: Answer) -> ModelFault:
        """The library's error as ours. Never its message: only its class and status."""
        found, kind = answer.trouble(error), type(error).__name__
        extra = {"model": self.name, "reason": found.reason, "error": kind, "status": found.status}
        logger.warning("a model call failed", extra={**extra, "request": found.request_id})
        within = "within the answer, " if found.is_within else ""
        told = f"{within}{kind}" + ("" if found.status is None else f", status {found.status}")
        return ModelFault(found.reason, told, found.retry_after_s)


async def _hear(answer: Answer, pace: Pace) -> None:
    if await pace.wait(answer.hear()):
        pace.progress()
