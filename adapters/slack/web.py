"""Plain posts to addresses that Slack gave us: response_url and files."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import aiohttp

from adapters.slack.api import Payload
from bots.errors import InDoubt, Refused, Unreachable

_PIECE = 256 * 1024


async def post_json(url: str, body: Payload, timeout_s: float = 15.0) -> int:
    """The status. Raises Unreachable (never began) or InDoubt (cut)."""
    return await _post(url, timeout_s, json=dict(body))


async def post_bytes(url: str, content: bytes, timeout_s: float = 120.0) -> int:
    """The status. Raises Unreachable or InDoubt."""
    return await _post(url, timeout_s, data=content)


async def pieces(url: str, token: str, timeout_s: float = 120.0) -> AsyncGenerator[bytes]:
    """The content behind a private address. Raises Refused or Unreachable."""
    limit = aiohttp.ClientTimeout(total=timeout_s)
    head = {"Authorization": f"Bearer {token}"}
    try:
        async with aiohttp.ClientSession(timeout=limit) as session, session.get(url, headers=head) as answer:
            if answer.status == 429 or answer.status >= 500:
                raise Unreachable(f"Slack answered {answer.status}")
            # Without the right to it, Slack answers 200 with the page where one signs in.
            if answer.status >= 400 or (answer.content_type == "text/html" and not url.endswith((".html", ".htm"))):
                raise Refused(f"the file may not be read (HTTP {answer.status}); the app needs files:read")
            async for piece in answer.content.iter_chunked(_PIECE):
                yield piece
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Unreachable(f"the file could not be fetched: {type(error).__name__}") from error


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
