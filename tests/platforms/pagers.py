"""LINE, Chatwork and ntfy as their HTTP interfaces are: one server each on loopback, with a plan of what goes wrong.

FIDELITY. LINE: `POST /v2/bot/message/push` with a retry key, 409 where the key was accepted before (the answer holds
the message that was sent then), 401 without the token, 400 for a body it does not take; quick replies with postbacks;
webhook events, signed with the channel's secret over the raw body: `postback` with its data, `message` with the id of
the message that it quotes. Chatwork v2: `POST` and `GET
/rooms/{room}/messages`, form-encoded, 401 without the token, 204 where nothing is new, replies as `[rp aid= to=]`.
ntfy: JSON posted to `/`, plain text posted to `/{topic}`, `GET /{topic}/json?poll=1&since=` as lines. None has been
compared with the services themselves: the shapes are those of their documentation.
"""

from __future__ import annotations

import base64
import hmac
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientSession, web

TOKEN = "secret-token"


@dataclass
class PagerServer:
    """What was posted, oldest first. `plan` holds statuses, each answered once; "cut" takes the post and hangs up."""

    posts: list[dict[str, Any]] = field(default_factory=list)
    plan: deque[int | str] = field(default_factory=deque)
    asked: int = 0
    base: str = ""

    def routes(self) -> list[web.RouteDef]:
        raise NotImplementedError

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        app = web.Application()
        app.add_routes(self.routes())
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        try:
            yield self.base
        finally:
            await runner.cleanup()

    def _planned(self, request: web.Request) -> web.Response | None:
        """What goes wrong now, before anything is posted."""
        self.asked += 1
        if self.plan and isinstance(self.plan[0], int):
            return web.json_response({"message": "planned"}, status=int(self.plan.popleft()))
        return None

    def _cut(self, request: web.Request) -> None:
        """Hang up after it was posted."""
        if self.plan and self.plan[0] == "cut":
            self.plan.popleft()
            assert request.transport is not None
            request.transport.close()


class LineServer(PagerServer):
    """`webhook` is where it posts what people do."""

    secret = "channel-secret"
    user = "U4af"
    webhook = ""

    async def press(self, label: str) -> int:
        """A quick reply under the last message."""
        items = self.posts[-1]["messages"][0]["quickReply"]["items"]
        (action,) = [one["action"] for one in items if one["action"]["label"] == label]
        return await self.tell({"type": "postback", "postback": {"data": action["data"]}})

    async def reply(self, post: str, text: str, **more: Any) -> int:
        told = {"type": "text", "id": "9", "text": text} | ({"quotedMessageId": post} if post else {})
        return await self.tell({"type": "message", "message": told, **more})

    async def tell(self, event: dict[str, Any], secret: str = "") -> int:
        """The status that the webhook answers."""
        self._told += 1
        who = {"type": "user", "userId": self.user}
        stamp = {"timestamp": 1_795_000_000_000 + self._told, "webhookEventId": f"E{self._told}"}
        body = json.dumps({"destination": "Ubot", "events": [{"source": who, "mode": "active", **stamp, **event}]})
        signed = hmac.digest((secret or self.secret).encode(), body.encode(), "sha256")
        headers = {"X-Line-Signature": base64.b64encode(signed).decode(), "Content-Type": "application/json"}
        async with ClientSession() as session, session.post(self.webhook, data=body, headers=headers) as answer:
            return answer.status

    _told = 0

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/v2/bot/message/push", self.push)]

    async def push(self, request: web.Request) -> web.Response:
        if (wrong := self._planned(request)) is not None:
            return wrong
        if request.headers.get("Authorization") != f"Bearer {TOKEN}":
            return web.json_response({"message": "Authentication failed"}, status=401)
        body, key = await request.json(), request.headers.get("X-Line-Retry-Key", "")
        if not body.get("to") or not body.get("messages") or body["messages"][0].get("type") != "text":
            return web.json_response({"message": "The request body has 1 error(s)"}, status=400)
        known = next((one for one in self.posts if key and one["key"] == key), None)
        if known is None:
            known = {"id": str(460_000 + len(self.posts)), "key": key, "text": body["messages"][0]["text"], **body}
            self.posts.append(known)
            self._cut(request)
            return web.json_response({"sentMessages": [{"id": known["id"], "quoteToken": "q"}]})
        told = {"message": "The retry key is already accepted", "sentMessages": [{"id": known["id"]}]}
        return web.json_response(told, status=409)


class ChatworkServer(PagerServer):
    room = "4711"

    def routes(self) -> list[web.RouteDef]:
        path = f"/v2/rooms/{self.room}/messages"
        return [web.post(path, self.post), web.get(path, self.list)]

    async def post(self, request: web.Request) -> web.Response:
        if (wrong := self._planned(request)) is not None:
            return wrong
        if request.headers.get("X-ChatWorkToken") != TOKEN:
            return web.json_response({"errors": ["Invalid API token"]}, status=401)
        form = await request.post()
        if not form.get("body"):
            return web.json_response({"errors": ["Parameter 'body' is invalid"]}, status=400)
        id = self.say(str(form["body"]), "Fleet")
        self._cut(request)
        return web.json_response({"message_id": id})

    async def list(self, request: web.Request) -> web.Response:
        if not self.posts:
            return web.Response(status=204)
        return web.json_response(self.posts[-100:])

    def say(self, body: str, name: str) -> str:
        id = str(1_000 + len(self.posts))
        who = {"account_id": 1, "name": name, "avatar_image_url": ""}
        at = 1_795_000_000 + len(self.posts)
        self.posts.append({"message_id": id, "account": who, "body": body, "send_time": at, "update_time": 0})
        return id

    def reply(self, post: str, text: str) -> None:
        self.say(f"[rp aid=1 to={self.room}-{post}]Fleet\n{text}", "Ada")


class NtfyServer(PagerServer):
    def routes(self) -> list[web.RouteDef]:
        return [web.post("/", self.publish), web.post("/{topic}", self.plain), web.get("/{topic}/json", self.poll)]

    async def publish(self, request: web.Request) -> web.Response:
        if (wrong := self._planned(request)) is not None:
            return wrong
        kept = self._keep(await request.json())
        self._cut(request)
        return web.json_response(kept)

    async def plain(self, request: web.Request) -> web.Response:
        return web.json_response(self._keep({"topic": request.match_info["topic"], "message": await request.text()}))

    async def poll(self, request: web.Request) -> web.Response:
        found = [one for one in self.posts if one["topic"] == request.match_info["topic"]]
        ids = [one["id"] for one in found]
        if (since := request.query.get("since", "")) in ids:
            found = found[ids.index(since) + 1 :]
        return web.Response(text="".join(json.dumps(one) + "\n" for one in found))

    def press(self, label: str) -> dict[str, str]:
        """The HTTP request that the app on the phone sends when a button of the last notification is pressed."""
        (action,) = [one for one in self.posts[-1]["actions"] if one["label"] == label]
        assert (action["action"], action["method"]) == ("http", "POST")
        topic = action["url"].rpartition("/")[2]
        self._keep({"topic": topic, "message": action["body"]})
        return action

    def _keep(self, body: dict[str, Any]) -> dict[str, Any]:
        number = len(self.posts)
        kept = {"id": f"n{number:05d}", "time": 1_795_000_000 + number, "event": "message", **body}
        self.posts.append(kept)
        return kept
