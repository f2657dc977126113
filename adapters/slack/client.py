"""The Web API over the SDK: an adapters.slack.api.Api, its errors translated."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.api import ApiFault, Limited, Payload
from adapters.slack.settings import SlackSettings
from bots.errors import InDoubt, SendFault, Unreachable

#: Calls whose arguments Slack takes as JSON; all others want a form or a query.
_JSON_METHODS = re.compile(r"(chat|reactions|assistant|views)\.|files\.completeUploadExternal")
_TIMEOUT_S = 30


class SlackClient:
    """Call a method of one account. `scopes` are those that Slack has said the token has; None: it has not said."""

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings
        self.web = _web(settings)
        self.scopes: frozenset[str] | None = None

    async def __call__(self, method: str, arguments: Payload) -> Payload:
        """Its answer. Raises ApiFault, Limited, Unreachable, InDoubt."""
        given = {"json": dict(arguments)} if _JSON_METHODS.match(method) else {"params": dict(arguments)}
        if method == "apps.connections.open":
            given = {"headers": {"Authorization": f"Bearer {self._settings.app_token}"}}
        try:
            answer = await self.web.api_call(method, **given)  # type: ignore[arg-type]
        except SlackApiError as error:
            raise _fault(method, error) from error
        except aiohttp.ClientConnectorError as error:
            raise Unreachable(f"{method}: no connection ({type(error).__name__})") from error
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            raise InDoubt(f"{method}: the answer was lost ({type(error).__name__})") from error
        except Exception as odd:  # the SDK's, over what somebody between us and Slack has said
            raise InDoubt(f"{method}: the answer cannot be read ({type(odd).__name__})") from odd
        granted = answer.headers.get("x-oauth-scopes")
        if granted is not None and method != "apps.connections.open":
            self.scopes = frozenset(filter(None, (scope.strip() for scope in granted.split(","))))
        return answer.data if isinstance(answer.data, dict) else {}


class _Web(AsyncWebClient):
    """Follows no redirect: Slack sends none, and what is found at its end would hide that the call may be done."""

    async def _request(self, *, http_verb: str, api_url: str, req_args: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await super()._request(
            http_verb=http_verb, api_url=api_url, req_args={**req_args, "allow_redirects": False}
        )
        return answer


def _web(settings: SlackSettings) -> AsyncWebClient:
    base = settings.api_base.rstrip("/") + "/"
    client = _Web(
        token=settings.bot_token,
        base_url=base,
        timeout=_TIMEOUT_S,
        # By default the SDK posts a message again when the connection broke after Slack had taken it.
        retry_handlers=[],
        logger=library_log(),
    )
    if urlsplit(base).hostname in ("127.0.0.1", "localhost", "::1"):
        client.proxy = None  # the SDK takes a proxy from the environment for every host
    return client


def library_log() -> logging.Logger:
    # Both libraries log whole payloads and a stack for every lost connection; we tell what matters ourselves.
    log = logging.getLogger("adapters.slack.library")
    log.setLevel(logging.CRITICAL)
    return log


def _fault(method: str, error: SlackApiError) -> ApiFault | Limited | SendFault:
    response = error.response
    status = int(getattr(response, "status_code", getattr(response, "status", 0)) or 0)
    data = getattr(response, "data", None)
    body = data if isinstance(data, dict) else {}
    word = str(body.get("error") or "")
    if status == 429 or word in ("ratelimited", "rate_limited"):
        return Limited(method, _seconds(response.headers))
    if word or status >= 500:
        return ApiFault(method, word or f"http_{status}", status, str(body.get("needed") or ""))
    # Not Slack's word: a proxy's no has not reached Slack, its yes may hide what Slack said.
    if status >= 400:
        return Unreachable(f"{method}: somebody between us and Slack refused it (HTTP {status})")
    return InDoubt(f"{method}: the answer is not Slack's (HTTP {status})")


def _seconds(headers: Mapping[str, str]) -> float:
    wish = next((value for name, value in headers.items() if name.lower() == "retry-after"), "1")
    try:
        return max(0.0, float(wish))
    except ValueError:
        return 1.0
