"""The page's own listener: on loopback alone, never that of webhooks, and nothing of it without the session's cookie.

A link with a token becomes a cookie, once. What other sites have a browser do is kept out by four things: the Host
that was asked for (DNS rebinding), the Origin of a form, its token, and a cookie that goes along from our own pages
only.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from aiohttp import web

from adapters.page.door import SESSION_LASTS, PageDoor, PageSession
from adapters.page.page_html import STYLE, PageFrame, bare_page, page_of_answer, page_of_view
from adapters.page.views import VIEWS, PageView, answer_view, carry_out_act, draw, views_for
from bots.commands.admin_api import AdminApi
from bots.people.trust_policy import Asker
from bots.text.phrases import FLEET_WORDS

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
#: A form is some hundred bytes.
LARGEST_FORM = 16 * 1024
ANSWERS_WITHIN_S = 30.0
#: A browser that sends no referrer says `Origin: null` of its own forms; so other sites alone are told none.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_NO_SESSION = "This page opens by a link that `run_bots.py status` prints. It holds once, for five minutes."
_Handle = Callable[[web.Request], Awaitable[web.StreamResponse]]
_SESSION: web.RequestKey[PageSession] = web.RequestKey("session", PageSession)


class PageNotServed(Exception):
    """The port is taken, or may not be used."""


@asynccontextmanager
async def serving_page(
    door: PageDoor, admin: AdminApi, asker_of: Callable[[str], Awaitable[Asker]], language: str, port: int
) -> AsyncIterator[str]:
    """Serve while inside; yields the address. `asker_of` says what a session's person may now; `language` is that of
    browsers that ask for none of ours; port 0 is any free one. Raises PageNotServed."""
    site = PageSite(door, admin, asker_of, language)
    app = web.Application(client_max_size=LARGEST_FORM, middlewares=[site.guard])
    app.add_routes(
        [
            web.get("/enter", site.enter, allow_head=False),
            web.post("/leave", site.leave),
            web.post("/act", site.act),
            web.get("/style.css", site.style),
            web.get("/favicon.ico", site.no_icon),
            web.get("/picture/{picture}", site.picture),
            *(web.get(view.path, site.view) for view in VIEWS),
        ]
    )
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, LOOPBACK, port).start()
        except OSError as error:
            raise PageNotServed(f"{LOOPBACK}:{port} is no free address ({error.strerror})") from error
        site.port = int(runner.addresses[0][1])
        yield f"http://{LOOPBACK}:{site.port}"
    finally:
        await runner.cleanup()


class PageSite:
    """What is answered to a browser."""

    def __init__(
        self, door: PageDoor, admin: AdminApi, asker_of: Callable[[str], Awaitable[Asker]], language: str
    ) -> None:
        self.port = 0
        self._door, self._admin, self._asker_of, self._language = door, admin, asker_of, language

    @web.middleware
    async def guard(self, request: web.Request, handler: _Handle) -> web.StreamResponse:
        """The error boundary, and what is asked of every request before anything is done for it."""
        try:
            answer = await self._guarded(request, handler)
        except web.HTTPException as refused:
            answer = web.Response(status=refused.status, text=f"{refused.reason}\n")
        except TimeoutError:
            answer = web.Response(status=HTTPStatus.GATEWAY_TIMEOUT, text="That took too long.\n")
        except Exception:
            log.exception("the page could not be shown", extra={"path": request.path})
            answer = web.Response(status=HTTPStatus.INTERNAL_SERVER_ERROR, text="That failed; the log tells why.\n")
        answer.headers.update(HEADERS)
        return answer

    async def _guarded(self, request: web.Request, handler: _Handle) -> web.StreamResponse:
        if not self._is_for_us(request):
            raise web.HTTPMisdirectedRequest
        if request.path == "/enter":
            return await handler(request)
        session = self._door.session(request.cookies.get(self._cookie, ""))
        if session is None:
            return web.Response(status=HTTPStatus.UNAUTHORIZED, text=bare_page(_NO_SESSION), content_type="text/html")
        request[_SESSION] = session
        if request.method == "POST" and not await self._is_own_form(request, session):
            raise web.HTTPForbidden
        async with asyncio.timeout(ANSWERS_WITHIN_S):
            return await handler(request)

    def _is_for_us(self, request: web.Request) -> bool:
        """A name that somebody lets point here is not ours, and no other page of the browser looks into this one."""
        hosts = request.headers.getall("Host", [])
        is_ours = len(hosts) == 1 and hosts[0].lower() in (f"{LOOPBACK}:{self.port}", f"localhost:{self.port}")
        return is_ours and request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")

    async def _is_own_form(self, request: web.Request, session: PageSession) -> bool:
        if request.headers.get("Origin") != f"http://{request.headers['Host'].lower()}":
            return False
        if request.content_type != "application/x-www-form-urlencoded":
            return False
        return session.made(str((await request.post()).get("token", "")))

    @property
    def _cookie(self) -> str:
        """Cookies know no ports: two fleets on one machine have two names."""
        return f"anima_page_{self.port}"

    # ------------------------------------------------------------------------------------ coming and going

    async def enter(self, request: web.Request) -> web.StreamResponse:
        """A link becomes a session; the address that is left in the browser opens nothing."""
        secret = self._door.enter(request.query.get("token", ""))
        if secret is None:
            return web.Response(status=HTTPStatus.FORBIDDEN, text=bare_page(_NO_SESSION), content_type="text/html")
        answer = web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": "/"})
        lasts = int(SESSION_LASTS.total_seconds())
        answer.set_cookie(self._cookie, secret, max_age=lasts, path="/", httponly=True, samesite="Strict")
        return answer

    async def leave(self, request: web.Request) -> web.StreamResponse:
        self._door.leave(request.cookies[self._cookie])
        answer = web.Response(text=bare_page(_NO_SESSION), content_type="text/html")
        answer.del_cookie(self._cookie, path="/")
        return answer

    # ------------------------------------------------------------------------------------ views

    async def view(self, request: web.Request) -> web.StreamResponse:
        asker = await self._asker(request)
        frame = self._frame(request, asker, request.path)
        animas = [anima.name for anima in self._admin.animas() if anima.enabled]
        wanted = request.query.get("anima", "")
        anima = wanted if wanted in animas else next(iter(animas), "")
        parts = await answer_view(self._admin, asker, frame.here, anima)
        return _html(await asyncio.to_thread(page_of_view, frame, parts, animas, anima))

    async def picture(self, request: web.Request) -> web.StreamResponse:
        asker = await self._asker(request)
        drawn = await draw(self._admin, asker, request.match_info["picture"], request.query.get("anima", ""))
        if drawn is None:
            raise web.HTTPNotFound
        return web.Response(body=drawn.content, content_type=drawn.media_type)

    async def act(self, request: web.Request) -> web.StreamResponse:
        form, asker = await request.post(), await self._asker(request)
        frame = self._frame(request, asker, str(form.get("view", "")))
        values = tuple(str(value) for value in form.getall("value", []))
        done = await carry_out_act(self._admin, asker, str(form.get("act", "")), values)
        if done is None:
            raise web.HTTPBadRequest
        return _html(await asyncio.to_thread(page_of_answer, frame, done.text))

    async def style(self, request: web.Request) -> web.StreamResponse:
        return web.Response(text=STYLE, content_type="text/css")

    async def no_icon(self, request: web.Request) -> web.StreamResponse:
        """Browsers ask by themselves."""
        return web.Response(status=HTTPStatus.NO_CONTENT)

    async def _asker(self, request: web.Request) -> Asker:
        """Asked anew each time: what somebody may read changes while they look."""
        return await self._asker_of(request[_SESSION].person)

    def _frame(self, request: web.Request, asker: Asker, path: str) -> PageFrame:
        views = views_for(asker)
        here: PageView | None = next((view for view in views if view.path == path), None)
        if here is None:
            raise web.HTTPNotFound
        return PageFrame(
            session=request[_SESSION],
            name=asker.name or asker.person,
            language=self._language_of(request),
            views=views,
            here=here,
        )

    def _language_of(self, request: web.Request) -> str:
        """The first that the browser asks for and the fleet has words in."""
        wanted = [item.partition(";")[0].strip() for item in request.headers.get("Accept-Language", "").split(",")]
        found = (code.partition("-")[0].lower() for code in wanted)
        return next((code for code in found if code in FLEET_WORDS), self._language)


def _html(text: str) -> web.Response:
    return web.Response(text=text, content_type="text/html")
