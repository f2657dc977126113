"""Plain posts to addresses that Slack gave us: response_url and file uploads."""

from __future__ import annotations

import aiohttp

from adapters.slack.api import Payload
from bots.errors import InDoubt, Unreachable


async def post_json(url: str, body: Payload, timeout_s: float = 15.0) -> int:
    """The status. Raises Unreachable (never began) or InDoubt (cut)."""
    return await _post(url, timeout_s, json=dict(body))


async def post_bytes(url: str, content: bytes, timeout_s: float = 120.0) -> int:
    """The status. Raises Unreachable or InDoubt."""
    return await _post(url, timeout_s, data=content)


async def _post(url: str, timeout_s: float, *, json: Payload | None = None, data: bytes | None = None) -> int:
    limit = aiohttp.ClientTimeout(total=timeout_s)
    try:
        async with aiohttp.ClientSession(timeout=limit) as session, session.post(url, json=json, data=data) as answer:
            await answer.read()
            return answer.status
    except aiohttp.ClientConnectorError as error:
        raise Unreachable(f"no connection: {error}") from error
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        raise InDoubt(f"the answer was lost: {type(error).__name__}") from error
