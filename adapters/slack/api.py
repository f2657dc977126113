"""The Web API as the rest of this package sees it: one callable, its pace and its limits, the scopes that it asks
for, the ways in which it fails, with what to do about each.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

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
        self.method, self.error, self.status, self.needed = method, error, status, needed


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


async def patiently(api: Api, method: str, arguments: Payload) -> Payload:
    """A call that only reads, waiting where Slack says wait. Raises ApiFault, Unreachable."""
    while True:
        try:
            return await api(method, arguments)
        except Limited as limited:
            await asyncio.sleep(limited.seconds)
        except InDoubt as doubt:
            raise Unreachable(str(doubt)) from doubt
        except ApiFault as fault:
            if fault.status >= 500:
                raise Unreachable(str(fault)) from fault
            raise


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


# --- limits ---------------------------------------------------------------------------------------------------------
# Pacing: one post a second and channel, in order, and never before a Retry-After has passed.


Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackPace:
    """How fast this account acts; the defaults are Slack's documented figures. A test may shorten all of them.

    `post_burst` posts may follow at once after a quiet time.
    """

    post_interval_s: float = 1.0
    post_burst: int = 2
    edit_interval_s: float = 1.2
    edit_burst: int = 5
    settle_s: float = 1.0  # how long a post whose answer was lost may take to be readable
    retry_s: float = 1.0  # first wait before the next attempt to connect or to look up; doubles
    retry_most_s: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackPatience:
    """How long this machine may take for what costs real time: a busy one needs it also where Slack's waits are short.

    `ping_s` between pings of a socket, `watch_s` between looks at it, `hello_s` for its hello, `look_up_s` for who
    wrote something (an acknowledgement is due after 3 s), `close_s` for what is being stored when we close.
    """

    ping_s: float = 10.0  # a pong is missed after half of it: a loop that is busy for a second or two must not lose it
    watch_s: float = 0.5
    hello_s: float = 15.0
    look_up_s: float = 1.5
    close_s: float = 0.6


class PacedLane:
    """The calls of one kind in one channel: one at a time, first come first served."""

    def __init__(self, interval_s: float = 0.0, burst: int = 1) -> None:
        self._interval_s, self._burst = interval_s, burst
        self._lock = asyncio.Lock()
        self._free_at = 0.0

    async def pass_through(
        self, call: Callable[[], Awaitable[Answer]], *, stale: Callable[[], bool] = lambda: False
    ) -> Answer | None:
        """The call's answer, once it was not limited; None if it became `stale` while it waited."""
        async with self._lock:
            if stale():
                return None
            await self._own_pace()
            while not stale():
                try:
                    return await call()
                except Limited as limited:
                    # A little more than asked: clocks and timers differ by some milliseconds.
                    await asyncio.sleep(limited.seconds * 1.01 + 0.01)
            return None

    async def _own_pace(self) -> None:
        now = asyncio.get_running_loop().time
        free_at = max(self._free_at, now() - self._interval_s * (self._burst - 1))
        if (wait := free_at - now()) > 0:
            await asyncio.sleep(wait)
        self._free_at = max(free_at, now() - self._interval_s * (self._burst - 1)) + self._interval_s


# --- scopes ---------------------------------------------------------------------------------------------------------
# What the app must be allowed to do, and what the bot cannot do without it.


SCOPES: Mapping[str, str] = {
    "app_mentions:read": "hear that it is mentioned in channels it has not joined",
    "assistant:write": "show that an answer is on its way, and suggested prompts",
    "channels:history": "hear and catch up on public channels",
    "channels:read": "know public channels by name",
    "chat:write": "write at all",
    "chat:write.customize": "wear the animas' names and faces",
    "commands": "offer /anima",
    "files:read": "read files that people share",
    "files:write": "send long answers as files",
    "groups:history": "hear and catch up on private channels",
    "groups:read": "know who is in a private channel",
    "im:history": "hear direct messages",
    "im:read": "know direct messages",
    "im:write": "write to somebody first",
    "mpim:history": "hear group messages",
    "mpim:read": "know who is in a group message",
    "reactions:read": "hear reactions",
    "reactions:write": "react for people of a board's other sides, and show that an answer is on its way",
    "users:read": "know people by name, and guests from members",
}
#: Without these the account is of no use.
ESSENTIAL_SCOPES = frozenset({"chat:write"})


def missing_scopes(granted: Iterable[str]) -> dict[str, str]:
    """The scopes that are not there, with what the bot cannot do without them."""
    there = set(granted)
    return {scope: use for scope, use in SCOPES.items() if scope not in there}


# --- advice ---------------------------------------------------------------------------------------------------------
# What to do about each no of Slack that waiting does not mend.


_ADVICE = {
    "missing_scope": "the app lacks the scope {needed}: add it under OAuth & Permissions and reinstall the app",
    "account_inactive": "the app was uninstalled or its user deactivated: install it again and set the new bot_token",
    "token_revoked": "the token was revoked: install the app again and set the new token",
    "token_expired": "the token has expired: switch token rotation off, or set a new token",
    "not_allowed_token_type": "bot_token must begin with xoxb-, app_token with xapp-",
    "invalid_auth": "the {token} is not valid: copy it again from the app's settings at api.slack.com/apps",
}

NO_SECRET = "http mode needs signing_secret: copy it from the app's Basic Information"


class ForGood(Exception):
    """The account cannot work until somebody changes something; the message says what."""


def is_for_good(fault: ApiFault) -> bool:
    return fault.error in TOKEN_ERRORS or fault.error in _ADVICE


def advice(fault: ApiFault, token: str) -> ForGood:
    """What to do; `token` is the name of the setting that was used."""
    words = _ADVICE.get(fault.error, _ADVICE["invalid_auth"])
    needed = fault.needed or ("connections:write (of the app-level token)" if token == "app_token" else "it asks for")
    return ForGood(f"{fault.error}: " + words.format(needed=needed, token=token))


def scopes_advice(scopes: Iterable[str]) -> ForGood:
    return ForGood("missing_scope: " + _ADVICE["missing_scope"].format(needed=", ".join(sorted(scopes))))
