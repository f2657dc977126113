"""What somebody between us and a platform can answer: real clients, real servers, and a proxy that spoils answers.

One fleet a platform, one message a case. A spoiled answer comes instead of the platform's (which has not heard of the
call then), or after it has done what was asked.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web

from tests.bench.house import running_fleet, write_home
from tests.bench.venues import DiscordVenue, SlackVenue, TelegramVenue, Venue
from tests.faults.echo_model import TOKEN, EchoModel
from tests.faults.rim import Tally

SCALE = 0.02
_WITHIN_S = 60.0
_HTML = b"<html><head><title>Bad gateway</title></head><body>Please sign in.</body></html>"
_HOPS = frozenset({"transfer-encoding", "content-encoding", "content-length", "connection", "keep-alive"})

Headers = Mapping[str, str]
_JSON: Headers = {"Content-Type": "application/json"}
_PAGE: Headers = {"Content-Type": "text/html"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoiled:
    """An answer that is none of the platform's. `cut`: the connection is closed after so many bytes."""

    name: str
    status: int = 200
    headers: Headers = field(default_factory=dict)
    body: bytes = b""
    cut: int = -1


SPOILED = (
    Spoiled(name="page with 200", headers=_PAGE, body=_HTML),
    Spoiled(name="page that says it is JSON", headers=_JSON, body=_HTML),
    Spoiled(name="half of an object", headers=_JSON, body=b'{"ok": true, "result": {"message_id": 1'),
    Spoiled(name="no content", status=204),
    Spoiled(name="empty body", headers=_JSON),
    Spoiled(name="nothing of a type", body=b"\x00\x01\x02"),
    Spoiled(name="null", headers=_JSON, body=b"null"),
    Spoiled(name="a list", headers=_JSON, body=b"[]"),
    Spoiled(name="an empty object", headers=_JSON, body=b"{}"),
    Spoiled(name="a word", headers=_JSON, body=b'"ok"'),
    Spoiled(name="ok and no more", headers=_JSON, body=b'{"ok": true, "result": true}'),
    Spoiled(name="wrong type", headers={"Content-Type": "text/plain"}, body=b"OK"),
    Spoiled(
        name="half characters", headers={"Content-Type": "application/json; charset=utf-8"}, body=b'{"ok": "\xff\xfe"}'
    ),
    Spoiled(name="unknown characters", headers={"Content-Type": "application/json; charset=nonsense"}, body=b"{}"),
    Spoiled(name="huge page", headers=_PAGE, body=_HTML * 40_000),
    Spoiled(name="deep nesting", headers=_JSON, body=b"[" * 50_000),
    Spoiled(name="broken gzip", headers={**_JSON, "Content-Encoding": "gzip"}, body=b"this is no gzip"),
    Spoiled(name="moved", status=302, headers={"Location": "/elsewhere"}),
    Spoiled(name="moved for good", status=308, headers={"Location": "/elsewhere"}),
    Spoiled(name="proxy wants a password", status=407, headers=_PAGE, body=_HTML),
    Spoiled(name="proxy forbids", status=403, headers=_PAGE, body=_HTML),
    Spoiled(name="not here", status=404, headers=_PAGE, body=_HTML),
    Spoiled(name="trouble", status=500, headers=_PAGE, body=_HTML),
    Spoiled(name="bad gateway", status=502, headers=_PAGE, body=_HTML),
    Spoiled(name="away", status=503),
    Spoiled(name="too late", status=504, headers=_PAGE, body=_HTML),
    Spoiled(name="strange status", status=520, headers=_PAGE, body=_HTML),
    Spoiled(name="cut before a byte", cut=0),
    Spoiled(name="cut in the body", headers=_JSON, body=b'{"ok": true', cut=5),
)
#: The platform has surely not heard of the call, and says so: after it has, they would be lies.
_NOES = frozenset({"proxy wants a password", "proxy forbids", "not here"})
#: Which calls are spoiled, by platform.
CALLS: Mapping[str, Mapping[str, str]] = {
    "slack": {"post": r"chat\.postMessage", "edit": r"chat\.update", "sign": r"setStatus|reactions"},
    "discord": {"post": r"POST .*/(messages|webhooks/\d+/[^/]+)$", "edit": r"PATCH .*", "sign": r"POST .*/typing"},
    "telegram": {"post": r"sendMessage$", "edit": r"editMessageText|sendMessageDraft", "sign": r"sendChatAction"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call of one platform, spoiled so many times, before or after the platform has done it."""

    platform: str
    call: str
    spoiled: Spoiled
    after: bool
    times: int

    @property
    def name(self) -> str:
        return f"{self.platform} {self.call}: {self.spoiled.name}, {'after' if self.after else 'before'}, {self.times}"


def cases(sample: int = 0, seed: int = 1) -> list[Case]:
    """All of them, or a sample."""
    every = [
        Case(platform=platform, call=call, spoiled=one, after=after, times=times)
        for platform, calls in CALLS.items()
        for call in calls
        for one in SPOILED
        for after in (False, True)
        for times in (1, 3)
        if not (after and one.name in _NOES)
    ]
    return random.Random(seed).sample(every, sample) if sample else every


class Proxy:
    """Between a client and a server; spoils what it is told to."""

    def __init__(self) -> None:
        self.upstream = ""
        self.origin = ""
        self._where, self._case, self._left = "", None, 0  # type: str, Case | None, int

    @asynccontextmanager
    async def open(self, upstream: str) -> AsyncIterator[None]:
        self.upstream = upstream.rstrip("/")
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{tail:.*}", self._pass)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
        self._session = aiohttp.ClientSession(auto_decompress=False)
        try:
            yield
        finally:
            await self._session.close()
            await runner.cleanup()

    def spoil(self, where: str, case: Case) -> None:
        self._where, self._case, self._left = where, case, case.times

    def leave(self) -> None:
        self._case = None

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        case = self._due(f"{request.method} {request.path}")
        if case is not None and not case.after:
            return await self._answer(request, case.spoiled)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in {*_HOPS, "host"}}
        url = self.upstream + request.raw_path
        async with self._session.request(
            request.method, aiohttp.client.URL(url, encoded=True), data=body, headers=headers, allow_redirects=False
        ) as answer:
            content = await answer.read()
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in _HOPS}
        if case is not None:
            return await self._answer(request, case.spoiled)
        return web.Response(status=answer.status, body=content, headers=kept)

    def _due(self, call: str) -> Case | None:
        if self._case is None or self._left <= 0 or not re.search(self._where, call):
            return None
        self._left -= 1
        return self._case

    async def _answer(self, request: web.Request, spoiled: Spoiled) -> web.StreamResponse:
        if spoiled.cut < 0:
            return web.Response(status=spoiled.status, headers=dict(spoiled.headers), body=spoiled.body)
        answer = web.StreamResponse(status=spoiled.status, headers={**spoiled.headers, "Content-Length": "1000"})
        if spoiled.cut:
            await answer.prepare(request)
            await answer.write(spoiled.body[: spoiled.cut])
        if request.transport is not None:
            request.transport.abort()
        return answer


# ---------------------------------------------------------------------------------------------------- a platform


VENUES: Mapping[str, Callable[..., Venue]] = {
    "slack": SlackVenue,
    "discord": DiscordVenue,
    "telegram": TelegramVenue,
}


async def run(asked: Sequence[Case], progress: Callable[[str], None] = lambda _: None) -> Tally:
    """Carry all of them out, each platform's in a fleet of its own."""
    tally = Tally(cases=len(asked), classes=len({case.spoiled.name for case in asked}))
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    for platform in CALLS:
        some = [case for case in asked if case.platform == platform]
        if some:
            with tempfile.TemporaryDirectory(prefix="anima-proxies-") as folder:
                await _platform(platform, Path(folder), some, tally)
            progress(f"{platform}: {len(some)} cases")
    return tally


async def _platform(platform: str, folder: Path, some: Sequence[Case], tally: Tally) -> None:
    proxy = Proxy()
    async with VENUES[platform](lambda: datetime.now(UTC), scale=SCALE) as venue:
        section = venue.section()
        base = str(section["api_base"])
        origin = re.match(r"https?://[^/]+", base)
        assert origin is not None
        person = venue.add_person("ada")
        rooms = [venue.add_room(f"room{number}") for number in range(4)]
        async with proxy.open(origin[0]):
            section["api_base"] = base.replace(origin[0], proxy.origin)
            config: dict[str, Any] = {
                "anima_defaults": {"model": "offline"},
                "animas": {"alice": {}},
                "external_messaging": {platform: section},
                "boards": {
                    f"room{n}": {"animas": ["alice"], "channels": [venue.entry(room)]} for n, room in enumerate(rooms)
                },
            }
            home, loaded = write_home(folder, config)
            models = {"alice": EchoModel(random.Random(1))}
            async with running_fleet(home, loaded, models=models, scale=SCALE) as fleet:
                for number, case in enumerate(some):
                    await _case(case, number, venue, rooms[number % len(rooms)], person, proxy, fleet, tally)
                tally.stuck_lanes += sorted(await fleet.delivery.waiting())
                states = fleet.accounts()
                tally.dead_accounts += [f"{name}: {told}" for name, told in states.items() if told != "connected"]


async def _case(
    case: Case, number: int, venue: Venue, room: str, person: str, proxy: Proxy, fleet: Any, tally: Tally
) -> None:
    # An answer whose number ends in 0 is long, and seen while it is written.
    token = f"m{number:04}{0 if case.call == 'edit' else 1}x"
    proxy.spoil(CALLS[case.platform][case.call], case)
    try:
        said = await venue.say(room, person, f"alice: please answer {token}", call=True)
        end = await _end(token, said, venue, room, fleet)
    finally:
        proxy.leave()
    posts = sum(token in TOKEN.findall(post.text) for post in venue.answers(room))
    tally.end(f"{case.platform} {case.call}: {end}")
    if posts > 1:
        tally.doubled.append(case.name)
    if end == "lost":
        tally.lost.append(case.name)
    else:
        setattr(tally, end, getattr(tally, end) + 1)


async def _end(token: str, said: str, venue: Venue, room: str, fleet: Any) -> str:
    """What became of the message, once its lane is empty."""

    def is_it(one: Any) -> bool:
        return str(venue.place(room)) in one.lane and one.key.partition(":")[0].lstrip("0") == said

    loop = asyncio.get_running_loop()
    until = loop.time() + _WITHIN_S
    while loop.time() < until:
        await asyncio.sleep(0.05)
        if await fleet.delivery.trace(f"{said}:message") and not await fleet.delivery.waiting():
            break
    if any(is_it(one) for one in await fleet.delivery.doubts()):
        return "in_doubt"
    if any(token in TOKEN.findall(post.text) for post in venue.answers(room)):
        return "delivered"
    return "dead" if any(is_it(one) for one in await fleet.delivery.dead()) else "lost"
