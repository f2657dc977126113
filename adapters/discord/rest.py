"""Discord's REST interface with its law of limits: order kept a bucket, 429 obeyed, nothing repeated blindly.

The library's own client repeats webhook posts after a 5xx, and they have no nonce: so acts go through here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
from yarl import URL

from bots.errors import InDoubt, Refused, Unreachable
from bots.message import File

_AGENT = "DiscordBot (https://example.org/anima-fleet, 1.0)"
_TRIES = 3
_PIECE = 256 * 1024
_LONGEST_PAUSE_S = 300.0
_MARGIN_S = 0.001  # Discord's times are in milliseconds


class DiscordRefused(Refused):
    """Discord will not do it; `code` is its own number for why (docs: JSON error codes)."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"Discord refused: {message} ({status}/{code})")
        self.status = status
        self.code = code


class TokenRefused(DiscordRefused):
    """The bot token is not valid: make a new one in the developer portal (Bot › Reset Token) and restart."""


@dataclass(frozen=True, slots=True)
class _Request:
    """As in Rest.call."""

    method: str
    path: str
    body: object
    query: Mapping[str, str]
    files: Sequence[File]
    once: bool
    bare: bool


@dataclass(slots=True)
class _Bucket:
    lock: asyncio.Lock
    open_at: float = 0.0  # loop time


