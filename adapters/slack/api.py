"""The Web API as the rest of this package sees it: one callable, three ways to fail."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol, TypeAlias

from bots.errors import BotFault, InDoubt, Refused, SendFault, Unreachable

Payload: TypeAlias = Mapping[str, Any]  # Slack's JSON; it does not leave this package

#: The token is wrong or was taken away: an operator can mend it, so what waits to be sent is kept.
TOKEN_ERRORS = frozenset(
    {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "not_allowed_token_type"}
)
#: Slack itself says that part of the work may have been done.
_UNCLEAR = frozenset({"internal_error", "fatal_error"})
#: Slack was not able to begin.
_LATER = frozenset({"service_unavailable", "request_timeout", "team_added_to_org"})


class ApiFault(BotFault):
    """Slack answered, and it was no. `error` is its word for it, `needed` the scope that is missing."""

    def __init__(self, method: str, error: str, status: int = 200, needed: str = "") -> None:
        super().__init__(f"{method}: {error}" + (f" (add the scope {needed} and reinstall the app)" if needed else ""))
        self.error, self.status, self.needed = error, status, needed


class Limited(BotFault):
    """Slack said 429: nothing was done, and nothing may be asked before `seconds` have passed."""

    def __init__(self, method: str, seconds: float) -> None:
        super().__init__(f"{method}: wait {seconds:g} s")
        self.seconds = seconds


class Endless(BotFault):
    """There is more than can be read: what was read is not all."""


class Api(Protocol):
    """Call a method; its answer. Raises ApiFault, Limited, Unreachable (never began) or InDoubt (cut afterwards)."""

    async def __call__(self, method: str, arguments: Payload) -> Payload: ...


def as_send_fault(fault: ApiFault) -> SendFault:
    """What Slack's no means for a post."""
    if fault.error in TOKEN_ERRORS:
        return Unreachable(str(fault), retry_after_s=60.0)
    if fault.error in _LATER:
        return Unreachable(str(fault))
    if fault.error in _UNCLEAR or fault.status >= 500:
        return InDoubt(str(fault))
    return Refused(str(fault))


async def pages(api: Api, method: str, arguments: Payload, *, most: int = 50) -> AsyncIterator[Payload]:
    """The answers of a method that pages by cursor. Raises Endless after the last of so many if there are more."""
    cursor = ""
    for _ in range(most):
        answer = await api(method, {**arguments, **({"cursor": cursor} if cursor else {})})
        yield answer
        cursor = str((answer.get("response_metadata") or {}).get("next_cursor") or "")
        if not cursor:
            return
    raise Endless(f"{method}: more than {most} pages")
