"""Which failures of a model are tried again, and when: only while nothing of the answer has been passed on."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from adapters.models.deadlines import Pace
from bots.errors import ModelFault

logger = logging.getLogger(__name__)

T = TypeVar("T")
PASSING = frozenset({"rate_limited", "provider_fault", "unreachable", "cut"})
"""Reasons that may be gone a moment later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """`attempts` in all; pauses double from `first_pause_s`, with chance, up to `longest_pause_s`. A provider's own
    Retry-After holds instead, up to `longest_wish_s`; who wishes for more is not asked again."""

    attempts: int = 3
    first_pause_s: float = 0.5
    longest_pause_s: float = 8.0
    longest_wish_s: float = 30.0


async def tried(model: str, retries: Retries, pace: Pace, once: Callable[[], Awaitable[T]]) -> T:
    """What `once` gives, after as many tries as it takes and there is time for. Raises its last ModelFault."""
    doubling = wait_exponential(multiplier=retries.first_pause_s, max=retries.longest_pause_s)
    backoff = doubling + wait_random(0, retries.first_pause_s)

    def pause(state: RetryCallState) -> float:
        wish = _fault(state).retry_after_s
        return float(backoff(state)) if wish is None else wish

    def is_passing(error: BaseException) -> bool:
        if not isinstance(error, ModelFault) or error.reason not in PASSING:
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