class Rest:
    """One account's calls. `retry_s` is the first pause before a harmless call is repeated."""

    def __init__(self, api_base: str, token: str, *, retry_s: float = 1.0) -> None:
        self._base = api_base.rstrip("/")
        self._token = token
        self._retry_s = retry_s
        self._timeout = aiohttp.ClientTimeout(total=30, connect=10)
        self._session: aiohttp.ClientSession | None = None
        self._buckets: dict[str, _Bucket] = {}
        self._all_open_at = 0.0

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        query: Mapping[str, str] | None = None,
        files: Sequence[File] = (),
        bucket: str = "",
        once: bool = False,
        bare: bool = False,
    ) -> Any:
        """The answer's JSON (None: there is none).

        Calls of one `bucket` go one after the other; a pause of minutes is Unreachable at once. `once`: it may not be
        repeated, so a lost answer is InDoubt; everything else is repeated a few times, then Unreachable. `bare`: the
        token stands in the path.
        """
        asked = _Request(method, path, body, query or {}, files, once, bare)
        if not bucket:
            return await self._try(asked, None)
        state = self._bucket(bucket)
        async with state.lock:
            return await self._try(asked, state)

    def _bucket(self, name: str) -> _Bucket:
        if len(self._buckets) > 1024:
            now = asyncio.get_running_loop().time()
            idle = [key for key, kept in self._buckets.items() if kept.open_at < now and not kept.lock.locked()]
            for key in idle:
                del self._buckets[key]
        return self._buckets.setdefault(name, _Bucket(asyncio.Lock()))

    async def _try(self, asked: _Request, bucket: _Bucket | None) -> Any:
        tries = 0
        while True:
            await self._until_open(bucket)
            try:
                status, headers, answer = await self._exchange(asked)
            except aiohttp.ClientConnectorError as trouble:
                fault: Exception = Unreachable(f"no connection to Discord ({type(trouble).__name__})")
            except (aiohttp.ClientError, OSError, TimeoutError, ValueError, LookupError) as trouble:
                what = f"Discord's answer was lost or cannot be read ({type(trouble).__name__})"
                if asked.once:
                    raise InDoubt(what) from trouble
                fault = Unreachable(what)
            else:
                self._learn(bucket, headers)
                if status < 300:
                    return answer
                if status == 429:
                    self._close(bucket, headers, answer)
                    continue
                if status < 500:
                    raise _refusal(status, answer)
                if asked.once:
                    raise InDoubt(f"Discord answered {status}")
                fault = Unreachable(f"Discord answered {status}")
            tries += 1
            if asked.once or tries >= _TRIES:
                raise fault
            await asyncio.sleep(self._retry_s * 2 ** (tries - 1))

    async def _exchange(self, asked: _Request) -> tuple[int, Mapping[str, str], Any]:
        session = self._opened()
        headers = {"User-Agent": _AGENT}
        if not asked.bare:
            headers["Authorization"] = f"Bot {self._token}"
        data: Any = None
        if asked.files:
            data = _form(asked.body, asked.files)
        elif asked.body is not None:
            data = json.dumps(asked.body).encode()
            headers["Content-Type"] = "application/json"
        # Quoted by the caller: an emoji stands percent-encoded in its path.
        url = URL(self._base + asked.path, encoded=True)
        if asked.query:
            url = url.with_query(dict(asked.query))
        # Discord sends no redirects; what is found at the end of one would hide that the call may be done.
        async with session.request(asked.method, url, data=data, headers=headers, allow_redirects=False) as response:
            text = await response.text()
            is_json = response.headers.get("Content-Type", "").startswith("application/json")
            if response.status in range(300, 400) or (text and not is_json and response.status < 300):
                raise ValueError("an answer of somebody between us and Discord")
            return response.status, response.headers, json.loads(text) if is_json and text else None

    async def pieces(self, url: str) -> AsyncGenerator[bytes]:
        """What lies at an attachment's address, which bears its own permission. Raises Refused, Unreachable."""
        session = self._opened()
        try:
            async with session.get(url, headers={"User-Agent": _AGENT}) as response:
                if response.status == 429 or response.status >= 500:
                    raise Unreachable(f"Discord answered {response.status}")
                if response.status >= 400:
                    raise Refused(f"Discord does not give the file ({response.status})")
                async for piece in response.content.iter_chunked(_PIECE):
                    yield piece
        except (aiohttp.ClientError, OSError, TimeoutError) as trouble:
            raise Unreachable(f"the file could not be fetched ({type(trouble).__name__})") from trouble

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=self._timeout, cookie_jar=aiohttp.DummyCookieJar())
        return self._session

    # ------------------------------------------------------------------------------------------------ limits

    async def _until_open(self, bucket: _Bucket | None) -> None:
        loop = asyncio.get_running_loop()
        while True:
            opens = max(self._all_open_at, bucket.open_at if bucket else 0.0)
            if (pause := opens - loop.time()) <= 0:
                return
            if pause > _LONGEST_PAUSE_S:
                raise Unreachable("Discord asks for a long pause", retry_after_s=pause)
            await asyncio.sleep(pause)

    def _learn(self, bucket: _Bucket | None, headers: Mapping[str, str]) -> None:
        if bucket is not None and headers.get("X-RateLimit-Remaining") == "0":
            pause = float(headers.get("X-RateLimit-Reset-After", "0"))
            bucket.open_at = max(bucket.open_at, asyncio.get_running_loop().time() + pause + _MARGIN_S)

    def _close(self, bucket: _Bucket | None, headers: Mapping[str, str], answer: Any) -> None:
        """A 429: wait as long as it says. One without Discord's JSON comes from the guard before it, and counts for
        everything that we do."""
        body = answer if isinstance(answer, dict) else {}
        pause = float(body.get("retry_after") or headers.get("Retry-After") or 1.0)
        until = asyncio.get_running_loop().time() + pause + _MARGIN_S
        if bucket is None or body.get("global") or not body:
            self._all_open_at = max(self._all_open_at, until)
        else:
            bucket.open_at = max(bucket.open_at, until)


def _refusal(status: int, answer: Any) -> DiscordRefused:
    body = answer if isinstance(answer, dict) else {}
    code, message = int(body.get("code") or 0), str(body.get("message") or f"HTTP {status}")
    if status == 401 and code == 0:
        return TokenRefused(status, code, message)
    return DiscordRefused(status, code, message)


def _form(body: object, files: Sequence[File]) -> aiohttp.FormData:
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for n, file in enumerate(files):
        form.add_field(f"files[{n}]", file.content, filename=file.name, content_type=file.media_type)
    return form
